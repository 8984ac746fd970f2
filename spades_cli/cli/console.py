"""The two streams of the program: answers to stdout, talk to stderr; and how a SpadesError is shown."""

from __future__ import annotations

import errno
import json
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO

from spades_cli.errors import SpadesError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def open_missing_streams() -> None:
    """Put the null device in place of a stream that was closed before the start, as by ``>&-``.

    Else the next file that is opened would get its number, and with it what is meant for the stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is that of the stream
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8"))


def out(text: str = "") -> None:
    """One answer line on stdout, flushed so that a reader of a pipe sees it at once.

    SpadesError where it cannot be written; a reader that left the pipe is a BrokenPipeError, of which nobody is told.
    """
    with writing_out():
        print(_printable(text, sys.stdout.encoding), flush=True)


@contextmanager
def writing_out() -> Iterator[None]:
    """Turn what keeps stdout from being written into a SpadesError."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        _drop(sys.stdout)
        raise SpadesError(f"<stdout>: cannot be written: {error.strerror}") from error


def out_json(value: Any, *, indent: int | None = None) -> None:
    """One JSON value on stdout."""
    out(json.dumps(value, ensure_ascii=False, indent=indent))


def talk(text: str) -> None:
    """One line on stderr: a seed, a warning, where a record went. What cannot be told keeps nothing from going on."""
    try:
        print(_printable(text, sys.stderr.encoding), file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)


def show_error(error: SpadesError) -> None:
    """An error as plain lines, never wrapped or boxed; the hint on a line of its own."""
    for line in str(error).splitlines():
        talk(f"error: {line}")
    if error.hint:
        talk(f"hint: {error.hint}")


def show_internal_error(error: Exception) -> None:
    """A fault of this program: what it is, what was noted about it, and how to report it."""
    talk(f"internal error: {type(error).__name__}: {error}")
    for note in getattr(error, "__notes__", ()):
        talk(note)
    talk("hint: run it again with --debug, and report what it prints together with the output of spades-cli info")


@contextmanager
def naming_record(path: Path | None) -> Iterator[None]:
    """While a record is being written to ``path``: a fault of this program asks for that file in its report."""
    try:
        yield
    except Exception as error:
        if path and not isinstance(error, SpadesError):
            error.add_note(f"record: {path} (please attach it to a report)")
        raise


def describe_system_error(error: OSError) -> SpadesError:
    """What the system refused, in one line: the file, if it names one, and the reason."""
    place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    return SpadesError(f"{place}{error.strerror or error}")


def _drop(stream: TextIO) -> None:
    """Send to nowhere what a stream still holds, which the interpreter would try to write once more at its end."""
    with suppress(OSError, ValueError):
        descriptor = os.open(os.devnull, os.O_WRONLY)
        os.dup2(descriptor, stream.fileno())
        os.close(descriptor)


def _printable(text: str, encoding: str | None) -> str:
    """The text with what the stream cannot show as backslash escapes."""
    name = encoding or "utf-8"
    return text.encode(name, "backslashreplace").decode(name)
