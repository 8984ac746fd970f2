"""Exact search with two sides: one makes the worth to ``me`` as large as it can, the other as small (alpha-beta)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import above
from spades_cli.search.layout import CODE, PLAYERS, SIDE_OF, SPADES
from spades_cli.search.solver_bounds import ADVICE, CAP, ME, NODES, OPENING, SPOTS, UNIT, WIDTH, estimate
from spades_cli.search.solver_frames import (
    CHOICE,
    COUNT,
    HAND,
    LED,
    LEFT,
    LIVE,
    MOVES,
    NEXT,
    PLAYED,
    SEAT,
    SPOT,
    TOP,
    TRICK,
    UNKNOWN,
    VALUE,
    WINNER,
    clear_frames,
    last_winner,
    open_frame,
    play_next,
    state_of,
)
from spades_cli.search.solver_order import arrange, reach
from spades_cli.search.solver_table import CARD, GREATEST, LEAST, is_known, learn, write_key
from spades_cli.search.solver_tricks import cashing, sure_trumps

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence


def judge_by_tricks(
    game: Sequence[int], hands: Sequence[int], work: Sequence[int], bounds: Sequence[int], frame: int, target: int
) -> int:
    """A bound of a position's worth that settles whether it reaches ``target``, from certain tricks, or UNKNOWN."""
    spots = work[SPOTS]
    spot = work[frame + SPOT]
    if bounds[spot] >= target:
        return bounds[spot]
    if bounds[spots + spot] < target:
        return bounds[spots + spot]
    if work[frame + LEFT] == 1:
        return bounds[spot + work[UNIT + last_winner(game, hands, work[frame + SEAT])]]
    spot += sure_trumps(game, work, hands, work[frame + LIVE])
    if bounds[spot] >= target:
        return bounds[spot]
    if bounds[spots + spot] < target:
        return bounds[spots + spot]
    return judge_by_cashing(game, hands, work, bounds, frame, spot, target)


def judge_by_cashing(
    game: Sequence[int],
    hands: Sequence[int],
    work: Sequence[int],
    bounds: Sequence[int],
    frame: int,
    spot: int,
    target: int,
) -> int:
    """The same from the tricks that the leader's side can take at once: it gets no less than the worst after them.

    ``spot`` counts the tricks that are certain anyway.
    """
    leader = work[frame + SEAT]
    side = game[SIDE_OF + leader]
    for seat in range(game[PLAYERS]):
        if game[SIDE_OF + seat] != side:
            continue
        tricks = cashing(game, hands, seat, work[frame + LIVE], hands[leader])
        ahead = spot + tricks * work[UNIT + seat]
        if side == work[ME]:
            if bounds[ahead] >= target:
                return bounds[ahead]
        elif bounds[work[SPOTS] + ahead] < target:
            return bounds[work[SPOTS] + ahead]
    return UNKNOWN


def judge(
    game: Sequence[int],
    hands: Sequence[int],
    work: MutableSequence[int],
    bounds: Sequence[int],
    table: Sequence[int],
    frame: int,
    target: int,
) -> int:
    """A bound of a position between two tricks that settles whether it reaches ``target``, or UNKNOWN."""
    level = work[frame + TRICK]
    if work[OPENING] and level == 0:
        return UNKNOWN
    value = judge_by_tricks(game, hands, work, bounds, frame, target)
    if value != UNKNOWN:
        return value
    slot = write_key(game, work, hands, work[frame + LIVE], state_of(game, work, frame), level)
    if is_known(table, work, level):
        if table[slot + LEAST] >= target:
            return table[slot + LEAST]
        if table[slot + GREATEST] < target:
            return table[slot + GREATEST]
        work[ADVICE] = table[slot + CARD]
    return UNKNOWN


def judge_trick(
    game: Sequence[int], hands: Sequence[int], work: Sequence[int], bounds: Sequence[int], frame: int, target: int
) -> int:
    """A bound of a position within a trick that settles whether it reaches ``target``, from who can still take it."""
    spots = work[SPOTS]
    spot = work[frame + SPOT]
    led = work[frame + LED]
    over = above(work[frame + TOP], game[CODE])
    seat = work[frame + SEAT]
    ahead = spot + work[UNIT + work[frame + WINNER]]
    least = bounds[ahead]
    greatest = bounds[spots + ahead]
    for _ in range(game[PLAYERS] - work[frame + PLAYED]):
        if least < target <= greatest:
            return UNKNOWN
        if reach(hands[seat], led, game[SPADES]) & over:
            ahead = spot + work[UNIT + seat]
            least = min(least, bounds[ahead])
            greatest = max(greatest, bounds[spots + ahead])
        seat = seat + 1 if seat + 1 < game[PLAYERS] else 0
    if least >= target:
        return least
    return greatest if greatest < target else UNKNOWN


def search(
    game: Sequence[int],
    hands: MutableSequence[int],
    work: MutableSequence[int],
    bounds: MutableSequence[int],
    table: MutableSequence[int],
    root: int,
    target: int,
) -> int:
    """A bound of the worth of the position in the frame ``root``, or UNKNOWN when the cap on nodes is met.

    A bound of ``target`` or more is not above the worth, one below ``target`` not below it.
    """
    frame = root
    estimate(work, bounds, target)
    while True:
        value = UNKNOWN
        work[ADVICE] = 0
        if work[frame + PLAYED] == 0:
            value = judge(game, hands, work, bounds, table, frame, target)
        else:
            value = judge_trick(game, hands, work, bounds, frame, target)
        if value == UNKNOWN:
            if work[NODES] >= work[CAP]:
                return clear_frames(hands, work, root, frame)
            if open_frame(game, hands, work, frame) > 1:
                arrange(game, work, bounds, hands, frame)
            work[frame + VALUE] = -UNKNOWN if game[SIDE_OF + work[frame + SEAT]] == work[ME] else UNKNOWN
        while value != UNKNOWN:
            if frame == root:
                return value
            frame -= work[WIDTH]
            value = take_back(game, hands, work, bounds, table, frame, target, value)
        frame = play_next(game, hands, work, frame)


def take_back(
    game: Sequence[int],
    hands: MutableSequence[int],
    work: MutableSequence[int],
    bounds: MutableSequence[int],
    table: MutableSequence[int],
    frame: int,
    target: int,
    value: int,
) -> int:
    """Take the last move of a frame back, now that it is known to be worth ``value``.

    Returns the worth of the frame if nothing is left to try, else UNKNOWN.
    """
    seat = work[frame + SEAT]
    hands[seat] = work[frame + HAND]
    tried = work[frame + NEXT]
    if game[SIDE_OF + seat] == work[ME]:
        if value > work[frame + VALUE]:
            work[frame + VALUE] = value
            work[frame + CHOICE] = work[frame + MOVES + tried - 1]
        if value < target and tried < work[frame + COUNT]:
            return UNKNOWN
    else:
        if value < work[frame + VALUE]:
            work[frame + VALUE] = value
            work[frame + CHOICE] = work[frame + MOVES + tried - 1]
        if value >= target and tried < work[frame + COUNT]:
            return UNKNOWN
    value = work[frame + VALUE]
    if work[frame + PLAYED] == 0:
        spot = work[frame + SPOT]
        least = value if value >= target else bounds[spot]
        greatest = value if value < target else bounds[work[SPOTS] + spot]
        learn(table, work, work[frame + TRICK], least, greatest, work[frame + CHOICE])
    return value


def find_worth(
    game: Sequence[int],
    hands: MutableSequence[int],
    work: MutableSequence[int],
    bounds: MutableSequence[int],
    table: MutableSequence[int],
    root: int,
    guess: int,
) -> int:
    """The exact worth to ``me`` of the position in the frame ``root``, or UNKNOWN; the nearer the guess, the sooner."""
    spots = work[SPOTS]
    spot = work[root + SPOT]
    least = bounds[spot]
    greatest = bounds[spots + spot]
    target = min(max(guess, least + 1), greatest)
    while least < greatest:
        value = search(game, hands, work, bounds, table, root, target)
        if value == UNKNOWN:
            return UNKNOWN
        if value >= target:
            least = value
            target = value + 1
        else:
            greatest = value
            target = value
    return least
