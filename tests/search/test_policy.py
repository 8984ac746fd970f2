"""The rule player plays legal cards, the same at both speeds, and does what every player would."""

from __future__ import annotations

import pytest

from spades_cli import load_rules
from spades_cli.players.positions import read_position
from spades_cli.search import choose_by_rule, rule_player
from spades_cli.search.position import Position
from tests.search.rounds import ONE_PACK, RULES, change, random_positions
from tests.search.speed import compiled_kernels

STANDARD = load_rules("standard")


@pytest.mark.parametrize("name", RULES)
def test_every_card_is_legal_in_every_variant(name: str) -> None:
    for seed in range(3):
        for deal, position in random_positions(RULES[name], seed):
            card = choose_by_rule(position)
            assert card.bit_count() == 1
            assert card & position.legal
            assert position.deck.names[card] in deal.legal()


@pytest.mark.parametrize("name", ONE_PACK)
def test_compiled_cards_are_equal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = compiled_kernels()
    positions = [position for seed in (3, 4) for _, position in random_positions(RULES[name], seed, 2)]
    plain = [choose_by_rule(position) for position in positions]

    def choose(*values: object) -> int:
        arrays = (kernels.array(value) if isinstance(value, (list, tuple)) else value for value in values)
        return int(kernels.policy.choose_card(*arrays))

    monkeypatch.setattr(rule_player, "choose_card", choose)
    assert [choose_by_rule(position) for position in positions] == plain


def card_of(hand: str, trick: str, **fields: object) -> str:
    """The card that South plays; ``trick`` is written like ``W 5H N 2H``."""
    words = trick.split()
    played = [[seat, card] for seat, card in zip(words[::2], words[1::2], strict=True)]
    message = {"type": "play", "seat": "S", "hand": hand, "trick": played, **fields}
    position = Position(read_position(message, STANDARD))
    return str(position.deck.names[choose_by_rule(position)])


BIDS = {"N": "3", "E": "3", "S": "3", "W": "2"}
#: Both sides need a trick or two.
NEEDY = {"bids": BIDS, "taken": {"N": 2, "S": 2, "E": 2, "W": 2}}
#: North and South have made their bid, and so have East and West.
MADE = {"bids": BIDS, "taken": {"N": 3, "S": 3, "E": 2, "W": 3}}


def test_the_last_seat_wins_a_trick_it_needs_with_the_cheapest_card() -> None:
    assert card_of("AH JH 3H 4C", "W 5H N 2H E TH", **NEEDY) == "JH"
    assert card_of("KS 7S 3S 4C", "W 5H N 2H E TH", **NEEDY) == "3S"
    assert card_of("KS 7S 3S 4C", "W 5H N 2H E 6S", **NEEDY) == "7S"


def test_nobody_beats_the_partner_who_wins_the_trick() -> None:
    assert card_of("KH 3H QS", "W 5H N AH E 2H", **NEEDY) == "3H"
    assert card_of("4C 3D QS", "W 5H N AH E 2H", **NEEDY) in ("4C", "3D")
    assert card_of("AS 3S 4C", "W 5H N KS E 2H", **NEEDY) == "4C"


def test_who_cannot_win_parts_with_a_low_card() -> None:
    assert card_of("QH 4H 3C", "W 5H N 2H E KH", **NEEDY) == "4H"


def test_a_nil_bidder_stays_under_the_trick_with_the_highest_card_that_does() -> None:
    bids = {**BIDS, "S": "nil"}
    assert card_of("KH 8H 3H 4C", "W 2H N 9H E 4H", bids=bids) == "8H"
    assert card_of("KH 8H 3H 4C", "E 9H", bids=bids) == "8H"
    assert card_of("KH QH AH 4C", "W 2H N 9H E 4H", bids=bids) == "AH"
    assert card_of("5S 3S 4C", "W 2H N 9H E 4S", bids=bids) != "5S"


def test_a_bag_that_costs_the_penalty_is_ducked() -> None:
    assert card_of("AH 3H", "W 5H N 2H E TH", bags={"NS": 9, "EW": 3}, **MADE) == "3H"
    assert card_of("JS 4C", "W 5H N 2H E TH", bags={"NS": 9, "EW": 3}, **MADE) == "4C"


def test_a_bag_that_does_no_harm_is_taken_to_set_the_opponents() -> None:
    fields = {"bids": {"N": "3", "E": "4", "S": "2", "W": "4"}, "taken": {"N": 3, "S": 2, "E": 3, "W": 3}}
    assert card_of("AH 3H", "W 5H N 2H E TH", **fields) == "AH"


def test_where_bags_are_switched_off_every_trick_is_taken() -> None:
    rules = change(STANDARD, bags={"limit": 0})
    message = {"type": "play", "seat": "S", "hand": "AH 3H", **MADE}
    message |= {"trick": [["W", "5H"], ["N", "2H"], ["E", "TH"]]}
    position = Position(read_position(message, rules))
    assert position.deck.names[choose_by_rule(position)] == "AH"
