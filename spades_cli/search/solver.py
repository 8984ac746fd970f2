"""Exact solving: what every legal card is worth when all hands are known and every seat plays for its side.

``solver_space`` makes the arrays, once; ``prepare`` gets them ready for a decision, and ``solve`` then solves any
number of deals of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import LEAD_ANY, LEAD_LATER, legal_cards, popcount
from spades_cli.search.layout import CODE, PLAYERS, RUNS, SIDES, SPADES
from spades_cli.search.solver_bounds import (
    AVERAGE,
    CAP,
    ENTRIES,
    FRAMES,
    KINDS,
    LEVELS,
    ME,
    NODES,
    OPENING,
    ROOM,
    SPOTS,
    WIDTH,
    prepare,
)
from spades_cli.search.solver_frames import (
    BROKEN,
    HAND,
    LED,
    LEFT,
    LIVE,
    MOVES,
    PLAYED,
    SEAT,
    SPOT,
    TOP,
    TRICK,
    UNKNOWN,
    WINNER,
    open_frame,
    play_next,
)
from spades_cli.search.solver_many import find_end
from spades_cli.search.solver_pairs import find_worth
from spades_cli.search.solver_table import ENTRY, LEVEL, write_key

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

__all__ = ["UNKNOWN", "prepare", "solve", "solve_best", "solver_space"]


def solver_space(players: int, tail: int, entries: int = 0) -> tuple[list[int], list[int], list[int]]:
    """The arrays ``work``, ``bounds`` and ``table`` for positions with at most ``tail`` tricks to come.

    ``entries`` (a power of two) is how many positions the table keeps; by default as many as such a tail asks for.
    """
    if not entries:
        entries = 1 << max(10, min(20, 2 * tail + 3))
    width = MOVES + 2 * tail
    frames = LEVELS + (tail + 1) * LEVEL
    work = [0] * (frames + (players * tail + 1) * width)
    work[ENTRIES] = entries
    work[ROOM] = tail
    work[FRAMES] = frames
    work[WIDTH] = width
    spots = (tail + 1) ** players
    return work, [0] * (spots * max(KINDS, players)), [0] * (entries * ENTRY)


def solve(
    game: Sequence[int],
    hands: MutableSequence[int],
    leader: int,
    led: int,
    best: int,
    winner: int,
    played: int,
    broken: int,
    opening: int,
    work: MutableSequence[int],
    bounds: MutableSequence[int],
    table: MutableSequence[int],
    cards: MutableSequence[int],
    worths: MutableSequence[int],
    cap: int,
) -> int:
    """The exact worth to ``me`` of every legal card of the seat to move.

    ``hands`` are what the seats hold now; ``led`` (a suit's mask), ``best`` and ``winner`` describe the ``played``
    cards of the trick under way and are 0 between two tricks. Writes the legal cards, weakest first, to ``cards`` and
    their worths to ``worths``; returns how many, or -1 if the search would visit more than ``cap`` nodes.
    """
    root = set_root(game, hands, leader, led, best, winner, played, broken, opening, work, cap)
    count = open_frame(game, hands, work, root)
    hand = work[root + HAND]
    seat = work[root + SEAT]
    legal = legal_cards(hand, led, best, work[root + BROKEN], opening, game[CODE], game[SPADES], game[RUNS])
    found = 0
    worth = bounds[AVERAGE * work[SPOTS]]
    for move in range(count):
        worth = worth_at(game, hands, work, bounds, table, play_next(game, hands, work, root), worth)
        hands[seat] = hand
        if worth == UNKNOWN:
            return -1
        # The cards up to the next move's are as good as this one.
        while legal and (move + 1 == count or legal & -legal != work[root + MOVES + move + 1]):
            cards[found] = legal & -legal
            worths[found] = worth
            legal &= legal - 1
            found += 1
    return found


def solve_best(
    game: Sequence[int],
    hands: MutableSequence[int],
    leader: int,
    led: int,
    best: int,
    winner: int,
    played: int,
    broken: int,
    opening: int,
    work: MutableSequence[int],
    bounds: MutableSequence[int],
    table: MutableSequence[int],
    cap: int,
) -> int:
    """The exact worth to ``me`` of the position itself, that is of its best card, or ``UNKNOWN`` at the cap.

    Much less work than ``solve``; the parameters are the same.
    """
    root = set_root(game, hands, leader, led, best, winner, played, broken, opening, work, cap)
    return worth_at(game, hands, work, bounds, table, root, bounds[AVERAGE * work[SPOTS]])


def worth_at(
    game: Sequence[int],
    hands: MutableSequence[int],
    work: MutableSequence[int],
    bounds: MutableSequence[int],
    table: MutableSequence[int],
    frame: int,
    guess: int,
) -> int:
    """The exact worth to ``me`` of the position in a frame, or UNKNOWN."""
    if game[SIDES] == 2:
        return find_worth(game, hands, work, bounds, table, frame, guess)
    end = find_end(game, hands, work, bounds, table, frame)
    return UNKNOWN if end == UNKNOWN else bounds[work[ME] * work[SPOTS] + end]


def set_root(
    game: Sequence[int],
    hands: Sequence[int],
    leader: int,
    led: int,
    best: int,
    winner: int,
    played: int,
    broken: int,
    opening: int,
    work: MutableSequence[int],
    cap: int,
) -> int:
    """Write the position to solve into the first frame; returns the frame."""
    root = work[FRAMES]
    seat = (leader + played) % game[PLAYERS]
    live = 0
    for other in range(game[PLAYERS]):
        live |= hands[other]
    work[NODES] = 0
    work[CAP] = cap
    work[OPENING] = opening
    work[root + SEAT] = seat
    work[root + PLAYED] = played
    work[root + LED] = led
    work[root + TOP] = best
    work[root + WINNER] = winner
    work[root + BROKEN] = 1 if broken or game[CODE] & (LEAD_ANY | LEAD_LATER) else 0
    work[root + SPOT] = 0
    work[root + LEFT] = popcount(hands[seat])
    work[root + LIVE] = live
    work[root + TRICK] = 0
    write_key(game, work, hands, live, 0, 0)
    return root
