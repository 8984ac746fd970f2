"""Covering a nil in the last two tricks with both contracts lost (position tb-026), solved to the end."""

from __future__ import annotations

from spades_cli.search import Budget, Position, Searcher
from tests.plugins.positions import load

#: Deals of the cards that South does not see.
DEALS = 1000
#: Points, of the 200 that lie between a nil kept and one lost.
LITTLE = 3.0


def test_the_queen_of_hearts_covers_the_nil_as_well_as_the_two() -> None:
    (position,) = (position for position in load() if position.id == "tb-026")
    searcher = Searcher(Budget(samples=DEALS, drawn=1, tail=2, solved=DEALS), doubled=False)
    for seed in range(2):
        best, other = searcher.rate(Position(position.view), seed)
        assert best.value - other.value < LITTLE
