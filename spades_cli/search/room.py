"""Room to work in for the functions that run plain or compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spades_cli.search.compiled import Kernels
    from spades_cli.search.drawing import Knowledge
    from spades_cli.search.worth import RoundWorth


class Room:
    """Arrays that are kept from one position to the next."""

    def __init__(self, kernels: Kernels) -> None:
        self.kernels = kernels
        self._spaces: dict[str, tuple[int, Any]] = {}
        self._worth: tuple[RoundWorth | None, tuple[Any, Any, Any]] = (None, ((), (), ()))

    def space(self, name: str, size: int, *, floats: bool = False) -> Any:
        """Room for ``size`` numbers, made once and made larger when that is too little."""
        held = self._spaces.get(name)
        if held is None or held[0] < size:
            make = self.kernels.floats if floats else self.kernels.array
            held = self._spaces[name] = (size, make([0] * size))
        return held[1]

    def read(self, position: Knowledge) -> tuple[Any, Any, Any]:
        """The arrays of the position's round; one round has many positions."""
        if self._worth[0] is not position.worth:
            game, classes, joint = map(self.kernels.array, position.worth)
            self._worth = position.worth, (game, classes, joint)
        return self._worth[1]
