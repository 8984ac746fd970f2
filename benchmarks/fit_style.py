"""Fit how a strategy bids to what became of its bids: margin, spread and nil, from recorded rounds.

Run by hand: ``python benchmarks/fit_style.py RECORD STRATEGY``, where RECORD was made by ``match --out``. The tables of
what hands promise are fitted to rounds of the rule player (``fit_promises.py``); what a stronger player makes of the
same promises is told by these three numbers, the options of ``expert`` and ``search``:

- margin: the tricks that a seat takes over its bid, beside no nil;
- spread: how far they scatter round what the hand and the other bids promised, as a share of what the tables say;
- nil: what is to be added to the log odds of the tables, so that as many nils are expected as are kept.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, NamedTuple

from spades_cli import Bid, SpadesError
from spades_cli.errors import RecordError
from spades_cli.record.figures import Mean
from spades_cli.record.reader import bounded_lines, read_games
from spades_cli.record.replay import Replay
from spades_cli.record.steps import play_rounds
from spades_cli.search import Style
from spades_cli.search.bidding import Hand

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from spades_cli import View

#: The bids as the tables alone would have them.
PLAIN = Style(margin=0.0, spread=1.0, nil=0.0)
#: The nils that a bidder may know of.
NILS = ("no nil known", "beside a nil", "against a nil")


class Made(NamedTuple):
    """A number that was bid.

    The tricks over it, those over what was promised, how far the tables scatter them, and which of ``NILS`` it was.
    """

    over: float
    off: float
    wide: float
    nils: str = ""


class Nil(NamedTuple):
    """A nil that was bid: its log odds by the tables, and whether it was kept."""

    odds: float
    kept: bool


def bids_in(record: Path, strategies: Collection[str]) -> Iterator[tuple[int, View, Bid, int]]:
    """Every bid of some strategies in the whole rounds of a record, but for blind ones.

    Gives the number of the round in the record, what the bidder saw, the bid, and the tricks taken. RecordError if the
    record cannot be read.
    """
    number = 0
    try:
        stream = record.open("rb")
    except OSError as error:
        raise RecordError(f"{record}: cannot be read: {error.strerror}") from error
    with stream:
        lines = bounded_lines(stream, str(record))
        for game in read_games(lines, str(record), lambda problem: print(problem, file=sys.stderr)):
            replay = Replay(game)
            seats = {seat for seat, name in game.players(replay.rules.seats).items() if name in strategies}
            for played in play_rounds(replay):
                if played.scored is None:
                    continue
                number += 1
                for step, act in enumerate(played.acts):
                    bid = act.action
                    if isinstance(bid, Bid) and not bid.blind and act.seat in seats:
                        yield number, played.at(step).view(act.seat), bid, played.scored.result.taken[act.seat]


def log_odds(hand: Hand) -> float:
    """The log odds to keep a nil."""
    chance = hand.nil_chance()
    return log(chance / (1 - chance))


def judge_bid(view: View, bid: Bid, taken: int, margin: float) -> Made | Nil:
    """What became of a bid."""
    hand = Hand(view, PLAIN._replace(margin=margin))
    if bid.nil:
        return Nil(log_odds(hand), taken == 0)
    known = [place for place, other in enumerate(hand.bids) if other and other.nil]
    nils = NILS[1] if set(known) & set(hand.mates) else NILS[2] if known else NILS[0]
    return Made(taken - bid.tricks, taken - hand.tricks, hand.wide, nils)


def read_bids(record: Path, strategy: str, margin: float) -> list[Made | Nil]:
    """What became of every bid of a strategy in a record."""
    return [judge_bid(view, bid, taken, margin) for _, view, bid, taken in bids_in(record, [strategy])]


def fit_nil(nils: Sequence[Nil]) -> tuple[float, float]:
    """What makes the expected number of kept nils the true one, and its standard error."""
    shift = 0.0
    for _ in range(30):
        chances = [1 / (1 + exp(-nil.odds - shift)) for nil in nils]
        curve = sum(chance * (1 - chance) for chance in chances)
        move = (sum(nil.kept for nil in nils) - sum(chances)) / curve
        # Where all or none are kept no number is right: it stays within reach.
        shift += min(max(move, -1.0), 1.0)
    return shift, 1 / sqrt(curve)


def mean_of(values: Iterable[float]) -> str:
    """The mean of some values with its error, as it is printed."""
    mean = Mean()
    for value in values:
        mean.add(value)
    return f"{mean.mean or 0.0:+.2f} +- {mean.error or 0.0:.2f}"


def report(found: Sequence[Made | Nil]) -> Iterator[str]:
    """The three numbers in words."""
    made = [bid for bid in found if isinstance(bid, Made)]
    nils = [bid for bid in found if isinstance(bid, Nil)]
    if made:
        off = [bid.off for bid in made]
        share = pstdev(off) / fmean(bid.wide for bid in made)
        yield f"margin {mean_of(bid.over for bid in made)}  tricks over {len(made)} bids"
        yield f"       {mean_of(off)}  tricks over what was promised"
        for case in NILS:
            if inside := [bid.off for bid in made if bid.nils == case]:
                yield f"       {mean_of(inside)}  the same, {case}: {len(inside)} bids"
        yield f"spread {share:.2f} +- {share / sqrt(2 * len(made)):.2f}"
    if len(nils) > 1 and 0 < sum(nil.kept for nil in nils) < len(nils):
        shift, error = fit_nil(nils)
        kept = fmean(nil.kept for nil in nils)
        yield f"nil    {shift:+.2f} +- {error:.2f}  {len(nils)} nils, {kept:.0%} kept"


def read_words(words: Sequence[str] | None, description: str, name: str, default: float, text: str) -> Namespace:
    """The record and the strategy to look at, and one number with its default."""
    parser = ArgumentParser(description=description)
    parser.add_argument("record", type=Path, help="made by spades-cli match --out")
    parser.add_argument("strategy", help="as the record names it, options included")
    parser.add_argument(name, type=type(default), default=default, help=f"{text} (default {default})")
    return parser.parse_args(words)


def tell(lines: Iterable[str]) -> int:
    """Print a report, or what is wrong with its record; returns the exit code."""
    try:
        print("\n".join(lines) or "no bids of that strategy")
    except SpadesError as error:
        print(f"error: {error}", file=sys.stderr)
        return int(error.exit_code)
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """Fit and report; returns the exit code."""
    description = "Fit how a strategy bids to what became of its bids."
    options = read_words(words, description, "--margin", 0.5, "what is expected of the others")

    def lines() -> Iterator[str]:
        yield from report(read_bids(options.record, options.strategy, options.margin))

    return tell(lines())


if __name__ == "__main__":
    sys.exit(main())
