"""Decisions of a match beside an advisor's: who agreed, and what the difference was worth."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from heapq import nlargest
from math import hypot, isfinite, sqrt
from typing import TYPE_CHECKING

from spades_cli.engine.cards import Card
from spades_cli.record.lines import seat_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.actions import Action
    from spades_cli.engine.view import View
    from spades_cli.players.strategy import Choice

#: The phases of a round in their order.
PHASES = ("draft", "blind", "bid", "exchange", "play")


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision and the advice on it.

    ``cost`` is how many points the advice is worth more than what was done, by the advisor's own values and never less
    than 0; ``error`` its standard error. Both are None where the advisor gives no such value.
    """

    game: str
    view: View
    played: Action
    advised: Choice
    agreed: bool
    cost: float | None
    error: float | None


def judge(game: str, view: View, played: Action, choices: Sequence[Choice]) -> Judgement:
    """What a ranking, best first, says of what was played.

    Cards of one hand that no card of others lies between are one card.
    """
    advised = choices[0]
    mine = _find(view, played, choices)
    agreed = mine is advised
    cost = error = None
    best, own = _value(advised), _value(mine)
    if best is not None and own is not None:
        cost = max(0.0, best - own)
        error = 0.0 if agreed else _error(advised, mine)
    return Judgement(game, view, played, advised, agreed, cost, error)


def _find(view: View, played: Action, choices: Sequence[Choice]) -> Choice | None:
    """The first choice that is what was played, or stands for it; the very one before its equals, unless these lead."""
    exact = next((choice for choice in choices if choice.action == played), None)
    if exact is choices[0] or not isinstance(played, Card):
        return exact
    first = choices[0].action
    if isinstance(first, Card) and _are_equal(view, first, played):
        return choices[0]
    return exact or next((choice for choice in choices[1:] if _are_equal(view, choice.action, played)), None)


def _are_equal(view: View, one: Action, other: Card) -> bool:
    """Whether two cards of the hand are as good as each other."""
    from spades_cli.search import Position

    if not isinstance(one, Card):
        return False
    position = Position(view)
    low, high = sorted(position.deck.copies[card] & position.hand for card in (one, other))
    # Of two equal cards in one hand (two packs) the weaker copy stands for both.
    return position.stands_for(low & -low, high & -high)


def _value(choice: Choice | None) -> float | None:
    value = choice.value if choice else None
    return float(value) if value is not None and isfinite(value) else None


def _error(advised: Choice, mine: Choice | None) -> float | None:
    """The error of the difference as if both values came from deals of their own: too large rather than too small."""
    if mine is None or advised.se is None or mine.se is None:
        return None
    return hypot(advised.se, mine.se)


@dataclass(slots=True)
class Counts:
    """Decisions of one kind: how many, how many the advisor agreed with, and what the others cost.

    ``valued`` are those with a cost, ``rough`` those of them whose cost has no error.
    """

    decisions: int = 0
    agreed: int = 0
    valued: int = 0
    rough: int = 0
    cost: float = 0.0
    squares: float = 0.0

    def add(self, found: Judgement) -> None:
        """Take one more decision."""
        self.decisions += 1
        self.agreed += found.agreed
        if found.cost is not None:
            self.valued += 1
            self.cost += found.cost
            self.rough += found.error is None
            self.squares += (found.error or 0.0) ** 2

    @property
    def error(self) -> float | None:
        """The standard error of ``cost``; None unless all that is in it has one."""
        return sqrt(self.squares) if self.valued and not self.rough else None

    def figures(self) -> dict[str, int | float | None]:
        """Every figure by name; a cost that no decision has is None."""
        valued = self.valued
        return {
            "decisions": self.decisions,
            "agreed": self.agreed,
            "valued": valued,
            "cost": round(self.cost, 2) if valued else None,
            "se": None if self.error is None else round(self.error, 2),
            "mean_cost": round(self.cost / valued, 3) if valued else None,
        }


class Analysis:
    """Adds judgements up by seat and phase, and keeps the ``most`` costliest ones."""

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self.forced = 0
        self.total = Counts()
        self._rows: dict[tuple[str, str], Counts] = {}
        self._worst: list[tuple[float, int, Judgement]] = []

    def add(self, found: Judgement) -> None:
        """Take one more decision."""
        self.total.add(found)
        self._rows.setdefault((found.view.seat, found.view.phase), Counts()).add(found)
        if found.cost and self.most:
            # The earlier one of two equally costly decisions comes first.
            self._worst = nlargest(self.most, [*self._worst, (found.cost, -self.total.decisions, found)])

    @property
    def worst(self) -> list[Judgement]:
        """The costliest decisions, the worst one first; none that cost nothing."""
        return [found for _, _, found in self._worst]

    def rows(self) -> list[tuple[str, str, Counts]]:
        """Seat, phase and counts: each phase of each seat, and the seat as a whole (``all``) where it has several."""
        found = []
        for seat in sorted({seat for seat, _ in self._rows}, key=seat_order):
            phases = [(phase, self._rows[seat, phase]) for phase in PHASES if (seat, phase) in self._rows]
            found += [(seat, phase, counts) for phase, counts in phases]
            if len(phases) > 1:
                found.append((seat, "all", _sum([counts for _, counts in phases])))
        return found


def _sum(rows: Sequence[Counts]) -> Counts:
    return Counts(*map(sum, zip(*map(astuple, rows), strict=True)))
