"""What a hand that is to be bid takes, found by playing rounds out: better than the tables foresee it.

In 16,000 bids of ``search`` against itself (``benchmarks/fit_foresight.py``) tricks were off by 1.07 where the tables
were off by 1.12, and the log loss of nils fell from 0.531 to 0.499.
"""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli.engine.actions import Bid
from spades_cli.search import layout
from spades_cli.search.budget import Budget
from spades_cli.search.compiled import load_kernels
from spades_cli.search.drawing import Drawing
from spades_cli.search.foresight import OPEN
from spades_cli.search.judging import Situation
from spades_cli.search.position import bag_fear
from spades_cli.search.ratings import knows_table
from spades_cli.search.rollout import STATE
from spades_cli.search.room import Room
from spades_cli.search.tables import find_tables
from spades_cli.search.worth import RoundWorth, round_game

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View

#: Where the seat that leads first sits from the dealer on; anybody else is taken for the one on his left.
LEADERS = {"dealer": 0, "second": 2}


class Foreseen(NamedTuple):
    """The tricks that a hand takes on average after a bid, and the log odds that it takes none."""

    tricks: float
    odds: float


class Prospect:
    """A seat's hand before the first lead, as ``Drawing`` wants to know it; see ``Position``."""

    def __init__(self, view: View) -> None:
        rules = self.rules = view.rules
        self.players, self.place = rules.table.players, rules.seats.index(view.seat)
        size = view.tricks_in_round
        hand = rules.pack.mask(view.hand)
        self.bids = tuple(view.bids.get(seat) for seat in rules.seats)
        self.situation = Situation(rules, self.bids, tuple(view.scores.values()), tuple(view.bags.values()), size, 2)
        self.worth = RoundWorth(lay_out(rules, size), (), ())
        self.is_whole = True
        self.free = sum(rules.pack.order) & ~hand
        self.known = [hand if place == self.place else 0 for place in range(self.players + 1)]
        self.slots = [0 if place == self.place else size for place in range(self.players)]
        self.slots.append(self.free.bit_count() - sum(self.slots))
        self.voids, self.played = [0] * self.players, [0] * self.players
        self.history: list[int] = []
        self.begun, self.first_need = [0] * STATE, [0] * len(rules.sides)
        self.fear = [bag_fear(rules, bags) for bags in view.bags.values()]


class Foresight:
    """Plays hands out that are to be bid; keeps its arrays from one to the next."""

    def __init__(self, samples: int, noise: int) -> None:
        kernels: Any = load_kernels()
        self.kernels, self.room, self.samples, self.noise = kernels, Room(kernels), samples, noise
        self.drawing = Drawing(Budget(samples), self.room)

    def look(self, view: View, bid: Bid, seed: int) -> Foreseen:
        """What the hand takes if it makes this bid; who bids after it does so by the tables."""
        prospect, array, space = Prospect(view), self.kernels.array, self.room.space
        deals = self.drawing.draw(prospect, seed)
        bids = [OPEN if other is None else 0 if other.nil else other.tricks for other in prospect.bids]
        bids[prospect.place] = 0 if bid.nil else bid.tricks
        rules = view.rules
        leader = (rules.seats.index(view.dealer) + LEADERS.get(rules.play.lead, 1)) % prospect.players
        tricks = space("tricks", self.samples)
        self.kernels.foresight.foresee(
            self.room.read(prospect)[0], array(find_tables(rules)), deals, self.samples, array(bids), leader,
            view.tricks_in_round, int(rules.nil.failed_tricks == "count"), array(prospect.fear), self.noise,
            seed & 0x3FFFFFFF, space("hands", 8), space("state", STATE), space("need", 8), space("voids", 8),
            space("index", 8), prospect.place, tricks,
        )  # fmt: skip
        taken = [int(tricks[deal]) for deal in range(self.samples)]
        none = taken.count(0) + 0.5
        return Foreseen(sum(taken) / self.samples, log(none / (self.samples + 1 - none)))


def foresees_bids(rules: Rules) -> bool:
    """Whether bids by play-outs were measured to help under such rules: of pairs, free, on cards that stay.

    Two players, and three that play each for himself, bid worse by them.
    """
    stays = rules.deal.method == "deal" and not rules.nil.pass_ and not rules.pack.doubled
    pairs = rules.table.players == 4 and rules.table.teams == "pairs"
    return stays and pairs and rules.bidding.mode == "free" and knows_table(rules)


@lru_cache(maxsize=8)
def lay_out(rules: Rules, size: int) -> tuple[int, ...]:
    """The layout of a round of ``size`` tricks in which those of all seats of a side are counted apart."""
    nobody = (0,) * len(rules.sides)
    game = list(round_game(Situation(rules, (Bid(1),) * rules.table.players, nobody, nobody, size, 2)))
    for places in rules.sides.values():
        for number, place in enumerate(places):
            game[layout.STRIDE + place] = (size + 1) ** number
    return tuple(game)


def shared_foresight(samples: int, noise: int) -> Foresight:
    """The foresight of so many deals: one for all strategies of a process, since it keeps nothing but room."""
    return _find_foresight(samples, noise, bool(load_kernels().is_compiled))


@lru_cache(maxsize=8)
def _find_foresight(samples: int, noise: int, compiled: bool) -> Foresight:
    return Foresight(samples, noise)
