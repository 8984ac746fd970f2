"""``spades-cli score``: keep score at a real table."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from spades_cli.cli import completing, console, options, setup
from spades_cli.errors import SpadesError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spades_cli.ui.scorekeeper import Scorekeeper

EXAMPLES = """Examples:

spades-cli score -r jokers  (a line a round, as N2/3 E4/5 S1/3 W2/2; ? for help)

spades-cli score --start NS=337,EW=300 --bags NS=7 < rounds.txt

spades-cli score --format jsonl < rounds.txt
"""
_AMOUNTS = "SIDE=NUMBER"


def score(
    rules: options.Rules = "standard",
    start: Annotated[
        list[str] | None,
        typer.Option(
            "--start",
            metavar=_AMOUNTS,
            help="Scores to begin with, as NS=337,EW=300 (repeatable).",
            autocompletion=completing.amounts,
        ),
    ] = None,
    bags: Annotated[
        list[str] | None,
        typer.Option(
            "--bags", metavar=_AMOUNTS, help="Bags to begin with (repeatable).", autocompletion=completing.amounts
        ),
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--sets", metavar=_AMOUNTS, help="Sets to begin with (repeatable).", autocompletion=completing.amounts
        ),
    ] = None,
    number: Annotated[int, typer.Option("--round", min=1, help="The number of the first round entered.")] = 1,
    form: options.StreamFormat = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Keep score at a real table: a line a round says what every seat bid and took, nil/0 and bn/1 included."""
    from spades_cli.ui.scorecard import Scorecard, Start
    from spades_cli.ui.scorekeeper import Scorekeeper

    if rules == "-":
        raise UsageError("score reads the rounds from standard input, so the rules must come from a file or name")
    library = setup.open_library(setup.open_plugins(plugin, no_plugin, strict_plugins))
    begin = Start(_read_amounts("--start", start), _read_amounts("--bags", bags), _read_amounts("--sets", sets), number)
    say = console.talk if form == "jsonl" else console.out
    keeper = Scorekeeper(Scorecard(library.load(rules), begin), form, console.out, say)
    _prompt(keeper) if sys.stdin.isatty() else _read_pipe(keeper)


def _read_amounts(option: str, texts: Iterable[str] | None) -> dict[str, int]:
    """Numbers by side from ``NS=337,EW=300``; the engine knows whether there is such a side."""
    amounts: dict[str, int] = {}
    for text in ",".join(texts or ()).split(","):
        side, equals, number = (word.strip() for word in text.partition("="))
        if not text.strip():
            continue
        if not equals or not re.fullmatch(r"[+-]?[0-9]{1,7}", number):
            raise UsageError(f"{option} {text.strip()}: write {_AMOUNTS}, as in {option} NS=7")
        if side.upper() in amounts:
            raise UsageError(f"{option} names {side.upper()} twice")
        amounts[side.upper()] = int(number)
    return amounts


def _read_pipe(keeper: Scorekeeper) -> None:
    """Obey every line; the first bad one stops, naming its number."""
    from spades_cli.ui.lines import read_lines
    from spades_cli.ui.scorekeeper import Quit

    name = "<stdin>"
    for line in read_lines(sys.stdin.buffer, name):
        try:
            keeper.obey(line.text)
        except Quit:
            return
        except SpadesError as error:
            raise SpadesError(f"{name}:{line.number}: {error}", hint=error.hint) from None


def _prompt(keeper: Scorekeeper) -> None:
    """Ask for line after line; a bad one is explained and asked again."""
    from spades_cli.ui.lines import clean_line
    from spades_cli.ui.scorekeeper import Quit
    from spades_cli.ui.style import open_terminal_input

    open_terminal_input()
    keeper.greet()
    while True:
        try:
            keeper.obey(clean_line(_ask(f"round {keeper.card.match.rounds + 1}> "), "input"))
        except (EOFError, Quit):
            return
        except SpadesError as error:
            console.talk(f"{error}; {error.hint}" if error.hint else f"{error}")


def _ask(prompt: str) -> str:
    """A typed line; the prompt stays out of redirected output."""
    if sys.stdout.isatty():
        return input(prompt)
    print(prompt, end="", file=sys.stderr, flush=True)
    return input()
