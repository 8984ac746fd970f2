"""What is counted about a card is what its description says, and a rating is that by the weights."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from spades_cli.engine import kernel
from spades_cli.search import rating
from spades_cli.search.chances import seats_after, win_chance
from spades_cli.search.layout import CODE, SPADES
from spades_cli.search.position import Position
from spades_cli.search.rating import FEATURES, winning_cards
from spades_cli.search.rollout import BEST, LED
from tests.search.rounds import RULES, random_positions
from tests.search.turns import features_of, holders_of, position_of, rate

BIDS = {"N": "3", "E": "3", "S": "3", "W": "2"}
TAKEN = {"N": 2, "S": 2, "E": 2, "W": 2}


def cards_of(position: Position) -> list[int]:
    return [card for card in position.deck.order if card & position.legal]


def feature(number: int, card: str, hand: str, trick: str, **fields: Any) -> int:
    """What one feature counts of South's card."""
    position = position_of(hand, trick, **{"bids": BIDS, "taken": TAKEN, **fields})
    return features_of(position, position.deck.mask([card]))[number]


def test_the_description_names_every_feature_once() -> None:
    listed = re.findall(r"^(?:- |  )(.*)", str(rating.__doc__).partition("By number:")[2], re.MULTILINE)
    numbers = [int(number) for number in re.findall(r"(?:^|[;,:] )(\d+)\b", "; ".join(listed))]
    assert sorted(numbers) == list(range(FEATURES))


def test_every_feature_counts_somewhere_and_never_below_nothing() -> None:
    seen: set[int] = set()
    for name in RULES:
        for seed in range(4):
            for _, position in random_positions(RULES[name], seed, 4):
                for card in cards_of(position):
                    found = features_of(position, card)
                    # A count below nothing would show as one just under the base.
                    assert max(found) < 1 << 13
                    seen.update(number for number, count in enumerate(found) if count)
    assert seen == set(range(FEATURES))


@pytest.mark.parametrize("name", RULES)
def test_a_rating_is_the_sum_of_what_is_counted_by_the_weights(name: str) -> None:
    rng = random.Random(name)
    for _, position in random_positions(RULES[name], 2, 5):
        weights = [rng.randrange(-5000, 5000) for _ in range(FEATURES)]
        for card in cards_of(position):
            counts = features_of(position, card)
            expected = sum(weight * count for weight, count in zip(weights, counts, strict=True))
            assert rate(position, card, weights) == expected
            assert rate(position, card, [0] * FEATURES) == 0


#: A feature, South's card, its hand and the trick; whether it counts.
CASES = {
    "the last seat wins for sure": (36, "AH", "AH 3H 4C", "W 5H N 2H E TH", True),
    "the last seat loses for sure": (37, "3H", "AH 3H 4C", "W 5H N 2H E TH", True),
    "a card that wins is not lost": (37, "AH", "AH 3H 4C", "W 5H N 2H E TH", False),
    "a card that holds the trick": (1, "AH", "AH 3H 4C", "W 5H N 2H E TH", True),
    "a card under the trick": (1, "3H", "AH 3H 4C", "W 5H N 2H E TH", False),
    "a trick that the partner held": (16, "AH", "AH 3H 4C", "W 5H N KH E TH", True),
    "a trick that a foe held": (16, "AH", "AH 3H 4C", "W 5H N 2H E TH", False),
    "the partner plays yet": (17, "AH", "AH 3H 4C", "E TH", True),
    "the partner has played": (17, "AH", "AH 3H 4C", "W 5H N 2H E TH", False),
    "the weakest card that wins": (46, "JH", "AH JH 3H", "W 5H N 2H E TH", True),
    "a stronger card than needed": (46, "AH", "AH JH 3H", "W 5H N 2H E TH", False),
    "a ruff": (31, "3S", "KS 3S 4C", "W 5H N 2H E TH", True),
    "a spade to a spade": (31, "KS", "KS 3S 4C", "W 5S N 2S E TS", False),
    "a master": (2, "AH", "AH JH 3H", "", True),
    "no master": (2, "JH", "AH JH 3H", "", False),
    "a master spade": (6, "AS", "AS JS 3H", "W 5S N 2S E TS", True),
    "a guarded king": (4, "KH", "KH 3H 4C", "E 5H", True),
    "a bare king": (4, "KH", "KH 5C 4C", "", False),
    "an equal in the hand": (43, "KH", "AH KH 4C", "", True),
    "no equal in the hand": (43, "QH", "AH QH 4C", "", False),
    "an equal that the ace beats": (47, "QH", "KH QH 4C", "", True),
    "one card beats it": (50, "KH", "KH 3H 4C", "", True),
    "two cards beat it": (50, "QH", "QH 3H 4C", "", False),
    "a spade": (5, "3S", "KS 3S 4C", "W 5H N 2H E TH", True),
    "no spade": (5, "4C", "KS 3S 4C", "W 5H N 2H E TH", False),
    "a singleton": (14, "4C", "KS 3S 4C", "W 5H N 2H E TH", True),
    "a singleton beside spades": (15, "4C", "KS 3S 4C", "W 5H N 2H E TH", True),
    "a singleton without spades": (15, "4C", "4C 8D 9D", "W 5H N 2H E TH", False),
    "one of two beside spades": (34, "4C", "KS 9C 4C", "W 5H N 2H E TH", True),
    "from a suit with its best card": (12, "3H", "AH 3H 4C", "W 5H N 2H E TH", True),
    "from a suit with its second best": (13, "3H", "KH 3H 4C", "W 5H N 2H E TH", True),
    "the lowest of its suit": (26, "3H", "AH 3H 4C", "W 5H N 2H E TH", True),
    "not the lowest of its suit": (26, "AH", "AH 3H 4C", "W 5H N 2H E TH", False),
    "the highest of its suit": (35, "AH", "AH 3H 4C", "W 5H N 2H E TH", True),
    "the highest that does not win": (48, "9H", "AH 9H 3H", "W 5H N 2H E TH", True),
    "a lower one that does not win": (48, "3H", "AH 9H 3H", "W 5H N 2H E TH", False),
    "the king left bare": (30, "3H", "KH 3H 4C", "", True),
    "the king still guarded": (30, "3H", "KH 4H 3H", "", False),
    "the lowest of the hand": (49, "4C", "KH 3H 4C", "", True),
}  # fmt: skip


@pytest.mark.parametrize(("number", "card", "hand", "trick", "counts"), CASES.values(), ids=CASES)
def test_a_feature_counts_256_for_yes(number: int, card: str, hand: str, trick: str, counts: bool) -> None:
    assert feature(number, card, hand, trick) == 256 * counts


def test_nils_and_voids_of_others_are_counted_apart() -> None:
    trick = "W 5H N 2H E TH"
    assert feature(21, "3H", "AH 3H", trick, bids={**BIDS, "E": "nil"}, taken={}) == 256
    assert feature(21, "AH", "AH 3H", trick, bids={**BIDS, "E": "nil"}, taken={}) == 0
    assert feature(22, "3H", "AH 3H", "W 5H N TH E 2H", bids={**BIDS, "N": "nil"}, taken={}) == 256
    assert feature(21, "AH", "AH 3H", trick, bids={**BIDS, "S": "nil"}, taken={}) == 256
    assert feature(21, "3H", "AH 3H", trick, bids={**BIDS, "S": "nil"}, taken={}) == 0
    voids = {"voids": {"E": ["H"]}}
    assert feature(19, "3H", "AH 3H 4C", "", **voids) == 256
    assert feature(20, "3H", "AH 3H 4C", "", **voids) == 0
    assert feature(20, "3H", "AH 3H 4C", "", voids={"N": ["H"]}) == 256
    assert feature(38, "3H", "AH 3H 4C", "", voids={"E": ["H", "S"]}) == 256
    assert feature(23, "3H", "AH 3H 4C", "", bids={**BIDS, "E": "nil"}, taken={}, **voids) == 256


def test_the_chance_to_win_counts_again_where_most_tricks_are_needed() -> None:
    easy = position_of("AH KH QH JH", "", bids=BIDS, taken={"N": 3, "S": 3, "E": 2, "W": 1})
    hard = position_of("AH KH QH JH", "", bids={**BIDS, "S": "6"}, taken={"N": 3, "S": 3, "E": 2, "W": 1})
    card = easy.deck.mask(["AH"])
    later, unseen, hearts = seats_after(easy.game, easy.place, 0), easy.unseen, easy.deck.suit_mask("H")
    holders = holders_of(easy.game, easy.voids, easy.place, hearts)
    win = win_chance(easy.game, easy.voids, easy.place, easy.place, later, unseen, hearts, card, 0, *holders)
    assert [features_of(position, card)[number] for position in (easy, hard) for number in (0, 25)] == [
        win,
        0,
        win,
        win,
    ]


@pytest.mark.parametrize("name", RULES)
def test_winning_cards_are_the_legal_ones_that_the_kernel_says_take_the_trick(name: str) -> None:
    for _, position in random_positions(RULES[name], 7, 2):
        game, led, best = position.game, position.state[LED], position.state[BEST]
        expected = sum(
            card for card in cards_of(position) if led and kernel.takes(card, best, led, game[SPADES], game[CODE])
        )
        assert winning_cards(game, position.legal, led, best) == expected
