"""docs/rules.md tells every rule of the published descriptions once, and every reading that was chosen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from spades_cli.variants import load_rules
from tests.variants.test_bundled import cited

if TYPE_CHECKING:
    from pathlib import Path

#: AMB-23 collects slips of translation that change no rule.
READINGS = set(range(1, 40)) - {23}


@pytest.fixture
def chapters(root: Path) -> dict[str, str]:
    """The text of each chapter by its variant."""
    text = (root / "docs/rules.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\S+)$", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_chapters_are_the_variants_of_the_descriptions(chapters: dict[str, str]) -> None:
    assert list(chapters) == ["two-player", "two-player-first-bids", "jokers"]
    assert all(load_rules(name).name == name for name in chapters)


@pytest.mark.parametrize(("chapter", "letter", "last"), [("two-player", "T", 39), ("jokers", "J", 21)])
def test_a_chapter_cites_every_rule_of_its_description(
    chapters: dict[str, str], chapter: str, letter: str, last: int
) -> None:
    assert cited(chapters[chapter], letter) == set(range(1, last + 1))


def test_every_reading_is_cited_in_its_game(chapters: dict[str, str]) -> None:
    two = cited(chapters["two-player"], "AMB") | cited(chapters["two-player-first-bids"], "AMB")
    four = cited(chapters["jokers"], "AMB")
    assert two == {reading for reading in READINGS if reading < 24}
    assert four == {reading for reading in READINGS if reading >= 24}


def test_the_rules_of_a_chapter_are_numbered_in_order(chapters: dict[str, str]) -> None:
    numbers = {name: [int(found) for found in re.findall(r"^(\d+)\. ", text, re.M)] for name, text in chapters.items()}
    assert numbers["two-player"] + numbers["two-player-first-bids"] == list(range(1, 21))
    assert numbers["jokers"] == list(range(1, 18))
