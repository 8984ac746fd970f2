"""``spades-cli play``: a match at the prompt, from a script or pipe, or between strategies alone."""

from __future__ import annotations

from typing import Annotated

import typer

from spades_cli.cli import options, play_options, setup

EXAMPLES = """Examples:

spades-cli play  (you are South, basic plays the rest)

spades-cli play --resume  (go on with the match you left)

spades-cli play -p NS=human -p EW=search  (two people at one keyboard)

spades-cli play -r jokers -p NS=basic -p EW=random -s 3 --record m.jsonl

spades-cli play -p N="exec:python bot.py" -p ESW=basic --timeout 2

spades-cli play -s 42 --script moves.txt --format jsonl
"""


def play(
    ctx: typer.Context,
    file: play_options.File = None,
    rules: options.Rules = "standard",
    player: play_options.Player = None,
    seat: play_options.Seat = None,
    seed: play_options.Seed = None,
    resume: play_options.Resume = False,
    advisor: options.Advisor = options.ADVISOR,
    no_undo: play_options.NoUndo = False,
    no_save: play_options.NoSave = False,
    hot_seat: play_options.HotSeat = None,
    suits: options.Suits = "auto",
    colours: play_options.Colours = "four",
    sort: play_options.Sort = "alternate",
    speed: play_options.Speed = "instant",
    plain: play_options.Plain = False,
    quiet: play_options.Quiet = False,
    record: play_options.Record = None,
    script: Annotated[
        str | None, typer.Option("--script", metavar="FILE|-", help="Read your decisions, one a line.")
    ] = None,
    on_end: play_options.OnEnd = "stop",
    deal: play_options.Deal = None,
    form: options.StreamFormat = "text",
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", min=0.001, help="How long an exec: bot may think.")
    ] = 10.0,
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Play a match: at a terminal you are asked, from a pipe or script one decision is read a line.

    A match at a terminal is kept as you play; --resume goes on with it, however it was left.
    """
    from spades_cli.cli.session import Session
    from spades_cli.cli.setting import Request
    from spades_cli.ui.look import Look

    play_options.check_resume(ctx, resume, file)
    plugins = setup.open_plugins(plugin, no_plugin, strict_plugins)
    look = Look(suits=suits, colours=colours, sort=sort, speed=speed, plain=plain, quiet=quiet)
    request = Request(
        rules=rules, players=player or [], seed=seed, script=script, seat=None if resume else seat,
        record=None if resume else record, form=form, deal=deal, advisor=advisor, look=look, timeout=timeout,
        resume=resume, file=file or "", undo=not no_undo, save=not no_save, hot_seat=hot_seat,
        on_end=on_end, is_on_end_typed=options.is_typed(ctx, "on_end"),
        plugin_words=play_options.plugin_words(plugin, no_plugin),
    )  # fmt: skip
    Session(request, plugins).run()
