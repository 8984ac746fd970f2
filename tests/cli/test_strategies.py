"""``spades-cli strategies list``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.players.makers import BUNDLED, write_plugin

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

NONE = [word for name in BUNDLED for word in ("--no-plugin", name)]
INIT = """
    def __init__(self, *, rng, risk: float = 0.5, mode: Literal["a", "b"], far: int = None):
        super().__init__(rng=rng)
"""


def bold(tmp_path: Path) -> Path:
    return write_plugin(tmp_path / "bold.py", body="from typing import Literal", init=INIT)


def test_strategies_are_listed_with_plugin_and_options(run: Run, tmp_path: Path) -> None:
    ran = run("strategies", "list", "--plugin", bold(tmp_path), *NONE)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "bold  a test (plugin bold)",
        "        risk=float (default 0.5)",
        "        mode=a|b (required)",
        "        far=int (default None)",
    ]


def test_json_is_one_array(run: Run, tmp_path: Path) -> None:
    ran = run("strategies", "list", "--plugin", bold(tmp_path), "--format", "json", *NONE)
    assert json.loads(ran.out) == [
        {
            "name": "bold",
            "summary": "a test",
            "plugin": "bold",
            "options": [
                {"name": "risk", "type": "float", "required": False, "default": 0.5},
                {"name": "mode", "type": "a|b", "required": True, "default": None},
                {"name": "far", "type": "int", "required": False, "default": None},
            ],
        }
    ]


def test_bundled_strategies_are_listed(run: Run) -> None:
    names = [entry["name"] for entry in json.loads(run("strategies", "list", "--format", "json").out)]
    assert set(BUNDLED) <= set(names)


def test_without_strategies_the_list_says_so(run: Run) -> None:
    assert run("strategies", "list", *NONE).out == "no strategies\n"


def test_no_command_shows_help_and_help_has_examples(run: Run) -> None:
    assert run("strategies").code == 2
    assert "spades-cli strategies list" in run("strategies", "list", "--help").out
