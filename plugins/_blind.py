"""Whether to bid before the cards are seen: by what such bids make on average, and by the match score."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from spades_cli import Bid
from spades_cli.search import blind_chance, distribution

from ._bidding import Score, add_round, worth

if TYPE_CHECKING:
    from spades_cli import View

    from ._table import Facts

#: How often a blind nil is kept by the cards replaced from the discard pile.
WITH_PILE = (0.05, 0.07, 0.09, 0.12, 0.15)
#: Alone with eight cards, and how much less with each one more.
ALONE, CARD = 0.25, 0.05
#: A blind bid must be better than looking by this many points.
CAUTION = 15.0


def best_blind(facts: Facts, view: View) -> Bid | None:
    """The blind bid that is worth most, or None where looking is worth as much."""
    rated = [(rate_blind(facts, view, bid), bid) for bid in view.legal if isinstance(bid, Bid)]
    if not rated:
        return None
    best, bid = max(rated, key=lambda pair: pair[0])
    return bid if best > worth_after(facts, view, facts.pace) + CAUTION else None


def rate_blind(facts: Facts, view: View, bid: Bid) -> float:
    """What a blind bid is worth."""
    rules = facts.rules
    beside = facts.pace * (1 - 1 / len(facts.sides[0]))
    if bid.nil:
        made, failed, chance = rules.blind_nil.made, rules.blind_nil.failed, nil_chance(facts, view)
    else:
        made = failed = rules.scoring.trick * bid.tricks * rules.blind_bid.multiplier
        mean = facts.size / facts.players
        chance = sum(distribution(mean, 0.75 * sqrt(mean) + 0.6, 0, facts.size)[bid.tricks :])
    won = worth_after(facts, view, beside + made)
    return chance * won + (1 - chance) * worth_after(facts, view, beside - failed)


def nil_chance(facts: Facts, view: View) -> float:
    """How often a nil is kept that was bid without looking, under these rules of exchange."""
    blind = facts.rules.blind_nil
    if any((bid := view.bids.get(seat)) and bid.nil for seat in view.partners):
        return blind_chance(0) / 2
    if blind.exchange == "none" and facts.kind != "team":
        return max(0.0, ALONE - CARD * (facts.size - 8))
    if blind.exchange == "discards":
        return WITH_PILE[min(blind.exchange_max, len(WITH_PILE) - 1)]
    return blind_chance(blind.exchange_max if blind.exchange == "partner" else 0)


def worth_after(facts: Facts, view: View, points: float) -> float:
    """What it is worth to make ``points`` this round while the best other side makes its average."""
    names, mine = facts.names_of_sides, facts.side_of[facts.places[view.seat]]
    us = add_round(facts, Score(view.scores[names[mine]], view.bags[names[mine]]), points, 0)
    score, name = max((view.scores[name], name) for side, name in enumerate(names) if side != mine)
    return worth(facts, view, us, add_round(facts, Score(score, view.bags[name]), facts.pace, 0))
