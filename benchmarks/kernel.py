"""Rounds of random legal play a second: our arithmetic, plain and compiled, over OpenSpiel's from Python and in C++.

Run by hand, with the extras ``fast`` and ``oracle`` installed: ``python benchmarks/kernel.py``. Ours shuffle, deal and
play 52 cards. OpenSpiel's from Python do the same through ``legal_actions`` and ``apply_action``, with four bids
between; its C++ roll-outs, counted through its MCTS bot, start at the first lead of one round that is dealt already.
All take turns. Rates on one thread are by CPU time, ratios are between figures of one turn; medians and ranges are
printed.
"""

from __future__ import annotations

import argparse
import platform
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from statistics import median
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

import pyspiel

from spades_cli import load_rules
from spades_cli.search.compiled import load_kernels
from spades_cli.search.random_rounds import play_rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spades_cli import Rules
    from spades_cli.search.compiled import Kernels

#: Rounds of one turn at full length.
PLAIN, COMPILED, PYTHON, NATIVE = 4_000, 400_000, 1_500, 40_000
TABLES = {3: "cutthroat-3", 4: "standard", 5: "five-solo", 6: "six-solo-short"}


def play_ours(kernels: Kernels, rules: Rules, count: int) -> None:
    play_rounds(kernels, rules, 1, 0, count)


def play_in_python(game: Any, count: int) -> None:
    """Whole rounds of OpenSpiel's game, every action chosen here."""
    rng, pack = random.Random(1), list(range(52))
    for _ in range(count):
        state = game.new_initial_state()
        rng.shuffle(pack)
        for card in pack:
            state.apply_action(card)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def play_natively(game: Any, count: int) -> None:
    """One simulation of OpenSpiel's C++ MCTS, whose evaluation is the mean of ``count`` random ends of the round."""
    state = game.new_initial_state()
    for action in (*random.Random(1).sample(range(52), 52), 55, 55, 55, 55):
        state.apply_action(action)
    evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
    pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False).mcts_search(state)


def rate(play: Callable[[int], None], count: int) -> float:
    """Rounds a second of CPU time on this thread."""
    start = thread_time()
    play(count)
    return count / (thread_time() - start)


def rate_threads(play: Callable[[int], None], threads: int, count: int) -> float:
    """Rounds a second by the clock, of threads that play ``count`` rounds each."""
    with ThreadPoolExecutor(threads) as pool:
        start = perf_counter()
        list(pool.map(play, [count] * threads))
        return threads * count / (perf_counter() - start)


def take_turns(runs: int, measures: Sequence[Callable[[], float]]) -> list[list[float]]:
    """The figures of each measure, taken in turn and every other time in reverse order."""
    found: list[list[float]] = [[] for _ in measures]
    order = list(zip(measures, found, strict=True))
    for run in range(runs):
        for measure, figures in order if run % 2 == 0 else reversed(order):
            figures.append(measure())
    return found


def show(name: str, figures: Iterable[float], digits: int = 0) -> None:
    values = sorted(figures)
    print(f"{name:44} {median(values):12,.{digits}f}   {values[0]:,.{digits}f} to {values[-1]:,.{digits}f}")


def show_ratio(name: str, ones: Sequence[float], others: Sequence[float]) -> None:
    show(name, [one / other for one, other in zip(ones, others, strict=True)], digits=2)


def compare(runs: int, share: float, plain: Kernels, fast: Kernels) -> None:
    """Both speeds of ours and both of OpenSpiel's."""
    game, rules = pyspiel.load_game("spades"), load_rules("standard")
    turns: dict[str, tuple[Callable[[int], None], int]] = {
        "plain": (partial(play_ours, plain, rules), PLAIN),
        "compiled": (partial(play_ours, fast, rules), COMPILED),
        "open_spiel from Python": (partial(play_in_python, game), PYTHON),
        "open_spiel roll-outs in C++": (partial(play_natively, game), NATIVE),
    }
    found = take_turns(runs, [partial(rate, play, int(count * share)) for play, count in turns.values()])
    print("\nrounds a second on one thread")
    for name, figures in zip(turns, found, strict=True):
        show(name, figures)
    show_ratio("compiled over open_spiel in C++", found[1], found[3])
    show_ratio("plain over open_spiel from Python", found[0], found[2])


def grow_threads(runs: int, share: float, fast: Kernels) -> None:
    play, count = partial(play_ours, fast, load_rules("standard")), int(COMPILED * share)
    one, two = take_turns(runs, [partial(rate_threads, play, threads, count) for threads in (1, 2)])
    print("\ncompiled rounds a second by the clock")
    show("1 thread", one)
    show("2 threads", two)
    show_ratio("2 threads over 1", two, one)


def grow_tables(runs: int, share: float, plain: Kernels, fast: Kernels) -> None:
    speeds = {"plain": (plain, PLAIN), "compiled": (fast, COMPILED)}
    for name, (kernels, count) in speeds.items():
        plays = [partial(play_ours, kernels, load_rules(rules)) for rules in TABLES.values()]
        found = take_turns(runs, [partial(rate, play, int(count * share)) for play in plays])
        print(f"\n{name} rounds a second on one thread, by table")
        for (players, rules), figures in zip(TABLES.items(), found, strict=True):
            show(f"{players} players ({rules})", figures)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Random rounds a second, ours and OpenSpiel's, in one run.")
    parser.add_argument("--runs", type=int, default=7, help="turns of everything that is measured (default 7)")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual rounds in each turn (default 1)")
    options = parser.parse_args(words)
    plain, fast = load_kernels(compiled=False), load_kernels(compiled=True)
    for rules in map(load_rules, TABLES.values()):
        # The first call compiles, or loads what was.
        play_ours(fast, rules, 1)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, numba {version('numba')}, open_spiel {version('open_spiel')}; medians of {options.runs} turns")
    compare(options.runs, options.share, plain, fast)
    grow_threads(options.runs, options.share, fast)
    grow_tables(options.runs, options.share, plain, fast)


if __name__ == "__main__":
    main()
