"""``spades-cli hint``: what to do in a position, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from spades_cli.cli import completing, options, setup
from spades_cli.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from spades_cli.cli.recalling import Moment

EXAMPLES = """Examples:

echo '{"type":"play","seat":"S","hand":"AH JH 4H QS","trick":[["E","3H"]]}' | spades-cli hint -

spades-cli hint positions.jsonl -r jokers -n 3 --format json

spades-cli hint m.jsonl --at 3.5 --seat S

spades-cli play -s 42 --format jsonl < moves.txt | grep '"t":"turn"' | spades-cli hint -
"""


def hint(
    ctx: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help="Requests as bots get them, whole or in part, one a line; with --at a match record or its name.",
            autocompletion=completing.records,
        ),
    ],
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="R.T", help="A decision of a record: 3.5 is round 3, trick 5; 3.bid the bid."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="Whose decision (default: the person's, or the first there).",
            autocompletion=completing.seats,
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="N|ID", help="Which game, if the record holds several.")
    ] = None,
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

    moment = _recall(file, at, seat, game, rules_given=options.is_typed(ctx, "rules"))
    if rules == file == "-":
        raise UsageError("standard input can be read once: as rules, or as positions")
    plugins = setup.open_plugins(plugin, no_plugin, strict_plugins)
    with Advisor(advisor, plugins, seed=seed, timeout=timeout) as asked:
        asked.check()
        known = moment.view.rules if moment else setup.load_rules(plugins, rules)
        hints = Hints(asked, known, form=form, suits=suits, most=number)
        if moment:
            hints.answer_moment(moment)
        elif not hints.answer_all(file):
            raise typer.Exit(ExitCode.INPUT)


def _recall(file: str, at: str | None, seat: str | None, game: str | None, *, rules_given: bool) -> Moment | None:
    """The decision of a record that is asked about, or None where the file holds requests."""
    from spades_cli.cli.recalling import recall

    if at is None:
        if seat or game:
            raise UsageError("--seat and --game go with --at, which asks about a record")
        return None
    if rules_given:
        raise UsageError("a record holds its rules, so -r does not go with --at")
    return recall(file, at, seat.upper() if seat else None, game)
