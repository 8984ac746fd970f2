"""What a comparison amounts to: per strategy wins with an interval, points, the paired difference with its error."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spades_cli.arena.ratings import Ratings
from spades_cli.record.figures import Mean, wilson
from spades_cli.record.rounds import read_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.arena.pairs import Clock
    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import GameRecord


@dataclass(slots=True)
class Row:
    """One strategy's figures."""

    spec: str
    matches: int = 0
    won: float = 0.0
    rounds: int = 0
    points: float = 0
    bags: int = 0
    contracts: int = 0
    sets: int = 0
    bids: int = 0
    nils: int = 0
    nils_made: int = 0
    trick_error: Mean = field(default_factory=Mean)
    difference: Mean = field(default_factory=Mean)
    seconds: float = 0.0
    decisions: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    #: The last of them in words.
    last_fault: str = ""


class Figures:
    """Adds up finished units; what is added in another order, or read back from a record, gives the same."""

    def __init__(self, rules: Rules, specs: Sequence[str], *, rated: bool = False, bag_price: float = 0.0) -> None:
        self.rules = rules
        #: Points taken off for each bag that is held at the end of a game.
        self.bag_price = bag_price
        self.rows = [Row(spec) for spec in specs]
        self.units = self.identical = 0
        #: The paired difference of each strategy to each it met.
        self.cross: dict[tuple[int, int], Mean] = {}
        self.ratings = Ratings(len(specs)) if rated else None

    def add(self, games: Sequence[GameRecord], seated: Sequence[Sequence[int]], clocks: Sequence[Clock] = ()) -> None:
        """Add the games of one unit; ``seated`` are the strategies' numbers by side in each game."""
        self.units += 1
        players = sorted(set(seated[0]))
        leads: dict[int, list[float]] = {number: [] for number in players}
        for game, numbers in zip(games, seated, strict=True):
            self._add_game(game, numbers, leads)
        if len(games) > 1 and all(_plays(game) == _plays(games[0]) for game in games):
            self._count_once(players, len(games))
        for number, values in leads.items():
            if values:
                self._add_difference(number, players, sum(values) / len(values))
        for row, clock in zip(self.rows, clocks, strict=False):
            row.seconds += clock.seconds
            row.decisions += clock.decisions

    def _add_difference(self, number: int, players: Sequence[int], difference: float) -> None:
        self.rows[number].difference.add(difference)
        if len(players) == 2:
            other = players[0] if players[1] == number else players[1]
            self.cross.setdefault((number, other), Mean()).add(difference)

    def _count_once(self, players: Sequence[int], games: int) -> None:
        """The unit's games were one game with the names changed: it counts as one match, shared by all."""
        self.identical += 1
        for number in players:
            self.rows[number].matches -= games - 1
            self.rows[number].won -= 1 - 1 / len(players)

    def _add_game(self, game: GameRecord, numbers: Sequence[int], leads: dict[int, list[float]]) -> None:
        sides = list(self.rules.sides)
        held = game.rounds[-1]["bags"] if self.bag_price and game.rounds else {}
        totals = {side: -self.bag_price * held.get(side, 0) for side in sides}
        for line in game.rounds:
            for side, points in line["points"].items():
                totals[side] += points
            self._add_bids(line, dict(zip(sides, numbers, strict=True)))
        winner = (game.end or {}).get("winner")
        players = sorted(set(numbers))
        won = [_share(winner, sides, numbers, number) for number in players]
        if self.ratings and len(players) > 1:
            self.ratings.add(players, won)
        for number, share in zip(players, won, strict=True):
            mine = [totals[side] for side, owner in zip(sides, numbers, strict=True) if owner == number]
            others = [totals[side] for side, owner in zip(sides, numbers, strict=True) if owner != number]
            row, rounds = self.rows[number], len(game.rounds)
            row.matches += 1
            row.rounds += rounds
            row.points += sum(mine) / len(mine)
            row.won += share
            if rounds and others:
                leads[number].append((sum(mine) / len(mine) - sum(others) / len(others)) / rounds)
        for fault in game.faults:
            place = self.rules.seats.index(fault["seat"])
            row = self.rows[numbers[sides.index(self.rules.side_of[place])]]
            row.faults[fault["kind"]] += 1
            answer = f" {fault['answer']}" if fault.get("answer") else ""
            row.last_fault = f"{fault['kind']}{answer}: {fault.get('detail')}"

    def _add_bids(self, line: dict[str, Any], owners: dict[str, int]) -> None:
        """Bids, contracts, bags and nils of one round, read as summaries of records read them."""
        found = read_round(self.rules, line)
        for side, places in self.rules.sides.items():
            row, figures = self.rows[owners[side]], found.sides[side]
            row.contracts += figures.contract
            row.sets += figures.is_set
            row.bags += figures.bags
            for seat in (found.seats[self.rules.seats[place]] for place in places):
                if seat.bid is None:
                    continue
                row.bids += 1
                if seat.bid.nil:
                    row.nils += 1
                    row.nils_made += seat.kept
                elif not seat.forfeited:
                    row.trick_error.add(seat.taken - seat.bid.tricks)

    def to_dict(self, seed: int) -> dict[str, Any]:
        """The one JSON object of a comparison; rates are fractions."""
        return {
            "rules": self.rules.name,
            "seed": seed,
            "pairs": self.units,
            "identical": self.identical,
            "bag_price": self.bag_price,
            "strategies": [_row_to_dict(row) | rating for row, rating in zip(self.rows, self._rated(), strict=True)],
        }

    def _rated(self) -> list[dict[str, float]]:
        if self.ratings is None:
            return [{} for _ in self.rows]
        return [{"rating": round(mu, 2), "rating_error": round(sigma, 2)} for mu, sigma in self.ratings.values()]


def _share(winner: str | None, sides: Sequence[str], numbers: Sequence[int], number: int) -> float:
    """How much of a match a strategy has won: all, nothing, or its share of a draw."""
    if winner is None:
        return 1 / len(set(numbers))
    return float(numbers[sides.index(winner)] == number)


def _plays(game: GameRecord) -> list[tuple[str, str]]:
    return [(line["bids"], line["plays"]) for line in game.rounds]


def _row_to_dict(row: Row) -> dict[str, Any]:
    low, high = wilson(row.won, row.matches)
    return {
        "spec": row.spec,
        "matches_won": row.won,
        "matches": row.matches,
        "interval": [round(low, 4), round(high, 4)],
        "rounds": row.rounds,
        "points_per_round": _rate(row.points, row.rounds, 2),
        "difference": _round(row.difference.mean),
        "difference_se": _round(row.difference.error),
        "bags_per_round": _rate(row.bags, row.rounds, 3),
        "sets": _rate(row.sets, row.contracts, 4),
        "nils_bid": _rate(row.nils, row.bids, 4),
        "nils_made": _rate(row.nils_made, row.nils, 4),
        "trick_error": _round(row.trick_error.mean),
        "ms_per_decision": _rate(1000 * row.seconds, row.decisions, 3),
        "faults": dict(sorted(row.faults.items())),
    }


def _rate(part: float, whole: int, digits: int) -> float:
    return round(part / whole, digits) if whole else 0.0


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


#: Units before a test may decide, and the log likelihood ratio that decides it at 5 % either way.
LEAST, BOUND = 10, 2.944


def sprt(difference: Mean, low: float, high: float) -> str | None:
    """Whether the paired difference is decided: ``high`` or ``low``, each wrong in 5 % of cases at most; else None."""
    mean, variance = difference.mean, difference.variance
    if difference.count < LEAST or mean is None or not variance:
        return None
    ratio = (high - low) / variance * difference.count * (mean - (high + low) / 2)
    return "high" if ratio >= BOUND else "low" if ratio <= -BOUND else None
