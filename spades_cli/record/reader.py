"""Reads match records: one :class:`GameRecord` per game, whatever state the file was left in."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from spades_cli.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Line = dict[str, Any]
#: Lines of single decisions, and every kind of line that belongs to a game.
ACTIONS = ("draft", "blind", "exchange", "bid", "play")
KINDS = (*ACTIONS, "deal", "round", "undo", "fault", "end")
#: Unreadable lines that are told before the first game; more of them only say that the file is no record.
_MOST_TOLD = 3
#: Bytes that no line of a record comes near; a file with such a line, as a device without an end, is something else.
LONGEST = 20_000_000
_HINT = 'a record begins with a line {"t":"game",...}'


@dataclass(slots=True)
class GameRecord:
    """One recorded game.

    ``rounds`` are the finished rounds' lines, ``loose`` the deal and action lines of a round that was not finished,
    ``end`` the end line or None. ``undos`` are decisions that were taken back, ``others`` lines of any other kind.
    ``first_line`` and ``offset`` (in bytes) are where the game begins in its file, and ``number`` counts the games
    there from 1.
    """

    header: Line
    first_line: int
    rounds: list[Line] = field(default_factory=list)
    faults: list[Line] = field(default_factory=list)
    loose: list[Line] = field(default_factory=list)
    end: Line | None = None
    undos: list[Line] = field(default_factory=list)
    others: list[Line] = field(default_factory=list)
    offset: int = 0
    number: int = 1

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.header.get("g"))

    def players(self, seats: Iterable[str]) -> dict[str, str]:
        """Who plays each seat; ``?`` where the record does not say."""
        return {seat: str(self.header["players"].get(seat, "?")) for seat in seats}

    def add(self, line: Line) -> None:
        """Take one more line."""
        match line["t"]:
            case "round":
                if self.rounds and self.rounds[-1].get("n") == line.get("n"):
                    # A writer that was stopped while it put the round in place of its actions left both copies.
                    self.rounds.pop()
                self.rounds.append(line)
                self.loose.clear()
            case "deal":
                self.loose = [line]
            case "fault":
                self.faults.append(line)
            case "end":
                self.end = line
            case kind if kind in ACTIONS:
                self.loose.append(line)
            case "turn" | "trick":
                pass  # Streams have them; they follow from the other lines.
            case "undo":
                self.undos.append(line)
                self._reopen(line.get("n"))
            case _:
                self.others.append(line)

    def _reopen(self, number: Any) -> None:
        """Forget the rounds from one on: it follows again, as it was before a decision that is taken back."""
        self.loose.clear()
        while isinstance(number, int) and self.rounds and _is_at_least(self.rounds[-1].get("n"), number):
            self.rounds.pop()


def _is_at_least(number: Any, least: int) -> bool:
    return isinstance(number, int) and number >= least


def bounded_lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of a file or pipe; RecordError for one that is longer than any line of a record."""
    while line := stream.readline(LONGEST + 1):
        if len(line) > LONGEST:
            raise RecordError(f"{name}: a line of more than {LONGEST // 1_000_000} MB, which is no match record")
        yield line


def read_games(chunks: Iterable[bytes], name: str, problem: Callable[[str], None]) -> Iterator[GameRecord]:
    """The games of a record, given line by line as bytes.

    A line that cannot be read is told to ``problem`` (``NAME:LINE: ...``) and skipped; a torn last line is named so. A
    game that a newer version wrote is told and left out. Raises RecordError where no game can be read at all.
    """
    headers = _Headers(name, problem)
    games: dict[str, GameRecord] = {}
    for place, line in _read_lines(chunks, name, problem):
        game = str(line.get("g"))
        if line["t"] == "game":
            if game in games:
                yield games.pop(game)
            if begun := headers.open(line, place):
                games[game] = begun
        elif game in games:
            games[game].add(line)
            if line["t"] == "end":
                yield games.pop(game)
        elif line["t"] in KINDS and game not in headers.refused:
            problem(f"{name}:{place.number}: a {line['t']} line of game {game}, which has no header before it")
    yield from games.values()
    headers.check()


class _Headers:
    """The game lines of one file; those that cannot be read are told as soon as there is one that can."""

    def __init__(self, name: str, problem: Callable[[str], None]) -> None:
        self.refused: dict[str, RecordError] = {}
        self._name, self._problem = name, problem
        self._count = 0
        self._readable = False

    def open(self, line: Line, place: _Place) -> GameRecord | None:
        """The game that a game line begins, or None for one that cannot be read."""
        self._count += 1
        game = str(line.get("g"))
        try:
            header = _check_header(line, f"{self._name}:{place.number}")
        except RecordError as error:
            self.refused[game] = error
            if self._readable:
                self._tell(error)
            return None
        if not self._readable:
            self._readable = True
            for refusal in self.refused.values():
                self._tell(refusal)
        self.refused.pop(game, None)
        return GameRecord(header, place.number, offset=place.offset, number=self._count)

    def check(self) -> None:
        """RecordError if there was no game to read."""
        if not self._readable:
            nothing = RecordError(f"{self._name}: no game in this file", hint=_HINT)
            raise next(iter(self.refused.values()), nothing)

    def _tell(self, error: RecordError) -> None:
        self._problem(f"{error}; this game is left out")


class _Place(NamedTuple):
    """Where a line stands: its number from 1, and its first byte."""

    number: int
    offset: int


def _read_lines(chunks: Iterable[bytes], name: str, problem: Callable[[str], None]) -> Iterator[tuple[_Place, Line]]:
    """The record lines; what is wrong with others is told from the first record line on, as a file without is none."""
    offset, begun = 0, False
    early: list[str] = []
    for number, raw in enumerate(chunks, start=1):
        place = _Place(number, offset)
        offset += len(raw)
        line = _parse_line(raw)
        if isinstance(line, dict):
            if not begun:
                begun = True
                for text in early:
                    problem(text)
            yield place, line
        elif line and begun:
            problem(f"{name}:{number}: {line}, ignored")
        elif line and len(early) < _MOST_TOLD:
            early.append(f"{name}:{number}: {line}, ignored")
    if early and not begun:
        raise RecordError(f"{early[0].removesuffix(', ignored')}; there is no game in this file", hint=_HINT)


def _parse_line(raw: bytes) -> Line | str:
    """The line's object, why there is none, or nothing for a blank line."""
    text = raw.strip().removeprefix(b"\xef\xbb\xbf")
    if not text:
        return ""
    try:
        line = json.loads(text.decode())
    except (ValueError, RecursionError) as error:
        return _describe_damage(text, torn=not raw.endswith(b"\n"), error=error)
    return (
        line if isinstance(line, dict) and isinstance(line.get("t"), str) else 'not a record line (an object with "t")'
    )


def _describe_damage(text: bytes, *, torn: bool, error: Exception) -> str:
    if torn:
        return "a torn last line"
    if isinstance(error, UnicodeDecodeError):
        return "bytes that are no text"
    return f"not a line of JSON ({'nested too deeply' if isinstance(error, RecursionError) else error})"


def _check_header(line: Line, place: str) -> Line:
    """The header, if its fields are what this program needs."""
    from spades_cli.record.lines import VERSION

    if line.get("v") != VERSION:
        raise RecordError(f"{place}: record version {line.get('v')!r}, this program reads version {VERSION}")
    rules = line.get("rules")
    if not isinstance(rules, dict) or not isinstance(rules.get("resolved"), dict):
        raise RecordError(f"{place}: the game line has no resolved rules")
    if not isinstance(line.get("seed"), int) or not isinstance(line.get("players"), dict):
        raise RecordError(f"{place}: the game line needs a seed and players")
    if not isinstance(line.get("dealer"), str | None):
        raise RecordError(f"{place}: the dealer of the game line is no seat")
    return line
