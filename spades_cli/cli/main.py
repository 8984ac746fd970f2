"""The program: its commands in one place, and the one spot where errors become exit codes."""

from __future__ import annotations

import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from spades_cli.cli import (
    bot,
    console,
    hint,
    match,
    notes,
    play,
    plugins,
    replay,
    rules,
    score,
    stats,
    strategies,
    tournament,
    warm_up,
)
from spades_cli.errors import ExitCode, SpadesError

EXIT_CODES = """Exit codes: 0 done · 1 the answer is no · 2 wrong usage · 3 internal error · 4 bad or unfinished input \
· 5 a plugin or strategy failed · 130 interrupted"""


class RootGroup(TyperGroup):
    """The commands in their panels, as plain text: the first page of help should not wait for a library that draws."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page."""
        self.rich_markup_mode = None
        super().format_help(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write one section per panel."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None:
                panel = str(getattr(command, "rich_help_panel", "") or "Commands")
                panels.setdefault(panel, []).append((name, command.get_short_help_str(limit=200)))
        for panel, rows in panels.items():
            with formatter.section(panel):
                formatter.write_dl(rows)


app = typer.Typer(
    name="spades-cli",
    cls=RootGroup,
    help="Play, script and measure the card game Spades under any house rule.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play", rich_help_panel="Play", epilog=play.EXAMPLES)(play.play)
app.command("replay", rich_help_panel="Play", epilog=replay.EXAMPLES)(replay.replay)
app.command("score", rich_help_panel="Play", epilog=score.EXAMPLES)(score.score)
app.command("hint", rich_help_panel="Play", epilog=hint.EXAMPLES)(hint.hint)
app.command("stats", rich_help_panel="Measure", epilog=stats.EXAMPLES)(stats.stats)
app.command("bot", rich_help_panel="Measure", epilog=bot.EXAMPLES)(bot.bot)
app.command("match", rich_help_panel="Measure", epilog=match.EXAMPLES)(match.match)
app.command("tournament", rich_help_panel="Measure", epilog=tournament.EXAMPLES)(tournament.tournament)
app.add_typer(rules.app, name="rules", rich_help_panel="Set up")
app.add_typer(strategies.app, name="strategies", rich_help_panel="Set up")
app.command("plugins", rich_help_panel="Set up")(plugins.plugins)
app.command("warm-up", rich_help_panel="Set up", epilog=warm_up.EXAMPLES)(warm_up.warm_up)


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        console.out(f"spades-cli {version('spades-cli')}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show a traceback for an internal error.")] = False,
) -> None:
    """Options of every command."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the program and exit with the code that tells how it went."""
    words = sys.argv[1:] if arguments is None else arguments
    notes.show_notes(quiet=not {"-q", "--quiet"}.isdisjoint(words))
    try:
        app(words, prog_name="spades-cli")
    except SpadesError as error:
        console.show_error(error)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(ExitCode.INTERRUPTED)
    except Exception as error:
        if "--debug" in words:
            raise
        console.talk(f"internal error: {type(error).__name__}: {error}")
        console.talk("hint: run again with spades-cli --debug and report what it prints")
        sys.exit(ExitCode.INTERNAL)
    sys.exit(ExitCode.DONE)
