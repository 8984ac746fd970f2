"""Lines that fit: how wide a text is and a terminal, and where a line breaks."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def wrap(parts: Iterable[str], between: str, width: int, indent: str = "") -> list[str]:
    """Parts in as few lines as ``width`` columns allow (0: one line); later lines are indented."""
    lines: list[str] = []
    for part in parts:
        if lines and (not width or measure(lines[-1]) + len(between) + measure(part) <= width):
            lines[-1] += between + part
        else:
            lines.append(indent * bool(lines) + part)
    return lines


def measure(text: str) -> int:
    """Columns that a text takes; colour takes none."""
    return len(_ESCAPE.sub("", text))


def fit(line: str, width: int, hang: int = 2) -> Iterator[str]:
    """A line broken where it is wider than ``width`` columns (0: never), the rest indented by ``hang`` more.

    It breaks at wide gaps, and between words where that is not enough.
    """
    if not width or measure(line) <= width:
        yield line
        return
    lead, indent = " " * (len(line) - len(line.lstrip())), " " * hang
    parts = [part.strip() for part in line.split("   ") if part.strip()]
    for group in wrap(parts, "   ", width - len(lead), indent):
        if measure(group) <= width - len(lead):
            yield lead + group
        else:
            here = lead + indent * group.startswith(indent)
            yield from (here + part for part in wrap(_words(group), " ", width - len(here), indent))


def _words(line: str) -> list[str]:
    """The words of a line; the gap behind the first one, which may be a number, stays as wide as it is."""
    first, _, rest = line.partition(" ")
    gap = len(rest) - len(rest.lstrip())
    return [first + " " * gap, *rest.split()]


def terminal_width(stream: TextIO) -> int:
    """Columns of a terminal; 0, for as many as it takes, of a pipe or file."""
    return shutil.get_terminal_size().columns if stream.isatty() else 0
