"""Gifts for a nil: the bidder parts with what endangers it, the partner with what helps to cover it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from spades_cli import Round, load_rules
from spades_cli.engine.actions import Give
from spades_cli.search import choose_gift
from tests.search.rounds import RULES

if TYPE_CHECKING:
    from spades_cli.engine.view import View

STANDARD = load_rules("standard")
LOW = "2S 3S 2H 3H 4H 6H 3D 4D 5D 2C 3C 4C 6C"


def exchange(bidder: str, partner: str) -> Round:
    """A round in which N, far behind, has bid nil unseen with these cards, S bids four, and cards are exchanged."""
    given = [*bidder.split(), *partner.split()]
    rest = [str(card) for card in STANDARD.pack.cards(sum(STANDARD.pack.order)) if str(card) not in given]
    random.Random(1).shuffle(rest)
    hands = {"N": bidder, "E": " ".join(rest[:13]), "S": partner, "W": " ".join(rest[13:])}
    deal = Round.from_hands(STANDARD, hands, dealer="W", number=3, scores={"NS": 0, "EW": 200})
    deal.apply("bn")
    while deal.phase != "exchange":
        deal.apply("look" if deal.phase == "blind" else "4")
    return deal


def gifts(bidder: str, partner: str) -> tuple[set[str], set[str]]:
    """What N and S give."""
    deal = exchange(bidder, partner)
    given: dict[str, set[str]] = {}
    while deal.phase == "exchange" and deal.turn is not None:
        seat = deal.turn
        cards = choose_gift(deal.view(seat))
        given[seat] = set(map(str, cards))
        deal.apply(Give(cards))
    return given["N"], given["S"]


PARTNER = "AS KS JS AH KH 9H AD KD 9D 8D 7D 2D 5C"


def test_the_ace_and_the_queen_of_spades_are_given_away_first() -> None:
    assert gifts("QS TS 2S 3H 4H 6H 3D 4D 2C 3C 4C 6C 8C", PARTNER)[0] == {"QS", "TS"}


def test_a_bare_honour_is_given_away_before_one_that_low_cards_guard() -> None:
    own = "4S 3S KC TC 8C 6C 4C 3C 2C QH 6D 4D 3D"
    assert "QH" in gifts(own, PARTNER)[0]


def test_who_covers_gives_low_side_cards_of_the_shortest_suits() -> None:
    assert gifts("QS TS 2S 3H 4H 6H 3D 4D 2C 3C 4C 6C 8C", PARTNER)[1] == {"5C", "2D"}


def test_low_spades_are_kept_for_ruffing() -> None:
    bidder, partner = "QS TS 2H 3H 4H 6H 5D 3D 4D 2C 3C 4C 6C", "AS KS 4S 3S 2S AH KH QH AD KD QD 8C 9C"
    assert gifts(bidder, partner)[1] == {"8C", "9C"}


def views(name: str, seed: int) -> list[View]:
    """Every exchange of a round that is otherwise decided at random, by seats far behind."""
    rules, rng, found = RULES[name], random.Random(seed), []
    scores = {side: -300 * (number % 2) for number, side in enumerate(rules.sides)}
    deal = Round(rules, seed=seed, number=3, scores=scores)
    while deal.turn is not None and deal.phase != "play":
        if deal.phase == "exchange":
            found.append(deal.view(deal.turn))
        legal = deal.legal()
        blind = [action for action in legal if str(action).startswith(("b", "nil"))]
        deal.apply(blind[0] if blind and deal.phase in ("blind", "bid") and rng.random() < 0.5 else rng.choice(legal))
    return found


EXCHANGING = [
    name
    for name, rules in RULES.items()
    if rules.blind_nil.allowed and rules.blind_nil.exchange == "partner" and len(rules.sides) < rules.table.players
]


@pytest.mark.parametrize("name", EXCHANGING)
def test_gifts_are_legal_in_every_variant_with_an_exchange(name: str) -> None:
    seen = 0
    for seed in range(30):
        for view in views(name, seed):
            given = choose_gift(view)
            if given:
                assert view.due
                assert len(given) == view.due.least
                assert all(given.count(card) <= view.hand.count(card) for card in given)
                seen += 1
    assert seen


def test_other_exchanges_are_left_to_the_strategy() -> None:
    deal = exchange(LOW, PARTNER)
    assert choose_gift(deal.view("E")) == ()
    while deal.phase == "exchange" and deal.turn is not None:
        deal.apply(Give(choose_gift(deal.view(deal.turn))))
    assert choose_gift(deal.view("N")) == ()
