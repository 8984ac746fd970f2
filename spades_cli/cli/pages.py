"""Pages of help: plain text, the examples before the options, the commands in their panels.

Plain, since a page of help should not wait for a library that draws, and copies from it should hold no frames.
"""

from __future__ import annotations

import inspect
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Page(TyperCommand):
    """A command whose page tells what it does, shows examples, and then lists the options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line."""
        with _plain_errors():
            return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        _write_examples(self, formatter)
        self.format_options(ctx, formatter)


class Contents(TyperGroup):
    """A group whose page lists its commands, each in its panel, below its examples if it has any."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options in front of the command."""
        with _plain_errors():
            return super().parse_args(ctx, args)

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what the group does, and its examples."""
        super().format_help_text(ctx, formatter)
        if _has_examples(self):
            _write_examples(self, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write what stands below the commands, which examples do not."""
        from spades_cli.ui.signs import can_show_signs

        if self.epilog and not _has_examples(self):
            text = inspect.cleandoc(self.epilog)
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(text if can_show_signs(sys.stdout) else text.replace(" ·", ","))

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


def plain_message(message: str) -> str:
    """What Typer says about a value, without the name of the library that found it."""
    return message.removeprefix("Value error, ")


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Let what is wrong with a value be told in the words of whoever typed it."""
    try:
        yield
    except Exception as error:  # Typer's errors have no public base
        if isinstance(message := getattr(error, "message", None), str):
            error.message = plain_message(message)  # type: ignore[attr-defined]
        raise


def _has_examples(command: Any) -> bool:
    return inspect.cleandoc(command.epilog or "").startswith("Examples:")


def _write_examples(command: Any, formatter: Any) -> None:
    """Write the epilog as it stands: a command in it is never broken in two."""
    lines = [line for line in inspect.cleandoc(command.epilog or "").splitlines() if line]
    if lines:
        formatter.write_paragraph()
        formatter.write("".join(f"{'  ' * (1 + bool(number))}{line}\n" for number, line in enumerate(lines)))
