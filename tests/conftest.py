"""Every test runs in a home of its own, without colour, and leaves the environment as it found it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the golden matches anew")


@pytest.fixture(autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A fixed terminal width, no colour, no configuration of the user's; and no test may leak a variable.

    The folders are the session's, so that what one test has compiled is there for the next, and for its processes.
    """
    home = tmp_path_factory.getbasetemp() / "home"
    home.mkdir(exist_ok=True)
    before = dict(os.environ)
    unset = (
        "SPADES_CLI_PLUGINS", "SPADES_CLI_LOAD_PLUGINS", "NUMBA_CACHE_DIR", "FORCE_COLOR", "LC_ALL", "LC_CTYPE",
    )  # fmt: skip
    patch = pytest.MonkeyPatch()
    for name in unset:
        patch.delenv(name, raising=False)
    for name, value in {
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
    }.items():
        patch.setenv(name, value)
    inside = dict(os.environ)
    yield
    ours = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    expected = {name: value for name, value in inside.items() if name != "PYTEST_CURRENT_TEST"}
    patch.undo()
    assert ours == expected, "a test changed the environment"
    assert before.keys() - {"PYTEST_CURRENT_TEST"} == os.environ.keys() - {"PYTEST_CURRENT_TEST"}


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).parents[1]
