"""A seat's view as arrays for the search: the trick on the table, what each side needs, and where cards can be."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from spades_cli.engine.kernel import run_of, takes
from spades_cli.engine.play import play_code
from spades_cli.search import layout
from spades_cli.search.judging import Judge, Situation
from spades_cli.search.rollout import BEST, BROKEN, LEADER, LED, LEFT, NILS, OPENING, PLAYED, STATE, WINNER
from spades_cli.search.worth import RoundWorth, round_game, round_worth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View

#: The overtricks of a round that no penalty is near of.
NEVER = 99


class Position:
    """What a seat knows in the play, in bits and numbers; places count from the first seat.

    ``unseen`` are the cards that others may hold. ``slots`` says how many cards each place must be dealt from them: the
    other seats what they still hold, and one more place, the last, the cards that are in nobody's hand. ``known`` are
    the cards whose holder is known, by place, the own ones too; they are no part of the slots.
    """

    def __init__(self, view: View) -> None:
        rules = view.rules
        self.view, self.rules, self.deck = view, rules, rules.pack
        self.players = rules.table.players
        self.place = rules.seats.index(view.seat)
        self.hand = self.deck.mask(view.hand)
        #: Whether every trick played so far is known: a position typed in by hand may leave some out.
        self.is_whole = len(view.tricks) + len(view.hand) >= view.tricks_in_round
        self.seen = self._seen(view)
        self.unseen = sum(self.deck.order) & ~self.hand & ~self.seen
        self.legal = self._legal(view)
        self.voids = [sum(self.deck.suit_mask(suit) for suit in view.voids.get(seat, ())) for seat in rules.seats]
        self.state = self._read_state(view)
        self._read_contracts(view)
        self._count_slots(view)
        self._read_history(view)

    def stands_for(self, shown: int, card: int) -> bool:
        """Whether one card stands for another of the same suit: no card of others lies between."""
        return shown <= card and layout.are_equals(self.game, shown, card, self.unseen | self.state[BEST])

    @cached_property
    def worth(self) -> RoundWorth:
        """What every end of the round is worth; worked out when somebody asks."""
        return round_worth(self.situation)

    def win_chance(self, value: float) -> float | None:
        """The chance to win the match that a worth in points stands for; None with more than two sides, or no match."""
        if len(self.rules.sides) != 2 or self.situation.last:
            return None
        me = self.game[layout.SIDE_OF + self.place]
        return Judge(self.situation, me, 1 - me).chance(value)

    def _seen(self, view: View) -> int:
        """Cards that are out of play, and those on the table."""
        used, cards = self.hand, 0
        gone = [card for trick in view.tricks for _, card in trick.cards]
        for card in (*gone, *(card for _, card in view.trick), *thrown_away(view)):
            free = self.deck.copies[card] & ~(used | cards)
            cards |= free & -free
        return cards

    def _legal(self, view: View) -> int:
        legal = 0
        for card in view.legal:
            legal |= self.deck.copies[str(card)] & self.hand
        return legal

    def _read_state(self, view: View) -> list[int]:
        """The trick on the table, as the roll-out keeps it."""
        deck, seats = self.deck, self.rules.seats
        code = play_code(self.rules)
        state = [0] * STATE
        state[LEADER] = seats.index(view.trick[0].seat) if view.trick else self.place
        used = self.hand
        for seat, name in view.trick:
            free = deck.copies[name] & ~used
            card = free & -free or deck.copies[name]
            used |= card
            if not state[LED]:
                state[LED] = run_of(card, deck.runs)
            elif not takes(card, state[BEST], state[LED], deck.spades, code):
                continue
            state[BEST], state[WINNER] = card, seats.index(seat)
        state[PLAYED] = len(view.trick)
        state[BROKEN] = int(view.broken)
        state[LEFT] = len(view.hand)
        state[OPENING] = int(not view.tricks and len(view.hand) == view.tricks_in_round)
        live = (seat for seat, bid in view.bids.items() if bid.nil and not view.taken[seat])
        state[NILS] = sum(1 << seats.index(seat) for seat in live)
        return state

    def _read_contracts(self, view: View) -> None:
        """What the sides need, and what bags do to them."""
        rules, seats = self.rules, self.rules.seats
        taken = [view.taken.get(seat, 0) for seat in seats]
        self.situation = Situation(
            rules,
            tuple(view.bids.get(seat) for seat in seats),
            tuple(view.scores.values()),
            tuple(view.bags.values()),
            sum(taken) + len(view.hand),
            view.number,
            view.last,
        )
        self.game = game = round_game(self.situation)
        self.index, self.need = [0] * len(rules.sides), [0] * len(rules.sides)
        for place in range(self.players):
            side = game[layout.SIDE_OF + place]
            self.index[side] += taken[place] * game[layout.STRIDE + place]
            bid = self.situation.bids[place]
            self.need[side] += (bid.tricks if bid else 0) - taken[place] * game[layout.COUNTING + place]
        unbid = self.situation.is_unbid
        if unbid:
            # Where tricks count without bids, every side is after more than its share.
            self.need = [need + view.tricks_in_round // len(rules.sides) + 1 for need in self.need]
        self.fear = [0 if unbid else bag_fear(rules, bags) for bags in self.situation.bags]

    def _count_slots(self, view: View) -> None:
        """How many cards each place holds, and which cards of others this seat knows."""
        seats, count = self.rules.seats, len(view.hand)
        played = {seat for seat, _ in view.trick}
        self.known = [0] * (self.players + 1)
        self.known[self.place] = self.hand
        if self.is_whole:
            for seat, cards in given_away(view).items():
                self.known[seats.index(seat)] = self._find_unseen(cards)
        self.slots = [
            0 if place == self.place else count - (seat in played) - self.known[place].bit_count()
            for place, seat in enumerate(seats)
        ]
        self.free = self.unseen & ~sum(self.known)
        self.slots.append(self.free.bit_count() - sum(self.slots))

    def _find_unseen(self, cards: Iterable[str]) -> int:
        """The bits of named cards of others."""
        found = 0
        for card in cards:
            free = self.deck.copies[card] & self.unseen & ~(found | sum(self.known))
            found |= free & -free
        return found

    def _read_history(self, view: View) -> None:
        """The cards played so far in order, by whom, and how the play began; empty where a part is not known."""
        seats, deck = self.rules.seats, self.deck
        self.played = [0] * self.players
        self.history: list[int] = []
        self.begun = [0] * STATE
        self.first_need = list(self.need)
        if not self.is_whole:
            return
        used = 0
        tricks = [trick.cards for trick in view.tricks] + ([view.trick] if view.trick else [])
        for cards in tricks:
            for seat, name in cards:
                free = deck.copies[name] & ~(used | self.hand) or deck.copies[name] & ~used
                card = free & -free
                used |= card
                self.played[seats.index(seat)] |= card
                self.history.append(card)
        if not tricks:
            return
        self.begun[LEADER] = seats.index(tricks[0][0].seat)
        self.begun[OPENING] = 1
        self.begun[LEFT] = view.tricks_in_round
        self.begun[NILS] = sum(1 << seats.index(seat) for seat, bid in view.bids.items() if bid.nil)
        game = self.game
        for place, seat in enumerate(seats):
            taken = view.taken.get(seat, 0) * game[layout.COUNTING + place]
            self.first_need[game[layout.SIDE_OF + place]] += taken


def thrown_away(view: View) -> list[str]:
    """The cards this seat has seen put out of play before the first lead, and that nobody can have drawn back."""
    thrown: list[str] = [*view.discards]
    for gift in view.gifts:
        if gift.receiver is None and gift.giver == view.seat:
            thrown += [card for card in gift.cards if card not in thrown]
        elif gift.receiver is None and gift.size and view.rules.deal.method == "draft":
            # He drew as many cards from the pile; where it lies face up, the view leaves them out of the discards.
            thrown = [card for card in thrown if view.rules.draft.discards == "up"]
    return thrown


def given_away(view: View) -> dict[str, Counter[str]]:
    """The cards this seat gave, by who must still hold them."""
    held: dict[str, Counter[str]] = {}
    for gift in view.gifts:
        if gift.giver == view.seat and gift.receiver:
            held.setdefault(gift.receiver, Counter()).update(gift.cards)
        elif gift.giver in held and gift.size:
            back = Counter[str](gift.cards)
            held[gift.giver] = held[gift.giver] - back if gift.receiver == view.seat else Counter()
    for cards in (*(trick.cards for trick in view.tricks), view.trick):
        for seat, card in cards:
            if seat in held:
                held[seat] -= Counter([card])
    return held


def bag_fear(rules: Rules, bags: int) -> int:
    """What an overtrick is to a side that holds ``bags``: 0 harmless, else the one of this round that is penalised."""
    if rules.bags.limit:
        return rules.bags.limit - bags % rules.bags.limit
    scoring = rules.scoring
    harmless = scoring.overtrick >= 0 and scoring.exact_bonus <= 0 and not scoring.double_bid_penalty
    return 0 if harmless else NEVER
