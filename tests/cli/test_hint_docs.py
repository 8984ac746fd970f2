"""docs/hint.md names every field of a position; ``tests/test_docs.py`` runs its commands."""

from __future__ import annotations

from pathlib import Path

from spades_cli.players.position_fields import KNOWN

PAGE = Path(__file__).parents[2] / "docs/hint.md"


def test_the_page_names_every_field() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert not [name for name in KNOWN - {"t", "g", "time_ms"} if f"`{name}`" not in text]
