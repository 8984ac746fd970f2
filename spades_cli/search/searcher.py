"""Rating the legal cards of a position: deals that agree with what is known, played out or solved for every card."""

from __future__ import annotations

from functools import lru_cache
from math import comb, exp
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli.engine.kernel import step
from spades_cli.search import layout
from spades_cli.search.compiled import load_kernels
from spades_cli.search.evidence import ALL_HEARTS, ALL_SPADES, NIL, NUMBER, SILENT
from spades_cli.search.rollout import BEST, BROKEN, LEADER, LED, LEFT, OPENING, PLAYED, STATE, WINNER
from spades_cli.search.sampling import PLAN, ROWS
from spades_cli.search.solver import solver_space
from spades_cli.search.tables import find_tables
from spades_cli.search.tally import Rated, Tally
from spades_cli.search.worth import SCALE

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from spades_cli.search.position import Position
    from spades_cli.search.worth import RoundWorth

#: Deals played out between two looks at whether the choice is clear.
BATCH = 32
#: Deals that are drawn for each one whose cards are weighed.
SIFTED = 4
#: Deals where a budget leaves their number open: compiled, and interpreted.
FAST, SLOW = 1000, 64


class Budget(NamedTuple):
    """How much is looked at: deals, deals drawn for each that is kept, the noise of play-outs in 256.

    With 0 ``samples`` there are as many deals as the speed allows.
    ``tail`` is the most tricks to come that are solved exactly, in ``solved`` deals, none of which may take more than
    ``cap`` nodes. With ``time`` (seconds) there are as many times ``samples`` deals as fit in.
    """

    samples: int = 160
    drawn: int = 4
    noise: int = 50
    tail: int = 4
    solved: int = 40
    time: float = 0.0
    cap: int = 20000


class Searcher:
    """Rates positions; keeps its arrays from one position to the next."""

    def __init__(self, budget: Budget, *, doubled: bool) -> None:
        self.kernels: Any = load_kernels(False if doubled else None)
        self.budget = budget._replace(samples=budget.samples or (FAST if self.kernels.is_compiled else SLOW))
        self._spaces: dict[str, tuple[int, Any]] = {}
        #: Room to solve in, by the number of players.
        self._solvers: dict[int, tuple[Any, ...]] = {}
        self._worth: tuple[RoundWorth | None, tuple[Any, Any, Any]] = (None, ((), (), ()))
        self.weights = self.kernels.array([*(round(exp(-k / 20) * (1 << 20)) for k in range(240)), -1])
        self.binomials = self.kernels.floats([float(comb(n, k)) for n in range(ROWS) for k in range(ROWS)])

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
        deals = self.draw(position, seed)
        rows = self._solve(position, tally, deals) if self._is_tail(position) else []
        if rows:
            tally.add(rows)
        else:
            self._evaluate(position, tally, deals, seed)

    # --- deals -----------------------------------------------------------------------------------------------------

    def draw(self, position: Position, seed: int) -> MutableSequence[int]:
        """The hands of ``samples`` deals, likely ones more often; all places one after the other.

        Bids are weighed quickly, cards are not: what is weighed by the cards has been sifted by the bids.
        """
        (game, _, _), places = self._read(position), position.players + 1
        weighed = self.budget.samples * self.budget.drawn
        deals, count = self._deal(position, game, weighed * SIFTED, seed), weighed * SIFTED
        self._weigh_bids(position, game, deals, count)
        if position.history:
            deals = self._choose("sifted", deals, places, count, weighed, step(seed), mixed=False)
            count = weighed
            self._weigh_plays(position, game, deals, count)
        return self._choose("deals", deals, places, count, self.budget.samples, seed, mixed=True)

    def _deal(self, position: Position, game: Sequence[int], count: int, seed: int) -> MutableSequence[int]:
        """So many deals of all that agree with what is known, each as likely as any other."""
        array, sampling = self.kernels.array, self.kernels.sampling
        places = position.players + 1
        slots, voids, known = array(position.slots), array([*position.voids, 0]), array(position.known)
        plan, split = self._space("plan", PLAN), self._space("split", 4)
        volume = sampling.read_plan(game, position.free, slots, voids, plan)
        ways = self._space("ways", volume, floats=True)
        if not sampling.count_ways(game, plan, voids, slots, self.binomials, ways, split):
            voids = array([0] * places)
            volume = sampling.read_plan(game, position.free, slots, voids, plan)
            ways = self._space("ways", volume, floats=True)
            sampling.count_ways(game, plan, voids, slots, self.binomials, ways, split)
        deals: MutableSequence[int] = self._space("drawn", count * places)
        sampling.draw_deals(
            game, plan, position.free, voids, slots, known, self.binomials, ways, seed, 0, count, split,
            self._space("taken", 32), self._space("cards", 128), self._space("rest", 128), deals,
        )  # fmt: skip
        return deals

    def _weigh_bids(self, position: Position, game: Sequence[int], deals: Sequence[int], count: int) -> None:
        """Write how well each deal explains the bids."""
        array = self.kernels.array
        kinds, bids, may_nil = read_bids(position)
        self.kernels.evidence.weigh_bids(
            game, array(find_tables(position.rules)), deals, 0, count, position.place, array(position.played),
            array(kinds), array(bids), may_nil, self._space("logs", count),
        )  # fmt: skip

    def _weigh_plays(self, position: Position, game: Sequence[int], deals: Sequence[int], count: int) -> None:
        """Write how well each deal explains the cards played."""
        array = self.kernels.array
        self.kernels.evidence.weigh_plays(
            game, deals, 0, count, position.place, array(position.played), array(position.history),
            len(position.history), array(position.begun), array(position.first_need), array(position.fear),
            self._space("state", STATE), self._space("need", 8), self._space("voids", 8), self._space("hands", 8),
            self._space("index", 8), self._space("logs", count),
        )  # fmt: skip

    def _choose(
        self, name: str, deals: Sequence[int], places: int, count: int, wanted: int, seed: int, *, mixed: bool
    ) -> MutableSequence[int]:
        """So many of the deals, in a room of that name, each as often as it has been weighed likely.

        Copies of one deal follow each other; whoever looks at the first few wants them mixed.
        """
        picked: MutableSequence[int] = self._space(name, wanted * places)
        chosen = self._space("chosen", wanted)
        self.effective = self.kernels.evidence.resample(
            self._space("logs", count), count, self.weights, wanted, seed & 0x3FFFFFFF, chosen
        )
        if mixed:
            self.kernels.kernel.shuffle(chosen, wanted, step(seed & 0x3FFFFFFF))
        self.kernels.rollout.copy_deals(deals, chosen, wanted, places, picked)
        return picked

    # --- worth -----------------------------------------------------------------------------------------------------

    def _evaluate(self, position: Position, tally: Tally, deals: MutableSequence[int], seed: int) -> None:
        """Play each card out in one deal after the other, until one is clearly best."""
        array, budget = self.kernels.array, self.budget
        game, classes, joint = self._read(position)
        state, need, fear = array(position.state), array(position.need), array(position.fear)
        voids, index = array(position.voids), array(position.index)
        worths = self._space("worths", budget.samples * len(tally.cards))
        done = 0
        while done < budget.samples and not tally.is_clear:
            last, count = min(done + BATCH, budget.samples), len(tally.open)
            asked = array([tally.cards[number] for number in tally.open])
            self.kernels.rollout.rate_cards(
                game, classes, joint, state, need, fear, voids, index, deals, done, last, asked, count, budget.noise,
                seed, self._space("hands", 8), self._space("state", STATE),
                self._space("need", 8), self._space("now_voids", 8), self._space("index", 8), worths,
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
        game, classes, joint = self._read(position)
        state = position.state
        me = position.game[layout.SIDE_OF + position.place]
        solver.prepare(game, classes, joint, array(position.index), state[LEFT], me, work, bounds)
        hands, found, worths = self._space("hands", 8), self._space("found", 32), self._space("exact", 32)
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

    # --- arrays ----------------------------------------------------------------------------------------------------

    def _read(self, position: Position) -> tuple[Any, Any, Any]:
        """The arrays of the position's round; one round has many positions."""
        if self._worth[0] is not position.worth:
            game, classes, joint = map(self.kernels.array, position.worth)
            self._worth = position.worth, (game, classes, joint)
        return self._worth[1]

    def _space(self, name: str, size: int, *, floats: bool = False) -> Any:
        """Room for ``size`` numbers, made once and made larger when that is too little."""
        held = self._spaces.get(name)
        if held is None or held[0] < size:
            make = self.kernels.floats if floats else self.kernels.array
            held = self._spaces[name] = (size, make([0] * size))
        return held[1]


def shared_searcher(budget: Budget, *, doubled: bool) -> Searcher:
    """The searcher of a budget: one for all strategies of a process, since it keeps nothing but room to work in."""
    return _find_searcher(budget, doubled, bool(load_kernels(False if doubled else None).is_compiled))


@lru_cache(maxsize=8)
def _find_searcher(budget: Budget, doubled: bool, compiled: bool) -> Searcher:
    return Searcher(budget, doubled=doubled)


def read_bids(position: Position) -> tuple[list[int], list[int], int]:
    """What each seat's bid tells about its cards, its number, and whether a nil might have been bid."""
    rules = position.rules
    kinds, numbers = [], []
    mode = rules.bidding.mode
    forced = {"mirror": ALL_SPADES, "whiz": ALL_SPADES, "hearts": ALL_HEARTS, "fixed": SILENT, "n_or_nil": SILENT}
    for bid in position.situation.bids:
        if bid is None or bid.blind or not position.is_whole:
            kinds.append(SILENT)
        elif bid.nil and mode != "mirror":
            kinds.append(NIL)
        else:
            kinds.append(forced.get(mode, NUMBER))
        numbers.append(bid.tricks if bid else 0)
    return kinds, numbers, int(rules.nil.allowed and rules.bidding.zero == "nil" and mode == "free")


def different(position: Position) -> list[int]:
    """The legal cards, the weakest of each group that no card of others lies between."""
    cards = layout.distinct(position.game, position.legal, position.unseen | position.state[BEST])
    return [1 << place for place in range(cards.bit_length()) if cards >> place & 1]
