"""The four-player game with two jokers rule by rule, J-01 to J-21.

The document's players A B C D are E S W N here: N deals, so A sits at the dealer's left.
"""

from __future__ import annotations

import pytest

from spades_cli.engine.cards import format_cards
from spades_cli.engine.match import Match, Outcome
from spades_cli.engine.round import Round
from spades_cli.engine.scoring import Line, RoundResult, score_round
from spades_cli.errors import IllegalAction, InvalidAction
from tests.engine.builders import (
    Script,
    apply_all,
    fill,
    finish,
    legal_set,
    make_rules,
    read_bids,
    start_play,
    who_wins,
)

RULES = make_rules("jokers")


def score(bids: str, taken: list[int]) -> RoundResult:
    """The round's result; bids and tricks of N E S W."""
    return score_round(RULES, read_bids(bids), taken, {"NS": 0, "EW": 0})


def points(bids: str, own: tuple[int, int]) -> int:
    """The points of NS for the bids of N and S and the tricks they take; EW bid three each and take the rest."""
    north, south = bids.split()
    rest = 13 - sum(own)
    return score(f"{north} 3 {south} 3", [own[0], rest, own[1], 0]).points["NS"]


def lead_from(hand: str) -> Round:
    """E, left of the dealer N, is on lead with ``hand``."""
    return start_play(RULES, fill(RULES, {"E": hand}), dealer="N")


# --- table and pack ---------------------------------------------------------------------------------------------------


def test_J01_partners_sit_opposite() -> None:
    assert dict(RULES.sides) == {"NS": (0, 2), "EW": (1, 3)}


def test_J02_two_jokers_stand_in_for_two_twos() -> None:
    assert RULES.pack.size == 52
    assert {"BJ", "LJ"} <= set(RULES.pack.copies)
    assert not {"2C", "2D"} & set(RULES.pack.copies)


def test_J03_twelve_clubs_and_diamonds_thirteen_hearts_fifteen_spades() -> None:
    suits = [format_cards(reversed(RULES.pack.cards(run))) for run in RULES.pack.runs]
    assert suits == [
        "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C",
        "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D",
        "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
        "BJ LJ AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    ]


@pytest.mark.parametrize(("cards", "winner"), [("AH AD AC 2S", "W"), ("AH 2S LJ BJ", "W"), ("2H LJ AS KS", "E")])
def test_J04_spades_are_always_trumps(cards: str, winner: str) -> None:
    assert who_wins(RULES, cards) == winner


def test_J05_all_cards_are_dealt_thirteen_each() -> None:
    deal = Round(RULES, seed=1)
    assert [hand.bit_count() for hand in deal.hands] == [13] * 4
    assert sum(deal.hands) == sum(RULES.pack.order)


# --- bidding ----------------------------------------------------------------------------------------------------------


def test_J06_bidding_starts_at_the_dealers_left_and_goes_once_round() -> None:
    deal = Round(RULES, seed=1, dealer="N")
    turns = []
    while deal.phase == "bid":
        turns.append(deal.turn)
        deal.apply("3")
    assert turns == ["E", "S", "W", "N"]


def test_J07_bids_are_one_to_thirteen_or_nil_and_need_not_rise() -> None:
    deal = Round(RULES, seed=1, dealer="N")
    every_bid = {"nil", *map(str, range(1, 14))}
    assert legal_set(deal) == every_bid
    deal.apply("4")
    assert legal_set(deal) == every_bid
    with pytest.raises(IllegalAction):
        deal.apply("14")
    deal.apply("0")
    assert str(deal.bids[2]) == "nil"


@pytest.mark.parametrize(
    ("taken", "expected"), [([3, 3, 4, 3], {"NS": 70, "EW": 51}), ([3, 3, 5, 2], {"NS": 71, "EW": 50})]
)
def test_J08_a_team_needs_the_sum_of_its_bids(taken: list[int], expected: dict[str, int]) -> None:
    """A 3, B 4, C 2, D 3: A and C need 5, B and D need 7."""
    assert dict(score("3 3 4 2", taken).points) == expected


# --- play -------------------------------------------------------------------------------------------------------------


def test_J09_the_dealers_left_leads_anything_but_a_spade() -> None:
    deal = lead_from("BJ LJ AS 5C 5D 5H")
    assert (deal.turn, legal_set(deal)) == ("E", {"5C", "5D", "5H"})


def test_J10_a_spade_is_led_only_after_one_has_been_played() -> None:
    deal = start_play(RULES, {"E": "5C AS 9H", "S": "6C 8H 7H", "W": "2S 3C 6H", "N": "7C 4C 8C"}, dealer="N")
    with pytest.raises(IllegalAction, match="spades are not broken"):
        deal.apply("AS")
    apply_all(deal, "5C, 6C, 3C, 7C, 8C, AS, 8H, 6H")
    assert legal_set(deal) == {"9H"}
    deal = start_play(RULES, {"E": "AC AS 9H", "S": "6C 8H 7H", "W": "2S 3H 6H", "N": "7C 4C 8C"}, dealer="N")
    apply_all(deal, "AC, 6C, 2S, 7C")
    assert (deal.turn, deal.broken) == ("W", True)
    apply_all(deal, "3H, 8C, 9H, 7H")
    assert legal_set(deal) == {"AS"}


def test_J11_everybody_follows_suit_if_able_clockwise() -> None:
    deal = start_play(RULES, {"E": "5C 9H", "S": "6C BJ", "W": "8D LJ", "N": "7C 4C"}, dealer="N")
    legal = []
    for card in ("5C", "6C", "LJ", "4C"):
        legal.append((deal.turn, legal_set(deal)))
        deal.apply(card)
    assert legal == [("E", {"5C", "9H"}), ("S", {"6C"}), ("W", {"8D", "LJ"}), ("N", {"7C", "4C"})]


def test_J12_the_highest_of_the_suit_led_wins_and_leads() -> None:
    deal = start_play(RULES, {"E": "KH 5C", "S": "4H 6C", "W": "TH 7C", "N": "AH 8C"}, dealer="N")
    assert apply_all(deal, "KH, 4H, TH, AH").turn == "N"


def test_J13_all_thirteen_tricks_are_played() -> None:
    deal = Round(RULES, seed=1)
    assert sum(finish(deal).taken.values()) == 13
    assert len(deal.tricks) == 13


# --- scoring ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "expected"), [((4, 2), 60), ((4, 3), 61), ((3, 2), -60)])
def test_J14_six_bid_scores(own: tuple[int, int], expected: int) -> None:
    assert points("4 2", own) == expected


def test_J15_no_bags_are_counted_and_none_punished() -> None:
    match = Match(RULES)
    for _ in range(3):
        match.add(score_round(RULES, read_bids("1 3 1 3"), [7, 0, 6, 0], match.bags))
    assert match.scores["NS"] == 3 * 31
    assert match.bags == {"NS": 0, "EW": 0}


@pytest.mark.parametrize(("own", "expected"), [((0, 13), 100), ((0, 0), 100), ((1, 5), -100), ((13, 0), -100)])
def test_J16_a_nil_bidder_must_win_no_trick_whatever_the_partner_wins(own: tuple[int, int], expected: int) -> None:
    assert points("nil 4", own) == expected


@pytest.mark.parametrize("partner", [0, 2, 4, 6])
def test_J17_beside_a_nil_the_partner_scores_nothing_either_way(partner: int) -> None:
    result = score("nil 3 4 3", [0, 13 - partner, partner, 0])
    assert result.lines["NS"] == (Line("nil", 100),)
    result = score("nil 3 4 3", [1, 12 - partner, partner, 0])
    assert result.lines["NS"] == (Line("nil", -100),)


@pytest.mark.parametrize(
    ("bids", "own", "expected"),
    [
        ("13 4", (13, 0), 100),
        ("4 13", (0, 13), 100),
        ("13 4", (12, 1), -100),
        ("13 4", (12, 0), -100),
        ("13 4", (0, 13), -100),
        ("7 6", (7, 6), 130),
    ],
)
def test_J18_a_bid_of_thirteen_is_a_moon_of_the_bidder_alone(bids: str, own: tuple[int, int], expected: int) -> None:
    assert points(bids, own) == expected


def test_J18_a_moon_made_in_play_scores_100() -> None:
    hands = fill(RULES, {"E": "BJ LJ AS KS QS JS TS 9S 8S 7S 6S 5S 4S"})
    deal = start_play(RULES, hands, dealer="N", bids="13, 1, 1, 1")
    result = finish(deal)
    assert result.taken["E"] == 13
    assert dict(result.points) == {"NS": -20, "EW": 100}


def test_J19_no_blind_bids_no_passing_no_floor_no_least_team_bid() -> None:
    deal = Round(RULES, seed=1, dealer="N", scores={"NS": -900, "EW": 900})
    assert deal.phase == "bid"
    apply_all(deal, "1, nil, 1")
    assert legal_set(deal) == {"nil", *map(str, range(1, 14))}
    deal.apply("1")
    assert deal.phase == "play"
    assert Match(RULES, scores={"NS": -900}).outcome is None
    match = Match(RULES, scores={"NS": -900})
    match.add(score("5 4 5 4", [0, 6, 0, 7]))
    assert match.outcome is None
    with pytest.raises(InvalidAction):
        Round(RULES, seed=1).apply("pass")


def test_J20_the_next_round_is_opened_by_the_next_player_to_the_left() -> None:
    match = Match(RULES, seed=1, dealer="N")
    openers = []
    for _ in range(5):
        deal = match.deal()
        openers.append(deal.turn)
        match.add(finish(deal))
    assert openers == ["E", "S", "W", "N", "E"]


@pytest.mark.parametrize(
    ("before", "outcome"), [(900, None), (949, Outcome("NS", "target")), (950, Outcome("NS", "target"))]
)
def test_J21_play_goes_on_until_a_team_has_a_thousand(before: int, outcome: Outcome | None) -> None:
    match = Match(RULES, scores={"NS": before, "EW": 700})
    match.add(score("3 3 2 3", [3, 4, 3, 3]))
    assert match.outcome == outcome


def test_a_whole_round_that_is_bid_and_played_scores_both_teams() -> None:
    script = Script(RULES, [5, 3, 3, 2])
    deal = apply_all(Round.from_hands(RULES, script.hands, dealer="N"), "3, 4, 2, 3")
    assert dict(script.play(deal).points) == {"NS": 71, "EW": 50}
