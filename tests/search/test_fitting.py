"""Rounds that are played to fit what hands promise, and the script that plays and regresses them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import load_rules
from spades_cli.engine.kernel import stream
from spades_cli.players.importing import run_path
from spades_cli.search import fitting, promise
from spades_cli.search.compiled import load_kernels
from spades_cli.search.fitting import count_nil_places, deal_round, find_suit_places
from spades_cli.search.tables import FOLDER, PARTS, find_tables, name_tables, read_data, settings_of

if TYPE_CHECKING:
    from spades_cli import Rules

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "fit_promises.py"
TABLES = ("standard", "jokers", "cutthroat-3", "five-solo", "two-player", "six-triples")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script as a module; it plays interpreted, as compiling takes longer than a few rounds."""
    pytest.importorskip("numpy", reason="fits are made with NumPy")
    module = run_path(SCRIPT)
    monkeypatch.setattr(module, "load_kernels", lambda compiled, *more: load_kernels(False, *more))
    return module


def game_of(rules: Rules) -> list[int]:
    return [rules.table.players, 0, 0, *rules.pack.runs]


def deal(rules: Rules, seed: int, low: int = -1) -> list[int]:
    hands, deck = [0] * 7, list(rules.pack.order)
    draft = int(rules.deal.method == "draft")
    deal_round(game_of(rules), deck, len(deck), rules.hand_size, draft, low, stream(seed, 0), hands)
    return hands[: rules.table.players + 1]


def test_players_do_not_load_what_fits_need() -> None:
    assert load_kernels(False, fitting.__name__).fitting is fitting
    assert not hasattr(load_kernels(False), "fitting")


@pytest.mark.parametrize("name", TABLES)
def test_hands_and_what_nobody_holds_are_the_whole_pack(name: str) -> None:
    rules = load_rules(name)
    for seed in range(20):
        *hands, pile = deal(rules, seed)
        assert [hand.bit_count() for hand in hands] == [rules.hand_size] * rules.table.players
        assert sum(hands) + pile == sum(rules.pack.order)
        assert sum(hand.bit_count() for hand in hands) + pile.bit_count() == rules.pack.size


def test_a_drafter_gathers_tricks_and_one_for_a_nil_avoids_them() -> None:
    rules, tables = load_rules("two-player"), find_tables(load_rules("two-player"))
    runs, seeds = rules.pack.runs, range(100)
    high = [promise.tricks_of(tables, runs, 0, deal(rules, seed)[0]) for seed in seeds]
    low = [promise.tricks_of(tables, runs, 0, deal(rules, seed, low=0)[0]) for seed in seeds]
    assert sum(high) / len(high) == pytest.approx(6500, abs=300)
    assert sum(low) < 0.6 * sum(high)


@pytest.mark.parametrize("name", TABLES)
def test_places_counted_for_a_fit_add_up_to_what_hands_promise(name: str) -> None:
    rules, tables = load_rules(name), find_tables(load_rules(name))
    game, width = game_of(rules), promise.NIL_COVER - promise.NIL_BASE
    hands = [deal(rules, seed)[0] for seed in range(30)]
    places, counts = [0] * (4 * len(hands)), [0] * (width * len(hands))
    find_suit_places(game, hands, len(hands), places)
    count_nil_places(game, [0] * promise.TABLES, hands, len(hands), counts)
    for row, hand in enumerate(hands):
        clubs, diamonds, hearts, spades = places[4 * row : 4 * row + 4]
        tricks = sum(tables[promise.SIDE_TRICKS + place] for place in (clubs, diamonds, hearts))
        assert tricks + tables[promise.SPADE_TRICKS + spades] == promise.tricks_of(tables, rules.pack.runs, 0, hand)
        numbers = zip(counts[row * width : (row + 1) * width], tables[promise.NIL_BASE :], strict=False)
        assert sum(count * number for count, number in numbers) == promise.nil_odds(tables, rules.pack.runs, 0, hand)


def test_a_table_bids_what_a_hand_promises_less_half_a_trick() -> None:
    rules, tables = load_rules("standard"), find_tables(load_rules("standard"))
    for seed in range(20):
        hand = deal(rules, seed)[0]
        promised = promise.tricks_of(tables, rules.pack.runs, 0, hand) / 1000
        assert fitting.table_bid(game_of(rules), tables, hand) == max(1, int(promised // 1))


@pytest.mark.soak
def test_rounds_are_equal_compiled_and_interpreted(script: Any) -> None:
    pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    rules, tables = load_rules("standard"), find_tables(load_rules("standard"))
    plain, fast = script.Table(rules, 20, 3), script.Table(rules, 20, 3)
    vars(fast)["kernels"] = load_kernels(True, "spades_cli.search.fitting")
    assert fast.kernels.is_compiled
    assert not plain.kernels.is_compiled
    for one, other in zip(plain.play_tricks(), fast.play_tricks(), strict=True):
        assert one.tolist() == other.tolist()
    for one, other in zip(plain.play_nils(tables, 60, 4), fast.play_nils(tables, 60, 4), strict=True):
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("name", ["two-player-300", "six-pairs"])
def test_few_rounds_make_data_of_the_committed_shape(name: str, script: Any, tmp_path: Path) -> None:
    assert script.main([name, "--rounds", "600", "--seed", "5"], tmp_path / FOLDER) == 0
    (file,) = (tmp_path / FOLDER).iterdir()
    rules = load_rules(name)
    assert file.name == name_tables(settings_of(rules))
    made, committed = json.loads(file.read_text()), read_data(file.name)
    assert committed is not None
    assert made["command"].endswith("--rounds 600 --seed 5")
    # What was fitted to rounds of search is told beside it.
    committed.pop("spread_of_search", None)
    assert [list(part) for part in (made, made["tables"], made["nils"])] == [
        list(part) for part in (committed, committed["tables"], committed["nils"])
    ]
    assert {part: (len(rows), len(rows[0])) for part, rows in made["tables"].items()} == PARTS
    hand = sum(rules.pack.order[:: rules.table.players][: rules.hand_size])
    both = [
        tuple(number for rows in data["tables"].values() for row in rows for number in row)
        for data in (made, committed)
    ]
    few, many = (promise.tricks_of(tables, rules.pack.runs, 0, hand) for tables in both)
    assert few == pytest.approx(many, abs=1500)


def test_a_check_writes_nothing_and_tells_what_would_change(
    script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["two-player", "--rounds", "100"]
    assert script.main([*words, "--check"], tmp_path) == 1
    assert list(tmp_path.iterdir()) == []
    assert script.main(words, tmp_path) == 0
    assert script.main([*words, "--check"], tmp_path) == 0
    assert script.main([*words, "--check", "--seed", "2"], tmp_path) == 1
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == ["new", "new", "before", "new"]


def test_an_unknown_variant_is_no_traceback(script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["standrad"], tmp_path) != 0
    assert "standrad" in capsys.readouterr().err
