"""``spades-cli play``: a match at the prompt, from a script or pipe, or between strategies alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spades_cli.cli import options, setup

EXAMPLES = """Examples:

spades-cli play  (you are South, basic plays the rest)

spades-cli play -r jokers -p NS=basic -p EW=random -s 3 --record m.jsonl

spades-cli play -p N="exec:python bot.py" -p ESW=basic --timeout 2

spades-cli play -s 42 --script moves.txt --format jsonl
"""


def play(
    rules: options.Rules = "standard",
    player: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--player",
            metavar="[SEAT=]SPEC",
            help="Who plays: human, script:FILE, exec:COMMAND or a strategy (repeatable).",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("-s", "--seed", min=0, help="Repeats a match; drawn if left out.")] = None,
    script: Annotated[
        str | None, typer.Option("--script", metavar="FILE|-", help="Read your decisions, one a line.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT|all", help="The seat you play; all plays every seat.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Append the match to a record.")
    ] = None,
    form: options.StreamFormat = "text",
    deal: Annotated[
        str | None,
        typer.Option("--deal", metavar="PBN|FILE", help="The cards of the first round (for a draft: the pack)."),
    ] = None,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", min=0.001, help="How long an exec: bot may think.")
    ] = 10.0,
    advisor: options.Advisor = options.ADVISOR,
    suits: options.Suits = "auto",
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Only your cards and the scores.")] = False,
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Play a match: at a terminal you are asked, from a pipe or script one decision is read a line."""
    from spades_cli.cli.session import Request, Session

    plugins = setup.open_plugins(plugin, no_plugin, strict_plugins)
    request = Request(
        rules=rules, players=player or [], seed=seed, script=script, seat=seat, record=record, form=form, deal=deal,
        suits=suits, quiet=quiet, timeout=timeout, advisor=advisor,
    )  # fmt: skip
    Session(request, plugins).run()
