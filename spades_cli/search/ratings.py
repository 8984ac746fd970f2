"""The weights of the rule player, by what a table looks like: partners, where bags are penalised and where they
are not, or so many players, each for himself.

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
    if rules.table.teams != "solo":
        return "pairs.json" if rules.bags.limit else "free.json"
    if rules.table.players == 4 and not rules.bags.limit:
        # The weights of four players shun bags; where these do no harm, those of three take more of them.
        return "three.json"
    return f"{('two', 'three', 'four', 'six')[min(rules.table.players, 5) - 2]}.json"


def find_ratings(rules: Rules) -> tuple[int, ...]:
    """The weights for a game by these rules, kind of turn by kind of turn."""
    return read_ratings(name_ratings(rules))


def knows_table(rules: Rules) -> bool:
    """Whether the weights were learned at such a table: of teams, those of six players were not."""
    return rules.table.teams == "solo" or rules.table.players == 4


@lru_cache(maxsize=8)
def read_ratings(name: str) -> tuple[int, ...]:
    """The weights in a file of this package."""
    data = json.loads((files(__package__) / FOLDER / name).read_text(encoding="utf-8"))
    return tuple(weight for row in data["weights"] for weight in row)
