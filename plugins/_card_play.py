"""Which card to play: every legal card is rated by the trick it may win now and what the hand loses with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_plugins._worth import losses

if TYPE_CHECKING:
    from spades_plugins._table import Table

#: How much the future worth of a card counts against a trick now, when following and when leading.
KEEP_FOLLOW, KEEP_LEAD = 1.0, 0.4
#: How often a partner wins a trick back that a foe has beaten, and how often he is asked to in the first place.
REGAIN = 0.5
LEAD_REGAIN = 1.0
LEAD = 0.2
MASTER, SPADE_MASTER, UNDER_ACE, SINGLE, MATE_VOID, FOE_VOID, LENGTH, OUT, EARLY, SHORT_RUFF = 0.12, 0.2, -0.15, -0.06, 0.08, -0.03, -0.012, 0.009, 0.06, 0.03


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
    value, keep = table.eager, KEEP_FOLLOW if table.led else KEEP_LEAD
    loss = losses(table)
    rated = []
    for card in different(table):
        standing = stand(table, card)
        chance = team_chance(table, standing)
        points = value * ((chance if table.led else LEAD * chance + lead_bonus(table, card, standing)) - keep * loss[card])
        rated.append((points + nil_points(table, standing), card))
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
    foe_miss = mate_miss = 1.0
    for place in table.later:
        if table.facts.side_of[place] != table.side:
            foe_miss *= 1 - (forced_chance if place in table.nil_foes else beat_chance)(table, place, standing)
        elif place not in table.nil_mates:
            mate_miss *= 1 - beat_chance(table, place, standing)
    if table.facts.side_of[standing.holder] == table.side:
        return foe_miss + (1 - foe_miss) * (1 - mate_miss) * (REGAIN if table.led else LEAD_REGAIN)
    return (1 - mate_miss) * (foe_miss + (1 - foe_miss) * REGAIN)


def lead_bonus(table: Table, card: int, standing: Standing) -> float:
    """What a lead is worth besides its trick."""
    run = standing.led
    own, out = table.hand & run, table.unseen & run
    top = 1 << (own.bit_length() - 1)
    if standing.trumped:
        return 0.0 if out & -(card << 1) else SPADE_MASTER
    count = own.bit_count()
    bonus = LENGTH * count + OUT * out.bit_count()
    if not out & -(top << 1):
        bonus += MASTER + (EARLY if table.left >= 10 else 0) if card == top or not out & -(card<<1) else UNDER_ACE
    elif count <= 2 and table.hand & table.facts.spades:
        bonus += SHORT_RUFF
    if count == 1:
        bonus += SINGLE
    for place in table.later:
        if table.voids[place] & run and not table.voids[place] & table.facts.spades:
            bonus += MATE_VOID if table.facts.side_of[place] == table.side else FOE_VOID
    return bonus


def nil_points(table: Table, standing: Standing) -> float:
    """Points at risk for a partner's live nil and to be had from a foe's, as the trick stands."""
    points = 0.0
    for place in table.nil_mates:
        points -= nil_swing(table, place) * nil_chance(table, place, standing)
    for place in table.nil_foes:
        points += nil_swing(table, place) * nil_chance(table, place, standing)
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
    danger = dangers(table)
    return [(-swing * own_chance(table, stand(table, card)) + 0.2 * swing * danger[card], card) for card in different(table)]


def own_chance(table: Table, standing: Standing) -> float:
    """The chance that a nil bidder's own card keeps the trick: foes stay under it, partners try to beat it."""
    if standing.holder != table.me:
        return 0.0
    chance = 1.0
    for place in table.later:
        mate = table.facts.side_of[place] == table.side
        chance *= 1 - (beat_chance if mate else forced_chance)(table, place, standing)
    return chance


def dangers(table: Table) -> dict[int, float]:
    """How likely each card is to win a trick that a nil bidder does not want."""
    found = {}
    for run in table.facts.runs:
        own, out = table.hand & run, table.unseen & run
        weight = 1.6 if run == table.facts.spades else 1.0
        while own:
            card = own & -own
            own ^= card
            lower = (out & (card - 1)).bit_count()
            found[card] = weight * lower / max(1, out.bit_count())
            weight *= 0.8
    return found
