"""The ladder is played and written by one command, goes on where it stopped, and the page in the repository is its."""

from __future__ import annotations

import json
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks import strength
from spades_cli.cli.main import main
from spades_cli.players.manager import load_plugins
from spades_cli.players.registry import BUNDLED
from spades_cli.players.settings import PluginSettings

PAGE = Path(__file__).parents[2] / "docs/strength.md"
FEW = (
    strength.Pairing("standard", "basic", "random", 3, True),
    strength.Pairing("no-bags", "lowest", "random", 2, True),
    strength.Pairing("standard", "basic", "lowest", 2, False),
)


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Options under which a few pairings are played in a moment."""
    monkeypatch.setattr(strength, "pairings", lambda share: iter(FEW))
    monkeypatch.setattr(strength, "LADDER", {name: (1, 1, 1) for name in ("random", "lowest", "basic")})
    return ["--out", str(tmp_path / "page.md"), "--records", str(tmp_path / "records"), "--jobs", "1", "--seed", "5"]


def read(words: list[str]) -> str:
    return Path(words[1]).read_text(encoding="utf-8")


def records(words: list[str]) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(words[3]).rglob("*.jsonl")}


def test_the_page_holds_every_pairing_that_was_played_and_a_second_run_plays_nothing(words: list[str]) -> None:
    strength.main(words)
    first, played = read(words), records(words)
    for row in ("| `basic` v `random` | 3 × 2 |", "| `basic` v `lowest` | 2 × 2 |", "| `lowest` v `random` | 2 × 2 |"):
        assert row in first
    assert "Every row has seed 5" in first
    strength.main(words)
    assert (read(words), records(words)) == (first, played)


def test_a_torn_record_is_played_on_to_the_same_page(words: list[str]) -> None:
    strength.main(words)
    first, played = read(words), records(words)
    (record,) = Path(words[3]).rglob(FEW[0].file)
    record.write_bytes(record.read_bytes()[:-900])
    strength.main(words)
    assert (read(words), records(words)) == (first, played)


def test_a_stop_leaves_the_pairings_that_are_whole(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    play = strength.play

    def stop_at_matches(pairing: strength.Pairing, *rest: Any) -> dict[str, Any]:
        if not pairing.rounds:
            raise KeyboardInterrupt
        return play(pairing, *rest)

    monkeypatch.setattr(strength, "play", stop_at_matches)
    strength.main(words)
    assert "| `lowest` v `random` |" in read(words)
    assert "| `basic` v `lowest` |" not in read(words)


def test_a_partial_run_keeps_what_other_runs_have_played(words: list[str]) -> None:
    strength.main([*words, "--only", "no-bags"])
    assert "| `basic` v `random` |" not in read(words)
    strength.main([*words, "--only", "standard"])
    assert all(f"| `{pair.one}` v `{pair.two}` |" in read(words) for pair in FEW)


def test_fewer_deals_than_a_record_holds_take_nothing_away(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    strength.main(words)
    first, played = read(words), records(words)
    monkeypatch.setattr(strength, "pairings", lambda share: (pair._replace(deals=2) for pair in FEW))
    strength.main(words)
    assert (read(words), records(words)) == (first, played)


def test_records_of_other_sources_are_left_alone(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "fingerprint", lambda: "other")
    strength.main(words)
    monkeypatch.undo()
    assert [path.name for path in Path(words[3]).iterdir()] == ["other"]
    assert strength.fingerprint() not in read(words)


def test_the_command_of_a_row_gives_its_figures(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    strength.main(words)
    capsys.readouterr()
    with pytest.raises(SystemExit, match="0"):
        main([*shlex.split(FEW[0].command(5))[1:], "--format", "json"])
    again = json.loads(capsys.readouterr().out)["strategies"][0]
    assert f"| {again['difference']:+.1f} ± {again['difference_se']:.1f} |" in read(words)


def test_the_page_in_the_repository_names_every_bundled_strategy_with_its_seed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    plugins = load_plugins(PluginSettings(), warn=print)
    assert set(strength.LADDER) == {
        name for info in plugins.loaded if info.source == BUNDLED for name in info.strategies
    }
    for worse, better in pairwise(strength.LADDER):
        row = next(line for line in text.splitlines() if line.startswith(f"| `{better}` v `{worse}` |"))
        assert " -s 1" in row
    assert all(f"### {rules}" in text for rules in strength.VARIANTS)


def test_all_meet_all_and_every_step_of_the_ladder_is_played_in_every_variant() -> None:
    played = {(pairing.rules, pairing.one, pairing.two) for pairing in strength.pairings(1.0)}
    names = list(strength.LADDER)
    assert {("standard", one, two) for place, one in enumerate(names) for two in names[:place]} <= played
    assert {(rules, *pair) for rules in strength.VARIANTS for pair in strength.NEIGHBOURS[:3]} <= played
