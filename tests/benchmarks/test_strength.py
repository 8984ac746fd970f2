"""The ladder is played and written by one command, goes on where it stopped, and the page in the repository is its."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import strength

if TYPE_CHECKING:
    import pytest

PAGE = Path(__file__).parents[2] / "docs/strength.md"
LADDER = ("random", "basic", "expert", "search", "search-deep")


def few(share: float) -> list[strength.Pairing]:
    """Pairings that are played in a moment."""
    return [
        strength.Pairing("standard", "basic", "random", 3, True),
        strength.Pairing("no-bags", "basic", "lowest", 2, True),
        strength.Pairing("standard", "lowest", "random", 1, False),
    ]


def test_the_page_holds_every_pairing_that_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "pairings", few)
    words = ["--out", str(tmp_path / "page.md"), "--records", str(tmp_path / "records"), "--jobs", "1", "--seed", "5"]
    strength.main(words)
    first = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "| `basic` v `random` | 3 × 2 |" in first
    assert "| `basic` v `lowest` | 2 × 2 |" in first
    assert "| `lowest` v `random` | 1 × 2 |" in first
    assert "every pairing has seed 5" in first
    strength.main(words)
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == first


def test_the_page_in_the_repository_names_the_whole_ladder() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for better, worse in zip(LADDER[1:], LADDER, strict=False):
        assert f"| `{better}` v `{worse}` |" in text
    assert all(f"### {rules}" in text for rules in strength.VARIANTS)


def test_every_step_of_the_ladder_is_played_in_every_variant_named() -> None:
    played = {(pairing.rules, pairing.one, pairing.two) for pairing in strength.pairings(1.0)}
    assert {("standard", *pair) for pair in strength.NEIGHBOURS} <= played
    assert {(rules, "search", "expert") for rules in strength.VARIANTS} <= played
