"""Which card to play: every legal card is rated by the trick it may win now and what the hand loses with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._chances import Standing, different, miss_chances, stand, team_chance
from ._nil_play import nil_lead_points, nil_points, rate_nil
from ._stakes import trick_value
from ._worth import losses

if TYPE_CHECKING:
    from ._table import Table

#: How much of its worth a trick keeps beside a partner's live nil, which is what matters then.
BESIDE_NIL = 0.2


class LeadWeights(NamedTuple):
    """What makes a lead good, in tricks: fitted to the results of very many rounds played out from each lead.

    ``clean`` weighs the chance that no foe beats it, ``regain`` that a partner does after a foe, ``loss`` what the hand
    gives up; ``under_ace`` is a low lead from the highest card, ``out`` counts each card of the suit still out.
    """

    clean: float
    regain: float
    loss: float
    spade_loss: float
    spade: float
    spade_master: float
    long_spades: float
    master: float
    single: float
    under_ace: float
    foe_void: float
    mate_void: float
    out: float


#: Beside a partner, alone against several, alone against one.
LEADS = {
    "team": LeadWeights(0.15, 0.23, 0.10, 0.65, 0.22, 0.32, 0.02, 0.05, 0.0, -0.21, -0.09, 0.06, 0.006),
    "solo": LeadWeights(0.0, 0.0, 0.50, 0.80, 0.30, 0.60, 0.0, 0.18, -0.05, -0.23, 0.09, 0.0, 0.017),
    "duel": LeadWeights(0.25, 0.0, 0.80, 0.03, -0.30, 0.15, 0.02, 0.08, 0.0, -0.13, 0.15, 0.0, 0.0),
}


def rate_cards(table: Table) -> list[tuple[float, int]]:
    """Every different legal card with its rating in points, weakest first."""
    if table.is_humble:
        return rate_nil(table)
    value, loss = trick_value(table), losses(table)
    if table.nil_mates and table.own.need < table.left:
        value *= BESIDE_NIL
    rated = []
    for card in different(table):
        standing = stand(table, card)
        if table.led:
            points = value * (team_chance(table, standing) - loss[card]) + nil_points(table, card, standing)
        else:
            points = value * lead_tricks(table, card, standing, loss[card]) + nil_lead_points(table, card, standing)
        rated.append((points, card))
    return rated


def lead_tricks(table: Table, card: int, standing: Standing, loss: float) -> float:
    """What a lead is worth in tricks."""
    weights = LEADS[table.facts.kind]
    run, spades = standing.led, table.facts.spades
    own, out = table.hand & run, table.unseen & run
    foe_miss, mate_miss = miss_chances(table, standing)
    tricks = weights.clean * foe_miss + weights.regain * (1 - foe_miss) * (1 - mate_miss)
    master = not out & -(card << 1)
    if standing.trumped:
        tricks += weights.spade + weights.long_spades * (own.bit_count() - out.bit_count() / 3)
        return tricks + weights.spade_master * master - weights.spade_loss * loss
    tricks += weights.out * out.bit_count() - weights.loss * loss
    if master:
        tricks += weights.master
    elif own.bit_length() > out.bit_length():
        tricks += weights.under_ace
    if card == own:
        tricks += weights.single
    for place in table.later:
        if table.voids[place] & run and not table.voids[place] & spades:
            tricks += weights.mate_void if table.facts.side_of[place] == table.side else weights.foe_void
    return tricks
