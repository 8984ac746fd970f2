"""What one seat may know: an immutable value with no way back to the round or to other hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine import kernel
from spades_cli.engine.cards import SUITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.engine.actions import Action, Answer, Bid
    from spades_cli.engine.cards import Card, Deck
    from spades_cli.engine.round import Round, Trick
    from spades_cli.engine.rules import Rules


class Played(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: str
    card: Card


class SeenTrick(NamedTuple):
    """A finished trick: its cards in playing order (the first one led) and the seat that won it."""

    cards: tuple[Played, ...]
    winner: str


class SeenGift(NamedTuple):
    """An exchange as one seat saw it: everybody sees the ``size``; ``cards`` and ``drawn`` are empty to strangers.

    ``receiver`` is None for cards thrown away, to the discard pile or aside.
    """

    giver: str
    receiver: str | None
    size: int
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]


class Due(NamedTuple):
    """The exchange asked of the seat now: how many cards, and to whom (None: thrown away)."""

    least: int
    most: int
    receiver: str | None


@dataclass(frozen=True, slots=True)
class View:
    """Everything ``seat`` may know, and nothing else; equal knowledge makes equal views.

    ``hand`` is sorted weakest first, clubs to spades, and empty before a blind choice is made. ``legal`` is empty
    unless it is this seat's turn. ``drawn`` is the card to keep or decline in a draft, ``answers`` what everybody
    answered there, ``discards`` the cards of the pile that this seat has seen go. ``voids`` are the suits each seat has
    shown to be out of. ``scores`` and ``bags`` are by side, from before the round; ``tricks_in_round`` is the size of a
    hand. ``last`` says that the game is stopped after this round, whatever the scores: its points are what counts.
    """

    rules: Rules = field(repr=False)
    seat: str
    phase: str
    turn: str | None
    number: int
    dealer: str
    hand: tuple[Card, ...]
    legal: tuple[Action, ...]
    bids: Mapping[str, Bid]
    leader: str | None
    trick: tuple[Played, ...]
    tricks: tuple[SeenTrick, ...]
    taken: Mapping[str, int]
    voids: Mapping[str, frozenset[str]]
    broken: bool
    scores: Mapping[str, int]
    bags: Mapping[str, int]
    tricks_in_round: int
    drawn: Card | None
    answers: tuple[tuple[str, Answer], ...]
    discards: tuple[Card, ...]
    gifts: tuple[SeenGift, ...]
    due: Due | None
    last: bool = False

    @property
    def deck(self) -> Deck:
        """The pack: suits and ranks as they count in play."""
        return self.rules.pack

    @property
    def side(self) -> str:
        """The side of this seat."""
        return self.rules.side_of[self.rules.seats.index(self.seat)]

    @property
    def partners(self) -> tuple[str, ...]:
        """The other seats of this side, next one clockwise first."""
        seats, side = self.rules.seats, self.side
        start = seats.index(self.seat)
        around = [(start + i) % len(seats) for i in range(1, len(seats))]
        return tuple(seats[place] for place in around if self.rules.side_of[place] == side)

    @property
    def led(self) -> str | None:
        """The suit led to the trick on the table, or None on lead."""
        return self.deck.suit(self.trick[0].card) if self.trick else None


def make_view(deal: Round, place: int) -> View:
    """The view of the seat at ``place``."""
    rules, seats = deal.rules, deal.rules.seats
    playing = deal.phase in ("play", "over")
    my_turn = deal.turn == seats[place]
    asleep = deal.phase == "blind" and not deal.pack
    due = deal.due_exchange() if my_turn else None
    trick = tuple(
        Played(seats[(deal.leader + i) % len(seats)], rules.pack.names[card]) for i, card in enumerate(deal.trick)
    )
    return View(
        rules=rules,
        seat=seats[place],
        phase=str(deal.phase),
        turn=deal.turn,
        number=deal.number,
        dealer=seats[deal.dealer],
        hand=() if asleep else rules.pack.cards(deal.hands[place]),
        legal=deal.legal() if my_turn else (),
        bids=MappingProxyType({seat: bid for seat, bid in zip(seats, deal.bids, strict=True) if bid is not None}),
        leader=seats[deal.leader] if playing else None,
        trick=trick,
        tricks=_seen_tricks(deal),
        taken=MappingProxyType(dict(zip(seats, deal.taken, strict=True))),
        voids=_shown_voids(deal),
        broken=deal.broken,
        scores=MappingProxyType(deal.scores),
        bags=MappingProxyType(deal.bags),
        tricks_in_round=deal.size,
        drawn=rules.pack.names[deal.drawn_card()] if my_turn and deal.phase == "draft" else None,
        answers=tuple((seats[draw.place], draw.answer) for draw in deal.draws),
        discards=_seen_discards(deal, place),
        gifts=tuple(_seen_gift(deal, i, place) for i in range(len(deal.gifts))),
        due=Due(due.least, due.most, seats[due.to] if due.to is not None else None) if due else None,
        last=deal.last,
    )


def seen_trick(deal: Round, trick: Trick) -> SeenTrick:
    """A finished trick as everybody saw it."""
    seats, names = deal.rules.seats, deal.rules.pack.names
    cards = tuple(Played(seats[(trick.leader + i) % len(seats)], names[card]) for i, card in enumerate(trick.cards))
    return SeenTrick(cards, seats[trick.winner])


def _seen_tricks(deal: Round) -> tuple[SeenTrick, ...]:
    """The finished tricks; the round remembers those it has shown before."""
    shown = deal.shown
    if len(shown) < len(deal.tricks):
        shown += [seen_trick(deal, trick) for trick in deal.tricks[len(shown) :]]
    return tuple(shown)


def _shown_voids(deal: Round) -> Mapping[str, frozenset[str]]:
    """The suits each seat did not follow to."""
    rules, seats = deal.rules, deal.rules.seats
    voids: dict[str, set[str]] = {seat: set() for seat in seats}
    for leader, cards in [*((trick.leader, trick.cards) for trick in deal.tricks), (deal.leader, deal.trick)]:
        led = kernel.run_of(cards[0], rules.pack.runs) if cards else 0
        for i, card in enumerate(cards):
            if not card & led:
                voids[seats[(leader + i) % len(seats)]].add(SUITS[rules.pack.runs.index(led)])
    return MappingProxyType({seat: frozenset(suits) for seat, suits in voids.items()})


def _seen_discards(deal: Round, place: int) -> tuple[Card, ...]:
    """What the seat has seen of the draft's discard pile: what lies face up, its own declined cards, peeks, throws."""
    draft, seen = deal.rules.draft, 0
    for draw in deal.draws:
        own = draw.place == place and (draw.answer == "decline" or draft.peek)
        if own or draft.discards == "up":
            seen |= draw.gone
    for gift in deal.gifts:
        if gift.to is None and deal.rules.deal.method == "draft" and (gift.place == place or draft.discards == "up"):
            seen |= gift.cards
        if gift.place == place or draft.discards == "up":
            seen &= ~gift.drawn
    return deal.rules.pack.cards(seen)


def _seen_gift(deal: Round, index: int, place: int) -> SeenGift:
    rules, gift = deal.rules, deal.gifts[index]
    concerned = place in (gift.place, gift.to)
    return SeenGift(
        rules.seats[gift.place],
        rules.seats[gift.to] if gift.to is not None else None,
        gift.cards.bit_count(),
        rules.pack.cards(gift.cards) if concerned else (),
        rules.pack.cards(gift.drawn) if gift.place == place else (),
    )
