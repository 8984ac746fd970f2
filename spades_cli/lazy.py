"""Packages whose public names are loaded when they are first used, so that importing them costs nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def load_lazily(
    names: dict[str, Any], homes: Mapping[str, str]
) -> tuple[dict[str, str], Callable[[str], object], Callable[[], list[str]]]:
    """The ``_HOME_OF``, ``__getattr__`` and ``__dir__`` of a package with these ``names`` (its ``globals()``).

    ``homes`` tells for each module which public names, with blanks between, live in it.
    """
    home_of = {name: home for home, listed in homes.items() for name in listed.split()}

    def load(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {names['__name__']!r} has no attribute {name!r}")
        names[name] = value = getattr(import_module(home_of[name]), name)
        return value

    return home_of, load, lambda: sorted(home_of)
