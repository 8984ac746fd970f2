"""A whole comparison: units in order, each appended to the record at once, and totals that a resumed run shares."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from spades_cli.arena.figures import Figures, sprt
from spades_cli.arena.pairs import Plan, Unit
from spades_cli.arena.runner import run_on_cluster, run_units
from spades_cli.engine.match import GUARD
from spades_cli.errors import RecordError, UsageError
from spades_cli.record.holding import hold
from spades_cli.record.reader import GameRecord, read_games
from spades_cli.variants import rules_hash

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


#: What every record begins with.
HEADER = b'{"t":"game"'


class Series:
    """A comparison, unit by unit; iterate over ``run`` to play it.

    With ``out``, finished units are appended to that record. ``resume`` first takes over what it holds: whole units
    count, the rest is cut off and played again. ``bounds`` end the series early once the first strategy's difference
    is decided (SPRT). ``cluster`` is the address of a dask scheduler that plays instead of ``jobs`` workers here.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        jobs: int = 1,
        out: Path | None = None,
        resume: bool = False,
        bounds: tuple[float, float] | None = None,
        rated: bool = False,
        cluster: str | None = None,
    ) -> None:
        self.plan, self.jobs, self.out, self.bounds = plan, jobs, out, bounds
        self.figures = Figures(plan.rules, plan.specs, rated=rated, bag_price=plan.bag_price)
        self.cluster = cluster
        self.decided: str | None = None
        self.done = 0
        self._file = _open_for_alone(out) if out else None
        try:
            if out and self._file is not None:
                self._begin(out, os.fstat(self._file), resume=resume)
        except BaseException:
            self._close()
            raise

    def _begin(self, out: Path, status: os.stat_result, *, resume: bool) -> None:
        """Take over what the record holds; RecordError where it cannot be gone on with."""
        if not resume:
            if status.st_size:
                raise UsageError(f"{out}: exists already", hint="--resume goes on with it, -o names another file")
            return
        try:
            if not stat.S_ISREG(status.st_mode):
                raise ValueError("what is no file cannot be cut")
            self._take_over(out)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise _no_comparison(out, error) from error

    def run(self) -> Iterator[Unit]:
        """Play what is left, in order; nobody else can write to the record until this ends."""
        try:
            yield from self._run()
        finally:
            self._close()

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _run(self) -> Iterator[Unit]:
        if self._is_decided() or self.done == self.plan.units:
            return
        left = range(self.done, self.plan.units)
        units = run_on_cluster(self.plan, left, self.cluster) if self.cluster else run_units(self.plan, left, self.jobs)
        try:
            for unit in units:
                self._write(unit.text)
                self._count(list(_games(unit.text.encode())), unit)
                yield unit
                if self._is_decided():
                    return
        finally:
            units.close()  # type: ignore[attr-defined]

    def _is_decided(self) -> bool:
        if self.bounds:
            self.decided = sprt(self.figures.rows[0].difference, *self.bounds)
        return self.decided is not None

    def _write(self, text: str) -> None:
        if self._file is None:
            return
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise _unwritable(self.out, error) from error

    def _count(self, games: list[GameRecord], unit: Unit | None) -> None:
        seated = [self._numbers(game) for game in games]
        self.figures.add(games, seated, unit.clocks if unit else ())
        self.done += 1

    def _numbers(self, game: GameRecord) -> list[int]:
        """The strategies' numbers by side, from the unit and the rotation in the game's id."""
        seats = self.plan.seat(self.done, _rotation(game))
        return [seats[self.plan.rules.seats[places[0]]] for places in self.plan.rules.sides.values()]

    def _take_over(self, out: Path) -> None:
        """Count the whole units of a record and cut off what follows the last of them."""
        with out.open("rb") as file:
            first = file.read(len(HEADER))
        if not HEADER.startswith(first):
            raise ValueError("what is no record is not cut")
        fingerprint = rules_hash(self.plan.rules)
        whole, games = 0, list[GameRecord]()
        for game, end in _whole_games(out):
            if self.done == self.plan.units:
                raise RecordError(f"{out}: holds more than the {self.done} deals asked for", hint="give a larger -n")
            self._check(game, out, fingerprint)
            games.append(game)
            if len(games) == len(self.plan.rotations(self.done)):
                self._count(games, None)
                whole, games = end, []
        os.truncate(out, whole)

    def _check(self, game: GameRecord, out: Path, fingerprint: str) -> None:
        """A record goes on only under the same plan."""
        players = {seat: self.plan.specs[number] for seat, number in self.plan.seat(self.done, _rotation(game)).items()}
        same = (
            game.header["players"] == players
            and game.header["rules"].get("sha256") == fingerprint
            and game.header["seed"] == self.plan.seed
            and game.header.get("game") == self.done
            and game.header.get("guard", GUARD) == self.plan.rounds
        )
        if not same:
            raise RecordError(
                f"{out}: game {game.id} is not of this comparison (deal {self.done} of seed {self.plan.seed})",
                hint="resume with the same strategies, rules and seed",
            )


def _open_for_alone(out: Path) -> int:
    """The record, opened to write at its end by nobody else; RecordError if that cannot be."""
    try:
        file = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        raise _unwritable(out, error) from error
    try:
        if stat.S_ISREG(os.fstat(file).st_mode):
            hold(file, out)
    except BaseException:
        os.close(file)
        raise
    return file


def _unwritable(out: Path | None, error: OSError) -> RecordError:
    return RecordError(f"{out}: cannot be written: {error.strerror}")


def _no_comparison(out: Path, error: Exception) -> RecordError:
    if isinstance(error, RecordError):
        return error
    return RecordError(f"{out}: not the record of a match or tournament", hint="-o another file begins a new one")


def _rotation(game: GameRecord) -> int:
    return int(game.id.rpartition(".")[2])


def _games(text: bytes) -> Iterator[GameRecord]:
    yield from read_games(text.splitlines(keepends=True), "unit", lambda problem: None)


def _whole_games(out: Path) -> Iterator[tuple[GameRecord, int]]:
    """Each finished game of a record with the place where it ends, up to the first that is torn."""
    text, position = b"", 0
    with out.open("rb") as file:
        for line in file:
            position += len(line)
            if not line.endswith(b"\n"):
                return
            text += line
            if line.startswith(b'{"t":"end"'):
                (game,) = _games(text)
                yield game, position
                text = b""
