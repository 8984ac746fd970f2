"""``spades-cli replay``: prints a record, or plays it again through the engine and compares."""

from __future__ import annotations

from typing import Annotated

import typer

from spades_cli.cli import console, options
from spades_cli.errors import ExitCode

EXAMPLES = """Examples:

spades-cli replay m.jsonl --round 2

spades-cli replay m.jsonl --verify
"""


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A record written by play --record, or - for stdin.")],
    number: Annotated[int | None, typer.Option("--round", metavar="N", min=1, help="Show this round only.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Play it again and report every difference.")] = False,
    form: options.StreamFormat = "text",
    suits: options.Suits = "auto",
) -> None:
    """Print a match record, or check it against the rules."""
    from spades_cli.cli.replaying import print_games, verify_games

    if verify:
        if not verify_games(file, form):
            raise typer.Exit(ExitCode.NO)
    elif not print_games(file, number, form, suits):
        console.talk(f"{file}: no round {number} in this record")
        raise typer.Exit(ExitCode.NO)
