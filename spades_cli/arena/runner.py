"""Plays many units, here or in worker processes, and hands them out in order, so that any number of workers writes
the same bytes."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any

from spades_cli.arena.pairs import Bench, Plan, Unit
from spades_cli.errors import PluginError, SpadesError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: Units that are under way for each worker; enough to keep it busy, few enough to stop soon.
AHEAD = 3


def run_units(plan: Plan, numbers: Iterable[int], jobs: int) -> Iterator[Unit]:
    """The units of these numbers, in their order; ``jobs`` 0 uses all cores, 1 plays in this process.

    Raises PluginError if a worker dies. Closing the iterator stops the workers.
    """
    workers = jobs or os.cpu_count() or 1
    bench = Bench(plan)
    bench.prepare()
    if workers == 1:
        try:
            yield from map(bench.play, numbers)
        finally:
            bench.close()
        return
    with _pool(plan, workers) as submit:
        waiting: deque[tuple[int, Callable[[], Unit]]] = deque()
        for number in numbers:
            waiting.append((number, submit(number)))
            if len(waiting) >= workers * AHEAD:
                yield _take(*waiting.popleft())
        while waiting:
            yield _take(*waiting.popleft())


def _take(number: int, wait: Callable[[], Unit]) -> Unit:
    try:
        return wait()
    except BrokenProcessPool as error:
        raise PluginError(
            f"a worker died at deal {number} or soon after it: a strategy ended its process",
            hint="--jobs 1 shows where; finished deals are kept, and --resume goes on",
        ) from error


@contextmanager
def _pool(plan: Plan, workers: int) -> Iterator[Callable[[int], Callable[[], Unit]]]:
    """A pool of workers; leaving it, also in a hurry, ends them."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start, initargs=(plan,))
    try:
        yield lambda number: pool.submit(_play, number).result
    finally:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


_bench: Bench | None = None


def _start(plan: Plan) -> None:
    """Make a worker ready: it leaves interrupts to its parent, and ends when its parent does."""
    global _bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _leave())
    threading.Thread(target=_follow_parent, daemon=True).start()
    _bench = Bench(plan)


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        _leave()


def _leave() -> None:
    """End this worker and its bots, whatever it is doing."""
    if _bench is not None:
        _bench.close()
    os._exit(1)


def _play(number: int) -> Unit:
    assert _bench is not None
    return _bench.play(number)


def run_on_cluster(plan: Plan, numbers: Iterable[int], address: str) -> Iterator[Unit]:
    """The same units on a dask cluster (extra ``cluster``), in their order; a lost worker's units are played again.

    Every worker needs this package and its plugins installed. Raises UsageError without dask, SpadesError for an
    address that does not answer.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("--executor needs dask", hint="pip install 'spades-cli[cluster]'") from None
    try:
        client = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise SpadesError(f"no cluster answers at {address}: {error}") from error
    with client:
        waiting: deque[Any] = deque()
        ahead = AHEAD * max(1, len(client.scheduler_info()["workers"]))
        for number in numbers:
            waiting.append(client.submit(play_alone, plan, number, pure=False, retries=5))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def play_alone(plan: Plan, number: int) -> Unit:
    """One unit, in a process that may be asked for others of the same plan."""
    bench = _bench_of(plan)
    try:
        return bench.play(number)
    finally:
        bench.close()


@lru_cache(maxsize=4)
def _bench_of(plan: Plan) -> Bench:
    return Bench(plan)
