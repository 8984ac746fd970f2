"""Margin, spread and nil follow from what became of recorded bids."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import pytest

from benchmarks import fit_style
from benchmarks.fit_style import NILS, Made, Nil, fit_nil, report
from tests.benchmarks.rounds import record_rounds

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_rounds(tmp_path_factory.mktemp("style") / "rounds.jsonl", ("expert", "random"), 6)


def test_every_bid_of_the_strategy_is_looked_at_and_no_other(record: Path) -> None:
    found = fit_style.read_bids(record, "expert", 0.5)
    # Six deals are played twice, with two seats each time.
    assert len(found) == 24
    assert len(fit_style.read_bids(record, "random", 0.5)) == 24
    assert fit_style.read_bids(record, "basic", 0.5) == []
    made = [bid for bid in found if isinstance(bid, Made)]
    assert all(bid.over == int(bid.over) for bid in made)
    assert all(0.3 < bid.wide < 2 for bid in made)


def test_the_numbers_are_printed_with_their_errors(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fit_style.main([str(record), "expert"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("margin +")
    same = [line for line in lines if "  the same, " in line]
    assert sum(int(line.split()[-2]) for line in same) == int(lines[0].split()[-2])
    assert lines[2 + len(same)].startswith("spread ")
    fit_style.main([str(record), "basic"])
    assert capsys.readouterr().out == "no bids of that strategy\n"


def test_a_record_that_is_not_there_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fit_style.main([str(tmp_path / "none.jsonl"), "expert"]) == 4
    assert capsys.readouterr().err == f"error: {tmp_path}/none.jsonl: cannot be read: No such file or directory\n"


def test_tricks_over_the_bid_make_the_margin_and_their_scatter_the_spread() -> None:
    found = [Made(1.0, 0.5, 1.0), Made(0.0, -0.5, 1.0)] * 50
    lines = list(report(found))
    assert lines[0].split()[:2] == ["margin", "+0.50"]
    assert lines[1].split()[0] == "+0.00"
    assert lines[2].split()[:2] == ["spread", "0.50"]
    assert len(lines) == 3


def test_what_is_taken_beside_and_against_a_nil_is_told_apart() -> None:
    found = [Made(1.0, off, 1.0, case) for off, case in zip((0.0, 0.75, -0.25), NILS, strict=True) for _ in range(10)]
    told = {line.partition("  the same, ")[2]: line.split()[0] for line in report(found) if "the same" in line}
    assert told == {
        "no nil known: 10 bids": "+0.00",
        "beside a nil: 10 bids": "+0.75",
        "against a nil: 10 bids": "-0.25",
    }


@pytest.mark.parametrize("kept", [20, 50, 80])
def test_the_nil_shift_makes_as_many_expected_as_are_kept(kept: int) -> None:
    nils = [Nil(log(3), number < kept) for number in range(100)]
    shift, error = fit_nil(nils)
    assert shift == pytest.approx(log(kept / (100 - kept)) - log(3), abs=1e-6)
    assert error == pytest.approx(1 / (kept * (100 - kept) / 100) ** 0.5)
    assert list(report(nils)) == [f"nil    {shift:+.2f} +- {error:.2f}  100 nils, {kept}% kept"]
