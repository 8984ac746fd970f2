"""Fit what hands promise to recorded rounds of a strategy that plays better than the one the tables were fitted to.

Run by hand: ``python -m benchmarks.refit_promises RECORD STRATEGY...``, where RECORD was made by ``match --out`` in
one bundled variant. It starts from the tables that the variant has and moves each number as far as the rounds bear it
out; what the bids of others add to a promise is taken off first. ``--out FILE`` writes the new tables.

Printed is what the new tables are worth in rounds that they were not fitted to: a fifth of the rounds is held out in
turn. So the record should hold each deal once (``match --rounds --no-duplicate``), or both halves know of it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from benchmarks.fit_promises import (
    CELLS,
    Table,
    chances_of,
    clear_impossible,
    fit_nils,
    fit_tricks,
    format_data,
    log_loss,
    split,
    thousandths,
)
from benchmarks.fit_style import PLAIN, bids_in, log_odds
from spades_cli import SpadesError, UsageError
from spades_cli.search import promise
from spades_cli.search.bidding import Hand
from spades_cli.search.tables import find_tables, name_tables, read_data, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli import Rules

#: Each so many-th round is held out in turn.
FOLDS = 5
#: How much more than the first fit the tables to start from are trusted, and how many nils their odds stand for: there
#: are a few thousand rounds to learn from, where those were fitted to hundreds of thousands. Held-out rounds of five
#: variants liked 100 to 300 best, of both.
STEADY, TRUSTED = 200.0, 200.0
#: The numbers of the tables that make tricks, and those that make the odds of a nil.
TRICKS, ODDS = slice(0, 2 * CELLS), slice(promise.NIL_BASE, promise.NIL_COVER + 1)


class Bidden(NamedTuple):
    """A hand that was bid: its round, cards and tricks; and what the other bids add to its promise, or to its odds."""

    number: int
    cards: int
    taken: int
    nil: bool
    added: float


class Rows(NamedTuple):
    """What a fit sees of some hands: a row of places or counts, what became of each, and the round it was in."""

    seen: Any
    became: Any
    numbers: Any

    @property
    def is_enough(self) -> bool:
        """Whether there are some in each fifth of the rounds."""
        return len(set(self.numbers % FOLDS)) == FOLDS

    def held_out(self, fold: int) -> tuple[Rows, Rows]:
        """The rows of all rounds but a fifth, and those of that fifth."""
        inside = self.numbers % FOLDS == fold
        return self._only(~inside), self._only(inside)

    def _only(self, chosen: Any) -> Rows:
        return Rows(*(part[chosen] for part in self))


def read_hands(record: Path, strategies: Sequence[str], margin: float) -> tuple[Rules, list[Bidden]]:
    """The rules of a record, and every hand that the strategies bid in it."""
    rules, found = None, []
    for number, view, bid, taken in bids_in(record, strategies):
        if rules not in (None, view.rules):
            raise UsageError(f"{record} holds games by different rules; give a record of one variant")
        rules = view.rules
        hand = Hand(view, PLAIN._replace(margin=margin))
        if bid.nil:
            added = log_odds(hand) - promise.nil_odds(hand.tables, rules.pack.runs, 0, hand.cards) / 1000
        else:
            added = hand.tricks - hand.promise
        found.append(Bidden(number, hand.cards, taken, bid.nil, added))
    if rules is None:
        names = " or ".join(strategies)
        raise UsageError(f"{record} has no bids of {names}; name a strategy as the record does, options included")
    return rules, found


def rows_of_tricks(table: Table, hands: Sequence[Bidden]) -> Rows:
    """The places of the suits of each hand that was bid a number, and its tricks without what other bids added."""
    numbers = [hand for hand in hands if not hand.nil]
    places = table.suit_places([hand.cards for hand in numbers])
    tricks = np.array([hand.taken - hand.added for hand in numbers])
    return Rows(places, tricks, np.array([hand.number for hand in numbers], dtype=int))


def rows_of_nils(table: Table, hands: Sequence[Bidden], cover: float) -> Rows:
    """The counts of each hand that was bid nil, with the tricks its partners bid over the average, and how it ended."""
    nils = [hand for hand in hands if hand.nil]
    counts = table.nil_counts([hand.cards for hand in nils])
    over = [hand.added / cover if cover else 0.0 for hand in nils]
    kept = np.array([not hand.taken for hand in nils], dtype=float)
    return Rows(np.column_stack((counts, over)), kept, np.array([hand.number for hand in nils], dtype=int))


def off_by(rows: Rows, tricks: Any) -> Any:
    """How many tricks the tables are off in each row."""
    return rows.became - tricks[rows.seen + np.array([0, 0, 0, CELLS])].sum(axis=1)


def judge_tricks(rows: Rows, start: Any) -> tuple[float, float]:
    """How far the tricks of held-out rounds are off the tables, root mean square: as they are, and fitted anew."""
    off = []
    for fold in range(FOLDS):
        fitted_to, rest = rows.held_out(fold)
        off.append(off_by(rest, fit_tricks(fitted_to.seen, fitted_to.became, start, STEADY)[0]))
    before = off_by(rows, start)
    return float(np.sqrt(np.mean(before**2))), float(np.sqrt(np.mean(np.concatenate(off) ** 2)))


def judge_nils(rows: Rows, start: Any) -> tuple[float, float]:
    """The log loss of held-out nils by the odds as they are, and fitted anew."""
    losses = []
    for fold in range(FOLDS):
        fitted_to, rest = rows.held_out(fold)
        odds = fit_nils(fitted_to.seen, fitted_to.became, start, TRUSTED)
        losses.append(log_loss(chances_of(rest.seen, odds), rest.became) * len(rest.became))
    return log_loss(chances_of(rows.seen, start), rows.became), sum(losses) / len(rows.became)


def refit(tables: Any, tricks: Rows, nils: Rows) -> Any:
    """The tables moved to what the rows say."""
    fitted = tables.copy()
    fitted[TRICKS], left = fit_tricks(tricks.seen, tricks.became, tables[TRICKS], STEADY)
    fitted[promise.SPREAD] = left.std()
    clear_impossible(fitted)
    if nils.is_enough:
        fitted[ODDS] = fit_nils(nils.seen, nils.became, tables[ODDS], TRUSTED)
    return fitted


def judge(tricks: Rows, nils: Rows, tables: Any) -> dict[str, dict[str, float]]:
    """What the fit is worth where it was not made, as it stands in the file."""
    off, off_anew = judge_tricks(tricks, tables[TRICKS])
    told = {"tricks": {"bids": len(tricks.became), "off": round(off, 4), "off_anew": round(off_anew, 4)}}
    if nils.is_enough:
        loss, loss_anew = judge_nils(nils, tables[ODDS])
        told["nils"] = {"bids": len(nils.became), "log_loss": round(loss, 4), "log_loss_anew": round(loss_anew, 4)}
    return told


def report(worth: dict[str, dict[str, float]]) -> Iterator[str]:
    """The same in words."""
    words_of = {"tricks": ("off", "off by"), "nils": ("log_loss", "log loss")}
    for part, told in worth.items():
        measure, words = words_of[part]
        yield f"{part:6} {told['bids']:7} bids  {words} {told[measure]:.4f}, fitted anew {told[measure + '_anew']:.4f}"
    if "nils" not in worth:
        yield "nils   too few bids: their odds stay"


def main(words: Sequence[str] | None = None) -> int:
    """Fit, report and write where asked to; returns the exit code."""
    parser = argparse.ArgumentParser(description="Fit what hands promise to recorded rounds of a strategy.")
    parser.add_argument("record", type=Path, help="made by spades-cli match --out")
    parser.add_argument("strategy", nargs="+", help="as the record names it, options included")
    parser.add_argument("--margin", type=float, default=0.5, help="what is expected of the others (default 0.5)")
    parser.add_argument("--out", type=Path, help="where to write the new tables")
    options = parser.parse_args(words)
    try:
        rules, hands = read_hands(options.record, options.strategy, options.margin)
        data = read_data(name_tables(settings_of(rules)))
        if data is None:
            raise UsageError("no bundled variant plays like these rules: there are no tables to start from")
        tables = np.array(find_tables(rules), dtype=float) / 1000
        table = Table(rules, 0, 0)
        tricks, nils = rows_of_tricks(table, hands), rows_of_nils(table, hands, float(tables[promise.NIL_COVER]))
        if not tricks.is_enough:
            raise UsageError(f"{options.record} has too few rounds; hundreds are few, tens of thousands are good")
        worth = judge(tricks, nils, tables)
        print("\n".join(report(worth)))
        if options.out:
            command = f"python -m benchmarks.refit_promises {options.record.name} {' '.join(options.strategy)}"
            del data["tables"]
            new = split(thousandths(refit(tables, tricks, nils)))
            told = {**data, "refit": {"command": command, "margin": options.margin, **worth}, "tables": new}
            options.out.write_text(format_data(told) + "\n", encoding="utf-8")
    except SpadesError as error:
        print(f"error: {error}", file=sys.stderr)
        return int(error.exit_code)
    return 0


if __name__ == "__main__":
    sys.exit(main())
