"""The decisions a player can make, and their text: bids, keep or decline, cards given, cards played."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from spades_cli.engine.cards import Card, format_cards, parse_card, parse_cards
from spades_cli.errors import InvalidAction


class Bid(NamedTuple):
    """A bid: a number of tricks, nil, or either of them made blind.

    >>> str(Bid(4)), str(Bid.parse("blind nil")), str(Bid.parse("b6"))
    ('4', 'bn', 'b6')

    ``tricks`` is 0 for nil; a plain zero (``bidding.zero = "zero"``) is ``Bid(0)``.
    """

    tricks: int
    nil: bool = False
    blind: bool = False

    def __str__(self) -> str:
        if self.nil:
            return "bn" if self.blind else "nil"
        return f"b{self.tricks}" if self.blind else str(self.tricks)

    @classmethod
    def parse(cls, text: str) -> Bid:
        """Read ``4``, ``nil``, ``bn``, ``blind nil``, ``b6`` or ``blind 6``; InvalidAction for anything else."""
        found = _BID.fullmatch(" ".join(text.lower().split()))
        if found is None:
            raise InvalidAction(f"{text.strip()!r} is not a bid", hint="bids look like 4, nil, bn (blind nil) or b6")
        if found["tricks"]:
            return cls(int(found["tricks"]), blind=bool(found["blind"]))
        return cls(0, nil=True, blind=bool(found["blind"]) or found["nil"] != "nil")


_BID = re.compile(r"(?P<blind>b(lind)?[ -]?)?((?P<tricks>[0-9]{1,3})|(?P<nil>nil|(?<=b)n|double nil))", re.ASCII)
NIL = Bid(0, nil=True)
BLIND_NIL = Bid(0, nil=True, blind=True)


class Answer(StrEnum):
    """Answers that are neither bid nor card: the draft's keep or decline, and looking before bidding."""

    KEEP = "keep"
    DECLINE = "decline"
    #: No blind bid: look at the cards.
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Give:
    """Cards handed over or thrown away in an exchange, all at once; possibly none.

    The cards are kept in one order (strongest first by text), so that the same choice is the same value.
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))

    def __str__(self) -> str:
        return f"give {format_cards(self.cards) or 'none'}"

    @classmethod
    def parse(cls, text: str) -> Give:
        """Read ``give 2C 3D`` or ``give none``; the word ``give`` may be left out."""
        words = text.strip()
        if not words:
            raise InvalidAction("'' is not an exchange", hint="name the cards to give, or none")
        words = words[4:].strip() if words.lower().startswith("give") else words
        return cls(()) if words.lower() in ("", "none", "nothing") else cls(parse_cards(words))


Action: TypeAlias = Card | Bid | Answer | Give


def parse_answer(text: str) -> Answer:
    """Read ``keep``, ``decline`` or ``look``; InvalidAction for anything else."""
    try:
        return Answer(text.strip().lower())
    except ValueError:
        raise InvalidAction(f"{text.strip()!r} is not an answer", hint="answer keep, decline or look") from None


def format_action(action: Action) -> str:
    """The one written form of an action; ``parse_action`` reads it back."""
    return str(action)


def parse_action(text: str) -> Action:
    """Read any action from its text: an answer, a bid, ``give ...`` or a card.

    >>> parse_action("10s"), parse_action("nil"), parse_action("keep")
    (Card('TS'), Bid(tricks=0, nil=True, blind=False), <Answer.KEEP: 'keep'>)
    """
    if text.strip().lower().startswith("give"):
        return Give.parse(text)
    for parse in (parse_answer, Bid.parse):
        try:
            return parse(text)
        except InvalidAction:
            continue
    try:
        return parse_card(text)
    except InvalidAction:
        raise InvalidAction(
            f"{text.strip()!r} is not an action", hint="actions look like QH, 4, nil, bn, keep or give 2C 3D"
        ) from None
