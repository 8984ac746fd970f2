"""``--color``: whether this run uses colour, whatever the terminal and the environment say."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

OPTION = "--color"
Colour: TypeAlias = Annotated[
    Literal["auto", "always", "never"],
    typer.Option(OPTION, help="Colour: auto is for terminals only; may stand behind the command too."),
]
_FORCE, _NONE = "FORCE_COLOR", "NO_COLOR"


def use_colour(wanted: str) -> None:
    """Let all that this run prints, and the programs that it starts, use colour ``always`` or ``never``.

    ``auto`` leaves it to the environment and the terminal.
    """
    if wanted == "auto":
        return
    kept, dropped = (_FORCE, _NONE) if wanted == "always" else (_NONE, _FORCE)
    os.environ[kept] = "1"
    os.environ.pop(dropped, None)


def move_to_front(words: Sequence[str]) -> list[str]:
    """The words of a command line with ``--color`` and its value in front of the command; the last one counts.

    >>> move_to_front(["play", "--color", "never", "-s", "1"])
    ['--color', 'never', 'play', '-s', '1']
    """
    front: list[str] = []
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if word == "--":
            rest += [word, *left]
        elif word == OPTION:
            front = [word, *[value for value in (next(left, None),) if value is not None]]
        elif word.startswith(f"{OPTION}="):
            front = [word]
        else:
            rest.append(word)
    return [*front, *rest]
