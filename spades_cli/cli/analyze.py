"""``spades-cli analyze``: every decision of a recorded match beside the advisor's."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from spades_cli.cli import completing, options, setup

EXAMPLES = """Examples:

spades-cli analyze m.jsonl

spades-cli analyze m.jsonl --seat S --worst 5

spades-cli analyze m.jsonl --seat NS --round 3 --advisor search:samples=400

spades-cli analyze m.jsonl --format jsonl | grep '"agreed":false'
"""


def analyze(
    file: options.Record,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT|SIDE|all",
            help="Whose decisions (repeatable); default: people's seats, or else all.",
            autocompletion=completing.seats_or_all,
        ),
    ] = None,
    advisor: Annotated[
        str,
        typer.Option(
            "--advisor",
            metavar="SPEC",
            help="Who is asked: a strategy, or a bot as exec:COMMAND.",
            autocompletion=completing.opponents,
        ),
    ] = options.ADVISOR,
    game: Annotated[
        str | None, typer.Option("--game", metavar="N|ID", help="This game only: its number in the file, or its id.")
    ] = None,
    number: Annotated[int | None, typer.Option("--round", metavar="N", min=1, help="This round only.")] = None,
    worst: Annotated[
        int | None,
        typer.Option(
            "--worst", metavar="N", min=0, help="Instead of every decision show the N costliest, with the position."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("-s", "--seed", min=0, help="Seed of the advisor's random numbers.")] = 0,
    timeout: options.Timeout = 10.0,
    form: Annotated[
        Literal["text", "json", "jsonl"],
        typer.Option("--format", help="Text, one JSON object, or one JSON object a decision."),
    ] = "text",
    suits: options.Suits = "auto",
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="No progress, and no word on how to go on.")] = False,
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Compare every decision of a match with an advisor's: who agreed, and what the difference was worth.

    The advisor sees what the seat knew at that moment. The cost of a decision is how many points the advice is worth
    more, by the advisor's own values; decisions with one legal action are not counted.
    """
    from spades_cli.cli.analysing import Request, Review, make_printer
    from spades_cli.players.advice import Advisor

    plugins = setup.open_plugins(plugin, no_plugin, strict_plugins)
    with Advisor(advisor, plugins, seed=seed, timeout=timeout) as asked:
        asked.check()
        request = Request(file, tuple(seat or ()), game, number, worst, quiet)
        review = Review(request, asked, make_printer(form, suits, listed=worst is None))
        raise typer.Exit(review.run())
