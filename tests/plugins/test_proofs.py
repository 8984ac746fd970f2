"""The brute force behind the proofs agrees with plain minimax on the engine's own rounds."""

from __future__ import annotations

import random
from math import comb

import pytest

from spades_cli import Round, load_rules
from tests.engine.builders import start_play
from tests.plugins.proofs import Ending, Values, consistent_deals

BIDS = {"standard": "1, 1, nil, 1", "jokers": "1, nil, 1, 1", "two-player": "1, 2", "cutthroat-3": "1, nil, 1"}


def deal_short(name: str, seed: int) -> Round:
    """Three cards a seat, with one of them led."""
    rules, rng = load_rules(name), random.Random(seed)
    cards = [str(card) for card in rules.pack.names.values()]
    rng.shuffle(cards)
    hands = {seat: " ".join(cards[3 * place : 3 * place + 3]) for place, seat in enumerate(rules.seats)}
    deal = start_play(rules, hands, bids=BIDS[name])
    deal.apply(rng.choice(deal.legal()))
    return deal


def minimax(deal: Round, me: str) -> Values:
    """The values by side when every side plays its best, and ties go against ``me``."""
    rules = deal.rules
    sides = list(rules.sides)
    if deal.turn is None:
        points = [deal.result.points[side] for side in sides]
        return tuple(own - (sum(points) - own) / (len(points) - 1) for own in points)
    mine, side = (sides.index(rules.side_of[rules.seats.index(seat)]) for seat in (me, deal.turn))
    found = []
    for action in deal.legal():
        after = deal.copy()
        after.apply(action)
        found.append(minimax(after, me))
    return max(found, key=lambda values: (values[side], -values[mine]))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", BIDS)
def test_an_ending_is_worth_what_minimax_over_rounds_says(name: str, seed: int) -> None:
    deal = deal_short(name, seed)
    me = deal.turn
    assert me is not None
    side = list(deal.rules.sides).index(deal.rules.side_of[deal.place])
    expected = {}
    for action in deal.legal():
        after = deal.copy()
        after.apply(action)
        expected[str(action)] = pytest.approx(minimax(after, me)[side])
    assert Ending(deal.view(me), 0.0).solve(tuple(deal.hands)) == expected


def test_the_deals_that_fit_are_all_there_once() -> None:
    """Two players with three cards each: one card led, so two of 48 unseen ones are the opponent's."""
    deal = deal_short("two-player", 1)
    assert deal.turn is not None
    deals = list(consistent_deals(deal.view(deal.turn)))
    assert len(deals) == len(set(deals)) == comb(48, 2)
    assert tuple(deal.hands) in deals


def test_a_shown_void_leaves_fewer_deals() -> None:
    rules = load_rules("cutthroat-3")
    deal = start_play(rules, {"P1": "2H 3D", "P2": "4H 5H", "P3": "6C 7H"}, bids="1, 1, 1")
    assert deal.turn == "P1"
    for card in ("3D", "5H", "7H"):
        deal.apply(card)
    view = deal.view("P1")
    seen = [dict(zip(rules.seats, hands, strict=True)) for hands in consistent_deals(view)]
    diamonds = rules.pack.suit_mask("D")
    assert all(not hands["P2"] & diamonds and not hands["P3"] & diamonds for hands in seen)
