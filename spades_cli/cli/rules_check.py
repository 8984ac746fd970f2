"""What ``rules check`` prints: a line per problem, and at a terminal the line of the file that it is about."""

from __future__ import annotations

import shutil
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from spades_cli.cli import console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.variants.problems import Problem

#: Columns in front of a source line at a terminal.
INDENT = 4


def show_problems(file: str, problems: Sequence[Problem], piped: bytes | None) -> None:
    """Each problem of ``file`` in a line of its own, with a caret below its place at a terminal; or that it is sound.

    ``piped`` is what came on standard input.
    """
    if not problems:
        console.out(f"{file}: ok")
    for problem in problems:
        console.out(str(problem))
        if sys.stdout.isatty():
            for line in point_at(problem, _read_lines(problem.file, piped)):
                console.out(line)


def point_at(problem: Problem, source: Sequence[str], width: int = 0) -> list[str]:
    """The source line of a problem and a caret below its column; nothing where its place is not known.

    A line that is wider than ``width`` (0: the terminal) is shown from where its caret can be seen.
    """
    if problem.line is None or problem.column is None or not 0 < problem.line <= len(source):
        return []
    room = (width or shutil.get_terminal_size().columns) - INDENT - 1
    text = "".join(sign if sign.isprintable() else " " for sign in source[problem.line - 1])
    at = min(problem.column - 1, len(text))
    start = 0 if at < room * 2 // 3 else at - room // 2
    shown = text[start:]
    while _columns(shown) > max(room, 1):
        shown = shown[:-1]
    if not shown.strip():
        return []
    return [" " * INDENT + shown.rstrip(), " " * (INDENT + _columns(text[start:at])) + "^"]


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


@cache
def _read_lines(file: str, piped: bytes | None) -> Sequence[str]:
    """The lines of a file that was checked, or of what was piped; none where it cannot be read again."""
    from spades_cli.variants.documents import LONGEST

    try:
        with Path(file).open("rb") as stream:
            data = stream.read(LONGEST)
    except (OSError, ValueError):
        data = piped or b""
    return data.decode("utf-8-sig", "replace").split("\n")
