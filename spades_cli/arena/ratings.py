"""Ratings of many strategies that have met in pairs (openskill, extra ``ratings``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Ratings:
    """A rating for each strategy, brought up to date by every match.

    Every strategy counts as a player of its own; the rating starts at 25 and the error at 25/3.
    """

    def __init__(self, count: int) -> None:
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            raise UsageError("ratings need the package openskill", hint="pip install 'spades-cli[ratings]'") from None
        self._model = PlackettLuce()
        self._ratings = [self._model.rating() for _ in range(count)]

    def add(self, players: Sequence[int], won: Sequence[float]) -> None:
        """A match of these strategies; who has won more has the better rank, equal shares are a draw."""
        teams = [[self._ratings[number]] for number in players]
        ranks = [-share for share in won]
        for number, (rating,) in zip(players, self._model.rate(teams, ranks=ranks), strict=True):
            self._ratings[number] = rating

    def values(self) -> list[tuple[float, float]]:
        """Rating and error of each strategy."""
        return [(rating.mu, rating.sigma) for rating in self._ratings]
