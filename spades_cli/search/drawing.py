"""Deals that agree with what a seat knows, drawn so that likely ones come up more often."""

from __future__ import annotations

from math import comb, exp, log
from typing import TYPE_CHECKING, Any, Protocol

from spades_cli.engine.kernel import step
from spades_cli.search.evidence import ALL_HEARTS, ALL_SPADES, NIL, NUMBER, SILENT
from spades_cli.search.recall import REMEMBERED, TURN
from spades_cli.search.rollout import STATE
from spades_cli.search.sampling import PLAN, ROWS
from spades_cli.search.tables import find_tables
from spades_cli.search.varying import LUCK

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.search.budget import Budget
    from spades_cli.search.judging import Situation
    from spades_cli.search.room import Room
    from spades_cli.search.worth import RoundWorth

#: Deals that are drawn for each one whose cards are weighed.
SIFTED = 4
#: Deals that are kept of each one that is varied.
KEPT = 20


class Knowledge(Protocol):
    """What a seat knows of the cards; ``Position`` says what the names mean."""

    rules: Rules
    situation: Situation
    is_whole: bool
    players: int
    place: int
    free: int
    slots: list[int]
    voids: list[int]
    known: list[int]
    played: list[int]
    history: list[int]
    begun: list[int]
    first_need: list[int]
    fear: list[int]

    @property
    def worth(self) -> RoundWorth:
        """The arrays of the round."""


class Drawing:
    """Draws deals; ``effective`` says how many equally likely ones would tell as much as those weighed last."""

    def __init__(self, budget: Budget, room: Room) -> None:
        self.budget, self.room, self.kernels = budget, room, room.kernels
        self.effective = 0
        self.weights = self.kernels.array([*(round(exp(-k / 20) * (1 << 20)) for k in range(240)), -1])
        self.luck = self.kernels.array(round(-1000 * log((k + 0.5) / LUCK)) for k in range(LUCK))
        self.binomials = self.kernels.floats([float(comb(n, k)) for n in range(ROWS) for k in range(ROWS)])

    def draw(self, position: Knowledge, seed: int) -> MutableSequence[int]:
        """The hands of ``samples`` deals, likely ones more often; all places one after the other.

        Bids are weighed quickly, cards are not: what is weighed by the cards has been sifted by the bids. Where few of
        the deals are likely, those are varied.
        """
        (game, _, _), places, samples = self.room.read(position), position.players + 1, self.budget.samples
        weighed = samples * self.budget.drawn
        deals, count = self._deal(position, game, weighed * SIFTED, seed), weighed * SIFTED
        self._weigh_bids(position, game, deals, count)
        if position.history:
            deals = self._choose("sifted", deals, places, count, weighed, step(seed), mixed=False)
            count = weighed
            self._weigh_plays(position, game, deals, count)
        deals = self._choose("deals", deals, places, count, samples, seed, mixed=True)
        movable = [place for place, slots in enumerate(position.slots) if slots]
        if position.history and len(movable) > 1 and self.effective < samples:
            return self._vary(position, game, deals, movable, step(step(seed)))
        return deals

    def _deal(self, position: Knowledge, game: Sequence[int], count: int, seed: int) -> MutableSequence[int]:
        """So many deals of all that agree with what is known, each as likely as any other."""
        array, sampling = self.kernels.array, self.kernels.sampling
        places = position.players + 1
        slots, voids, known = array(position.slots), array([*position.voids, 0]), array(position.known)
        plan, split = self.room.space("plan", PLAN), self.room.space("split", 4)
        volume = sampling.read_plan(game, position.free, slots, voids, plan)
        ways = self.room.space("ways", volume, floats=True)
        if not sampling.count_ways(game, plan, voids, slots, self.binomials, ways, split):
            voids = array([0] * places)
            volume = sampling.read_plan(game, position.free, slots, voids, plan)
            ways = self.room.space("ways", volume, floats=True)
            sampling.count_ways(game, plan, voids, slots, self.binomials, ways, split)
        deals: MutableSequence[int] = self.room.space("drawn", count * places)
        sampling.draw_deals(
            game, plan, position.free, voids, slots, known, self.binomials, ways, seed, 0, count, split,
            self.room.space("taken", 32), self.room.space("cards", 128), self.room.space("rest", 128), deals,
        )  # fmt: skip
        return deals

    def _weigh_bids(self, position: Knowledge, game: Sequence[int], deals: Sequence[int], count: int) -> None:
        """Write how well each deal explains the bids."""
        array = self.kernels.array
        kinds, bids, may_nil = read_bids(position)
        self.kernels.evidence.weigh_bids(
            game, array(find_tables(position.rules)), deals, 0, count, position.place, array(position.played),
            array(kinds), array(bids), may_nil, self.room.space("logs", count),
        )  # fmt: skip

    def _weigh_plays(self, position: Knowledge, game: Sequence[int], deals: Sequence[int], count: int) -> None:
        """Read the cards played, and write how well each deal explains them."""
        array, space, cards = self.kernels.array, self.room.space, position.history
        turns, starts, memory = self._turns(position)
        self.kernels.recall.read_turns(
            game, deals, position.place, array(position.played), array(cards), len(cards), array(position.begun),
            array(position.first_need), space("state", STATE), space("need", 8), space("voids", 8), space("hands", 8),
            space("index", 8), turns, starts, memory,
        )  # fmt: skip
        self.kernels.evidence.weigh_plays(
            game, array(position.fear), turns, starts, memory, array(position.played), deals, 0, count, position.place,
            self.room.space("logs", count),
        )  # fmt: skip

    def _turns(self, position: Knowledge) -> tuple[Any, Any, Any]:
        """Room for the turns played, where each seat's start, and what is remembered of hands weighed by them."""
        memory = self.room.space("memory", 2 * REMEMBERED * position.players)
        return self.room.space("turns", TURN * len(position.history)), self.room.space("starts", 8), memory

    def _vary(
        self, position: Knowledge, game: Sequence[int], deals: Sequence[int], movable: Sequence[int], seed: int
    ) -> MutableSequence[int]:
        """As many deals, made from the first ones by small changes; mixed as those are."""
        array, budget, samples = self.kernels.array, self.budget, self.budget.samples
        kinds, bids, may_nil = read_bids(position)
        chains = max(1, samples // KEPT)
        varied: MutableSequence[int] = self.room.space("varied", (samples + chains) * (position.players + 1))
        turns, starts, memory = self._turns(position)
        self.kernels.varying.vary_deals(
            game, array(find_tables(position.rules)), array(position.fear), turns, starts, memory,
            array(position.played), array(kinds), array(bids), may_nil, position.free, array([*position.voids, 0]),
            array(movable), len(movable), self.luck, seed & 0x3FFFFFFF, deals, chains, -(-samples // chains),
            budget.steps, self.room.space("hands", 8), self.room.space("seat logs", 8), varied,
        )  # fmt: skip
        return varied

    def _choose(
        self, name: str, deals: Sequence[int], places: int, count: int, wanted: int, seed: int, *, mixed: bool
    ) -> MutableSequence[int]:
        """So many of the deals, in a room of that name, each as often as it has been weighed likely.

        Copies of one deal follow each other; whoever looks at the first few wants them mixed.
        """
        picked: MutableSequence[int] = self.room.space(name, wanted * places)
        chosen = self.room.space("chosen", wanted)
        self.effective = self.kernels.evidence.resample(
            self.room.space("logs", count), count, self.weights, wanted, seed & 0x3FFFFFFF, chosen
        )
        if mixed:
            self.kernels.kernel.shuffle(chosen, wanted, step(seed & 0x3FFFFFFF))
        self.kernels.rollout.copy_deals(deals, chosen, wanted, places, picked)
        return picked


def read_bids(position: Knowledge) -> tuple[list[int], list[int], int]:
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
