"""What a record file holds, game by game, so that one of thousands can be opened without keeping the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.errors import RecordError, UsageError
from spades_cli.record.reader import bounded_lines, read_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from spades_cli.record.reader import GameRecord


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of a file: its number there, id, line and first byte, who played, and how far it went.

    ``winner`` is None for a draw and for a game without an end; ``scores`` are empty for the latter.
    """

    number: int
    id: str
    line: int
    offset: int
    rules: str
    players: Mapping[str, str]
    rounds: int
    winner: str | None
    scores: Mapping[str, int]


class Contents:
    """The games of a record file in their order there."""

    def __init__(self, path: Path, problem: Callable[[str], None]) -> None:
        """Read the file once; its problems are told. RecordError if it cannot be read or holds no game."""
        self.path = path
        try:
            with path.open("rb") as file:
                found = [_describe(game) for game in read_games(bounded_lines(file, str(path)), str(path), problem)]
        except OSError as error:
            raise RecordError(f"{path}: cannot be read: {error.strerror}") from error
        self.entries: Sequence[Entry] = sorted(found, key=lambda entry: entry.number)

    def find(self, name: str) -> list[Entry]:
        """The games that a number (from 1) or an id names; UsageError if there is none."""
        found = [entry for entry in self.entries if is_game(name, entry.number, entry.id)]
        if not found:
            raise UsageError(f"{self.path}: no game {name}", hint=_describe_choice(self.entries))
        return found

    def open(self, entry: Entry) -> GameRecord:
        """One game, read from its place in the file; RecordError if it is not there any more."""
        try:
            with self.path.open("rb") as file:
                file.seek(entry.offset)
                game = next(_first_games(file, str(self.path)), None)
        except OSError as error:
            raise RecordError(f"{self.path}: cannot be read: {error.strerror}") from error
        if game is None or game.id != entry.id:
            raise RecordError(f"{self.path}:{entry.line}: game {entry.id} is not there any more")
        game.number, game.first_line, game.offset = entry.number, entry.line, entry.offset
        return game


def is_game(name: str, number: int, game: str) -> bool:
    """Whether ``name`` is the number of a game in its file, or its id."""
    return name == game or (name.isascii() and name.isdigit() and name.lstrip("0") == str(number))


def _first_games(lines: Iterable[bytes], name: str) -> Iterator[GameRecord]:
    return (game for game in read_games(lines, name, _ignore) if game.number == 1)


def _ignore(problem: str) -> None:
    """It was told when the whole file was read."""


def _describe(game: GameRecord) -> Entry:
    end = game.end or {}
    scores, winner = end.get("score"), end.get("winner")
    return Entry(
        number=game.number,
        id=game.id,
        line=game.first_line,
        offset=game.offset,
        rules=str(game.header["rules"].get("name")),
        players={str(seat): str(name) for seat, name in game.header["players"].items()},
        rounds=len(game.rounds),
        winner=winner if isinstance(winner, str) else None,
        scores=scores if isinstance(scores, dict) else {},
    )


def _describe_choice(entries: Sequence[Entry]) -> str:
    if len(entries) == 1:
        return f"its only game is {entries[0].id}"
    return f"games are numbered 1 to {entries[-1].number}, or named by id, as {entries[0].id}"
