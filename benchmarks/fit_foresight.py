"""Compare what play-outs find for a hand with what the tables promise, by what became of recorded bids.

Run by hand: ``python -m benchmarks.fit_foresight RECORD STRATEGY``, where RECORD was made by ``match --rounds
--no-duplicate --out`` under rules where ``search`` plays out its bids. Printed is how far the tricks of the bids are
off either, and the log loss of the nils by the tables, by play-outs and by both: the constant and the weights of that
last fit are those of ``bidding`` (but for what was measured to bid better).
"""

from __future__ import annotations

import sys
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from benchmarks.fit_promises import log_loss
from benchmarks.fit_style import bids_in, read_words, tell
from spades_cli import UsageError
from spades_cli.search import Style, foresees_bids, shared_foresight
from spades_cli.search.bidding import Hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from spades_cli import Bid, View

#: The bids as the tables have them, beside the bids of others.
PLAIN = Style(margin=0.5, spread=1.0, nil=0.0)
#: Random cards in play-outs, of 256, as ``search`` has them; and rounds of Newton's method, far more than it takes.
NOISE, ROUNDS = 15, 30


class Judged(NamedTuple):
    """What tables and play-outs made of a hand (tricks, or the log odds of a nil), and what became of it."""

    nil: bool
    told: float
    seen: float
    became: float


def judge_bid(view: View, bid: Bid, taken: int, samples: int, seed: int) -> Judged:
    """What was foreseen for a bid, and what became of it."""
    hand = Hand(view, PLAIN)
    seen = shared_foresight(samples, NOISE).look(view, bid, seed)
    if bid.nil:
        chance = hand.nil_chance()
        return Judged(True, log(chance / (1 - chance)), seen.odds, float(taken == 0))
    return Judged(False, hand.tricks, seen.tricks, float(taken))


def fit_odds(seen: Any, became: Any) -> Any:
    """The weights of a logistic regression, one for each column of what was seen."""
    weights = np.zeros(seen.shape[1])
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-seen @ weights))
        curve = (seen * (chances * (1 - chances))[:, None]).T @ seen + 1e-6 * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, seen.T @ (became - chances))
    return weights


def report(found: Sequence[Judged]) -> Iterator[str]:
    """The comparison in words."""
    numbers = np.array([bid[1:] for bid in found if not bid.nil])
    nils = np.array([bid[1:] for bid in found if bid.nil])
    if len(numbers):
        off = numbers[:, 2:] - numbers[:, :2]
        parts = zip(("tables", "play-outs"), off.mean(axis=0), off.std(axis=0), strict=True)
        told = ", ".join(f"{name} {mean:+.3f} sd {spread:.3f}" for name, mean, spread in parts)
        yield f"tricks {len(numbers)} bids, off {told}"
    if len(nils) and 0 < nils[:, 2].sum() < len(nils):
        kept = nils[:, 2]
        both = np.column_stack((np.ones(len(nils)), nils[:, 1], nils[:, 0]))
        weights = fit_odds(both, kept)
        losses = [log_loss(1 / (1 + np.exp(-odds)), kept) for odds in (nils[:, 0], nils[:, 1], both @ weights)]
        yield "nils   {} bids, log loss tables {:.3f}, play-outs {:.3f}, both {:.3f}".format(len(nils), *losses)
        yield "both   {:+.2f} {:+.2f} by play-outs {:+.2f} by the tables".format(*weights)


def read_bids(record: Path, strategy: str, deals: int) -> Iterator[Judged]:
    """What was foreseen for every bid of a strategy in a record, and what became of it."""
    for number, view, bid, taken in bids_in(record, [strategy]):
        if not foresees_bids(view.rules):
            raise UsageError(f"{record} was played by rules under which no bids are played out")
        yield judge_bid(view, bid, taken, deals, number)


def main(words: Sequence[str] | None = None) -> int:
    """Judge and report; returns the exit code."""
    description = "Compare play-outs with the tables, by recorded bids."
    options = read_words(words, description, "--deals", 400, "played out for each bid")

    def lines() -> Iterator[str]:
        yield from report(list(read_bids(options.record, options.strategy, options.deals)))

    return tell(lines())


if __name__ == "__main__":
    sys.exit(main())
