"""The two streams of the program: answers to stdout, talk to stderr; and how a SpadesError is shown."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spades_cli.errors import SpadesError


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


def _printable(text: str, encoding: str | None) -> str:
    """The text with what the stream cannot show as backslash escapes."""
    name = encoding or "utf-8"
    return text.encode(name, "backslashreplace").decode(name)
