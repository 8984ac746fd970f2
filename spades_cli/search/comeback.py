"""The chance to win a match in which the side that is far behind may bid blind nil.

By rules that let who is a hundred behind bid blind nil for two hundred, and exchange cards after it, being so far
behind is no worse than being level: what counts is who is ahead, by less than that, when the target is near. Chances
are worked out from the target backwards, for two sides that play alike: each round brings a side what rounds usually
bring, or a blind nil where it may be bid and helps.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, exp, floor
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.search.counting import blind_chance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spades_cli.engine.rules import Rules

#: A round that two sides share evenly brings each its part of all tricks; contracts are of this part of that, where the
#: partner has bid nil of the other.
CONTRACT, BESIDE = 0.85, 0.65
#: How often a side bids a nil and keeps it, and how often a contract is missed, also beside a kept or a failed nil.
NIL, KEPT, MISSED, MISSED_BESIDE, MISSED_THEN = 0.2, 0.72, 0.16, 0.14, 0.35
#: The points of both sides scatter together so far, beside that.
SCATTER = 22.0
#: Scores are told apart in so many steps of the distance from which blind nil may be bid. Scores that many distances
#: below zero, or below the target, are as good as those above them.
STEPS, BELOW_ZERO, BELOW_TARGET = 10, 2, 7
#: How often the chances are worked out anew, as scores also fall.
SWEEPS = 3

#: Points, and how often a round brings them.
Ways = list[tuple[float, float]]


class Row(NamedTuple):
    """What a round brings, in steps: how often from ``first`` on."""

    first: int
    chances: tuple[float, ...]

    @property
    def end(self) -> int:
        return self.first + len(self.chances)


def usual_round(rules: Rules) -> Ways:
    """What a round brings a side that bids as usual."""
    even = rules.scoring.trick * rules.hand_size / len(rules.sides)
    nils = NIL if rules.nil.allowed else 0.0
    made, failed = rules.nil.made + BESIDE * even, BESIDE * even - rules.nil.failed
    return [
        (CONTRACT * even, (1 - nils) * (1 - MISSED)),
        (-CONTRACT * even, (1 - nils) * MISSED),
        (made, nils * KEPT),
        (failed, nils * (1 - KEPT) * (1 - MISSED_THEN)),
        (failed - 2 * BESIDE * even, nils * (1 - KEPT) * MISSED_THEN),
    ]


def blind_round(rules: Rules, kept: float) -> Ways:
    """What a round brings a side that bids blind nil."""
    beside = BESIDE * rules.scoring.trick * rules.hand_size / len(rules.sides)
    made, failed = rules.blind_nil.made, rules.blind_nil.failed
    return [
        (made + beside, kept * (1 - MISSED_BESIDE)),
        (made - beside, kept * MISSED_BESIDE),
        (beside - failed, 1 - kept),
    ]


def in_steps(ways: Iterable[tuple[float, float]], step: float, apart: Iterable[tuple[float, float]]) -> Row:
    """Points in whole steps, each way spread by points ``apart`` with their chances."""
    found: dict[int, float] = {}
    for points, often in ways:
        for off, part in apart:
            low = floor((points + off) / step)
            over = (points + off) / step - low
            for place, share in ((low, 1 - over), (low + 1, over)):
                found[place] = found.get(place, 0.0) + often * part * share
    first = min(found)
    return Row(first, tuple(found.get(place, 0.0) for place in range(first, max(found) + 1)))


class Comeback:
    """The chances to win by two scores below the target, the better one and how far the other is behind it."""

    def __init__(self, rules: Rules, kept: float) -> None:
        behind, target = rules.blind_nil.behind, rules.match.target
        self.step = behind / STEPS
        bell = [(off * SCATTER / 2, exp(-(off**2) / 8)) for off in range(-4, 5)]
        whole = sum(part for _, part in bell)
        bell = [(off, part / whole) for off, part in bell]
        usual = usual_round(rules)
        self._usual = in_steps(usual, self.step, bell)
        self._blind = in_steps(blind_round(rules, kept), self.step, bell)
        # Of two scores that scatter one tells as much about the lead, in a fraction of the time.
        ahead = in_steps(usual, self.step, ((0.0, 1.0),))
        self._ahead = [(ahead.first + place, chance) for place, chance in enumerate(ahead.chances) if chance]
        # Scores are counted from the lowest that a round can lead to.
        self._least = -min(self._usual.first, self._blind.first, self._ahead[0][0])
        self._low = max(-BELOW_ZERO * behind, target - BELOW_TARGET * behind)
        self._top = self._least + ceil((target - self._low) / self.step)
        self._fill()

    def _fill(self) -> None:
        """Work the chances out."""
        self._chances = [self._guess(score) for score in range(self._top + max(self._usual.end, self._blind.end))]
        for _ in range(SWEEPS):
            for total in range(2 * self._top - 2, 2 * self._least - 1, -1):
                for other in range(max(self._least, total - self._top + 1), (total + 1) // 2):
                    chance = self._look(total - other, other)
                    self._chances[total - other][other] = chance
                    self._chances[other][total - other] = 1 - chance

    def _guess(self, score: int) -> list[float]:
        """The chances of one score against all others before any is worked out: only what is over is known."""
        size = self._top + max(self._usual.end, self._blind.end)
        over = [float(score > other) if score != other else 0.5 for other in range(size)]
        if score >= self._top:
            return over
        return [0.5 + (score - other) / (3 * size) for other in range(self._top)] + over[self._top :]

    def _look(self, score: int, other: int) -> float:
        """The chance of the better score, one round on."""
        chance = self._mean(score, other, self._usual)
        return min(chance, self._mean(score, other, self._blind)) if score - other >= STEPS else chance

    def _mean(self, score: int, other: int, row: Row) -> float:
        part = slice(other + row.first, other + row.end)
        chance = 0.0
        for more, often in self._ahead:
            chance += often * sum(map(mul, row.chances, self._chances[score + more][part]))
        return chance

    def chance(self, ours: float, theirs: float, held: float) -> float:
        """The chance of the side with ``ours``; ``held`` is what bags yet to be paid add to its lead.

        They change the lead, not who may bid blind nil.
        """
        if ours < theirs or (ours == theirs and held < 0):
            return 1 - self.chance(theirs, ours, -held)
        lead = (ours - theirs + held) / self.step
        far = ours - theirs >= STEPS * self.step
        lead = max(lead, float(STEPS)) if far else min(lead, float(STEPS - 1))
        best = min(max((ours - self._low) / self.step + self._least, float(self._least)), self._top - 1.0)
        row, column = floor(best), floor(lead)
        across = lead - column
        low, high = (
            self._at(score, column) * (1 - across) + self._at(score, column + 1) * across for score in (row, row + 1)
        )
        return low + (high - low) * (best - row)

    def _at(self, score: int, lead: int) -> float:
        score = min(score, self._top - 1)
        return self._chances[score][min(max(score - lead, self._least), self._top - 1)]


@lru_cache(maxsize=64)
def find_comeback(rules: Rules) -> Comeback | None:
    """The chances under these rules; None where blind nil helps nobody who is behind more than others."""
    blind, match = rules.blind_nil, rules.match
    teams = len(rules.sides) == 2 < rules.table.players
    # Nearly everybody is a little behind.
    some_way = blind.behind >= 2 * rules.scoring.trick
    if not (blind.allowed and some_way and teams) or match.max_rounds:
        return None
    kept = blind_chance(blind.exchange_max if blind.exchange == "partner" else 0)
    return Comeback(rules, kept) if kept * blind.made > (1 - kept) * blind.failed else None
