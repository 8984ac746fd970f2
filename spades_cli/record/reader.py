"""Reads match records: one :class:`GameRecord` per game, whatever state the file was left in."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spades_cli.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Line = dict[str, Any]
#: Lines of single decisions, and every kind of line that belongs to a game.
ACTIONS = ("draft", "blind", "exchange", "bid", "play")
KINDS = (*ACTIONS, "deal", "round", "fault", "end")


@dataclass(slots=True)
class GameRecord:
    """One recorded game.

    ``rounds`` are the finished rounds' lines, ``loose`` the deal and action lines of a round that was not finished,
    ``end`` the end line or None. ``first_line`` is where the game begins in its file.
    """

    header: Line
    first_line: int
    rounds: list[Line] = field(default_factory=list)
    faults: list[Line] = field(default_factory=list)
    loose: list[Line] = field(default_factory=list)
    end: Line | None = None

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.header.get("g"))

    def add(self, line: Line) -> None:
        """Take one more line; kinds that this version does not know are skipped."""
        match line["t"]:
            case "round":
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


def read_games(chunks: Iterable[bytes], name: str, problem: Callable[[str], None]) -> Iterator[GameRecord]:
    """The games of a record, given line by line as bytes.

    A line that cannot be read is told to ``problem`` (``NAME:LINE: ...``) and skipped; a torn last line is named so.
    Raises RecordError where no game can be found at all.
    """
    games: dict[str, GameRecord] = {}
    count = 0
    for number, line in _read_lines(chunks, name, problem):
        game = str(line.get("g"))
        if line["t"] == "game":
            if game in games:
                yield games.pop(game)
            games[game] = GameRecord(_check_header(line, f"{name}:{number}"), number)
            count += 1
        elif game in games:
            games[game].add(line)
            if line["t"] == "end":
                yield games.pop(game)
        elif line["t"] in KINDS:
            problem(f"{name}:{number}: a {line['t']} line of game {game}, which has no header before it")
    yield from games.values()
    if not count:
        raise RecordError(f"{name}: no game in this file", hint='a record begins with a line {"t":"game",...}')


def _read_lines(chunks: Iterable[bytes], name: str, problem: Callable[[str], None]) -> Iterator[tuple[int, Line]]:
    for number, raw in enumerate(chunks, start=1):
        torn = not raw.endswith(b"\n")
        text = raw.strip().removeprefix(b"\xef\xbb\xbf")
        if not text:
            continue
        try:
            line = json.loads(text.decode())
        except (ValueError, RecursionError) as error:
            what = "a torn last line" if torn else f"not a line of JSON ({error})"
            problem(f"{name}:{number}: {what}, ignored")
            continue
        if isinstance(line, dict) and isinstance(line.get("t"), str):
            yield number, line
        else:
            problem(f'{name}:{number}: not a record line (an object with "t"), ignored')


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
    return line
