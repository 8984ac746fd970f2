"""``spades-cli stats``: sums up match records by rules, and by strategy, seat or bid."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from spades_cli.cli import completing, options
from spades_cli.errors import ExitCode, UsageError

EXAMPLES = """Examples:

spades-cli stats m.jsonl

spades-cli stats runs/*.jsonl --rules whiz --ranked

spades-cli stats runs/*.jsonl --by bid --format csv > bids.csv
"""


def stats(
    files: options.Records,
    by: Annotated[Literal["strategy", "seat", "bid"], typer.Option("--by", help="What a row stands for.")] = "strategy",
    rules: Annotated[
        str | None,
        typer.Option(
            "-r",
            "--rules",
            metavar="NAME|SHA256",
            help="Only games under these rules: a name in the record, or the beginning of a hash.",
            autocompletion=completing.variants,
        ),
    ] = None,
    ranked: options.Ranked = False,
    form: Annotated[
        Literal["text", "json", "csv"], typer.Option("--format", help="Tables, one JSON object, or CSV.")
    ] = "text",
) -> None:
    """Sum up match records: matches won, points and bags a round, contracts, nils and bids.

    Each rule set has tables of its own: points under different rules do not compare.
    """
    from spades_cli.cli.summing import print_summary, select, sum_up

    if files.count("-") > 1:
        raise UsageError("standard input can be read once; - is given twice")
    summary, whole = sum_up(files, by, ranked=ranked)
    if summary.games:
        print_summary(summary.parts if rules is None else select(summary, rules), by, form)
    if not whole or not summary.games:
        raise typer.Exit(ExitCode.INPUT)
