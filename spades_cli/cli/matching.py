"""One run of ``match``: plan, progress, table, and what to type after a stop."""

from __future__ import annotations

import math
import secrets
import shlex
import signal
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.arena.pairs import Plan, check_specs
from spades_cli.arena.series import Series
from spades_cli.cli import console, setup
from spades_cli.cli.files import refuse_stdout
from spades_cli.engine.match import GUARD
from spades_cli.errors import UsageError
from spades_cli.players.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from spades_cli.arena.figures import Figures, Row
    from spades_cli.arena.table import Policy
    from spades_cli.players.registry import Plugins
    from spades_cli.record.figures import Mean


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for."""

    specs: tuple[str, ...]
    pairings: tuple[tuple[int, ...], ...]
    deals: int
    rules: str
    seed: int | None
    jobs: int
    out: Path | None
    resume: bool
    bounds: str | None
    on_fault: Policy
    duplicate: bool
    rounds: bool
    form: str
    quiet: bool
    timeout: float = 10.0
    isolate: bool = False
    rated: bool = False
    executor: str | None = None


def run(
    request: Request, plugins: Plugins, paths: Sequence[str] | None, blocked: Sequence[str] | None, strict: bool
) -> None:
    """Play the comparison and print what it amounts to."""
    if request.resume and not request.out:
        raise UsageError("--resume needs the record to go on with", hint="-o FILE names it")
    if request.out:
        refuse_stdout(request.out, "-o", hint="--format json prints the figures as JSON")
    seed = secrets.randbelow(1_000_000_000) if request.seed is None else request.seed
    if request.seed is None:
        console.talk(f"seed {seed}")
    plan = Plan(
        rules=setup.load_rules(plugins, request.rules),
        specs=request.specs,
        seed=seed,
        settings=read_settings(paths or (), blocked or (), strict=strict),
        pairings=request.pairings,
        deals=request.deals,
        duplicate=request.duplicate,
        rounds=1 if request.rounds else GUARD,
        on_fault=request.on_fault,
        timeout=request.timeout,
        isolate=request.isolate,
    )
    check_specs(plan)
    series = Series(
        plan,
        jobs=request.jobs,
        out=request.out,
        resume=request.resume,
        bounds=_read_bounds(request.bounds),
        rated=request.rated,
        cluster=_read_address(request.executor),
    )
    try:
        with console.naming_record(request.out):
            _play(series, request)
    except KeyboardInterrupt:
        # The table is still printed; a second interrupt leaves at once.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _report(series, request, seed)
        _say_how_to_go_on(request, seed)
        raise
    _report(series, request, seed)


def _play(series: Series, request: Request) -> None:
    from rich.console import Console
    from rich.progress import Progress

    # Colour may be wanted in a pipe, a bar that moves never is.
    disabled = request.quiet or not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), disable=disabled, transient=True) as progress:
        task = progress.add_task("deals", total=series.plan.units, completed=series.done)
        for _ in series.run():
            progress.update(task, completed=series.done)


def _read_address(text: str | None) -> str | None:
    """The scheduler's address in ``dask://HOST:PORT``."""
    if text is None:
        return None
    kind, found, address = text.partition("://")
    if kind != "dask" or not found or not address:
        raise UsageError(f"--executor {text}: write dask://HOST:PORT")
    return f"tcp://{address}"


def _read_bounds(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise UsageError(f"--sprt {text}: write LOW,HIGH in points a round, as in --sprt 0,5") from None
    if not low < high or math.isinf(low) or math.isinf(high):
        raise UsageError(f"--sprt {text}: LOW must be less than HIGH, and both finite")
    return low, high


def _say_how_to_go_on(request: Request, seed: int) -> None:
    if not request.out:
        console.talk("interrupted; nothing was recorded (-o FILE keeps a record)")
        return
    words = ["spades-cli", *sys.argv[1:]]
    words += [] if request.resume else ["--resume"]
    words += [] if request.seed is not None else ["-s", str(seed)]
    console.talk(f"interrupted; go on with: {shlex.join(words)}")


def _report(series: Series, request: Request, seed: int) -> None:
    for row in series.figures.rows:
        if row.last_fault:
            console.talk(f"{row.spec}: last fault: {' '.join(row.last_fault.split())}")
    if request.form == "json":
        console.out_json(series.figures.to_dict(seed))
        return
    for line in table(series.figures, seed, ways=len(series.plan.rotations(0))):
        console.out(line)
    if len(request.specs) > 2:
        for line in cross_table(series.figures):
            console.out(line)
    if series.figures.ratings:
        for row, (rating, error) in zip(series.figures.rows, series.figures.ratings.values(), strict=True):
            console.out(f"rating of {row.spec}: {rating:.2f} +- {error:.2f}")
    if series.decided:
        console.out(f"decided after {series.figures.units} deals: the difference is {_decision(series)}")


def _decision(series: Series) -> str:
    low, high = series.bounds or (0.0, 0.0)
    return f"rather {high:g} than {low:g}" if series.decided == "high" else f"rather {low:g} than {high:g}"


def table(figures: Figures, seed: int, *, ways: int) -> Iterator[str]:
    """The figures of a comparison as lines of text; ``ways`` is how often each deal was played."""
    times = f" x {ways}" if ways > 1 else ""
    yield f"{figures.rules.name}, {figures.units} deals{times}, seed {seed}"
    width = max(len(row.spec) for row in figures.rows)
    yield f"{'':{width}}  matches    won           95 %  points/round  paired difference"
    data = figures.to_dict(seed)["strategies"]
    for row, values in zip(figures.rows, data, strict=True):
        share = 100 * row.won / row.matches if row.matches else 0.0
        low, high = (100 * bound for bound in values["interval"])
        error = "" if values["difference_se"] is None else f" +- {values['difference_se']:.2f}"
        difference = "" if values["difference"] is None else f"{values['difference']:+.2f}{error}"
        yield (
            f"{row.spec:{width}}  {row.matches:7d} {share:5.1f} %  {low:5.1f} to {high:5.1f}"
            f"  {values['points_per_round']:12.1f}  {difference}"
        )
    yield f"{'':{width}}  bags/round   sets  nils bid   kept  tricks-bid  ms/decision  faults"
    for row, values in zip(figures.rows, data, strict=True):
        yield _details(row, values, width)
    if figures.bag_price:
        yield f"single rounds: a bag that is held counts -{figures.bag_price:g} points, its share of the penalty"
    if figures.identical:
        yield f"{figures.identical} deals were played alike whoever sat where; each of them counts as one match, shared"


def cross_table(figures: Figures) -> Iterator[str]:
    """The paired difference of each strategy to each it met, in points a round."""
    width = max(len(row.spec) for row in figures.rows)
    yield f"{'':{width}}  " + "  ".join(f"{row.spec:>{max(width, 15)}}" for row in figures.rows)
    for number, row in enumerate(figures.rows):
        cells = (_cell(figures.cross.get((number, other))) for other in range(len(figures.rows)))
        yield f"{row.spec:{width}}  " + "  ".join(f"{cell:>{max(width, 15)}}" for cell in cells)


def _cell(difference: Mean | None) -> str:
    if difference is None or difference.mean is None:
        return "-"
    error = "" if difference.error is None else f" +- {difference.error:.2f}"
    return f"{difference.mean:+.2f}{error}"


def _details(row: Row, values: dict[str, float], width: int) -> str:
    faults = ", ".join(f"{kind} {count}" for kind, count in sorted(row.faults.items())) or "none"
    error = values["trick_error"] if values["trick_error"] is not None else 0.0
    # What is read back from a record took no time.
    pace = f"{values['ms_per_decision']:.3f}" if row.decisions else "-"
    return (
        f"{row.spec:{width}}  {values['bags_per_round']:10.2f} {100 * values['sets']:4.1f} %"
        f"  {100 * values['nils_bid']:6.1f} % {100 * values['nils_made']:4.0f} %  {error:+10.2f}"
        f"  {pace:>11}  {faults}"
    )
