"""What is wrong in a rules file: where, which key, why, and what would be right."""

from __future__ import annotations

from datetime import date, time
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli.variants.keys import all_tables, quote

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Longer values are cut when a message repeats them.
_LONGEST = 40


class Problem(NamedTuple):
    """One mistake; its text is ``FILE:LINE:COLUMN: table.key: message (hint)`` without what is unknown, on one line."""

    file: str
    line: int | None
    column: int | None
    key: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part not in ("", None))
        text = f"{self.message} ({self.hint})" if self.hint else self.message
        return _escape(": ".join(filter(None, (place, self.key, text))))


class Fault(NamedTuple):
    """Keys that cannot be played together: all that it depends on, the one to change first, and why not."""

    keys: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        return f"{self.keys[0]}: {self.message}"


def find_nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like ``word``, or nothing."""
    return next(iter(get_close_matches(word, list(known), n=1)), "")


def suggest(word: str, known: Iterable[str]) -> str:
    """``did you mean 'x'?`` for the nearest of the known words, or nothing."""
    nearest = find_nearest(word, known)
    return f"did you mean {nearest!r}?" if nearest else ""


def find_nearest_key(table: str, name: str) -> str:
    """The dotted key that was probably meant by ``name`` in ``table`` (empty: outside every table), or nothing.

    A near key of the same table, or one written with its table (``nil_made``); then the same key of another table;
    then the nearest key anywhere.
    """
    tables = all_tables()
    everywhere = [key for keys in tables.values() for key in keys.values()]
    near = {f"{key.table}_{key.name}": key.dotted for key in everywhere}
    near |= {key.name: key.dotted for key in tables.get(table, {}).values()}
    if found := find_nearest(name, near):
        return near[found]
    if same := [key.table for key in everywhere if key.name == name]:
        return f"{find_nearest(table, same) or same[0]}.{name}"
    names = {key.name: key.dotted for key in everywhere}
    return names.get(find_nearest(name, names), "")


def show_value(value: Any) -> str:
    """A value as the file would write it, short enough for a message."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote(_cut(value))
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a table"
    if value is None:
        return "nothing"
    if isinstance(value, int) and abs(value) >= 10**_LONGEST:
        return "so large a number"
    return value.isoformat() if isinstance(value, (date, time)) else repr(value)


def _cut(text: str) -> str:
    shown = _escape(text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _escape(text: str) -> str:
    """The text without line ends and other codes that a terminal would obey."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
