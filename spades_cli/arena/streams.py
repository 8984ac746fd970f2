"""How far strategies have come in their own random numbers, so that a match that goes on draws the same ones."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from spades_cli.players.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.players.strategy import Player

#: Bits of one number of the generator, and how many of them it makes at a time.
_WORD, _BLOCK = 32, 624
#: Blocks after which the search for a place ends; a strategy that seeds its generator anew is at none.
_MOST = 10_000


class Streams:
    """The generators of the strategies at a table, as they were when it was made."""

    def __init__(self, players: Mapping[str, Player]) -> None:
        self._generators: dict[str, random.Random] = {}
        #: For each seat a generator of the same numbers, and how many it has passed.
        self._marks: dict[str, tuple[random.Random, int]] = {}
        self._first: dict[str, object] = {}
        for seat, player in players.items():
            generator = getattr(player, "rng", None)
            if isinstance(player, Strategy) and type(generator) is random.Random:
                self._generators[seat], self._first[seat] = generator, generator.getstate()
                self._marks[seat] = _at(generator.getstate()), 0

    def drawn(self) -> dict[str, int]:
        """How many numbers of 32 bits each seat has drawn; seats that drew none, or cannot be told, are left out."""
        found = {}
        for seat, generator in self._generators.items():
            mark, passed = self._marks[seat]
            steps = _distance(mark, generator)
            if steps is not None:
                self._marks[seat] = mark, passed + steps
                found[seat] = passed + steps
        return {seat: count for seat, count in found.items() if count}

    def move(self, drawn: Mapping[str, int]) -> None:
        """Put every generator where it was after that many numbers."""
        for seat, generator in self._generators.items():
            generator.setstate(self._first[seat])  # type: ignore[arg-type]
            _skip(generator, count := drawn.get(seat, 0))
            self._marks[seat] = _at(generator.getstate()), count


def _at(state: object) -> random.Random:
    generator = random.Random(0)
    generator.setstate(state)  # type: ignore[arg-type]
    return generator


def _skip(generator: random.Random, count: int) -> None:
    while count > 0:
        step = min(count, _BLOCK)
        generator.getrandbits(step * _WORD)
        count -= step


def _distance(mark: random.Random, generator: random.Random) -> int | None:
    """How many numbers ``generator`` is ahead of ``mark``, which is moved there; None (and not moved) if it is not."""
    goal = generator.getstate()[1]
    start = mark.getstate()
    if start[1] == goal:
        return 0
    # The last item of a state is the place in its block, so only there two of them can be equal.
    steps = (goal[-1] - start[1][-1]) % _BLOCK or _BLOCK
    _skip(mark, steps)
    for _ in range(_MOST):
        if mark.getstate()[1] == goal:
            return steps
        _skip(mark, _BLOCK)
        steps += _BLOCK
    mark.setstate(start)
    return None
