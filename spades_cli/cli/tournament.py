"""``spades-cli tournament``: several strategies, every two of them compared on the same terms."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

import typer

from spades_cli.cli import options, setup

EXAMPLES = """Examples:

spades-cli tournament basic lowest random -n 200 -s 7 -j 0

spades-cli tournament mine basic lowest --type gauntlet -o games.jsonl
"""


def tournament(
    players: Annotated[list[str], typer.Argument(metavar="P1 P2 P3...", help="NAME, NAME:key=value or exec:COMMAND.")],
    kind: Annotated[
        Literal["round-robin", "gauntlet"], typer.Option("--type", help="All pairs, or the first against the others.")
    ] = "round-robin",
    deals: Annotated[int, typer.Option("-n", "--deals", min=1, help="Deals for each pair.")] = 100,
    rules: options.Rules = "standard",
    seed: Annotated[int | None, typer.Option("-s", "--seed", min=0, help="Repeats it; drawn if left out.")] = None,
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=0, help="Worker processes; 0 uses all cores.")] = 1,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="Record every game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the record of --out.")] = False,
    on_fault: Annotated[
        Literal["forfeit", "substitute", "stop"], typer.Option("--on-fault", help="What a failing strategy costs.")
    ] = "forfeit",
    executor: Annotated[
        str | None, typer.Option("--executor", metavar="dask://ADDRESS", help="Play on a cluster (extra: cluster).")
    ] = None,
    timeout: Annotated[float, typer.Option("--timeout", min=0.01, help="Seconds a bot has for a decision.")] = 10.0,
    isolate: Annotated[bool, typer.Option("--isolate", help="Every strategy in a process of its own.")] = False,
    rounds: Annotated[bool, typer.Option("--rounds", help="Single rounds from 0 to 0 instead of matches.")] = False,
    ratings: Annotated[bool, typer.Option("--ratings", help="Rate them too (extra: ratings).")] = False,
    form: Annotated[Literal["text", "json"], typer.Option("--format", help="Tables, or one JSON object.")] = "text",
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="No progress.")] = False,
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
