"""What ``stats`` does: reads records game by game, and prints a summary in three forms."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.files import count_of, open_record
from spades_cli.errors import RecordError
from spades_cli.record.reader import read_games
from spades_cli.record.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.record.summary import By

    Figures = dict[str, int | float | None]

#: How many problems are told one by one.
TOLD = 10
#: No line of the text form is longer, unless the numbers alone are.
WIDTH = 99
_MATCHES = {
    "games": "games",
    "won": "won",
    "lost": "lost",
    "drawn": "drawn",
    "win_rate": "won %",
    "win_range": "95 %",
    "rounds": "rounds",
    "points_per_round": "points/round",
    "points_error": "std error",
}
_BIDS = {
    "bags_per_round": "bags/round",
    "contracts": "contracts",
    "set_rate": "set %",
    "nils": "nils",
    "nil_rate": "made %",
    "blind_nils": "blind nils",
    "blind_nil_rate": "made %",
    "mean_bid": "bid",
    "tricks_over_bid": "tricks-bid",
}


class _Problems:
    """Tells the first problems on stderr and counts the rest."""

    def __init__(self) -> None:
        self.count = 0

    def tell(self, text: str) -> None:
        self.count += 1
        if self.count <= TOLD:
            console.talk(text)

    def close(self) -> None:
        if self.count > TOLD:
            console.talk(f"and {self.count - TOLD} more problems like these ({self.count} in all)")


def sum_up(files: Sequence[str], by: By) -> tuple[Summary, bool]:
    """The summary of all files, and whether every file could be read to its end."""
    problems, whole = _Problems(), True
    summary = Summary(by, problems.tell)
    for file in files:
        try:
            with open_record(file, "stats") as (lines, name):
                for game in read_games(lines, name, problems.tell):
                    summary.add(game, name)
        except RecordError as error:
            console.show_error(error)
            whole = False
    problems.close()
    if summary.unfinished:
        games = "1 game is" if summary.unfinished == 1 else f"{summary.unfinished} games are"
        console.talk(f"{games} unfinished: the rounds count, nobody has won")
    return summary, whole


def print_summary(summary: Summary, form: str) -> None:
    """The summary on stdout."""
    rows = [(name, row.figures()) for name, row in summary.rows()]
    if form == "json":
        named = [{summary.by: name} | figures for name, figures in rows]
        console.out_json({"by": summary.by, "games": summary.games, "rounds": summary.rounds, "rows": named})
    elif form == "csv":
        _print_csv(summary.by, rows)
    else:
        console.out(f"{count_of(summary.games, 'game')}, {count_of(summary.rounds, 'round')}")
        for columns in (_MATCHES, _BIDS):
            console.out()
            for line in _table(summary.by, rows, columns):
                console.out(line)


def _print_csv(by: str, rows: Sequence[tuple[str, Figures]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([by, *(rows[0][1] if rows else ())])
    writer.writerows([name, *figures.values()] for name, figures in rows)
    console.out(text.getvalue().removesuffix("\n"))


def _table(by: str, rows: Sequence[tuple[str, Figures]], columns: dict[str, str]) -> Iterator[str]:
    """Lines of an aligned table; names too long for it are cut."""
    cells = [[*columns.values()], *([_cell(figures, key) for key in columns] for _, figures in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    room = max(len(by), WIDTH - sum(width + 2 for width in widths))
    names = [_cut(name, room) for name in [by, *(name for name, _ in rows)]]
    longest = max(map(len, names))
    for name, row in zip(names, cells, strict=True):
        numbers = (f"  {cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        yield name.ljust(longest) + "".join(numbers)


def _cut(name: str, room: int) -> str:
    shown = "".join(sign if sign.isprintable() else "?" for sign in name)
    return shown if len(shown) <= room else shown[: max(room - 3, 0)] + "..."


def _cell(figures: Figures, key: str) -> str:
    if key == "win_range":
        low, high = figures["win_low"], figures["win_high"]
        return "-" if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"
    value = figures[key]
    if value is None:
        return "-"
    if key.endswith("_rate"):
        return f"{100 * value:.1f}"
    signed = "+" if key in ("points_per_round", "tricks_over_bid") else ""
    return f"{value:{signed}.2f}" if isinstance(value, float) else str(value)
