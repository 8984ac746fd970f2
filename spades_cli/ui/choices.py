"""A ranking of choices as text and as JSON."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.view import View
    from spades_cli.players.strategy import Choice
    from spades_cli.ui.style import Style


def choice_lines(choices: Sequence[Choice], style: Style, *, best: Choice | None = None) -> list[str]:
    """Numbered lines, best first: ``1. 4H  +12.5 ± 0.8  win 63 %  takes the setting trick``.

    With ``best`` each line tells by how much its value is below that one's. A column that no choice fills is left
    out.
    """
    plus_minus = "±" if style.signs else "+-"
    rows = [(_value(choice, plus_minus), _difference(choice, best), _wins(choice)) for choice in choices]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    names = [style.action(choice.action) for choice in choices]
    room = max(len(str(choice.action)) for choice in choices)
    lines = []
    for number, (choice, name, row) in enumerate(zip(choices, names, rows, strict=True), 1):
        # Colour codes take no room on the screen, so the name is filled up by the length of its plain text.
        cells = [name + " " * (room - len(str(choice.action)))]
        cells += [f"{text:<{width}}" for text, width in zip(row, widths, strict=True) if width]
        lines.append(f"{number:>{len(str(len(choices)))}}. {'  '.join([*cells, choice.reason])}".rstrip())
    return lines


def _value(choice: Choice, plus_minus: str) -> str:
    if choice.value is None:
        return ""
    error = f" {plus_minus} {choice.se:.1f}" if choice.se is not None else ""
    return f"{choice.value:>+6.1f}{error}"


def _difference(choice: Choice, best: Choice | None) -> str:
    """By how much a choice is worse than ``best``; nothing for ``best`` itself.

    A choice of a higher value that is not the best one cannot be told apart from it.
    """
    if best is None or choice is best or choice.value is None or best.value is None:
        return ""
    below = round(choice.value - best.value, 1)
    return f"({below:+.1f})" if below < 0 else "(equal)"


def _wins(choice: Choice) -> str:
    return f"win {100 * choice.wins:.0f} %" if choice.wins is not None else ""


def choices_dict(view: View, choices: Sequence[Choice]) -> dict[str, Any]:
    """The seat and its choices, best first; a number that the advisor does not give is left out."""
    return {"seat": view.seat, "choices": [_choice_dict(choice) for choice in choices]}


def _choice_dict(choice: Choice) -> dict[str, Any]:
    numbers = {"value": (choice.value, 2), "se": (choice.se, 2), "wins": (choice.wins, 3)}
    given = {
        name: round(float(number), digits) for name, (number, digits) in numbers.items()
        if number is not None and isfinite(number)
    }  # fmt: skip
    return {"action": str(choice.action), **given, "reason": choice.reason}
