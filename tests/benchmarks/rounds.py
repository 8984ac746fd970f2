"""Rounds on record, for what is fitted to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli import load_rules
from spades_cli.arena.pairs import Plan
from spades_cli.arena.series import Series
from spades_cli.players.settings import PluginSettings

if TYPE_CHECKING:
    from pathlib import Path


def record_rounds(file: Path, strategies: tuple[str, str], deals: int, variant: str = "standard") -> Path:
    """Single rounds of two strategies, each deal twice with the sides swapped, written to ``file``."""
    plan = Plan(load_rules(variant), strategies, 3, PluginSettings(), ((0, 1),), deals, rounds=1)
    list(Series(plan, out=file).run())
    return file
