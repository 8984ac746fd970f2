"""Every key of a rules file, worked out from the dataclasses of the engine: its values, its default, its meaning."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from spades_cli.engine.rules import Rules
from spades_cli.variants.explain_words import join

#: What a variant may be called.
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Key(NamedTuple):
    """One key of one table; ``name`` is how files spell it, ``field`` how the dataclass does."""

    table: str
    name: str
    field: str
    type: Any
    default: Any
    doc: str
    low: int | None
    high: int | None

    @property
    def dotted(self) -> str:
        """``bags.limit``."""
        return f"{self.table}.{self.name}"

    @property
    def choices(self) -> tuple[str, ...]:
        """The words the key, or each item of its list, may be; empty where it is no choice of words."""
        return tuple(word for word in _leaves(self.type) if isinstance(word, str))

    @property
    def is_list(self) -> bool:
        """Whether files write a list."""
        return get_origin(self.type) is tuple

    @property
    def has_numbers(self) -> bool:
        """Whether a value may be a number."""
        return int in _leaves(self.type)

    @property
    def item(self) -> str:
        """What one value, or one item of the list, must be, in words."""
        if self.type is bool:
            return "true or false"
        number = f"a whole number from {self.low} to {self.high}" if self.has_numbers else ""
        words = join([quote(word) for word in self.choices], "or")
        return " or ".join(filter(None, (words, number))) or _TEXTS.get(self.dotted, "a card")

    @property
    def values(self) -> str:
        """What the whole value must be, in words."""
        if not self.is_list:
            return self.item
        return f"a list of {self.item}" if self.choices else "a list of cards"

    @property
    def allowed(self) -> str:
        """The same, a range of numbers as ``0 to 13``."""
        return self.values.removeprefix("a whole number from ")

    @property
    def written_default(self) -> Any:
        """The default as files write it."""
        return [] if self.is_list else self.default


#: What the keys that hold free text must be.
_TEXTS = {
    "variant.id": "a kebab-case name such as my-rules",
    "variant.title": "one line of text",
    "variant.base": "a variant's name or a path",
}


def _leaves(hint: Any) -> tuple[Any, ...]:
    """The types and words inside a type hint: ``int | Literal["win"]`` gives ``int`` and ``"win"``."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(leaf for part in get_args(hint) for leaf in _leaves(part)) or (hint,)


@cache
def all_tables() -> dict[str, dict[str, Key]]:
    """The keys of every table by the name in files, in the order in which they are written."""
    return {name: _table_keys(name, kind) for name, kind in table_types().items()}


@cache
def table_types() -> dict[str, Any]:
    """The dataclass of every table."""
    return get_type_hints(Rules)


def _table_keys(table: str, kind: Any) -> dict[str, Key]:
    hints, keys = get_type_hints(kind), {}
    for item in fields(kind):
        # A Python word cannot name a field: nil.pass is the field pass_.
        name = item.name.rstrip("_")
        about = item.metadata
        keys[name] = Key(
            table, name, item.name, hints[item.name], item.default, about["doc"], about["low"], about["high"]
        )
    return keys


def quote(word: str) -> str:
    """A word as files write it."""
    return f'"{word}"'
