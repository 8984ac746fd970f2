"""Which card to play: every legal card is rated by the trick it may win now and what the hand loses with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._worth import losses

if TYPE_CHECKING:
    from ._table import Table

#: How often the own side wins a trick back that a foe has beaten.
REGAIN = 0.5
RISK = 2.5
SHED = 0.28
SHED_SIDE = 0.05
SHED_SPADE = 0.11
SHED_LAST = 0.02
MATE_HOLDS = 1.0
MATE_LATER = 0.2
FOE_NIL = 2.0
FOE_LEAD = 0.4
FOE_MASTER = 0.1
SHELTER = 0.03
MATE_LEAD = 0.4


class LeadWeights(NamedTuple):
    """What makes a lead good, in tricks: fitted to the results of very many rounds played out from each lead."""

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


LEADS = {
    "team": LeadWeights(0.15, 0.23, 0.10, 0.65, 0.22, 0.32, 0.02, 0.05, 0.0, -0.21, -0.09, 0.06, 0.006),
    "solo": LeadWeights(0.0, 0.0, 0.50, 0.80, 0.30, 0.60, 0.0, 0.18, -0.05, -0.23, 0.09, 0.0, 0.017),
    "duel": LeadWeights(0.25, 0.0, 0.80, 0.03, -0.30, 0.15, 0.02, 0.08, 0.0, -0.13, 0.15, 0.0, 0.0),
}


class Standing(NamedTuple):
    """A trick after the own card: the suit led, the bit to exceed, whether a spade holds it, and who."""

    led: int
    level: int
    trumped: bool
    holder: int


def rate_cards(table: Table) -> list[tuple[float, int]]:
    """Every different legal card with its rating in points, weakest first."""
    if table.me in table.own.nils:
        return rate_nil(table)
    value, loss = table.eager, losses(table)
    rated = []
    for card in different(table):
        standing = stand(table, card)
        if table.led:
            points = value * (team_chance(table, standing) - loss[card]) + nil_points(table, standing)
        else:
            points = value * lead_tricks(table, card, standing, loss[card]) + nil_lead_points(table, card, standing)
        rated.append((points, card))
    return rated


def different(table: Table) -> list[int]:
    """The legal cards, one of each group that no unseen card and no card of the trick lies between."""
    cards, found, last = table.legal, [], 0
    between = table.unseen | table.best
    while cards:
        card = cards & -cards
        cards ^= card
        if not last or between & (card - last) or not same_run(table, card, last):
            found.append(card)
        last = card
    return found


def same_run(table: Table, one: int, two: int) -> bool:
    """Whether two cards are of one suit."""
    return any(one & run and two & run for run in table.facts.runs)


def stand(table: Table, card: int) -> Standing:
    """The trick after ``card``."""
    spades = table.facts.spades
    if not table.led:
        return Standing(run_of(table, card), card, bool(card & spades), table.me)
    if card > table.best and card & (table.led | spades):
        return Standing(table.led, card, bool(card & spades), table.me)
    return Standing(table.led, table.best, table.trumped, table.winner)


def run_of(table: Table, card: int) -> int:
    """The suit of a card, as bits."""
    return next(run for run in table.facts.runs if run & card)


def beat_chance(table: Table, place: int, standing: Standing) -> float:
    """The chance that the player at ``place`` can beat the trick as it stands."""
    spades, unseen, void = table.facts.spades, table.unseen, table.voids[place]
    higher = -(standing.level << 1)
    trumps = 1 - (1 - table.share[spades]) ** (unseen & spades & higher).bit_count()
    if void & spades:
        trumps = 0.0
    if standing.led == spades or void & standing.led:
        return trumps
    suit, miss = unseen & standing.led, 1 - table.share[standing.led]
    ruff = miss ** suit.bit_count() * trumps
    return ruff if standing.trumped else 1 - miss ** (suit & higher).bit_count() + ruff


def forced_chance(table: Table, place: int, standing: Standing) -> float:
    """The chance that a player who wants to stay under the trick cannot: he follows and has nothing lower."""
    if table.voids[place] & standing.led or (standing.trumped and standing.led != table.facts.spades):
        return 0.0
    suit, miss = table.unseen & standing.led, 1 - table.share[standing.led]
    lower = (suit & (standing.level - 1)).bit_count()
    return miss**lower - miss ** suit.bit_count()


def team_chance(table: Table, standing: Standing) -> float:
    """The chance that the own side wins the trick as it stands."""
    foe_miss, mate_miss = miss_chances(table, standing)
    if table.facts.side_of[standing.holder] == table.side:
        return foe_miss + (1 - foe_miss) * (1 - mate_miss) * REGAIN
    return (1 - mate_miss) * (foe_miss + (1 - foe_miss) * REGAIN)


def miss_chances(table: Table, standing: Standing) -> tuple[float, float]:
    """The chances that no foe and that no partner who is still to play can beat the trick."""
    foe_miss = mate_miss = 1.0
    for place in table.later:
        if table.facts.side_of[place] != table.side:
            foe_miss *= 1 - (forced_chance if place in table.nil_foes else beat_chance)(table, place, standing)
        elif place not in table.nil_mates:
            mate_miss *= 1 - beat_chance(table, place, standing)
    return foe_miss, mate_miss


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


def nil_points(table: Table, standing: Standing) -> float:
    """Points at risk for a partner's live nil and to be had from a foe's, as the trick stands."""
    points = 0.0
    for place in table.nil_mates:
        weight = MATE_HOLDS if standing.holder == place else MATE_LATER
        points -= weight * nil_swing(table, place) * nil_chance(table, place, standing)
    for place in table.nil_foes:
        points += FOE_NIL * nil_swing(table, place) * nil_chance(table, place, standing)
    return points


def nil_lead_points(table: Table, card: int, standing: Standing) -> float:
    """The same for a lead: high cards shelter a partner's nil, low ones that are no masters attack a foe's."""
    out = table.unseen & standing.led
    height = (out & (card - 1)).bit_count() / max(1, out.bit_count())
    points = 0.0
    for place in table.nil_mates:
        points += nil_swing(table, place) * (SHELTER * height - MATE_LEAD * nil_chance(table, place, standing))
    for place in table.nil_foes:
        points += nil_swing(table, place) * FOE_LEAD * nil_chance(table, place, standing)
        if height == 1.0:
            points -= FOE_MASTER * nil_swing(table, place)
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
    swing = nil_swing(table, table.me)
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
    run = run_of(table, card)
    own, out = table.hand & run, table.unseen & run
    height = (out & (card - 1)).bit_count() / max(1, out.bit_count())
    if run == table.led or not table.led:
        return SHED * height
    if run == table.facts.spades:
        return SHED_SPADE + 2 * SHED_SIDE * height
    return SHED_SIDE * height + (SHED_LAST if own == card else 0.0)
