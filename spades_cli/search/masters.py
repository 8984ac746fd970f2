"""Tables of what hands promise from the cards alone, for packs that no rounds were played with.

Masters are counted: a high side card is worth the chance that it is neither beaten nor ruffed, a spade what its rank
and its place among the own spades make it. Fits of rounds start from these tables, so that rare cards stay sensible.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, sqrt
from typing import TYPE_CHECKING

from spades_cli.search.promise import (
    LENGTHS,
    NIL_ABOVE,
    NIL_BASE,
    NIL_COVER,
    NIL_LENGTH,
    NIL_LOW,
    NIL_SPADES,
    PATTERNS,
    SIDE_TRICKS,
    SPADE_TRICKS,
    SPREAD,
    TABLES,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli.engine.rules import Rules

#: The chance that a guarded card, or one alone, wins for every higher card that somebody else holds.
GUARDED, ALONE = 0.55, 0.15
#: The same for a spade, which nobody ruffs.
GUARDED_SPADE = 0.75
#: How far a seat's tricks scatter for the square root of its share.
SCATTER = 0.6

#: The log odds of a nil in thousandths, from rounds of the standard game. Of any hand; by the length of a side suit,
#: and for each card over the last one; by the number of spades, and for more of them; by the spades above a spade.
BASE = 1700
SIDE_LENGTHS, LONGER = (-720, -400, -210, -80, 0), 280
SPADES, MANY_SPADES = (550, 560, 810, 1090, 100, -1900), -4000
ABOVE = (-3500, -1620, -980, -640, -410, -240)
#: What a card that is sure to take a trick does to a nil.
HOPELESS = -9000
#: For each of the lowest three cards of a side suit: the heights over which it costs, and how much for each step.
LOWEST = (((3, 120), (6, 290), (9, 690)), ((5, 180), (8, 240), (10, 840)), ((7, 80), (9, 150)))
COVER = 170


@lru_cache(maxsize=64)
def count_masters(rules: Rules) -> tuple[int, ...]:
    """The tables for a game by these rules; the average hand promises its share of the tricks."""
    suits = [run.bit_count() for run in rules.pack.runs]
    side = round(sum(suits[:3]) / 3)
    tables = [0] * TABLES
    _fill(tables, SIDE_TRICKS, lambda length, pattern: rate_side(rules, side, length, pattern))
    _fill(tables, SPADE_TRICKS, lambda length, pattern: rate_spades(rules, suits[3], length, pattern))
    share = rules.hand_size / rules.table.players
    mean = 3 * _average(tables, SIDE_TRICKS, rules, side) + _average(tables, SPADE_TRICKS, rules, suits[3])
    for place in range(NIL_BASE):
        tables[place] = round(tables[place] * 1000 * share / mean)
    tables[SPREAD] = round(1000 * SCATTER * sqrt(share))
    _rate_nils(tables, rules)
    return tuple(tables)


def _fill(tables: list[int], start: int, rate: Callable[[int, int], float]) -> None:
    """The worth of every suit in thousandths; 0 for those with more high cards than cards."""
    for length in range(LENGTHS):
        for pattern in range(PATTERNS):
            if pattern.bit_count() <= length:
                tables[start + length * PATTERNS + pattern] = round(1000 * rate(length, pattern))


def rate_side(rules: Rules, size: int, length: int, pattern: int) -> float:
    """What a side suit of ``size`` cards is worth of which a hand holds ``length``, the high ones by ``pattern``."""
    worth, missing = 0.0, 0
    for place in range(4):
        if pattern >> (3 - place) & 1:
            chance = (GUARDED if length > missing else ALONE) ** missing
            worth += chance * _all_follow(rules, max(size - length, 0), place + 1)
        else:
            missing += 1
    return worth


def _all_follow(rules: Rules, out: int, rounds: int) -> float:
    """The chance that nobody is out of a suit before so many rounds of it, with ``out`` cards elsewhere."""
    elsewhere = rules.pack.size - rules.hand_size
    part = rules.hand_size / elsewhere
    short = sum(comb(out, few) * part**few * (1 - part) ** (out - few) for few in range(min(rounds, out + 1)))
    return float((1 - short) ** (rules.table.players - 1))


def rate_spades(rules: Rules, size: int, length: int, pattern: int) -> float:
    """What a hand's spades are worth: the high ones by rank, the others the more the more of them there are."""
    average = max(size, 1) * rules.hand_size / rules.pack.size
    worth, missing, held = 0.0, 0, 0
    for place in range(4):
        if pattern >> (3 - place) & 1:
            held += 1
            worth += max(GUARDED_SPADE**missing if length > missing else ALONE, _rate_low(held, average))
        else:
            missing += 1
    return worth + sum(_rate_low(number, average) for number in range(held + 1, length + 1))


def _rate_low(number: int, average: float) -> float:
    """A low spade, ``number`` counted from the top of the hand: the first may ruff, the last are left over."""
    return min(1.0, 0.5 * number / average)


def _average(tables: list[int], start: int, rules: Rules, size: int) -> float:
    """The mean worth of a suit of ``size`` cards over all hands, in thousandths."""
    pack, hand, total = rules.pack.size, rules.hand_size, 0.0
    high = min(4, size)
    for length in range(min(size, hand) + 1):
        row = start + min(length, LENGTHS - 1) * PATTERNS
        hands = comb(pack - size, hand - length)
        # A suit of few cards has no patterns of four.
        for pattern in range(0, PATTERNS, 1 << (4 - high)):
            low = length - pattern.bit_count()
            if low >= 0:
                total += hands * comb(size - high, low) * tables[row + pattern]
    return total / comb(pack, hand)


def _rate_nils(tables: list[int], rules: Rules) -> None:
    tables[NIL_BASE] = BASE
    last = len(SIDE_LENGTHS) - 1
    for length in range(LENGTHS):
        tables[NIL_LENGTH + length] = SIDE_LENGTHS[min(length, last)] + LONGER * max(0, length - last)
        tables[NIL_SPADES + length] = SPADES[length] if length < len(SPADES) else MANY_SPADES
    for number, steps in enumerate(LOWEST):
        for height in range(13):
            tables[NIL_LOW + 13 * number + height] = -sum(cost * max(0, height - over) for over, cost in steps)
    tables[NIL_ABOVE : NIL_ABOVE + len(ABOVE)] = ABOVE
    if not rules.pack.doubled:
        # Of two equal cards the highest may lose a trick to the other.
        tables[NIL_ABOVE] = HOPELESS
    if len(rules.sides) < rules.table.players:
        tables[NIL_COVER] = COVER
