"""What the cards of a hand are worth later in the round: the tricks that are lost by parting with them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._table import Table

#: The chance that a side card wins the round in which it can, by the number of higher cards that are out.
HOLDS = (0.85, 0.65, 0.45, 0.28, 0.2)
LOW = 0.04
#: A void and a singleton of a side suit, with spades to ruff.
SHORT = (0.08, 0.03)


class Keep(NamedTuple):
    """What cards are worth to a player, in tricks: fitted to the results of very many rounds played out."""

    side: float
    side_rank: float
    master: float
    guarded: float
    low: float
    spade_rank: float


#: Beside a partner, alone against several, alone against one.
KEEPS = {
    "team": Keep(0.55, 0.08, 0.75, 0.50, 0.30, 0.25),
    "solo": Keep(0.80, 0.33, 1.25, 1.00, 0.80, 0.28),
    "duel": Keep(0.30, 0.35, 0.55, 0.35, 0.25, 0.75),
}


@lru_cache(maxsize=8192)
def lasts(out: int, rounds: int, foes: int, share: int) -> float:
    """The chance that each of ``foes`` follows ``rounds`` times to a suit of which ``out`` cards are out.

    ``share`` is the chance in percent that one of them has a card.
    """
    chance = share / 100
    fewer, term = 0.0, (1 - chance) ** out
    for held in range(min(rounds, out + 1)):
        fewer += term
        term *= (out - held) / (held + 1) * chance / (1 - chance) if chance < 1 else 0.0
    return max(0.0, 1 - fewer) ** foes


def losses(table: Table) -> dict[int, float]:
    """For each card that may be played, the tricks that the hand loses when it parts with it."""
    keep, found = KEEPS[table.facts.kind], {}
    for run in table.facts.runs:
        own, rest = table.hand & run, table.legal & run
        if not rest:
            continue
        spades = run == table.facts.spades
        worth = spade_worth if spades else side_worth
        out = table.unseen & run
        whole, step = worth(table, run, own, out), (keep.spade_rank if spades else keep.side_rank) / run.bit_count()
        while rest:
            card = rest & -rest
            rest ^= card
            found[card] = whole - worth(table, run, own ^ card, out) + step * (run & (card - 1)).bit_count()
    return found


def side_worth(table: Table, run: int, own: int, out: int) -> float:
    """The tricks that cards of a side suit promise: high ones that hold until nobody ruffs them."""
    count, outs, rank = own.bit_count(), out.bit_count(), 0
    worth = SHORT[count] if count < 2 and table.hand & table.facts.spades else 0.0
    share = 0 if not table.unseen & table.facts.spades else int(table.share[run] * 100)
    while own:
        card = 1 << (own.bit_length() - 1)
        own ^= card
        missing = (out & -(card << 1)).bit_count()
        rank += 1
        if rank + missing > count:
            return (worth + LOW * (count - rank + 1)) * KEEPS[table.facts.kind].side
        worth += HOLDS[min(missing, 4)] * (lasts(outs, rank + missing, len(table.foes), share) if share else 1.0)
    return worth * KEEPS[table.facts.kind].side


def spade_worth(table: Table, run: int, own: int, out: int) -> float:
    """The tricks that spades promise: masters surely, guarded ones mostly, low ones by ruffing."""
    keep = KEEPS[table.facts.kind]
    worth, rank, count = 0.0, 0, own.bit_count()
    while own:
        card = 1 << (own.bit_length() - 1)
        own ^= card
        missing = (out & -(card << 1)).bit_count()
        rank += 1
        if not missing:
            worth += keep.master
        elif rank + missing <= count:
            worth += keep.guarded
        else:
            return worth + keep.low * (count - rank + 1)
    return worth
