"""Writes a match record as the match goes on, so that nothing finished is lost whatever happens."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Any

from spades_cli.engine.events import Dealt, Faulted, MatchEnded, RoundScored
from spades_cli.errors import RecordError
from spades_cli.record import lines
from spades_cli.record.foreign import refuse_foreign
from spades_cli.record.holding import hold
from spades_cli.record.ledger import Ledger
from spades_cli.record.ledger import to_json as to_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType

    from spades_cli.engine.events import Event
    from spades_cli.record.ledger import Change


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
    """Keeps one game in a record file, behind whatever the file holds; use it as a context manager.

    Each action is a line of its own until its round ends; then the one ``round`` line takes their place (where the file
    can be cut; a pipe keeps both, and readers accept both). It stands behind them before they go, so that no moment
    loses a round. A torn last line left by a crash is ended first.

    ``at`` is where a game that goes on begins in the file, whose ledger is given then; ``cut`` says that nothing else
    stands behind it. RecordError for a file that cannot be opened, that holds no record, or that another match is being
    written to; later on OSError: what could not be written is tried again with the next event.
    """

    def __init__(
        self,
        path: Path,
        header: dict[str, Any],
        *,
        ledger: Ledger | None = None,
        at: int | None = None,
        cut: bool = True,
    ) -> None:
        self.path, self.ledger = path, ledger or Ledger(header)
        #: Where the game begins in the file, and how many bytes of it are there.
        self._start, self._length = at or 0, 0
        #: Whether the file holds what it should; if not, the whole game is written anew with the next event.
        self._sound = True
        #: What could not be written yet, where nothing can be cut off.
        self._waiting = b""
        try:
            self._file = _open(path)
        except OSError as error:
            raise RecordError(f"{path}: cannot be written: {error.strerror}") from error
        try:
            self._regular = stat.S_ISREG(os.fstat(self._file).st_mode)
            self._cut = cut and self._regular
            if self._regular:
                hold(self._file, path)
            self._begin(at)
        except OSError as error:
            os.close(self._file)
            raise RecordError(f"{path}: cannot be written: {error.strerror}") from error
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    @property
    def complete(self) -> bool:
        """Whether everything so far is in the file."""
        return not self._waiting and self._sound

    @property
    def can_cut(self) -> bool:
        """Whether a finished round can be taken out again, so that it is played on."""
        return self._cut

    @property
    def can_go_on(self) -> bool:
        """Whether this is a file in which the game can be found again."""
        return self._regular

    def add(self, event: Event, drawn: Mapping[str, int] | None = None) -> None:
        """Write what the record keeps of an event."""
        if change := self.ledger.add(event, drawn):
            self.put(change)

    def put(self, change: Change) -> None:
        """Write a change of the ledger."""
        if not self._cut:
            self._waiting += change.again
            self._flush()
        elif not self._sound:
            self._rewrite()
        elif change.keep == self._length:
            self._sound = False
            self._write(change.new, self._start + self._length)
            self._length += len(change.new)
            self._sound = True
        else:
            self._replace(change)

    def sync(self) -> None:
        """Write what should be there and is not, because writing failed or was broken off."""
        if not self._cut:
            self._flush()
        elif not self._sound or self._length != len(self.ledger.text):
            self._rewrite()

    def settle(self) -> None:
        """Have the system put on the disk what was written, so that not even a power cut loses it."""
        if self._regular:
            os.fsync(self._file)

    def _begin(self, at: int | None) -> None:
        """Find where the game stands, and write what is not there yet."""
        if at is None:
            if self._regular:
                refuse_foreign(self.path)
            self._start = self._end_torn_line() if self._regular else 0
            self._add_text()
        elif not self._cut:
            self._end_torn_line()
        else:
            self._length = len(self.ledger.text)
            if self.path.read_bytes()[at:] != self.ledger.text:
                self._rewrite()

    def _add_text(self) -> None:
        text = self.ledger.text
        if self._cut:
            self._write(text, self._start)
            self._length = len(text)
        else:
            self._waiting = text
            self._flush()

    def _replace(self, change: Change) -> None:
        """Cut the end off the game and write another, which first stands behind what it replaces."""
        self._sound = False
        at, end = self._start + change.keep, self._start + self._length
        self._write(change.new, end)
        end += len(change.new)
        # Readers skip blank lines, so the file can be read whenever this is stopped.
        self._write(change.new.ljust(end - at, b"\n"), at)
        os.truncate(self._file, at + len(change.new))
        self._length = change.keep + len(change.new)
        self._sound = True

    def _rewrite(self) -> None:
        """Write the whole game anew."""
        self._sound = False
        text = self.ledger.text
        self._write(text, self._start)
        os.truncate(self._file, self._start + len(text))
        self._length, self._sound = len(text), True

    def _flush(self) -> None:
        """Write what waits, at the end of whatever this is."""
        if self._regular:
            os.lseek(self._file, 0, os.SEEK_END)
        while self._waiting:
            self._waiting = self._waiting[os.write(self._file, self._waiting) :]

    def _write(self, data: bytes, at: int) -> None:
        os.lseek(self._file, at, os.SEEK_SET)
        while data:
            data = data[os.write(self._file, data) :]

    def _end_torn_line(self) -> int:
        """End a last line without an end; the length of the file."""
        length = os.fstat(self._file).st_size
        if length:
            with self.path.open("rb") as file:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    self._write(b"\n", length)
                    length += 1
        return length


def _open(path: Path) -> int:
    """The file, opened for writing and made if it is not there; not left to processes that are started."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
