"""What the exact search has learnt about positions between two tricks, kept in a flat table of ints.

A position is written down by who owns the cards left, suit by suit from the weakest up, so that positions which differ
only in the gaps between their cards are one. The five numbers of a key say everything there is to know: two positions
with equal keys are equal in worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import EQUAL_FIRST, EQUAL_LAST, M32, bit_length
from spades_cli.search.layout import CODE, PLAYERS, RUNS
from spades_cli.search.solver_bounds import ENTRIES, LEVELS

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: Places in an entry: the owners of the four suits; number of the decision, spot, leader and whether spades are broken
#: in one; the least and the greatest worth the position can have; the best card found.
OWNERS, STATE, LEAST, GREATEST, CARD = 0, 4, 5, 6, 7
ENTRY = 8
#: What ``work`` holds for every trick since the root: a key, where its entry is and the cards then left.
SLOT, LIVE = 5, 6
LEVEL = 8


def owners(hands: Sequence[int], players: int, cards: int, doubled: int) -> int:
    """Whose the ``cards`` of a suit are, from the weakest up: two binary digits for each card below a leading 1.

    Three with five or six seats, one more to tell equal cards from a pair of neighbours in ``doubled`` packs.
    """
    odd = hands[1]
    upper = 0
    top = 0
    if players > 2:
        upper = hands[2]
    if players > 3:
        odd |= hands[3]
        upper |= hands[3]
    if players > 4:
        top = hands[4]
    if players > 5:
        odd |= hands[5]
        top |= hands[5]
    found = 1
    while cards:
        card = cards & -cards
        cards ^= card
        found <<= 2
        if card & odd:
            found |= 1
        if card & upper:
            found |= 2
        if players > 4:
            found <<= 1
            if card & top:
                found |= 1
        if doubled:
            found <<= 1
            if (card << 1) & cards and bit_length(card) & 1:
                found |= 1
    return found


def write_key(
    game: Sequence[int], work: MutableSequence[int], hands: Sequence[int], live: int, state: int, level: int
) -> int:
    """Write the key of a position to its level; returns where in the table its entry belongs.

    ``state`` is made of the spot, the leader and whether spades are broken. Only suits played since the level before
    are written anew; level 0 is the root, whatever its trick looks like.
    """
    at = LEVELS + level * LEVEL
    changed = live ^ work[at - LEVEL + LIVE] if level else -1
    # The spot and the rest are small numbers: mixed in first, they reach every bit.
    total = mingle(0, state)
    work[at + STATE] = state
    work[at + LIVE] = live
    for suit in range(4):
        run = game[RUNS + suit]
        if changed & run:
            work[at + suit] = owners(hands, game[PLAYERS], live & run, game[CODE] & (EQUAL_FIRST | EQUAL_LAST))
        else:
            work[at + suit] = work[at - LEVEL + suit]
        total = mingle(total, work[at + suit])
    slot = ((total ^ (total >> 28)) & (work[ENTRIES] - 1)) * ENTRY
    work[at + SLOT] = slot
    return slot


def mingle(total: int, part: int) -> int:
    """A hash of both numbers, below 2**61."""
    total ^= (part ^ (part >> 32)) & M32
    return (total & M32) * 0xF9B25D5 + (total >> 32)


def is_known(table: Sequence[int], work: Sequence[int], level: int) -> bool:
    """Whether the entry of a level's position is about that position."""
    at = LEVELS + level * LEVEL
    slot = work[at + SLOT]
    return (
        table[slot + STATE] == work[at + STATE]
        and table[slot] == work[at]
        and table[slot + 1] == work[at + 1]
        and table[slot + 2] == work[at + 2]
        and table[slot + 3] == work[at + 3]
    )


def learn(table: MutableSequence[int], work: Sequence[int], level: int, least: int, greatest: int, card: int) -> int:
    """Note that a level's position is worth ``least`` to ``greatest``, best played with ``card``."""
    at = LEVELS + level * LEVEL
    slot = work[at + SLOT]
    if is_known(table, work, level):
        table[slot + LEAST] = max(least, table[slot + LEAST])
        table[slot + GREATEST] = min(greatest, table[slot + GREATEST])
    else:
        for part in range(STATE + 1):
            table[slot + part] = work[at + part]
        table[slot + LEAST] = least
        table[slot + GREATEST] = greatest
    table[slot + CARD] = card
    return slot
