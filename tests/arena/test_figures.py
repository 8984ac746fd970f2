"""What a comparison amounts to, from games made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spades_cli import Rules
from spades_cli.arena.figures import Figures, sprt
from spades_cli.arena.pairs import Clock, Plan
from spades_cli.engine.match import GUARD
from spades_cli.engine.rules import BagsRules
from spades_cli.players.settings import PluginSettings
from spades_cli.record.figures import Mean
from spades_cli.record.reader import GameRecord
from tests.engine.builders import make_rules


def game(rounds: list[dict[str, Any]], winner: str | None, faults: list[dict[str, Any]] | None = None) -> GameRecord:
    return GameRecord({"g": "1-0.0"}, 1, rounds=rounds, faults=faults or [], end={"winner": winner})


def line(bids: str, taken: str, points: dict[str, int], plays: str = "AS") -> dict[str, Any]:
    return {"bids": bids, "taken": taken, "points": points, "plays": plays}


NS_WINS = game([line("N3 E3 S2 W3", "N4 E3 S2 W4", {"NS": 51, "EW": 61})], "NS")
EW_WINS = game([line("N2 E4 Snil W3", "N1 E5 S0 W7", {"NS": 80, "EW": 75}, "KS")], "EW")


def figures(*units: list[GameRecord], rules: Rules | None = None) -> Figures:
    found = Figures(rules or Rules(), ("a", "b"))
    for games in units:
        found.add(games, [[0, 1], [1, 0]][: len(games)], [Clock(0.5, 100), Clock(0.1, 50)])
    return found


def test_points_are_own_and_the_difference_is_paired() -> None:
    a, b = figures([NS_WINS, EW_WINS]).rows
    assert (a.matches, a.won, a.rounds, a.points) == (2, 2, 2, 51 + 75)
    assert (b.matches, b.won, b.points) == (2, 0, 61 + 80)
    assert a.difference.mean == pytest.approx(-7.5)
    assert b.difference.mean == pytest.approx(7.5)


def test_contracts_sets_bags_and_nils_are_counted_by_side_and_seat() -> None:
    a, b = figures([NS_WINS, EW_WINS]).rows
    assert (a.contracts, a.sets, a.bags) == (2, 0, 1 + 5)
    assert (b.contracts, b.sets, b.bags) == (2, 1, 1)
    assert (b.bids, b.nils, b.nils_made) == (4, 1, 1)
    assert a.trick_error.mean == pytest.approx(((4 - 3) + (2 - 2) + (5 - 4) + (7 - 3)) / 4)


def test_time_is_per_decision() -> None:
    a = figures([NS_WINS, EW_WINS]).to_dict(1)["strategies"][0]
    assert a["ms_per_decision"] == 5.0


def test_a_pair_played_alike_counts_as_one_match_that_is_shared() -> None:
    found = figures([NS_WINS, NS_WINS])
    assert found.identical == 1
    assert [(row.matches, row.won) for row in found.rows] == [(1, 0.5), (1, 0.5)]
    assert found.rows[0].difference.mean == 0


def test_draws_are_shared() -> None:
    drawn = game(NS_WINS.rounds, None)
    assert [row.won for row in figures([drawn]).rows] == [0.5, 0.5]


def held(points: tuple[int, int], bags: tuple[int, int]) -> GameRecord:
    """A single round that NS wins, after which the sides hold so many bags."""
    sides = ("NS", "EW")
    one = line("N3 E3 S2 W3", "N4 E3 S2 W4", dict(zip(sides, points, strict=True)))
    return game([one | {"bags": dict(zip(sides, bags, strict=True))}], "NS")


def test_a_bag_that_is_held_after_a_single_round_counts_its_share_of_the_penalty() -> None:
    found = Figures(Rules(), ("a", "b"), bag_price=10.0)
    found.add([held((51, 63), (1, 3))], [[0, 1]])
    a, b = found.rows
    assert (a.points, b.points) == (51 - 10, 63 - 30)
    assert (a.difference.mean, b.difference.mean) == (8, -8)
    assert (a.won, b.won) == (1, 0)
    assert found.to_dict(1)["bag_price"] == 10.0


def test_bags_that_the_round_has_charged_are_not_charged_again() -> None:
    found = Figures(Rules(), ("a", "b"), bag_price=10.0)
    found.add([held((20 + 11 - 100, 40), (1, 0))], [[0, 1]])
    assert [row.points for row in found.rows] == [-69 - 10, 40]


def test_bags_have_no_price_in_matches() -> None:
    assert [row.points for row in figures([held((51, 63), (1, 3))]).rows] == [51, 63]


@pytest.mark.parametrize(
    ("bags", "rounds", "price"),
    [
        (BagsRules(), 1, 10.0),
        (BagsRules(limit=5, penalty=50), 1, 10.0),
        (BagsRules(limit=8, penalty=100), 1, 12.5),
        (BagsRules(limit=0), 1, 0.0),
        (BagsRules(), GUARD, 0.0),
    ],
)
def test_the_price_of_a_bag_is_the_penalty_by_the_limit_in_single_rounds_only(
    bags: BagsRules, rounds: int, price: float
) -> None:
    rules = replace(Rules(), bags=bags)
    assert Plan(rules, ("a", "b"), 1, PluginSettings(), ((0, 1),), 1, rounds=rounds).bag_price == price


def test_faults_are_counted_for_the_strategy_at_the_seat() -> None:
    failed = game(NS_WINS.rounds, "NS", [{"seat": "E", "kind": "illegal"}])
    assert figures([failed]).rows[1].faults == {"illegal": 1}


def test_the_json_object_has_rates_as_fractions() -> None:
    found = figures([NS_WINS, EW_WINS], [NS_WINS, EW_WINS]).to_dict(9)
    assert (found["rules"], found["seed"], found["pairs"]) == ("standard", 9, 2)
    a, b = found["strategies"]
    assert (a["spec"], a["matches_won"], a["matches"]) == ("a", 4, 4)
    assert (b["sets"], b["nils_bid"], b["nils_made"]) == (0.5, 0.25, 1.0)
    assert a["difference_se"] == 0.0


@pytest.mark.parametrize(
    ("base", "count", "rotations"),
    [
        ("standard", 2, [[0, 1, 0, 1], [1, 0, 1, 0]]),
        ("three", 2, [[0, 1, 0], [1, 0, 1]]),
        ("three", 3, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]),
        ("two-packs", 2, [[0, 1, 0, 0, 1, 0], [1, 0, 1, 1, 0, 1]]),
    ],
)
def test_over_all_rotations_each_strategy_has_each_side_once(base: str, count: int, rotations: list[list[int]]) -> None:
    pairing = tuple(range(count))
    plan = Plan(make_rules(base), ("a", "b", "c")[:count], 1, PluginSettings(), (pairing,), 5)
    assert [list(plan.seat(0, rotation).values()) for rotation in plan.rotations(0)] == rotations


@pytest.mark.parametrize(
    ("values", "verdict"),
    [([5.0, 6.0] * 50, "high"), ([-1.0, 0.0] * 50, "low"), ([2.0, 3.0] * 5, None), ([5.0] * 4, None)],
)
def test_the_sequential_test_decides_on_clear_differences_only(values: list[float], verdict: str | None) -> None:
    difference = Mean()
    for value in values:
        difference.add(value)
    assert sprt(difference, 0, 5) == verdict
