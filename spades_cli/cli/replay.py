"""``spades-cli replay``: reads a record step by step, prints it, exports it, or plays it again and compares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from spades_cli.cli import completing, options, play_options
from spades_cli.errors import ExitCode, UsageError

EXAMPLES = """Examples:

spades-cli replay m.jsonl --game 3 --round 2

spades-cli replay m.jsonl --verify

spades-cli replay m.jsonl --export pbn -o m.pbn
"""


def replay(
    ctx: typer.Context,
    file: options.Record,
    game: Annotated[
        str | None, typer.Option("--game", metavar="N|ID", help="This game only: its number in the file, or its id.")
    ] = None,
    number: Annotated[int | None, typer.Option("--round", metavar="N", min=1, help="This round.")] = None,
    trick: Annotated[int | None, typer.Option("--trick", metavar="N", min=1, help="This trick.")] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="What this seat knew; the other hands stay hidden.",
            autocompletion=completing.seats,
        ),
    ] = None,
    step: Annotated[
        bool | None,
        typer.Option(
            "--step/--no-step", help="Step through it, or print it (default: step at a terminal).", show_default=False
        ),
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Play it again and report every difference.")] = False,
    export: Annotated[
        Literal["pbn", "text", "jsonl"] | None,
        typer.Option("--export", help="Write it for others: PBN, text to read, or the record in its normal form."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE|-", help="Where --export writes; - is stdout, as without it."),
    ] = None,
    form: options.StreamFormat = "text",
    suits: options.Suits = "auto",
    colours: play_options.Colours = "four",
    sort: play_options.Sort = "alternate",
) -> None:
    """Read a match record step by step, print or export it, or check it against the rules.

    At a terminal it is stepped through: Enter goes on, b back, ? lists the rest. In a pipe it is printed; --step then
    reads the commands from standard input, one a line.
    """
    from spades_cli.cli import exporting, replaying, stepping
    from spades_cli.ui.style import pick_style

    seat = seat.upper() if seat else None
    wanted = replaying.Wanted(game=game, round=number, trick=trick, seat=seat)
    _check(ctx)
    style = pick_style(sys.stdout, suits, colours=colours, sort=sort)
    if verify:
        code = replaying.verify_games(file, form, game)
    elif export:
        code = exporting.export_games(file, export, wanted, style, out)
    elif step or (step is None and form == "text" and file != "-" and sys.stdin.isatty() and sys.stdout.isatty()):
        code = stepping.step_through(file, wanted, style)
    else:
        code = replaying.print_games(file, wanted, form, style)
    if code is not ExitCode.DONE:
        raise typer.Exit(code)


def _check(ctx: typer.Context) -> None:
    """Refuse options that do not go together; a person's own defaults just do not count where they mean nothing."""
    given = {name for name in ctx.params if ctx.params[name] and options.is_typed(ctx, name)}
    ways = [way for way in ("verify", "export", "step") if way in given]
    part = not given.isdisjoint({"number", "trick", "seat"})
    if len(ways) > 1:
        raise UsageError(f"--{ways[0]} and --{ways[1]} do not go together")
    if "verify" in given and part:
        raise UsageError("--verify checks whole games; --game picks one")
    if "out" in given and "export" not in given:
        raise UsageError("-o says where --export writes", hint="add --export pbn, text or jsonl")
    if "form" in given and ctx.params["form"] == "jsonl" and not given.isdisjoint({"export", "step"}):
        raise UsageError(f"--format jsonl does not go with --{ways[0]}")
    if "export" in given and "trick" in given:
        raise UsageError("--export writes whole rounds; --round picks one")
    if "export" in given and ctx.params["export"] == "jsonl" and part:
        raise UsageError("--export jsonl writes whole games, which can be played again; --game picks one")
