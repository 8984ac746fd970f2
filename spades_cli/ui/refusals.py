"""A refused line in one sentence that says what would be right."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from spades_cli.engine.actions import Bid
from spades_cli.engine.cards import Card
from spades_cli.errors import AmbiguousAction, IllegalAction
from spades_cli.ui.commands import CommandMisuse
from spades_cli.variants.explain_words import capital, join

if TYPE_CHECKING:
    from collections.abc import Sequence


def list_actions(actions: Sequence[object]) -> list[str]:
    """Actions as texts, strongest card first, runs of bids as ``1 to 13`` and ``b6 to b13``."""
    numbers = [action for action in actions if isinstance(action, Bid) and not action.nil]
    texts = [str(action) for action in actions if action not in numbers]
    if actions and isinstance(actions[0], Card):
        texts.reverse()
    for _, run in groupby(enumerate(numbers), key=lambda each: (each[1].blind, each[1].tricks - each[0])):
        bids = [bid for _, bid in run]
        texts.append(str(bids[0]) if len(bids) == 1 else f"{bids[0]} to {bids[-1]}")
    return texts


def refusal(error: Exception) -> str:
    """A refused line at the prompt: ``You must follow hearts: AH or JH.``"""
    match error:
        case CommandMisuse():
            return f"{error}."
        case IllegalAction() if error.legal:
            return f"{capital(_reason(error))}: {join(list_actions(error.legal), 'or')}."
        case IllegalAction():
            return f"{capital(error.reason)}."
        case AmbiguousAction():
            return f"{capital(error.question)}: {join(list_actions(error.candidates), 'or')}?"
        case _:
            hint = getattr(error, "hint", "")
            if hint.endswith("?"):
                return f"{error} or a command; {hint}"
            return f"{error} or a command. {capital(hint)}; ? for help." if hint else f"{error}."


def script_refusal(error: Exception, line: str) -> str:
    """The same for a script: ``QS: you must follow hearts (AH, JH, 5H, 4H)``."""
    match error:
        case IllegalAction() if error.legal:
            return f"{line}: {_reason(error)} ({', '.join(list_actions(error.legal))})"
        case IllegalAction():
            return f"{line}: {error.reason}"
        case AmbiguousAction():
            return f"{line}: {error.question}: {join(list_actions(error.candidates), 'or')}?"
        case _:
            hint = getattr(error, "hint", "")
            return f"{error} ({hint})" if hint else str(error)


def _reason(error: IllegalAction) -> str:
    """Why something is not legal, without the list of what is: that stands behind it, in a shorter form."""
    return error.reason.partition("; possible are ")[0]
