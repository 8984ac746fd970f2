"""``spades-cli rules``: what variants there are, what one of them says, whether a rules file is sound, and new ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from spades_cli.cli import completing, console, options, pages, setup
from spades_cli.cli.rules_new import Request, complete_setting, make_rules
from spades_cli.errors import ExitCode, SpadesError

if TYPE_CHECKING:
    from spades_cli.variants import VariantInfo

LIST_EXAMPLES = """Examples:

spades-cli rules list

spades-cli rules list --format json
"""
SHOW_EXAMPLES = """Examples:

spades-cli rules show two-player --explain

spades-cli rules show jokers --diff standard

spades-cli rules show two-player --diff two-player-first-bids --explain
"""
CHECK_EXAMPLES = """Examples:

spades-cli rules check my-rules.toml

spades-cli rules show whiz | spades-cli rules check -
"""
NEW_EXAMPLES = """Examples:

spades-cli rules new friday --from jokers --set match.target=300 --set nil.made=150

spades-cli rules new club --set bidding.mode=mirror -o club.toml
"""
SCHEMA_EXAMPLES = """Examples:

spades-cli rules schema -o rules.schema.json
"""
AnswerFormat: TypeAlias = Annotated[
    Literal["text", "json"], typer.Option("--format", help="Lines for people, or one JSON array.")
]
FileFormat: TypeAlias = Annotated[
    Literal["toml", "json"], typer.Option("--format", help="A rules file (or sentences), or the same as JSON.")
]

GROUP_EXAMPLES = """Examples:

spades-cli rules list

spades-cli rules show two-player --explain

spades-cli rules new friday --from jokers --set match.target=300
"""
app = pages.Program(help="List, show, check and write rule variants.", epilog=GROUP_EXAMPLES)


@app.command("list", epilog=LIST_EXAMPLES)
def list_variants(
    form: AnswerFormat = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """List the variants that can be named wherever rules are asked for."""
    library = setup.open_library(setup.open_plugins(plugin, no_plugin, strict_plugins))
    variants = library.list()
    if library.own_problem:
        console.talk(library.own_problem)
    if form == "json":
        console.out_json([variant._asdict() for variant in variants], indent=2)
        return
    width = max(len(variant.name) for variant in variants)
    for variant in variants:
        console.out(_format_variant(variant, width))


@app.command(epilog=SHOW_EXAMPLES)
def show(
    rules: Annotated[
        str,
        typer.Argument(
            metavar="NAME|PATH|-",
            help="A variant, a rules file, or - for stdin.",
            show_default=False,
            autocompletion=completing.variants,
        ),
    ],
    explain: Annotated[bool, typer.Option("--explain", help="As numbered sentences in plain English.")] = False,
    diff: Annotated[
        str | None,
        typer.Option(
            "--diff",
            metavar="NAME|PATH",
            help="Only what differs from these rules.",
            autocompletion=completing.variants,
        ),
    ] = None,
    form: FileFormat = "toml",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Print the rules in full: every key with its value, or with --diff a file that names its base."""
    from spades_cli.cli import rules_show

    library = setup.open_library(setup.open_plugins(plugin, no_plugin, strict_plugins))
    text = setup.read_piped_rules([rules, *([diff] if diff else [])])
    shown = library.load(rules, text)
    base = None if diff is None else library.load(diff, text)
    if explain and base:
        rules_show.show_changed_sentences(shown, base, form)
    elif explain:
        rules_show.show_sentences(shown, form)
    elif base:
        rules_show.show_difference(shown, base, diff or "", form)
    else:
        rules_show.show_file(shown, form)


@app.command(epilog=CHECK_EXAMPLES)
def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Rules files, or - for stdin.", autocompletion=completing.variants),
    ],
    form: AnswerFormat = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Tell every mistake in rules files with its line and column; exit 1 if there is any."""
    library = setup.open_library(setup.open_plugins(plugin, no_plugin, strict_plugins))
    text = setup.read_piped_rules(files)
    found = {file: library.check(file, text) for file in files}
    problems = [problem for some in found.values() for problem in some]
    if form == "json":
        console.out_json([problem._asdict() for problem in problems], indent=2)
    else:
        from spades_cli.cli.rules_check import show_problems

        for file, some in found.items():
            show_problems(file, some, text)
    if problems:
        raise typer.Exit(ExitCode.NO)


@app.command(epilog=NEW_EXAMPLES)
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it, such as friday.", show_default=False)],
    base: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="NAME|PATH",
            help="The variant whose rules it starts from.",
            autocompletion=completing.variants,
        ),
    ] = "standard",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="A key that differs (repeatable).", autocompletion=complete_setting
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("-o", "--out", metavar="FILE|-", help="Where to write it; otherwise the folder of your variants."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Write a rules file of your own: what differs from a variant, with comments, to be played by its name."""
    library = setup.open_library(setup.open_plugins(plugin, no_plugin, strict_plugins))
    make_rules(library, Request(name, base, settings or [], out, force))


@app.command(epilog=SCHEMA_EXAMPLES)
def schema(
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="Write it to a file.")] = None,
) -> None:
    """Print the JSON Schema of rules files, with which an editor completes and checks them."""
    import json

    from spades_cli.variants.json_schema import json_schema

    text = json.dumps(json_schema(), indent=2)
    if out is None or str(out) == "-":
        console.out(text)
        return
    try:
        out.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise SpadesError(f"{out}: cannot be written: {error.strerror}") from None
    console.talk(f"wrote {out}; a rules file beside it begins with: #:schema ./{out.name}")


def _format_variant(variant: VariantInfo, width: int) -> str:
    source = "" if variant.source == "bundled" else f"  [{variant.source}]"
    if variant.problem:
        return f"{variant.name:{width}}  cannot be loaded: {variant.problem}{source}"
    return f"{variant.name:{width}}  {variant.players} players to {variant.target:<6}{variant.title}{source}"
