"""Tables are moved to what recorded rounds bear out, and judged where they were not fitted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import load_rules
from spades_cli.search import promise
from spades_cli.search.compiled import load_kernels
from spades_cli.search.tables import PARTS, find_tables
from tests.benchmarks.rounds import record_rounds

np = pytest.importorskip("numpy", reason="fits are made with NumPy")

from benchmarks import fit_promises  # noqa: E402
from benchmarks.fit_promises import CELLS  # noqa: E402
from benchmarks.refit_promises import ODDS, TRICKS, Rows, judge_nils, judge_tricks, main, read_hands, refit  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

#: A place of the side suits that each hand made up here holds, and one of spades.
PLACE = 3 * promise.PATTERNS + 8


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling takes longer than a few rounds."""
    monkeypatch.setattr(fit_promises, "load_kernels", lambda compiled, *more: load_kernels(False, *more))


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_rounds(tmp_path_factory.mktemp("refit") / "rounds.jsonl", ("expert", "basic"), 60)


def tables() -> Any:
    return np.array(find_tables(load_rules("standard")), dtype=float) / 1000


def made_up_tricks(off: float, count: int = 2000) -> Rows:
    """Hands of four like suits that take so many tricks more than the tables say, a little scattered."""
    places = np.full((count, 4), PLACE)
    known = tables()[places[0] + np.array([0, 0, 0, CELLS])].sum()
    scatter = np.random.default_rng(1).normal(0, 0.5, count)
    return Rows(places, known + off + scatter - scatter.mean(), np.arange(count))


def made_up_nils(odds: float, count: int = 2000) -> Rows:
    """Nils of which nothing is known but that they are nils, kept with the log odds given."""
    seen = np.zeros((count, promise.NIL_COVER - promise.NIL_BASE + 1))
    seen[:, 0] = 1
    kept = np.random.default_rng(1).permutation(np.arange(count) < count / (1 + np.exp(-odds)))
    return Rows(seen, kept.astype(float), np.arange(count))


def test_every_bid_is_read_with_its_round_and_its_tricks(record: Path) -> None:
    rules, hands = read_hands(record, ["expert"], 0.5)
    assert rules == load_rules("standard")
    # Sixty deals are played twice, with two seats each time.
    assert [sum(hand.number == number for hand in hands) for number in range(1, 121)] == [2] * 120
    assert len(read_hands(record, ["expert", "basic"], 0.5)[1]) == 480
    assert all(hand.cards.bit_count() == 13 for hand in hands)
    assert {hand.taken > 0 for hand in hands if hand.nil} == {True, False}


def test_tricks_that_all_hands_take_more_are_found_and_pay_in_held_out_rounds() -> None:
    tricks = made_up_tricks(0.4)
    before, after = judge_tricks(tricks, tables()[TRICKS])
    assert before == pytest.approx((0.4**2 + 0.5**2) ** 0.5, abs=0.02)
    assert after == pytest.approx(0.5, abs=0.02)
    fitted = refit(tables(), tricks, made_up_nils(1.0))
    moved = (fitted - tables())[[PLACE, CELLS + PLACE]]
    assert 3 * moved[0] + moved[1] == pytest.approx(0.4, abs=0.05)
    assert fitted[promise.SPREAD] == pytest.approx(0.5, abs=0.02)


def test_nils_that_are_kept_less_often_lower_the_odds() -> None:
    base = float(tables()[promise.NIL_BASE])
    nils = made_up_nils(base - 0.6, 4000)
    before, after = judge_nils(nils, tables()[ODDS])
    assert after < before - 0.02
    fitted = refit(tables(), made_up_tricks(0.0), nils)
    assert -0.6 < fitted[promise.NIL_BASE] - base < -0.4
    # Of other numbers these nils tell nothing.
    assert fitted[promise.NIL_LENGTH + 2] == pytest.approx(tables()[promise.NIL_LENGTH + 2])


def test_where_nobody_bids_nil_its_odds_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, file = record_rounds(tmp_path / "two.jsonl", ("lowest", "expert"), 20, "two-player"), tmp_path / "new.json"
    assert main([str(record), "expert", "--out", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "nils   too few bids: their odds stay"
    data = json.loads(file.read_text())
    assert "nils" not in data["refit"]
    old = find_tables(load_rules("two-player"))
    new = [number for part in PARTS for row in data["tables"][part] for number in row]
    assert new[ODDS] == list(old[ODDS])
    assert new[TRICKS] != list(old[TRICKS])


def test_rounds_as_the_tables_expect_them_leave_the_tables_alone() -> None:
    before, after = judge_tricks(made_up_tricks(0.0), tables()[TRICKS])
    assert after == pytest.approx(before, abs=0.005)


def test_the_gain_is_printed_and_the_tables_are_written(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new.json"
    assert main([str(record), "expert", "basic", "--out", str(file)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("tricks ")
    assert second.startswith("nils ")
    data = json.loads(file.read_text())
    assert data["refit"]["command"] == "python -m benchmarks.refit_promises rounds.jsonl expert basic"
    assert data["refit"]["tricks"]["bids"] + data["refit"]["nils"]["bids"] == 480
    assert f"off by {data['refit']['tricks']['off']:.4f}" in first
    assert {part: (len(rows), len(rows[0])) for part, rows in data["tables"].items()} == PARTS
    numbers = [number for part in PARTS for row in data["tables"][part] for number in row]
    assert numbers != list(find_tables(load_rules("standard")))


def test_a_record_that_tells_nothing_is_told_so(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(record), "search"]) == 2
    assert "no bids of search; name a strategy as the record does" in capsys.readouterr().err


def test_a_record_of_two_variants_is_refused(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = record_rounds(tmp_path / "whiz.jsonl", ("expert", "basic"), 1, "whiz")
    both = tmp_path / "both.jsonl"
    both.write_bytes(record.read_bytes() + other.read_bytes())
    assert main([str(both), "expert"]) == 2
    assert "different rules" in capsys.readouterr().err
