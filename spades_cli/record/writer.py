"""Writes a match record as the match goes on, so that nothing finished is lost whatever happens."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from spades_cli.engine.events import Acted, Dealt, Faulted, MatchEnded, RoundScored
from spades_cli.errors import RecordError
from spades_cli.record import lines

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO

    from spades_cli.engine.events import Event


def to_json(line: dict[str, Any]) -> str:
    """One line of JSON in the one form this program writes."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


class GameLines:
    """The lasting lines of a game from its events: a line a round with its faults before it, and the end."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._start: Dealt | None = None
        self._faults: list[dict[str, Any]] = []

    def add(self, event: Event) -> list[dict[str, Any]]:
        """The lines that an event completes."""
        match event:
            case Dealt():
                self._start = event
            case Faulted():
                self._faults.append(lines.fault_line(self._game, event))
            case RoundScored() if self._start:
                faults, self._faults = self._faults, []
                return [*faults, lines.round_line(self._game, self._start, event)]
            case MatchEnded():
                return [lines.end_line(self._game, event)]
        return []


class RecordWriter:
    """Appends one game to a record file; use it as a context manager.

    Each action is a line of its own until its round ends; then the one ``round`` line takes their place (where the file
    can be cut; a pipe keeps both, and readers accept both). A torn last line left by a crash is ended first.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path = path
        self._game: str = header["g"]
        self._lines = GameLines(self._game)
        try:
            self._file: BinaryIO = path.open("ab")
            self._end_torn_line()
            self._write(header)
        except OSError as error:
            raise RecordError(f"{path}: cannot be written: {error.strerror}") from error
        self._mark = self._position()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, event: Event) -> None:
        """Write what the record keeps of an event."""
        lasting = self._lines.add(event)
        match event:
            case Dealt():
                self._mark = self._position()
                self._write(lines.deal_line(self._game, event))
            case Acted():
                self._write(lines.action_line(self._game, event))
            case Faulted():
                self._write(lines.fault_line(self._game, event))
            case RoundScored() if self._mark is not None:
                self._file.truncate(self._mark)
        for line in lasting:
            if self._mark is not None or line["t"] != "fault":
                self._write(line)

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(to_json(line).encode() + b"\n")
        self._file.flush()

    def _position(self) -> int | None:
        try:
            return self._file.tell() if self._file.seekable() else None
        except (OSError, io.UnsupportedOperation):
            return None

    def _end_torn_line(self) -> None:
        if not self._file.seekable() or not self._file.tell():
            return
        with self.path.open("rb") as file:
            file.seek(-1, io.SEEK_END)
            if file.read(1) != b"\n":
                self._file.write(b"\n")
