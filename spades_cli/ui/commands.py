"""The words of the prompt that are no moves."""

from __future__ import annotations

import re
from typing import NamedTuple

from spades_cli.errors import ActionError


class CommandMisuse(ActionError):
    """A command with something after it that it does not take; the text says what it takes."""


class Command(NamedTuple):
    """A word that is no move: ``name`` is one of COMMANDS, or ``take`` for ``=1``.

    ``number`` is how many choices a hint shows (0: as many as usual), or which one is taken; ``text`` the card of
    ``why``, the file of ``save`` or the ``all`` of ``rules``.
    """

    name: str
    number: int = 0
    text: str = ""


COMMANDS = {
    "help": "this page (? for short)",
    "hint": "what the advisor would do (hint 2: the best two); =1 does the first",
    "why": "why QH, or why nil: why it is not legal now, or that it is",
    "table": "the table and your cards again",
    "last": "the last trick",
    "tricks": "every trick of this round",
    "bids": "the bids, and what each side still needs",
    "score": "scores and bags, and what ends the match",
    "rules": "what differs from the standard rules; rules all tells every rule",
    "undo": "take your last decision back",
    "save": "where the match is kept; save FILE copies it",
    "resign": "give the match up",
    "quit": "leave the match (Ctrl-D does the same)",
}
#: Other words for the same.
_ALIASES = {"exit": "quit", "back": "undo", "hand": "table", "cards": "table"}
#: Commands that take more than a number after them.
_WITH_TEXT = ("why", "save")
_COUNT = re.compile("[1-9][0-9]?", re.ASCII)
_TAKE = re.compile("= ?([0-9]{1,2})", re.ASCII)
#: What may follow a command, where anything may.
_TAKES = {
    "hint": "hint takes a number from 1 to 99, as in hint 2",
    "rules": "rules takes nothing, or all, as in rules all",
}


def read_take(words: str) -> Command | None:
    """``?`` and ``=1``, which are no words; CommandMisuse for ``=`` with anything else."""
    if words == "?":
        return Command("help")
    found = _TAKE.fullmatch(words)
    if words.startswith("=") and not found:
        raise CommandMisuse("= takes the number of a hint, as in =1")
    return Command("take", int(found[1])) if found else None


def find_command(words: str) -> Command | None:
    """The command that ``words`` name; unambiguous beginnings of two letters and more will do.

    A number may follow ``hint``, ``all`` may follow ``rules``, a card or bid ``why``, a file ``save``. CommandMisuse if
    something else follows a command that is written in full.
    """
    word, _, rest = words.partition(" ")
    typed = word.lower()
    word = _ALIASES.get(typed, typed)
    fits = complete_command(word) if len(word) > 1 else []
    if len(fits) != 1:
        return None
    if fits[0] in _WITH_TEXT:
        return Command(fits[0], text=rest.strip())
    if fits == ["rules"] and rest.lower() == "all":
        return Command("rules", text="all")
    if rest and (fits != ["hint"] or not _COUNT.fullmatch(rest)):
        if word == fits[0]:
            raise CommandMisuse(_TAKES.get(word, f"{typed} stands alone, with nothing after it"))
        return None
    return Command(fits[0], int(rest or 0))


def complete_command(beginning: str) -> list[str]:
    """The commands that begin so."""
    return [name for name in COMMANDS if name.startswith(beginning.lower())]
