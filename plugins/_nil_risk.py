"""How likely a hand is to take no trick, suit by suit, and which cards of it are the dangerous ones."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._table import Facts

#: By the lowest, second and third card of a side suit: from which height (0 to 12) it is a risk, and how much.
STEPS = (
    ((3, 0.12), (6, 0.29), (9, 0.69)),
    ((5, 0.18), (8, 0.24), (10, 0.84)),
    ((7, 0.08), (9, 0.15)),
)
#: The risk of a void, singleton, doubleton, three cards; long suits are safer by ``LONG`` a card.
LENGTH_RISK = (0.72, 0.40, 0.21, 0.08)
LONG = 0.28
#: The risk of 0, 1, 2 ... spades, and of the highest one there is; each spade out above a card fades its risk.
SPADE_RISK = (0.55, 0.54, 0.29, 0.0, 1.0, 3.0, 5.0, 7.0)
TOP_SPADE, FADE = 2.6, 0.62
#: The log odds of a hand without any risk, beside a partner.
BASE = 2.3
#: What a card from the partner adds to the log odds, for one that he takes.
PASSED = 1.2
#: A nil without a partner: everybody attacks it, so that only short hands have a good chance.
LONE, LONE_CARD = 0.9, 0.66


def nil_score(facts: Facts, hand: int) -> float:
    """The log odds of a nil with this hand, beside partners and foes who bid an average."""
    risk = sum(side_risk(facts, run, hand & run) for run in facts.runs[:3]) + spade_risk(facts, hand & facts.spades)
    return BASE - risk + (0.0 if facts.kind == "team" else LONE - LONE_CARD * (facts.size - 8))


def side_risk(facts: Facts, run: int, own: int) -> float:
    """The risk of a side suit: its low cards not low enough, or too few of them."""
    count, out = own.bit_count(), run & ~own
    risk = LENGTH_RISK[count] if count < len(LENGTH_RISK) else -LONG * (count - 4)
    scale = 12 / max(1, out.bit_count())
    for steps in STEPS:
        if not own:
            break
        card = own & -own
        own ^= card
        height = (out & (card - 1)).bit_count() * scale
        risk += sum(weight * (height - start) for start, weight in steps if height > start)
    return risk


def spade_risk(facts: Facts, own: int) -> float:
    """The risk of spades: many of them, or high ones."""
    out, scale = facts.spades & ~own, 13 / max(1, facts.spades.bit_count())
    length = own.bit_count() * facts.spade_scale
    low = min(int(length), len(SPADE_RISK) - 2)
    risk = SPADE_RISK[low] + (min(length, 7.0) - low) * (SPADE_RISK[low + 1] - SPADE_RISK[low])
    while own:
        card = own & -own
        own ^= card
        risk += TOP_SPADE * FADE ** ((out & -(card << 1)).bit_count() * scale)
    return risk


def nil_chance(facts: Facts, hand: int, shift: float) -> float:
    """The chance to take no trick; ``shift`` is what the bids and the table add to the log odds."""
    passed = facts.rules.nil.pass_ if facts.kind == "team" else 0
    for _ in range(passed):
        hand ^= card_dangers(facts, hand)[0][1]
    if hand & facts.top_spade:
        return 0.0
    return 1 / (1 + exp(-nil_score(facts, hand) - shift - PASSED * passed))


def card_dangers(facts: Facts, hand: int) -> list[tuple[float, int]]:
    """The cards of a hand with the risk that each adds to a nil, most dangerous first."""
    whole = nil_score(facts, hand)
    found, rest = [], hand
    while rest:
        card = rest & -rest
        rest ^= card
        found.append((nil_score(facts, hand ^ card) - whole, card))
    return sorted(found, reverse=True)


def is_safe(facts: Facts, card: int) -> bool:
    """Whether a drafted card does a nil less harm than an unknown one: the lower half of a side suit, low spades."""
    run = next(run for run in facts.runs if run & card)
    height = (run & (card - 1)).bit_count() / run.bit_count()
    return height < (0.3 if run == facts.spades else 0.5)
