"""Which bid to make: each one is judged by the scores after the rounds it may lead to."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from spades_cli import Bid
from spades_cli.search import distribution, sure_tricks

from ._counting import estimate, spread
from ._nil_risk import nil_chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli import View

    from ._table import Facts

#: Tricks that a bidder takes over his bid on average.
OVER = 0.7
#: How far the own estimate gives way when all estimates do not add up to the tricks there are.
PULL = 0.2
#: What a nil is worth in log odds by each trick that the partners bid over three.
COVER = 0.2
#: What winning the match is worth over its last points.
WIN = 150.0


class Outlook(NamedTuple):
    """What a bidder expects: own tricks (mean, spread, sure ones), partners' bids and tricks, the foes' bids."""

    tricks: float
    spread: float
    sure: int
    mates_bid: float
    mates_tricks: float
    foes_bid: float
    mate_nils: int


def look_ahead(facts: Facts, view: View, tricks: float, wide: float, sure: int) -> Outlook:
    """Put the own estimate beside what the others have bid; who has not bid yet is taken to bid his share."""
    size, me = facts.size, facts.places[view.seat]
    share = size / facts.players
    bids = [view.bids.get(seat) for seat in facts.rules.seats]
    known = sum(bid.tricks + OVER for place, bid in enumerate(bids) if bid and not bid.nil and place != me)
    waiting = sum(bid is None for place, bid in enumerate(bids) if place != me)
    tricks += PULL * (size - tricks - known - waiting * share)
    tricks = min(max(tricks, float(sure)), float(size))
    each = min(max((size - tricks - known) / waiting, 0.0), 1.5 * share) if waiting else 0.0
    mates_bid = mates_tricks = foes_bid = 0.0
    for place, bid in enumerate(bids):
        if place == me or (bid and bid.nil):
            continue
        number = float(bid.tricks) if bid else max(each - OVER, 0.0)
        if facts.side_of[place] != facts.side_of[me]:
            foes_bid += number
        else:
            mates_bid += number
            mates_tricks += bid.tricks + OVER if bid else each
    beside = [bids[place] for place in facts.sides[facts.side_of[me]] if place != me]
    nils = sum(1 for bid in beside if bid and bid.nil)
    # Partners who have not bid yet will see to their own share, so only the others make the sum less certain.
    mates = sum(1 for bid in beside if bid) - nils
    return Outlook(tricks, wide * sqrt(1 + mates), sure, mates_bid, mates_tricks, foes_bid, nils)


def contract_points(facts: Facts, bid: int, tricks: int) -> tuple[float, int]:
    """Points and bags of a contract, without the penalty for bags."""
    rules = facts.rules
    if rules.moon.mode != "off" and bid == facts.size:
        return (rules.moon.made if tricks == bid else -rules.moon.failed), 0
    ten = (rules.ten.mode == "exact" and bid == 10) or (rules.ten.mode == "at_least" and bid >= 10)
    value = rules.scoring.trick * bid
    if tricks < bid:
        lost = {"zero": 0, "shortfall": rules.scoring.trick * (bid - tricks), "bid": value}[rules.scoring.set]
        return -(rules.ten.failed * bid // 10 if ten else lost), 0
    if bid and rules.scoring.double_bid_penalty and tricks >= 2 * bid:
        return -rules.scoring.double_bid_penalty, 0
    bonus = rules.scoring.exact_bonus if tricks == bid and bid else 0
    over = tricks - bid
    made = rules.ten.made * bid // 10 if ten else value
    return made + bonus + over * rules.scoring.overtrick, over


class Score(NamedTuple):
    """A side's score and bags."""

    points: float
    bags: int


def add_round(facts: Facts, score: Score, points: float, bags: int) -> Score:
    """The score after a round, bag penalties included."""
    limit = facts.rules.bags.limit
    if not limit:
        return Score(score.points + points, 0)
    times, left = divmod(score.bags + bags, limit)
    return Score(score.points + points - times * facts.rules.bags.penalty, left)


def worth(facts: Facts, view: View, us: Score, them: Score) -> float:
    """What the scores after this round are worth, in points: the lead, held bags at their price, the match if over."""
    rules = facts.rules
    bag = rules.bags.penalty / rules.bags.limit if rules.bags.limit else 0.0
    lead = us.points - bag * us.bags - them.points + bag * them.bags
    best, worst = max(us.points, them.points), min(us.points, them.points)
    over = best >= rules.match.target or (rules.match.lose_at < 0 and worst <= rules.match.lose_at)
    if over or (rules.match.max_rounds and view.number >= rules.match.max_rounds):
        return lead + WIN * ((us.points > them.points) - (us.points < them.points))
    return lead


def rate_bids(facts: Facts, view: View) -> list[tuple[float, Bid]]:
    """Every legal bid with what it is worth, in points; no nil beside a partner's, where there is a choice."""
    hand = facts.hand_bits(view.hand)
    sure = sure_tricks(facts.rules, hand)
    outlook = look_ahead(facts, view, estimate(facts, hand), spread(facts), sure)
    bids = [bid for bid in view.legal if isinstance(bid, Bid)]
    if outlook.mate_nils:
        bids = [bid for bid in bids if not bid.nil] or bids
    rated = []
    for bid in bids:
        if bid.nil:
            chance = nil_chance(facts, hand, nil_shift(facts, outlook))
            rated.append((rate_nil(facts, view, outlook, chance, bid), bid))
        else:
            rated.append((rate_number(facts, view, outlook, bid), bid))
    return rated


def nil_shift(facts: Facts, outlook: Outlook) -> float:
    """How much better or worse than usual a nil stands by the bids made."""
    return COVER * (outlook.mates_bid - facts.size / facts.players)


def rate_number(facts: Facts, view: View, outlook: Outlook, bid: Bid) -> float:
    """What bidding a number is worth."""
    weight = facts.rules.blind_bid.multiplier if bid.blind else 1
    total = bid.tricks + round(outlook.mates_bid)
    # A partner's unknown bid need not be a whole number; what is rounded away is taken off his tricks as well.
    shift = round(outlook.mates_bid) - outlook.mates_bid
    mean = min(outlook.tricks + outlook.mates_tricks + shift, float(facts.size))
    extra = facts.rules.scoring.trick * bid.tricks * (weight - 1)
    chances = distribution(mean, outlook.spread, outlook.sure, facts.size)
    return sum(
        chance * rate_round(facts, view, outlook, tricks, total, extra if tricks >= total else -extra)
        for tricks, chance in enumerate(chances)
        if chance > 0.001
    )


def rate_nil(facts: Facts, view: View, outlook: Outlook, chance: float, bid: Bid) -> float:
    """What a nil is worth that is kept with ``chance``."""
    table = facts.rules.blind_nil if bid.blind else facts.rules.nil
    mean, total = outlook.mates_tricks + 0.25 * outlook.tricks, round(outlook.mates_bid)
    rated = 0.0
    for tricks, likely in enumerate(distribution(mean, outlook.spread, 0, facts.size)):
        if likely > 0.001:
            for points, weight in ((table.made, chance), (-table.failed, 1 - chance)):
                rated += likely * weight * rate_round(facts, view, outlook, tricks, total, points)
    return rated


def rate_round(facts: Facts, view: View, outlook: Outlook, tricks: int, total: int, extra: float) -> float:
    """What a round is worth in which the own side takes ``tricks`` on a contract of ``total``."""
    points, bags = contract_points(facts, total, tricks)
    names, mine = facts.names_of_sides, facts.side_of[facts.places[view.seat]]
    us = add_round(facts, Score(view.scores[names[mine]], view.bags[names[mine]]), points + extra, bags)
    others = [(view.scores[name], name) for side, name in enumerate(names) if side != mine]
    score, name = max(others)
    foes = len(others)
    bid = round(outlook.foes_bid / foes)
    won, over = contract_points(facts, bid, (facts.size - tricks) // foes)
    them = add_round(facts, Score(score, view.bags[name]), won, over)
    return worth(facts, view, us, them)


def best_bid(rated: Sequence[tuple[float, Bid]]) -> Bid:
    """The best of rated bids."""
    return max(rated, key=lambda pair: pair[0])[1]
