"""Answers proved by brute force: in every deal that fits what a player knows, every legal card is played out.

Cards are played with all hands open, and every side does what is best for itself. The end is scored by the engine: the
winner of a match gets ``MATCH``, otherwise a side gets its points less the mean of the others', bags at a price.
"""

from __future__ import annotations

from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine import kernel
from spades_cli.engine.actions import Bid
from spades_cli.engine.match import find_outcome
from spades_cli.engine.play import TrickState, legal_mask
from spades_cli.engine.scoring import score_round

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from spades_cli import View

MATCH = 1000.0
#: Points by which a card must beat another one to count as better.
LEAST = 0.5

Values = tuple[float, ...]


class Proof(NamedTuple):
    """How the right answers fare against the wrong ones, over all consistent deals or all numbers of tricks."""

    cases: int
    #: Cases in which some wrong answer does better than some right one.
    worse: int
    #: Cases in which every right answer does better than every wrong one.
    better: int
    #: Points that the wrong answers lose against the right ones, on average.
    loss: float


def prove(view: View, right: Collection[str], price: float = 0.0) -> Proof:
    """Compare the ``right`` answers with the other legal ones; ``price`` is the cost of a bag in points.

    Cards are compared in every consistent deal, last bids of a round for every number of tricks from 1 up.
    """
    ending = Ending(view, price)
    if view.phase == "bid":
        cases = [ending.worth_of_bids(tricks) for tricks in range(1, view.tricks_in_round + 1)]
    else:
        cases = [ending.solve(hands) for hands in consistent_deals(view)]
    good = [[value for answer, value in values.items() if answer in right] for values in cases]
    bad = [[value for answer, value in values.items() if answer not in right] for values in cases]
    lead = [min(some) - max(others) for some, others in zip(good, bad, strict=True)]
    loss = [fmean(some) - fmean(others) for some, others in zip(good, bad, strict=True)]
    return Proof(len(cases), sum(by < -LEAST for by in lead), sum(by > LEAST for by in lead), round(fmean(loss), 1))


def consistent_deals(view: View) -> Iterator[tuple[int, ...]]:
    """The hands by place in every deal that fits the counts, the voids shown and the cards seen by ``view``."""
    pack, seats = view.rules.pack, view.rules.seats
    played = [card for trick in view.tricks for card in trick.cards] + list(view.trick)
    hand = sum(pack.copies[card] for card in view.hand)
    seen = hand | sum(pack.copies[card.card] for card in played) | sum(pack.copies[card] for card in view.discards)
    counts = {seat: view.tricks_in_round - sum(card.seat == seat for card in played) for seat in seats}
    others = [place for place, seat in enumerate(seats) if seat != view.seat]
    barred = [sum(pack.suit_mask(suit) for suit in view.voids[seats[place]]) for place in others]
    for dealt in _deal(sum(pack.order) & ~seen, [counts[seats[place]] for place in others], barred):
        by_place = dict(zip(others, dealt, strict=True))
        yield tuple(by_place.get(place, hand) for place in range(len(seats)))


def _deal(cards: int, counts: Sequence[int], barred: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give ``counts`` of the cards to places that hold none of those ``barred`` to them."""
    if not counts:
        yield ()
        return
    for chosen in combinations(_bits(cards & ~barred[0]), counts[0]):
        held = sum(chosen)
        for rest in _deal(cards & ~held, counts[1:], barred[1:]):
            yield (held, *rest)


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits


class _Node(NamedTuple):
    """A trick in play: hands and tricks by place, who is to play, the cards laid, and the best of them."""

    hands: tuple[int, ...]
    place: int
    broken: bool
    taken: tuple[int, ...]
    laid: tuple[int, ...] = ()
    winner: int = 0
    best: int = 0


class Ending:
    """The rest of a round as one seat sees it, solved for given hands."""

    def __init__(self, view: View, price: float) -> None:
        self.view, self.rules, self.price = view, view.rules, price
        self.sides = list(self.rules.sides)
        self.side_of = [self.sides.index(side) for side in self.rules.side_of]
        self.me = self.rules.seats.index(view.seat)
        self._worth: dict[tuple[int, ...], Values] = {}
        self._known: dict[_Node, Values] = {}

    def solve(self, hands: tuple[int, ...]) -> dict[str, float]:
        """What each legal card is worth to the side of the seat to play."""
        pack, seats, view = self.rules.pack, self.rules.seats, self.view
        self._known.clear()
        laid = tuple(pack.copies[played.card] for played in view.trick)
        winner, best = 0, 0
        for played, card in zip(view.trick, laid, strict=True):
            if not best or kernel.beats(card, best, pack.run_of[laid[0]], pack.spades):
                winner, best = seats.index(played.seat), card
        taken = tuple(view.taken[seat] for seat in seats)
        node = _Node(hands, self.me, view.broken, taken, laid, winner, best)
        side = self.side_of[self.me]
        return {str(card): self._after(node, pack.copies[card])[side] for card in view.legal}  # type: ignore[index]

    def worth_of_bids(self, tricks: int) -> dict[str, float]:
        """What each last bid is worth to its side, if that takes so many tricks and nobody else is nil.

        A nil is one that must fail, as the hand holds the best trump: one trick goes to it, the rest to a partner.
        """
        seats, side = self.rules.seats, self.side_of[self.me]
        other = next(place for place, owner in enumerate(self.side_of) if owner != side)
        taken = [0] * len(seats)
        taken[other] = self.view.tricks_in_round - tricks
        taken[self.me] = 1
        taken[seats.index(self.view.partners[0]) if self.view.partners else self.me] += tricks - 1
        bids = [bid for bid in self.view.legal if isinstance(bid, Bid)]
        return {str(bid): self._value({**self.view.bids, self.view.seat: bid}, tuple(taken))[side] for bid in bids}

    def _best(self, node: _Node) -> Values:
        """The values by side when everybody plays his best from here; equally good cards go against the solver."""
        if not any(node.hands):
            return self._score(node.taken)
        if not node.laid and node in self._known:
            return self._known[node]
        side, mine = self.side_of[node.place], self.side_of[self.me]
        values = (self._after(node, card) for card in self._choices(node))
        best = max(values, key=lambda value: (value[side], -value[mine]))
        if not node.laid:
            self._known[node] = best
        return best

    def _choices(self, node: _Node) -> list[int]:
        """The legal cards; of neighbours in one hand only the highest."""
        pack, hand = self.rules.pack, node.hands[node.place]
        led = pack.run_of[node.laid[0]] if node.laid else 0
        legal = legal_mask(self.rules, TrickState(hand, led, node.best, node.broken, opening=False))
        live = sum(node.hands) | sum(node.laid)
        return [card for card in _bits(legal) if not legal & kernel.lowest(live & pack.run_of[card] & -(card << 1))]

    def _after(self, node: _Node, card: int) -> Values:
        pack, count = self.rules.pack, len(self.side_of)
        laid = (*node.laid, card)
        winner, best = node.winner, node.best
        if not best or kernel.beats(card, best, pack.run_of[laid[0]], pack.spades):
            winner, best = node.place, card
        hands = tuple(hand & ~card for hand in node.hands)
        broken = node.broken or bool(card & pack.spades)
        if len(laid) < count:
            return self._best(_Node(hands, (node.place + 1) % count, broken, node.taken, laid, winner, best))
        taken = tuple(tricks + (place == winner) for place, tricks in enumerate(node.taken))
        return self._best(_Node(hands, winner, broken, taken))

    def _score(self, taken: tuple[int, ...]) -> Values:
        if taken not in self._worth:
            self._worth[taken] = self._value(self.view.bids, taken)
        return self._worth[taken]

    def _value(self, bids: Mapping[str, Bid], taken: tuple[int, ...]) -> Values:
        """The end of the match, or points against the mean of the other sides with every bag at its price."""
        view = self.view
        result = score_round(self.rules, [bids[seat] for seat in self.rules.seats], taken, view.bags)
        scores = {side: view.scores[side] + points for side, points in result.points.items()}
        if (outcome := find_outcome(self.rules, scores)) is not None:
            return tuple(MATCH * ((side == outcome.winner) - (side != outcome.winner)) for side in self.sides)
        gain = [self._gain(side, result.points, result.bags) for side in self.sides]
        others = len(gain) - 1
        return tuple(own - (sum(gain) - own) / others for own in gain)

    def _gain(self, side: str, points: Mapping[str, int], bags: Mapping[str, int]) -> float:
        return points[side] - self.price * (bags[side] - self.view.bags[side])
