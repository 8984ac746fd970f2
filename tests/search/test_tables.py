"""The tables of what hands promise: one file for variants that play alike, masters for all other rules."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from spades_cli import Rules, load_rules
from spades_cli.search import Style
from spades_cli.search.masters import count_masters
from spades_cli.search.promise import (
    LENGTHS,
    NIL_ABOVE,
    NIL_COVER,
    PATTERNS,
    SIDE_TRICKS,
    SPADE_TRICKS,
    TABLES,
    nil_odds,
    tricks_of,
)
from spades_cli.search.tables import FOLDER, PARTS, find_tables, name_tables, read_data, settings_of
from spades_cli.variants import VariantLibrary

VARIANTS = VariantLibrary().names()
DEALT = [name for name in VARIANTS if load_rules(name).deal.method == "deal"]
#: Rules of a user's own, with no data.
STRANGE = {
    "must trump and beat": replace(load_rules("jokers"), play=replace(Rules().play, must_trump=True, must_beat=True)),
    "short hands": replace(Rules(), deal=replace(Rules().deal, hand_size=5, leftover="set_aside")),
    "few clubs": replace(
        load_rules("standard"),
        deck=replace(Rules().deck, remove=tuple(f"{rank}C" for rank in "23456789TJ")),
        deal=replace(Rules().deal, leftover="set_aside"),
    ),
    "two packs": replace(load_rules("six-pairs"), table=replace(Rules().table, players=6, teams="solo")),
}


def data_of(rules: Rules) -> dict[str, Any]:
    data = read_data(name_tables(settings_of(rules)))
    assert data is not None
    return data


def deal_hands(rules: Rules, count: int) -> list[int]:
    rng = random.Random(7)
    return [sum(rng.sample(rules.pack.order, rules.hand_size)) for _ in range(count)]


def promises(tables: tuple[int, ...], rules: Rules, hands: list[int]) -> list[float]:
    return [tricks_of(tables, rules.pack.runs, 0, hand) / 1000 for hand in hands]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_bundled_variant_has_data_that_say_what_made_them(name: str) -> None:
    rules = load_rules(name)
    data = data_of(rules)
    assert name in data["variants"]
    assert data["settings"] == settings_of(rules)
    assert data["command"].startswith(f"python benchmarks/fit_promises.py {data['variants'][0]} ")
    assert data["command"].endswith(f"--seed {data['seed']}")
    shape = {part: (len(rows), len(rows[0])) for part, rows in data["tables"].items()}
    assert shape == PARTS
    assert len(find_tables(rules)) == TABLES


def test_every_file_is_used_and_small() -> None:
    folder = files("spades_cli.search") / FOLDER
    names = {name_tables(settings_of(load_rules(name))) for name in VARIANTS}
    assert {file.name for file in folder.iterdir()} == names
    assert all(len(file.read_bytes()) < 15_000 for file in folder.iterdir())


@pytest.mark.parametrize("name", DEALT)
def test_the_hands_of_a_table_promise_about_the_tricks_there_are(name: str) -> None:
    rules = load_rules(name)
    found = promises(find_tables(rules), rules, deal_hands(rules, 400))
    share = rules.hand_size / rules.table.players
    assert sum(found) / len(found) == pytest.approx(share, abs=0.25)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_fit_explains_most_of_what_hands_do_and_its_chances_come_true(name: str) -> None:
    data = data_of(load_rules(name))
    assert data["tricks"]["r2"] > 0.6
    assert data["nils"]["log_loss"] < data["nils"]["log_loss_of_mean"]
    for hands, predicted, kept in data["nils"]["calibration"]:
        # Of hands that are sure to bid nil more are kept than the sum over the cards says.
        chance = 2 / hands**0.5
        assert predicted - 0.03 - chance < kept < predicted + (0.12 if predicted > 0.7 else 0.05) + chance


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("start", [SIDE_TRICKS, SPADE_TRICKS], ids=["side suit", "spades"])
def test_a_higher_card_promises_hardly_less(name: str, start: int) -> None:
    rules = load_rules(name)
    tables = find_tables(rules)
    for length in range(1, 10):
        for pattern in range(PATTERNS):
            for place in range(3):
                if pattern >> place & 3 == 1 and pattern.bit_count() <= length:
                    row = start + length * PATTERNS
                    assert tables[row + pattern + (1 << place)] > tables[row + pattern] - 400, (length, pattern)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_spade_more_promises_more(name: str) -> None:
    tables = find_tables(load_rules(name))
    for pattern in range(PATTERNS):
        for length in range(max(1, pattern.bit_count()), LENGTHS - 1):
            place = SPADE_TRICKS + length * PATTERNS + pattern
            assert tables[place + PATTERNS] > tables[place], (length, pattern)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_highest_spade_ends_all_hope_of_a_nil_where_it_cannot_lose(name: str) -> None:
    rules = load_rules(name)
    tables = find_tables(rules)
    assert all(tables[NIL_ABOVE] < tables[NIL_ABOVE + over] for over in range(1, 14))
    if not rules.pack.doubled:
        runs, hand = rules.pack.runs, sum(1 << bit for bit in range(rules.hand_size - 1))
        top = 1 << (runs[3].bit_length() - 1)
        assert nil_odds(tables, runs, 0, hand | top) < -4000


def test_only_partners_shelter_a_nil() -> None:
    assert find_tables(load_rules("solo-4"))[NIL_COVER] == 0
    assert find_tables(load_rules("standard"))[NIL_COVER] > 0


def test_rules_of_a_users_own_get_the_data_of_a_variant_that_plays_alike() -> None:
    standard = load_rules("standard")
    own = replace(standard, bags=replace(standard.bags, limit=0), variant=replace(standard.variant, id="own"))
    assert find_tables(own) == find_tables(standard)
    assert find_tables(replace(own, play=replace(own.play, must_trump=True))) != find_tables(standard)


@pytest.mark.parametrize("rules", STRANGE.values(), ids=STRANGE)
def test_rules_without_data_get_tables_that_count_masters(rules: Rules) -> None:
    tables = find_tables(rules)
    assert tables == count_masters(rules)
    found = promises(tables, rules, deal_hands(rules, 300))
    assert sum(found) / len(found) == pytest.approx(rules.hand_size / rules.table.players, abs=0.25)


@pytest.mark.parametrize("name", ["standard", "jokers", "cutthroat-3", "six-pairs"])
def test_counting_masters_comes_near_the_fit(name: str) -> None:
    rules = load_rules(name)
    hands = deal_hands(rules, 400)
    pairs = zip(promises(find_tables(rules), rules, hands), promises(count_masters(rules), rules, hands), strict=True)
    off = sorted(abs(fitted - counted) for fitted, counted in pairs)
    assert sum(off) / len(off) < 0.6
    assert off[int(0.95 * len(off))] < 1.6


def test_looking_tables_up_loads_nothing_heavy() -> None:
    code = (
        "import sys; from spades_cli import Rules; from spades_cli.search.tables import find_tables;"
        "find_tables(Rules()); print(*sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(found.stdout.split()) & {"numba", "numpy", "pydantic"}


def test_files_are_rows_that_people_can_read() -> None:
    file = files("spades_cli.search") / FOLDER / name_tables(settings_of(Rules()))
    text = file.read_text(encoding="utf-8")
    assert json.loads(text)["settings"]["hand"] == 13
    assert max(map(len, text.splitlines())) < 250


def test_tricks_of_two_players_scatter_as_those_of_search_did() -> None:
    data = read_data(name_tables(settings_of(load_rules("two-player"))))
    assert data is not None
    fitted = data["spread_of_search"]
    scatter = fitted["spread"] * data["tricks"]["residual_sd"]
    assert data["tables"]["spread"][0][0] / 1000 * fitted["share_of_bidders"] == pytest.approx(scatter, abs=0.01)
    assert fitted["share_of_bidders"] == Style().spread
