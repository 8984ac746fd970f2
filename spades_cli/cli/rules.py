"""``spades-cli rules``: what variants there are, what one of them says, and whether a rules file is sound."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from spades_cli.cli import console, options, setup
from spades_cli.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.variants import VariantInfo

LIST_EXAMPLES = """Examples:

spades-cli rules list

spades-cli rules list --format json
"""
SHOW_EXAMPLES = """Examples:

spades-cli rules show two-player

spades-cli rules show jokers --diff standard > my-rules.toml
"""
CHECK_EXAMPLES = """Examples:

spades-cli rules check my-rules.toml

spades-cli rules show whiz | spades-cli rules check -
"""
AnswerFormat: TypeAlias = Annotated[
    Literal["text", "json"], typer.Option("--format", help="Lines for people, or one JSON array.")
]
FileFormat: TypeAlias = Annotated[
    Literal["toml", "json"], typer.Option("--format", help="A rules file, or the same as JSON.")
]

app = typer.Typer(help="List, show and check rule variants.", no_args_is_help=True)


@app.command("list", epilog=LIST_EXAMPLES)
def list_variants(
    form: AnswerFormat = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """List the variants that can be named wherever rules are asked for."""
    variants = setup.open_library(setup.open_plugins(plugin, no_plugin, strict_plugins)).list()
    if form == "json":
        console.out_json([variant._asdict() for variant in variants], indent=2)
        return
    width = max(len(variant.name) for variant in variants)
    for variant in variants:
        console.out(_format_variant(variant, width))


@app.command(epilog=SHOW_EXAMPLES)
def show(
    rules: Annotated[
        str, typer.Argument(metavar="NAME|PATH|-", help="A variant, a rules file, or - for stdin.", show_default=False)
    ],
    diff: Annotated[
        str | None, typer.Option("--diff", metavar="NAME|PATH", help="Only what differs from these rules.")
    ] = None,
    form: FileFormat = "toml",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Print the rules in full: every key with its value, or with --diff a file that names its base."""
    from spades_cli import variants

    library = setup.open_library(setup.open_plugins(plugin, no_plugin, strict_plugins))
    shown = library.load(rules, _read_stdin([rules]))
    tables = variants.rules_to_dict(shown) if diff is None else variants.diff(shown, library.load(diff), named=diff)
    if form == "json":
        console.out_json(tables, indent=2)
    else:
        console.out(variants.format_tables(tables).rstrip())


@app.command(epilog=CHECK_EXAMPLES)
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Rules files, or - for stdin.")],
    form: AnswerFormat = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Tell every mistake in rules files with its line and column; exit 1 if there is any."""
    library = setup.open_library(setup.open_plugins(plugin, no_plugin, strict_plugins))
    text = _read_stdin(files)
    found = {file: library.check(file, text) for file in files}
    problems = [problem for some in found.values() for problem in some]
    if form == "json":
        console.out_json([problem._asdict() for problem in problems], indent=2)
    else:
        for file, some in found.items():
            console.out("\n".join(map(str, some)) or f"{file}: ok")
    if problems:
        raise typer.Exit(ExitCode.NO)


def _format_variant(variant: VariantInfo, width: int) -> str:
    source = "" if variant.source == "bundled" else f"  [{variant.source}]"
    if variant.problem:
        return f"{variant.name:{width}}  cannot be loaded: {variant.problem}{source}"
    return f"{variant.name:{width}}  {variant.players} players to {variant.target:<6}{variant.title}{source}"


def _read_stdin(asked: Sequence[str]) -> bytes | None:
    """Standard input, if ``-`` asks for it."""
    if "-" not in asked:
        return None
    if sys.stdin.isatty():
        raise UsageError("standard input is a terminal", hint="pipe a rules file into it, or name one")
    return sys.stdin.buffer.read()
