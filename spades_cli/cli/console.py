"""The two streams of the program: answers to stdout, talk to stderr; and how a SpadesError is shown."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from spades_cli.errors import SpadesError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def out(text: str = "") -> None:
    """One answer line on stdout, flushed so that a reader of a pipe sees it at once."""
    print(_printable(text, sys.stdout.encoding), flush=True)


def out_json(value: Any, *, indent: int | None = None) -> None:
    """One JSON value on stdout."""
    out(json.dumps(value, ensure_ascii=False, indent=indent))


def talk(text: str) -> None:
    """One line on stderr: a seed, a warning, where a record went."""
    print(_printable(text, sys.stderr.encoding), file=sys.stderr, flush=True)


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


def _printable(text: str, encoding: str | None) -> str:
    """The text with what the stream cannot show as backslash escapes."""
    name = encoding or "utf-8"
    return text.encode(name, "backslashreplace").decode(name)
