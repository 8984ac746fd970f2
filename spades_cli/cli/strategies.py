"""``spades-cli strategies``: the strategies that can take a seat; to read about, begin and check one."""

from __future__ import annotations

import inspect
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from spades_cli.cli import completing, console, options, pages, setup
from spades_cli.errors import ExitCode, SpadesError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.players.conformance import StepResult, Subject
    from spades_cli.players.manager import Plugins, StrategyEntry
    from spades_cli.players.options import Option

GROUP_EXAMPLES = """Examples:

spades-cli strategies list

spades-cli strategies show search

spades-cli strategies check basic
"""
app = pages.Program(
    help="List, show, begin and check strategies: -p NAME, or -p NAME:option=value,option=value, gives one a seat.",
    epilog=GROUP_EXAMPLES,
)

EXAMPLES = """Examples:

spades-cli strategies list

spades-cli strategies list --plugin ./bots/bold.py --format json
"""
SHOW_EXAMPLES = """Examples:

spades-cli strategies show basic
"""
NEW_EXAMPLES = """Examples:

spades-cli strategies new bold

spades-cli strategies new safe-nil -o bots
"""
CHECK_EXAMPLES = """Examples:

spades-cli strategies check basic

spades-cli strategies check bold:caution=0.7 --plugin ./bold.py --variant jokers
"""

AnswerFormat: TypeAlias = Annotated[
    Literal["text", "json"], typer.Option("--format", help="Lines for people, or one JSON value.")
]


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


@app.command(epilog=SHOW_EXAMPLES)
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A strategy.", show_default=False, autocompletion=completing.strategy_names
        ),
    ],
    form: AnswerFormat = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Show one strategy: what it does, the plugin that brings it, its options with types and defaults."""
    plugins = setup.open_plugins(plugin, no_plugin, strict_plugins)
    entry = plugins.get(name)
    if form == "json":
        console.out_json(_to_json(entry) | {"doc": _doc(entry)}, indent=2)
        return
    console.out(f"{entry.name}: {' '.join(entry.cls.summary.split())}")
    parts = (_doc(entry), "\n".join(_option_lines(entry)) or "no options", _origin(entry, plugins))
    for part in filter(None, parts):
        console.out(f"\n{part}")


@app.command(epilog=NEW_EXAMPLES)
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Lower-case words joined by hyphens.", show_default=False)
    ],
    folder: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Where the plugin's folder is made.")
    ] = Path(),
) -> None:
    """Begin a plugin: a folder spades-cli-NAME to install, with a working strategy, its test and its page."""
    from spades_cli.players.scaffold import write_plugin

    if name in (known := setup.open_plugins(None, None, False, silent=True).strategies):
        raise SpadesError(
            f"plugin {known[name].plugin!r} brings a strategy {name!r} already", hint="choose another name"
        )
    target = write_plugin(name, folder)
    console.out(str(target))
    address = str(target) if target.is_absolute() else f"./{target}"
    console.out(f"python -m pip install -e {shlex.quote(address)}")
    console.out(f"spades-cli strategies check {name}")


@app.command(epilog=CHECK_EXAMPLES)
def check(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC",
            help="NAME or NAME:key=value,key=value.",
            show_default=False,
            autocompletion=completing.strategies,
        ),
    ],
    variant: Annotated[
        list[str] | None,
        typer.Option(
            "--variant",
            metavar="NAME|PATH",
            help="Only under these rules (repeatable); otherwise all of the program's own.",
            autocompletion=completing.variants,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("-s", "--seed", help="Deals and the strategy's own chance.")] = 0,
    form: AnswerFormat = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Play a strategy under every variant and tell, step by step, whether it keeps to its promises; exit 1 if not."""
    from spades_cli.players.conformance import run_steps
    from spades_cli.variants import VariantLibrary

    plugins = setup.open_plugins(plugin, no_plugin, strict_plugins)
    subject = _subject(spec, plugins, plugin or [])
    # What a strategy promises must not depend on whose machine it is checked on.
    library = setup.open_library(plugins) if variant else VariantLibrary()
    rules = {name: library.load(name) for name in variant or library.names()}
    results = []
    for result in run_steps(subject, rules, seed):
        results.append(result)
        if form == "text":
            console.out(str(result))
    failed = any(result.failure for result in results)
    if form == "json":
        steps = [_step_to_json(result) for result in results]
        console.out_json(
            {"player": spec, "variants": list(rules), "seed": seed, "ok": not failed, "steps": steps}, indent=2
        )
    if failed:
        raise typer.Exit(ExitCode.NO)


def _subject(text: str, plugins: Plugins, paths: Sequence[str]) -> Subject:
    """The strategy of a spec; ``paths`` are the plugins that were asked for."""
    from spades_cli.players.lazy_bot import LazyBot
    from spades_cli.players.options import read_options, read_values
    from spades_cli.players.spec import PlayerSpec
    from spades_cli.players.trial import Subject, make_subject

    spec = PlayerSpec.parse(text)
    if spec.kind == "exec":
        return Subject((text,), lambda seat, seed: LazyBot(spec.name, seat, seed))
    if spec.kind != "strategy":
        raise UsageError(f"player {text!r} is no strategy or bot", hint="name one of spades-cli strategies list")
    cls = plugins.get(spec.name).cls
    values = read_values(f"strategy {spec.name!r}", read_options(cls), spec.options)
    return make_subject(cls, values, [word for path in paths for word in ("--plugin", path)])


def _step_to_json(result: StepResult) -> dict[str, Any]:
    failure = asdict(result.failure) if result.failure else None
    return {"step": result.name, "promise": result.promise, "ok": failure is None, "failure": failure}


def _doc(entry: StrategyEntry) -> str:
    """The class's own docstring."""
    return inspect.cleandoc(entry.cls.__dict__.get("__doc__") or "")


def _origin(entry: StrategyEntry, plugins: Plugins) -> str:
    return f"from {next(info.title for info in plugins.loaded if info.name == entry.plugin)}"


def _lines(entry: StrategyEntry, width: int) -> Iterator[str]:
    yield f"{entry.name:<{width}}  {' '.join(entry.cls.summary.split())} (plugin {entry.plugin})"
    for line in _option_lines(entry):
        yield f"{'':<{width}}    {line}"


def _option_lines(entry: StrategyEntry) -> Iterator[str]:
    for option in _options(entry):
        default = "required" if option.required else f"default {option.default}"
        yield f"{option.name}={option.type_text} ({default})"


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
