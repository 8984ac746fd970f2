"""What the end of a round is worth to one side against another: what the scores after it promise for the match.

A worth is in points. Far from the end of a match it is the lead gained, with a bag at its share of the penalty; near
the end it bends towards the chance to win, and at the end only winning counts. Where who is far behind may bid blind
nil, the chance to win is that of ``comeback``. A round that nothing follows counts by its points.
"""

from __future__ import annotations

from math import sqrt, tanh
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.match import find_outcome
from spades_cli.engine.scoring import score_round
from spades_cli.search.comeback import find_comeback

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import RoundResult

#: The log odds of winning by a point of lead when a round is left, and how they flatten with more rounds: fitted to
#: the matches of equal players.
LEAN = 0.02
#: What a point is worth however little it changes who wins.
LAST = 0.01
#: Where there are comebacks the lead says next to nothing while the target is far, if both sides play alike to the end.
#: So much less than elsewhere a point of it is worth against the chance to win: of 1,200 matches against itself without
#: that chance ``expert`` won 55 % with 0.01, 58 % with 0.1, 61 % with 0.3, 58 % with 0.6, 52 % with 1.2.
POINT = 0.3


class Situation(NamedTuple):
    """What a round is scored from beside its tricks: bids by place, scores and bags by side, tricks in the round.

    ``last`` says that nothing follows it, whatever the scores.
    """

    rules: Rules
    bids: tuple[Bid | None, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    tricks: int
    number: int
    last: bool = False

    @property
    def is_unbid(self) -> bool:
        """Whether this is a first round that "bids itself"."""
        return self.number == 1 and self.rules.bidding.first_hand == "itself"

    def score(self, taken: Sequence[int], bags: Mapping[str, int]) -> RoundResult:
        """The engine's result of a round in which the places took so many tricks."""
        return score_round(self.rules, self.bids, taken, bags, itself=self.is_unbid)


class Outcome(NamedTuple):
    """What a round did for one side: points, bags held after it, points given to all others, a match won at once."""

    points: int
    bags: int
    given: int
    wins: bool


class Judge:
    """Rates the end of a round for one side against another, in points of lead."""

    def __init__(self, situation: Situation, me: int, other: int) -> None:
        rules, names = situation.rules, tuple(situation.rules.sides)
        self.rules, self.number, self.last = rules, situation.number, situation.last
        self.mine, self.theirs = names[me], names[other]
        self.bag = rules.bags.penalty / rules.bags.limit if rules.bags.limit else 0.0
        #: Points that a side makes in an average round.
        self.pace = max(1.0, 1.15 * rules.scoring.trick * rules.hand_size / len(names))
        self.before = dict(zip(names, situation.scores, strict=True))
        self.comeback = find_comeback(rules)
        self.unit = 2 / LEAN * sqrt(self._rounds(self.before)) / (POINT if self.comeback else 1)
        held = Outcome(0, situation.bags[me], 0, False), Outcome(0, situation.bags[other], 0, False)
        self.start = 0.0
        self.start = self.rate(*held)

    def rate(self, us: Outcome, them: Outcome) -> float:
        """The worth of a round that ends so: what it adds to the chance of winning, on the scale of points."""
        if us.wins or them.wins:
            return self.unit * (us.wins - them.wins)
        scores = dict(self.before)
        scores[self.mine] += us.points + them.given
        scores[self.theirs] += them.points + us.given
        lead: float = scores[self.mine] - scores[self.theirs]
        held = self.bag * (them.bags - us.bags)
        if self.last:
            return lead + held - self.start
        outcome = find_outcome(self.rules, scores, None, self.number)
        if outcome:
            tied = lead == 0 or outcome.winner is None
            return self.unit * (0 if tied else 1 if lead > 0 else -1) - self.start + LAST * lead
        return self.unit * self._standing(scores, lead, held) - self.start + LAST * (lead + held)

    def _standing(self, scores: dict[str, int], lead: float, held: float) -> float:
        """How a match that goes on stands, from -1 (lost) to 1 (won)."""
        if not self.comeback:
            # Who is sure to win still wants points: they end the match.
            return tanh(LEAN / 2 * (lead + held) / sqrt(self._rounds(scores)))
        chance = self.comeback.chance(scores[self.mine], scores[self.theirs], held)
        standing = 2 * chance - 1
        return standing + (1 - abs(standing)) * tanh((lead + held) / self.unit)

    def chance(self, worth: float) -> float:
        """The chance to win the match that a worth stands for, 0 to 1."""
        return min(1.0, max(0.0, 0.5 + (worth + self.start) / self.unit / 2))

    def _rounds(self, scores: dict[str, int]) -> float:
        """About how many rounds the match still lasts."""
        match = self.rules.match
        rounds = 1 + max(0.0, match.target - max(scores.values())) / self.pace
        return min(rounds, max(1, match.max_rounds - self.number)) if match.max_rounds else rounds


class End:
    """Rates single ends of a round for one side, in points: the mean of its worth against every other side.

    The bids need not be those of the situation.
    """

    def __init__(self, situation: Situation, side: int) -> None:
        self.situation, self.names = situation, tuple(situation.rules.sides)
        self.mine = self.names[side]
        self.bags = dict(zip(self.names, situation.bags, strict=True))
        self.judges = {
            name: Judge(situation, side, other) for other, name in enumerate(self.names) if name != self.mine
        }

    def rate(self, bids: Sequence[Bid | None], taken: Sequence[int]) -> float:
        """The worth of a round in which the places bid and took so many tricks."""
        result = self.situation._replace(bids=tuple(bids)).score(taken, self.bags)
        ends = {name: Outcome(result.points[name], result.bags[name], 0, result.wins == name) for name in self.names}
        rated = [judge.rate(ends[self.mine], ends[name]) for name, judge in self.judges.items()]
        return sum(rated) / len(rated)
