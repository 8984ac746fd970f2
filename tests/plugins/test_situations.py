"""What players of other Spades programs ask of a partner, put to ``basic``."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from spades_plugins.basic import Basic

from tests.engine.builders import make_rules
from tests.plugins.situations import to_bid, to_play

if TYPE_CHECKING:
    from spades_cli import View


def answer(view: View) -> str:
    return str(Basic(rng=random.Random(0)).decide(view))


@pytest.mark.parametrize(
    ("hand", "bids", "scores", "right"),
    [
        ("AS 9S 5S KH 7H 4H AD 6D 3D 2D 9C 8C 4C", {"S": 3, "E": 2, "W": 3}, (440, 455), "4"),
        ("2C 5C 7C 9C 3D 6D 8D 2H 4H 9H JH 4S 8S", {"S": 8}, (0, 0), "nil"),
        ("AS KS QS JS AH KH 5H 4D 3D 2D 7C 6C 2C", {"S": 4, "E": "nil", "W": 3}, (0, 0), "5"),
        ("AS KS QS JS TS 9S 8S 3H 2H 3D 2D 3C 2C", {}, (0, 0), "7"),
        ("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", {"W": 2}, (100, 100), "13"),
    ],
    ids=[
        "enough to win first",
        "nil beside a strong partner",
        "a trick left to duck with",
        "solid spades",
        "all of them",
    ],
)
def test_a_bid(hand: str, bids: dict[str, object], scores: tuple[int, int], right: str) -> None:
    assert answer(to_bid(make_rules("standard"), hand, bids, scores)) == right


def test_never_nil_beside_a_nil_nor_with_five_spades() -> None:
    rules = make_rules("standard")
    low = "2C 5C 7C 9C 3D 6D 8D 2H 4H 9H JH 4S 8S"
    assert answer(to_bid(rules, low, {"S": "nil"})) != "nil"
    assert answer(to_bid(rules, "2S 3S 4S 5S 6S 2H 3H 4H 2D 3D 4D 2C 3C", {})) != "nil"


SITUATIONS: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "cash where the bid wins the match, whoever is nil": (
        "AD KD 3D 2C 5H 6H 8H 7C 9C JS 4S 3S 2S",
        "",
        {"bids": [3, "nil", 3, 4], "taken": [0, 0, 0, 0], "scores": (440, 300)},
        "AD KD",
    ),
    "a bag to set them": ("3S 9C", "AD 4D 7D", {"bids": [3, 3, 3, 2], "taken": [4, 2, 4, 1]}, "3S"),
    "a bag to stop a ten": ("AS 4H", "QD 5C 8D", {"bids": [1, 5, 1, 5], "taken": [1, 4, 2, 4]}, "AS"),
    "ruff low": ("AS 3S 8C", "2D 4D 7D", {"bids": [4, 3, 3, 3], "taken": [2, 3, 2, 3]}, "3S"),
    "overruff low": ("AS 7S 3S", "2D 4D 5S", {"bids": [4, 3, 3, 3], "taken": [2, 3, 2, 3]}, "7S"),
    "high, not low, beside a nil": (
        "KH QH 3C 2C",
        "",
        {"bids": [5, 3, "nil", 4], "taken": [3, 3, 0, 3], "gone": "AC KC 4C 5C"},
        "KH QH",
    ),
    "no ruff over the partner": ("KS 2C", "4H TH 6H", {"bids": [4, 3, 3, 3], "taken": [4, 2, 2, 3]}, "2C"),
    "ruff for a trick that is needed": (
        "5S 2C",
        "9D 3D 4D",
        {"bids": [5, 3, "nil", 4], "taken": [3, 3, 0, 5]},
        "5S",
    ),
}


@pytest.mark.parametrize(("hand", "trick", "known", "right"), SITUATIONS.values(), ids=SITUATIONS)
def test_a_card(hand: str, trick: str, known: dict[str, Any], right: str) -> None:
    rules = make_rules("standard", **{"ten.mode": "exact"})
    assert answer(to_play(rules, hand, trick, **known)) in right.split()


def test_a_partner_who_holds_the_last_spade_is_left_to_win_with_it() -> None:
    """Everything but one spade of the partner and two cards of each foe is gone."""
    rules = make_rules("standard")
    held = {"9D", "2D", "AS", "5D", "6D", "7D", "KH", "KC"}
    gone = " ".join(card for card in rules.pack.copies if card not in held)
    known = {"bids": [3, 3, 4, 2], "taken": [3, 2, 3, 3], "voids": {"E": "S", "W": "S"}, "gone": gone}
    assert answer(to_play(rules, "9D 2D", "5D 6D 7D", **known)) == "2D"
