"""Sums up games by rules, and by strategy, seat or bid: a row of figures each, in constant memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from spades_cli.engine.actions import Bid
from spades_cli.errors import SpadesError
from spades_cli.record.lines import seat_order
from spades_cli.record.rounds import read_round
from spades_cli.record.row import Row
from spades_cli.record.rule_sets import RuleSets

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import GameRecord
    from spades_cli.record.rounds import RoundFigures
    from spades_cli.record.rule_sets import RuleSet

By: TypeAlias = Literal["strategy", "seat", "bid"]


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
        players = game.players(rules.seats)
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
        return self._rows.setdefault(name, Row())


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
    "seat": seat_order,
    "bid": _bid_order,
}
