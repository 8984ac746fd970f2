"""``spades-cli strategies``: the strategies that can take a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from spades_cli.cli import console, options, setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.players.manager import StrategyEntry
    from spades_cli.players.options import Option

app = typer.Typer(
    help="List the strategies that can take a seat: -p NAME, or -p NAME:option=value,option=value.",
    no_args_is_help=True,
)

EXAMPLES = """Examples:

spades-cli strategies list

spades-cli strategies list --plugin ./bots/bold.py --format json
"""


@app.command("list", epilog=EXAMPLES)
def list_strategies(
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Lines for people, or one JSON array.")
    ] = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """List every strategy: its name, what it does, its options, and the plugin that brings it."""
    entries = setup.open_plugins(plugin, no_plugin, strict_plugins).strategies.values()
    if form == "json":
        console.out_json([_to_json(entry) for entry in entries], indent=2)
        return
    width = max((len(entry.name) for entry in entries), default=0)
    for entry in entries:
        for line in _lines(entry, width):
            console.out(line)
    if not entries:
        console.out("no strategies")


def _lines(entry: StrategyEntry, width: int) -> Iterator[str]:
    yield f"{entry.name:<{width}}  {' '.join(entry.cls.summary.split())} (plugin {entry.plugin})"
    for option in _options(entry):
        default = "required" if option.required else f"default {option.default}"
        yield f"{'':<{width}}    {option.name}={option.type_text} ({default})"


def _options(entry: StrategyEntry) -> list[Option]:
    from spades_cli.players.options import read_options

    return list(read_options(entry.cls).values())


def _to_json(entry: StrategyEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "summary": " ".join(entry.cls.summary.split()),
        "plugin": entry.plugin,
        "options": [
            {"name": option.name, "type": option.type_text, "required": option.required, "default": _plain(option)}
            for option in _options(entry)
        ],
    }


def _plain(option: Option) -> bool | int | float | str | None:
    """A default as JSON can hold it."""
    known = option.default is None or isinstance(option.default, (bool, int, float, str))
    return option.default if known else str(option.default)
