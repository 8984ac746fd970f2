"""Records as the commands read them: a file or a pipe; and how many of them in words."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from spades_cli.cli.folders import find_record
from spades_cli.errors import RecordError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def open_record(file: str, command: str) -> Iterator[tuple[Iterator[bytes], str]]:
    """The lines of a record and the name to call it by; ``-`` is standard input, which must not be a terminal.

    A name that is no path here is that of a match at the prompt.
    """
    if file == "-":
        if sys.stdin.isatty():
            hint = f"spades-cli {command} FILE reads a file"
            raise UsageError(f"{command} - reads a record from a pipe", hint=hint)
        yield iter(sys.stdin.buffer), "<stdin>"
        return
    try:
        with find_record(file).open("rb") as stream:
            yield iter(stream), file
    except OSError as error:
        raise RecordError(f"{file}: cannot be read: {error.strerror}") from error


def count_of(number: int, noun: str) -> str:
    """``1 game`` or ``3 games``."""
    return f"{number} {noun}{'s' * (number != 1)}"
