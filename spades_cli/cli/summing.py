"""What ``stats`` does: reads records game by game, and prints a summary of each rule set in three forms."""

from __future__ import annotations

import csv
import io
import textwrap
from typing import TYPE_CHECKING, Any

from spades_cli.cli import console
from spades_cli.cli.files import open_record
from spades_cli.errors import RecordError, UsageError
from spades_cli.record.reader import read_games
from spades_cli.record.rule_sets import label, namesake, tell_differences, tell_end
from spades_cli.record.summary import Summary
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.record.rule_sets import RuleSet
    from spades_cli.record.summary import By, RuleSetSummary

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


class Problems:
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


def sum_up(files: Sequence[str], by: By, *, ranked: bool) -> tuple[Summary, bool]:
    """The summary of all files, and whether every file could be read to its end; ``ranked`` leaves casual games out."""
    problems, whole, casual = Problems(), True, 0
    summary = Summary(by, problems.tell)
    for file in files:
        try:
            with open_record(file, "stats") as (lines, name):
                for game in read_games(lines, name, problems.tell):
                    if ranked and game.undos:
                        casual += 1
                    else:
                        summary.add(game, name)
        except RecordError as error:
            console.show_error(error)
            whole = False
    problems.close()
    tell_left_out(casual)
    return summary, whole


def tell_left_out(casual: int) -> None:
    """Say on stderr that so many games were left out, if any were."""
    if casual:
        console.talk(f"{_games_are(casual)} left out: decisions were taken back")


def select(summary: Summary, rules: str) -> list[RuleSetSummary]:
    """The parts whose rules are called so, or have a hash that begins so; UsageError if there are none."""
    found = [part for part in summary.parts if part.rule_set.answers_to(rules)]
    if not found:
        sets = summary.rule_sets
        shown = ", ".join(label(one, sets) for one in sets[:TOLD]) + (", ..." if len(sets) > TOLD else "")
        raise UsageError(f"no game was played under rules {rules!r}", hint=f"there are games under {shown}")
    return found


def print_summary(parts: Sequence[RuleSetSummary], by: By, form: str) -> None:
    """The summary on stdout; what it counts and people should know of, on stderr."""
    if form == "json":
        console.out_json(_to_json(parts, by))
    elif form == "csv":
        _print_csv(by, list(_named_rows(parts, by)))
    else:
        _print_text(parts, by)
    if unfinished := sum(part.unfinished for part in parts):
        console.talk(f"{_games_are(unfinished)} unfinished: the rounds count, nobody has won")
    if casual := sum(part.casual for part in parts):
        console.talk(f"{_games_are(casual)} casual: decisions were taken back (--ranked leaves such games out)")


def _games_are(number: int) -> str:
    return "1 game is" if number == 1 else f"{number} games are"


def _print_text(parts: Sequence[RuleSetSummary], by: By) -> None:
    sets = [part.rule_set for part in parts]
    if len(parts) > 1:
        games, rounds = (sum(counts) for counts in zip(*((part.games, part.rounds) for part in parts), strict=True))
        console.out(f"{_count(games, rounds)} under {len(parts)} rule sets, whose points do not compare")
        console.out()
    for number, part in enumerate(parts):
        if number:
            console.out("\n")
        for line in _heading(part, sets):
            console.out(line)
        rows = [(name, row.figures()) for name, row in part.rows()]
        for columns in (_MATCHES, _BIDS):
            console.out()
            for line in _table(by, rows, columns):
                console.out(line)


def _heading(part: RuleSetSummary, sets: Sequence[RuleSet]) -> Iterator[str]:
    """The rules with the number of games, and where they differ from others of the same name."""
    one = part.rule_set
    yield f"{label(one, sets)}, {tell_end(one.rules)}: {_count(part.games, part.rounds)}"
    if other := namesake(one, sets):
        words = f"unlike {label(other, sets)}: {tell_differences(one, other)}"
        yield from textwrap.wrap(words, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _count(games: int, rounds: int) -> str:
    return f"{count_of(games, 'game')}, {count_of(rounds, 'round')}"


def _to_json(parts: Sequence[RuleSetSummary], by: By) -> dict[str, Any]:
    """The whole; the sums of all rule sets are counts only."""
    sets = [part.rule_set for part in parts]
    rule_sets = [_describe(part, sets) for part in parts]
    counts = {key: sum(each[key] for each in rule_sets) for key in ("games", "rounds", "unfinished", "casual")}
    first = {key: counts.pop(key) for key in ("games", "rounds")}
    return {"by": by, **first, "rows": list(_named_rows(parts, by)), **counts, "rule_sets": rule_sets}


def _describe(part: RuleSetSummary, sets: Sequence[RuleSet]) -> dict[str, Any]:
    one, other = part.rule_set, namesake(part.rule_set, sets)
    differences = {key: value for key, value, _ in one.differences(other)} if other else {}
    return {
        "rules": one.name, "sha256": one.sha256, "names": one.names, "target": one.rules.match.target,
        "max_rounds": one.rules.match.max_rounds, "games": part.games, "rounds": part.rounds,
        "unfinished": part.unfinished, "casual": part.casual, "differences": differences,
    }  # fmt: skip


def _named_rows(parts: Sequence[RuleSetSummary], by: By) -> Iterator[dict[str, Any]]:
    """Every row with its name before its figures, and its rules behind them."""
    for part in parts:
        rules = {"rules": part.rule_set.name, "sha256": part.rule_set.sha256}
        for name, row in part.rows():
            yield {by: name} | row.figures() | rules


def _print_csv(by: str, rows: Sequence[dict[str, Any]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(rows[0] if rows else [by])
    writer.writerows(row.values() for row in rows)
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
