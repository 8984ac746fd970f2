"""What the rest of a round can still be worth, whoever takes its tricks.

How the tricks since the root fell is one number, the ``spot``: seats whose tricks count alike (one side, one stride)
share a digit of it, and a trick won by seat w adds its unit. Every order of the same tricks leads to the same spot, so
a seat that surely takes k more tricks moves the spot by k of its units at once, whatever the worths look like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.search.layout import MOST, PLAYERS, SIDE_OF, SIDES, STRIDE, side_worth

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: Places in ``work``: the side that the worths are meant for, the number of spots and of the decision, entries of the
#: table (a power of two), moves a frame has room for, where the frames start and how long each is;
ME, SPOTS, STAMP, ENTRIES, ROOM, FRAMES, WIDTH = range(7)
#: how many nodes a solve has visited and may visit, whether its trick is the first of the round, and the card that the
#: table advises;
NODES, CAP, OPENING, ADVICE = range(7, 11)
#: digits of a spot, spots that can be reached, and the worth that their chances are about;
GROUPS, REACHED, TARGET = range(11, 14)
#: by seat: what a trick of it adds to the spot;
UNIT = 14
#: by digit of the spot: a seat that it counts for, and scratch for the digits of one spot;
GROUP = UNIT + MOST
DIGIT = GROUP + MOST
#: where what is known by trick starts.
LEVELS = DIGIT + MOST
#: With two sides ``bounds`` holds, by spot, the least, the greatest and the average worth to ``me`` and the chance to
#: reach the worth searched for if chance decided every trick, then all spots that can be reached, last ones first. With
#: more sides it holds the greatest worth to each side. At the end of the round least and greatest are the worth itself.
WORST, BEST, AVERAGE, CHANCE, ORDER = range(5)
KINDS = 5
#: The chance that is certain.
CERTAIN = 1 << 20


def find_groups(game: Sequence[int], work: MutableSequence[int], base: int) -> int:
    """Give every seat its unit; returns how many digits, each below ``base``, a spot has."""
    groups = 0
    spots = 1
    for seat in range(game[PLAYERS]):
        twin = seat
        for other in range(seat):
            if game[SIDE_OF + other] == game[SIDE_OF + seat] and game[STRIDE + other] == game[STRIDE + seat]:
                twin = other
                break
        if twin == seat:
            work[UNIT + seat] = spots
            work[GROUP + groups] = seat
            groups += 1
            spots *= base
        else:
            work[UNIT + seat] = work[UNIT + twin]
    work[SPOTS] = spots
    return groups


def read_spot(work: MutableSequence[int], spot: int, groups: int, base: int) -> int:
    """Take a spot apart into its digits; returns their sum, the tricks played."""
    total = 0
    for group in range(groups):
        digit = spot % base
        spot //= base
        work[DIGIT + group] = digit
        total += digit
    return total


def shift_index(game: Sequence[int], index: MutableSequence[int], work: Sequence[int], groups: int, sign: int) -> None:
    """Add the tricks of the spot last read to the index of every side, or take them back (``sign`` -1)."""
    for group in range(groups):
        seat = work[GROUP + group]
        index[game[SIDE_OF + seat]] += sign * work[DIGIT + group] * game[STRIDE + seat]


def worth_ahead(work: Sequence[int], bounds: MutableSequence[int], spot: int, groups: int, sides: int) -> None:
    """What can come of a spot with tricks left, from the spots one trick on."""
    spots = work[SPOTS]
    if sides > 2:
        for side in range(sides):
            top = bounds[side * spots + spot + work[UNIT + work[GROUP]]]
            for group in range(1, groups):
                top = max(top, bounds[side * spots + spot + work[UNIT + work[GROUP + group]]])
            bounds[side * spots + spot] = top
        return
    ahead = spot + work[UNIT + work[GROUP]]
    worst = bounds[ahead]
    best = bounds[spots + ahead]
    total = bounds[AVERAGE * spots + ahead]
    for group in range(1, groups):
        ahead = spot + work[UNIT + work[GROUP + group]]
        worst = min(worst, bounds[ahead])
        best = max(best, bounds[spots + ahead])
        total += bounds[AVERAGE * spots + ahead]
    bounds[spot] = worst
    bounds[spots + spot] = best
    bounds[AVERAGE * spots + spot] = total // groups


def prepare(
    game: Sequence[int],
    classes: Sequence[int],
    joint: Sequence[int],
    index: MutableSequence[int],
    left: int,
    me: int,
    work: MutableSequence[int],
    bounds: MutableSequence[int],
) -> int:
    """Get ready to solve positions with ``left`` tricks to come for side ``me``; returns the number of spots.

    ``index`` is where the sides stand after the tricks taken so far; a trick under way counts as one to come. Once
    for any number of deals of one decision: what the table has learnt serves all of them, and is void afterwards.
    """
    base = left + 1
    sides = game[SIDES]
    groups = find_groups(game, work, base)
    spots = work[SPOTS]
    work[ME] = me
    work[STAMP] += 1
    work[GROUPS] = groups
    work[TARGET] = 1 << 60
    reached = 0
    for spot in range(spots - 1, -1, -1):
        total = read_spot(work, spot, groups, base)
        if total > left:
            continue
        if total < left:
            worth_ahead(work, bounds, spot, groups, sides)
        else:
            shift_index(game, index, work, groups, 1)
            for kind in range(max(sides, 3)):
                side = kind if sides > 2 else me
                bounds[kind * spots + spot] = side_worth(game, classes, joint, index, side)
            shift_index(game, index, work, groups, -1)
        if sides == 2:
            bounds[ORDER * spots + reached] = spot
            reached += 1
    work[REACHED] = reached
    return spots


def estimate(work: MutableSequence[int], bounds: MutableSequence[int], target: int) -> int:
    """Find by spot the chance that the worth reaches ``target``; returns it for the root."""
    spots = work[SPOTS]
    groups = work[GROUPS]
    if work[TARGET] == target:
        return bounds[CHANCE * spots]
    work[TARGET] = target
    chance = 0
    for place in range(work[REACHED]):
        spot = bounds[ORDER * spots + place]
        chance = 0
        if bounds[spot] >= target:
            chance = CERTAIN
        elif bounds[spots + spot] >= target:
            for group in range(groups):
                chance += bounds[CHANCE * spots + spot + work[UNIT + work[GROUP + group]]]
            chance //= groups
        bounds[CHANCE * spots + spot] = chance
    return chance
