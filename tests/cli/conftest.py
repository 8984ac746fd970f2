"""Runs the program inside the test, or as a process of its own where pipes and signals matter."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from spades_cli.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Ran:
    """What a run left: its exit code and what it wrote."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """``run("rules", "list", stdin=b"...")``."""

    def __call__(self, *words: str | Path, stdin: bytes = b"") -> Ran: ...


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program in this process, with bytes on a standard input that is no terminal."""

    def run_here(*words: str | Path, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(list(map(str, words)))
        out, err = capsys.readouterr()
        code = ended.value.code
        return Ran(code if isinstance(code, int) else int(code is not None), out, err)

    return run_here


@pytest.fixture
def spawn() -> Run:
    """Run the program as a process, as a shell would."""

    def run_there(*words: str | Path, stdin: bytes = b"") -> Ran:
        command = [sys.executable, "-m", "spades_cli", *map(str, words)]
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_there
