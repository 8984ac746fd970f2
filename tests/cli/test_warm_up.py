"""``spades-cli warm-up``, and how the program says that it compiles."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from spades_cli.cli.notes import show_notes
from spades_cli.search import compiled

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has loaded nothing yet."""
    monkeypatch.setattr(compiled, "_lifted", None)
    compiled.warn.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_without_numba_the_answer_is_no_and_how_to_get_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    ran = run("warm-up")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "error: nothing is compiled: numba is missing\nhint: pip install 'spades-cli[fast]'\n"


@pytest.mark.usefixtures("fresh")
def test_where_compiling_is_forbidden_the_answer_is_no(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_CLI_FAST", "off")
    ran = run("warm-up")
    assert (ran.code, ran.out, ran.err) == (1, "", "error: nothing is compiled: SPADES_CLI_FAST=off\n")


def warm_up_kernel() -> list[str]:
    """What a process prints that warms up, of all modules, the kernel alone."""
    code = "from spades_cli.search import compiled; compiled.MODULES = compiled.MODULES[:1]\n"
    code += "from spades_cli.cli.main import main; main(['warm-up'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_what_is_compiled_is_kept_for_the_next_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    told, kept = warm_up_kernel()
    assert re.fullmatch(r"compiled \d\d functions in \d+\.\d seconds", told)
    assert kept.startswith(f"kept in {tmp_path}")
    files = set(tmp_path.rglob("*"))
    assert warm_up_kernel() == ["everything is compiled already", kept]
    assert set(tmp_path.rglob("*")) == files


@pytest.mark.usefixtures("fresh")
def test_a_compiler_that_refuses_is_told_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba", reason="nothing refuses without the extra fast")

    class Refusing:
        def compile(self, signature: object) -> None:
            raise numba.core.errors.TypingError("no such thing")

    monkeypatch.setattr(numba, "njit", lambda **options: lambda function: Refusing())
    ran = run("warm-up")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "note: numba is installed but cannot be used (TypingError: no such thing); everything works, only slower\n"
    )


def test_messages_of_the_library_are_notes_and_quiet_leaves_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("spades_cli")
    show_notes()
    show_notes()
    logger.info("compiling for %d seconds", 9)
    show_notes(quiet=True)
    logger.info("compiling")
    logger.warning("slow")
    assert capsys.readouterr().err == "note: compiling for 9 seconds\nnote: slow\n"
