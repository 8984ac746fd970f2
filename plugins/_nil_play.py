"""Card play around nils: keeping the own one, sheltering a partner's, attacking a foe's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._chances import Standing, beat_chance, different, forced_chance, run_of, stand
from ._stakes import wins_by_bid

if TYPE_CHECKING:
    from ._table import Table

#: Own nil: how the chance to win the trick counts against what is got rid of, the height of a card when following and
#: leading, the same for a discard, and more for a spade that loses and for the last card of a suit.
RISK = 2.5
SHED, SHED_SIDE, SHED_SPADE, SHED_LAST = 0.28, 0.05, 0.11, 0.02
#: A partner's nil: holding the trick, perhaps forced over it; high cards are saved for its tricks.
MATE_HOLDS, MATE_LATER, SAVE = 1.0, 0.3, 0.06
#: Leads beside a nil: high cards, low ones where the partner is void, high spades, and the risk that he must overtake.
SHELTER, VOID_LEAD, SPADE_LEAD, MATE_LEAD = 0.06, 0.08, 0.1, 0.4
#: A foe's nil: holding the trick or forced over it, the same on a lead, and masters, which would only let him off.
FOE_NIL, FOE_LEAD, FOE_MASTER = 2.0, 0.4, 0.1


def nil_points(table: Table, card: int, standing: Standing) -> float:
    """Points at risk for a partner's live nil and to be had from a foe's, as the trick stands.

    A foe's nil is let go where the own bid wins the match.
    """
    points = 0.0
    for place in table.nil_mates:
        weight = MATE_HOLDS if standing.holder == place else MATE_LATER
        danger = weight * nil_chance(table, place, standing) + SAVE * height_of(table, card)
        points -= nil_swing(table, place) * danger
    if wins_by_bid(table):
        return points
    for place in table.nil_foes:
        points += FOE_NIL * nil_swing(table, place) * nil_chance(table, place, standing)
    return points


def height_of(table: Table, card: int) -> float:
    """The part of the unseen cards of its suit that a card beats."""
    out = table.unseen & run_of(table, card)
    return (out & (card - 1)).bit_count() / max(1, out.bit_count())


def nil_lead_points(table: Table, card: int, standing: Standing) -> float:
    """The same for a lead: high cards shelter a partner's nil, low ones that are no masters attack a foe's.

    Where the own bid wins the match, masters are cashed instead.
    """
    run, height, points = standing.led, height_of(table, card), 0.0
    above = (table.unseen & run & -(card << 1)).bit_count()
    for place in table.nil_mates:
        if table.voids[place] & run:
            shelter = VOID_LEAD * (1 - height)
        else:
            shelter = SHELTER * height - MATE_LEAD * nil_chance(table, place, standing)
        if standing.trumped and above <= 1:
            shelter += SPADE_LEAD
        points += nil_swing(table, place) * shelter
    cash = wins_by_bid(table)
    for place in table.nil_foes:
        chance = 0.0 if cash else nil_chance(table, place, standing)
        master = 0 if above else 1 if cash else -1
        points += nil_swing(table, place) * (FOE_LEAD * chance + FOE_MASTER * master)
    return points


def nil_swing(table: Table, place: int) -> int:
    """The points between the nil of ``place`` made and failed."""
    rules = table.facts.rules
    bid = table.view.bids[rules.seats[place]]
    values = rules.blind_nil if bid.blind else rules.nil
    return values.made + values.failed


def nil_chance(table: Table, place: int, standing: Standing) -> float:
    """The chance that the nil bidder at ``place`` wins the trick as it stands: he holds it or is forced over it."""
    if standing.holder == place:
        chance = 1.0
    elif place in table.later:
        chance = forced_chance(table, place, standing)
    else:
        return 0.0
    for other in table.later:
        if other != place and table.facts.side_of[other] == table.facts.side_of[place]:
            chance *= 1 - beat_chance(table, other, standing)
    return chance


def rate_nil(table: Table) -> list[tuple[float, int]]:
    """The same for a nil bidder: stay under the trick, and part with what is dangerous later."""
    swing = nil_swing(table, table.me) if table.me in table.own.nils else table.own.stake
    rated = []
    for card in different(table):
        risk = own_chance(table, stand(table, card))
        rated.append((swing * (relief(table, card) - RISK * risk), card))
    return rated


def own_chance(table: Table, standing: Standing) -> float:
    """The chance that a nil bidder's own card keeps the trick: foes stay under it, partners try to beat it."""
    if standing.holder != table.me:
        return 0.0
    chance = 1.0
    for place in table.later:
        mate = table.facts.side_of[place] == table.side
        chance *= 1 - (beat_chance if mate else forced_chance)(table, place, standing)
    return chance


def relief(table: Table, card: int) -> float:
    """How much safer a nil is without ``card``, on the scale of the chance to keep it."""
    run, height = run_of(table, card), height_of(table, card)
    if run == table.led or not table.led:
        return SHED * height
    if run == table.facts.spades:
        return SHED_SPADE + 2 * SHED_SIDE * height
    return SHED_SIDE * height + (SHED_LAST if table.hand & run == card else 0.0)
