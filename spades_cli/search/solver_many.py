"""Exact search with more than two sides: each seat plays for its own side (max^n).

Of cards equally good for the side that plays, the weakest is taken, clubs before diamonds, hearts and spades. A
position comes down to one spot at the end of the round, which says what it is worth to everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.search.layout import SIDE_OF
from spades_cli.search.solver_bounds import CAP, NODES, OPENING, SPOTS, UNIT, WIDTH
from spades_cli.search.solver_frames import (
    COUNT,
    HAND,
    LEFT,
    LIVE,
    NEXT,
    PLAYED,
    SEAT,
    SPOT,
    TRICK,
    UNKNOWN,
    VALUE,
    clear_frames,
    last_winner,
    open_frame,
    play_next,
    state_of,
)
from spades_cli.search.solver_table import LEAST, is_known, learn, write_key

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence


def look_up(
    game: Sequence[int], hands: Sequence[int], work: MutableSequence[int], table: Sequence[int], frame: int
) -> int:
    """The spot that a position between two tricks comes down to, if that is known, else UNKNOWN."""
    if work[frame + LEFT] == 0:
        return work[frame + SPOT]
    if work[frame + LEFT] == 1:
        return work[frame + SPOT] + work[UNIT + last_winner(game, hands, work[frame + SEAT])]
    level = work[frame + TRICK]
    if work[OPENING] and level == 0:
        return UNKNOWN
    slot = write_key(game, work, hands, work[frame + LIVE], state_of(game, work, frame), level)
    return table[slot + LEAST] if is_known(table, work, level) else UNKNOWN


def settle(
    game: Sequence[int],
    hands: MutableSequence[int],
    work: MutableSequence[int],
    bounds: Sequence[int],
    table: MutableSequence[int],
    frame: int,
    end: int,
) -> int:
    """Take the last move of a frame back, now that it is known to come down to the spot ``end``.

    Returns where the frame comes down to if nothing better can follow, else UNKNOWN.
    """
    seat = work[frame + SEAT]
    hands[seat] = work[frame + HAND]
    own = game[SIDE_OF + seat] * work[SPOTS]
    if work[frame + VALUE] == UNKNOWN or bounds[own + end] > bounds[own + work[frame + VALUE]]:
        work[frame + VALUE] = end
    end = work[frame + VALUE]
    if work[frame + NEXT] < work[frame + COUNT] and bounds[own + end] < bounds[own + work[frame + SPOT]]:
        return UNKNOWN
    if work[frame + PLAYED] == 0:
        learn(table, work, work[frame + TRICK], end, end, 0)
    return end


def find_end(
    game: Sequence[int],
    hands: MutableSequence[int],
    work: MutableSequence[int],
    bounds: Sequence[int],
    table: MutableSequence[int],
    root: int,
) -> int:
    """The spot that the position in the frame ``root`` comes down to; UNKNOWN when the cap on nodes is met."""
    frame = root
    while True:
        end = UNKNOWN
        if work[frame + PLAYED] == 0:
            end = look_up(game, hands, work, table, frame)
        if end == UNKNOWN:
            if work[NODES] >= work[CAP]:
                return clear_frames(hands, work, root, frame)
            open_frame(game, hands, work, frame)
            work[frame + VALUE] = UNKNOWN
        while end != UNKNOWN:
            if frame == root:
                return end
            frame -= work[WIDTH]
            end = settle(game, hands, work, bounds, table, frame, end)
        frame = play_next(game, hands, work, frame)
