"""What the cards of a hand are worth later in the round: the tricks they will win if they are kept."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_plugins._table import Table

#: The chance that a card wins the round in which it can, by the number of higher cards that are out.
HOLDS = (0.85, 0.65, 0.45, 0.28, 0.2)
SIDE_TEAM, SIDE_SOLO, SPADE_TEAM, SPADE_SOLO = 0.5, 1.0, 0.75, 1.1
#: What a low spade, a low card and a short suit are worth.
LOW_SPADE, LOW = 0.42, 0.04
MASTER_SPADE, GUARDED_SPADE = 0.9, 0.75
SHORT = (0.08, 0.03, 0.0)


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
    """For each card in hand, the tricks that the hand loses when it parts with it."""
    found = {}
    for run in table.facts.runs:
        own, out = table.hand & run, table.unseen & run
        if not own & table.legal:
            continue
        whole, rest = suit_worth(table, run, own, out), own
        while rest:
            card = rest & -rest
            rest ^= card
            found[card] = whole - suit_worth(table, run, own ^ card, out)
    return found


def hand_worth(table: Table) -> float:
    """The tricks that the whole hand promises."""
    return sum(suit_worth(table, run, table.hand & run, table.unseen & run) for run in table.facts.runs)


def suit_worth(table: Table, run: int, own: int, out: int) -> float:
    """The tricks that ``own`` cards of one suit promise while ``out`` are held by others."""
    if run == table.facts.spades:
        return spade_worth(own, out) * (SPADE_TEAM if table.team else SPADE_SOLO)
    count = own.bit_count()
    if count < 3:
        worth = SHORT[count] if table.hand & table.facts.spades else 0.0
    else:
        worth = 0.0
    outs, foes = out.bit_count(), table.rivals
    share = int(table.share[run] * 100)
    safe = not table.unseen & table.facts.spades
    rank = 0
    while own:
        card = 1 << (own.bit_length() - 1)
        own ^= card
        missing = (out & -(card << 1)).bit_count()
        rank += 1
        rounds = rank + missing
        if rounds <= count:
            worth += HOLDS[min(missing, 4)] * (1.0 if safe else lasts(outs, rounds, foes, share))
        else:
            worth += LOW
    return worth * (SIDE_TEAM if table.team else SIDE_SOLO)


def spade_worth(own: int, out: int) -> float:
    """The tricks that spades promise: masters surely, guarded ones mostly, low ones by ruffing."""
    worth, rank, count = 0.0, 0, own.bit_count()
    while own:
        card = 1 << (own.bit_length() - 1)
        own ^= card
        missing = (out & -(card << 1)).bit_count()
        rank += 1
        if not missing:
            worth += MASTER_SPADE
        elif rank + missing <= count:
            worth += GUARDED_SPADE - 0.05 * min(missing, 3)
        else:
            worth += LOW_SPADE
    return worth
