"""``spades-cli report``: match records as one HTML page with charts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spades_cli.cli import options
from spades_cli.errors import ExitCode, UsageError

EXAMPLES = """Examples:

spades-cli report m.jsonl

spades-cli report runs/*.jsonl -o runs.html --force

spades-cli match basic lowest -n 50 -s 7 -o games.jsonl && spades-cli report games.jsonl -o - > games.html
"""


def report(
    files: options.Records,
    out: Annotated[str, typer.Option("-o", "--out", metavar="FILE|-", help="Where the page goes; - is stdout.")] = (
        "report.html"
    ),
    ranked: options.Ranked = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    quiet: options.NoProgress = False,
) -> None:
    """Write match records as one HTML page: scores, bids, nils, bags, head to head, rules and seeds.

    The page needs no network and no scripts. Charts are drawn by matplotlib (extra: report).
    """
    from spades_cli.cli.files import is_same_record
    from spades_cli.cli.reporting import collect, write_page
    from spades_cli.report.canvas import require_matplotlib

    if files.count("-") > 1:
        raise UsageError("standard input can be read once; - is given twice")
    require_matplotlib()
    target = None if out == "-" else Path(out)
    if target and target.exists() and not force:
        raise UsageError(f"{target}: exists already", hint="--force writes over it, -o names another file")
    if target and target.exists() and any(is_same_record(file, target) for file in files):
        raise UsageError(f"{target}: is one of the records, which the page would destroy", hint="-o names another file")
    found, whole = collect(files, ranked=ranked, quiet=quiet)
    if found.summary.games:
        write_page(found, files, target, ranked=ranked, force=force)
    if not whole or not found.summary.games:
        raise typer.Exit(ExitCode.INPUT)
