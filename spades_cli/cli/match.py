"""``spades-cli match``: is one strategy better than another, and how sure is that?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from spades_cli.cli import options, setup

EXAMPLES = """Examples:

spades-cli match basic random -n 200 -s 7

spades-cli match basic lowest -n 2000 -j 0 -o runs.jsonl  (and --resume after a stop)
"""


def match(
    one: Annotated[str, typer.Argument(metavar="A", help="NAME, NAME:key=value, or exec:COMMAND.")],
    two: Annotated[str, typer.Argument(metavar="B", help="The strategy to compare it with.")],
    deals: Annotated[int, typer.Option("-n", "--deals", min=1, help="Deals; each is played for both sides.")] = 100,
    rules: options.Rules = "standard",
    seed: Annotated[int | None, typer.Option("-s", "--seed", min=0, help="Repeats it; drawn if left out.")] = None,
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=0, help="Worker processes; 0 uses all cores.")] = 1,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="FILE", help="Record every game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the record of --out.")] = False,
    bounds: Annotated[
        str | None, typer.Option("--sprt", metavar="LOW,HIGH", help="Stop once A's difference is decided.")
    ] = None,
    on_fault: Annotated[
        Literal["forfeit", "substitute", "stop"], typer.Option("--on-fault", help="What a failing strategy costs.")
    ] = "forfeit",
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first fault.")] = False,
    duplicate: Annotated[
        bool, typer.Option("--duplicate/--no-duplicate", help="Play each deal for both sides.")
    ] = True,
    executor: Annotated[
        str | None, typer.Option("--executor", metavar="dask://ADDRESS", help="Play on a cluster (extra: cluster).")
    ] = None,
    timeout: Annotated[float, typer.Option("--timeout", min=0.01, help="Seconds a bot has for a decision.")] = 10.0,
    isolate: Annotated[bool, typer.Option("--isolate", help="Every strategy in a process of its own.")] = False,
    rounds: Annotated[bool, typer.Option("--rounds", help="Single rounds from 0 to 0 instead of matches.")] = False,
    form: Annotated[Literal["text", "json"], typer.Option("--format", help="A table, or one JSON object.")] = "text",
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="No progress.")] = False,
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Is my strategy better? Compare two on the same deals, in pairs, with an error for every figure."""
    from spades_cli.cli.matching import Request, run

    request = Request(
        specs=(one, two), pairings=((0, 1),), deals=deals, rules=rules, seed=seed, jobs=jobs, out=out, resume=resume,
        bounds=bounds, on_fault="stop" if strict else on_fault, duplicate=duplicate, rounds=rounds, form=form,
        quiet=quiet, timeout=timeout, isolate=isolate, executor=executor,
    )  # fmt: skip
    run(request, setup.open_plugins(plugin, no_plugin, strict_plugins), plugin, no_plugin, strict_plugins)
