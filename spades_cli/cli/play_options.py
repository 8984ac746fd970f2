"""Options of ``play`` alone: how it looks, what is kept, and what fits together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from spades_cli.cli import completing
from spades_cli.cli.options import is_typed
from spades_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

Player: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "-p",
        "--player",
        metavar="[SEAT=]SPEC",
        help="Who plays: human, script:FILE, exec:COMMAND or a strategy (repeatable).",
        autocompletion=completing.players,
    ),
]
Seat: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--seat",
        metavar="SEAT|all",
        help="The seat you play; all plays every seat.",
        autocompletion=completing.seats_or_all,
    ),
]
Seed: TypeAlias = Annotated[int | None, typer.Option("-s", "--seed", min=0, help="Repeats a match; drawn if left out.")]
Deal: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--deal",
        metavar="PBN|FILE",
        help="The cards of the first round (for a draft: the pack); FILE#2 is the second deal of a file.",
    ),
]

Resume: TypeAlias = Annotated[
    bool, typer.Option("--resume", help="Go on with the match left last, or with that of RECORD.")
]
File: TypeAlias = Annotated[
    str | None,
    typer.Argument(
        metavar="RECORD",
        help="With --resume: a record, or its name in the state folder.",
        show_default=False,
        autocompletion=completing.saved,
    ),
]
Record: TypeAlias = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Append the match to a record.", autocompletion=completing.records),
]
NoSave: TypeAlias = Annotated[
    bool, typer.Option("--no-save", help="Do not keep the match in the state folder as you play.")
]
NoUndo: TypeAlias = Annotated[bool, typer.Option("--no-undo", help="No decision can be taken back.")]
OnEnd: TypeAlias = Annotated[
    Literal["stop", "bot", "ask"],
    typer.Option("--on-end", help="When the script ends: stop (exit 4), let basic play on, or ask at the terminal."),
]
HotSeat: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--hot-seat/--no-hot-seat",
        help="Hide each person's cards from the next one at the keyboard; done for two or more people.",
        show_default=False,
    ),
]

Colours: TypeAlias = Annotated[
    Literal["four", "two"],
    typer.Option("--colours", help="A colour for each suit, or red and black.", envvar="SPADES_CLI_COLOURS"),
]
Sort: TypeAlias = Annotated[
    Literal["alternate", "suits", "rank"],
    typer.Option("--sort", help="Your cards: colours in turn, spades to clubs, or by rank.", envvar="SPADES_CLI_SORT"),
]
Speed: TypeAlias = Annotated[
    Literal["instant", "normal", "slow"],
    typer.Option("--speed", help="How long others' moves stand; any key skips.", envvar="SPADES_CLI_SPEED"),
]
Plain: TypeAlias = Annotated[
    bool,
    typer.Option("--plain", help="A sentence for each event, for screen readers.", envvar="SPADES_CLI_PLAIN"),
]
Quiet: TypeAlias = Annotated[
    bool,
    typer.Option("-q", "--quiet", help="Only your cards and the scores; at a terminal also the bids and the trick."),
]

#: What a record says itself, so that it cannot be asked for together with ``--resume``.
_SAID_BY_RECORD = {"rules": "--rules", "player": "--player", "seed": "--seed", "seat": "--seat", "deal": "--deal",
                   "record": "--record"}  # fmt: skip


def check_resume(ctx: typer.Context, resume: bool, file: str | None) -> None:
    """UsageError for options that do not fit together; defaults kept in a file or variable count for nothing."""
    given = {name for name in ctx.params if is_typed(ctx, name)}
    if file is not None and not resume:
        raise UsageError(
            f"play reads no file {file!r}", hint=f"--resume {file} goes on with a record, --script {file} is typed"
        )
    clashes = [words for name, words in _SAID_BY_RECORD.items() if name in given]
    if resume and clashes:
        raise UsageError(f"--resume takes no {' or '.join(clashes)}: the record says it")


def plugin_words(paths: Sequence[str] | None, blocked: Sequence[str] | None) -> list[str]:
    """The options that load the same plugins again."""
    loaded = [word for path in paths or () for word in ("--plugin", path)]
    return [*loaded, *(word for name in blocked or () for word in ("--no-plugin", name))]
