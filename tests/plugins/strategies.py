"""The strategies that are put to positions, and what is asked of each: the one place to enter another one."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from spades_plugins.basic import Basic
from spades_plugins.expert import Expert
from spades_plugins.search import Search

from spades_cli.search.budget import SLOW
from tests.plugins import book, own_positions, positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli import Strategy
    from tests.plugins.positions import Position

#: Each set of positions whose answers every sound player must agree with.
SETS: dict[str, Callable[[], list[Position]]] = {
    "book": book.load,
    "clear": lambda: [position for position in positions.load() if position.is_clear],
    "own": own_positions.load,
}


class Entrant(NamedTuple):
    """A strategy as it plays in tests, and the share of each set that it must answer rightly."""

    make: Callable[[], Strategy]
    floors: dict[str, float]


#: The fewest deals that ``search`` decides by of its own accord.
LEAST = SLOW

ENTRANTS = {
    "basic": Entrant(lambda: Basic(rng=random.Random(0)), {"book": 1.0, "clear": 0.9, "own": 0.6}),
    "expert": Entrant(lambda: Expert(rng=random.Random(0)), {"book": 1.0, "clear": 1.0, "own": 0.75}),
    "search": Entrant(lambda: Search(rng=random.Random(0), samples=LEAST), {"book": 1.0, "clear": 1.0, "own": 0.95}),
}


def answer(name: str, position: Position) -> str:
    """What a fresh player of the strategy answers to the position."""
    return str(ENTRANTS[name].make().decide(position.view))


@cache
def answers(name: str, of: str) -> list[tuple[Position, str]]:
    """Every position of a set with the strategy's answer."""
    return [(position, answer(name, position)) for position in SETS[of]()]
