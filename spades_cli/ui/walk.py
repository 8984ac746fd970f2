"""A place in a recorded game, and the ways to walk from it: by decisions, tricks, rounds, or straight to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.errors import UsageError
from spades_cli.record.steps import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.record.steps import PlayedRound


class Walk:
    """Walks through the rounds of a game; each method raises UsageError where there is no way on, and stays.

    ``index`` is the round in the list, ``step`` how many of its decisions have been made.
    """

    def __init__(self, rounds: Sequence[PlayedRound], place: Place | None = None) -> None:
        """Begin at the first deal, or at ``place``."""
        self.rounds = rounds
        self.index, self.step = place.enter(rounds) if place else (0, 0)

    @property
    def played(self) -> PlayedRound:
        """The round."""
        return self.rounds[self.index]

    @property
    def is_round_end(self) -> bool:
        """Whether every decision of the round has been made."""
        return self.step == len(self.played.acts)

    @property
    def is_end(self) -> bool:
        """Whether this is the end of the game."""
        return self.is_round_end and self.index == len(self.rounds) - 1

    def forward(self, count: int = 1) -> None:
        """So many decisions on, a new deal counting as one; to the end if there are fewer."""
        if self.is_end:
            raise UsageError("this is the end of the game; b goes back, quit leaves")
        for _ in range(count):
            if not self.is_round_end:
                self.step += 1
            elif not self.is_end:
                self.index, self.step = self.index + 1, 0

    def back(self, count: int = 1) -> None:
        """So many decisions back."""
        self._check_begun()
        for _ in range(count):
            if self.step:
                self.step -= 1
            elif self.index:
                self.index -= 1
                self.step = len(self.played.acts)

    def to_trick(self) -> None:
        """To the next whole trick on the table, else to the end of the round and then to the next deal."""
        if self.is_round_end:
            self.forward()
        else:
            self.step = next((step for step in self.played.taken if step > self.step), len(self.played.acts))

    def to_trick_before(self) -> None:
        """To the whole trick before, else to the deal and then to the end of the round before."""
        if not self.step:
            self.back()
        else:
            self.step = next((step for step in reversed(self.played.taken) if step < self.step), 0)

    def to_round(self) -> None:
        """To the next deal."""
        if self.index == len(self.rounds) - 1:
            raise UsageError("this is the last round; go end goes to its end")
        self.index, self.step = self.index + 1, 0

    def to_round_before(self) -> None:
        """To the deal of this round, or of the one before."""
        self._check_begun()
        self.index, self.step = self.index - (not self.step), 0

    def go(self, where: str) -> None:
        """To ``start``, ``end``, or a place such as ``3`` or ``3.5``."""
        if where == "start":
            self.index = self.step = 0
        elif where == "end":
            self.index = len(self.rounds) - 1
            self.step = len(self.played.acts)
        else:
            self.index, self.step = Place.parse(where).enter(self.rounds)

    def _check_begun(self) -> None:
        if not self.index and not self.step:
            raise UsageError("this is the beginning of the game")
