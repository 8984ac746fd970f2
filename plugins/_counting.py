"""How many tricks a hand promises before the play, in any pack: its cards are counted, and what hands average is taken
off, so that the estimates of all players add up to the tricks there are."""

from __future__ import annotations

import random
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING

from spades_cli.search import sure_tricks

from ._worth import lasts

if TYPE_CHECKING:
    from ._table import Facts

#: A side card that has 0, 1, 2 ... higher cards out and the length to wait for them.
HOLDS = (1.0, 0.85, 0.72, 0.5, 0.3)
#: The same for a spade, on top of its length; and how much of it is left by the cards to spare behind it.
SPADE_HOLDS = (0.93, 0.86, 0.65, 0.41, 0.2)
GUARDED = {-2: 0.2, -1: 0.3, 0: 0.65, 1: 0.9}
#: The first, second ... spade by its length alone, on the scale of the ordinary game (3.25 spades on average).
LENGTHS = (0.54, 0.56, 0.65, 0.82, 0.98, 1.07, 1.15)
#: No spade wins more than one trick; in a raw count, which is too high for all hands, that is one and this much more.
SURPLUS = 1.65
#: A void, a singleton and a doubleton of a side suit.
SHORT = (0.3, 0.1, 0.0)
#: Hands dealt to find what hands average.
SAMPLE = 200
#: The standard deviation of the tricks taken, as a part of what chance alone would make it.
WIDE = 0.62


def raw_count(facts: Facts, hand: int) -> float:
    """Tricks by cards alone: right in the differences between hands, not in the sum."""
    return sum(side_count(facts, run, hand & run) for run in facts.runs[:3]) + spade_count(facts, hand & facts.spades)


def side_count(facts: Facts, run: int, own: int) -> float:
    """High cards of a side suit that will not be ruffed, and shortness."""
    out, count = run & ~own, own.bit_count()
    worth = SHORT[count] if count < len(SHORT) else 0.0
    rank = 0
    while own:
        card = 1 << (own.bit_length() - 1)
        own ^= card
        rank += 1
        missing = (out & -(card << 1)).bit_count()
        if rank + missing > count or missing >= len(HOLDS):
            break
        worth += HOLDS[missing] * lasts(out.bit_count(), rank + missing, facts.rivals, facts.share)
    return worth


def spade_count(facts: Facts, own: int) -> float:
    """Spades by length, and more for high ones."""
    out, count = facts.spades & ~own, own.bit_count()
    worth = sum(LENGTHS[min(round(place * facts.spade_scale), len(LENGTHS) - 1)] for place in range(count))
    scale, rank = 13 / max(13, facts.spades.bit_count()), 0
    while own:
        card = 1 << (own.bit_length() - 1)
        own ^= card
        rank += 1
        missing = round((out & -(card << 1)).bit_count() * scale)
        if missing >= len(SPADE_HOLDS):
            break
        spare = count - rank - missing
        worth += SPADE_HOLDS[missing] * (1.0 if spare > 1 else GUARDED.get(spare, 0.1))
    return min(worth, count + SURPLUS)


def keeps_card(facts: Facts, hand: int, card: int) -> bool:
    """Whether a drafted card promises more than an unknown one: spades, and side cards that nothing beats."""
    if card & facts.spades:
        return True
    run = next(run for run in facts.runs if run & card)
    return not run & ~hand & -(card << 1)


@lru_cache(maxsize=64)
def average_count(facts: Facts) -> float:
    """The raw count of an average hand, from hands dealt or drafted with a fixed seed."""
    rng, cards = random.Random(0), list(facts.deck.order)
    total = 0.0
    for _ in range(SAMPLE):
        rng.shuffle(cards)
        hand = draft_hand(facts, cards) if facts.rules.deal.method == "draft" else sum(cards[: facts.size])
        total += raw_count(facts, hand)
    return total / SAMPLE


def draft_hand(facts: Facts, cards: list[int]) -> int:
    """The hand that a drafter ends with who draws ``cards`` in pairs."""
    hand = 0
    for i in range(facts.size):
        first, second = cards[2 * i : 2 * i + 2]
        hand |= first if keeps_card(facts, hand, first) else second
    return hand


def estimate(facts: Facts, hand: int) -> float:
    """The tricks that a hand takes on average when everybody tries."""
    mean = facts.size / facts.players
    slope = 0.68 if facts.players == 2 else min(0.92, max(0.5, 0.65 + 0.045 * (facts.size - 8)))
    tricks = mean + slope * (raw_count(facts, hand) - average_count(facts))
    return min(max(tricks, float(sure_tricks(facts.rules, hand))), float(facts.size))


def spread(facts: Facts) -> float:
    """The standard deviation of the tricks around the estimate."""
    return WIDE * sqrt(facts.size / facts.players * (1 - 1 / facts.players))
