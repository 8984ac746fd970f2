"""What a trick is worth to a side: its own contract, the contracts of others, and bags."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli import Bid, Rules, View

    from ._table import Facts, Table

#: How much of a side's stake one trick decides: when it must have every trick left, when it needs some.
MUST, NEED = 0.45, 0.3
#: How sure a set is when the others have 0, 1 or 2 tricks to spare; a little less than sure, so that close calls duck.
SET_CHANCE = (0.8, 0.35, 0.1)


class Contract(NamedTuple):
    """What a side has to do: tricks still needed, points lost if it misses, tricks taken over, live nils.

    ``alive`` is False for a side whose tricks score nothing.
    """

    need: int
    stake: int
    bid: int
    alive: bool
    nils: tuple[int, ...]


def read_contract(facts: Facts, view: View, places: Sequence[int]) -> Contract:
    """The contract of the side that sits at ``places``; nil bidders' tricks help it only where the rules say so."""
    rules, seats = facts.rules, facts.rules.seats
    total = weight = taken = nils = 0
    live: list[int] = []
    for place in places:
        seat = seats[place]
        bid, tricks = view.bids.get(seat), view.taken[seat]
        if bid is None:
            continue
        if bid.nil:
            nils += 1
            if not tricks:
                live.append(place)
            elif rules.nil.failed_tricks == "count":
                taken += tricks
        elif is_moon(facts, bid):
            return Contract(bid.tricks - tricks, rules.moon.made + rules.moon.failed, bid.tricks, True, tuple(live))
        else:
            total += bid.tricks
            weight += bid.tricks * (rules.blind_bid.multiplier if bid.blind else 1)
            taken += tricks
    void = nils and rules.nil.partner_contract != "score" and (live or rules.nil.partner_contract == "void")
    return Contract(total - taken, stake_of(rules, total, weight), total, not void, tuple(live))


def is_moon(facts: Facts, bid: Bid) -> bool:
    """Whether a bid is one player's promise of every trick."""
    return facts.rules.moon.mode == "player" and bid.tricks == facts.size


def stake_of(rules: Rules, total: int, weight: int) -> int:
    """The points between a contract of ``total`` tricks made and missed."""
    if (rules.ten.mode == "exact" and total == 10) or (rules.ten.mode == "at_least" and total >= 10):
        return (rules.ten.made + rules.ten.failed) * weight // 10
    points = rules.scoring.trick * weight
    return points if rules.scoring.set == "zero" else 2 * points


def trick_value(table: Table) -> float:
    """What winning one trick is worth to the own side, in points: its contract, setting others, or minus a bag."""
    own, left = table.own, table.left
    if not table.view.bids:
        return float(table.facts.rules.scoring.trick)
    value = 0.0
    if own.alive and own.need <= left:
        if own.need == left:
            value = MUST * own.stake
        elif own.need > sure_tricks(table):
            value = NEED * own.stake
        else:
            value = -bag_cost(table) * (1.0 if own.need <= 0 else 0.5)
    return value + setting_value(table)


def sure_tricks(table: Table) -> int:
    """Tricks that come without trying: the highest spades in hand, and all of a partner's when no foe has any left."""
    spades, unseen = table.hand & table.facts.spades, table.unseen & table.facts.spades
    sure = (spades >> unseen.bit_length()).bit_count()
    if unseen and table.all_dealt and all(table.voids[foe] & unseen for foe in table.foes):
        sure += unseen.bit_count()
    return min(sure, table.left)


def setting_value(table: Table) -> float:
    """The points that a trick takes from other sides by bringing them nearer to a set."""
    needs = [min(max(contract.need, 0), table.left + 1) for contract in table.contracts]
    slack = table.left - sum(need for need in needs if need <= table.left)
    if slack >= len(SET_CHANCE):
        return 0.0
    stakes = [
        contract.stake
        for contract, need in zip(table.contracts, needs, strict=True)
        if contract is not table.own and contract.alive and 0 < need <= table.left
    ]
    return SET_CHANCE[max(slack, 0)] * max(stakes) if stakes else 0.0


def bag_cost(table: Table) -> float:
    """What an overtrick costs: its share of the penalty, all of it when the limit is reached, less its point."""
    rules, own = table.facts.rules, table.own
    cost = float(-rules.scoring.overtrick)
    if not own.alive:
        return cost
    if own.need == 0:
        cost += rules.scoring.exact_bonus
    if rules.scoring.double_bid_penalty and own.bid and 1 - own.need >= own.bid:
        cost += own.stake
    if not rules.bags.limit:
        return cost
    held = table.view.bags[table.facts.names_of_sides[table.side]] + max(-own.need, 0)
    if held % rules.bags.limit == rules.bags.limit - 1:
        return cost + rules.bags.penalty
    return cost + rules.bags.penalty / rules.bags.limit


def wins_by_bid(table: Table) -> bool:
    """Whether the own side wins the match by making its bid, whatever the others make of theirs."""
    rules, own, names = table.facts.rules, table.own, table.facts.names_of_sides
    score = table.view.scores[names[table.side]] + rules.scoring.trick * own.bid
    if score < rules.match.target or not 0 < own.need <= table.left:
        return False
    others = (
        table.view.scores[names[side]] + rules.scoring.trick * contract.bid + rules.nil.made * len(contract.nils)
        for side, contract in enumerate(table.contracts)
        if side != table.side
    )
    return score > max(others)
