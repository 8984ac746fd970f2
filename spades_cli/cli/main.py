"""The program: its commands in one place, and the one spot where errors become exit codes."""

from __future__ import annotations

import sys
import traceback
from typing import Annotated, NoReturn

import typer

from spades_cli.cli import (
    analyze,
    bot,
    colour,
    console,
    hint,
    info,
    match,
    notes,
    pages,
    play,
    plugins,
    replay,
    report,
    rules,
    score,
    shells,
    stats,
    stopping,
    strategies,
    tournament,
    warm_up,
)
from spades_cli.errors import ExitCode, SpadesError

EXIT_CODES = """Exit codes: 0 done · 1 the answer is no · 2 wrong usage · 3 internal error · 4 bad or unfinished input \
· 5 a plugin or strategy failed · 130 interrupted"""


app = pages.Program(
    name="spades-cli",
    help="Play, script and measure the card game Spades under any house rule.\n\nBegin with: spades-cli play",
    epilog=EXIT_CODES,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play", rich_help_panel="Play", epilog=play.EXAMPLES)(play.play)
app.command("replay", rich_help_panel="Play", epilog=replay.EXAMPLES)(replay.replay)
app.command("hint", rich_help_panel="Play", epilog=hint.EXAMPLES)(hint.hint)
app.command("score", rich_help_panel="Play", epilog=score.EXAMPLES)(score.score)
app.command("match", rich_help_panel="Measure", epilog=match.EXAMPLES)(match.match)
app.command("tournament", rich_help_panel="Measure", epilog=tournament.EXAMPLES)(tournament.tournament)
app.command("analyze", rich_help_panel="Measure", epilog=analyze.EXAMPLES)(analyze.analyze)
app.command("stats", rich_help_panel="Measure", epilog=stats.EXAMPLES)(stats.stats)
app.command("report", rich_help_panel="Measure", epilog=report.EXAMPLES)(report.report)
app.command("bot", rich_help_panel="Measure", epilog=bot.EXAMPLES)(bot.bot)
app.command("plugins", rich_help_panel="Set up", epilog=plugins.EXAMPLES)(plugins.plugins)
app.command("info", rich_help_panel="Set up", epilog=info.EXAMPLES)(info.info)
app.command("warm-up", rich_help_panel="Set up", epilog=warm_up.EXAMPLES)(warm_up.warm_up)
app.add_typer(rules.app, name="rules", rich_help_panel="Set up")
app.add_typer(strategies.app, name="strategies", rich_help_panel="Set up")


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        console.out(f"spades-cli {version('spades-cli')}")
        raise typer.Exit


@app.callback()
def root(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show a traceback for an error; may stand behind the command too.")
    ] = False,
    color: colour.Colour = "auto",
) -> None:
    """Options of every command."""
    colour.use_colour(color)
    if ctx.invoked_subcommand == "info":
        return
    from spades_cli.cli.defaults import read_defaults

    try:
        ctx.default_map = read_defaults(ctx)
    except SpadesError:
        if not {"-h", "--help"} & set(ctx.obj):
            raise


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the program and exit with the code that tells how it went."""
    console.open_missing_streams()
    given = sys.argv[1:] if arguments is None else arguments
    words = colour.move_to_front([word for word in given if word != "--debug"])
    if shells.is_asked():
        shells.answer(lambda: app(words, prog_name="spades-cli"))
    notes.show_notes(quiet=not {"-q", "--quiet"}.isdisjoint(words))
    try:
        app(words, prog_name="spades-cli", obj=words)
    except KeyboardInterrupt:
        sys.exit(ExitCode.INTERRUPTED)
    except stopping.Stopped as stopped:
        sys.exit(stopped.code)
    except Exception as error:
        if "--debug" in given:
            traceback.print_exc()
        if isinstance(error, OSError):
            error = console.describe_system_error(error)
        if isinstance(error, SpadesError):
            console.show_error(error)
            sys.exit(error.exit_code)
        console.show_internal_error(error)
        sys.exit(ExitCode.INTERNAL)
    sys.exit(ExitCode.DONE)
