"""``strategies new``: the plugin it writes is complete, and nothing is overwritten."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from spades_cli import SpadesError, UsageError
from spades_cli.players.scaffold import write_plugin
from tests.players.makers import load

if TYPE_CHECKING:
    from pathlib import Path


def test_the_folder_holds_a_project_a_module_a_test_and_a_page(tmp_path: Path) -> None:
    target = write_plugin("safe-nil", tmp_path / "bots")
    assert target == tmp_path / "bots/spades-cli-safe-nil"
    files = sorted(str(path.relative_to(target)) for path in target.rglob("*.*"))
    assert files == ["README.md", "pyproject.toml", "spades_cli_safe_nil.py", "tests/test_safe_nil.py"]
    project = tomllib.loads((target / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["build-system"]["build-backend"] == "setuptools.build_meta"
    assert project["project"]["name"] == "spades-cli-safe-nil"
    assert project["project"]["dependencies"] == ["spades-cli"]
    assert project["project"]["entry-points"] == {"spades_cli": {"safe-nil": "spades_cli_safe_nil"}}
    assert project["tool"]["setuptools"]["py-modules"] == ["spades_cli_safe_nil"]


def test_the_test_it_brings_passes(tmp_path: Path) -> None:
    target = write_plugin("bold", tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=target,
        env=os.environ | {"PYTHONPATH": str(target)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "3 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["none", "strategy", "bid-3", "class"])
def test_names_that_mean_something_in_python_do_no_harm(name: str, tmp_path: Path) -> None:
    target = write_plugin(name, tmp_path)
    assert list(load(target / f"spades_cli_{name.replace('-', '_')}.py").strategies) == [name]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    page = write_plugin("bold", tmp_path) / "README.md"
    page.write_text("mine", encoding="utf-8")
    with pytest.raises(SpadesError, match="there already") as raised:
        write_plugin("bold", tmp_path)
    assert "-o DIR" in raised.value.hint
    assert page.read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SpadesError, match="cannot be written"):
        write_plugin("bold", tmp_path / "file")


@pytest.mark.parametrize("name", ["Bold", "bold_one", "-bold", "bold-", "3bold", "", "../bold", "a b", "human"])
def test_names_that_no_strategy_can_have_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no strategy can be called"):
        write_plugin(name, tmp_path)
    assert list(tmp_path.iterdir()) == []
