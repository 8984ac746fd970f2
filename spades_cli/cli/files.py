"""Records as the commands read them, a file or a pipe, and files as they write them."""

from __future__ import annotations

import shutil
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from spades_cli.cli.folders import find_record
from spades_cli.errors import RecordError, UsageError
from spades_cli.record.reader import bounded_lines
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def open_record(file: str, command: str) -> Iterator[tuple[Iterator[bytes], str]]:
    """The lines of a record and the name to call it by; ``-`` is standard input, which must not be a terminal.

    A name that is no path here is that of a match at the prompt.
    """
    if file == "-":
        if sys.stdin.isatty():
            hint = f"spades-cli {command} FILE reads a file"
            raise UsageError(f"{command} - reads a record from a pipe", hint=hint)
        yield bounded_lines(sys.stdin.buffer, "<stdin>"), "<stdin>"
        return
    try:
        with find_record(file).open("rb") as stream:
            yield bounded_lines(stream, file), file
    except OSError as error:
        raise RecordError(f"{file}: cannot be read: {error.strerror}") from error


def is_same_record(file: str, path: Path) -> bool:
    """Whether a record, given as to ``open_record``, lies in the file at a path."""
    with suppress(OSError, RecordError):
        return file != "-" and find_record(file).samefile(path)
    return False


def is_same_file(one: str | Path, other: Path) -> bool:
    """Whether two paths lead to one file, by whatever names or links."""
    with suppress(OSError, ValueError):
        return other.samefile(one)
    return False


def refuse_stdout(out: Path, option: str, *, hint: str) -> None:
    """UsageError for ``-`` where a record is kept: it is a file that grows, and can be gone on with."""
    if str(out) == "-":
        raise UsageError(f"{option} keeps a record in a file, so - has no place there", hint=hint)


def write_whole(target: Path, data: bytes, *, force: bool) -> None:
    """Write a new file; with ``force`` in place of the one that exists, which stays as it was where that fails.

    Raises FileExistsError without ``force``, OSError where it cannot be written.
    """
    if not (force and target.is_file()):
        with target.open("wb" if force else "xb") as file:
            file.write(data)
        return
    old = target.resolve()
    draft = old.with_name(f".{old.name}.new")
    try:
        draft.write_bytes(data)
        shutil.copymode(old, draft)
        draft.replace(old)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def no_such_game(title: str, name: str, count: int) -> UsageError:
    """What is said where ``--game`` names none of the ``count`` games of a record."""
    return UsageError(
        f"{title}: no game {name}", hint=f"the file holds {count_of(count, 'game')}; without --game all are shown"
    )
