"""Our play against a generic information-set tree search over OpenSpiel's game of Spades, on the same deals.

Run by hand, with the extra ``oracle`` installed: ``python benchmarks/peers_openspiel.py``. Every deal is a round from
0 to 0, played twice with the sides swapped and scored by our engine; bids are kept to what both games allow. Printed
are the paired difference in points a round and both times per decision, all of one run; ``spades-cli warm-up`` before
it keeps the compiler out of the times. An interrupted run prints what it has.
"""

from __future__ import annotations

import argparse
import platform
import sys
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from spades_cli import load_rules
from spades_cli.arena.pairs import Plan
from spades_cli.arena.series import Series
from spades_cli.cli.matching import table
from spades_cli.players.settings import PluginSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

PEER = Path(__file__).resolve().with_name("_ismcts.py")


def read_options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="A strategy of ours against OpenSpiel's Python ISMCTS bot, in duplicate rounds."
    )
    parser.add_argument("--ours", default="search", metavar="SPEC", help="NAME or NAME:key=value (default search)")
    parser.add_argument("--simulations", type=int, default=1000, help="of ISMCTS for each decision (default 1000)")
    parser.add_argument("--exploration", type=float, default=100.0, help="its UCT constant, in points (default 100)")
    parser.add_argument(
        "--bids", choices=("own", "ours"), default="own", help="ISMCTS searches its bids, or our strategy bids for it"
    )
    parser.add_argument(
        "--quick", action="store_true", help="ISMCTS plays out with a quicker random choice than its own"
    )
    parser.add_argument("--rules", default="standard", help="what the rounds are scored by (default standard)")
    parser.add_argument("--deals", type=int, default=100, help="each is played twice (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--out", type=Path, help="keep the record here, and go on with it if it exists")
    return parser.parse_args(words)


def make_plan(options: argparse.Namespace) -> Plan:
    rules = load_rules(options.rules)
    rules = replace(rules, bidding=replace(rules.bidding, team_max=13))
    peer = f"ismcts:simulations={options.simulations},exploration={options.exploration:g}"
    if options.quick:
        peer += ",quick=true"
    if options.bids == "ours":
        peer += f",bidder={options.ours.replace(',', ';')}"
    settings = PluginSettings(paths=(str(PEER),), strict=True)
    return Plan(
        rules, (options.ours, peer), options.seed, settings, ((0, 1),), options.deals, rounds=1, on_fault="stop"
    )


def main(words: Sequence[str] | None = None) -> None:
    options = read_options(words)
    series = Series(make_plan(options), jobs=options.jobs, out=options.out, resume=True)
    start, before = perf_counter(), series.done
    with suppress(KeyboardInterrupt):
        for _ in series.run():
            print(f"{series.done} of {options.deals} deals", end="\r", file=sys.stderr, flush=True)
    played = series.done - before
    print(f"{platform.python_implementation()} {platform.python_version()}, open_spiel {version('open_spiel')}")
    for line in table(series.figures, options.seed, ways=2):
        print(line)
    if played:
        ours, theirs = (row.seconds / row.decisions for row in series.figures.rows)
        seconds = perf_counter() - start
        print(f"time per decision, theirs over ours: {theirs / ours:.2f} ({seconds / played:.1f} s a deal)")


if __name__ == "__main__":
    main()
