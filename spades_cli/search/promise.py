"""What a hand promises before the play: the tricks it will take, and how likely it is to take none.

Both are sums over the suits, read from tables that were fitted to very many rounds. ``tables`` is one flat array in
thousandths: of a trick, and of the log odds of a nil.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import bit_length, highest, lowest, popcount

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Suit lengths and patterns of a suit's four highest cards that the tables tell apart.
LENGTHS, PATTERNS = 14, 16
#: Places in ``tables``: tricks by side suit and by spades, each ``length * PATTERNS + pattern``;
SIDE_TRICKS = 0
SPADE_TRICKS = SIDE_TRICKS + LENGTHS * PATTERNS
#: the log odds of a nil: of any hand, by side suit length, by the heights (0 to 12) of its lowest three cards,
NIL_BASE = SPADE_TRICKS + LENGTHS * PATTERNS
NIL_LENGTH = NIL_BASE + 1
NIL_LOW = NIL_LENGTH + LENGTHS
#: by the number of spades, and for each spade by the spades above it that are not in the hand;
NIL_SPADES = NIL_LOW + 3 * 13
NIL_ABOVE = NIL_SPADES + LENGTHS
#: by each trick that the partner has bid over the average; how far the tricks of a hand scatter; and the size of all.
NIL_COVER = NIL_ABOVE + 14
SPREAD = NIL_COVER + 1
TABLES = SPREAD + 1


def suit_place(run: int, own: int) -> int:
    """Where the tables keep a suit of which a hand holds ``own``."""
    length = popcount(own)
    if length >= LENGTHS:
        length = LENGTHS - 1
    top = bit_length(run)
    pattern = own >> (top - 4) if top > 4 else own << (4 - top)
    return length * PATTERNS + (pattern & 15)


def tricks_of(tables: Sequence[int], runs: Sequence[int], at: int, hand: int) -> int:
    """The tricks, in thousandths, that a hand takes on average when everybody tries; ``runs`` begin at ``at``."""
    total = tables[SPADE_TRICKS + suit_place(runs[at + 3], hand & runs[at + 3])]
    for suit in range(3):
        total += tables[SIDE_TRICKS + suit_place(runs[at + suit], hand & runs[at + suit])]
    return total


def height(run: int, card: int) -> int:
    """How high a card stands in its suit, 0 to 12."""
    others = popcount(run) - 1
    return popcount(run & (card - 1)) * 12 // others if others else 0


def nil_odds(tables: Sequence[int], runs: Sequence[int], at: int, hand: int) -> int:
    """The log odds, in thousandths, that a hand takes no trick beside a partner who bids an average."""
    total = tables[NIL_BASE]
    for suit in range(3):
        run = runs[at + suit]
        own = hand & run
        count = popcount(own)
        total += tables[NIL_LENGTH + (count if count < LENGTHS else LENGTHS - 1)]
        for place in range(3):
            if own:
                card = lowest(own)
                own ^= card
                total += tables[NIL_LOW + 13 * place + height(run, card)]
    run = runs[at + 3]
    own = hand & run
    count = popcount(own)
    total += tables[NIL_SPADES + (count if count < LENGTHS else LENGTHS - 1)]
    out = run & ~hand
    while own:
        card = highest(own)
        own ^= card
        over = popcount(out & -(card << 1))
        total += tables[NIL_ABOVE + (over if over < 13 else 13)]
    return total
