"""Means, standard errors and intervals of what is counted over many games, in constant memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist


def wilson(wins: float, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for the share of which ``wins`` out of ``n`` is a sample; 0 to 1 where nothing was seen.

    >>> low, high = wilson(8, 10)
    >>> f"{low:.3f} to {high:.3f}"
    '0.490 to 0.943'
    """
    if not n:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = wins / n, z * z / n
    middle = share + spread / 2
    reach = z * sqrt((share * (1 - share) + spread / 4) / n)
    low, high = (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
    # The two ends are exact; rounding must not leave a little beyond or short of them.
    return 0.0 if wins == 0 else low, 1.0 if wins == n else high


@dataclass(slots=True)
class Mean:
    """A running mean and the spread around it (Welford's method), of any number of values.

    >>> points = Mean()
    >>> for value in (2, 4, 6):
    ...     points.add(value)
    >>> points.mean, points.variance, round(points.error, 3)
    (4.0, 4.0, 1.155)
    """

    count: int = 0
    _mean: float = 0.0
    _squares: float = field(default=0.0, repr=False)

    def add(self, value: float) -> None:
        """Take one more value."""
        self.count += 1
        before = value - self._mean
        self._mean += before / self.count
        self._squares += before * (value - self._mean)

    @property
    def mean(self) -> float | None:
        """The mean; None of no values."""
        return self._mean if self.count else None

    @property
    def variance(self) -> float | None:
        """The sample variance; None of fewer than two values."""
        return self._squares / (self.count - 1) if self.count > 1 else None

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None of fewer than two values."""
        return sqrt(self._squares / (self.count - 1) / self.count) if self.count > 1 else None
