"""The exact solver: milliseconds for endings and whole deals, and its values beside those of a bridge solver.

Run by hand, with the extras ``fast`` and ``oracle`` installed: ``python benchmarks/solver.py``. Times are processor
time of one thread. ``endings`` are random ones under the standard rules, bids (nil among them) and scores at random:
every legal card is solved. ``deals`` ask for the best card's tricks alone, spades may be led any time, and each value
is compared with that of endplay's double-dummy solver.
"""

from __future__ import annotations

import argparse
import platform
import random
from importlib.metadata import version
from statistics import mean, median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player

from spades_cli import Rules
from spades_cli.engine.actions import Bid
from spades_cli.engine.cards import Deck
from spades_cli.engine.kernel import LEAD_ANY
from spades_cli.search import layout
from spades_cli.search.compiled import Kernels, load_kernels
from spades_cli.search.judging import Situation
from spades_cli.search.solver import solver_space
from spades_cli.search.worth import round_worth

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

SEATS, HAND = 4, 13
NO_CAP = 1 << 50
#: How many deals of each number of cards a hand are compared, 500 in all: the large ones take long.
DEALS = {5: 100, 6: 100, 7: 90, 8: 80, 9: 60, 10: 40, 11: 18, 12: 7, 13: 5}
COMPILED_ENDINGS = {4: 300, 5: 300, 6: 200, 7: 100, 8: 40}
PLAIN_ENDINGS = {4: 60, 5: 40, 6: 20}
PACK = Deck()


class Worths(NamedTuple):
    """The arrays of a round, and where both sides stand when an ending begins."""

    game: Sequence[int]
    classes: Sequence[int]
    joint: Sequence[int]
    start: Sequence[int]


class Solver:
    """The solver at one of its two speeds, with its arrays."""

    def __init__(self, kernels: Kernels, tail: int) -> None:
        self.kernels = kernels
        self.work, self.bounds, self.table = map(kernels.array, solver_space(SEATS, tail))
        self.cards, self.worths = kernels.array([0] * tail), kernels.array([0] * tail)

    def time(self, worths: Worths, hands: Sequence[int], leader: int, broken: int, *, every: bool) -> tuple[float, int]:
        """Milliseconds to solve every legal card, or the best alone, and the best worth; preparing is not counted."""
        array, solver = self.kernels.array, self.kernels.solver
        game, classes, joint, index = map(array, worths)
        held: MutableSequence[int] = array(hands)
        left = hands[0].bit_count()
        solver.prepare(game, classes, joint, index, left, game[layout.SIDE_OF + leader], self.work, self.bounds)
        state = game, held, leader, 0, 0, 0, 0, broken, 0, self.work, self.bounds, self.table
        start = process_time()
        if every:
            count = solver.solve(*state, self.cards, self.worths, NO_CAP)
            spent = process_time() - start
            return spent * 1000, max(int(self.worths[i]) for i in range(count))
        best = int(solver.solve_best(*state, NO_CAP))
        return (process_time() - start) * 1000, best


def deal_cards(rng: random.Random, left: int) -> list[int]:
    cards = rng.sample(PACK.order, SEATS * left)
    return [sum(cards[seat * left : (seat + 1) * left]) for seat in range(SEATS)]


def tricks_alone() -> Worths:
    """A trick is worth one, and spades may be led any time: what bridge solvers count."""
    game = list(round_worth(Situation(Rules(), (Bid(3),) * SEATS, (0, 0), (0, 0), HAND, 1)).game)
    game[layout.CODE] = LEAD_ANY
    size = HAND + 1
    for side in range(2):
        game[layout.CLASS_AT + side], game[layout.COUNT + side] = side * size, size
        game[layout.JOINT_AT + side * layout.MOST + 1 - side] = side * size * size
    own = [tricks for tricks in range(size) for _ in range(size)]
    return Worths(game, [*range(size), *range(size)], own + own, [0, 0])


def scored(rng: random.Random, left: int) -> Worths:
    """A round under the standard rules of which all but the last tricks are played."""
    bids = tuple(Bid(0, nil=True) if rng.random() < 0.12 else Bid(rng.randrange(1, 6)) for _ in range(SEATS))
    scores = rng.randrange(-100, 450), rng.randrange(-100, 450)
    bags = rng.randrange(10), rng.randrange(10)
    game, classes, joint = round_worth(Situation(Rules(), bids, scores, bags, HAND, 5))
    index = [0, 0]
    for _ in range(HAND - left):
        seat = rng.choices(range(SEATS), [max(1, 2 * bid.tricks) for bid in bids])[0]
        index[game[layout.SIDE_OF + seat]] += game[layout.STRIDE + seat]
    return Worths(game, classes, joint, index)


def hand_text(hand: int) -> str:
    """A hand as bridge programs write it: spades, hearts, diamonds and clubs."""
    return ".".join("".join(str(card)[0] for card in PACK.cards(hand & PACK.suit_mask(suit))) for suit in "SHDC")


def bridge_tricks(hands: Sequence[int], leader: int) -> dict[int, int]:
    """What endplay says: the tricks of the leader's side by the card led; seats 0 to 3 sit as N, E, S and W."""
    deal = Deal("N:" + " ".join(map(hand_text, hands)))
    deal.trump = Denom.spades
    deal.first = Player(leader)
    found = {f"{card.rank.abbr}{card.suit.name[0].upper()}": tricks for card, tricks in solve_board(deal)}
    return {bit: found[str(card)] for bit, card in PACK.names.items() if str(card) in found}


def report(title: str, left: int, times: list[float]) -> None:
    times = sorted(times)
    most = times[int(len(times) * 0.95)]
    print(
        f"{title} {left:2} cards: mean {mean(times):8.3f}  median {median(times):8.3f}  "
        f"95 % {most:8.3f}  max {times[-1]:9.3f} ms  ({len(times)})",
        flush=True,
    )


def time_endings(title: str, kernels: Kernels, counts: dict[int, int]) -> None:
    for left, count in counts.items():
        solver, rng, times = Solver(kernels, left), random.Random(left), []
        for _ in range(count + 1):
            hands, leader, broken = deal_cards(rng, left), rng.randrange(SEATS), int(rng.random() < 0.9)
            times.append(solver.time(scored(rng, left), hands, leader, broken, every=True)[0])
        report(title, left, times[1:])


def compare_deals(kernels: Kernels, counts: dict[int, int]) -> None:
    equal, worths = 0, tricks_alone()
    for left, count in counts.items():
        solver, rng = Solver(kernels, left), random.Random(1000 + left)
        ours, theirs = [], []
        for i in range(count + 1):
            hands, leader = deal_cards(rng, left), rng.randrange(SEATS)
            spent, value = solver.time(worths, hands, leader, 1, every=False)
            start = process_time()
            same = max(bridge_tricks(hands, leader).values()) == value
            # The first one of all compiles.
            if i:
                ours.append(spent)
                theirs.append((process_time() - start) * 1000)
                equal += same
        report("deals, ours   ", left, ours)
        report("deals, endplay", left, theirs)
    print(f"equal values: {equal} of {sum(counts.values())}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Milliseconds of the exact solver, and its values beside endplay's.")
    parser.add_argument("--most", type=int, default=HAND, help="most cards a hand (default 13, some minutes)")
    options = parser.parse_args()

    compiled, plain = load_kernels(compiled=True), load_kernels(compiled=False)
    print(f"{platform.python_implementation()} {platform.python_version()}, numba {version('numba')}")
    for title, kernels, counts in (
        ("endings, compiled   ", compiled, COMPILED_ENDINGS),
        ("endings, interpreted", plain, PLAIN_ENDINGS),
    ):
        time_endings(title, kernels, {left: count for left, count in counts.items() if left <= options.most})
    compare_deals(compiled, {left: count for left, count in DEALS.items() if left <= options.most})


if __name__ == "__main__":
    main()
