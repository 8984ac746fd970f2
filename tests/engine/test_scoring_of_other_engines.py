"""Scoring cases of other Spades engines: ours must find the same points, bags and ends.

Each case states its engine's rules; ``keys_of`` says which keys of ours they are. Where an engine shows a total whose
last digit is the bag count, its arithmetic binds and the shown number does not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spades_cli.engine.actions import BLIND_NIL, NIL, Bid
from spades_cli.engine.match import Match, find_outcome
from spades_cli.engine.scoring import RoundResult, score_round
from tests.engine.builders import make_rules, spread, take_tricks

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in map(json.loads, (Path(__file__).parent / "data" / "scoring.jsonl").read_text().splitlines())
}

#: Cases no rules key of ours expresses, and why.
INEXPRESSIBLE = {
    "sc-023": "a flat bonus for any contract of ten or more; our [ten] replaces the contract or scales with its tricks",
}
ROUNDS = [id for id, case in CASES.items() if case["bids"] is not None and id not in INEXPRESSIBLE]

FAILED_NIL_TRICKS = {"count_for_partner": "count", "bags_only": "bags_no_points"}
BIDS = {"nil": NIL, "blind_nil": BLIND_NIL}
#: What an engine says about its display or its counter, and not about points.
CONVENTIONS = {"display", "bags"}


def keys_of(rules: dict[str, Any]) -> dict[str, Any]:
    """Our keys for another engine's rules."""
    keys: dict[str, Any] = {"bidding.zero": "zero"}
    for name, value in rules.items():
        match name:
            case "target":
                keys["match.target"] = value
            case "floor":
                keys["match.lose_at"] = value
            case "bags_for_penalty":
                keys["bags.limit"] = value
            case "bag_penalty":
                # 110 takes the ten bag points away with the hundred.
                keys |= {"bags.penalty": 100, "bags.cancel": True} if value == 110 else {"bags.penalty": value}
            case "nil" | "blind_nil":
                keys |= {f"{name}.made": value, f"{name}.failed": value}
            case "failed_nil_tricks":
                keys["nil.failed_tricks"] = FAILED_NIL_TRICKS[value]
            case _:
                assert name in CONVENTIONS | {"double_nil"}
    if "double_nil" in rules:  # one unit of 200, and its tricks are discarded
        keys |= {"nil.both_score": "all_or_lose", "nil.failed_tricks": "ignore"}
    return keys


def before(case: dict[str, Any]) -> tuple[int, int]:
    """Score and bags before the round; an engine without a counter of its own keeps the bags in the last digit."""
    team = case["team_before"]
    score = team.get("score", team.get("arithmetic"))
    return score, team.get("bags", score % 10)


def play(case: dict[str, Any]) -> tuple[Match, RoundResult]:
    """The match after the round, the other team having bid 3 and 3."""
    rules = make_rules(**keys_of(case["rules"]))
    score, bags = before(case)
    match = Match(rules, scores={"NS": score}, bags={"NS": bags})
    bids = [BIDS.get(bid) or Bid(bid) for bid in case["bids"]]
    taken = take_tricks(rules, "NS", case["tricks"], 13)
    result = score_round(rules, spread(rules, "NS", bids, Bid(3)), taken, match.bags)
    match.add(result)
    return match, result


def test_the_inexpressible_cases_exist() -> None:
    assert set(INEXPRESSIBLE) <= set(CASES)


def test_every_case_is_tested_or_says_why_not() -> None:
    assert set(ROUNDS) | set(INEXPRESSIBLE) | {"sc-029"} == set(CASES)


@pytest.mark.parametrize("id", ROUNDS)
def test_the_points_of_the_round_agree(id: str) -> None:
    expected = CASES[id]["expected"]
    match, result = play(CASES[id])
    assert match.scores["NS"] == before(CASES[id])[0] + result.points["NS"]
    if "delta" in expected:
        assert result.points["NS"] == expected["delta"]
    if {"score", "arithmetic"} & set(expected):
        assert match.scores["NS"] == expected.get("arithmetic", expected.get("score"))


@pytest.mark.parametrize("id", [id for id in ROUNDS if "bags" in CASES[id]["expected"]])
def test_the_bags_after_the_round_agree(id: str) -> None:
    match, _ = play(CASES[id])
    assert match.bags["NS"] == CASES[id]["expected"]["bags"]


@pytest.mark.parametrize("id", [id for id in ROUNDS if "penalties" in CASES[id]["expected"]])
def test_the_number_of_bag_penalties_agrees(id: str) -> None:
    match, result = play(CASES[id])
    penalties = [line.points for line in result.lines["NS"] if line.name == "bag penalty"]
    assert penalties == [-match.rules.bags.penalty * CASES[id]["expected"]["penalties"]]


@pytest.mark.parametrize("id", [id for id in ROUNDS if "game_over" in CASES[id]["expected"]])
def test_the_floor_ends_the_match(id: str) -> None:
    match, _ = play(CASES[id])
    assert match.over == CASES[id]["expected"]["game_over"]
    assert match.winner == "EW"


def test_a_tie_at_500_plays_on() -> None:
    case = CASES["sc-029"]
    score = case["team_before"]["score"]
    assert case["expected"]["winner"] is None
    assert find_outcome(make_rules(**keys_of(case["rules"])), {"NS": score, "EW": score}) is None
