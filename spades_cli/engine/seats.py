"""Seats and sides: who sits where, and which of them keep one score together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def name_seats(players: int) -> tuple[str, ...]:
    """Seat names in playing order: N E S W at a table of four, P1, P2 ... elsewhere."""
    return ("N", "E", "S", "W") if players == 4 else tuple(f"P{i + 1}" for i in range(players))


def find_place(seats: Sequence[str], seat: str) -> int:
    """The place of a seat's name; UsageError for a seat this table does not have."""
    try:
        return seats.index(seat)
    except ValueError:
        raise UsageError(f"no seat {seat!r} at this table; seats are {' '.join(seats)}") from None


def by_side(sides: Iterable[str], given: Mapping[str, int] | None) -> dict[str, int]:
    """A number for every side, 0 where none is given; UsageError for a side this table does not have."""
    numbers = dict.fromkeys(sides, 0)
    if given:
        for side in given:
            if side not in numbers:
                raise UsageError(f"no side {side!r} at this table; sides are {' '.join(numbers)}")
        numbers.update(given)
    return numbers


def name_sides(seats: Sequence[str], teams: str) -> dict[str, tuple[int, ...]]:
    """Each side's name and the places of its seats: NS and EW, or P1P4, or a seat alone."""
    count = {"solo": len(seats), "pairs": len(seats) // 2, "triples": 2}[teams]
    members = [tuple(range(first, len(seats), count)) for first in range(count)]
    return {"".join(seats[place] for place in side): side for side in members}
