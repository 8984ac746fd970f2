"""What chance costs ``search``: the points that its choices lose against those of a much larger budget.

Run by hand: ``python benchmarks/regret.py samples=2000 samples=1000,drawn=2,steps=20``. In rounds that ``expert`` plays
with itself some turns are looked at: the larger budget (``--gold``) says what each card is worth, and each of the given
budgets chooses one. A pairing of two budgets takes thousands of deals to see a point a round; here all of them are
asked about the same turns, and a few hundred tell apart what is far apart.

Only the luck of the deals that are looked at is seen, not what both budgets get wrong alike.
"""

from __future__ import annotations

import argparse
import random
import sys
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from spades_cli import Card, Round, SpadesError, load_rules
from spades_cli.players.manager import load_plugins
from spades_cli.players.settings import PluginSettings
from spades_cli.players.spec import PlayerSpec, make_strategy
from spades_cli.record.figures import Mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli import Rules, Strategy, View

#: The tricks of a round whose turns are looked at: before them little is known, after them little is left to choose.
TRICKS = range(2, 9)


class Answer(NamedTuple):
    """What a choice loses on the best card, in points, and the seconds that it took."""

    regret: float
    seconds: float


def turns_of(rules: Rules, seed: int, share: float, player: Strategy) -> Iterator[View]:
    """Some of the turns with a choice in a round that one player plays at all seats."""
    rng = random.Random(seed)
    deal = Round(rules, seed=seed, last=True)
    while deal.turn:
        view = deal.view(deal.turn)
        if view.phase == "play" and len(view.legal) > 1 and len(view.tricks) in TRICKS and rng.random() < share:
            yield view
        deal.apply(player.decide(view))


def ask(view: View, values: dict[Card, float], player: Strategy) -> Answer:
    """A player's choice beside the worths of the different cards."""
    began = perf_counter()
    card = player.play(view)
    seconds = perf_counter() - began
    return Answer(max(values.values()) - values[card], seconds)


def warn(message: str) -> None:
    print(f"warning: {message}", file=sys.stderr)


def measure(options: argparse.Namespace) -> list[list[Answer]]:
    """What every budget answers in the same turns: turn by turn."""
    rules, plugins = load_rules(options.rules), load_plugins(PluginSettings(), warn=warn)

    def make(text: str) -> Strategy:
        return make_strategy(PlayerSpec.parse(text), plugins, seed=options.seed, seat=rules.seats[0])

    gold, player = make(f"search:{options.gold}"), make("expert")
    players = [make(f"search:{budget}") for budget in options.budgets]
    rows = []
    for number in range(options.rounds):
        for view in turns_of(rules, options.seed + number, options.share, player):
            values = {Card(str(choice.action)): choice.value for choice in gold.rank(view) if choice.value is not None}
            if len(values) > 1:
                rows.append([ask(view, values, player) for player in players])
    return rows


def table(budgets: Sequence[str], rows: Sequence[Sequence[Answer]]) -> Iterator[str]:
    """A line for each budget: its regret, that beside the first one's, and its time."""
    width = max(map(len, budgets))
    yield f"{'budget':{width}}  regret a turn  over the first  ms"
    for number, budget in enumerate(budgets):
        regret, over, time = Mean(), Mean(), Mean()
        for row in rows:
            regret.add(row[number].regret)
            over.add(row[number].regret - row[0].regret)
            time.add(1000 * row[number].seconds)
        beside = f"{over.mean:+.2f} +- {over.error:.2f}"
        yield f"{budget:{width}}  {regret.mean:13.2f}  {beside:>14}  {time.mean:.0f}"


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description="What chance costs search, by budget.")
    parser.add_argument("budgets", nargs="+", metavar="BUDGET", help="options of search: key=value,key=value")
    parser.add_argument("--gold", default="samples=16000,steps=20", help="the larger budget (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=60, help="default 60")
    parser.add_argument("--share", type=float, default=0.1, help="of the turns that are looked at (default 0.1)")
    parser.add_argument("--rules", default="standard", help="default standard")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    options = parser.parse_args(words)
    try:
        rows = measure(options)
    except SpadesError as error:
        print(f"error: {error}", file=sys.stderr)
        return int(error.exit_code)
    if len(rows) < 2:
        print("error: fewer than two turns were looked at; take more --rounds or a larger --share", file=sys.stderr)
        return 1
    print(f"{len(rows)} turns of {options.rounds} rounds, {options.rules}, seed {options.seed}; gold {options.gold}")
    print("\n".join(table(options.budgets, rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
