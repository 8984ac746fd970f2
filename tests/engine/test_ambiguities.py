"""The chosen reading of every ambiguity AMB-01 to AMB-39, and the keys that give the other readings.

AMB-23 (noise of translation) and AMB-31's direction of the deal leave nothing else to choose.
"""

from __future__ import annotations

from typing import Any

import pytest

from spades_cli.engine.bidding import bidding_order
from spades_cli.engine.match import Match, find_outcome
from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.engine.scoring import RoundResult, score_round
from spades_cli.errors import InvalidAction
from tests.engine.builders import (
    Script,
    apply_all,
    fill,
    finish,
    legal_set,
    make_rules,
    read_bids,
    spread,
    start_play,
    take_tricks,
    who_wins,
)

TWO, TWO_B, JOKERS = make_rules("two-player"), make_rules("two-player-first-bids"), make_rules("jokers")
EVERY_BID = {"nil", *map(str, range(1, 14))}


def result(rules: Rules, bids: str, tricks: tuple[int, ...], bags: int = 0) -> RoundResult:
    """The result of a round in which the first side makes these bids and tricks and the others share the rest."""
    side = next(iter(rules.sides))
    made = spread(rules, side, read_bids(bids), read_bids("3")[0])
    taken = take_tricks(rules, side, tricks, 13)
    return score_round(rules, made, taken, dict.fromkeys(rules.sides, 0) | {side: bags})


def points(rules: Rules, bids: str, *tricks: int, bags: int = 0) -> int:
    return next(iter(result(rules, bids, tricks, bags).points.values()))


def two_round(actions: str, **keys: Any) -> Round:
    """A two-player round in which P1 draws first."""
    return apply_all(Round(make_rules("two-player", **keys), seed=5, dealer="P2"), actions)


# --- the two-player game ----------------------------------------------------------------------------------------------


def test_AMB01_the_editions_differ_in_who_bids_first_and_in_nothing_else() -> None:
    assert [bidding_order(rules, 1)[0] for rules in (TWO, TWO_B)] == [1, 0]
    assert make_rules("two-player", **{"bidding.first": "first"}) == TWO_B


@pytest.mark.parametrize("rules", [TWO, TWO_B], ids=["second bids first", "first bids first"])
def test_AMB02_the_second_player_leads_in_both_editions(rules: Rules) -> None:
    assert start_play(rules, fill(rules, {"P1": "5C"}), dealer="P2").turn == "P2"


def test_AMB02_the_first_player_may_lead_by_key() -> None:
    rules = make_rules("two-player", **{"play.lead": "first"})
    assert start_play(rules, fill(rules, {"P1": "5C"}), dealer="P2").turn == "P1"


def test_AMB03_the_winner_of_a_trick_leads_the_next() -> None:
    deal = start_play(TWO, {"P1": "9C 2D", "P2": "5C 3D"}, dealer="P2")
    assert apply_all(deal, "5C, 9C").turn == "P1"


def test_AMB04_the_first_drawer_of_a_match_comes_from_the_seed_or_a_key() -> None:
    assert {Match(TWO, seed=seed).deal().turn for seed in range(20)} == {"P1", "P2"}
    fixed = make_rules("two-player", **{"deal.first_dealer": "seat1"})
    assert {Match(fixed, seed=seed).deal().turn for seed in range(20)} == {"P1"}


def test_AMB05_the_second_card_goes_unseen_unless_peeked_at_or_thrown_face_up() -> None:
    assert two_round("look, keep").view("P1").discards == ()
    assert len(two_round("look, keep", **{"draft.peek": True}).view("P1").discards) == 1
    face_up = two_round("look, keep", **{"draft.discards": "up"})
    assert len(face_up.view("P2").discards) == 1


def test_AMB06_keep_and_decline_are_public() -> None:
    assert two_round("look, decline").view("P2").answers == (("P1", "decline"),)


def test_AMB07_there_is_no_passing() -> None:
    deal = Round.from_hands(TWO_B, Script(TWO_B, [6, 7]).hands, dealer="P2")
    apply_all(deal, "look, look")
    assert legal_set(deal) == EVERY_BID
    with pytest.raises(InvalidAction):
        deal.apply("pass")


def test_AMB08_double_nil_is_declared_before_the_own_first_draw_or_by_key_before_the_draft() -> None:
    deal = two_round("look, keep")
    assert (deal.turn, deal.phase) == ("P2", "blind")
    deal = two_round("look", **{"blind_nil.declare": "before_look"})
    assert (deal.turn, deal.phase) == ("P2", "blind")


def test_AMB09_a_double_nil_drafts_looks_and_exchanges_before_the_bids() -> None:
    draft = ", ".join(["keep"] * 24)
    deal = two_round(f"bn, keep, look, keep, {draft}")
    assert (deal.phase, len(deal.view("P1").hand)) == ("exchange", 13)
    deal = two_round(f"bn, keep, look, keep, {draft}", **{"blind_nil.exchange_when": "after_bids"})
    assert (deal.turn, deal.phase) == ("P2", "bid")


def test_AMB10_up_to_three_cards_are_chosen_at_once() -> None:
    draft = ", ".join(["keep"] * 24)
    deal = two_round(f"bn, keep, look, keep, {draft}")
    assert {len(give.cards) for give in deal.legal()} == {0, 1, 2, 3}  # type: ignore[union-attr]
    deal.apply("give none")
    assert deal.phase == "bid"


@pytest.mark.parametrize(
    ("reading", "score", "bags"), [(None, -100, 0), ("bags", -96, 4), ("bags_no_points", -100, 4), ("count", -96, 4)]
)
def test_AMB11_the_tricks_of_a_failed_nil_are_nothing_unless_a_key_says_more(
    reading: str | None, score: int, bags: int
) -> None:
    rules = make_rules("two-player", **({"nil.failed_tricks": reading} if reading else {}))
    found = result(rules, "nil", (4,))
    assert (found.points["P1"], found.bags["P1"]) == (score, bags)


def test_AMB12_the_bag_example_makes_eleven_bags_and_21_points() -> None:
    match = Match(TWO)
    scores = []
    for bid, taken in (("4", 7), ("3", 6), ("4", 9)):
        match.add(result(TWO, bid, (taken,), match.bags["P1"]))
        scores.append(match.scores["P1"])
    assert (scores, match.bags["P1"]) == ([43, 76, 21], 1)


@pytest.mark.parametrize(
    ("carry", "tricks", "score", "left"),
    [(True, 8, -56, 3), (False, 8, -56, 0), (True, 12, 10 + 11 - 200, 0), (True, 13, 10 + 12 - 200, 1)],
)
def test_AMB13_the_remainder_is_carried_and_every_ten_costs(carry: bool, tricks: int, score: int, left: int) -> None:
    bid = "4" if tricks == 8 else "1"
    found = result(make_rules("two-player", **{"bags.carry": carry}), bid, (tricks,), bags=9)
    assert (found.points["P1"], found.bags["P1"]) == (score, left)


def test_AMB14_the_first_bid_tricks_count_ten_and_the_others_one() -> None:
    assert points(TWO_B, "4", 7) == 43


def test_AMB15_bag_penalties_come_before_the_win_check() -> None:
    match = Match(TWO, scores={"P1": 495}, bags={"P1": 9})
    match.add(result(TWO, "1", (2,), 9))
    assert (match.scores["P1"], match.over) == (406, False)


@pytest.mark.parametrize(
    ("scores", "winner"), [((560, 560), None), ((440, 450), None), ((430, 520), "P2"), ((510, 500), "P1")]
)
def test_AMB16_after_a_tie_the_same_test_is_made_after_every_round(scores: tuple[int, int], winner: str | None) -> None:
    outcome = find_outcome(TWO, dict(zip(TWO.sides, scores, strict=True)), rounds=9)
    assert (outcome.winner if outcome else None) == winner


def test_AMB17_the_first_drawer_alternates() -> None:
    match = Match(TWO_B, seed=1, dealer="P1")
    first = []
    for _ in range(3):
        deal = match.deal()
        first.append(deal.turn)
        match.add(finish(deal))
    assert first == ["P2", "P1", "P2"]


def test_AMB18_a_void_follower_may_trump_the_first_trick() -> None:
    deal = apply_all(start_play(TWO, {"P1": "AS 3D", "P2": "5C 4D"}, dealer="P2"), "5C")
    assert legal_set(deal) == {"AS", "3D"}


def test_AMB18_spades_may_be_kept_off_the_first_trick_by_key() -> None:
    rules = make_rules("two-player", **{"play.first_trick": "no_spades"})
    deal = apply_all(start_play(rules, {"P1": "AS 3D", "P2": "5C 4D"}, dealer="P2"), "5C")
    assert legal_set(deal) == {"3D"}


@pytest.mark.parametrize(("taken", "score"), [(13, 130), (12, -130)])
def test_AMB19_thirteen_is_an_ordinary_bid(taken: int, score: int) -> None:
    assert points(TWO, "13", taken) == score


def test_AMB20_there_is_no_floor() -> None:
    assert find_outcome(TWO, {"P1": -5000, "P2": 0}) is None
    floor = make_rules("two-player", **{"match.lose_at": -200})
    assert find_outcome(floor, {"P1": -5000, "P2": 0}) is not None


def test_AMB21_a_bid_needs_at_least_its_tricks_not_exactly() -> None:
    assert points(TWO, "8", 13) == 85


def test_AMB22_both_may_bid_nil_and_one_must_fail() -> None:
    deal = apply_all(Round.from_hands(TWO, Script(TWO, [0, 13]).hands, dealer="P2"), "look, look, nil, nil")
    assert deal.phase == "play"
    assert dict(Script(TWO, [0, 13]).play(deal).points) == {"P1": 100, "P2": -100}


# --- the game with jokers ---------------------------------------------------------------------------------------------


def test_AMB24_the_two_of_clubs_and_the_two_of_diamonds_stay_out() -> None:
    cards = set(JOKERS.pack.copies)
    assert JOKERS.pack.size == 52
    assert {"2C", "2D", "2H", "2S"} - cards == {"2C", "2D"}


@pytest.mark.parametrize(
    ("reading", "made_short", "made_kept", "failed_short", "failed_kept"),
    [
        (None, 100, 100, -100, -100),
        ("void_if_made", 100, 100, -140, -60),
        ("penalty_only", 60, 100, -140, -100),
        ("score", 60, 140, -140, -60),
    ],
    ids=["R1", "R2", "R3", "R4"],
)
def test_AMB25_the_bid_beside_a_nil(
    reading: str | None, made_short: int, made_kept: int, failed_short: int, failed_kept: int
) -> None:
    rules = make_rules("jokers", **({"nil.partner_contract": reading} if reading else {}))
    found = [points(rules, "nil 4", *tricks) for tricks in ((0, 2), (0, 4), (1, 2), (1, 4))]
    assert found == [made_short, made_kept, failed_short, failed_kept]


@pytest.mark.parametrize(("scoring", "made", "failed"), [("replace", 100, -100), ("add", 230, -230)])
def test_AMB26_moon_points_stand_for_the_contract_or_by_key_come_on_top(scoring: str, made: int, failed: int) -> None:
    rules = make_rules("jokers", **{"moon.scoring": scoring})
    assert [points(rules, "13 4", *tricks) for tricks in ((13, 0), (12, 1))] == [made, failed]


def test_AMB26_thirteen_made_of_two_bids_is_a_contract_unless_moons_are_the_teams() -> None:
    assert points(JOKERS, "7 6", 7, 6) == 130
    team = make_rules("jokers", **{"moon.mode": "team"})
    assert [points(team, "7 6", *tricks) for tricks in ((7, 6), (7, 5))] == [100, -100]
    added = make_rules("jokers", **{"moon.mode": "team", "moon.scoring": "add"})
    assert [points(added, "7 6", *tricks) for tricks in ((7, 6), (7, 5))] == [230, -230]


@pytest.mark.parametrize(
    ("bids", "tricks", "score"),
    [
        ("nil nil", (0, 0), 200),
        ("nil nil", (0, 3), 0),
        ("nil nil", (2, 3), -200),
        ("13 nil", (13, 0), 200),
        ("13 nil", (12, 0), 0),
        ("13 nil", (12, 1), -200),
        ("13 13", (13, 0), 0),
        ("13 13", (6, 7), -200),
    ],
)
def test_AMB27_special_bids_of_one_team_are_judged_one_by_one(bids: str, tricks: tuple[int, int], score: int) -> None:
    assert points(JOKERS, bids, *tricks) == score


def test_AMB28_a_leader_with_spades_only_may_lead_one() -> None:
    deal = start_play(JOKERS, fill(JOKERS, {"N": "BJ 3S"}))
    assert legal_set(deal) == {"BJ", "3S"}


def test_AMB29_any_spade_beats_any_plain_card() -> None:
    assert who_wins(JOKERS, "AH KH 2S QH") == "S"


@pytest.mark.parametrize(("keys", "openers"), [({}, "ESWN"), ({"deal.rotation": "fixed"}, "EEEE")])
def test_AMB30_the_deal_passes_left_or_by_key_stays(keys: dict[str, Any], openers: str) -> None:
    match = Match(make_rules("jokers", **keys), seed=1, dealer="N")
    seen = ""
    for _ in range(4):
        deal = match.deal()
        seen += str(deal.turn)
        match.add(finish(deal))
    assert seen == openers


def test_AMB31_the_first_dealer_comes_from_the_seed_and_the_dealers_left_gets_the_first_card() -> None:
    assert {Match(JOKERS, seed=seed).dealer for seed in range(40)} == set("NESW")
    pack = [str(card) for card in JOKERS.pack.cards(sum(JOKERS.pack.order))]
    assert pack[0] in Round.from_pack(JOKERS, pack, dealer="N").view("E").hand


def test_AMB32_bags_do_not_exist_but_extra_tricks_score() -> None:
    found = result(JOKERS, "1 1", (7, 6))
    assert (found.points["NS"], found.bags["NS"]) == (31, 0)


@pytest.mark.parametrize(("scores", "winner"), [((1003, 1001), "NS"), ((1001, 1001), None), ((990, 700), None)])
def test_AMB33_at_a_thousand_the_higher_score_wins_and_a_tie_plays_on(
    scores: tuple[int, int], winner: str | None
) -> None:
    outcome = find_outcome(JOKERS, dict(zip(JOKERS.sides, scores, strict=True)))
    assert (outcome.winner if outcome else None) == winner


@pytest.mark.parametrize(("keys", "legal"), [({}, EVERY_BID), ({"bidding.team_max": 13}, {"nil", "1", "2", "3"})])
def test_AMB34_a_team_may_bid_more_than_thirteen_unless_capped(keys: dict[str, Any], legal: set[str]) -> None:
    deal = apply_all(Round(make_rules("jokers", **keys), seed=1, dealer="N"), "10, 4")
    assert legal_set(deal) == legal


def test_AMB35_a_joker_is_a_spade_in_every_respect() -> None:
    lead = start_play(JOKERS, fill(JOKERS, {"N": "BJ 4D"}))
    assert legal_set(lead) == {"4D"}
    follow = apply_all(start_play(JOKERS, fill(JOKERS, {"N": "3S 4S", "E": "LJ 5H"})), "3S")
    assert legal_set(follow) == {"LJ"}
    void = apply_all(start_play(JOKERS, fill(JOKERS, {"N": "3H 4H", "E": "LJ 5D"})), "3H, LJ")
    assert void.broken
    mirror = make_rules("jokers", **{"bidding.mode": "mirror"})
    assert legal_set(Round.from_hands(mirror, fill(mirror, {"N": "BJ LJ 2S 4D"}), dealer="W")) == {"3"}


def test_AMB36_zero_and_nil_are_one_bid() -> None:
    deal = Round(JOKERS, seed=1, dealer="N")
    deal.apply("0")
    assert str(deal.bids[1]) == "nil"


@pytest.mark.parametrize("taken", [1, 5])
def test_AMB37_the_tricks_of_a_failed_nil_do_nothing_beyond_the_hundred(taken: int) -> None:
    assert points(JOKERS, "nil 4", taken, 4) == -100


@pytest.mark.parametrize("bids", ["nil 3 4 4", "13 3 1 4"])
def test_AMB38_the_opponents_of_a_nil_or_moon_score_as_usual(bids: str) -> None:
    found = score_round(JOKERS, read_bids(bids), [0, 4, 5, 4], {"NS": 0, "EW": 0})
    assert found.points["EW"] == 71


def test_AMB39_a_void_player_may_trump_the_first_trick() -> None:
    deal = apply_all(start_play(JOKERS, fill(JOKERS, {"N": "3H 4H", "E": "LJ 5D"})), "3H")
    assert legal_set(deal) == {"LJ", "5D"}
