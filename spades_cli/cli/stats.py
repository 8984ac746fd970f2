"""``spades-cli stats``: sums up match records by strategy, seat or bid."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from spades_cli.errors import ExitCode, UsageError

EXAMPLES = """Examples:

spades-cli stats m.jsonl

spades-cli stats runs/*.jsonl --by bid --format csv > bids.csv
"""


def stats(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE|-", help="Records written by play --record, or - for stdin.")
    ],
    by: Annotated[Literal["strategy", "seat", "bid"], typer.Option("--by", help="What a row stands for.")] = "strategy",
    form: Annotated[
        Literal["text", "json", "csv"], typer.Option("--format", help="Tables, one JSON object, or CSV.")
    ] = "text",
) -> None:
    """Sum up match records: matches won, points and bags a round, contracts, nils and bids."""
    from spades_cli.cli.summing import print_summary, sum_up

    if files.count("-") > 1:
        raise UsageError("standard input can be read once; - is given twice")
    summary, whole = sum_up(files, by)
    if summary.games:
        print_summary(summary, form)
    if not whole or not summary.games:
        raise typer.Exit(ExitCode.INPUT)
