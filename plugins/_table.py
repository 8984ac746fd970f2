"""What a rule set and a view mean to a player: the cards as bits, who may still beat whom, what a trick is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spades_cli import Bid, Card, Rules, View

#: How much of a side's stake one trick decides: when it must have every trick left, when it needs some.
MUST, NEED = 0.45, 0.3
#: How sure a set is when the others have 0, 1 or 2 tricks to spare; a little less than sure, so that close calls duck.
SET_CHANCE = (0.8, 0.35, 0.1)


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


class Contract(NamedTuple):
    """What a side has to do: tricks still needed, points lost if it misses, tricks taken over, live nils.

    ``alive`` is False for a side whose tricks score nothing.
    """

    need: int
    stake: int
    bid: int
    alive: bool
    nils: tuple[int, ...]


def read_contract(facts: Facts, view: View, places: Sequence[int]) -> Contract:
    """The contract of the side that sits at ``places``; nil bidders' tricks help it only where the rules say so."""
    rules, seats = facts.rules, facts.rules.seats
    total = weight = taken = nils = 0
    live: list[int] = []
    for place in places:
        seat = seats[place]
        bid, tricks = view.bids.get(seat), view.taken[seat]
        if bid is None:
            continue
        if bid.nil:
            nils += 1
            if not tricks:
                live.append(place)
            elif rules.nil.failed_tricks == "count":
                taken += tricks
        elif is_moon(facts, bid):
            return Contract(bid.tricks - tricks, rules.moon.made + rules.moon.failed, bid.tricks, True, tuple(live))
        else:
            total += bid.tricks
            weight += bid.tricks * (rules.blind_bid.multiplier if bid.blind else 1)
            taken += tricks
    void = nils and rules.nil.partner_contract != "score" and (live or rules.nil.partner_contract == "void")
    return Contract(total - taken, stake_of(rules, total, weight), total, not void, tuple(live))


def is_moon(facts: Facts, bid: Bid) -> bool:
    """Whether a bid is one player's promise of every trick."""
    return facts.rules.moon.mode == "player" and bid.tricks == facts.size


def stake_of(rules: Rules, total: int, weight: int) -> int:
    """The points between a contract of ``total`` tricks made and missed."""
    if (rules.ten.mode == "exact" and total == 10) or (rules.ten.mode == "at_least" and total >= 10):
        return (rules.ten.made + rules.ten.failed) * weight // 10
    points = rules.scoring.trick * weight
    return points if rules.scoring.set == "zero" else 2 * points


class Table:
    """One seat's turn to play, in bits.

    ``unseen`` are the cards other players may hold; ``later`` the places that play after this one; ``best`` the bit
    that a card must exceed to win the trick; ``shares`` the chance, by suit, that one player who may have an unseen
    card has it.
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
        self.rivals = sum(side != self.side for side in facts.side_of)
        self.contracts = [read_contract(facts, view, places) for places in facts.sides]
        self.own = self.contracts[self.side]
        self.nil_mates = tuple(place for place in self.own.nils if place != self.me)
        foes = [contract for contract in self.contracts if contract is not self.own]
        self.nil_foes = tuple(place for contract in foes for place in contract.nils)

    def _find_unseen(self, view: View) -> int:
        copies, unseen = self.facts.copies, self.facts.all & ~self.hand
        for trick in view.tricks:
            for _, card in trick.cards:
                free = copies[card] & unseen
                unseen ^= free & -free
        for _, card in view.trick:
            free = copies[card] & unseen
            unseen ^= free & -free
        for card in view.discards:
            free = copies[card] & unseen
            unseen ^= free & -free
        return unseen

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

    @property
    def eager(self) -> float:
        """What one trick is worth to this side now, in points; below zero when it would be a bag too many."""
        return trick_value(self)


def trick_value(table: Table) -> float:
    """What winning one trick is worth to the own side, in points: its contract, setting others, or minus a bag."""
    own, left = table.own, table.left
    if not table.view.bids:
        return float(table.facts.rules.scoring.trick)
    value = 0.0
    if own.alive and own.need <= left:
        spare = own.need - sure_tricks(table)
        if own.need == left:
            value = MUST * own.stake
        elif spare > 0:
            value = NEED * own.stake
        elif own.need <= 0:
            value = -bag_cost(table)
        else:
            value = -bag_cost(table) / 2
    return value + setting_value(table)


def sure_tricks(table: Table) -> int:
    """Tricks that come without trying: the highest spades in hand, or all of a partner's when no foe has any left."""
    spades, unseen = table.hand & table.facts.spades, table.unseen & table.facts.spades
    sure = 0
    while spades and spades.bit_length() > unseen.bit_length():
        sure += 1
        spades ^= 1 << (spades.bit_length() - 1)
    return sure


def setting_value(table: Table) -> float:
    """The points that a trick takes from other sides by bringing them nearer to a set."""
    needs = [min(max(contract.need, 0), table.left + 1) for contract in table.contracts]
    slack = table.left - sum(need for need in needs if need <= table.left)
    if slack >= len(SET_CHANCE):
        return 0.0
    stakes = [
        contract.stake
        for contract, need in zip(table.contracts, needs, strict=True)
        if contract is not table.own and contract.alive and 0 < need <= table.left
    ]
    return SET_CHANCE[max(slack, 0)] * max(stakes) if stakes else 0.0


def bag_cost(table: Table) -> float:
    """What an overtrick costs: its share of the penalty, all of it when the limit is reached, less its point."""
    rules, over = table.facts.rules, max(-table.own.need, 0)
    if not rules.bags.limit or not table.own.alive:
        return float(-rules.scoring.overtrick)
    held = table.view.bags[table.facts.names_of_sides[table.side]] + over
    if held % rules.bags.limit == rules.bags.limit - 1:
        return float(rules.bags.penalty - rules.scoring.overtrick)
    return rules.bags.penalty / rules.bags.limit - rules.scoring.overtrick
