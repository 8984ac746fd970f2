"""Pages of help: plain text, the examples before the options, the commands in their panels.

Plain, since a page of help should not wait for a library that draws, and copies from it should hold no frames.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from collections.abc import Callable


class Page(TyperCommand):
    """A command whose page tells what it does, shows examples, and then lists the options."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self._format_examples(formatter)
        self.format_options(ctx, formatter)

    def _format_examples(self, formatter: Any) -> None:
        """Write the epilog as it stands: a command in it is never broken in two."""
        lines = [line for line in inspect.cleandoc(self.epilog or "").splitlines() if line]
        if lines:
            formatter.write_paragraph()
            formatter.write("".join(f"{'  ' * (1 + bool(number))}{line}\n" for number, line in enumerate(lines)))


class Contents(TyperGroup):
    """A group whose page lists its commands, each in its panel."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write one section per panel."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None:
                panel = str(getattr(command, "rich_help_panel", "") or "Commands")
                panels.setdefault(panel, []).append((name, command.get_short_help_str(limit=200)))
        for panel, rows in panels.items():
            with formatter.section(panel):
                formatter.write_dl(rows)


class Program(typer.Typer):
    """A Typer application all of whose pages are such."""

    def __init__(self, **settings: Any) -> None:
        ours: dict[str, Any] = {"cls": Contents, "no_args_is_help": True, "rich_markup_mode": None}
        super().__init__(**ours | settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """As in Typer."""
        return super().command(name, **{"cls": Page} | settings)
