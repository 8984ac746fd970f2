"""Everything that happens in a match, as small frozen values, and as the dicts of records, pipes and bots.

One vocabulary serves the renderer, the record file and ``--format jsonl``; the record package gives each event its
line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from spades_cli.engine.actions import Action, format_action
from spades_cli.engine.cards import Card, format_cards
from spades_cli.engine.view import seen_trick

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.engine.round import Round
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import Played, SeenGift, View


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins: the hands as dealt, or the whole pack in drawing order where there is a draft.

    ``given`` says that the cards were not dealt from the seed; ``misdeals`` counts hands thrown in before.
    """

    number: int
    dealer: str
    hands: Mapping[str, tuple[Card, ...]]
    pack: tuple[Card, ...] = ()
    misdeals: int = 0
    given: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat is asked for its decision; the view is what it may know."""

    view: View


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat decided; the action is legal and done."""

    number: int
    seat: str
    phase: str
    action: Action


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete; ``trick`` counts from 1."""

    number: int
    trick: int
    cards: tuple[Played, ...]
    winner: str


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is scored; ``deal`` is the finished round, ``scores`` the match scores after it."""

    number: int
    deal: Round
    result: RoundResult
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; the winner is None for a draw."""

    winner: str | None
    reason: str
    scores: Mapping[str, int]
    rounds: int


@dataclass(frozen=True, slots=True)
class Faulted:
    """A strategy failed its seat: it raised (``exception``), or answered what is ``illegal`` or ``malformed``.

    ``answer`` is the refused value as text, ``detail`` why, ``remedy`` what the table did about it.
    """

    number: int
    seat: str
    kind: str
    answer: str
    detail: str
    remedy: str


Event: TypeAlias = Dealt | Asked | Acted | TrickTaken | RoundScored | MatchEnded | Faulted


def describe_deal(deal: Round, *, given: bool = False) -> Dealt:
    """The event of a round that has just been dealt."""
    pack, names = deal.rules.pack, deal.rules.pack.names
    return Dealt(
        number=deal.number,
        dealer=deal.rules.seats[deal.dealer],
        hands={} if deal.pack else {seat: pack.cards(deal.hands[i]) for i, seat in enumerate(deal.rules.seats)},
        pack=tuple(names[card] for card in deal.pack),
        misdeals=deal.misdeals,
        given=given,
    )


def advance(deal: Round, offered: Action | str) -> list[Event]:
    """Apply an action to a round and say what happened: the action it meant, and the trick that it completed."""
    seat, phase, tricks = deal.turn or "", str(deal.phase), len(deal.tricks)
    events: list[Event] = [Acted(deal.number, seat, phase, deal.apply(offered))]
    if len(deal.tricks) > tricks:
        cards, winner = seen_trick(deal, deal.tricks[-1])
        events.append(TrickTaken(deal.number, len(deal.tricks), cards, winner))
    return events


def view_to_dict(view: View) -> dict[str, Any]:
    """A view as the message that asks for a decision: what the seat may know and what is legal.

    An exchange lists no combinations of cards; ``give`` says how many, and to whom.
    """
    message: dict[str, Any] = {
        "type": view.phase,
        "seat": view.seat,
        "n": view.number,
        "dealer": view.dealer,
        "hand": list(view.hand),
        "trick": [[seat, card] for seat, card in view.trick],
        "bids": {seat: str(bid) for seat, bid in view.bids.items()},
        "taken": dict(view.taken),
        "plays": format_cards(card for trick in view.tricks for _, card in trick.cards),
        "leads": _leads(view),
        "tricks_in_round": view.tricks_in_round,
        "broken": view.broken,
        "score": dict(view.scores),
        "bags": dict(view.bags),
    }
    if view.due:
        message["give"] = {"least": view.due.least, "most": view.due.most, "to": view.due.receiver}
    else:
        message["legal"] = [format_action(action) for action in view.legal]
    if view.last:
        message["last"] = True
    if view.drawn:
        message["drawn"] = view.drawn
    if view.answers or view.discards:
        message["draft"] = [[seat, str(answer)] for seat, answer in view.answers]
        message["discards"] = list(view.discards)
    if view.gifts:
        message["gifts"] = [_gift_to_dict(gift) for gift in view.gifts]
    return message


def _leads(view: View) -> list[str]:
    """Who led each trick, the one on the table last: every trick but that one was won by the next in the list."""
    leader = [view.leader] if view.leader else []
    return [trick.cards[0].seat for trick in view.tricks] + leader


def _gift_to_dict(gift: SeenGift) -> dict[str, Any]:
    return {
        "seat": gift.giver,
        "to": gift.receiver,
        "size": gift.size,
        "cards": list(gift.cards),
        "drew": list(gift.drawn),
    }
