"""Long runs lose nothing: every game is accounted for, and memory and open files stay flat."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_match import BAD
from tests.processes import of_group


def start(*words: str | Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "spades_cli", "match", *map(str, words)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    )


def test_two_thousand_games_with_a_strategy_that_raises_now_and_then(tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.py", tmp_path / "m.jsonl"
    bad.write_text(BAD, encoding="utf-8")
    words = ("raises", "low", "--plugin", bad, "-n", "1000", "--rounds", "-s", "7", "-j", "2", "-o", out)
    shown, _ = start(*words, "--format", "json").communicate(timeout=240)
    row = json.loads(shown)["strategies"][0]
    ends = [line for line in out.read_text(encoding="utf-8").splitlines() if line.startswith('{"t":"end"')]
    assert len(ends) == 2000
    lost = sum('"reason":"forfeit"' in line for line in ends)
    assert lost == row["faults"]["exception"] > 500
    assert row["rounds"] == 2000


def usage(group: int) -> tuple[int, int]:
    """Resident pages and open files of all processes of a group."""
    found = of_group(group)
    return sum(process.pages for process in found), sum(process.files for process in found)


@pytest.mark.soak
def test_twenty_thousand_rounds_with_two_workers_leave_memory_and_files_flat(tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    running = start("random", "random", "-n", "10000", "--rounds", "-s", "7", "-j", "2", "-o", out)
    seen = []
    while running.poll() is None:
        time.sleep(0.5)
        if out.exists():
            seen.append((out.stat().st_size, *usage(running.pid)))
    assert running.returncode == 0
    total = seen[-1][0]
    early = [row for row in seen if 0.1 * total < row[0] < 0.3 * total]
    late = [row for row in seen if 0.7 * total < row[0] < 0.95 * total]
    assert max(row[1] for row in late) < 1.2 * max(row[1] for row in early)
    assert max(row[2] for row in late) <= max(row[2] for row in early) + 2
