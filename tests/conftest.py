"""Every test runs in a home of its own, without colour, and leaves the environment as it found it."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

_numbers = itertools.count(1)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the golden matches anew")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Goldens are written, and single files tested, in one process: it is there at once."""
    named = any(word.partition("::")[0].endswith(".py") for word in config.args)
    return 0 if named or config.getoption("--update-goldens") else None


@pytest.fixture(autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A fixed terminal width, no colour, no configuration of the user's; and no test may leak a variable.

    The folders are the session's, so that what one test has compiled is there for the next, and for its processes; but
    every test has matches of its own to go on with.
    """
    base = tmp_path_factory.getbasetemp()
    home = base / "home"
    home.mkdir(exist_ok=True)
    cache = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
    before = dict(os.environ)
    ours = [name for name in before if name.startswith("SPADES_CLI_") and name != "SPADES_CLI_FAST"]
    patch = pytest.MonkeyPatch()
    for name in (*ours, "NUMBA_CACHE_DIR", "FORCE_COLOR", "LC_ALL", "LC_CTYPE"):
        patch.delenv(name, raising=False)
    for name, value in {
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "XDG_CACHE_HOME": str(cache),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state" / str(next(_numbers))),
    }.items():
        patch.setenv(name, value)
    inside = dict(os.environ)
    yield
    found = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    expected = {name: value for name, value in inside.items() if name != "PYTEST_CURRENT_TEST"}
    patch.undo()
    assert found == expected, "a test changed the environment"
    assert before.keys() - {"PYTEST_CURRENT_TEST"} == os.environ.keys() - {"PYTEST_CURRENT_TEST"}


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).parents[1]
