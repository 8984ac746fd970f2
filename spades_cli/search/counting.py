"""Counts that every bidder needs: the tricks that are sure, and the chances of those that are not and of blind nils."""

from __future__ import annotations

from math import erf, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules

#: How often a blind nil is kept, by the number of cards exchanged with a partner.
BLIND_KEPT = (0.22, 0.6, 0.8, 0.92, 0.97)


def blind_chance(exchanged: int) -> float:
    """How often a blind nil is kept beside a partner with whom so many cards are exchanged."""
    return BLIND_KEPT[min(exchanged, len(BLIND_KEPT) - 1)]


def sure_tricks(rules: Rules, hand: int) -> int:
    """Spades that win whatever happens: each missing spade takes away the strongest of those below it."""
    sure = above = 0
    for card in reversed(rules.pack.order):
        if not card & rules.pack.spades:
            continue
        if not card & hand:
            above += 1
        elif above:
            above -= 1
        else:
            sure += 1
    return sure


def distribution(mean: float, wide: float, least: int, most: int) -> list[float]:
    """The chances of 0, 1 ... ``most`` tricks: a bell around ``mean``, cut off below ``least``."""
    below, chances = 0.0, []
    for tricks in range(most + 1):
        upto = 1.0 if tricks == most else 0.5 * (1 + erf((tricks + 0.5 - mean) / (max(wide, 0.05) * sqrt(2))))
        if tricks < least:
            upto = 0.0
        chances.append(upto - below)
        below = upto
    return chances
