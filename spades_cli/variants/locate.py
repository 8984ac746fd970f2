"""Where each key of a TOML text stands.

``tomllib`` keeps no positions, so a small scanner walks the text again. The text is valid TOML when it comes here;
whatever the scanner cannot read only ends the walk early.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress
from typing import TypeAlias

#: The tables, keys and list places (0, 1, ...) that lead to a value.
Trail: TypeAlias = tuple[str | int, ...]
#: A line and a column, both counted from 1.
Place: TypeAlias = tuple[int, int]

_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE_KEY = re.compile(r"""[^\s=.,#"'\[\]{}]+""")
_BARE_VALUE = re.compile(r"[^,\]}#\n]+")


def locate(text: str) -> dict[Trail, Place]:
    """The place of every table, key and list item: that of its name's (or item's) first character.

    A table that several headers or dotted keys build is placed where it is first named.
    """
    scanner = _Scanner(text)
    with suppress(ValueError, RecursionError):
        scanner.scan_document()
    starts = [0, *(newline.end() for newline in re.finditer("\n", text))]
    return {trail: _find_place(starts, offset) for trail, offset in scanner.found.items()}


def _find_place(starts: list[int], offset: int) -> Place:
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


class _Scanner:
    """Reads one TOML text from left to right and notes the offset of whatever has a name."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Trail, int] = {}

    def scan_document(self) -> None:
        table: Trail = ()
        while self._peek():
            if self._peek() == "[":
                while self._skip("["):
                    pass
                table = self._scan_key(())
                while self._skip("]"):
                    pass
            else:
                self._scan_pair(table)

    def _scan_pair(self, table: Trail) -> None:
        trail = self._scan_key(table)
        if not self._skip("="):
            raise ValueError("no value")
        self._scan_value(trail)

    def _scan_key(self, table: Trail) -> Trail:
        """Read ``a``, ``"a"`` or ``a.b`` and note every part that is named for the first time."""
        self._peek()
        start, trail = self.at, table
        while True:
            trail = (*trail, self._take_name())
            self.found.setdefault(trail, start)
            if not self._skip("."):
                return trail

    def _take_name(self) -> str:
        if self._peek() in ('"', "'"):
            name: str = tomllib.loads(f"name = {self._take(_STRING)}")["name"]
            return name
        return self._take(_BARE_KEY)

    def _scan_value(self, trail: Trail) -> None:
        first = self._peek()
        if self._skip("["):
            self._scan_items(trail)
        elif self._skip("{"):
            while not self._skip("}"):
                self._scan_pair(trail)
                self._skip(",")
        else:
            self._take(_STRING if first in ('"', "'") else _BARE_VALUE)

    def _scan_items(self, trail: Trail) -> None:
        count = 0
        while not self._skip("]"):
            self.found[(*trail, count)] = self.at
            self._scan_value((*trail, count))
            self._skip(",")
            count += 1

    def _peek(self) -> str:
        """The next character that is neither blank nor comment, or nothing at the end."""
        self._take(_BLANK)
        return self.text[self.at : self.at + 1]

    def _skip(self, mark: str) -> bool:
        found = self._peek() == mark
        self.at += found
        return found

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise ValueError("not TOML")
        self.at = match.end()
        return match[0]
