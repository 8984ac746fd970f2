"""``spades-cli tournament``: several strategies, every two of them compared on the same terms."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Literal

import typer

from spades_cli.cli import completing, options, setup

EXAMPLES = """Examples:

spades-cli tournament basic lowest random -n 200 -s 7 -j 0

spades-cli tournament mine basic lowest --type gauntlet -o games.jsonl
"""


def tournament(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="P1 P2 P3...", help="NAME, NAME:key=value or exec:COMMAND.", autocompletion=completing.opponents
        ),
    ],
    kind: Annotated[
        Literal["round-robin", "gauntlet"], typer.Option("--type", help="All pairs, or the first against the others.")
    ] = "round-robin",
    deals: Annotated[int, typer.Option("-n", "--deals", min=1, help="Deals for each pair.")] = 100,
    rules: options.Rules = "standard",
    seed: options.Seed = None,
    jobs: options.Jobs = 1,
    out: options.Out = None,
    resume: options.Resume = False,
    on_fault: options.OnFault = "forfeit",
    executor: options.Executor = None,
    timeout: options.Timeout = 10.0,
    isolate: options.Isolate = False,
    rounds: options.SingleRounds = False,
    ratings: Annotated[bool, typer.Option("--ratings", help="Rate them too (extra: ratings).")] = False,
    form: options.TableFormat = "text",
    quiet: options.NoProgress = False,
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Compare several strategies pair by pair: a table, and a cross table of paired differences."""
    from spades_cli.cli.matching import Request, run
    from spades_cli.errors import UsageError

    if len(players) < 2 or len(set(players)) < len(players):
        raise UsageError("a tournament needs two or more different strategies")
    pairs = combinations(range(len(players)), 2)
    pairings = tuple(pair for pair in pairs if kind == "round-robin" or pair[0] == 0)
    request = Request(
        specs=tuple(players), pairings=pairings, deals=deals, rules=rules, seed=seed, jobs=jobs, out=out,
        resume=resume, bounds=None, on_fault=on_fault, duplicate=True, rounds=rounds, form=form,
        quiet=quiet, timeout=timeout, isolate=isolate, executor=executor,
        rated=ratings,
    )  # fmt: skip
    run(request, setup.open_plugins(plugin, no_plugin, strict_plugins), plugin, no_plugin, strict_plugins)
