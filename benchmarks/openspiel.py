"""Rounds per second of random legal play, ours over OpenSpiel's, dealing included on both sides.

Run by hand, with the extra ``oracle`` installed: ``python benchmarks/openspiel.py``. Both engines are driven from
Python through their public interface, in turns and in alternating order; the last line is the median ratio.
"""

from __future__ import annotations

import argparse
import platform
import random
from importlib.metadata import version
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pyspiel

from spades_cli import Round, Rules

if TYPE_CHECKING:
    from collections.abc import Callable


def play_ours(rules: Rules, count: int, rng: random.Random) -> None:
    for i in range(count):
        deal = Round(rules, seed=i)
        while deal.turn is not None:
            deal.apply(rng.choice(deal.legal()))


def play_theirs(game: Any, count: int, rng: random.Random) -> None:
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def rounds_per_second(play: Callable[[Any, int, random.Random], None], table: Any, count: int) -> float:
    start = perf_counter()
    play(table, count, random.Random(0))
    return count / (perf_counter() - start)


def measure(pairs: int, count: int) -> tuple[list[float], list[float]]:
    """The speed of both engines in each pair of runs; who goes first alternates."""
    sides: list[tuple[Callable[[Any, int, random.Random], None], Any, list[float]]] = [
        (play_ours, Rules(), []),
        (play_theirs, pyspiel.load_game("spades"), []),
    ]
    for play, table, _ in sides:
        rounds_per_second(play, table, count // 10 + 1)
    for pair in range(pairs):
        for play, table, speeds in sides if pair % 2 == 0 else reversed(sides):
            speeds.append(rounds_per_second(play, table, count))
    return sides[0][2], sides[1][2]


def main() -> None:
    parser = argparse.ArgumentParser(description="Random legal play: spades-cli over OpenSpiel's Python bindings.")
    parser.add_argument("--pairs", type=int, default=7, help="pairs of runs (default 7)")
    parser.add_argument("--rounds", type=int, default=3000, help="rounds in each run (default 3000)")
    options = parser.parse_args()

    ours, theirs = measure(options.pairs, options.rounds)
    ratios = [one / other for one, other in zip(ours, theirs, strict=True)]
    print(f"{platform.python_implementation()} {platform.python_version()}, {options.pairs} pairs of runs")
    print(f"rounds of random legal play per second, deal included, {options.rounds} in each run:")
    for name, speeds in (("spades-cli", ours), ("open_spiel", theirs)):
        print(f"{name} {version(name):<8} median {median(speeds):.0f}, {min(speeds):.0f} to {max(speeds):.0f}")
    print(f"ratio {median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
