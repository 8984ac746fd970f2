"""A recorded game in its one normal form, so that equal games are equal bytes, however they were written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.record.reader import GameRecord, Line

_ORDER = {
    "game": ("t", "v", "g", "rules", "players", "seed", "game", "guard", "dealer", "app", "plugins"),
    "round": (
        "t", "g", "n", "dealer", "pack", "deal", "given", "misdeals", "draft", "bids", "exchange", "plays", "taken",
        "forfeit", "points", "bags", "score",
    ),
    "end": ("t", "g", "winner", "score", "reason", "rounds"),
}  # fmt: skip


def normal_lines(game: GameRecord) -> Iterator[Line]:
    """The game line, the lines of each round, and the end line; nothing that the record says is left out or changed.

    A round is its ``undo`` and ``fault`` lines, other kinds, and then its ``round`` line; an unfinished one its deal
    and actions. Fields stand in the order in which this program writes them, unknown ones behind.
    """
    yield _in_order(game.header)
    told: set[int] = set()
    for line in game.rounds:
        yield from _around(game, line.get("n"), told)
        yield _in_order(line)
    yield from (line for line in _beside(game) if id(line) not in told)
    yield from map(_in_order, game.loose)
    if game.end is not None:
        yield _in_order(game.end)


def _beside(game: GameRecord) -> list[Line]:
    return [*game.undos, *game.faults, *game.others]


def _around(game: GameRecord, number: object, told: set[int]) -> Iterator[Line]:
    """The lines that belong to a round besides its own; ``told`` collects them."""
    for line in _beside(game):
        if line.get("n") == number and id(line) not in told:
            told.add(id(line))
            yield line


def _in_order(line: Line) -> Line:
    """The same fields, the known ones first and in their order."""
    known = [key for key in _ORDER.get(line["t"], ()) if key in line]
    return {key: line[key] for key in [*known, *line]}
