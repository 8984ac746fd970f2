"""Tables and play-outs are judged by what became of recorded bids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from benchmarks import fit_foresight
from benchmarks.fit_foresight import Judged, fit_odds, report
from tests.benchmarks.rounds import record_rounds

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_rounds(tmp_path_factory.mktemp("foresight") / "rounds.jsonl", ("expert", "random"), 3)


def test_every_bid_is_judged_by_tables_and_by_play_outs(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fit_foresight.main([str(record), "expert", "--deals", "8"]) == 0
    line = capsys.readouterr().out.splitlines()[0]
    assert line.startswith("tricks ")
    # Three deals are played twice, with two seats each time; the nils among their bids are no tricks.
    assert 8 <= int(line.split()[1]) <= 12
    assert "off tables " in line
    assert ", play-outs " in line
    assert fit_foresight.main([str(record), "basic"]) == 0
    assert capsys.readouterr().out == "no bids of that strategy\n"


def test_who_foresees_worse_is_further_off() -> None:
    found = [Judged(False, 3.0, 3.5 + side / 2, 4.0 + side) for side in (-0.5, 0.5)] * 10
    (line,) = report(found)
    assert line == "tricks 20 bids, off tables +1.000 sd 0.500, play-outs +0.500 sd 0.250"


def test_nils_weigh_what_tells_them_apart() -> None:
    found = [Judged(True, 0.0, odds, kept) for odds in (-1.0, 1.0) for kept in (0.0, 1.0, float(odds > 0))] * 10
    first, second = report(found)
    assert first.startswith("nils   60 bids, log loss tables 0.693, play-outs 0.647, both 0.637")
    assert second.split()[2] == "+0.69"


def test_the_weights_of_odds_are_those_that_made_them() -> None:
    rng = np.random.default_rng(1)
    seen = np.column_stack((np.ones(20000), rng.normal(size=20000)))
    became = (rng.random(20000) < 1 / (1 + np.exp(-seen @ (0.5, -1.5)))).astype(float)
    assert fit_odds(seen, became) == pytest.approx((0.5, -1.5), abs=0.06)


def test_a_record_that_cannot_be_judged_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fit_foresight.main([str(tmp_path / "none.jsonl"), "expert"]) == 4
    assert capsys.readouterr().err == f"error: {tmp_path}/none.jsonl: cannot be read: No such file or directory\n"
    solo = record_rounds(tmp_path / "solo.jsonl", ("expert", "random"), 1, "two-player")
    assert fit_foresight.main([str(solo), "expert"]) == 2
    assert capsys.readouterr().err.endswith("was played by rules under which no bids are played out\n")
