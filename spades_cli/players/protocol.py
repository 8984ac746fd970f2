"""The messages of ``spades-bot/1`` and what they mean: a view from a request, a result from the end of a round.

``view_to_dict`` of the engine's events writes a request; ``view_from_dict`` is its inverse, on the bot's side.
"""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from spades_cli.engine.actions import Answer, Bid, parse_action
from spades_cli.engine.cards import Card
from spades_cli.engine.events import view_to_dict
from spades_cli.engine.exchange import Exchange, legal_gives
from spades_cli.engine.scoring import Line, RoundResult
from spades_cli.engine.view import Due, Played, SeenGift, SeenTrick, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spades_cli.engine.actions import Action
    from spades_cli.engine.rules import Rules

#: The version of the protocol, ``v`` in the greeting.
VERSION = 1
#: The requests that ask for a decision.
DECISIONS = ("draft", "blind", "exchange", "bid", "play")
#: What a bot may want to be told; all of it has no id and no answer.
NOTICES = ("options", "match", "trick", "round_end", "match_end", "bye")

Message = dict[str, Any]


def to_line(message: Mapping[str, Any]) -> bytes:
    """A message as it is sent: one line of JSON, in ASCII."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def hello(number: int, rules: Rules, app: str) -> Message:
    """The greeting, with the resolved rules."""
    from spades_cli.variants.writer import rules_to_dict

    return {"id": number, "type": "hello", "v": VERSION, "rules": rules_to_dict(rules), "app": app}


def request(number: int, view: View, timeout: float) -> Message:
    """The request for a decision."""
    return {"id": number, **view_to_dict(view), "time_ms": round(timeout * 1000)}


def trick_notice(view: View, index: int) -> Message:
    """A finished trick; ``trick`` counts from 1."""
    trick = view.tricks[index]
    cards = " ".join(card for _, card in trick.cards)
    return {
        "type": "trick", "n": view.number, "trick": index + 1, "leader": trick.cards[0].seat, "cards": cards,
        "winner": trick.winner,
    }  # fmt: skip


def round_notice(view: View, result: RoundResult) -> Message:
    """The end of a round: the last view, and how it was scored."""
    message = view_to_dict(view) | {"type": "round_end", "result": _result_to_dict(result)}
    del message["legal"]
    return message


def _result_to_dict(result: RoundResult) -> Message:
    return {
        "taken": dict(result.taken),
        "points": dict(result.points),
        "bags": dict(result.bags),
        "lines": {side: [list(line) for line in lines] for side, lines in result.lines.items()},
        "sets": sorted(result.sets),
        "wins": result.wins,
        "forfeited": result.forfeited,
    }


# --- the bot's side --------------------------------------------------------------------------------------------------


def view_from_dict(message: Mapping[str, Any], rules: Rules) -> View:
    """The view that a request or the end of a round was made from.

    KeyError, TypeError or ValueError for a message that is neither.

    >>> from spades_cli import Round, Rules
    >>> deal = Round(Rules(), seed=7, dealer="W")
    >>> view = deal.view("N")
    >>> view_from_dict(request(1, view, 10), Rules()) == view
    True
    """
    ended = message["type"] == "round_end"
    seat, hand = message["seat"], _cards(message["hand"])
    tricks = _tricks(message, rules)
    leads = message.get("leads", [])
    trick = tuple(Played(player, Card(card)) for player, card in message["trick"])
    give = message.get("give")
    due = Due(give["least"], give["most"], give["to"]) if give else None
    return View(
        rules=rules,
        seat=seat,
        phase="over" if ended else message["type"],
        turn=None if ended else seat,
        number=message["n"],
        dealer=message["dealer"],
        hand=hand,
        legal=_gives(rules, hand, due) if due else tuple(map(parse_action, message.get("legal", []))),
        bids=MappingProxyType({player: Bid.parse(bid) for player, bid in message["bids"].items()}),
        leader=leads[-1] if leads else None,
        trick=trick,
        tricks=tricks,
        taken=MappingProxyType(dict(message["taken"])),
        voids=_voids(rules, [*(done.cards for done in tricks), trick]),
        broken=message["broken"],
        scores=MappingProxyType(dict(message["score"])),
        bags=MappingProxyType(dict(message["bags"])),
        tricks_in_round=message["tricks_in_round"],
        drawn=Card(message["drawn"]) if "drawn" in message else None,
        answers=tuple((player, Answer(answer)) for player, answer in message.get("draft", [])),
        discards=_cards(message.get("discards", [])),
        gifts=tuple(_gift(gift) for gift in message.get("gifts", [])),
        due=due,
        last=message.get("last", False),
    )


def result_from_dict(values: Mapping[str, Any]) -> RoundResult:
    """The ``result`` of a round's end."""
    return RoundResult(
        taken=MappingProxyType(dict(values["taken"])),
        points=MappingProxyType(dict(values["points"])),
        bags=MappingProxyType(dict(values["bags"])),
        lines=MappingProxyType({side: tuple(Line(*line) for line in lines) for side, lines in values["lines"].items()}),
        sets=frozenset(values["sets"]),
        wins=values["wins"],
        forfeited=values["forfeited"],
    )


def _cards(texts: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(Card, texts))


def _tricks(message: Mapping[str, Any], rules: Rules) -> tuple[SeenTrick, ...]:
    """The finished tricks: ``leads`` says who led each one, and so who won the one before."""
    cards, leads = _cards(message["plays"].split()), message.get("leads", [])
    seats, size = rules.seats, len(rules.seats)
    found = []
    for index, start in enumerate(range(0, len(cards), size)):
        first = seats.index(leads[index])
        played = (Played(seats[(first + i) % size], card) for i, card in enumerate(cards[start : start + size]))
        found.append(SeenTrick(tuple(played), leads[index + 1]))
    return tuple(found)


def _voids(rules: Rules, tricks: Iterable[tuple[Played, ...]]) -> Mapping[str, frozenset[str]]:
    """The suits each seat did not follow to."""
    voids: dict[str, set[str]] = {seat: set() for seat in rules.seats}
    for trick in tricks:
        for player, card in trick:
            if (led := rules.pack.suit(trick[0].card)) != rules.pack.suit(card):
                voids[player].add(led)
    return MappingProxyType({seat: frozenset(suits) for seat, suits in voids.items()})


def _gives(rules: Rules, hand: tuple[Card, ...], due: Due) -> tuple[Action, ...]:
    """Every choice of cards for an exchange, which a request does not list."""
    return legal_gives(rules.pack, rules.pack.mask(hand), Exchange(0, due.least, due.most, None, "aside"))


def _gift(values: Mapping[str, Any]) -> SeenGift:
    return SeenGift(values["seat"], values["to"], values["size"], _cards(values["cards"]), _cards(values["drew"]))
