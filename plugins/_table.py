"""What a rule set and a view mean to a player: cards, suits and places as bits and numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ._stakes import is_moon, read_contract

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spades_cli import Card, Rules, View


class Facts:
    """A rule set as a player needs it, worked out once and shared by all seats."""

    def __init__(self, rules: Rules) -> None:
        deck = rules.pack
        self.rules, self.deck = rules, deck
        self.copies, self.names, self.runs, self.spades = deck.copies, deck.names, deck.runs, deck.spades
        self.all = sum(deck.order)
        self.players, self.size = rules.table.players, rules.hand_size
        self.places = {seat: place for place, seat in enumerate(rules.seats)}
        self.sides = tuple(rules.sides.values())
        self.names_of_sides = tuple(rules.sides)
        self.side_of = tuple(self.names_of_sides.index(side) for side in rules.side_of)
        #: How cards count: beside partners, alone against several, alone against one.
        self.kind = "team" if len(self.sides[0]) > 1 else "solo" if self.players > 2 else "duel"
        #: Players of other sides, for a seat of the first side.
        self.rivals = self.players - len(self.sides[0])
        unheld = deck.size - self.size
        self.share = round(100 * min(1.0, self.size / max(1, unheld)))
        #: A spade in hand on the scale of the ordinary game, where a player has 3.25 on average.
        dealt = max(0.1, self.spades.bit_count() * self.size / deck.size)
        self.spade_scale = 3.25 / dealt * (0.6 if rules.deal.method == "draft" else 1.0)
        self.top_spade = 1 << (self.spades.bit_length() - 1)
        #: Points that a side makes in an average round.
        self.pace = 1.15 * rules.scoring.trick * self.size / len(self.sides)
        self.last_wins = deck.doubled and rules.deck.duplicates == "last"
        self.run_at = {card: self._run(bits) for card, bits in deck.copies.items()}

    def _run(self, bits: int) -> int:
        return next(run for run in self.runs if run & bits)

    def level(self, card: Card) -> int:
        """The bit that a card must exceed to beat ``card``; of two equal cards the rules say which one wins."""
        bits = self.copies[card]
        if self.last_wins:
            return (bits & -bits) >> 1
        return 1 << (bits.bit_length() - 1)

    def hand_bits(self, cards: Iterable[Card]) -> int:
        """The cards of a hand as bits; of equal cards the upper one, so that a lone ace counts as the highest."""
        hand = 0
        for card in cards:
            free = self.copies[card] & ~hand
            hand |= 1 << (free.bit_length() - 1) if free else 0
        return hand


@lru_cache(maxsize=64)
def facts_of(rules: Rules) -> Facts:
    """The facts of a rule set; shared, because a match makes new players but not new rules."""
    return Facts(rules)


class Table:
    """One seat's turn to play, in bits.

    ``unseen`` are the cards other players may hold; ``later`` the places that play after this one; ``best`` the bit
    that a card must exceed to win the trick; ``share`` the chance, by suit, that one player who may have an unseen
    card has it. ``is_humble`` says that this seat's own tricks do harm: a live nil, or a partner's moon.
    """

    def __init__(self, facts: Facts, view: View) -> None:
        self.facts, self.view = facts, view
        self.me = facts.places[view.seat]
        self.left = len(view.hand)
        self.hand = facts.hand_bits(view.hand)
        self.unseen = self._find_unseen(view)
        self.legal = self._find_legal(view)
        self.voids = [self._void_bits(view, seat) for seat in facts.rules.seats]
        self._read_trick(view)
        self.side = facts.side_of[self.me]
        self.share = self._find_shares()
        self.foes = tuple(place for place, side in enumerate(facts.side_of) if side != self.side)
        self.all_dealt = self.unseen.bit_count() <= self.left * (facts.players - 1)
        self.contracts = [read_contract(facts, view, places) for places in facts.sides]
        self.own = self.contracts[self.side]
        self.nil_mates = tuple(place for place in self.own.nils if place != self.me)
        foes = [contract for contract in self.contracts if contract is not self.own]
        self.nil_foes = tuple(place for contract in foes for place in contract.nils)
        self.is_humble = self.me in self.own.nils or self._beside_moon(view)

    def _beside_moon(self, view: View) -> bool:
        """Whether a partner has promised to take every trick alone, and still may."""
        if self.facts.rules.moon.mode != "player" or self.own.need != self.left:
            return False
        return any((bid := view.bids.get(seat)) and is_moon(self.facts, bid) for seat in view.partners)

    def _find_unseen(self, view: View) -> int:
        copies, unseen = self.facts.copies, self.facts.all & ~self.hand
        for trick in view.tricks:
            for _, card in trick.cards:
                free = copies[card] & unseen
                unseen ^= free & -free
        for _, card in view.trick:
            free = copies[card] & unseen
            unseen ^= free & -free
        for card in (*view.discards, *self._thrown(view)):
            free = copies[card] & unseen
            unseen ^= free & -free
        return unseen

    def _thrown(self, view: View) -> list[Card]:
        """What this seat has laid aside as dealer."""
        return [card for gift in view.gifts if gift.receiver is None and gift.giver == view.seat for card in gift.cards]

    def _find_legal(self, view: View) -> int:
        copies, legal = self.facts.copies, 0
        for card in view.legal:
            legal |= copies[str(card)]
        return legal & self.hand

    def _void_bits(self, view: View, seat: str) -> int:
        bits = 0
        for suit in view.voids.get(seat, ()):
            bits |= self.facts.deck.suit_mask(suit)
        return bits

    def _read_trick(self, view: View) -> None:
        facts = self.facts
        self.led = self.best = 0
        self.winner, self.trumped = -1, False
        for seat, card in view.trick:
            bits, level = facts.copies[card], facts.level(card)
            if not self.led:
                self.led = facts.run_at[card]
            elif not bits & (self.led | facts.spades) or not self._exceeds(level):
                continue
            self.best, self.winner = level, facts.places[seat]
            self.trumped = bool(bits & facts.spades)
        count = facts.players
        self.later = tuple((self.me + i) % count for i in range(1, count - len(view.trick)))

    def _exceeds(self, level: int) -> bool:
        """Whether a card of this level beats the trick, equal cards as the rules say."""
        return level > self.best or (level == self.best and self.facts.last_wins)

    def _find_shares(self) -> dict[int, float]:
        unseen, others = self.unseen, self.facts.players - 1
        share = min(1.0, self.left / max(1, unseen.bit_count()))
        shares = {}
        for run in self.facts.runs:
            holders = others - sum(1 for bits in self.voids if bits & run)
            shares[run] = min(1.0, share * others / holders) if holders > 0 else share
        return shares
