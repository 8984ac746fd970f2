"""Rounds played by the rule player to learn what hands promise: the tricks they take, and whether a nil is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import popcount, shuffle, stream
from spades_cli.search.layout import COUNTING, MATES, PLAYERS, RUNS, SIDE_OF, SIDES, STRIDE
from spades_cli.search.promise import NIL_BASE, NIL_COVER, nil_odds, suit_place, tricks_of
from spades_cli.search.rollout import NILS, begin, play_out

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: Counts of places are taken so many at a time, as digits of one number; a hand's sum has no place more than 63 times.
DIGITS, DIGIT = 10, 6


def keeps(game: Sequence[int], hand: int, card: int, low: int) -> int:
    """Whether a drafter keeps a card: a spade or an unbeaten side card; for a nil those of the lower half of a suit."""
    for suit in range(4):
        run = game[RUNS + suit]
        if card & run:
            if low:
                return 1 if popcount(run & -(card << 1)) > popcount(run & (card - 1)) else 0
            return 1 if suit == 3 or not run & ~hand & -(card << 1) else 0
    return 0


def deal_round(
    game: Sequence[int], deck: MutableSequence[int], cards: int, size: int, draft: int, low: int, random: int,
    hands: MutableSequence[int],
) -> int:  # fmt: skip
    """Deal ``size`` cards to every seat, or let them be drafted in pairs; returns the random state.

    ``low`` is the seat that drafts for a nil, -1 for none. ``hands`` ends with what nobody holds.
    """
    players = game[PLAYERS]
    random = shuffle(deck, cards, random)
    pile = game[RUNS] | game[RUNS + 1] | game[RUNS + 2] | game[RUNS + 3]
    for seat in range(players):
        hands[seat] = 0
        for i in range(size):
            at = seat * size + i
            card = deck[at]
            if draft:
                card = deck[2 * at]
                if not keeps(game, hands[seat], card, 1 if seat == low else 0):
                    card = deck[2 * at + 1]
            hands[seat] |= card
            pile ^= card
    hands[players] = pile
    return random


def table_bid(game: Sequence[int], tables: Sequence[int], hand: int) -> int:
    """A plain bid: what a hand promises, less half a trick, to the nearest number."""
    bid = tricks_of(tables, game, RUNS, hand) // 1000
    return bid if bid > 1 else 1


def rounds_for_tricks(
    game: Sequence[int], tables: Sequence[int], bids: int, deck: MutableSequence[int], cards: int, size: int,
    draft: int, seed: int, count: int, state: MutableSequence[int], space: MutableSequence[int],
    need: MutableSequence[int], fear: MutableSequence[int], voids: MutableSequence[int], index: MutableSequence[int],
    hands: MutableSequence[int], tricks: MutableSequence[int],
) -> None:  # fmt: skip
    """Deal and play ``count`` rounds in which bags do no harm; writes hands and tricks seat by seat.

    With ``bids`` everybody first makes what the tables let him bid, else all want every trick. The strides of ``game``
    tell all seats of a side apart.
    """
    players = game[PLAYERS]
    for number in range(count):
        random = deal_round(game, deck, cards, size, draft, -1, stream(seed, number), space)
        for seat in range(players):
            hands[number * players + seat] = space[seat]
            voids[seat] = 0
            index[seat] = 0
            need[seat] = 0
            fear[seat] = 0
        if bids:
            for seat in range(players):
                need[game[SIDE_OF + seat]] += table_bid(game, tables, space[seat])
        begin(state, size, number % players)
        play_out(game, state, need, fear, voids, space, index, space[players], 0, random)
        for seat in range(players):
            taken = index[game[SIDE_OF + seat]] // game[STRIDE + seat] % (size + 1)
            tricks[number * players + seat] = taken


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
        nil = number % players
        random = deal_round(game, deck, cards, size, draft, nil, stream(seed, number), space)
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
        begin(state, size, number // players % players)
        state[NILS] = 1 << nil
        game[COUNTING + nil] = 0
        play_out(game, state, need, fear, voids, space, index, space[players], 0, random)
        game[COUNTING + nil] = 1
        kept[rows] = 0 if index[game[SIDE_OF + nil]] // game[STRIDE + nil] % (size + 1) else 1
        rows += 1
    return rows


def find_suit_places(game: Sequence[int], hands: Sequence[int], count: int, places: MutableSequence[int]) -> None:
    """Where the tables keep the four suits of each of ``count`` hands, hand after hand."""
    for row in range(count):
        for suit in range(4):
            run = game[RUNS + suit]
            places[4 * row + suit] = suit_place(run, hands[row] & run)


def count_nil_places(
    game: Sequence[int], tables: MutableSequence[int], hands: Sequence[int], count: int, counts: MutableSequence[int]
) -> None:  # fmt: skip
    """How often each number from NIL_BASE to before NIL_COVER counts in the nil odds of each of ``count`` hands.

    ``tables`` is room for tables; they make every odds a number that has these counts as its digits.
    """
    width = NIL_COVER - NIL_BASE
    for first in range(0, width, DIGITS):
        last = first + DIGITS if first + DIGITS < width else width
        for place in range(first, last):
            tables[NIL_BASE + place] = 1 << DIGIT * (place - first)
        for row in range(count):
            digits = nil_odds(tables, game, RUNS, hands[row])
            for place in range(first, last):
                counts[row * width + place] = digits >> DIGIT * (place - first) & (1 << DIGIT) - 1
        for place in range(first, last):
            tables[NIL_BASE + place] = 0
