"""The weights of the rule player are whole, are there for every variant, and stand behind every round's layout."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from spades_cli import Bid, load_rules, search
from spades_cli.search.judging import Situation
from spades_cli.search.layout import BIDS, RATINGS
from spades_cli.search.policy import KINDS
from spades_cli.search.rating import FEATURES
from spades_cli.search.ratings import FOLDER, find_ratings, knows_table, name_ratings, read_ratings
from spades_cli.search.worth import round_game
from tests.search.rounds import RULES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FILES = {file.name: file for file in (files(search.__name__) / FOLDER).iterdir()}
#: More than any feature counts, and far less than the compiled numbers hold.
MOST, ROOM = 1 << 13, 1 << 55


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_a_file_has_a_row_of_whole_numbers_for_every_kind_of_turn(file: Traversable) -> None:
    rows = json.loads(file.read_text(encoding="utf-8"))["weights"]
    assert len(rows) == KINDS
    assert {len(row) for row in rows} == {FEATURES}
    assert all(type(weight) is int for row in rows for weight in row)
    assert read_ratings(file.name) == tuple(weight for row in rows for weight in row)


@pytest.mark.parametrize("name", FILES)
def test_no_rating_comes_near_an_overflow(name: str) -> None:
    weights = read_ratings(name)
    for kind in range(KINDS):
        assert sum(map(abs, weights[kind * FEATURES : (kind + 1) * FEATURES])) * MOST < ROOM


def test_every_variant_finds_weights_and_every_file_is_of_use() -> None:
    assert {name_ratings(rules) for rules in RULES.values()} == FILES.keys()
    for rules in RULES.values():
        assert len(find_ratings(rules)) == KINDS * FEATURES


@pytest.mark.parametrize(
    ("variant", "file"),
    [
        ("standard", "pairs"),
        ("six-triples", "pairs"),
        ("jokers", "free"),
        ("two-player", "two"),
        ("cutthroat-3", "three"),
        ("solo-4", "four"),
        ("bicycle", "three"),
        ("five-solo", "six"),
        ("six-solo-short", "six"),
    ],
)
def test_tables_alike_share_their_weights(variant: str, file: str) -> None:
    assert name_ratings(load_rules(variant)) == f"{file}.json"


@pytest.mark.parametrize("name", RULES)
def test_only_teams_of_six_have_no_weights_of_their_own(name: str) -> None:
    table = RULES[name].table
    assert knows_table(RULES[name]) == (table.teams == "solo" or table.players < 6)


def test_bids_and_weights_stand_in_the_layout_of_a_round() -> None:
    rules = load_rules("standard")
    bids = (Bid(4), Bid(0, nil=True), Bid(3), None)
    game = round_game(Situation(rules, bids, (0, 0), (0, 0), rules.hand_size, 1))
    assert game[BIDS : BIDS + 4] == (4, 0, 3, 0)
    assert game[RATINGS:] == find_ratings(rules)
