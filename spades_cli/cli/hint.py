"""``spades-cli hint``: what to do in a position, and why."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from spades_cli.cli import options, setup
from spades_cli.errors import ExitCode, UsageError

EXAMPLES = """Examples:

echo '{"type":"play","seat":"S","hand":"AH JH 4H QS","trick":[["E","3H"]]}' | spades-cli hint -

spades-cli hint positions.jsonl -r jokers -n 3 --format json

spades-cli play -s 42 --format jsonl < moves.txt | grep '"t":"turn"' | spades-cli hint -
"""


def hint(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="Requests as bots get them, whole or in part, one a line.")
    ],
    rules: options.Rules = "standard",
    advisor: options.Advisor = options.ADVISOR,
    number: Annotated[
        int | None, typer.Option("-n", "--number", min=1, help="Show so many of the best choices (default: all).")
    ] = None,
    seed: Annotated[int, typer.Option("-s", "--seed", min=0, help="Seed of the advisor's random numbers.")] = 0,
    timeout: options.Timeout = 10.0,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="A list, or one JSON object a request.")
    ] = "text",
    suits: options.Suits = "auto",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Rank what is legal in a position, with values and reasons (docs/hint.md: how to write a position)."""
    from spades_cli.cli.hinting import Hints
    from spades_cli.players.advice import Advisor

    if rules == file == "-":
        raise UsageError("standard input can be read once: as rules, or as positions")
    plugins = setup.open_plugins(plugin, no_plugin, strict_plugins)
    with Advisor(advisor, plugins, seed=seed, timeout=timeout) as asked:
        asked.check()
        hints = Hints(asked, setup.load_rules(plugins, rules), form=form, suits=suits, most=number)
        if not hints.answer_all(file):
            raise typer.Exit(ExitCode.INPUT)
