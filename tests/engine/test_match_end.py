"""When a match ends and who has won: the end cases, sets, limits, ties, and who deals."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from spades_cli.engine.match import GUARD, Match, Outcome, find_outcome, first_dealer
from spades_cli.engine.rules import Rules
from spades_cli.engine.scoring import RoundResult, score_round
from spades_cli.errors import UsageError
from tests.engine.builders import finish, make_rules, read_bids

FLOOR = {"match.lose_at": -200}
TO_1000 = {"match.target": 1000}

#: Scores after a round, keys, and the winning side's number, "draw", or None for another round.
END_CASES: dict[str, tuple[str, dict[str, Any], int | str | None]] = {
    "M01 the target exactly is enough": ("500 499", {}, 0),
    "M02 both over: the higher score wins": ("510 520", {}, 1),
    "M03 a tie at the target plays on": ("500 500", {}, None),
    "M04 still tied plays on again": ("560 560", {}, None),
    "M05 the extra round broke the tie": ("430 520", {}, 1),
    "M06 the extra round pulled both under": ("440 450", {}, None),
    "M07 the bag penalty came first": ("406 330", {}, None),
    "M08 the floor itself loses": ("-200 50", FLOOR, 1),
    "M09 or only what is under it": ("-200 50", FLOOR | {"match.lose_inclusive": False}, None),
    "M10 both under the floor: the higher score wins": ("-250 -300", FLOOR, 0),
    "M11 tied under the floor is a draw": ("-250 -250", FLOOR | {"match.tie": "draw"}, "draw"),
    "M12 or plays on": ("-250 -250", FLOOR, None),
    "M13 target and floor in one round agree": ("510 -250", FLOOR, 0),
    "M14 both over 1000": ("1003 1001", TO_1000, 0),
    "M15 nobody at 1000": ("990 700", TO_1000, None),
    "M16 three: tied for first plays on": ("505 505 480", {}, None),
    "M17 three: one over": ("505 480 490", {}, 0),
    "M18 no floor unless the rules have one": ("-210 180", {}, None),
    "just under the floor loses when only that does": ("-201 50", FLOOR | {"match.lose_inclusive": False}, 1),
    "a tie at the target may be a draw": ("500 500", {"match.tie": "draw"}, "draw"),
    "three: a tie under the winner is nothing": ("480 480 505", {}, 2),
    "three: one at the floor, the best of all wins": ("-200 120 90", FLOOR, 1),
    "three: one at the floor, the others tied": ("-200 120 120", FLOOR, None),
}


def end_rules(scores: str, keys: dict[str, Any]) -> Rules:
    return make_rules("three" if len(scores.split()) == 3 else "standard", **keys)


def points(rules: Rules, scores: str, **more: Any) -> RoundResult:
    """A finished round that brings these points to the sides in order."""
    by_side = dict(zip(rules.sides, map(int, scores.split()), strict=True))
    nothing: MappingProxyType[str, Any] = MappingProxyType({})
    return RoundResult(nothing, by_side, dict.fromkeys(rules.sides, 0), nothing, **more)


@pytest.mark.parametrize(("scores", "keys", "winner"), END_CASES.values(), ids=END_CASES)
def test_these_scores_end_the_match_so(scores: str, keys: dict[str, Any], winner: int | str | None) -> None:
    rules = end_rules(scores, keys)
    outcome = find_outcome(rules, dict(zip(rules.sides, map(int, scores.split()), strict=True)))
    if winner is None:
        assert outcome is None
    else:
        assert outcome is not None
        assert outcome.winner == (None if winner == "draw" else [*rules.sides][int(winner)])


@pytest.mark.parametrize(("scores", "keys", "winner"), END_CASES.values(), ids=END_CASES)
def test_a_match_sees_the_same_end(scores: str, keys: dict[str, Any], winner: int | str | None) -> None:
    rules = end_rules(scores, keys)
    match = Match(rules)
    match.add(points(rules, scores))
    assert match.over == (winner is not None)
    assert match.winner == (None if winner in (None, "draw") else [*rules.sides][int(winner or 0)])


@pytest.mark.parametrize(
    ("scores", "keys", "reason"),
    [
        ("500 499", {}, "target"),
        ("-200 50", FLOOR, "floor"),
        ("10 20", {"match.max_rounds": 1}, "rounds"),
        ("510 -250", FLOOR, "target"),
    ],
)
def test_the_outcome_says_why(scores: str, keys: dict[str, Any], reason: str) -> None:
    rules = end_rules(scores, keys)
    match = Match(rules)
    match.add(points(rules, scores))
    assert match.outcome is not None
    assert match.outcome.reason == reason


def test_d99_a_leader_pulled_down_by_bags_in_the_last_round_has_not_won() -> None:
    rules = make_rules("solo")
    match = Match(rules, scores={"N": 495}, bags={"N": 9})
    match.add(score_round(rules, read_bids("1 4 4 4"), [2, 4, 4, 3], match.bags))
    assert (match.scores["N"], match.bags["N"], match.outcome) == (406, 0, None)


# --- sets and winning at once ----------------------------------------------------------------------------------------


def test_x05_a_team_set_for_the_second_time_has_lost_whatever_the_scores() -> None:
    rules = make_rules(**{"match.max_sets": 2})
    match = Match(rules, scores={"NS": 480, "EW": -150}, sets={"NS": 1})
    match.add(score_round(rules, read_bids("5 3 2 3"), [3, 4, 3, 3], match.bags))
    assert match.scores["NS"] > match.scores["EW"]
    assert match.outcome == Outcome("EW", "sets")


def test_a_first_set_ends_nothing() -> None:
    rules = make_rules(**{"match.max_sets": 2})
    match = Match(rules)
    match.add(score_round(rules, read_bids("5 3 2 3"), [3, 4, 3, 3], match.bags))
    assert (match.sets, match.outcome) == ({"NS": 1, "EW": 0}, None)


def test_when_every_side_has_too_many_sets_the_better_score_wins() -> None:
    rules = make_rules(**{"match.max_sets": 2})
    match = Match(rules, scores={"NS": 10, "EW": 0}, sets={"NS": 1, "EW": 1})
    match.add(points(rules, "-50 -60", sets=frozenset({"NS", "EW"})))
    assert match.outcome == Outcome("NS", "sets")


def test_sets_are_not_counted_out_unless_the_rules_say_so() -> None:
    rules = make_rules()
    match = Match(rules, sets={"NS": 7})
    match.add(points(rules, "-50 60", sets=frozenset({"NS"})))
    assert (match.sets["NS"], match.outcome) == (8, None)


def test_a_failed_nil_alone_is_no_set() -> None:
    result = score_round(make_rules(), read_bids("nil 3 4 3"), [1, 4, 5, 3], {"NS": 0, "EW": 0})
    assert result.sets == frozenset()


@pytest.mark.parametrize(("taken", "sets"), [([13, 0, 0, 0], {"EW"}), ([12, 1, 0, 0], {"NS", "EW"})])
def test_a_moon_that_fails_is_a_set_and_one_that_is_made_is_not(taken: list[int], sets: set[str]) -> None:
    result = score_round(make_rules("jokers"), read_bids("13 3 1 3"), taken, {"NS": 0, "EW": 0})
    assert result.sets == sets


@pytest.mark.parametrize(("taken", "winner"), [([7, 0, 6, 0], "NS"), ([0, 4, 0, 9], "EW"), ([7, 1, 5, 0], None)])
def test_x06_taking_every_trick_wins_the_match(taken: list[int], winner: str | None) -> None:
    rules = make_rules(**{"moon.boston_bonus": "win"})
    match = Match(rules, scores={"NS": -400, "EW": -400})
    match.add(score_round(rules, read_bids("3 3 3 3"), taken, match.bags))
    assert match.winner == winner
    assert match.over == (winner is not None)


def test_a_moon_that_wins_ends_the_match_at_any_score() -> None:
    rules = make_rules("jokers", **{"moon.scoring": "win"})
    match = Match(rules, scores={"NS": -300, "EW": 900})
    match.add(score_round(rules, read_bids("13 3 1 3"), [13, 0, 0, 0], match.bags))
    assert match.outcome == Outcome("NS", "every trick")


# --- limits ----------------------------------------------------------------------------------------------------------


def test_max_rounds_ends_the_match_with_the_best_score() -> None:
    rules = make_rules(**{"match.max_rounds": 2})
    match = Match(rules)
    match.add(points(rules, "70 60"))
    assert not match.over
    match.add(points(rules, "-70 -50"))
    assert match.outcome == Outcome("EW", "rounds")


def test_a_tie_after_the_last_round_plays_on_until_it_is_broken() -> None:
    rules = make_rules(**{"match.max_rounds": 1})
    match = Match(rules)
    match.add(points(rules, "70 70"))
    assert not match.over
    match.add(points(rules, "10 11"))
    assert match.outcome == Outcome("EW", "rounds")


def test_a_tie_after_the_last_round_may_be_a_draw() -> None:
    rules = make_rules(**{"match.max_rounds": 1, "match.tie": "draw"})
    match = Match(rules)
    match.add(points(rules, "70 70"))
    assert match.outcome == Outcome(None, "rounds")


@pytest.mark.parametrize(("scores", "winner"), [("0 5", "EW"), ("5 5", None)])
def test_the_guard_stops_a_match_that_would_never_end(scores: str, winner: str | None) -> None:
    match = Match(make_rules(), guard=3)
    for _ in range(2):
        match.add(points(match.rules, "0 0"))
        assert not match.over
    match.add(points(match.rules, scores))
    assert match.outcome == Outcome(winner, "guard")


def test_every_seat_knows_that_the_guard_makes_a_round_the_last() -> None:
    match = Match(make_rules(), seed=2, guard=2)
    assert not match.deal().view("N").last
    match.add(points(match.rules, "0 0"))
    assert match.deal().view("N").last


def test_the_guard_is_far_off_unless_asked_for() -> None:
    assert Match(make_rules()).guard == GUARD >= 1000


def test_a_match_that_is_over_deals_and_adds_no_more() -> None:
    match = Match(make_rules())
    match.add(points(match.rules, "500 0"))
    with pytest.raises(UsageError, match="over"):
        match.deal()
    with pytest.raises(UsageError, match="over"):
        match.add(points(match.rules, "500 0"))


# --- who deals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "rotation", "dealers"),
    [
        ("standard", "left", "N E S W N"),
        ("standard", "fixed", "N N N N N"),
        ("three", "left", "P1 P2 P3 P1 P2"),
        ("two-player", "left", "P1 P2 P1 P2 P1"),
    ],
)
def test_the_deal_passes_to_the_left_or_stays(base: str, rotation: str, dealers: str) -> None:
    rules = make_rules(base, **{"deal.rotation": rotation, "deal.first_dealer": "seat0"})
    match = Match(rules)
    seen = []
    for _ in range(5):
        seen.append(rules.seats[match.deal().dealer])
        match.add(points(rules, " ".join("0" * len(rules.sides))))
    assert " ".join(seen) == dealers


@pytest.mark.parametrize("place", range(4))
def test_first_dealer_fixes_who_deals_first(place: int) -> None:
    rules = make_rules(**{"deal.first_dealer": f"seat{place}"})
    assert {Match(rules, seed=seed).dealer for seed in range(20)} == {rules.seats[place]}


def test_a_random_first_dealer_comes_from_the_seed_and_may_be_anybody() -> None:
    rules = make_rules()
    assert {first_dealer(rules, seed) for seed in range(40)} == set(rules.seats)
    assert {first_dealer(rules, 5, game) for game in range(40)} == set(rules.seats)
    assert all(Match(rules, seed=seed).dealer == first_dealer(rules, seed) for seed in range(10))


def test_a_match_played_by_rote_is_the_same_every_time() -> None:
    scores = []
    for _ in range(2):
        match = Match(make_rules(**{"match.max_rounds": 4}), seed=3)
        while not match.over:
            match.add(finish(match.deal()))
        scores.append(match.scores)
    assert scores[0] == scores[1]


def test_a_side_that_does_not_sit_at_the_table_is_refused() -> None:
    with pytest.raises(UsageError, match="no side 'XY'"):
        Match(make_rules(), scores={"XY": 5})
