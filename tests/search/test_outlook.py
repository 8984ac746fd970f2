"""What a side hopes for beside what it needs, and the tricks that nobody needs."""

from __future__ import annotations

from typing import Any

import pytest

from spades_cli.search.outlook import EVEN, MOST_SLACK, TRICK, ease_of, hope_of, slack_of
from spades_cli.search.rollout import LEFT
from tests.search.rounds import RULES, random_positions
from tests.search.turns import features_of, position_of

BIDS = {"N": "3", "E": "3", "S": "3", "W": "2"}


def hope(hand: str, **fields: Any) -> int:
    position = position_of(hand, "", **fields)
    return hope_of(position.game, position.hand, position.unseen)


@pytest.mark.parametrize(
    ("hand", "tricks"),
    [
        pytest.param("AS KS 2H", 32, id="master spades"),
        pytest.param("KS 3S 2H", 15, id="a guarded spade and one to ruff with"),
        pytest.param("KS 2H 3D", 4, id="a bare king of spades"),
        pytest.param("AH 3H 2D", 13, id="an ace that everybody follows to"),
        pytest.param("KH 3H 2D", 6, id="a guarded side king"),
        pytest.param("KH 2D 3C", 0, id="a bare side king"),
        pytest.param("5H 4H 3D", 0, id="nothing"),
    ],
)
def test_cards_are_hoped_for_in_16ths_of_a_trick(hand: str, tricks: int) -> None:
    assert hope(hand) == tricks


def test_a_long_suit_is_ruffed_until_the_spades_are_gone() -> None:
    hearts = "AH KH QH JH TH 9H 8H 7H 6H"
    spades = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    early, late = hope(hearts), hope(hearts, gone=spades.split())
    assert 0 < early < late == 9 * TRICK


def ease(**fields: Any) -> int:
    position = position_of("AS KS 2H", "", **fields)
    return ease_of(position.game, position.need, position.place, position.hand, position.unseen, position.state[LEFT])


def test_ease_is_the_hope_over_the_need_with_the_share_of_a_partner() -> None:
    # Two sure tricks beside the partner's share of three in the 3 tricks of 13 to come, rounded down: 11 16ths.
    taken = {"N": 3, "S": 1, "E": 3, "W": 3}
    assert ease(bids=BIDS, taken=taken) == EVEN + 2 * TRICK - 2 * TRICK + 11
    assert ease(bids={**BIDS, "N": "2"}, taken=taken) == EVEN + 2 * TRICK - TRICK + 7


def test_ease_stays_in_its_bounds() -> None:
    assert ease(bids={**BIDS, "S": "9"}, taken={"N": 0, "S": 0, "E": 5, "W": 5}) == 0
    assert ease(bids=BIDS, taken={"N": 5, "S": 5, "E": 0, "W": 0}) == 2 * EVEN


@pytest.mark.parametrize("name", RULES)
def test_the_slack_is_what_the_needs_of_all_sides_leave(name: str) -> None:
    for _, position in random_positions(RULES[name], 5, 3):
        left = position.state[LEFT]
        needed = sum(max(need, 0) for need in position.need)
        assert slack_of(position.game, position.need, left) == min(max(left - needed, 0), MOST_SLACK)


def test_what_ease_and_slack_add_to_a_card_grows_with_them() -> None:
    easy, hard = (
        position_of("AS KS 3S 2H", "", bids={**BIDS, "S": bid}, taken={"N": 2, "S": 2, "E": 3, "W": 2})
        for bid in ("2", "5")
    )
    master, low = (easy.deck.mask([card]) for card in ("AS", "2H"))
    for card, numbers in ((master, (51, 52, 53, 54, 58, 55, 56, 57)), (low, (59,))):
        more, fewer = features_of(easy, card), features_of(hard, card)
        assert all(more[number] > fewer[number] for number in numbers)
    assert [features_of(easy, low)[number] for number in (53, 57, 58)] == [0, 0, 0]
