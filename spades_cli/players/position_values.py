"""Values of a position as somebody typed it, by kind: read forgivingly, or refused under the name of their field."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from spades_cli.engine.cards import Card, parse_card, parse_cards
from spades_cli.engine.rules import BIG
from spades_cli.errors import InvalidAction, SpadesError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from spades_cli.engine.rules import Rules


def wrong(field: str, what: str, hint: str = "") -> SpadesError:
    """What is wrong with a field of the position."""
    return SpadesError(f"{field}: {what}", hint=hint)


def show(value: object) -> str:
    """A value of the input, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


class Values:
    """A request whose values are read by kind; a value that is missing or null is unknown.

    SpadesError names the field that is wrong.
    """

    def __init__(self, message: Mapping[str, Any], rules: Rules) -> None:
        self._message, self.rules = message, rules

    def _seat(self, field: str, value: object) -> str:
        seats = self.rules.seats
        if not isinstance(value, str) or value.upper() not in seats:
            raise wrong(field, f"no seat {show(value)} at this table", f"seats are {' '.join(seats)}")
        return value.upper()

    def _integer(self, field: str, value: object, low: int = -BIG, high: int = BIG) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise wrong(field, f"a whole number from {low} to {high}, not {show(value)}")
        return value

    def _number(self, field: str, low: int, high: int = BIG) -> int | None:
        value = self._message.get(field)
        return None if value is None else self._integer(field, value, low, high)

    def _flag(self, field: str) -> bool | None:
        value = self._message.get(field)
        if value is not None and not isinstance(value, bool):
            raise wrong(field, f"true or false, not {show(value)}")
        return value

    def _list(self, field: str, value: object) -> list[Any]:
        if not isinstance(value, list):
            raise wrong(field, f"a list, not {show(value)}")
        return value

    def _pairs(self, field: str, example: str) -> list[list[Any]]:
        value = self._message.get(field)
        pairs = [] if value is None else self._list(field, value)
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                raise wrong(field, f"{show(pair)} is no pair", f"write it as {example}")
        return pairs

    def _object(self, field: str) -> dict[str, Any]:
        value = self._message.get(field)
        if value is not None and not isinstance(value, dict):
            raise wrong(field, f"an object, not {show(value)}")
        return value or {}

    def _by_seat(self, field: str) -> dict[str, Any]:
        """What is told of each seat; null tells nothing."""
        found = {self._seat(field, seat): value for seat, value in self._object(field).items()}
        return {seat: value for seat, value in found.items() if value is not None}

    def _cards(self, field: str, value: object) -> tuple[Card, ...]:
        if value is None:
            return ()
        if isinstance(value, str):
            return tuple(self._read(field, parse_cards, value))
        return tuple(self._read(field, parse_card, card) for card in self._list(field, value))

    def _read(self, field: str, parse: Callable[[str], Any], value: object) -> Any:
        """The value as a parser understands it."""
        if not isinstance(value, str):
            raise wrong(field, f"a text, not {show(value)}")
        try:
            return parse(value)
        except InvalidAction as error:
            raise wrong(field, str(error), error.hint) from None
