"""``spades-cli info``: what a bug report should say about the place where the program runs. It never fails itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from spades_cli.cli import console

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

EXAMPLES = """Examples:

spades-cli info

spades-cli info --format json > report.json
"""


def info(
    ctx: typer.Context,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Lines for people, or one JSON object.")
    ] = "text",
) -> None:
    """Tell versions, folders, configuration and plugins: paste it into a bug report."""
    from spades_cli.cli.facts import collect

    found = collect(ctx)
    if form == "json":
        console.out_json(found, indent=2)
        return
    for line in _lines(found):
        console.out(line)


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    for name, value in found.items():
        lines = list(_part_lines(name, value))
        yield f"{name}:" if lines else f"{name}: none"
        yield from (f"  {line}" for line in lines)


def _part_lines(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif "problem" in value:
        yield value["problem"]
    elif name == "folders":
        for kind, folder in value.items():
            yield f"{kind}: {folder['path']} ({_state(folder)})"
    elif name == "configuration":
        for file in value:
            yield from _file_lines(file)
    elif name == "plugins":
        for plugin in value["loaded"]:
            yield f"{_title(plugin)} ({plugin['source']})"
        for plugin in value["failed"]:
            yield f"{_title(plugin)} ({plugin['source']}) failed: {plugin['cause']}"
    else:
        for key, text in value.items():
            yield f"{key}: {'not installed' if text is None else text}"


def _state(folder: Mapping[str, Any]) -> str:
    return f"{'exists' if folder['exists'] else 'not there yet'}, {'' if folder['writable'] else 'not '}writable"


def _file_lines(file: Mapping[str, Any]) -> Iterator[str]:
    yield f"{file['path']}{'' if file['exists'] else ' (not there)'}"
    if "problem" in file:
        yield from (f"  problem: {line}" for line in file["problem"].splitlines())
    elif file["says"]:
        says = file["says"]
        yield f"  {', '.join(says) if isinstance(says, list) else says}"


def _title(plugin: Mapping[str, str]) -> str:
    return f"{plugin['name']} {plugin['version']}".strip()
