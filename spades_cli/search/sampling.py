"""Deals of the cards a seat does not see, every one that agrees with what it knows equally often.

All that play shows about a hand is by suit: who does not follow is void. So first it is drawn how many cards of each
suit every seat with a known void holds, each split as often as there are deals with it, then the cards. Seats without
a known void, and the pile of cards that nobody holds, share the rest at random. Splits are counted in floats, which
hold the counts of any pack; the sums are made in one order everywhere.

A split is worked out level by level, one seat with voids after the other. A state is how many cards of each suit are
left: those of the first three suits as one number, the spades follow from the sum. ``ways`` keeps, level by level,
the number of ways to go on from each state (-1 for a state that is not reached).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import below, popcount, shuffle, step, stream
from spades_cli.search.layout import PLAYERS, RUNS

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: Rows of the table of binomials: all cards of two packs may count as spades.
ROWS = 109
#: Places in ``plan``: unknown cards by suit; how many levels there are, the seats of the levels, the seats without
#: known voids (the pile is the last place), how many of them; the size of a level in ``ways``.
COUNTS, LEVELS, LEVEL_SEATS, OPEN, OPEN_SEATS, VOLUME = 0, 4, 5, 12, 13, 20
PLAN = 21
#: Random numbers are drawn below this bound.
FINE = 1 << 30


def read_plan(
    game: Sequence[int], free: int, slots: Sequence[int], voids: Sequence[int], plan: MutableSequence[int]
) -> int:
    """Sort the places into those with voids among the ``free`` cards and the others; returns the size of ``ways``."""
    for suit in range(4):
        plan[COUNTS + suit] = popcount(free & game[RUNS + suit])
    plan[LEVELS] = 0
    plan[OPEN] = 0
    for place in range(game[PLAYERS] + 1):
        if slots[place] and place < game[PLAYERS] and voids[place] & free:
            plan[LEVEL_SEATS + plan[LEVELS]] = place
            plan[LEVELS] += 1
        elif slots[place]:
            plan[OPEN_SEATS + plan[OPEN]] = place
            plan[OPEN] += 1
    plan[VOLUME] = (plan[COUNTS] + 1) * (plan[COUNTS + 1] + 1) * (plan[COUNTS + 2] + 1)
    return plan[VOLUME] * (plan[LEVELS] + 1)


def most(held: int, slots: int, void: int) -> int:
    """The most cards of a suit that a seat can take."""
    if void:
        return 0
    return held if held < slots else slots


def sum_ways(
    game: Sequence[int], plan: Sequence[int], voids: Sequence[int], slots: Sequence[int], binomials: Sequence[float],
    ways: MutableSequence[float], level: int, state: int, spades: int, mark: int, limit: float,
    split: MutableSequence[int],
) -> float:  # fmt: skip
    """Go through the splits of a level's seat from a state with so many ``spades`` left.

    With ``mark``, states of the next level are marked as reached. Else returns the ways to go on; where ``limit`` is
    not negative, stops at the split that takes the sum over it, and writes it to ``split``.
    """
    wide = plan[COUNTS + 2] + 1
    wider = wide * (plan[COUNTS + 1] + 1)
    clubs = state // wider
    diamonds = state // wide % (plan[COUNTS + 1] + 1)
    hearts = state % wide
    seat = plan[LEVEL_SEATS + level]
    count = slots[seat]
    void = voids[seat]
    below_level = plan[VOLUME] * (level + 1)
    is_last = level + 1 == plan[LEVELS]
    top_spades = most(spades, count, void & game[RUNS + 3])
    total = 0.0
    for one in range(most(clubs, count, void & game[RUNS]) + 1):
        for two in range(most(diamonds, count - one, void & game[RUNS + 1]) + 1):
            high = most(hearts, count - one - two, void & game[RUNS + 2])
            low = count - one - two - top_spades
            for three in range(low if low > 0 else 0, high + 1):
                four = count - one - two - three
                after = (clubs - one) * wider + (diamonds - two) * wide + hearts - three
                if mark:
                    ways[below_level + after] = 0.0
                    continue
                term = binomials[clubs * ROWS + one] * binomials[diamonds * ROWS + two]
                term *= binomials[hearts * ROWS + three] * binomials[spades * ROWS + four]
                if not is_last:
                    term *= ways[below_level + after]
                total += term
                if term > 0.0 and limit >= 0.0:
                    split[0] = one
                    split[1] = two
                    split[2] = three
                    split[3] = four
                    if limit < total:
                        return total
    return total


def count_ways(
    game: Sequence[int], plan: Sequence[int], voids: Sequence[int], slots: Sequence[int], binomials: Sequence[float],
    ways: MutableSequence[float], split: MutableSequence[int],
) -> float:  # fmt: skip
    """Fill ``ways`` and return the number of all ways, 0 where no deal agrees with what is known."""
    volume = plan[VOLUME]
    levels = plan[LEVELS]
    for place in range(volume * (levels + 1)):
        ways[place] = -1.0
    first = volume - 1
    ways[first] = 0.0
    left = plan[COUNTS] + plan[COUNTS + 1] + plan[COUNTS + 2] + plan[COUNTS + 3]
    for level in range(levels - 1):
        for state in range(volume):
            if ways[volume * level + state] == 0.0:
                spades = spades_left(plan, state, left)
                if spades >= 0:
                    sum_ways(game, plan, voids, slots, binomials, ways, level, state, spades, 1, -1.0, split)
        left -= slots[plan[LEVEL_SEATS + level]]
    if levels:
        for level in range(levels - 1, -1, -1):
            for state in range(volume):
                if ways[volume * level + state] == 0.0:
                    spades = spades_left(plan, state, left)
                    if spades >= 0:
                        ways[volume * level + state] = sum_ways(
                            game, plan, voids, slots, binomials, ways, level, state, spades, 0, -1.0, split
                        )
            if level:
                left += slots[plan[LEVEL_SEATS + level - 1]]
    return ways[first] if levels else 1.0


def spades_left(plan: Sequence[int], state: int, left: int) -> int:
    """The spades left in a state when ``left`` cards are; negative for a state that cannot be."""
    wide = plan[COUNTS + 2] + 1
    return left - state // (wide * (plan[COUNTS + 1] + 1)) - state // wide % (plan[COUNTS + 1] + 1) - state % wide


def draw_deals(
    game: Sequence[int], plan: Sequence[int], free: int, voids: Sequence[int], slots: Sequence[int],
    known: Sequence[int], binomials: Sequence[float], ways: MutableSequence[float], seed: int, first: int, last: int,
    split: MutableSequence[int], taken: MutableSequence[int], cards: MutableSequence[int],
    rest: MutableSequence[int], deals: MutableSequence[int],
) -> None:  # fmt: skip
    """Draw the deals with the numbers from ``first`` to before ``last``: the hands of all places, deal after deal.

    ``known`` are the cards whose place is known. A deal depends on its number and the seed alone.
    """
    places = game[PLAYERS] + 1
    for deal in range(first, last):
        random = draw_splits(game, plan, voids, slots, binomials, ways, stream(seed, deal), split, taken)
        at = deal * places
        for place in range(places):
            deals[at + place] = known[place]
        left = 0
        for suit in range(4):
            count = 0
            suited = free & game[RUNS + suit]
            while suited:
                card = suited & -suited
                suited ^= card
                cards[count] = card
                count += 1
            random = shuffle(cards, count, random)
            place = 0
            for level in range(plan[LEVELS]):
                for _ in range(taken[level * 4 + suit]):
                    deals[at + plan[LEVEL_SEATS + level]] |= cards[place]
                    place += 1
            for number in range(place, count):
                rest[left] = cards[number]
                left += 1
        shuffle(rest, left, random)
        place = 0
        for number in range(plan[OPEN]):
            seat = plan[OPEN_SEATS + number]
            for _ in range(slots[seat]):
                deals[at + seat] |= rest[place]
                place += 1


def draw_splits(
    game: Sequence[int], plan: Sequence[int], voids: Sequence[int], slots: Sequence[int], binomials: Sequence[float],
    ways: MutableSequence[float], random: int, split: MutableSequence[int], taken: MutableSequence[int],
) -> int:  # fmt: skip
    """How many cards of each suit the seats with voids hold, level by level in ``taken``. Returns the random state."""
    volume = plan[VOLUME]
    state = volume - 1
    spades = plan[COUNTS + 3]
    wide = plan[COUNTS + 2] + 1
    for level in range(plan[LEVELS]):
        random = step(random)
        limit = ways[volume * level + state] * below(random, FINE) / FINE
        sum_ways(game, plan, voids, slots, binomials, ways, level, state, spades, 0, limit, split)
        for suit in range(4):
            taken[level * 4 + suit] = split[suit]
        state -= (split[0] * (plan[COUNTS + 1] + 1) + split[1]) * wide + split[2]
        spades -= split[3]
    return random
