"""The script that learns the weights of the rule player: its regression and its steps, its duels, its files."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from spades_cli.players.importing import run_path
from spades_cli.search import practice
from spades_cli.search.compiled import load_kernels
from spades_cli.search.policy import KINDS
from spades_cli.search.rating import FEATURES

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "fit_ratings.py"
WORDS = ["pairs", "--turns", "40", "--iterations", "2", "--deals", "32", "--seed", "4"]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script as a module; it runs interpreted, as compiling takes longer than a few turns, and in few steps."""
    pytest.importorskip("numpy", reason="weights are learned with NumPy")
    pytest.importorskip("numba", reason="weights are learned with the extra fast")
    module: Any = run_path(SCRIPT)
    monkeypatch.setattr(module, "load_kernels", lambda compiled, *more: load_kernels(False, *more))
    for name in ("add_moments", "add_slopes"):
        monkeypatch.setattr(module, name, getattr(module, name).py_func)
    monkeypatch.setattr(module, "PASSES", (2, 2))
    monkeypatch.setattr(module, "FEW", 2)
    return module


def turns_of(script: Any, count: int) -> list[Any]:
    """Turns of kind 7 with four cards, each worth a point for a whole of feature 2 and minus two for one of 5."""
    import numpy as np

    rng = np.random.default_rng(1)
    features = np.zeros((4 * count, FEATURES), dtype=np.int16)
    features[:, [2, 5, 8]] = rng.integers(0, 2, (4 * count, 3)) * 256
    worths = 10 * (features[:, 2] - 2 * features[:, 5].astype(np.int32)) // 256
    return [script.Turns(features, worths, np.full(count, 7), 4 * np.arange(count + 1))]


def worth_of(script: Any, data: list[Any], weights: Any) -> float:
    """The mean worth of soft choices, in tenths of a point."""
    import numpy as np

    total = 0.0
    for turns in data:
        for first, last, kind in zip(turns.starts, turns.starts[1:], turns.kinds, strict=False):
            shares = np.exp(turns.features[first:last] @ weights[kind])
            total += shares @ turns.worths[first:last] / shares.sum()
    return total


def test_a_regression_finds_what_features_are_worth(script: Any) -> None:
    import numpy as np

    before = np.ones((KINDS, FEATURES))
    weights = script.regress(turns_of(script, 3000), before)
    assert weights[7, [2, 5, 8]] == pytest.approx([1, -2, 0], abs=0.05)
    # Kinds of other places have no turns.
    assert (weights[12:] == before[12:]).all()


def test_slopes_are_those_of_the_worth_of_a_soft_choice(script: Any) -> None:
    import numpy as np

    data = turns_of(script, 12)
    weights = np.random.default_rng(2).normal(size=(KINDS, FEATURES)) / 300
    slopes = sum(script.slopes_of(data, weights, batch) for batch in range(script.BATCHES))
    for feature in (2, 5, 8):
        more, less = weights.copy(), weights.copy()
        more[7, feature] += 1e-6
        less[7, feature] -= 1e-6
        measured = (worth_of(script, data, more) - worth_of(script, data, less)) / 2e-6
        assert slopes[7, feature] == pytest.approx(measured, rel=1e-4)
    assert not np.delete(slopes, 7, axis=0).any()


def test_steps_raise_the_worth_of_choices_and_leave_other_kinds(script: Any) -> None:
    import numpy as np

    data, start = turns_of(script, 40), np.zeros((KINDS, FEATURES))
    start[8] = 3
    found = script.climb(data, start, 6)
    scale = script.SOFTNESS * script.WHOLE
    assert worth_of(script, data, found / scale) > worth_of(script, data, start / scale)
    assert (np.delete(found, 7, axis=0) == np.delete(start, 7, axis=0)).all()


def test_few_turns_make_a_file_that_is_the_same_with_any_processors(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = []
    for processors in (1, 3):
        monkeypatch.setattr(script.os, "cpu_count", lambda processors=processors: processors)
        folder = tmp_path / str(processors)
        assert script.main([*WORDS, "--afresh", "--folder", str(folder)]) == 0
        (file,) = folder.iterdir()
        assert file.name == "pairs.json"
        texts.append(file.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    data = json.loads(texts[0])
    assert list(data) == ["command", "seed", "variant", "gains", "weights"]
    assert data["command"] == f"python benchmarks/fit_ratings.py {' '.join(WORDS)} --afresh"
    assert (data["seed"], data["variant"], len(data["gains"])) == (4, "standard", 2)
    assert (len(data["weights"]), {len(row) for row in data["weights"]}) == (KINDS, {FEATURES})
    # One kind of turn a line, between the keys and the brackets.
    assert len(texts[0].splitlines()) == KINDS + 8


def test_a_table_may_begin_with_the_weights_of_another(script: Any, tmp_path: Path) -> None:
    rows = [[number] * FEATURES for number in range(KINDS)]
    (tmp_path / "pairs.json").write_text(json.dumps({"weights": rows}), encoding="utf-8")
    options = Namespace(afresh=False, start="pairs")
    start = script.start_of(tmp_path / "three.json", script.load_rules("cutthroat-3"), options)
    assert (start * script.UNIT).tolist() == rows
    words = ["three", "--start", "pairs", "--turns", "20", "--iterations", "1", "--deals", "16"]
    assert script.main([*words, "--folder", str(tmp_path)]) == 0
    assert json.loads((tmp_path / "three.json").read_text(encoding="utf-8"))["command"].endswith(" --start pairs")


@pytest.mark.parametrize("name", ["free", "three", "two"])
def test_other_tables_learn_too(name: str, script: Any, tmp_path: Path) -> None:
    words = [name, "--turns", "20", "--iterations", "1", "--deals", "16", "--folder", str(tmp_path)]
    assert script.main(words) == 0
    assert [file.name for file in tmp_path.iterdir()] == [f"{name}.json"]


def test_weights_that_win_no_duel_are_left(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gains = iter([(-1.0, 0.5), (0.4, 0.5), (-1.0, 0.5), (0.4, 0.5), (0.6, 0.5), (-1.0, 0.5)])
    monkeypatch.setattr(script.Table, "duel", lambda *_: next(gains))
    words = ["two", "--turns", "40", "--iterations", "1", "--folder", str(tmp_path)]
    assert script.main(words) == 0
    written = (tmp_path / "two.json").read_bytes()
    packaged = script.start_of(
        tmp_path / "none.json", script.load_rules("two-player"), Namespace(afresh=False, start=None)
    )
    assert json.loads(written)["weights"] == (packaged * script.UNIT).tolist()
    assert script.main([*words, "--check"]) == 0
    assert script.main([*words, "--check"]) == 1
    assert (tmp_path / "two.json").read_bytes() == written
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines[1::2]] == ["new", "before", "new"]
    assert [line.split()[-3] for line in lines[::2]] == ["left", "left", "taken"]


def test_equal_weights_gain_exactly_nothing(script: Any) -> None:
    table = script.Table(script.load_rules("cutthroat-3"), 1)
    weights = script.start_of(Path(), table.rules, Namespace(afresh=True, start=None))
    assert table.duel(weights, weights, 20, 0) == (0, 0)


def test_an_unknown_name_is_no_traceback(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["pears"]) != 0
    assert "pears" in capsys.readouterr().err


def test_where_bags_are_never_penalised_all_rounds_are_without_harm(script: Any) -> None:
    for name, harmless in (("jokers", script.ALWAYS), ("standard", script.PRACTICE[practice.HARMLESS])):
        table = script.Table(script.load_rules(name), 1)
        assert table.how(script.PRACTICE)[practice.HARMLESS] == harmless
