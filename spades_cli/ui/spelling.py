"""Near misses: what a misspelt line was meant to be."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from spades_cli.engine.cards import RANK_NAMES, SUIT_NAMES
from spades_cli.ui.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS = (
    *COMMANDS, *RANK_NAMES.values(), *SUIT_NAMES.values(), "joker", "little", "nil", "blind", "keep", "decline", "look",
    "none", "give",
)  # fmt: skip
#: Longer words are no slip of the finger.
_LONGEST = 40


def guess(line: str, is_said: Callable[[str], bool]) -> str:
    """The line with its misspelt words put right, if it then ``is_said`` in the game; else nothing."""
    if len(line) > _LONGEST:
        return ""
    words = line.lower().split()
    spelt = [next(iter(get_close_matches(word, _WORDS, 1, 0.7)), word) if len(word) > 2 else word for word in words]
    fixed = " ".join(spelt)
    return fixed if fixed != line.lower() and is_said(fixed) else ""
