"""``spades-cli match``: is one strategy better than another, and how sure is that?"""

from __future__ import annotations

from typing import Annotated

import typer

from spades_cli.cli import completing, options, setup

EXAMPLES = """Examples:

spades-cli match basic random -n 200 -s 7

spades-cli match basic lowest -n 2000 -j 0 -o runs.jsonl  (--resume goes on)
"""


def match(
    one: Annotated[
        str,
        typer.Argument(metavar="A", help="NAME, NAME:key=value, or exec:COMMAND.", autocompletion=completing.opponents),
    ],
    two: Annotated[
        str, typer.Argument(metavar="B", help="The strategy to compare it with.", autocompletion=completing.opponents)
    ],
    deals: Annotated[int, typer.Option("-n", "--deals", min=1, help="Deals; each is played for both sides.")] = 100,
    rules: options.Rules = "standard",
    seed: options.Seed = None,
    jobs: options.Jobs = 1,
    out: options.Out = None,
    resume: options.Resume = False,
    bounds: Annotated[
        str | None, typer.Option("--sprt", metavar="LOW,HIGH", help="Stop once A's difference is decided.")
    ] = None,
    on_fault: options.OnFault = "forfeit",
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first fault.")] = False,
    duplicate: Annotated[
        bool, typer.Option("--duplicate/--no-duplicate", help="Play each deal for both sides.")
    ] = True,
    executor: options.Executor = None,
    timeout: options.Timeout = 10.0,
    isolate: options.Isolate = False,
    rounds: options.SingleRounds = False,
    form: options.TableFormat = "text",
    quiet: options.NoProgress = False,
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
