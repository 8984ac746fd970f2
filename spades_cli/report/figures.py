"""What a report shows of match records: summed up game by game under each rule set, in bounded memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from spades_cli.record.figures import Mean
from spades_cli.record.rounds import read_round
from spades_cli.record.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import GameRecord
    from spades_cli.record.rounds import RoundFigures
    from spades_cli.record.rule_sets import RuleSet
    from spades_cli.record.summary import RuleSetSummary

#: So many matches of each rule set are drawn, and so many of all are listed; the others count in every sum.
DRAWN, LISTED = 6, 100
#: A match that is drawn shows no more of its rounds than this.
LONGEST = 200


@dataclass(slots=True)
class Spread:
    """How one strategy's rounds scatter: (bid, tricks taken) of its seats; points and bags gained of its sides."""

    bids: Counter[tuple[int, int]] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    bags: Counter[int] = field(default_factory=Counter)


@dataclass(slots=True)
class Meeting:
    """One kind of side against another, by matches that ended: who was ahead, and the lead in points a round."""

    ahead: int = 0
    behind: int = 0
    level: int = 0
    lead: Mean = field(default_factory=Mean)


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """One match: its sides with the strategies that play them, its result in words, its scores round by round."""

    id: str
    seed: int
    rule_set: RuleSet
    players: Mapping[str, str]
    sides: Mapping[str, str]
    rounds: int
    result: str
    scores: Mapping[str, list[int]]
    bags: Mapping[str, list[int]]

    @property
    def rules(self) -> Rules:
        """The rules that it was played under."""
        return self.rule_set.rules


class Collection:
    """Takes game after game; ``problem`` is told in words of what has to be left out."""

    def __init__(self, problem: Callable[[str], None]) -> None:
        self.summary = Summary("strategy", problem)
        self.matches: list[MatchFigures] = []
        self.seeds: Counter[int] = Counter()
        self._played: dict[str, Played] = {}

    @property
    def played(self) -> list[Played]:
        """What was played under each rule set, in the order in which they came."""
        return list(self._played.values())

    def add(self, game: GameRecord, name: str) -> None:
        """One more game, of the file ``name``."""
        rule_set = self.summary.add(game, name)
        if rule_set is None:
            return
        played = self._played.get(rule_set.sha256)
        if played is None:
            played = self._played[rule_set.sha256] = Played(self.summary.parts[-1])
        self.seeds[game.header["seed"]] += 1
        match = played.add(game, keep=len(self.matches) < LISTED)
        if match and len(self.matches) < LISTED:
            self.matches.append(match)


class Played:
    """What was played under one rule set, with its sums."""

    def __init__(self, sums: RuleSetSummary) -> None:
        self.sums = sums
        self.spreads: dict[str, Spread] = {}
        self.meetings: dict[tuple[str, str], Meeting] = {}
        self.lengths: Counter[int] = Counter()
        #: The matches that are drawn.
        self.drawn: list[MatchFigures] = []

    @property
    def rule_set(self) -> RuleSet:
        """The rules, their hash and their names."""
        return self.sums.rule_set

    def add(self, game: GameRecord, *, keep: bool) -> MatchFigures | None:
        """One more game; the match by itself if it is drawn, or if the caller wants to ``keep`` it."""
        rules = self.rule_set.rules
        players = game.players(rules.seats)
        rounds = [(line, found) for line in game.rounds if (found := _read(rules, line))]
        for _, found in rounds:
            self._add_round(rules, found, players)
        scores = [_numbers(line, "score", rules.sides) for line, _ in rounds]
        sides = name_sides(rules, players)
        if game.end is not None:
            self.lengths[len(rounds)] += 1
            self._add_meetings(sides, game.end.get("winner"), scores[-1] if scores else None, len(rounds))
        drawn = len(self.drawn) < DRAWN
        if not drawn and not keep:
            return None
        bags = [_numbers(line, "bags", rules.sides) for line, _ in rounds]
        # Of the matches that are listed only, the last score is enough.
        shown = slice(0, LONGEST) if drawn else slice(-1, None)
        match = MatchFigures(
            game.id, game.header["seed"], self.rule_set, players, sides, len(rounds), _result(game, rules),
            _by_side(rules.sides, scores[shown]), _by_side(rules.sides, bags[shown]),
        )  # fmt: skip
        if drawn:
            self.drawn.append(match)
        return match

    def _add_round(self, rules: Rules, found: RoundFigures, players: Mapping[str, str]) -> None:
        """One round, counted as summaries count it."""
        present: dict[str, set[str]] = {side: set() for side in rules.sides}
        for (seat, own), side in zip(found.seats.items(), rules.side_of, strict=True):
            spread = self.spreads.setdefault(players[seat], Spread())
            present[side].add(players[seat])
            if own.bid and not own.bid.nil and not own.forfeited:
                spread.bids[own.bid.tricks, own.taken] += 1
        for side, names in present.items():
            for name in names:
                self.spreads[name].points[found.sides[side].points] += 1
                self.spreads[name].bags[found.sides[side].bags] += 1

    def _add_meetings(
        self, sides: Mapping[str, str], winner: object, scores: Mapping[str, int] | None, rounds: int
    ) -> None:
        """Each two sides that different players hold; the winner is ahead of all, the others by their scores."""
        if not scores:
            return
        for one, first in sides.items():
            for other, second in sides.items():
                if first >= second:
                    continue
                met = self.meetings.setdefault((first, second), Meeting())
                lead = scores[one] - scores[other]
                order = (winner == one) - (winner == other) or (lead > 0) - (lead < 0)
                met.ahead += order > 0
                met.behind += order < 0
                met.level += order == 0
                met.lead.add(lead / rounds)

    def names(self) -> list[str]:
        """The strategies in the order of the summary."""
        return [name for name, _ in self.sums.rows()]


def name_sides(rules: Rules, players: Mapping[str, str]) -> dict[str, str]:
    """Who plays each side: ``basic``, or ``basic + human`` where partners differ."""
    return {
        side: " + ".join(sorted({players[rules.seats[place]] for place in places}))
        for side, places in rules.sides.items()
    }


def quantile(counts: Counter[int], share: float) -> int:
    """The smallest value that at least ``share`` of what was counted does not exceed.

    >>> quantile(Counter({1: 5, 2: 4, 9: 1}), 0.5), quantile(Counter({1: 5, 2: 4, 9: 1}), 0.95)
    (1, 9)
    """
    wanted, reached = share * counts.total(), 0
    for value, count in sorted(counts.items()):
        reached += count
        if reached >= wanted:
            return value
    raise ValueError("nothing was counted")


def _read(rules: Rules, line: Mapping[str, Any]) -> RoundFigures | None:
    """The figures of a round; None for one that cannot be read, which the summary tells."""
    try:
        return read_round(rules, dict(line))
    except ValueError:
        return None


def _numbers(line: Mapping[str, Any], key: str, sides: Iterable[str]) -> dict[str, int]:
    """A whole number for each side; 0 where the record has none."""
    given = line.get(key)
    found = {side: given.get(side) if isinstance(given, dict) else None for side in sides}
    return {side: value if isinstance(value, int) and abs(value) < 10**9 else 0 for side, value in found.items()}


def _by_side(sides: Iterable[str], rows: list[dict[str, int]]) -> dict[str, list[int]]:
    return {side: [row[side] for row in rows] for side in sides}


def _result(game: GameRecord, rules: Rules) -> str:
    casual = "; casual" if game.undos else ""
    if game.end is None:
        return f"unfinished{casual}"
    winner, reason = game.end.get("winner"), game.end.get("reason")
    if winner is not None and winner not in list(rules.sides):
        return "no result that can be"
    return (f"{winner} won ({reason})" if winner else f"drawn ({reason})") + casual
