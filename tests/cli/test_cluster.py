"""``--executor``: the same bytes from a cluster as from here, also when a worker is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Run

SERVER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        pids = [str(worker.process.pid) for worker in cluster.workers.values()]
        print(cluster.scheduler_address, *pids, flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[int]]]:
    """A scheduler with two worker processes: its address, and their process ids."""
    script = tmp_path / "server.py"
    script.write_text(SERVER, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        address, *pids = server.stdout.readline().decode().split()
        yield address.removeprefix("tcp://"), list(map(int, pids))
        server.kill()


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(
    run: Run, cluster: tuple[str, list[int]], tmp_path: Path
) -> None:
    address, pids = cluster
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    words = ("match", "basic", "random", "-n", "60", "--rounds", "-s", "7", "--format", "json")
    run(*words, "-o", here)

    def kill_one() -> None:
        while not there.exists() or there.read_bytes().count(b'"t":"end"') < 6:
            time.sleep(0.01)
        os.kill(pids[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    assert run(*words, "-o", there, "--executor", f"dask://{address}").code == 0
    killer.join(timeout=10)
    assert not killer.is_alive()
    assert there.read_bytes() == here.read_bytes()


def test_a_wrong_address_is_one_clear_line(run: Run) -> None:
    wrong = run("match", "basic", "random", "-n", "1", "-s", "1", "--executor", "ray://x")
    assert wrong.code == 2
    assert "write dask://HOST:PORT" in wrong.err
