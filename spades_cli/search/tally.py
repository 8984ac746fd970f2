"""Keeping count of what cards are worth in the deals looked at, and of which of them may still be the best."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

#: A card is out of it when it is behind the best one by so many standard errors of the difference.
CLEAR = 2.3


class Rated(NamedTuple):
    """A card, as a bit, with its worth in points, its standard error, and how it stands to the best card.

    ``behind`` is how many standard errors of the paired difference it is behind the best one.
    """

    card: int
    value: float
    se: float
    behind: float


class Tally:
    """The worths of some cards, deal by deal; a card that is out of it is not looked at any more.

    ``open`` are the numbers of the cards that may still be the best.
    """

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = cards
        self.columns: list[list[int]] = [[] for _ in cards]
        self.open = list(range(len(cards)))

    @property
    def is_clear(self) -> bool:
        """Whether one card is left."""
        return len(self.open) == 1

    def add(self, rows: Sequence[Sequence[int]]) -> None:
        """Take in the worths of the open cards in more deals, a row a deal, and see which of them stay open."""
        for number, column in zip(self.open, zip(*rows, strict=True), strict=True):
            self.columns[number] += column
        best = self._best()
        self.open = [number for number in self.open if number == best or self._behind(best, number) <= CLEAR]

    def rank(self, scale: float) -> list[Rated]:
        """The cards by their mean worth, ``scale`` of which are a point.

        A card that was out of it early is put as far behind the best one as it was in the deals they share.
        """
        best = self._best()
        top = mean(self.columns[best])
        rated = []
        for number, card in enumerate(self.cards):
            gap = mean(self._gaps(best, number))
            error = standard_error(self.columns[number])
            rated.append(Rated(card, (top - gap) / scale, error / scale, self._behind(best, number)))
        return sorted(rated, key=lambda entry: -entry.value)

    def _best(self) -> int:
        return max(self.open, key=lambda number: mean(self.columns[number]))

    def _gaps(self, best: int, other: int) -> list[int]:
        """How far one card is behind the best one, deal by deal."""
        return [one - two for one, two in zip(self.columns[best], self.columns[other], strict=False)]

    def _behind(self, best: int, other: int) -> float:
        gaps = self._gaps(best, other)
        error, gap = standard_error(gaps), mean(gaps)
        return gap / error if error else (0.0 if gap == 0 else float("inf"))


def mean(values: Sequence[int]) -> float:
    """The mean of some values."""
    return sum(values) / len(values)


def standard_error(values: Sequence[int]) -> float:
    """The standard error of the mean of some values."""
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
