"""Rounds played out from a hand that is to be bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import step, stream
from spades_cli.search.layout import BIDS, COUNTING, MATES, PLAYERS, RUNS, SIDE_OF, SIDES, STRIDE
from spades_cli.search.promise import nil_odds, tricks_of
from spades_cli.search.rollout import NILS, begin, play_out

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: A nil takes the place of a bid under this.
SMALL = 4
#: In place of a bid that has yet to be made.
OPEN = -1
#: What a seat bids under the tricks it is promised, and the log odds over which it bids nil, in thousandths: about what
#: the players of the tables do.
UNDER, LEAST = 350, 400


def bid_of(game: Sequence[int], tables: Sequence[int], hand: int, margin: int, least: int, mates: int) -> int:
    """The tricks that a hand bids; 0, a nil, if its log odds are over ``least`` and no partner (``mates``) has one."""
    bid = (tricks_of(tables, game, RUNS, hand) + 500 - margin) // 1000
    if bid < SMALL and not mates and nil_odds(tables, game, RUNS, hand) > least:
        return 0
    return bid if bid > 1 else 1


def foresee(
    game: MutableSequence[int], tables: Sequence[int], deals: Sequence[int], count: int, bids: Sequence[int],
    leader: int, size: int, failed: int, fear: Sequence[int], noise: int, seed: int, hands: MutableSequence[int],
    state: MutableSequence[int], need: MutableSequence[int], voids: MutableSequence[int], index: MutableSequence[int],
    me: int, tricks: MutableSequence[int],
) -> None:  # fmt: skip
    """Play ``count`` deals out and write the tricks that ``me`` takes in each.

    ``bids`` are by seat, 0 a nil; who has yet to bid (``OPEN``) does so by the tables. ``failed`` says whether the
    tricks of a failed nil count towards the contract. The strides of ``game`` tell all seats of a side apart.
    """
    players = game[PLAYERS]
    nils = 0
    for seat in range(players):
        if bids[seat] == 0:
            nils |= 1 << seat
    for deal in range(count):
        at = deal * (players + 1)
        begin(state, size, leader)
        state[NILS] = nils
        for side in range(game[SIDES]):
            need[side] = 0
            index[side] = 0
        for turn in range(players):
            seat = (leader + turn) % players
            hands[seat] = deals[at + seat]
            voids[seat] = 0
            bid = bids[seat]
            if bid == OPEN:
                bid = bid_of(game, tables, hands[seat], UNDER, LEAST, state[NILS] & game[MATES + seat])
            if bid == 0:
                state[NILS] |= 1 << seat
            game[BIDS + seat] = bid
            game[COUNTING + seat] = 1 if bid else failed
            need[game[SIDE_OF + seat]] += bid
        play_out(game, state, need, fear, voids, hands, index, deals[at + players], noise, step(stream(seed, deal)))
        tricks[deal] = index[game[SIDE_OF + me]] // game[STRIDE + me] % (size + 1)
