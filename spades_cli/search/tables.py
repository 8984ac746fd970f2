"""The tables of what hands promise, by what they depend on: the pack, the players, the deal and the play.

Fitted tables are data of this package, made by ``benchmarks/fit_promises.py``; rules that none of them fits get tables
that count masters.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias
from zlib import crc32

from spades_cli.engine.play import play_code
from spades_cli.search.masters import count_masters
from spades_cli.search.promise import LENGTHS, PATTERNS

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules

#: What fitted tables depend on, by name.
Settings: TypeAlias = dict[str, int | str | list[int]]

FOLDER = "promises"
#: The parts of the tables in their order, as a file has them: how many rows, and the numbers in a row.
PARTS = {
    "side_tricks": (LENGTHS, PATTERNS),
    "spade_tricks": (LENGTHS, PATTERNS),
    "nil_base": (1, 1),
    "nil_side_length": (1, LENGTHS),
    "nil_side_lowest": (3, 13),
    "nil_spades": (1, LENGTHS),
    "nil_spades_above": (1, 14),
    "nil_cover": (1, 1),
    "spread": (1, 1),
}


def settings_of(rules: Rules) -> Settings:
    """What the tables for these rules depend on; the side suits are all alike to them."""
    sizes = [run.bit_count() for run in rules.pack.runs]
    return {
        "players": rules.table.players,
        "teams": rules.table.teams,
        "side_suits": sorted(sizes[:3]),
        "spades": sizes[3],
        "hand": rules.hand_size,
        "deal": rules.deal.method,
        "play_code": play_code(rules),
    }


def name_tables(settings: Settings) -> str:
    """The name of the file for tables that depend on ``settings``, for people to find and unlike any other."""
    suits = settings["side_suits"]
    assert isinstance(suits, list)
    cards = sum(suits) + int(str(settings["spades"]))
    digest = crc32(json.dumps(settings).encode())
    return f"{settings['players']}p-{settings['teams']}-{cards}-{settings['hand']}-{digest:08x}.json"


def read_data(name: str) -> dict[str, Any] | None:
    """A file of fitted tables, or None where there is none."""
    file = files(__package__) / FOLDER / name
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


@lru_cache(maxsize=64)
def find_tables(rules: Rules) -> tuple[int, ...]:
    """The tables for a game by these rules, as ``promise`` reads them."""
    data = read_data(name_tables(settings_of(rules)))
    if data is None:
        return count_masters(rules)
    return tuple(number for part in PARTS for row in data["tables"][part] for number in row)
