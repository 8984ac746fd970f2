"""The tables of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_cli.record.figures import wilson
from spades_cli.record.rule_sets import label, namesake, tell_differences, tell_end
from spades_cli.report.markup import Number, number, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.record.row import Row
    from spades_cli.record.rule_sets import RuleSet
    from spades_cli.record.summary import RuleSetSummary
    from spades_cli.report.charts import Kept
    from spades_cli.report.figures import MatchFigures, Meeting, Spread
    from spades_cli.report.markup import Cell


class _Figure(NamedTuple):
    """A figure of the summary: its words, its name there, and how it is written."""

    words: str
    key: str
    digits: int = 0
    percent: bool = False
    signed: bool = False

    def of(self, figures: Mapping[str, int | float | None]) -> Number | None:
        """The figure in the figures of a row."""
        return number(figures[self.key], self.digits, percent=self.percent, signed=self.signed)


_FIGURES = (
    _Figure("matches", "games"),
    _Figure("won", "won"),
    _Figure("lost", "lost"),
    _Figure("drawn", "drawn"),
    _Figure("won of those decided", "win_rate", 1, percent=True),
    _Figure("95 % interval from", "win_low", 1, percent=True),
    _Figure("95 % interval to", "win_high", 1, percent=True),
    _Figure("rounds", "rounds"),
    _Figure("points a round", "points_per_round", 2, signed=True),
    _Figure("standard error of that", "points_error", 2),
    _Figure("bags a round", "bags_per_round", 2),
    _Figure("rounds with a contract", "contracts"),
    _Figure("set in these", "set_rate", 1, percent=True),
    _Figure("nils", "nils"),
    _Figure("nils made", "nil_rate", 1, percent=True),
    _Figure("blind nils", "blind_nils"),
    _Figure("blind nils made", "blind_nil_rate", 1, percent=True),
    _Figure("mean bid", "mean_bid", 2),
    _Figure("tricks taken less the bid", "tricks_over_bid", 2, signed=True),
)


def strategy_table(rows: Sequence[tuple[str, Row]], under: str = "") -> str:
    """The figures of ``stats``: a row each, a column for every strategy; ``under`` are the rules, as for all tables."""
    found = [row.figures() for _, row in rows]
    body = [[told.words, *(told.of(figures) for figures in found)] for told in _FIGURES]
    return table(f"Sums by strategy{under}", ["", *(name for name, _ in rows)], body)


def meeting_table(meetings: Sequence[tuple[tuple[str, str], Meeting]], under: str = "") -> str:
    """Who was ahead of whom, and by how much."""
    rows: list[list[Cell]] = []
    for (one, other), met in meetings:
        decided = met.ahead + met.behind
        low, high = wilson(met.ahead, decided) if decided else (None, None)
        share = number(met.ahead / decided if decided else None, 1, percent=True)
        counts = (number(count) for count in (met.ahead, met.behind, met.level))
        reach = None if met.lead.error is None else 1.96 * met.lead.error
        error = None if reach is None else Number(f"± {reach:.2f}", round(reach, 6))
        lead = number(met.lead.mean, 2, signed=True)
        rows.append([f"{one} against {other}", *counts, share, _range(low, high), lead, error])
    columns = ["", "ahead", "behind", "level", "ahead in", "95 % interval", "lead a round", "its 95 % interval"]
    return table(f"Who was ahead of whom{under}", columns, rows)


def _range(low: float | None, high: float | None) -> Cell:
    return None if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f} %"


def rule_set_table(parts: Sequence[RuleSetSummary]) -> str:
    """The rule sets, how much was played under each, and where it differs from another of its name."""
    sets = [part.rule_set for part in parts]
    rows: list[list[Cell]] = []
    for part in parts:
        one, other = part.rule_set, namesake(part.rule_set, sets)
        unlike = f"{label(other, sets)}: {tell_differences(one, other)}" if other else ""
        rows.append([label(one, sets), tell_end(one.rules), number(part.games), number(part.rounds), unlike])
    columns = ["", "goes", "matches", "rounds", "unlike"]
    told = len(columns) if any(row[-1] for row in rows) else -1
    return table("Rule sets", columns[:told], [row[:told] for row in rows])


def match_table(match: MatchFigures) -> str:
    """Score and bags after each round."""
    counted = bool(match.rules.bags.limit)
    columns = ["round"]
    for side in match.sides:
        columns += [side, f"{side} bags"] if counted else [side]
    rows: list[list[Cell]] = []
    for index in range(len(next(iter(match.scores.values())))):
        row: list[Cell] = [str(index + 1)]
        for side in match.sides:
            row.append(number(match.scores[side][index]))
            if counted:
                row.append(number(match.bags[side][index]))
        rows.append(row)
    return table(f"Game {match.id} after each round", columns, rows)


def bid_table(spread: Spread, name: str, under: str = "") -> str:
    """What became of each bid."""
    rows: list[list[Cell]] = []
    for bid in sorted({bid for bid, _ in spread.bids}):
        taken = {tricks: count for (made, tricks), count in spread.bids.items() if made == bid}
        total = sum(taken.values())
        mean = sum(tricks * count for tricks, count in taken.items()) / total
        fewer = sum(count for tricks, count in taken.items() if tricks < bid)
        shares = (number(part / total, 0, percent=True) for part in (fewer, taken.get(bid, 0)))
        rows.append([str(bid), number(total), number(mean, 2), *shares])
    return table(f"Bids of {name}{under}", ["bid", "times", "mean tricks", "fewer", "as bid"], rows)


def nil_table(rows: Sequence[Kept], under: str = "") -> str:
    """Nils bid and made, with intervals."""
    cells: list[list[Cell]] = []
    for row in rows:
        share = number(row.made / row.bid, 1, percent=True)
        cells.append([row.name, number(row.bid), number(row.made), share, _range(*wilson(row.made, row.bid))])
    return table(f"Nils of each strategy's seats{under}", ["", "bid", "made", "share made", "95 % interval"], cells)


def list_table(matches: Sequence[MatchFigures], total: int, sets: Sequence[RuleSet]) -> str:
    """Every match with its seed, players and result."""
    caption = "All matches" if total == len(matches) else f"The first {len(matches)} of {total} matches"
    rows: list[list[Cell]] = []
    for match in matches:
        players = ", ".join(f"{seat} {name}" for seat, name in match.players.items())
        score = ", ".join(f"{side} {scores[-1]}" for side, scores in match.scores.items() if scores)
        named = [match.id, label(match.rule_set, sets), str(match.seed), players]
        rows.append([*named, number(match.rounds), match.result, score])
    return table(caption, ["game", "rules", "seed", "players", "rounds", "result", "score"], rows)
