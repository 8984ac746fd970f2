"""``docs/search.md`` names every strategy that searches, and every option."""

from __future__ import annotations

from pathlib import Path

import pytest
from spades_plugins.expert import spades_register_strategies as experts
from spades_plugins.search import spades_register_strategies as searchers

from spades_cli import Strategy
from spades_cli.players.options import read_options

PAGE = (Path(__file__).parents[2] / "docs/search.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("cls", [*experts(), *searchers()], ids=lambda cls: str(cls.name))
def test_a_strategy_stands_on_the_page_with_all_its_options(cls: type[Strategy]) -> None:
    assert f"`{cls.name}`" in PAGE
    for name in read_options(cls):
        assert f"| `{name}` |" in PAGE, name
