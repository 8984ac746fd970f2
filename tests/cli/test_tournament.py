"""``spades-cli tournament``: every pair on the same terms, with any number of workers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

WORDS = ("tournament", "basic", "lowest", "random", "-n", "6", "-s", "3", "--rounds")


def test_a_round_robin_has_a_table_and_a_cross_table(run: Run) -> None:
    ran = run(*WORDS)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "standard, 18 deals x 2, seed 3"
    assert [line.split()[0] for line in lines[-3:]] == ["basic", "lowest", "random"]
    for line in lines[-3:]:
        assert line.count("+-") == 2


def test_the_differences_of_a_cross_table_are_opposite(run: Run) -> None:
    lines = run(*WORDS).out.splitlines()
    basic, lowest = lines[-3].split(), lines[-2].split()
    assert float(basic[2]) == -float(lowest[1])


def test_a_gauntlet_is_the_first_against_the_others(run: Run) -> None:
    found = json.loads(run(*WORDS, "--type", "gauntlet", "--format", "json").out)
    assert found["pairs"] == 12
    assert [row["matches"] for row in found["strategies"]] == [24, 12, 12]


def test_workers_and_resume_change_nothing(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    run(*WORDS, "-o", one)
    run(*WORDS, "-j", "2", "-o", two)
    assert one.read_bytes() == two.read_bytes()
    two.write_bytes(two.read_bytes()[: len(two.read_bytes()) // 2])
    assert run(*WORDS, "-o", two, "--resume").code == 0
    assert one.read_bytes() == two.read_bytes()
    assert run("replay", one, "--verify").code == 0


def test_ratings_put_the_better_one_first(run: Run) -> None:
    rows = json.loads(run(*WORDS, "--ratings", "--format", "json").out)["strategies"]
    ratings = {row["spec"]: row["rating"] for row in rows}
    assert ratings["basic"] > ratings["lowest"] > ratings["random"]
    assert "rating of basic: " in run(*WORDS, "--ratings").out


@pytest.mark.parametrize("players", [("basic",), ("basic", "basic")])
def test_a_tournament_needs_different_strategies(players: tuple[str, ...], run: Run) -> None:
    ran = run("tournament", *players)
    assert ran.code == 2
    assert "two or more different strategies" in ran.err
