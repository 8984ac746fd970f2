"""Which cards to give in an exchange, or to throw away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._counting import raw_count
from ._nil_risk import card_dangers

if TYPE_CHECKING:
    from spades_cli import View

    from ._table import Facts

#: The risk a card adds to a nil from which on a random one is better.
DANGEROUS = 0.25


def choose_gift(facts: Facts, view: View) -> list[int]:
    """The cards to give, as bits; as many as the exchange asks for."""
    due = view.due
    if due is None:
        return []
    hand, own = facts.hand_bits(view.hand), view.bids.get(view.seat)
    if own and own.nil:
        return most_dangerous(facts, hand, due.least, due.most)
    partner = view.bids.get(due.receiver) if due.receiver else None
    if partner and partner.nil:
        return harmless(facts, hand, due.least)
    return least_worth(facts, hand, due.least)


def most_dangerous(facts: Facts, hand: int, least: int, most: int) -> list[int]:
    """One after the other, the card that endangers the nil most, as long as that is more than a new card would."""
    given: list[int] = []
    while len(given) < most:
        danger, card = card_dangers(facts, hand)[0]
        if len(given) >= least and danger < DANGEROUS:
            break
        given.append(card)
        hand ^= card
    return given


def harmless(facts: Facts, hand: int, count: int) -> list[int]:
    """The lowest cards of the side suits, spades last."""
    heights = []
    for run in facts.runs:
        rest = hand & run
        while rest:
            card = rest & -rest
            rest ^= card
            heights.append((run == facts.spades, (run & (card - 1)).bit_count(), card))
    return [card for _, _, card in sorted(heights)[:count]]


def least_worth(facts: Facts, hand: int, count: int) -> list[int]:
    """One after the other, the card without which the hand promises most."""
    given: list[int] = []
    for _ in range(count):
        cards = [bit for bit in facts.deck.order if bit & hand]
        card = max(cards, key=lambda bit: raw_count(facts, hand ^ bit))
        given.append(card)
        hand ^= card
    return given
