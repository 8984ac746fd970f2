"""How strong the bundled strategies are: plays the ladder and writes ``docs/strength.md``.

Run by hand, with the extra ``fast``: ``python benchmarks/strength.py`` takes four hours or so on two cores, one with
``--share 0.25``, a minute or two with ``--quick``. Every pairing is kept as a record below ``--records``, in a folder
named after the sources that play: a run that was stopped goes on from there, and what other sources played is never
taken for theirs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli import load_rules
from spades_cli.arena.pairs import Plan
from spades_cli.arena.series import Series
from spades_cli.engine.match import GUARD
from spades_cli.players.settings import PluginSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT = Path(__file__).parents[1]
#: What decides how a strategy plays; a change there makes older records another player's.
SOURCES = ("plugins", "spades_cli/engine", "spades_cli/players", "spades_cli/search")
#: Without a limit on bags, for the player that ignores them where they do not count.
NO_BAGS = '[variant]\nid = "no-bags"\nbase = "standard"\n\n[bags]\nlimit = 0\n'
#: Other rules with the deals of `search` over `expert`: more where points scatter more.
VARIANTS = {
    "two-player": 200, "jokers": 200, "cutthroat-3": 200, "mirror": 200, "suicide": 400, "jjdd": 400, "no-bags": 400,
}  # fmt: skip
#: From weak to strong, with the deals of single rounds, of matches, and of a measurement of time.
LADDER = {
    "random": (0, 0, 50),
    "lowest": (500, 100, 50),
    "basic": (1000, 200, 50),
    "expert": (8000, 1200, 50),
    "search": (1600, 200, 3),
    "search-deep": (60, 10, 1),
}
NEIGHBOURS = (("basic", "random"), ("expert", "basic"), ("search", "expert"), ("search-deep", "search"))
QUICK = 0.02
#: The part of its deals that a strategy plays against others than the next weaker one.
APART = 1 / 16


class Pairing(NamedTuple):
    """Two strategies, what they play, and how many deals."""

    rules: str
    one: str
    two: str
    deals: int
    rounds: bool

    @property
    def file(self) -> str:
        """The name of its record."""
        return f"{self.rules}-{self.one}-{self.two}-{'rounds' if self.rounds else 'matches'}.jsonl"

    def command(self, seed: int) -> str:
        """What to type to play it again."""
        rules = {"standard": "", "no-bags": " -r no-bags.toml"}.get(self.rules, f" -r {self.rules}")
        single = " --rounds" if self.rounds else ""
        return f"spades-cli match {self.one} {self.two}{rules} -n {self.deals} -s {seed}{single}"


def pairings(share: float) -> Iterator[Pairing]:
    """The whole ladder, quickest first; ``share`` scales the number of deals (two at least, for an error).

    Matches of which less than one deal would be left are left out: they take long.
    """

    def scaled(deals: float) -> int:
        return max(2, round(deals * share))

    for two, one in sorted(combinations(LADDER, 2), key=lambda pair: list(LADDER).index(pair[1])):
        rounds, matches, _ = LADDER[one]
        part = 1 if (one, two) in NEIGHBOURS else APART
        yield Pairing("standard", one, two, scaled(rounds * part), True)
        if matches * part * share >= 1:
            yield Pairing("standard", one, two, scaled(matches * part), False)
    for rules in VARIANTS:
        for one, two in NEIGHBOURS[:3]:
            deals = VARIANTS[rules] if one == "search" else LADDER[one][0]
            yield Pairing(rules, one, two, scaled(deals), True)


def fingerprint() -> str:
    """Names the sources and tables that play, whatever folder they are in."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def held(path: Path) -> int:
    """The whole deals of a record, each played twice."""
    if not path.exists():
        return 0
    with path.open("rb") as lines:
        return sum(line.startswith(b'{"t":"end"') and line.endswith(b"\n") for line in lines) // 2


def play(pairing: Pairing, records: Path, seed: int, jobs: int) -> dict[str, Any]:
    """The figures of a pairing: from its record where that is whole, else played on."""
    rules_file = records / "no-bags.toml"
    rules_file.write_text(NO_BAGS, encoding="utf-8")
    rules = load_rules(str(rules_file) if pairing.rules == "no-bags" else pairing.rules)
    plan = make_plan(rules, (pairing.one, pairing.two), pairing.deals, seed, rounds=pairing.rounds)
    series = Series(plan, jobs=jobs, out=records / pairing.file, resume=True)
    for _ in series.run():
        print(f"{pairing.command(seed)}: {series.done}".ljust(99), end="\r", file=sys.stderr, flush=True)
    return series.figures.to_dict(seed)


def make_plan(rules: Any, specs: tuple[str, str], deals: int, seed: int, *, rounds: bool) -> Plan:
    length = 1 if rounds else GUARD
    return Plan(rules, specs, seed, PluginSettings(), ((0, 1),), deals, rounds=length, on_fault="stop")


def times(records: Path, seed: int, names: Sequence[str]) -> dict[str, float]:
    """Milliseconds per decision of each strategy against itself, in one process; measured once for each."""
    file = records / "times.json"
    found: dict[str, float] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for name in names:
        if name not in found:
            series = Series(make_plan(load_rules("standard"), (name, name), LADDER[name][2], seed, rounds=True))
            list(series.run())
            found[name] = series.figures.to_dict(seed)["strategies"][0]["ms_per_decision"]
            file.write_text(json.dumps(found), encoding="utf-8")
    return found


def result_row(pairing: Pairing, figures: Mapping[str, Any], seed: int) -> str:
    """Who won by how much, and what to type to see it again."""
    one = figures["strategies"][0]
    low, high = one["interval"]
    won = f"{one['matches_won'] / one['matches']:.1%} ({low:.1%} to {high:.1%})"
    gap = f"{one['difference']:+.1f} ± {one['difference_se']:.1f}"
    return f"| `{pairing.one}` v `{pairing.two}` | {pairing.deals} × 2 | {gap} | {won} | `{pairing.command(seed)}` |"


def style_rows(pairing: Pairing, figures: Mapping[str, Any]) -> Iterator[str]:
    """How each of the two plays against the other."""
    for mine, other in zip(figures["strategies"], reversed(figures["strategies"]), strict=True):
        kept = f"{mine['nils_made']:.0%}" if mine["nils_bid"] else "–"
        yield (
            f"| `{mine['spec']}` | `{other['spec']}` | {mine['points_per_round']:+.1f} | {mine['sets']:.1%} "
            f"| {mine['bags_per_round']:.2f} | {mine['nils_bid']:.1%} | {kept} | {mine['trick_error'] or 0:+.2f} |"
        )


RESULTS = "| pair | deals | points a round | won (95 %) | again |\n|---|---|---|---|---|"
STYLE = (
    "| strategy | against | points a round | sets | bags a round | nils bid | nils kept | tricks − bid |\n"
    "|---|---|---|---|---|---|---|---|"
)
INTRO = """# How strong the bundled strategies are

From weak to strong by design: `random`, `lowest` (an example for authors), `basic`, `expert`, `search`, `search-deep`.
Written by `python benchmarks/strength.py` with spades-cli {version}, sources `{sources}`. Every row has seed {seed};
the last column plays it again, to the same figures.

- Each deal is played twice, the sides swapped. *Points a round* are the first strategy's less the second's, ± the
  standard error of the mean over deals. A difference of less than two errors shows nothing; of fewer than 30 deals the
  error is itself a guess, and the row shows no more than that the pairing can be played.
- *Won* is the first strategy's share of games, a draw being half a game, with its 95 % interval.
- Single rounds begin at 0 to 0, and both know that nothing follows. A bag that is held counts as its share of the
  penalty (-10 in `standard`), since a match charges it later; *won* goes by the points without that. In matches points
  are as scored.
- *Sets* are of contracts, *nils bid* of bids, *nils kept* of nils; *tricks − bid* is the mean of a seat, without nils.
"""


def page(results: Mapping[Pairing, dict[str, Any]], seed: int, clock: Mapping[str, float]) -> str:
    """The whole document."""

    def table(rules: str, *, rounds: bool) -> str:
        here = [(pair, found) for pair, found in results.items() if (pair.rules, pair.rounds) == (rules, rounds)]
        rows = [result_row(pair, found, seed) for pair, found in here]
        return "\n".join([RESULTS, *rows]) if rows else "Not played yet."

    near = [item for item in results.items() if item[0].rules == "standard" and item[0].rounds]
    style = [row for pair, found in near if (pair.one, pair.two) in NEIGHBOURS for row in style_rows(pair, found)]
    speed = [f"| `{name}` | {spent:.3f} |" for name, spent in clock.items()]
    parts = [
        INTRO.format(version=version("spades-cli"), sources=fingerprint(), seed=seed),
        f"## Single rounds, standard rules\n\n{table('standard', rounds=True)}\n",
        f"## Whole matches, standard rules\n\n{table('standard', rounds=False)}\n",
        "## How they play, single rounds, standard rules\n\n" + "\n".join([STYLE, *style]) + "\n",
        "## Time for a decision\n\nAgainst itself in one process, on the computer that wrote this page.\n\n"
        + "\n".join(["| strategy | milliseconds |\n|---|---|", *speed])
        + "\n",
        f"## Single rounds under other rules\n\n`no-bags` is this, in `no-bags.toml`:\n\n```toml\n{NO_BAGS}```\n",
    ]
    parts += [f"### {rules}\n\n{table(rules, rounds=True)}\n" for rules in VARIANTS]
    return "\n".join(parts)


def read_options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Plays the ladder of bundled strategies and writes docs/strength.md.")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/strength.md", help="the page to write")
    parser.add_argument("--records", type=Path, default=ROOT / "build/strength", help="where records are kept")
    parser.add_argument("--share", type=float, default=1.0, help="scales the number of deals (0.5 for half of them)")
    parser.add_argument("--quick", action="store_const", const=QUICK, dest="share", help=f"the same as --share {QUICK}")
    parser.add_argument("--only", metavar="NAME", choices=(*LADDER, "standard", *VARIANTS), help="a strategy, or rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Play what is left and write the page; Ctrl-C leaves a page of every pairing that is whole.

    A record that has more deals than asked for counts with all of them, and whole records are on the page from the
    start, so that a quick or partial run takes nothing away.
    """
    options = read_options(words)
    records = options.records / fingerprint() / f"seed-{options.seed}"
    records.mkdir(parents=True, exist_ok=True)
    plans = [pair._replace(deals=max(pair.deals, held(records / pair.file))) for pair in pairings(options.share)]
    whole = [pair for pair in plans if held(records / pair.file) == pair.deals]
    wanted = [pair for pair in plans if options.only in (None, pair.rules, pair.one, pair.two)]
    try:
        results = {pair: play(pair, records, options.seed, options.jobs) for pair in whole}
        for pair in wanted:
            results[pair] = results.get(pair) or play(pair, records, options.seed, options.jobs)
            write(options.out, {done: results[done] for done in plans if done in results}, records, options.seed)
    except KeyboardInterrupt:
        print("stopped; the page holds every pairing that is whole, and the next run goes on", file=sys.stderr)


def write(out: Path, results: Mapping[Pairing, dict[str, Any]], records: Path, seed: int) -> None:
    """Put the page in its place in one step, so that a stop leaves the old or the new one."""
    seen = {name for pair in results for name in (pair.one, pair.two)}
    clock = times(records, seed, [name for name in LADDER if name in seen])
    draft = out.with_suffix(".tmp")
    draft.write_text(page(results, seed, clock), encoding="utf-8")
    draft.replace(out)


if __name__ == "__main__":
    main()
