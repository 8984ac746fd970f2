"""The figures of one strategy, seat or bid over many rounds and games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spades_cli.record.figures import Mean, wilson

if TYPE_CHECKING:
    from spades_cli.record.rounds import SeatFigures, SideFigures


@dataclass(slots=True)
class Row:
    """The figures of one strategy, seat or bid.

    Games, rounds, points, bags and contracts are its sides': a game in which it sits on two sides counts as two.
    Nils, tricks and bids are its own seats'.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    points: Mean = field(default_factory=Mean)
    bags: int = 0
    contracts: int = 0
    sets: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    over: Mean = field(default_factory=Mean)
    bid: Mean = field(default_factory=Mean)

    def add_side(self, side: SideFigures) -> None:
        """A round of a side it sits on."""
        self.points.add(side.points)
        self.bags += side.bags
        self.contracts += side.contract
        self.sets += side.is_set

    def add_seat(self, seat: SeatFigures) -> None:
        """A round of one of its seats; tricks of a round that was given up say nothing."""
        bid = seat.bid
        if bid is None:
            return
        if not bid.nil:
            self.bid.add(bid.tricks)
            if not seat.forfeited:
                self.over.add(seat.taken - bid.tricks)
        elif bid.blind:
            self.blind_nils += 1
            self.blind_nils_made += seat.kept
        else:
            self.nils += 1
            self.nils_made += seat.kept

    def add_game(self, *, ended: bool, winner: str | None, side: str) -> None:
        """The end of a game for one of its sides."""
        self.games += 1
        if ended:
            self.won += winner == side
            self.drawn += winner is None
            self.lost += winner not in (side, None)

    def figures(self) -> dict[str, int | float | None]:
        """Every figure by name; rates are fractions, None where there is nothing to take a rate of."""
        rounds, decided = self.points.count, self.won + self.lost
        low, high = wilson(self.won, decided) if decided else (None, None)
        found: dict[str, int | float | None] = {
            "games": self.games, "won": self.won, "lost": self.lost, "drawn": self.drawn,
            "win_rate": _rate(self.won, decided), "win_low": low, "win_high": high,
            "rounds": rounds, "points_per_round": self.points.mean, "points_error": self.points.error,
            "bags_per_round": _rate(self.bags, rounds),
            "contracts": self.contracts, "sets": self.sets, "set_rate": _rate(self.sets, self.contracts),
            "nils": self.nils, "nils_made": self.nils_made, "nil_rate": _rate(self.nils_made, self.nils),
            "blind_nils": self.blind_nils, "blind_nils_made": self.blind_nils_made,
            "blind_nil_rate": _rate(self.blind_nils_made, self.blind_nils),
            "mean_bid": self.bid.mean, "tricks_over_bid": self.over.mean,
        }  # fmt: skip
        return {name: round(value, 6) if isinstance(value, float) else value for name, value in found.items()}


def _rate(part: int, whole: int) -> float | None:
    return part / whole if whole else None
