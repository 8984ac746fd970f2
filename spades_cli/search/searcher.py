"""Rating the legal cards of a position: deals that agree with what is known, played out or solved for every card."""

from __future__ import annotations

from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, Any

from spades_cli.engine.kernel import step
from spades_cli.search import layout
from spades_cli.search.budget import FAST, SLOW
from spades_cli.search.compiled import load_kernels
from spades_cli.search.drawing import Drawing
from spades_cli.search.rollout import BEST, BROKEN, LEADER, LED, LEFT, OPENING, PLAYED, STATE, WINNER
from spades_cli.search.room import Room
from spades_cli.search.solver import solver_space
from spades_cli.search.tally import Rated, Tally
from spades_cli.search.worth import SCALE

if TYPE_CHECKING:
    from collections.abc import MutableSequence

    from spades_cli.search.budget import Budget
    from spades_cli.search.position import Position

#: Deals played out between two looks at whether the choice is clear.
BATCH = 32


class Searcher:
    """Rates positions; keeps its arrays from one position to the next."""

    def __init__(self, budget: Budget, *, doubled: bool) -> None:
        kernels: Any = load_kernels(False if doubled else None)
        self.kernels, self.room = kernels, Room(kernels)
        self.budget = budget._replace(samples=budget.samples or (FAST if kernels.is_compiled else SLOW))
        self.drawing = Drawing(self.budget, self.room)
        #: Room to solve in, by the number of players.
        self._solvers: dict[int, tuple[Any, ...]] = {}

    def rate(self, position: Position, seed: int) -> list[Rated]:
        """The different legal cards, best first; of equal ones the weakest first."""
        cards = different(position)
        if len(cards) == 1:
            return [Rated(cards[0], 0.0, 0.0, 0.0)]
        until = monotonic() + self.budget.time
        tally = Tally(cards)
        self._look(position, tally, seed)
        while monotonic() < until and not tally.is_clear:
            seed = step(seed)
            self._look(position, tally, seed)
        return tally.rank(SCALE * max(1, len(position.rules.sides) - 1))

    def _look(self, position: Position, tally: Tally, seed: int) -> None:
        """Take in the worth of each card in new deals: solved exactly near the end, else played out."""
        deals = self.drawing.draw(position, seed)
        rows = self._solve(position, tally, deals) if self._is_tail(position) else []
        if rows:
            tally.add(rows)
        else:
            self._evaluate(position, tally, deals, seed)

    # --- worth -----------------------------------------------------------------------------------------------------

    def _evaluate(self, position: Position, tally: Tally, deals: MutableSequence[int], seed: int) -> None:
        """Play each card out in one deal after the other, until one is clearly best."""
        array, budget = self.kernels.array, self.budget
        game, classes, joint = self.room.read(position)
        state, need, fear = array(position.state), array(position.need), array(position.fear)
        voids, index = array(position.voids), array(position.index)
        worths = self.room.space("worths", budget.samples * len(tally.cards))
        done = 0
        while done < budget.samples and not tally.is_clear:
            last, count = min(done + BATCH, budget.samples), len(tally.open)
            asked = array([tally.cards[number] for number in tally.open])
            self.kernels.rollout.rate_cards(
                game, classes, joint, state, need, fear, voids, index, deals, done, last, asked, count, budget.noise,
                seed, self.room.space("hands", 8), self.room.space("state", STATE),
                self.room.space("need", 8), self.room.space("now_voids", 8), self.room.space("index", 8), worths,
            )  # fmt: skip
            tally.add([[int(worths[deal * count + i]) for i in range(count)] for deal in range(done, last)])
            done = last

    def _is_tail(self, position: Position) -> bool:
        return position.state[LEFT] <= self.budget.tail - (len(position.rules.sides) > 2)

    def _solve(self, position: Position, tally: Tally, deals: MutableSequence[int]) -> list[list[int]]:
        """The exact worth of each card in the deals, but for those that take too long; empty where too many do."""
        array, solver, budget, players = self.kernels.array, self.kernels.solver, self.budget, position.players
        if players not in self._solvers:
            self._solvers[players] = tuple(map(array, solver_space(players, budget.tail)))
        work, bounds, table = self._solvers[players]
        game, classes, joint = self.room.read(position)
        state = position.state
        me = position.game[layout.SIDE_OF + position.place]
        solver.prepare(game, classes, joint, array(position.index), state[LEFT], me, work, bounds)
        hands, found, worths = self.room.space("hands", 8), self.room.space("found", 32), self.room.space("exact", 32)
        rows, tried = [], min(budget.solved, budget.samples)
        solved: dict[tuple[int, ...], list[int]] = {}
        for deal in range(tried):
            dealt = tuple(int(deals[deal * (players + 1) + seat]) for seat in range(players))
            if dealt in solved:
                rows.append(solved[dealt])
                continue
            for seat in range(players):
                hands[seat] = dealt[seat]
            count = solver.solve(
                game, hands, state[LEADER], state[LED], state[BEST], state[WINNER], state[PLAYED], state[BROKEN],
                state[OPENING], work, bounds, table, found, worths, budget.cap,
            )  # fmt: skip
            if count >= 0:
                exact = {int(found[i]): int(worths[i]) for i in range(count)}
                solved[dealt] = [exact[tally.cards[number]] for number in tally.open]
                rows.append(solved[dealt])
        return rows if len(rows) * 2 > tried else []


def shared_searcher(budget: Budget, *, doubled: bool) -> Searcher:
    """The searcher of a budget: one for all strategies of a process, since it keeps nothing but room to work in."""
    return _find_searcher(budget, doubled, bool(load_kernels(False if doubled else None).is_compiled))


@lru_cache(maxsize=8)
def _find_searcher(budget: Budget, doubled: bool, compiled: bool) -> Searcher:
    return Searcher(budget, doubled=doubled)


def different(position: Position) -> list[int]:
    """The legal cards, the weakest of each group that no card of others lies between."""
    cards = layout.distinct(position.game, position.legal, position.unseen | position.state[BEST])
    return [1 << place for place in range(cards.bit_length()) if cards >> place & 1]
