"""Fit what hands promise: play rounds with the rule player and regress their tricks and nils on the cards.

Run by hand, with NumPy and the extra ``fast`` installed: ``python benchmarks/fit_promises.py`` writes the data of all
bundled variants to ``spades_cli/search/promises``, one file for all variants that play alike. Names of variants limit
it to theirs, ``--check`` writes nothing and says which files it would change.

Tricks are a sum over the suits of a hand, by their length and their four highest cards; tables that count masters and a
smooth model of lengths and cards are what rare suits are drawn towards. A nil is kept with the odds of a logistic
regression. Where a pack has equal cards nothing is compiled, and the rounds are a twentieth.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from spades_cli import Bid, Rules, UsageError, load_rules
from spades_cli.search import layout, promise
from spades_cli.search.compiled import CompilerError, load_kernels
from spades_cli.search.judging import Situation
from spades_cli.search.masters import count_masters
from spades_cli.search.rollout import STATE
from spades_cli.search.tables import FOLDER, PARTS, Settings, name_tables, settings_of
from spades_cli.search.worth import round_game
from spades_cli.variants import VariantLibrary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DATA = Path(promise.__file__).parent / FOLDER
#: Rounds of a pack with equal cards are so many times fewer.
FEWER = 20
#: Nils of hands with lower log odds, in thousandths, are not played: the fit should be best where the bid is in doubt.
LEAST = -1500
#: Bags that are penalised in the rounds with a nil.
LIMIT = 10
#: How many hands the tables to start from stand for: in each cell of the tricks, in each number of the smooth model, in
#: each number of the nil odds.
CELL, SMOOTH, ODDS = 100.0, 1.0, 2.0
#: The regression of nils ends when a step gains less than this.
CLOSE = 1e-4
#: A first fit of nils, to know which hands are worth a thought, takes so many times fewer rounds; the last one takes
#: more deals where few of the hands are, but never more than so many times as many.
TRIAL, MORE = 10, 10
#: Two fits of the same rounds on different machines may differ by so many thousandths.
TOLERANCE = 2
CELLS = promise.LENGTHS * promise.PATTERNS


@dataclass(frozen=True)
class Table:
    """A table to play rounds at: its rules, and how often."""

    rules: Rules
    rounds: int
    seed: int

    @cached_property
    def kernels(self) -> Any:
        return load_kernels(not self.rules.pack.doubled, "spades_cli.search.fitting")

    def room(self, count: int) -> Any:
        """So many zeros as the kernels take them."""
        return np.zeros(count, dtype=np.int64) if self.kernels.is_compiled else [0] * count

    def game(self) -> Any:
        """The round's layout, with the tricks of all seats apart."""
        rules, size = self.rules, self.rules.hand_size
        nobody = (0,) * len(rules.sides)
        situation = Situation(rules, (Bid(1),) * rules.table.players, nobody, nobody, size, 2)
        game = list(round_game(situation))
        for places in rules.sides.values():
            for number, place in enumerate(places):
                game[layout.STRIDE + place] = (size + 1) ** number
                game[layout.COUNTING + place] = 1
        return self.kernels.array(game)

    def dealing(self) -> tuple[Any, int, int, int]:
        """The deck, its cards, the cards in a hand, and whether they are drafted."""
        rules = self.rules
        deck = self.kernels.array(rules.pack.order)
        return deck, rules.pack.size, rules.hand_size, int(rules.deal.method == "draft")

    def play_tricks(self, rounds: int, seed: int, tables: Sequence[int] = ()) -> tuple[Any, Any]:
        """The place of each suit in the tables for all hands dealt, and their tricks; contracts if tables are given."""
        rows = rounds * self.rules.table.players
        hands, tricks = self.room(rows), self.room(rows)
        scratch = [self.room(layout.MOST + STATE) for _ in range(6)]
        fitting, game = self.kernels.fitting, self.game()
        known = self.kernels.array(tables or [0])
        fitting.rounds_for_tricks(
            game, known, int(bool(tables)), *self.dealing(), seed, rounds, *scratch, hands, tricks
        )
        return self.suit_places(hands), np.asarray(tricks)

    def suit_places(self, hands: Sequence[int]) -> Any:
        """The place of each suit in the tables: a row of four for each hand."""
        rows = len(hands)
        places = self.room(4 * rows)
        self.kernels.fitting.find_suit_places(self.game(), self.kernels.array(hands), rows, places)
        return np.reshape(places, (rows, 4))

    def play_nils(self, tables: Sequence[int], deals: int, seed: int) -> tuple[Any, Any]:
        """How often each number of the nil odds counts for hands worth a thought, and whether their nils were kept."""
        rules, array = self.rules, self.kernels.array
        hands, cover, kept = (self.room(deals) for _ in range(3))
        scratch = [self.room(layout.MOST + STATE) for _ in range(6)]
        fitting, game = self.kernels.fitting, self.game()
        rows = fitting.rounds_for_nils(
            game, array(tables), LEAST, *self.dealing(), LIMIT, seed, deals, *scratch, hands, cover, kept
        )
        share = rules.hand_size / rules.table.players
        has_partner = len(rules.sides) < rules.table.players
        over = (np.asarray(cover[:rows]) - share) * has_partner
        return np.column_stack((self.nil_counts(hands[:rows]), over)), np.asarray(kept[:rows], dtype=float)

    def nil_counts(self, hands: Sequence[int]) -> Any:
        """How often each number of the nil odds, but for that of the cover, counts: a row for each hand."""
        rows, width = len(hands), promise.NIL_COVER - promise.NIL_BASE
        counts = self.room(rows * width)
        fitting, array = self.kernels.fitting, self.kernels.array
        fitting.count_nil_places(self.game(), self.room(promise.TABLES), array(hands), rows, counts)
        return np.reshape(counts, (rows, width))


def smooth_features() -> Any:
    """What the smooth model sees in a suit of the tables: one row for each length and pattern."""
    rows = []
    for length in range(promise.LENGTHS):
        for pattern in range(promise.PATTERNS):
            ace, king, queen, jack = cards = [pattern >> (3 - place) & 1 for place in range(4)]
            row = [1, *(max(0, length - knot) for knot in range(8))]
            row += [*cards, *(card * length for card in cards), *(card * max(0, length - 4) for card in cards)]
            row += [ace * king, king * queen, queen * jack, ace * queen, king * jack]
            row += [card * (length == place) for place, card in enumerate(cards)]
            rows.append(row)
    return np.array(rows, dtype=float)


def fit_tricks(places: Any, tricks: Any, start: Any, pull: float = 1.0) -> tuple[Any, Any]:
    """The tricks that each cell of the tables stands for, drawn towards the smooth model; and what is left over.

    The model is drawn towards ``start``, and both so many times as strongly.
    """
    cells = places + np.array([0, 0, 0, CELLS])
    size = 2 * CELLS
    pairs, sums = np.zeros(size * size), np.zeros(size)
    left = tricks - start[cells].sum(axis=1)
    for one in cells.T:
        sums += np.bincount(one, left, size)
        for other in cells.T:
            pairs += np.bincount(one * size + other, minlength=size * size)
    smooth = np.kron(np.eye(2), smooth_features())
    model = np.hstack((smooth, np.eye(size)))
    ridge = pull * np.concatenate((np.full(smooth.shape[1], SMOOTH), np.full(size, CELL)))
    normal = model.T @ pairs.reshape(size, size) @ model + np.diag(ridge)
    fitted = start + model @ np.linalg.solve(normal, model.T @ sums)
    return fitted, tricks - fitted[cells].sum(axis=1)


def fit_nils(counts: Any, kept: Any, start: Any, pull: float = ODDS) -> Any:
    """The numbers of a logistic regression, drawn towards ``start`` as ``pull`` hands would draw them."""

    def loss(weights: Any) -> float:
        odds = counts @ weights
        return float(np.sum(np.logaddexp(0, odds) - kept * odds) + pull / 2 * np.sum((weights - start) ** 2))

    weights, least = start.copy(), loss(start)
    for _ in range(30):
        chances = chances_of(counts, weights)
        slope = counts.T @ (kept - chances) - pull * (weights - start)
        curve = (counts * (chances * (1 - chances))[:, None]).T @ counts + pull * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        # Far from the goal a whole step may miss it.
        while (now := loss(weights + step)) > least and np.abs(step).max() > 1e-6:
            step /= 2
        weights += step
        if least - now < CLOSE:
            break
        least = now
    return weights


def chances_of(counts: Any, weights: Any) -> Any:
    """The chances that the nils are kept."""
    return 1 / (1 + np.exp(-counts @ weights))


def clear_impossible(tables: Any) -> None:
    """Suits with more high cards than cards are in no hand."""
    for place in range(2 * CELLS):
        length, pattern = divmod(place % CELLS, promise.PATTERNS)
        if pattern.bit_count() > length:
            tables[place] = 0


def log_loss(chances: Any, kept: Any) -> float:
    """The mean surprise, in natural logarithms."""
    return float(-np.mean(np.log(np.where(kept > 0, chances, 1 - chances))))


def calibrate(chances: Any, kept: Any) -> list[list[float]]:
    """For each tenth of the chances: how many nils, the mean chance, and the part that was kept."""
    tenths = np.minimum((chances * 10).astype(int), 9)
    rows: list[list[float]] = []
    for tenth in range(10):
        inside = tenths == tenth
        if inside.any():
            rows.append([int(inside.sum()), round(chances[inside].mean(), 3), round(kept[inside].mean(), 3)])
    return rows


def fit(table: Table) -> dict[str, Any]:
    """The fitted tables of a game with how good the fit is, as they stand in a file."""
    start = np.array(count_masters(table.rules), dtype=float) / 1000
    trial = max(1, table.rounds // TRIAL)
    places, tricks = table.play_tricks(trial, table.seed + 4)
    tables = start.copy()
    tables[: 2 * CELLS], _ = fit_tricks(places, tricks, start[: 2 * CELLS])
    places, tricks = table.play_tricks(table.rounds, table.seed, thousandths(tables))
    tables[: 2 * CELLS], left = fit_tricks(places, tricks, start[: 2 * CELLS])
    tables[promise.SPREAD] = left.std()
    clear_impossible(tables)
    odds = slice(promise.NIL_BASE, promise.NIL_COVER + 1)
    tables[odds] = fit_nils(*table.play_nils(thousandths(tables), trial, table.seed + 1), start[odds])
    counts, kept = table.play_nils(thousandths(tables), trial, table.seed + 2)
    deals = min(MORE * table.rounds, trial * (table.rounds // 2) // max(1, len(kept)))
    counts, kept = table.play_nils(thousandths(tables), deals, table.seed + 3)
    tables[odds] = fit_nils(counts, kept, start[odds])
    chances = chances_of(counts, tables[odds])
    return {
        "tricks": {
            "rounds": table.rounds,
            "residual_sd": round(left.std(), 3),
            "r2": round(1 - left.var() / tricks.var(), 3),
        },
        "nils": {
            "hands": len(kept),
            "kept": round(kept.mean(), 3),
            "log_loss": round(log_loss(chances, kept), 4),
            "log_loss_of_mean": round(log_loss(kept.mean(), kept), 4),
            "calibration": calibrate(chances, kept),
        },
        "tables": split(thousandths(tables)),
    }


def thousandths(tables: Any) -> list[int]:
    return [round(number) for number in (1000 * tables).tolist()]


def split(tables: Sequence[int]) -> dict[str, list[list[int]]]:
    """The tables in their parts, row by row."""
    numbers = iter(tables)
    return {name: [[next(numbers) for _ in range(width)] for _ in range(rows)] for name, (rows, width) in PARTS.items()}


def format_data(value: Any, indent: str = "") -> str:
    """JSON with one row of numbers, or one plain value, a line."""
    if isinstance(value, dict):
        lines = [f"{indent} {json.dumps(key)}: {format_data(inner, indent + ' ')}" for key, inner in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(f"{indent} {json.dumps(row)}" for row in value) + f"\n{indent}]"
    return json.dumps(value)


def variants_by_file() -> dict[str, list[str]]:
    """The bundled variants that each file is for."""
    found: dict[str, list[str]] = {}
    for name in VariantLibrary().names():
        found.setdefault(name_tables(settings_of(load_rules(name))), []).append(name)
    return found


def make_data(variants: Sequence[str], rounds: int, seed: int) -> dict[str, Any]:
    """A file's contents for variants that play alike."""
    rules = load_rules(variants[0])
    settings: Settings = settings_of(rules)
    return {
        "command": f"python benchmarks/fit_promises.py {variants[0]} --rounds {rounds} --seed {seed}",
        "seed": seed,
        "variants": list(variants),
        "settings": settings,
        **fit(Table(rules, max(1, rounds // FEWER) if rules.pack.doubled else rounds, seed)),
    }


def differs(file: Path, data: dict[str, Any]) -> bool:
    """Whether a file holds other tables, or is missing."""
    if not file.is_file():
        return True
    before = json.loads(file.read_text(encoding="utf-8"))
    if before["tables"].keys() != data["tables"].keys() or before["variants"] != data["variants"]:
        return True
    pairs = zip(numbers(before["tables"]), numbers(data["tables"]), strict=True)
    return any(abs(one - other) > TOLERANCE for one, other in pairs)


def numbers(tables: dict[str, list[list[int]]]) -> list[int]:
    return [number for rows in tables.values() for row in rows for number in row]


def choose_files(names: Iterable[str]) -> dict[str, list[str]]:
    """The files that the named variants need, all where none is named."""
    known = variants_by_file()
    wanted = {name_tables(settings_of(load_rules(name))) for name in names} or set(known)
    if strange := wanted - known.keys():
        raise UsageError(f"no bundled variant plays like these rules: {', '.join(sorted(strange))}")
    return {file: variants for file, variants in known.items() if file in wanted}


def main(words: Sequence[str] | None = None, folder: Path = DATA) -> int:
    """Fit and write, or check; returns the exit code, 1 where a check finds other tables."""
    parser = argparse.ArgumentParser(description="Fit what hands promise, for bundled variants.")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="bundled variants (default all)")
    parser.add_argument("--rounds", type=int, default=300_000, help="for each fit (default 300000)")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file would change")
    options = parser.parse_args(words)
    changed = 0
    try:
        files = choose_files(options.variants)
        for name, variants in files.items():
            began = perf_counter()
            data = make_data(variants, options.rounds, options.seed)
            changed += report(folder / name, data, perf_counter() - began)
            if not options.check:
                folder.mkdir(exist_ok=True)
                (folder / name).write_text(format_data(data) + "\n", encoding="utf-8")
    except (CompilerError, UsageError) as error:
        print(f"error: {error}", file=sys.stderr)
        return int(error.exit_code)
    return 1 if options.check and changed else 0


def report(file: Path, data: dict[str, Any], seconds: float) -> bool:
    """Print how good a fit is; whether it changes the file."""
    tricks, nils, changes = data["tricks"], data["nils"], differs(file, data)
    print(
        f"{file.stem:32} R2 {tricks['r2']:.3f}  sd {tricks['residual_sd']:.3f}  nils {nils['hands']:6}"
        f"  log loss {nils['log_loss']:.3f} of {nils['log_loss_of_mean']:.3f}  {seconds:5.1f} s"
        f"  {'new' if changes else 'as before'}",
        flush=True,
    )
    return changes


if __name__ == "__main__":
    sys.exit(main())
