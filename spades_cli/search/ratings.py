"""The weights of the rule player, by what a table looks like: partners, everybody for himself, or two players.

They are data of this package, made by ``benchmarks/fit_ratings.py``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules

FOLDER = "weights"


def name_ratings(rules: Rules) -> str:
    """The name of the file of weights for a game by these rules."""
    table = rules.table
    return f"{'two' if table.players == 2 else 'solo' if table.teams == 'solo' else 'pairs'}.json"


def find_ratings(rules: Rules) -> tuple[int, ...]:
    """The weights for a game by these rules, kind of turn by kind of turn."""
    return read_ratings(name_ratings(rules))


@lru_cache(maxsize=4)
def read_ratings(name: str) -> tuple[int, ...]:
    """The weights in a file of this package."""
    data = json.loads((files(__package__) / FOLDER / name).read_text(encoding="utf-8"))
    return tuple(weight for row in data["weights"] for weight in row)
