"""Who may still win the trick on the table, and how likely that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._table import Table

#: How often the own side wins a trick back that a foe has beaten.
REGAIN = 0.5


class Standing(NamedTuple):
    """A trick after the own card: the suit led, the bit to exceed, whether a spade holds it, and who."""

    led: int
    level: int
    trumped: bool
    holder: int


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
    higher = -(standing.level << 1) or -1
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
