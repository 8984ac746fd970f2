"""Views of single decisions made up by hand: the bids, the cards gone and the trick, with nothing else known."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from spades_cli import NIL, Bid, Card, Played, Rules, SeenTrick, View
from spades_cli.engine.bidding import Holding, legal_bids
from tests.plugins.positions import blank_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def read_bid(value: object) -> Bid:
    """``"nil"`` or a number, as text or not."""
    return NIL if value == "nil" else Bid.parse(str(value))


def to_bid(
    rules: Rules, hand: str, bids: Mapping[str, object], scores: Sequence[int] = (0, 0), seat: str = "N"
) -> View:
    """The view of ``seat`` in the bidding, the third round of a match."""
    made = {other: read_bid(bid) for other, bid in bids.items()}
    cards = hand.split()
    held = Holding(rules.hand_size, sum(rules.pack.suit(Card(card)) == "S" for card in cards))
    legal = legal_bids(rules, [made.get(other) for other in rules.seats], rules.seats.index(seat), held)
    score = MappingProxyType(dict(zip(rules.sides, scores, strict=True)))
    return blank_view(rules, cards, seat=seat, turn=seat, legal=legal, bids=MappingProxyType(made), scores=score)


def to_play(rules: Rules, hand: str, trick: str, **known: Any) -> View:
    """The view of N (or P1) with the ``trick`` before it: ``bids`` and ``taken`` from that seat on, ``gone`` cards."""
    seats, cards = rules.seats, [Card(card) for card in hand.split()]
    played = [Card(card) for card in trick.split()]
    first = len(seats) - len(played)
    table = tuple(Played(seats[(first + i) % len(seats)], card) for i, card in enumerate(played))
    led = rules.pack.suit(played[0]) if played else "S"
    follow = [card for card in cards if (rules.pack.suit(card) == led) == bool(played)]
    gone = [Played(seats[0], Card(card)) for card in known.get("gone", "").split()]
    scores = known.get("scores", [0] * len(rules.sides))
    return blank_view(
        rules,
        cards,
        seat=seats[0],
        turn=seats[0],
        phase="play",
        legal=tuple(follow or cards),
        bids=MappingProxyType(dict(zip(seats, map(read_bid, known["bids"]), strict=True))),
        leader=table[0].seat if table else seats[0],
        trick=table,
        tricks=tuple(SeenTrick(tuple(gone[i : i + 4]), seats[0]) for i in range(0, len(gone), 4)),
        taken=MappingProxyType(dict(zip(seats, known["taken"], strict=True))),
        voids=MappingProxyType({seat: frozenset(known.get("voids", {}).get(seat, "")) for seat in seats}),
        broken=True,
        scores=MappingProxyType(dict(zip(rules.sides, scores, strict=True))),
        bags=MappingProxyType(dict(zip(rules.sides, known.get("bags", [0] * len(rules.sides)), strict=True))),
    )
