"""Rounds per second of whole comparisons with one worker and with two, and the cost of a process of its own.

Run by hand: ``python benchmarks/arena.py``. Every figure is the median of several runs; ratios are between figures of
this one run.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from spades_cli import Round, load_rules
from spades_cli.arena.pairs import Plan, single_rounds
from spades_cli.arena.series import Series
from spades_cli.players.process import BotProcess
from spades_cli.players.settings import PluginSettings

RUNS = 3
DEALS = {"random": 1500, "basic": 150}


def rounds_per_second(name: str, jobs: int) -> float:
    """Single rounds of a strategy against itself, each deal twice."""
    rules = single_rounds(load_rules("standard"))
    plan = Plan(rules, (name, name), 1, PluginSettings(), ((0, 1),), DEALS[name])
    start = perf_counter()
    units = sum(1 for _ in Series(plan, jobs=jobs).run())
    return 2 * units / (perf_counter() - start)


def ms_per_decision(rounds: int) -> float:
    """Decisions of ``lowest`` behind the bot protocol, start not counted."""
    rules = load_rules("standard")
    bot = BotProcess(f"{sys.executable} -m spades_cli bot lowest", rules=rules, timeout=10)
    try:
        deal = Round(rules, seed=0)
        seat = deal.turn or ""
        bot.decide(deal.view(seat))
        count, start = 0, perf_counter()
        for seed in range(1, rounds + 1):
            deal = Round(rules, seed=seed)
            while deal.turn is not None:
                deal.apply(bot.decide(deal.view(deal.turn)))
                count += 1
        return 1000 * (perf_counter() - start) / count
    finally:
        bot.close()


def main() -> None:
    for name in DEALS:
        one = median(rounds_per_second(name, 1) for _ in range(RUNS))
        two = median(rounds_per_second(name, 2) for _ in range(RUNS))
        print(
            f"{name} v {name}: {one:.0f} rounds/s with 1 job, {two:.0f} with 2 (start included), ratio {two / one:.2f}"
        )
    outside = ms_per_decision(20)
    inside = median(1000 / rounds_per_second("basic", 1) / 56 for _ in range(RUNS))
    print(f"exec: {outside:.3f} ms a decision of lowest, {outside / inside:.1f} times a decision of basic in process")


if __name__ == "__main__":
    main()
