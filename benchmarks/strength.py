"""How strong the bundled strategies are: plays the ladder and writes ``docs/strength.md``.

Run by hand: ``python benchmarks/strength.py`` (about half an hour on two cores, with the extra ``fast``). Every pairing
is kept as a record in ``--records``; a run that was stopped goes on from there.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli import load_rules
from spades_cli.arena.pairs import Plan
from spades_cli.arena.series import Series
from spades_cli.engine.match import GUARD
from spades_cli.players.settings import PluginSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[1]
#: Without a limit on bags, for the player that ignores them where they do not count.
NO_BAGS = '[variant]\nid = "no-bags"\nbase = "standard"\n\n[bags]\nlimit = 0\n'
VARIANTS = ("two-player", "jokers", "cutthroat-3", "mirror", "suicide", "jjdd", "no-bags")
NEIGHBOURS = (("basic", "random"), ("expert", "basic"), ("search", "expert"), ("search-deep", "search"))


class Pairing(NamedTuple):
    """Two strategies, what they play, and how many deals."""

    rules: str
    one: str
    two: str
    deals: int
    rounds: bool

    @property
    def command(self) -> str:
        """What to type to play it again."""
        return f"match {self.one} {self.two} -r {self.rules} -n {self.deals}" + (" --rounds" if self.rounds else "")


def pairings(share: float) -> Iterator[Pairing]:
    """The whole ladder; ``share`` scales the number of deals."""
    deals = {"random": 1000, "basic": 2000, "expert": 400, "search": 60}
    matches = {"random": 200, "basic": 300, "expert": 60, "search": 0}
    for one, two in NEIGHBOURS:
        yield Pairing("standard", one, two, max(1, round(deals[two] * share)), True)
        if matches[two]:
            yield Pairing("standard", one, two, max(1, round(matches[two] * share)), False)
    yield Pairing("standard", "expert", "random", max(1, round(200 * share)), False)
    for rules in VARIANTS:
        for one, two in NEIGHBOURS[:3]:
            yield Pairing(rules, one, two, max(1, round((80 if one == "search" else 400) * share)), True)


def play(pairing: Pairing, options: argparse.Namespace) -> dict[str, Any]:
    """The figures of a pairing: from its record where that is whole, else played on."""
    name = f"{pairing.rules}-{pairing.one}-{pairing.two}-{'rounds' if pairing.rounds else 'matches'}.jsonl"
    options.records.mkdir(parents=True, exist_ok=True)
    rules_file = options.records / "no-bags.toml"
    rules_file.write_text(NO_BAGS, encoding="utf-8")
    rules = load_rules(str(rules_file) if pairing.rules == "no-bags" else pairing.rules)
    specs, rounds = (pairing.one, pairing.two), 1 if pairing.rounds else GUARD
    plan = Plan(rules, specs, options.seed, PluginSettings(), ((0, 1),), pairing.deals, rounds=rounds, on_fault="stop")
    series = Series(plan, jobs=options.jobs, out=options.records / name, resume=True)
    for _ in series.run():
        print(f"{pairing.command}: {series.done} of {pairing.deals}", end="\r", file=sys.stderr, flush=True)
    print(" " * 79, end="\r", file=sys.stderr)
    return series.figures.to_dict(options.seed)


def row(pairing: Pairing, figures: dict[str, Any]) -> str:
    """A pairing as a row of a table."""
    one, two = figures["strategies"]
    low, high = one["interval"]
    won = f"{one['matches_won'] / one['matches']:.1%} ({low:.1%} to {high:.1%})"
    gap = f"{one['difference']:+.1f} ± {one['difference_se'] or 0:.1f}"
    both = [
        f"{100 * strategy['sets']:.1f} %, {strategy['bags_per_round']:.2f}, {100 * strategy['nils_bid']:.1f} %, "
        f"{100 * strategy['nils_made']:.0f} %, {strategy['trick_error'] or 0:+.2f}"
        for strategy in (one, two)
    ]
    pair = f"`{pairing.one}` v `{pairing.two}`"
    return f"| {pair} | {pairing.deals} × 2 | {gap} | {won} | {both[0]} | {both[1]} |"


HEAD = """| pair | games | points a round | won (95 %) | sets, bags, nils bid, kept, tricks − bid | of the second |
|---|---|---|---|---|---|"""


def page(results: Sequence[tuple[Pairing, dict[str, Any]]], seed: int) -> str:
    """The whole document."""

    def table(rules: str, *, rounds: bool) -> str:
        rows = [row(pair, found) for pair, found in results if pair.rules == rules and pair.rounds == rounds]
        return "\n".join([HEAD, *rows]) if rows else "not played yet"

    parts = [
        "# How strong the bundled strategies are",
        "",
        "`random`, `basic`, `expert`, `search` and `search-deep` in turn; `lowest` is an example for authors.",
        f"Written by `python benchmarks/strength.py`; every pairing has seed {seed} and can be played again with",
        f"`spades-cli match ONE TWO -r RULES -n GAMES -s {seed}`, single rounds with `--rounds`.",
        "",
        "Each deal is played twice, the sides swapped. Points a round are the first strategy's less the second's, with",
        "the standard error of the paired mean. In single rounds from 0 to 0 a bag that is held counts as its share of",
        "the penalty (-10 in `standard`), since a match charges it later.",
        "",
        "## Single rounds, standard rules",
        "",
        table("standard", rounds=True),
        "",
        "## Whole matches, standard rules",
        "",
        table("standard", rounds=False),
        "",
        "## Single rounds under other rules",
    ]
    for rules in VARIANTS:
        note = " (`standard` with `bags.limit = 0`)" if rules == "no-bags" else ""
        parts += ["", f"### {rules}{note}", "", table(rules, rounds=True)]
    return "\n".join(parts) + "\n"


def main(words: Sequence[str] | None = None) -> None:
    """Play what is left and write the page; Ctrl-C writes what there is."""
    parser = argparse.ArgumentParser(description="Plays the ladder of bundled strategies and writes docs/strength.md.")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/strength.md", help="the page to write")
    parser.add_argument("--records", type=Path, default=ROOT / "build/strength", help="where records are kept")
    parser.add_argument("--share", type=float, default=1.0, help="scales the number of deals (0.01 for a trial)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(words)
    results = []
    try:
        for pairing in pairings(options.share):
            results.append((pairing, play(pairing, options)))
            options.out.write_text(page(results, options.seed), encoding="utf-8")
    except KeyboardInterrupt:
        print("stopped; the page holds what has been played", file=sys.stderr)


if __name__ == "__main__":
    main()
