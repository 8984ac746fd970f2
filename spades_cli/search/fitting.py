"""Rounds played by the rule player to learn what hands promise: how many tricks they take, and whether a nil is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import bit_length, shuffle, stream
from spades_cli.search.layout import COUNTING, MATES, PLAYERS, RUNS, SIDE_OF, SIDES, STRIDE
from spades_cli.search.promise import nil_odds, tricks_of
from spades_cli.search.rollout import LEADER, LEFT, NILS, OPENING, STATE, play_out

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: A random card in 256 of the fitted rounds, so that hands meet players who are not all alike.
NOISE = 8


def keeps(game: Sequence[int], hand: int, card: int, nil: int) -> int:
    """Whether a drafter keeps a card: a spade, or a side card that nothing beats; for a nil the lower half of a suit."""
    for suit in range(4):
        run = game[RUNS + suit]
        if card & run:
            if nil:
                return 1 if bit_length(run) - bit_length(card) > 6 else 0
            return 1 if suit == 3 or not run & ~hand & -(card << 1) else 0
    return 0


def deal_round(
    game: Sequence[int], deck: MutableSequence[int], cards: int, size: int, draft: int, random: int,
    hands: MutableSequence[int],
) -> int:  # fmt: skip
    """Deal ``size`` cards to every seat, or let them be drafted in pairs. Returns the random state."""
    players = game[PLAYERS]
    random = shuffle(deck, cards, random)
    for seat in range(players):
        hands[seat] = 0
        for i in range(size):
            if draft:
                at = 2 * (seat * size + i)
                hands[seat] |= deck[at] if keeps(game, hands[seat], deck[at], 0) else deck[at + 1]
            else:
                hands[seat] |= deck[seat * size + i]
    return random


def begin(game: Sequence[int], state: MutableSequence[int], size: int, leader: int) -> None:
    """The first lead of a round."""
    for place in range(STATE):
        state[place] = 0
    state[LEADER] = leader
    state[OPENING] = 1
    state[LEFT] = size


def rounds_for_tricks(
    game: Sequence[int], deck: MutableSequence[int], cards: int, size: int, draft: int, seed: int, count: int,
    state: MutableSequence[int], space: MutableSequence[int], need: MutableSequence[int], fear: MutableSequence[int],
    voids: MutableSequence[int], index: MutableSequence[int], hands: MutableSequence[int],
    tricks: MutableSequence[int],
) -> None:  # fmt: skip
    """Deal and play ``count`` rounds in which everybody wants every trick; writes hands and tricks seat by seat.

    The strides of ``game`` tell all seats of a side apart.
    """
    players = game[PLAYERS]
    for number in range(count):
        random = deal_round(game, deck, cards, size, draft, stream(seed, number), space)
        for seat in range(players):
            hands[number * players + seat] = space[seat]
            voids[seat] = 0
            index[seat] = 0
            need[seat] = 0
            fear[seat] = 0
        begin(game, state, size, number % players)
        play_out(game, state, need, fear, voids, space, index, 0, 0, random)
        for seat in range(players):
            taken = index[game[SIDE_OF + seat]] // game[STRIDE + seat] % (size + 1)
            tricks[number * players + seat] = taken


def table_bid(game: Sequence[int], tables: Sequence[int], hand: int) -> int:
    """A plain bid: what a hand promises, less half a trick, to the nearest number."""
    bid = tricks_of(tables, game, RUNS, hand) // 1000
    return bid if bid > 1 else 1


def rounds_for_nils(
    game: MutableSequence[int], tables: Sequence[int], least: int, deck: MutableSequence[int], cards: int, size: int,
    draft: int, limit: int, seed: int, count: int, state: MutableSequence[int], space: MutableSequence[int],
    need: MutableSequence[int], fear: MutableSequence[int], voids: MutableSequence[int], index: MutableSequence[int],
    hands: MutableSequence[int], cover: MutableSequence[int], kept: MutableSequence[int],
) -> int:  # fmt: skip
    """Play rounds with one nil each, of hands whose log odds by ``tables`` are over ``least``; returns their number.

    Writes each nil hand, the tricks its partners have bid and whether it was kept; ``limit`` is the bags that are
    penalised. Out of ``count`` deals.
    """
    players = game[PLAYERS]
    rows = 0
    for number in range(count):
        random = deal_round(game, deck, cards, size, draft, stream(seed, number), space)
        nil = number % players
        if nil_odds(tables, game, RUNS, space[nil]) < least:
            continue
        for side in range(game[SIDES]):
            need[side] = 0
            index[side] = 0
            fear[side] = limit
        cover[rows] = 0
        for seat in range(players):
            voids[seat] = 0
            if seat != nil:
                bid = table_bid(game, tables, space[seat])
                need[game[SIDE_OF + seat]] += bid
                if game[MATES + nil] >> seat & 1:
                    cover[rows] += bid
        hands[rows] = space[nil]
        begin(game, state, size, number // players % players)
        state[NILS] = 1 << nil
        game[COUNTING + nil] = 0
        play_out(game, state, need, fear, voids, space, index, 0, 0, random)
        game[COUNTING + nil] = 1
        kept[rows] = 0 if index[game[SIDE_OF + nil]] // game[STRIDE + nil] % (size + 1) else 1
        rows += 1
    return rows
