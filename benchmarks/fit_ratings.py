"""Learn the weights of the rule player from rounds that it plays with itself.

Run by hand, with NumPy and the extra ``fast`` installed: ``python benchmarks/fit_ratings.py`` writes the weights of all
kinds of tables to ``spades_cli/search/weights``: partners, where bags are penalised and where they are not, everybody
for himself, and two players. Names limit it to theirs. A table takes a quarter of an hour and 2 GB of memory; far fewer
turns lose to good weights, and change nothing.

Each iteration plays rounds by the present weights; at a share of the turns every card is played out to the end of the
round. A ridge regression of what the cards are worth, and the present weights, are the starts from which the worth of a
choice by the ratings, cards near each other weighed by a softmax, is raised by gradient steps (Adam) over the turns of
the last iterations. The better of the two results replaces the present weights if a duel on fresh deals says so.

Weights are written after each iteration. From one start a command makes the same again on one machine.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import exp
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numba
import numpy as np

from spades_cli import Bid, Rules, UsageError, load_rules
from spades_cli.search import layout, practice
from spades_cli.search.compiled import CompilerError, load_kernels
from spades_cli.search.judging import Situation
from spades_cli.search.policy import KINDS, PLANS
from spades_cli.search.rating import FEATURES
from spades_cli.search.ratings import FOLDER, find_ratings, name_ratings
from spades_cli.search.rollout import STATE
from spades_cli.search.tables import find_tables
from spades_cli.search.worth import round_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

DATA = Path(practice.__file__).parent / FOLDER
#: The variants that weights are learned at, by the names of the files.
TABLES = {
    "pairs": "standard",
    "free": "jokers",
    "two": "two-player",
    "three": "cutthroat-3",
    "four": "solo-4",
    "six": "six-solo-short",
}
#: A chance in 1024ths that is none.
ALWAYS = 1024
#: Weights are kept in these parts of a point; what a card counts for is 256 where it is fully so.
UNIT, WHOLE = 64, 256
#: How rounds are bid while turns are studied, and with less chance in duels: places of ``how`` and what stands there.
PRACTICE = {
    practice.MARGIN: 100, practice.MARGIN_SPAN: 700, practice.ODDS: 0, practice.ODDS_SPAN: 1500,
    practice.LOW_DRAFT: 250, practice.HARMLESS: 150, practice.SHARE: 300, practice.NOISE: 50,
}  # fmt: skip
DUEL = PRACTICE | {practice.MARGIN: 350, practice.MARGIN_SPAN: 1, practice.ODDS: 400, practice.ODDS_SPAN: 1}
#: Parts of the work, the numbers of rounds that each has for itself, and iterations whose turns are learned from.
PARTS, ROUNDS, KEPT = 32, 1 << 24, 3
#: A kind with fewer turns keeps its weights.
FEW = 50
#: The ridge of a regression: of all plans, and of what is special to one; worths further from their mean than so many
#: points count as that far.
RIDGE, OWN_RIDGE, CLIP = 20.0, 220.0, 80.0
#: Points by which cards must differ for the softmax to choose one e times as often.
SOFTNESS = 4.0
#: Adam: the passes from either start, batches a pass, the step in points, how slowly slopes and squares are forgotten.
PASSES, BATCHES, STEP, SLOPES, SQUARES = (40, 60), 8, 0.3, 0.9, 0.99
#: What is added to the roots of squares, so that nothing is divided by 0.
TINY = 1e-5

Function = TypeVar("Function", bound="Callable[..., None]")


def compiled(function: Function) -> Function:
    """A loop over arrays as compiled code that lets other threads run."""
    return numba.njit(nogil=True)(function)  # type: ignore[no-any-return]


class Turns(NamedTuple):
    """Turns that were studied: their kinds and where their rows begin, and end; a card's features and worth by row."""

    features: Any
    worths: Any
    kinds: Any
    starts: Any


@compiled
def add_moments(features: Any, worths: Any, kinds: Any, starts: Any, clip: float, squares: Any, products: Any) -> None:
    """Add up, by kind of turn, the products of features with each other (half of them) and with worths.

    All are taken from their means over the cards of a turn.
    """
    width = features.shape[1]
    for turn in range(kinds.shape[0]):
        first, last, kind = starts[turn], starts[turn + 1], kinds[turn]
        mean = np.zeros(width)
        worth = 0.0
        for row in range(first, last):
            worth += worths[row] / (last - first)
            for one in range(width):
                mean[one] += features[row, one] / (last - first)
        for row in range(first, last):
            gain = min(max(worths[row] - worth, -clip), clip)
            for one in range(width):
                value = features[row, one] - mean[one]
                if value != 0:
                    products[kind, one] += value * gain
                    for other in range(one + 1):
                        squares[kind, one, other] += value * (features[row, other] - mean[other])


@compiled
def add_slopes(
    features: Any, worths: Any, kinds: Any, starts: Any, first: int, last: int, weights: Any, slopes: Any
) -> None:
    """Add up, by kind of turn, how the worth of a soft choice by the ratings grows with each weight.

    Of turns from ``first`` to before ``last``; a weight is what one unit of a feature adds to the exponent.
    """
    width = features.shape[1]
    for turn in range(first, last):
        begin, kind = starts[turn], kinds[turn]
        count = starts[turn + 1] - begin
        shares = np.zeros(count)
        top = -1e30
        for card in range(count):
            for one in range(width):
                shares[card] += features[begin + card, one] * weights[kind, one]
            top = max(top, shares[card])
        total = worth = 0.0
        for card in range(count):
            shares[card] = exp(shares[card] - top)
            total += shares[card]
            worth += shares[card] * worths[begin + card]
        worth /= total
        for card in range(count):
            gain = shares[card] / total * (worths[begin + card] - worth)
            for one in range(width):
                slopes[kind, one] += gain * features[begin + card, one]


@dataclass(frozen=True)
class Table:
    """A table to play rounds at: its rules, and the seed of its deals."""

    rules: Rules
    seed: int

    @cached_property
    def kernels(self) -> Any:
        return load_kernels(True, "spades_cli.search.practice")

    def room(self, count: int) -> Any:
        """So many zeros as the kernels take them."""
        return np.zeros(count, dtype=np.int64) if self.kernels.is_compiled else [0] * count

    def rounds(self) -> list[Any]:
        """Room for a round, and for what changes in a second one."""
        return [self.room(layout.MOST + STATE) for _ in range(11)]

    def game(self, weights: Any) -> Any:
        """The round's layout, with the tricks of all seats apart, and these weights, in points."""
        rules, size = self.rules, self.rules.hand_size
        nobody = (0,) * len(rules.sides)
        situation = Situation(rules, (Bid(1),) * rules.table.players, nobody, nobody, size, 2)
        game = list(round_game(situation))[: layout.RATINGS]
        for places in rules.sides.values():
            for number, place in enumerate(places):
                game[layout.STRIDE + place] = (size + 1) ** number
        return self.kernels.array([*game, *parts_of_a_point(weights).ravel().tolist(), *[0] * FEATURES])

    def how(self, bidding: dict[int, int]) -> Any:
        """How rounds are dealt and scored here, and bid so."""
        rules, how = self.rules, [0] * practice.HOW
        how[practice.CARDS], how[practice.SIZE] = rules.pack.size, rules.hand_size
        how[practice.DRAFT] = int(rules.deal.method == "draft")
        how[practice.TRICK], how[practice.NIL] = 10 * rules.scoring.trick, 10 * rules.nil.made
        how[practice.FREE_BAG] = -10 * rules.scoring.overtrick
        penalty = 10 * rules.bags.penalty // rules.bags.limit if rules.bags.limit else 0
        how[practice.BAG] = penalty + how[practice.FREE_BAG]
        how[practice.LOST] = int(rules.nil.failed_tricks.startswith("bags"))
        how[practice.COUNTS] = int(rules.nil.failed_tricks == "count")
        for place, number in bidding.items():
            how[place] = number
        if not rules.bags.limit:
            how[practice.HARMLESS] = ALWAYS
        return self.kernels.array(how)

    def study(self, weights: Any, turns: int, iteration: int) -> list[Turns]:
        """So many turns of rounds played by these weights, part by part."""
        how, tables = self.how(PRACTICE), self.kernels.array(find_tables(self.rules))

        def study_part(part: int) -> Turns:
            count = share_of(turns, part)
            rows = count * self.rules.hand_size
            features, worths, kinds, starts = map(self.room, (rows * FEATURES, rows, count, count + 1))
            first = (iteration * PARTS + part) * ROUNDS
            deck, game = self.kernels.array(self.rules.pack.order), self.game(weights)
            used = self.kernels.practice.study_rounds(
                game, how, tables, deck, self.seed, first, count, *self.rounds(), features, worths, kinds, starts
            )
            # In the fewest bytes: many millions of rows are held at a time.
            short = np.array(features[: used * FEATURES], dtype=np.int16).reshape(used, FEATURES)
            return Turns(short, *(np.array(values, dtype=np.int32) for values in (worths[:used], kinds, starts)))

        return in_parts(study_part, range(PARTS))

    def duel(self, weights: Any, others: Any, deals: int, iteration: int) -> tuple[float, float]:
        """What weights gain on others a round, in points, and the standard error."""
        how, tables = self.how(DUEL), self.kernels.array(find_tables(self.rules))

        def duel_part(part: int) -> Any:
            gains = self.room(share_of(deals, part))
            first = (iteration * PARTS + part) * ROUNDS
            deck, games = self.kernels.array(self.rules.pack.order), (self.game(weights), self.game(others))
            where = self.seed + 1, first, first + len(gains)
            self.kernels.practice.duel(*games, how, tables, deck, *where, *self.rounds(), gains)
            return np.asarray(gains, dtype=np.int64)

        # The gain of a deal is that of two rounds, in tenths of a point.
        gains = np.concatenate(in_parts(duel_part, range(PARTS))) / 20
        return float(gains.mean()), float(gains.std() / len(gains) ** 0.5)


def share_of(total: int, part: int) -> int:
    """How much of a total falls to a part."""
    return total * (part + 1) // PARTS - total * part // PARTS


def in_parts(work: Callable[[Any], Any], parts: Iterable[Any]) -> list[Any]:
    """The results of the parts in their order, worked out by all processors."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(work, parts))


def parts_of_a_point(weights: Any) -> Any:
    """Weights as they are kept."""
    return np.round(weights * UNIT).astype(np.int64)


def count_kinds(data: Sequence[Turns]) -> Any:
    """How many turns there are of each kind."""
    return np.bincount(np.concatenate([turns.kinds for turns in data]), minlength=KINDS)


def regress(data: Sequence[Turns], before: Any) -> Any:
    """The weights of a ridge regression of worths on features; kinds with few turns keep those from ``before``.

    Those for a plan are drawn towards those for all plans in the same place.
    """

    def moments(turns: Turns) -> tuple[Any, Any]:
        squares, products = np.zeros((KINDS, FEATURES, FEATURES)), np.zeros((KINDS, FEATURES))
        add_moments(*turns, 10 * CLIP, squares, products)
        return squares, products

    squares, products = (sum(found) for found in zip(*in_parts(moments, data), strict=True))
    squares = (squares + np.tril(squares, -1).transpose(0, 2, 1)) / WHOLE**2
    products = products / WHOLE / 10
    counts, weights, one = count_kinds(data), before.copy(), np.eye(FEATURES)
    for first in range(0, KINDS, PLANS):
        plans = slice(first, first + PLANS)
        if counts[plans].sum() < FEW:
            continue
        shared = np.linalg.solve(squares[plans].sum(axis=0) + RIDGE * one, products[plans].sum(axis=0))
        for kind in range(first, first + PLANS):
            left = products[kind] - squares[kind] @ shared
            own = np.linalg.solve(squares[kind] + OWN_RIDGE * one, left)
            weights[kind] = shared + own if counts[kind] >= FEW else shared
    return weights


def climb(data: Sequence[Turns], weights: Any, passes: int) -> Any:
    """The weights after gradient steps that raise the worth of soft choices; kinds with few turns keep theirs."""
    counts = count_kinds(data)
    enough = (counts >= FEW)[:, None]
    scale = BATCHES / np.maximum(counts, 1)[:, None] / (10 * SOFTNESS * WHOLE)
    order = np.random.default_rng(passes)
    slope, square = np.zeros((KINDS, FEATURES)), np.zeros((KINDS, FEATURES))
    steps = 0
    for number in range(passes):
        # The second half of the passes slows down to a stand.
        pace = STEP * min(1.0, 2 - 2 * number / passes)
        for batch in order.permutation(BATCHES):
            steps += 1
            found = slopes_of(data, weights / (SOFTNESS * WHOLE), int(batch)) * scale * enough
            slope = SLOPES * slope + (1 - SLOPES) * found
            square = SQUARES * square + (1 - SQUARES) * found**2
            root = np.sqrt(square / (1 - SQUARES**steps)) + TINY
            weights = weights + pace * slope / (1 - SLOPES**steps) / root
    return weights


def slopes_of(data: Sequence[Turns], weights: Any, batch: int) -> Any:
    """How the worths of one batch of all turns grow with each weight."""

    def work(turns: Turns) -> Any:
        slopes, count = np.zeros((KINDS, FEATURES)), len(turns.kinds)
        add_slopes(*turns, count * batch // BATCHES, count * (batch + 1) // BATCHES, weights, slopes)
        return slopes

    return sum(in_parts(work, data))


def learn(name: str, table: Table, weights: Any, turns: int, iterations: int, deals: int) -> Iterator[tuple[Any, Any]]:
    """After each iteration: the weights, and what the better results gained on those before so far, with the errors."""
    data: list[Turns] = []
    gains: list[list[float]] = []
    for iteration in range(iterations):
        began = perf_counter()
        data = [*data, *table.study(weights, turns, iteration)][-KEPT * PARTS :]
        starts = regress(data, weights), weights
        found = [climb(data, start, passes) for start, passes in zip(starts, PASSES, strict=True)]
        duels = [table.duel(one, weights, deals, iteration) for one in found]
        best = max(range(len(found)), key=lambda number: duels[number])
        gain, error = duels[best]
        if gain > error:
            weights = found[best]
        gains.append([round(gain, 2), round(error, 2)])
        print(
            f"{name:6} iteration {iteration + 1}  turns {turns}  gain {gain:6.2f} +- {error:.2f}"
            f"  {'taken' if gain > error else 'left'}  {perf_counter() - began:5.1f} s",
            flush=True,
        )
        yield weights, gains


def read_weights(file: Path) -> list[list[int]]:
    """The weights in a file, kind by kind."""
    rows: list[list[int]] = json.loads(file.read_text(encoding="utf-8"))["weights"]
    return rows


def start_of(file: Path, rules: Rules, options: argparse.Namespace) -> Any:
    """The weights, in points, to go on from: those of a file, or else of the package; or all for the trick."""
    if options.afresh:
        return np.eye(FEATURES)[np.zeros(KINDS, dtype=int)]
    if options.start:
        file = file.with_stem(options.start)
    rows = read_weights(file) if file.is_file() else np.reshape(find_ratings(rules), (KINDS, FEATURES))
    return np.array(rows, dtype=float) / UNIT


def make_data(name: str, file: Path, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A file's contents, learned at its table, after each iteration: those that fewer iterations would make."""
    table = Table(load_rules(TABLES[name]), options.seed)
    start = start_of(file, table.rules, options)
    command = f"python benchmarks/fit_ratings.py {name} --turns {options.turns} --iterations"
    start_word = " --afresh" if options.afresh else f" --start {options.start}" if options.start else ""
    last = f"--deals {options.deals} --seed {options.seed}{start_word}"
    for weights, gains in learn(name, table, start, options.turns, options.iterations, options.deals):
        yield {
            "command": f"{command} {len(gains)} {last}",
            "seed": options.seed,
            "variant": TABLES[name],
            "gains": gains,
            "weights": parts_of_a_point(weights).tolist(),
        }


def format_data(data: dict[str, Any]) -> str:
    """JSON with one row of numbers, or one plain value, a line."""
    lines = {key: json.dumps(value) for key, value in data.items()}
    lines["weights"] = "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in data["weights"]) + "\n ]"
    return "{\n" + ",\n".join(f" {json.dumps(key)}: {line}" for key, line in lines.items()) + "\n}\n"


def main(words: Sequence[str] | None = None) -> int:
    """Learn and write, or check; returns the exit code, 1 where a check finds better weights."""
    parser = argparse.ArgumentParser(description="Learn the weights of the rule player.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(TABLES)} (default all)")
    parser.add_argument("--turns", type=int, default=1_500_000, help="studied in each iteration (default 1500000)")
    parser.add_argument("--iterations", type=int, default=5, help="default 5")
    parser.add_argument("--deals", type=int, default=40_000, help="of each duel (default 40000)")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument("--afresh", action="store_true", help="begin with plain weights, not with those there are")
    parser.add_argument("--start", choices=TABLES, help="begin with the weights of another table")
    parser.add_argument("--folder", type=Path, default=DATA, help="where weights are (default: in the package)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file would change")
    options = parser.parse_args(words)
    changed = False
    try:
        if strange := set(options.names) - TABLES.keys():
            raise UsageError(f"no such weights: {', '.join(sorted(strange))}; there are {', '.join(TABLES)}")
        for name in options.names or TABLES:
            file = options.folder / name_ratings(load_rules(TABLES[name]))
            before, changes = read_weights(file) if file.is_file() else None, False
            for data in make_data(name, file, options):
                changes = data["weights"] != before
                if changes and not options.check:
                    options.folder.mkdir(exist_ok=True)
                    file.write_text(format_data(data), encoding="utf-8")
            print(f"{name:6} {'new' if changes else 'as before'}", flush=True)
            changed |= changes
    except (CompilerError, UsageError) as error:
        print(f"error: {error}", file=sys.stderr)
        return int(error.exit_code)
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
