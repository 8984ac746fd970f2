"""Imports only run down, the engine is pure, and plugins see the public API alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import spades_cli.search

ROOT = Path(__file__).parents[1]
FLOORS = {
    "errors": 0,
    "engine": 1,
    "variants": 2,
    "players": 2,
    "record": 2,
    "search": 2,
    "ui": 3,
    "arena": 3,
    "report": 3,
    "cli": 4,
}
MODULES = sorted((ROOT / "spades_cli").rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The absolute names a module imports when it runs; imports for type checking alone do not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    names: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def package_of(name: str) -> str | None:
    """The part of spades_cli that a dotted name belongs to."""
    parts = name.split(".")
    return parts[1] if parts[0] == "spades_cli" and len(parts) > 1 and parts[1] in FLOORS else None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_only_run_down(path: Path) -> None:
    here = package_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
    if here is None:
        return
    for name in imported(path):
        there = package_of(name)
        if there is not None:
            assert FLOORS[there] <= FLOORS[here], f"{path}: {here} may not import {name}"


def test_packages_of_one_floor_do_not_import_in_circles() -> None:
    uses: dict[str, set[str]] = {name: set() for name in FLOORS}
    for path in MODULES:
        here = package_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        if here:
            uses[here] |= {there for name in imported(path) if (there := package_of(name)) and there != here}
    done: list[str] = []
    while len(done) < len(FLOORS):
        free = [name for name in FLOORS if name not in done and uses[name] <= set(done)]
        assert free, f"circle among {sorted(set(FLOORS) - set(done))}: {uses}"
        done += free


@pytest.mark.parametrize("path", sorted((ROOT / "spades_cli/engine").glob("*.py")), ids=lambda path: path.name)
def test_the_engine_imports_the_standard_library_only(path: Path) -> None:
    for name in imported(path):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or top == "spades_cli", f"{path}: {name}"
        assert top not in {"os", "sys", "io", "time", "random", "pathlib"}, f"{path}: {name} does I/O or chance"


@pytest.mark.parametrize("path", sorted((ROOT / "plugins").glob("*.py")), ids=lambda path: path.name)
def test_plugins_import_the_public_api_only(path: Path) -> None:
    public = {f"{package.__name__}.{name}" for package in (spades_cli, spades_cli.search) for name in package.__all__}
    for name in imported(path):
        top = name.split(".")[0]
        assert top in {"spades_cli", "spades_plugins"} | sys.stdlib_module_names, f"{path}: {name}"
        if top == "spades_cli":
            assert name in public, f"{path}: {name} is not public"


@pytest.mark.parametrize("path", [*MODULES, *(ROOT / "plugins").glob("*.py")], ids=lambda path: path.name)
def test_no_module_is_longer_than_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("package", ["spades_cli", "spades_cli.search"])
def test_importing_the_library_loads_nothing_heavy(package: str) -> None:
    code = f"import sys; from {package} import *; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(found.stdout.split()) & {"numba", "numpy", "pydantic", "typer", "rich"}
