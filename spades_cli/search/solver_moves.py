"""Which cards of a hand the exact search need not tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import EQUAL_FIRST, EQUAL_LAST, bit_length
from spades_cli.search.layout import CODE, RUNS

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence


def are_alike(weak: int, strong: int, others: int, doubled: int) -> bool:
    """Whether two cards of one hand and suit are as good as each other: no card of ``others`` lies between.

    With equal cards in the pack none may equal one of the two either.
    """
    low = weak
    high = strong
    if doubled:
        low = weak if bit_length(weak) & 1 else weak >> 1
        high = strong << 1 if bit_length(strong) & 1 else strong
    return others & ((high << 1) - low) == 0


def suit_of(game: Sequence[int], card: int) -> int:
    """The mask of the suit that ``card`` plays as."""
    for suit in range(3, 0, -1):
        if card & game[RUNS + suit]:
            return game[RUNS + suit]
    return game[RUNS]


def line_up(
    game: Sequence[int],
    cards: int,
    others: int,
    moves: MutableSequence[int],
    at: int,
) -> int:
    """Write down one card of each run of equally good ``cards``, weakest first; returns how many.

    ``others`` are the cards that still matter outside the hand.
    """
    doubled = game[CODE] & (EQUAL_FIRST | EQUAL_LAST)
    count = 0
    for suit in range(4):
        rest = cards & game[RUNS + suit]
        last = 0
        while rest:
            card = rest & -rest
            rest ^= card
            if last == 0 or not are_alike(last, card, others, doubled):
                moves[at + count] = card
                count += 1
            last = card
    return count
