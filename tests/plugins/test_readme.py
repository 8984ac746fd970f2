"""``plugins/README.md``: its ten lines play, and it names every hook, method and field."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from spades_cli import Strategy, View
from spades_cli.players import hooks

if TYPE_CHECKING:
    from tests.cli.conftest import Run

README = Path(__file__).parents[2] / "plugins/README.md"
TEXT = README.read_text(encoding="utf-8")


def ten_lines() -> str:
    found = re.search(r"^```python\n(.*?)^```$", TEXT, flags=re.M | re.S)
    assert found
    return found[1]


def test_the_file_has_ten_lines() -> None:
    assert len([line for line in ten_lines().splitlines() if line]) == 10


def test_the_file_plays_a_match_as_the_readme_says(run: Run, tmp_path: Path) -> None:
    bold = tmp_path / "bold.py"
    bold.write_text(ten_lines(), encoding="utf-8")
    found = re.search(r"^\$ spades-cli (play .*)$", TEXT, flags=re.M)
    assert found
    ran = run(*found[1].replace("./bold.py", str(bold)).split())
    assert (ran.code, ran.err) == (0, "")
    assert " wins after " in ran.out


def test_every_hook_stands_there_with_its_signature() -> None:
    for name, hook in inspect.getmembers(hooks, inspect.isfunction):
        if name.startswith("spades_"):
            assert f"`{name}{inspect.signature(hook)}`".replace("'", "") in TEXT


def test_every_method_and_field_is_named() -> None:
    methods = [name for name, _ in inspect.getmembers(Strategy, inspect.isfunction) if not name.startswith("_")]
    for name in methods:
        assert f"`{name}(view" in TEXT or name == "decide", name
    for field in fields(View):
        assert f"`{field.name}`" in TEXT or field.name in ("turn",), field.name
