"""What a side may hope for in the tricks to come, beside what it needs and beside what nobody needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import highest, popcount
from spades_cli.search.layout import BIDS, MATES, PLAYERS, RUNS, SIDE_OF, SIDES, SPADES

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Tricks are hoped for in 16ths. What a spade promises: nothing beats it, as many lower ones guard it, or it may ruff.
TRICK, GUARDED, RUFF = 16, 11, 4
#: What a high side card promises by the cards that beat it, once nobody can ruff; while each foe is likely to follow
#: often enough for it; and where that is just as likely as not.
SAFE, EARLY, LATE = (16, 8, 8), (13, 6, 4), (8, 3, 3)
#: The side's hope over its need, from ``EVEN`` too little to as much too much.
EVEN = 48
#: More tricks than this that nobody needs are as good as so many.
MOST_SLACK = 8


def hope_of(game: Sequence[int], hand: int, unseen: int) -> int:
    """About the tricks that a hand will take, in 16ths."""
    spades = game[SPADES]
    trumps = popcount(unseen & spades)
    hope = 0
    for suit in range(4):
        own = hand & game[RUNS + suit]
        out = unseen & game[RUNS + suit]
        count = popcount(own)
        rank = 0
        while own:
            card = highest(own)
            own ^= card
            rank += 1
            over = popcount(out & -(card << 1))
            if card & spades:
                hope += TRICK if not over else GUARDED if over + rank <= count else RUFF
                continue
            if rank + over > count:
                break
            place = over if over < 2 else 2
            room = popcount(out) // 3 + 1 - rank - over
            if not trumps:
                hope += SAFE[place]
            elif room >= 0:
                hope += EARLY[place] if room else LATE[place]
    return hope


def ease_of(game: Sequence[int], need: Sequence[int], seat: int, hand: int, unseen: int, left: int) -> int:
    """How the hope of a side stands to its need, in 16ths of a trick from 0 over ``EVEN`` to twice that.

    Partners are taken to make the share of their bids that falls to the ``left`` tricks to come.
    """
    ease = EVEN + hope_of(game, hand, unseen) - TRICK * need[game[SIDE_OF + seat]]
    for other in range(game[PLAYERS]):
        if game[MATES + seat] >> other & 1:
            ease += TRICK * game[BIDS + other] * left // 13
    if ease < 0:
        return 0
    return ease if ease < 2 * EVEN else 2 * EVEN


def slack_of(game: Sequence[int], need: Sequence[int], left: int) -> int:
    """How many of the ``left`` tricks to come nobody needs, 0 to ``MOST_SLACK``."""
    slack = left
    for side in range(game[SIDES]):
        if need[side] > 0:
            slack -= need[side]
    if slack < 0:
        return 0
    return slack if slack < MOST_SLACK else MOST_SLACK
