"""What has been played of a match, so that it can go on: from its events, or from an unfinished game in a record."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from spades_cli.engine.events import Acted, Dealt, RoundScored
from spades_cli.errors import RecordError, SpadesError
from spades_cli.record.ledger import Ledger
from spades_cli.record.reader import bounded_lines, read_games

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from spades_cli.engine.events import Event
    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import GameRecord, Line


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round as far as it went: its cards, its decisions, who gave it up, and whether it was scored."""

    start: Dealt
    actions: tuple[Acted, ...] = ()
    forfeit: str | None = None
    scored: bool = False

    @property
    def events(self) -> tuple[Event, ...]:
        """The deal and the decisions."""
        return (self.start, *self.actions)


@dataclass(frozen=True, slots=True)
class Past:
    """What has been decided in a match; all rounds but the last one are scored."""

    rounds: tuple[PastRound, ...] = ()

    @property
    def finished(self) -> int:
        """How many rounds are scored."""
        return sum(round_.scored for round_ in self.rounds)

    @property
    def current(self) -> PastRound | None:
        """The round that lasts, if one does."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].scored else None

    def add(self, event: Event) -> Past:
        """The past with one more event."""
        match event:
            case Dealt():
                return Past((*self.rounds, PastRound(event)))
            case Acted():
                last = self.rounds[-1]
                return Past((*self.rounds[:-1], replace(last, actions=(*last.actions, event))))
            case RoundScored():
                last = replace(self.rounds[-1], forfeit=event.result.forfeited, scored=True)
                return Past((*self.rounds[:-1], last))
        return self

    def last_of(self, seats: Collection[str]) -> Acted | None:
        """The last decision of one of these seats."""
        actions = (action for round_ in reversed(self.rounds) for action in reversed(round_.actions))
        return next((action for action in actions if action.seat in seats), None)

    def before(self, undone: Acted) -> Past:
        """The past up to a decision of it, which is no part of it any more."""
        kept: list[PastRound] = []
        for round_ in self.rounds:
            places = [place for place, action in enumerate(round_.actions) if action is undone]
            if places:
                return Past((*kept, PastRound(round_.start, round_.actions[: places[0]])))
            kept.append(round_)
        raise ValueError(f"{undone} is no decision of this match")


@dataclass(frozen=True, slots=True)
class Saved:
    """An unfinished game in a record file.

    ``at`` is where it begins, in bytes; ``is_last`` says that nothing else stands behind it.
    """

    path: Path
    header: Line
    rules: Rules
    past: Past
    ledger: Ledger
    at: int
    is_last: bool


def open_saved(path: Path, problem: Callable[[str], None]) -> Saved:
    """The last unfinished game of a record.

    Lines that cannot be read are told to ``problem``. RecordError if the file cannot be read, holds no game or no
    unfinished one, or if the game does not fit the rules it carries.
    """
    try:
        with path.open("rb") as file:
            game = _find_unfinished(read_games(bounded_lines(file, str(path)), str(path), problem), path)
            if not isinstance(game.header.get("g"), str):
                raise RecordError(f"{path}:{game.first_line}: a game without an id cannot go on")
            file.seek(game.offset)
            raw, is_last = _lines_of(file, game.id)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from error
    rules, past = _play_again(game, path)
    current = past.current
    ledger = Ledger.resumed(game.header, raw, current.start if current else None)
    return Saved(path, game.header, rules, past, ledger, game.offset, is_last)


def _find_unfinished(games: Iterable[GameRecord], path: Path) -> GameRecord:
    """The last game without an end that was not begun anew further on."""
    last: dict[str, GameRecord] = {}
    ended: GameRecord | None = None
    for game in games:
        known = last.get(game.id)
        if known is None or known.offset < game.offset:
            last[game.id] = game
        if game.end is not None:
            ended = game
    unfinished = [game for game in last.values() if game.end is None]
    if unfinished:
        return max(unfinished, key=lambda game: game.offset)
    end = ended.end if ended and ended.end else {}
    how = f"{end['winner']} won it" if end.get("winner") else "it was drawn"
    raise RecordError(
        f"{path}: " + (f"the game is finished: {how}" if len(last) == 1 else f"all {len(last)} games are finished"),
        hint=f"spades-cli replay {path} shows it",
    )


def _lines_of(file: Iterable[bytes], game: str) -> tuple[list[bytes], bool]:
    """The lines of a game from its first one on, and whether the rest of the file holds nothing else."""
    found: list[bytes] = []
    is_last = True
    for raw in file:
        text = raw.strip()
        try:
            line: Any = json.loads(text)
        except (ValueError, RecursionError):
            continue  # blank, torn or no line of a record
        if isinstance(line, dict) and isinstance(line.get("t"), str) and str(line.get("g")) == game:
            found.append(text + b"\n")
        else:
            is_last = False
    return found, is_last


def _play_again(game: GameRecord, path: Path) -> tuple[Rules, Past]:
    """The rules of a game and its past; RecordError where the engine does not agree with the record."""
    from spades_cli.record.replay import Replay

    try:
        replay = Replay(game)
    except SpadesError as error:
        raise RecordError(
            f"{path}: game {game.id}: its rules are not understood: {str(error).splitlines()[0]}"
        ) from error
    past = Past()
    for event in replay.events():
        past = past.add(event)
    # Another hash alone comes from a version that knows other keys; the rules themselves are in the record.
    differences = [text for text in replay.differences if not text.startswith("rules: ")]
    if differences:
        raise RecordError(
            f"{path}: game {game.id} cannot go on: {differences[0]}", hint=f"spades-cli replay {path} --verify"
        )
    return replay.rules, past
