"""Rounds per second of whole comparisons with one worker and with two, and the cost of a process of its own.

Run by hand: ``python benchmarks/arena.py``. Every figure is the median of several runs; ratios are between figures of
this one run.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from spades_cli import Round, load_rules
from spades_cli.arena.pairs import Plan
from spades_cli.arena.series import Series
from spades_cli.players.manager import load_plugins
from spades_cli.players.process import BotProcess
from spades_cli.players.settings import PluginSettings
from spades_cli.players.spec import PlayerSpec, make_strategy
from spades_cli.players.strategy import Player

RUNS = 3
DEALS = {"random": 1500, "basic": 150}
ROUNDS = 20


def rounds_per_second(name: str, jobs: int) -> float:
    """Single rounds of a strategy against itself, each deal twice."""
    rules = load_rules("standard")
    plan = Plan(rules, (name, name), 1, PluginSettings(), ((0, 1),), DEALS[name], rounds=1)
    start = perf_counter()
    units = sum(1 for _ in Series(plan, jobs=jobs).run())
    return 2 * units / (perf_counter() - start)


def ms_per_decision(player: Player, rounds: int) -> float:
    """One player at every seat of single rounds; its start is not counted."""
    rules = load_rules("standard")
    deal = Round(rules, seed=0)
    player.decide(deal.view(deal.turn or ""))
    count, seconds = 0, 0.0
    for seed in range(1, rounds + 1):
        deal = Round(rules, seed=seed)
        while deal.turn is not None:
            view = deal.view(deal.turn)
            start = perf_counter()
            action = player.decide(view)
            seconds += perf_counter() - start
            deal.apply(action)
            count += 1
    return 1000 * seconds / count


def main() -> None:
    for name in DEALS:
        one = median(rounds_per_second(name, 1) for _ in range(RUNS))
        two = median(rounds_per_second(name, 2) for _ in range(RUNS))
        print(f"{name} v {name}: {one:.0f} rounds/s with 1 job, {two:.0f} with 2 (start included): {two / one:.2f}")
    plugins = load_plugins(PluginSettings(), warn=print)
    for name in ("lowest", "basic"):
        strategy = make_strategy(PlayerSpec.parse(name), plugins, seed=1, seat="N")
        inside = ms_per_decision(strategy, ROUNDS)
        with BotProcess(f"{sys.executable} -m spades_cli bot {name}", rules=load_rules("standard")) as bot:
            outside = ms_per_decision(bot, ROUNDS)
        print(f"{name}: {inside:.3f} ms a decision in process, {outside:.3f} as exec: bot: {outside / inside:.1f}")


if __name__ == "__main__":
    main()
