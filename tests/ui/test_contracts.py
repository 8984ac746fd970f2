"""What each side still needs, in every kind of contract."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spades_cli import Round, Rules
from spades_cli.engine.actions import Bid
from spades_cli.ui.contracts import describe_needs, find_contract
from spades_cli.ui.trick import best_played
from tests.engine.builders import make_rules

HANDS = {"N": "KH 2C 3C 4C", "E": "3H 5C 6C 7C", "S": "QS AH JH 9C", "W": "TC JC QC KC"}


def played(*actions: str, rules: Rules | None = None, hands: dict[str, str] = HANDS) -> Round:
    """North deals, so East bids and leads first."""
    deal = Round.from_hands(rules or Rules(), hands, dealer="N")
    for action in actions:
        deal.apply(action)
    return deal


def needs(*actions: str, rules: Rules | None = None) -> list[str]:
    return describe_needs(played(*actions, rules=rules).view("S"))


FIRST_TRICK = ("3H", "AH", "TC", "KH")  # South takes it


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        (("1", "1", "2", "1"), ["NS need 2 of 2", "EW need 3 of 3"]),
        (("1", "1", "2", "1", *FIRST_TRICK), ["NS need 1 of 2", "EW need 3 of 3"]),
        (("2", "1", "2", "1", *FIRST_TRICK), ["NS need 1 of 2", "EW are set with 0 of 4"]),
        (("1", "1", "1", "nil", *FIRST_TRICK), ["NS made 1, N keeps nil", "EW need 2 of 2"]),
        (("1", "nil", "1", "1", *FIRST_TRICK), ["NS need 1 of 1, S lost nil (1)", "EW need 2 of 2"]),
        (("1", "nil", "1", "nil", *FIRST_TRICK), ["N keeps nil, S lost nil (1)", "EW need 2 of 2"]),
        (("1",), []),
    ],
)
def test_needs_name_sides_and_nils(actions: tuple[str, ...], told: list[str]) -> None:
    assert needs(*actions) == told


def test_tricks_over_the_bid_are_bags_only_where_bags_count() -> None:
    overtricks = make_rules("standard", **{"bags.limit": 0, "bidding.zero": "zero"})
    assert needs("1", "0", "1", "0", *FIRST_TRICK, rules=overtricks)[0] == "NS made 0, 1 overtrick"
    counted = make_rules("standard", **{"bidding.zero": "zero"})
    assert needs("1", "0", "1", "0", *FIRST_TRICK, rules=counted)[0] == "NS made 0, 1 bag"


def test_players_alone_are_told_by_their_seats() -> None:
    rules = make_rules("solo")
    told = describe_needs(played("1", "nil", "2", "1", *FIRST_TRICK, rules=rules).view("N"))
    assert told == ["N needs 1 of 1", "E needs 1 of 1", "S lost nil (1)", "W needs 2 of 2"]


@pytest.mark.parametrize(
    ("beside", "told"),
    [("score", "NS need 2 of 2, S keeps nil"), ("void", "S keeps nil"), ("void_if_made", "S keeps nil")],
)
def test_a_number_that_does_not_count_beside_a_nil_is_not_needed(beside: str, told: str) -> None:
    rules = make_rules("standard", **{"nil.partner_contract": beside})
    assert needs("1", "nil", "1", "2", rules=rules)[0] == told


def test_a_lost_nil_may_bring_the_partners_number_back() -> None:
    rules = make_rules("standard", **{"nil.partner_contract": "void_if_made"})
    assert needs("1", "nil", "1", "2", *FIRST_TRICK, rules=rules)[0] == "NS need 2 of 2, S lost nil (1)"


def test_a_moon_stands_alone() -> None:
    rules = make_rules("jokers")
    contract = find_contract(
        rules, "NS", {"N": Bid(3), "S": Bid(13)}, {"N": 2, "E": 0, "S": 1, "W": 0}, rules.hand_size
    )
    assert (contract.bid, contract.taken) == (13, 1)


def test_a_first_hand_that_bids_itself_says_what_tricks_are_worth() -> None:
    rules = make_rules("standard", **{"bidding.first_hand": "itself"})
    assert describe_needs(Round(rules, seed=1).view("N")) == ["no bids this round: each trick counts 10"]


@pytest.mark.parametrize("name", ["standard", "jokers", "jjdd"])
def test_the_best_card_so_far_is_the_one_that_would_take_the_trick(name: str) -> None:
    deal = Round(make_rules(name), seed=4)
    while deal.turn:
        view = deal.view(deal.turn)
        deal.apply(view.legal[0])
        if len(view.trick) == 3:
            full = replace(view, trick=deal.view(view.seat).tricks[-1].cards)
            best = best_played(full)
            assert best
            assert best[0] == deal.view(view.seat).tricks[-1].winner


@pytest.mark.parametrize(("duplicates", "winner"), [("first", "P1"), ("last", "P2")])
def test_of_two_equal_cards_the_rules_say_which_is_best(duplicates: str, winner: str) -> None:
    rules = make_rules(
        "standard",
        **{"table.players": 6, "deck.packs": 2, "deck.remove": ("2C", "2C"), "deck.duplicates": duplicates},
    )
    hands = {"P1": "AH", "P2": "AH", "P3": "3H", "P4": "4H", "P5": "5H", "P6": "6H"}
    deal = Round.from_hands(rules, hands, dealer="P6")
    for action in (*["1"] * 6, "AH", "AH"):
        deal.apply(action)
    best = best_played(deal.view("P3"))
    assert best == (winner, "AH")
