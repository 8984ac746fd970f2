"""How many tricks a hand promises before the play, in any pack: a count of its cards, put right by what hands average."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_plugins._worth import lasts

if TYPE_CHECKING:
    from spades_plugins._table import Facts

#: A side card that has 0, 1, 2 ... higher cards out and the length to wait for them.
HOLDS = (1.0, 0.85, 0.72, 0.5, 0.3)
#: A spade the same, on top of its length; and how much of that it has left by the cards to spare behind it.
SPADE_HOLDS = (0.93, 0.86, 0.65, 0.41, 0.2)
GUARDED = {-3: 0.1, -2: 0.2, -1: 0.3, 0: 0.65, 1: 0.9}
#: The first, second ... spade by its length alone, at a table where a player has 3.25 of them on average.
LENGTHS = (0.54, 0.56, 0.65, 0.82, 0.98, 1.07, 1.15)
SHORT = (0.16, 0.07, -0.04)
LONG = 0.36


def raw_count(facts: Facts, hand: int) -> float:
    """Tricks by cards alone: right in the differences between hands, not in the sum."""
    return sum(side_count(facts, run, hand & run) for run in facts.runs[:3]) + spade_count(facts, hand & facts.spades)


def side_count(facts: Facts, run: int, own: int) -> float:
    """High cards of a side suit that will not be ruffed, and length."""
    out, count = run & ~own, own.bit_count()
    outs = out.bit_count()
    if count < 3:
        worth = SHORT[count]
    else:
        worth = LONG * (count - 3)
    rank = 0
    while own:
        card = 1 << (own.bit_length() - 1)
        own ^= card
        missing = (out & -(card << 1)).bit_count()
        rank += 1
        if rank + missing > count or missing > 4:
            break
        worth += HOLDS[missing] * lasts(outs, rank + missing, facts.rivals, facts.share)
    return worth


def spade_count(facts: Facts, own: int) -> float:
    """Spades by length, and more for high ones."""
    out, count = facts.spades & ~own, own.bit_count()
    scale = 13 / max(1, facts.spades.bit_count())
    worth = 0.0
    for i in range(count):
        place = i * facts.spade_scale
        worth += LENGTHS[min(int(place + 0.5), 6)]
    rank = 0
    while own:
        card = 1 << (own.bit_length() - 1)
        own ^= card
        missing = int((out & -(card << 1)).bit_count() * scale + 0.5)
        rank += 1
        if missing > 4:
            break
        worth += SPADE_HOLDS[missing] * GUARDED.get(max(-3, count - rank - missing), 1.0)
    return worth
