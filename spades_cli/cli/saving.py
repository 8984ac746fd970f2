"""Where matches at the prompt are kept: the user's state folder, the file of one match, and what is left of both."""

from __future__ import annotations

import json
import os
import shlex
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.folders import find_record, games_folder
from spades_cli.errors import RecordError, SpadesError, UsageError
from spades_cli.record.holding import is_being_written
from spades_cli.record.resume import open_saved
from spades_cli.record.writer import RecordWriter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.cli.setting import Setting
    from spades_cli.engine.events import Event
    from spades_cli.record.ledger import Change, Ledger
    from spades_cli.record.resume import Saved

#: How many finished matches the state folder keeps, and how many that were left.
KEPT = 200
#: Bytes at the end of a file that hold an end line, whatever it says.
_TAIL = 4096


# --- finding a match to go on with -----------------------------------------------------------------------------------


def find_saved(name: str) -> Saved:
    """The unfinished match of a record, by path or by its name in the state folder; the last one if no name is given.

    UsageError or RecordError in one line if there is none.
    """
    if name == "-":
        raise UsageError("--resume goes on with a file, so it cannot read one from a pipe")
    return open_saved(find_record(name), console.talk) if name else _find_last()


def _find_last() -> Saved:
    """The match left last that is not being played elsewhere; broken files are told and passed over."""
    for path in list_unfinished():
        try:
            return open_saved(path, lambda text: None)
        except RecordError as error:
            console.talk(f"note: {error}; passed over")
    begun = "spades-cli play begins one"
    for path in _begun():
        if is_being_written(path):
            raise RecordError(f"the match in {path} is being played elsewhere now", hint=f"leave it there; or {begun}")
    raise RecordError(f"no unfinished match in {games_folder()}", hint=begun)


def list_unfinished() -> list[Path]:
    """The matches in the state folder that were left and are not being played, the last one first."""
    return [path for path in _begun() if not is_being_written(path)]


def has_unfinished() -> bool:
    """Whether there is such a match."""
    return any(not is_being_written(path) for path in _begun())


def _begun() -> Iterator[Path]:
    """The matches in the state folder that are not finished, the last one first."""
    return (path for path in _newest_first(games_folder()) if not _is_finished(path))


def _newest_first(folder: Path) -> list[Path]:
    found: list[tuple[float, Path]] = []
    for path in folder.glob("play-*.jsonl"):
        with suppress(OSError):
            found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _is_finished(path: Path) -> bool:
    """Whether the last line of a file ends a match."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            last = file.read().strip().rpartition(b"\n")[2]
        return bool(json.loads(last)["t"] == "end")
    except (OSError, ValueError, TypeError, KeyError):
        return False


# --- a file for a new match ------------------------------------------------------------------------------------------


def new_file(seed: int) -> Path:
    """A file name that is free, in a folder that is there and tidy; OSError if it cannot be made."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    _tidy(folder)
    stem = f"play-{time.strftime('%Y%m%d-%H%M%S')}-{seed}"
    names = [f"{stem}.jsonl", *(f"{stem}-{number}.jsonl" for number in range(2, 100))]
    return next((folder / name for name in names if not (folder / name).exists()), folder / names[-1])


def _tidy(folder: Path) -> None:
    """Delete the oldest matches beyond what is kept."""
    finished: list[Path] = []
    left: list[Path] = []
    for path in _newest_first(folder):
        (finished if _is_finished(path) else left).append(path)
    for path in (*finished[KEPT:], *left[KEPT:]):
        with suppress(OSError):
            if not is_being_written(path):
                path.unlink()


# --- keeping a match -------------------------------------------------------------------------------------------------


class Keeper:
    """Keeps the record of a match as it goes on: in memory, and in a file if there is one.

    A file that cannot be written to any more costs one warning, and the match goes on; what is missing is tried again
    with every decision.
    """

    def __init__(self, ledger: Ledger, writer: RecordWriter | None, words: Sequence[str] = ()) -> None:
        self.ledger = ledger
        self._writer, self._words = writer, words
        self._warned = False

    @property
    def path(self) -> Path | None:
        """The file, if there is one."""
        return self._writer.path if self._writer else None

    @property
    def can_reopen(self) -> bool:
        """Whether a finished round can be taken out of the record again."""
        return self._writer is None or self._writer.can_cut

    def add(self, event: Event, drawn: Mapping[str, int] | None = None) -> None:
        """Keep an event."""
        if change := self.ledger.add(event, drawn):
            self.put(change)

    def put(self, change: Change) -> None:
        """Keep a change of the ledger."""
        if not self._writer:
            return
        try:
            self._writer.put(change)
        except OSError as error:
            self._warn(error)

    def settle(self) -> None:
        """Have everything so far on the disk before a person thinks."""
        if self._writer:
            with suppress(OSError):
                self._writer.settle()

    def close(self) -> None:
        """Write what could not be written before, and let go of the file."""
        if self._writer:
            self._sync()
            self._writer.close()

    def copy_to(self, name: str) -> Path:
        """Copy the match as it stands to a new file; SpadesError if that cannot be."""
        path = Path(name).expanduser()
        try:
            with path.open("xb") as file:
                file.write(self.ledger.text)
        except FileExistsError:
            what = "a folder" if path.is_dir() else "there already"
            raise SpadesError(f"{name} is {what}") from None
        except (OSError, ValueError) as error:
            raise SpadesError(f"{name}: cannot be written: {getattr(error, 'strerror', error)}") from error
        return path

    @property
    def is_ours(self) -> bool:
        """Whether the match is kept in the state folder, where it is found without a name."""
        return self.path is not None and self.path.parent == games_folder()

    def tell_where(self) -> str:
        """Where the match is kept, and whether all of it is."""
        if not self._writer:
            return "nothing was saved (--record FILE keeps a record)"
        if not self._writer.complete:
            return f"the end of it could not be written to {self.path}"
        return f"everything so far is in {self.path}"

    def tell_how_to_read(self) -> str:
        """The command that reads a finished match again; nothing where it is not kept, or not all of it."""
        self._sync()
        if not self._writer or not self._writer.complete:
            return ""
        return f"the match is kept; read it again with: {shlex.join(['spades-cli', 'replay', str(self.path)])}"

    def tell_how_it_was_left(self) -> str:
        """What is kept, and the command that goes on with it."""
        self._sync()
        if not self._writer or not self._writer.can_go_on:
            return self.tell_where()
        name = [] if self.is_ours else [str(self.path)]
        command = shlex.join(["spades-cli", "play", "--resume", *name, *self._words])
        kept = "everything so far is saved" if self.is_ours and self._writer.complete else self.tell_where()
        return f"{kept}; go on with: {command}"

    def _sync(self) -> None:
        try:
            if self._writer:
                self._writer.sync()
        except OSError as error:
            self._warn(error)

    def _warn(self, error: OSError) -> None:
        if not self._warned:
            self._warned = True
            console.talk(f"warning: {self.path}: cannot be written: {error.strerror}; the match goes on")


def open_keeper(setting: Setting, record: Path | None, *, autosave: bool, words: Sequence[str] = ()) -> Keeper:
    """The keeper of a match: in the file it came from, in ``record``, in the state folder, or in none.

    RecordError if ``record`` cannot be opened; a state folder that cannot be used costs a warning.
    """
    ledger, header, saved = setting.ledger, setting.header, setting.saved
    if saved:
        writer = RecordWriter(saved.path, header, ledger=ledger, at=saved.at, cut=saved.is_last)
        with suppress(OSError):
            os.utime(saved.path)  # the match that was played last is the one to go on with
        return Keeper(ledger, writer, words)
    if record:
        return Keeper(ledger, RecordWriter(record, header, ledger=ledger), words)
    if not autosave:
        return Keeper(ledger, None, words)
    try:
        return Keeper(ledger, RecordWriter(new_file(setting.seed), header, ledger=ledger), words)
    except (OSError, RecordError) as error:
        reason = f"{games_folder()}: {error.strerror}" if isinstance(error, OSError) else str(error)
        console.talk(f"warning: this match is not saved: {reason}")
        return Keeper(ledger, None, words)
