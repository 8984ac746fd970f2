"""Sums up games by rules, and by strategy, seat or bid: a row of figures each, in constant memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from spades_cli.engine.actions import Bid
from spades_cli.errors import SpadesError
from spades_cli.record.figures import Mean, wilson
from spades_cli.record.rounds import read_round
from spades_cli.record.rule_sets import RuleSets

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import GameRecord
    from spades_cli.record.rounds import RoundFigures, SeatFigures, SideFigures
    from spades_cli.record.rule_sets import RuleSet

By: TypeAlias = Literal["strategy", "seat", "bid"]


@dataclass(slots=True)
class Row:
    """The figures of one strategy, seat or bid.

    Games, rounds, points, bags and contracts are its sides': a game in which it sits on two sides counts as two.
    Nils, tricks and bids are its own seats'.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    points: Mean = field(default_factory=Mean)
    bags: int = 0
    contracts: int = 0
    sets: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    over: Mean = field(default_factory=Mean)
    bid: Mean = field(default_factory=Mean)

    def add_side(self, side: SideFigures) -> None:
        """A round of a side it sits on."""
        self.points.add(side.points)
        self.bags += side.bags
        self.contracts += side.contract
        self.sets += side.is_set

    def add_seat(self, seat: SeatFigures) -> None:
        """A round of one of its seats; tricks of a round that was given up say nothing."""
        bid = seat.bid
        if bid is None:
            return
        if not bid.nil:
            self.bid.add(bid.tricks)
            if not seat.forfeited:
                self.over.add(seat.taken - bid.tricks)
        elif bid.blind:
            self.blind_nils += 1
            self.blind_nils_made += seat.kept
        else:
            self.nils += 1
            self.nils_made += seat.kept

    def add_game(self, *, ended: bool, winner: str | None, side: str) -> None:
        """The end of a game for one of its sides."""
        self.games += 1
        if ended:
            self.won += winner == side
            self.drawn += winner is None
            self.lost += winner not in (side, None)

    def figures(self) -> dict[str, int | float | None]:
        """Every figure by name; rates are fractions, None where there is nothing to take a rate of."""
        rounds, decided = self.points.count, self.won + self.lost
        low, high = wilson(self.won, decided) if decided else (None, None)
        found: dict[str, int | float | None] = {
            "games": self.games, "won": self.won, "lost": self.lost, "drawn": self.drawn,
            "win_rate": _rate(self.won, decided), "win_low": low, "win_high": high,
            "rounds": rounds, "points_per_round": self.points.mean, "points_error": self.points.error,
            "bags_per_round": _rate(self.bags, rounds),
            "contracts": self.contracts, "sets": self.sets, "set_rate": _rate(self.sets, self.contracts),
            "nils": self.nils, "nils_made": self.nils_made, "nil_rate": _rate(self.nils_made, self.nils),
            "blind_nils": self.blind_nils, "blind_nils_made": self.blind_nils_made,
            "blind_nil_rate": _rate(self.blind_nils_made, self.blind_nils),
            "mean_bid": self.bid.mean, "tricks_over_bid": self.over.mean,
        }  # fmt: skip
        return {name: round(value, 6) if isinstance(value, float) else value for name, value in found.items()}


def _rate(part: int, whole: int) -> float | None:
    return part / whole if whole else None


class RuleSetSummary:
    """The games under one rule set."""

    def __init__(self, rule_set: RuleSet, by: By, problem: Callable[[str], None]) -> None:
        self.rule_set = rule_set
        self.games = self.rounds = self.unfinished = self.casual = 0
        self._by = by
        self._rows: dict[str, Row] = {}
        self._problem = problem

    def add(self, game: GameRecord, where: str) -> None:
        """One more game; ``where`` names it in what is told of it."""
        rules = self.rule_set.rules
        self.games += 1
        self.casual += bool(game.undos)
        players = {seat: str(game.header["players"].get(seat, "?")) for seat in rules.seats}
        seen: dict[str, set[str]] = {side: set() for side in rules.sides}
        if self._by != "bid":
            for seat, side in zip(rules.seats, rules.side_of, strict=True):
                seen[side].add(players[seat] if self._by == "strategy" else seat)
        for line in game.rounds:
            try:
                figures = read_round(rules, line)
            except ValueError as error:
                self._problem(f"{where}: round {line.get('n')} left out: {error}")
                continue
            self._add_round(rules, figures, players, seen)
        self._add_end(game, where, seen)

    def rows(self) -> list[tuple[str, Row]]:
        """Every name with its row: strategies by name, seats and bids in their natural order."""
        return sorted(self._rows.items(), key=lambda item: _ORDER[self._by](item[0]))

    def _add_round(
        self, rules: Rules, figures: RoundFigures, players: dict[str, str], seen: dict[str, set[str]]
    ) -> None:
        self.rounds += 1
        present: dict[str, set[str]] = {side: set() for side in rules.sides}
        for (seat, own), side in zip(figures.seats.items(), rules.side_of, strict=True):
            if self._by == "bid":
                if own.bid is None:
                    continue
                name = str(own.bid)
            else:
                name = seat if self._by == "seat" else players[seat]
            present[side].add(name)
            self._row(name).add_seat(own)
        for side, names in present.items():
            seen[side] |= names
            for name in names:
                self._row(name).add_side(figures.sides[side])

    def _add_end(self, game: GameRecord, where: str, seen: dict[str, set[str]]) -> None:
        ended, winner = game.end is not None, None
        if game.end is not None:
            winner = game.end.get("winner", "")
            if winner is not None and winner not in list(seen):
                self._problem(f"{where}: end left out: {winner!r} is no side that can win")
                ended = False
        self.unfinished += not ended
        for side, names in seen.items():
            for name in names:
                self._row(name).add_game(ended=ended, winner=winner, side=side)

    def _row(self, name: str) -> Row:
        row = self._rows.get(name)
        if row is None:
            row = self._rows[name] = Row()
        return row


class Summary:
    """Takes game after game and keeps none; each rule set is summed up by itself, as their points do not compare.

    ``problem`` is told in words of what has to be left out.
    """

    def __init__(self, by: By, problem: Callable[[str], None]) -> None:
        self.by = by
        self.parts: list[RuleSetSummary] = []
        self._problem = problem
        self._rule_sets = RuleSets()
        self._part_of: dict[str, RuleSetSummary] = {}

    def add(self, game: GameRecord, name: str) -> RuleSet | None:
        """One more game, of the file ``name``; its rules, None if they are none and it is left out."""
        where = f"{name}:{game.first_line}: game {game.header.get('g')}"
        try:
            found = self._rule_sets.find(game.header)
        except SpadesError as error:
            self._problem(f"{where}: left out: {str(error).splitlines()[0]}")
            return None
        part = self._part_of.get(found.sha256)
        if part is None:
            part = self._part_of[found.sha256] = RuleSetSummary(found, self.by, self._problem)
            self.parts.append(part)
        part.add(game, where)
        return found

    @property
    def rule_sets(self) -> list[RuleSet]:
        """The rule sets in the order in which they came."""
        return [part.rule_set for part in self.parts]

    @property
    def games(self) -> int:
        """Games under any rules."""
        return sum(part.games for part in self.parts)

    @property
    def rounds(self) -> int:
        """Rounds of these games."""
        return sum(part.rounds for part in self.parts)

    @property
    def unfinished(self) -> int:
        """Games that nobody has won yet."""
        return sum(part.unfinished for part in self.parts)

    @property
    def casual(self) -> int:
        """Games in which a decision was taken back."""
        return sum(part.casual for part in self.parts)


def _bid_order(name: str) -> tuple[int, int]:
    bid = Bid.parse(name)
    return 2 * (not bid.nil) + bid.blind, bid.tricks


_ORDER: dict[str, Callable[[str], Any]] = {
    "strategy": lambda name: name,
    "seat": lambda name: "NESW".find(name) if name in "NESW" else 4 + int(name[1:]),
    "bid": _bid_order,
}
