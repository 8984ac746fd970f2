"""What is proposed after TAB: variants, strategies and their options, seats, records, plugins.

Each function is an ``autocompletion=`` of Typer. It may raise: ``shells`` then proposes nothing and stays silent.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from spades_cli.cli.proposals import Proposals, beginning, cased, named, open_stem, paths, specs

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules
    from spades_cli.players.manager import Plugins


def variants(ctx: typer.Context, incomplete: str) -> Proposals:
    """Names of variants, and rules files of the path typed."""
    from spades_cli.cli import setup

    names = setup.open_library(_open_plugins(ctx)).names()
    found = beginning(incomplete, ((name, "") for name in names))
    files = paths(incomplete, ".toml")
    return [*found, *(file for file in files if not file[0].endswith("/"))] if found else files


def records(ctx: typer.Context, incomplete: str) -> Proposals:
    """Records of the path typed."""
    return paths(incomplete, ".jsonl")


def saved(ctx: typer.Context, incomplete: str) -> Proposals:
    """Matches kept in the state folder by name, and records of the path typed."""
    from spades_cli.cli.folders import games_folder

    names = sorted((path.name for path in games_folder().glob("*.jsonl")), reverse=True)
    return [*beginning(incomplete, ((name, "a match that was kept") for name in names)), *paths(incomplete, ".jsonl")]


def strategies(ctx: typer.Context, incomplete: str) -> Proposals:
    """Strategies, and after ``NAME:`` their options."""
    return specs(_open_plugins(ctx), incomplete)


def strategy_names(ctx: typer.Context, incomplete: str) -> Proposals:
    """Strategies by name alone."""
    return beginning(incomplete, named(_open_plugins(ctx)))


def opponents(ctx: typer.Context, incomplete: str) -> Proposals:
    """Strategies with options, and bots."""
    return specs(_open_plugins(ctx), incomplete, [("exec:", "a bot: its command")])


def players(ctx: typer.Context, incomplete: str) -> Proposals:
    """Who plays: ``SPEC`` or ``SEAT=SPEC``."""
    plugins = _open_plugins(ctx)
    kinds = [("human", "a person"), ("script:", "lines of a file"), ("exec:", "a bot: its command")]
    seats, equals, spec = incomplete.partition("=")
    if equals and ":" not in seats:
        return [(f"{seats}={value}", about) for value, about in specs(plugins, spec, kinds)]
    found = specs(plugins, incomplete, kinds)
    if ":" not in incomplete:
        rules = _rules(ctx, plugins)
        names = dict.fromkeys((*rules.seats, *rules.sides))
        found += beginning(incomplete, ((cased(f"{name}=", incomplete), "seat") for name in names))
    return open_stem(found, lambda stem: players(ctx, stem) if stem.endswith("=") else [])


def seats(ctx: typer.Context, incomplete: str) -> Proposals:
    """The seats of the table, or of the record that is named already."""
    found = _seats_of_record(ctx) or _rules(ctx, _open_plugins(ctx)).seats
    return beginning(incomplete, ((cased(name, incomplete), "") for name in found))


def seats_or_all(ctx: typer.Context, incomplete: str) -> Proposals:
    """The same, and ``all``."""
    return [*seats(ctx, incomplete), *beginning(incomplete, [("all", "every seat")])]


def amounts(ctx: typer.Context, incomplete: str) -> Proposals:
    """Sides, with room for a number each: ``NS=337,EW=``."""
    head = incomplete[: incomplete.rfind(",") + 1]
    sides = _rules(ctx, _open_plugins(ctx)).sides
    return beginning(incomplete, ((f"{head}{cased(side, incomplete)}=", "") for side in sides))


def plugin_names(ctx: typer.Context, incomplete: str) -> Proposals:
    """Plugins that can be left out."""
    plugins = _open_plugins(ctx)
    loaded = [(info.name, info.source) for info in plugins.loaded]
    return beginning(incomplete, loaded + [(info.name, info.source) for info in plugins.failed])


# --- where the names come from ---------------------------------------------------------------------------------------


def _open_plugins(ctx: typer.Context) -> Plugins:
    """The plugins of the line typed so far; where a setting is broken, those that load without any."""
    from spades_cli.cli import setup
    from spades_cli.errors import SpadesError
    from spades_cli.players.manager import PluginSettings, load_plugins

    try:
        return setup.open_plugins(ctx.params.get("plugin"), ctx.params.get("no_plugin"), False, silent=True)
    except SpadesError:
        return load_plugins(PluginSettings(), warn=lambda text: None)


def _rules(ctx: typer.Context, plugins: Plugins) -> Rules:
    """The rules of the line typed so far, or the standard ones."""
    from spades_cli.cli import setup
    from spades_cli.errors import SpadesError

    library = setup.open_library(plugins)
    try:
        return library.load(ctx.params.get("rules") or "standard")
    except SpadesError:
        return library.load("standard")


def _seats_of_record(ctx: typer.Context) -> list[str]:
    """The seats of the first game of a record, if the line names one."""
    # Arguments before an option without its value stand in ``args``, for no parameter has taken them.
    words = [word for word in (ctx.params.get("file"), *ctx.args) if isinstance(word, str)]
    for file in filter(os.path.isfile, words):
        with open(file, encoding="utf-8") as lines, suppress(ValueError, LookupError, TypeError):
            return list(json.loads(lines.readline(1 << 20))["players"])
    return []
