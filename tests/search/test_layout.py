"""Which cards of a hand are as good as each other."""

from __future__ import annotations

import pytest

from spades_cli.search.layout import are_equals, distinct
from spades_cli.search.rollout import BEST
from tests.search.rounds import RULES, random_positions
from tests.search.turns import position_of


@pytest.mark.parametrize(
    ("hand", "others", "expected"),
    [
        pytest.param("AH KH QH", "JH", "QH", id="no card lies between"),
        pytest.param("AH QH", "KH", "AH QH", id="one card lies between"),
        pytest.param("AH QH", "KD KS", "QH", id="a card of another suit lies nowhere between"),
        pytest.param("AH KH 9H 8H", "TH 2H", "KH 8H", id="two groups"),
        pytest.param("2C AD 2S", "", "2C AD 2S", id="suits are never equal"),
        pytest.param("7H", "8H", "7H", id="one card"),
    ],
)
def test_of_cards_as_good_as_each_other_the_weakest_is_kept(hand: str, others: str, expected: str) -> None:
    position = position_of("2C", "")
    mask = position.deck.mask
    assert distinct(position.game, mask(hand.split()), mask(others.split())) == mask(expected.split())


@pytest.mark.parametrize("name", RULES)
def test_every_card_has_one_among_the_distinct_ones_that_is_as_good(name: str) -> None:
    for _, position in random_positions(RULES[name], 4, 3):
        game, others = position.game, position.unseen | position.state[BEST]
        kept = distinct(game, position.legal, others)
        assert kept
        assert not kept & ~position.legal
        cards = [card for card in position.deck.order if card & position.legal]
        for card in cards:
            weaker = [low for low in cards if low < card and are_equals(game, low, card, others)]
            assert bool(kept & card) == (not weaker)
