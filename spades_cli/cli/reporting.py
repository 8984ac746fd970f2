"""What ``report`` does: collects the figures of records, and writes the page."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.files import open_record, write_whole
from spades_cli.cli.progress import Progress
from spades_cli.cli.summing import Problems, tell_left_out
from spades_cli.errors import RecordError, SpadesError, UsageError
from spades_cli.record.reader import read_games
from spades_cli.report.figures import Collection
from spades_cli.report.page import render
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def collect(files: Sequence[str], *, ranked: bool, quiet: bool) -> tuple[Collection, bool]:
    """The figures of all files, and whether every file could be read to its end; ``ranked`` leaves casual games out."""
    problems, whole, casual = Problems(), True, 0
    found = Collection(problems.tell)
    with Progress(quiet=quiet) as progress:
        for file in files:
            try:
                with open_record(file, "report") as (lines, name):
                    for game in read_games(lines, name, problems.tell):
                        if ranked and game.undos:
                            casual += 1
                            continue
                        found.add(game, name)
                        progress.show(f"{file}: {found.summary.games} matches read")
            except RecordError as error:
                progress.wipe()
                console.show_error(error)
                whole = False
    problems.close()
    tell_left_out(casual)
    return found, whole


def write_page(
    found: Collection, files: Sequence[str], target: Path | None, *, ranked: bool = False, force: bool = False
) -> None:
    """Write the page to a file, or to stdout if there is none; SpadesError where it cannot be written."""
    options = ["--ranked"] if ranked else []
    words = ["spades-cli", "report", *files, *options, "-o", str(target) if target else "-"]
    page = render(found, files, words).encode()
    if target is None:
        with console.writing_out():
            sys.stdout.buffer.write(page)
            sys.stdout.flush()
        return
    try:
        write_whole(target, page, force=force)
    except FileExistsError:
        raise UsageError(f"{target}: exists already", hint="--force writes over it, -o names another file") from None
    except OSError as error:
        raise SpadesError(f"{target}: cannot be written: {error.strerror}") from error
    summary = found.summary
    games = f"{summary.games} match{'es' * (summary.games != 1)}"
    console.talk(f"wrote {target}: {games}, {count_of(summary.rounds, 'round')}")
