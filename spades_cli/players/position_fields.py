"""The fields of a position as somebody typed it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from spades_cli.engine.actions import NIL, Answer, Bid, parse_action, parse_answer
from spades_cli.engine.bidding import why_never
from spades_cli.engine.cards import Card, parse_card, read_suit
from spades_cli.engine.rules import BIG
from spades_cli.engine.view import Due, Played
from spades_cli.players.failures import did_you_mean
from spades_cli.players.position_values import Values, show, wrong
from spades_cli.players.protocol import DECISIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spades_cli.engine.actions import Action

#: Every field that means something here, and those of requests and JSON lines that do not.
KNOWN = frozenset((
    "type", "seat", "hand", "legal", "n", "dealer", "trick", "plays", "leads", "bids", "taken", "tricks_in_round",
    "broken", "score", "bags", "last", "give", "drawn", "draft", "discards", "gifts", "gone", "voids", "id", "time_ms",
    "t", "g",
))  # fmt: skip


def find_misspelt(message: Mapping[str, Any]) -> list[str]:
    """Unknown fields that look like known ones, as warnings; other unknown fields are nobody's business."""
    found = ((name, did_you_mean(name, KNOWN)) for name in message if name not in KNOWN)
    return [f"{show(name)}: unknown field{near}" for name, near in found if near]


class Fields(Values):
    """The fields of one request, each read when it is asked for; what is unknown is None, or empty."""

    # --- what is asked -------------------------------------------------------------------------------------------

    @cached_property
    def phase(self) -> str:
        """What is to be decided."""
        value = self._message.get("type")
        if value not in DECISIONS:
            given = f"{show(value)} asks for no decision" if value is not None else "missing"
            raise wrong("type", given, f"one of {', '.join(DECISIONS)}")
        return str(value)

    @cached_property
    def seat(self) -> str:
        """The seat that decides."""
        value = self._message.get("seat")
        if value is None:
            raise wrong("seat", "missing", f"seats are {' '.join(self.rules.seats)}")
        return self._seat("seat", value)

    @cached_property
    def place(self) -> int:
        """The place of that seat."""
        return self.rules.seats.index(self.seat)

    @cached_property
    def number(self) -> int | None:
        """The round."""
        return self._number("n", 1)

    @cached_property
    def last(self) -> bool:
        """Whether nothing follows this round, whatever the scores."""
        return bool(self._flag("last"))

    @cached_property
    def dealer(self) -> str | None:
        """The dealer."""
        value = self._message.get("dealer")
        return None if value is None else self._seat("dealer", value)

    @cached_property
    def size(self) -> int:
        """The cards of a whole hand."""
        return self._number("tricks_in_round", 1, self.rules.hand_size) or self.rules.hand_size

    # --- cards ---------------------------------------------------------------------------------------------------

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the seat; only a blind choice is made without."""
        if self._message.get("hand") is None and self.phase != "blind":
            raise wrong("hand", "missing", 'write it as ["QS","4H"] or "QS 4H"')
        return self.cards("hand")

    @property
    def finished(self) -> int:
        """The tricks that are over, known ones or not: the cards that have left the hand."""
        return self.size - len(self.hand) if self.phase == "play" else 0

    def cards(self, field: str) -> tuple[Card, ...]:
        """The cards of a field: a list, or one text."""
        return self._cards(field, self._message.get(field))

    @cached_property
    def trick(self) -> tuple[Played, ...]:
        """The trick on the table."""
        pairs = self._pairs("trick", '[["E","3H"]]')
        return tuple(Played(self._seat("trick", seat), self._read("trick", parse_card, card)) for seat, card in pairs)

    @cached_property
    def leads(self) -> list[str] | None:
        """Who led each known trick, and last who leads the one on the table."""
        value = self._message.get("leads")
        return None if value is None else [self._seat("leads", seat) for seat in self._list("leads", value)]

    @cached_property
    def drawn(self) -> Card | None:
        """The card to keep or decline."""
        value = self._message.get("drawn")
        return None if value is None else self._read("drawn", parse_card, value)

    @cached_property
    def voids(self) -> dict[str, frozenset[str]]:
        """The suits that a seat is known to be out of."""
        return {seat: frozenset(self._suits(value)) for seat, value in self._by_seat("voids").items()}

    # --- the round so far ----------------------------------------------------------------------------------------

    @cached_property
    def bids(self) -> dict[str, Bid]:
        """The bids made."""
        return {seat: self._bid(value) for seat, value in self._by_seat("bids").items()}

    @cached_property
    def taken(self) -> dict[str, int]:
        """The tricks taken, as far as they are told."""
        return {seat: self._integer("taken", value, 0) for seat, value in self._by_seat("taken").items()}

    @cached_property
    def broken(self) -> bool | None:
        """Whether a spade has been played."""
        return self._flag("broken")

    @cached_property
    def legal(self) -> tuple[Action, ...] | None:
        """The legal actions, if they are told."""
        value = self._message.get("legal")
        if value is None:
            return None
        return tuple(self._read("legal", parse_action, text) for text in self._list("legal", value))

    def by_side(self, field: str, low: int = -BIG) -> dict[str, int]:
        """A number for every side, 0 where none is told."""
        sides, given = dict.fromkeys(self.rules.sides, 0), self._object(field)
        for side, value in given.items():
            if side.upper() not in sides:
                raise wrong(field, f"no side {show(side)} at this table", f"sides are {' '.join(sides)}")
            if value is not None:
                sides[side.upper()] = self._integer(field, value, low)
        return sides

    @cached_property
    def due(self) -> Due | None:
        """The cards to give, if they are told."""
        given = self._object("give")
        if not given:
            return None
        least, most = (self._integer("give", given.get(key), 0, len(self.hand)) for key in ("least", "most"))
        if least > most:
            raise wrong("give", f"least {least} is more than most {most}")
        to = given.get("to")
        return Due(least, most, None if to is None else self._seat("give", to))

    @cached_property
    def answers(self) -> list[tuple[str, Answer]]:
        """Who kept or declined in the draft."""
        pairs = self._pairs("draft", '[["P1","keep"]]')
        return [(self._seat("draft", seat), self._read("draft", parse_answer, answer)) for seat, answer in pairs]

    @cached_property
    def gifts(self) -> list[dict[str, Any]]:
        """The exchanges so far, as the protocol writes them."""
        value = self._message.get("gifts")
        return [] if value is None else [self._gift(gift) for gift in self._list("gifts", value)]

    # --- parts of fields -----------------------------------------------------------------------------------------

    def _suits(self, value: object) -> Iterable[str]:
        for name in value.replace(",", " ").split() if isinstance(value, str) else self._list("voids", value):
            suit = read_suit(name) if isinstance(name, str) else None
            if suit is None:
                raise wrong("voids", f"{show(name)} is no suit", "suits are S H D C")
            yield suit

    def _bid(self, value: object) -> Bid:
        """A bid that some hand could make; 0 is nil where the rules say so."""
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        bid: Bid = self._read("bids", Bid.parse, text)
        rules = self.rules
        never = why_never(rules, bid, self.size)
        if never and bid == Bid(0) and rules.bidding.zero == "nil":
            bid, never = NIL, why_never(rules, NIL, self.size)
        if never:
            raise wrong("bids", never)
        return bid

    def _gift(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong("gifts", f"an object, not {show(value)}")
        to = value.get("to")
        cards = {key: self._cards("gifts", value.get(key)) for key in ("cards", "drew")}
        size = value.get("size", len(cards["cards"]))
        return {
            "seat": self._seat("gifts", value.get("seat")),
            "to": None if to is None else self._seat("gifts", to),
            "size": self._integer("gifts", size, 0, self.rules.pack.size),
            **cards,
        }
