"""Duplicate rounds between two strategies, and what they amount to."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from spades_cli import Round, Rules, Strategy

if TYPE_CHECKING:
    from collections.abc import Mapping


class Outcome(NamedTuple):
    """Points a round of the first strategy over the second; and for the first, per contract or seat."""

    lead: float
    sets: float
    trick_error: float


def play(rules: Rules, players: Mapping[str, Strategy], seed: int) -> Round:
    """One round, from 0 to 0."""
    deal = Round(rules, seed=seed)
    while (seat := deal.turn) is not None:
        deal.apply(players[seat].decide(deal.view(seat)))
    return deal


def duel(rules: Rules, one: type[Strategy], two: type[Strategy], deals: int) -> Outcome:
    """Every deal is played once for each side that ``one`` can sit at, ``two`` at the others."""
    lead = sets = error = 0.0
    rounds = seats = 0
    for seed in range(deals):
        for side, members in rules.sides.items():
            mine = {rules.seats[place] for place in members}
            players = {
                seat: (one if seat in mine else two)(rng=random.Random(f"{seed}/{seat}")) for seat in rules.seats
            }
            deal = play(rules, players, seed)
            points = dict(deal.result.points)
            own = points.pop(side)
            lead += own - sum(points.values()) / len(points)
            sets += side in deal.result.sets
            rounds += 1
            for place in members:
                if (bid := deal.bids[place]) is not None and not bid.nil:
                    error += deal.taken[place] - bid.tricks
                    seats += 1
    return Outcome(lead / rounds, sets / rounds, error / max(1, seats))
