"""``spades-cli strategies``: list, show, new and check."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

import pytest

from spades_cli.players import conformance
from spades_cli.variants import VariantLibrary
from spades_cli.variants.own import own_folder
from tests.players.bots import write_bot
from tests.players.makers import BUNDLED, write_plugin

if TYPE_CHECKING:
    from pathlib import Path

    from spades_cli.engine.rules import Rules
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


# --- show ------------------------------------------------------------------------------------------------------------

DOC = '''
    """Bids the least.

    And more.
    """
'''


def test_show_tells_what_it_does_its_options_and_its_plugin(run: Run, tmp_path: Path) -> None:
    path = bold(tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("class Mine(Strategy):\n", f"class Mine(Strategy):{DOC}"), encoding="utf-8")
    ran = run("strategies", "show", "bold", "--plugin", path, *NONE)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "bold: a test",
        "",
        "Bids the least.",
        "",
        "And more.",
        "",
        "risk=float (default 0.5)",
        "mode=a|b (required)",
        "far=int (default None)",
        "",
        f"from plugin 'bold' ({path})",
    ]
    shown = json.loads(run("strategies", "show", "bold", "--plugin", path, "--format", "json", *NONE).out)
    (listed,) = json.loads(run("strategies", "list", "--plugin", path, "--format", "json", *NONE).out)
    assert shown == listed | {"doc": "Bids the least.\n\nAnd more."}


def test_show_without_options_or_docstring_says_so(run: Run, tmp_path: Path) -> None:
    ran = run("strategies", "show", "bold", "--plugin", write_plugin(tmp_path / "bold.py"), *NONE)
    assert ran.out.splitlines()[:3] == ["bold: a test", "", "no options"]


def test_show_of_an_unknown_strategy_names_the_nearest(run: Run) -> None:
    ran = run("strategies", "show", "basik")
    assert ran.code == 2
    assert "did you mean 'basic'?" in ran.err


# --- new -------------------------------------------------------------------------------------------------------------


def test_new_writes_a_plugin_that_loads_and_is_checked(run: Run, tmp_path: Path) -> None:
    ran = run("strategies", "new", "bold", "-o", tmp_path)
    target = tmp_path / "spades-cli-bold"
    assert (ran.code, ran.err) == (0, "")
    install = f"python -m pip install -e {shlex.quote(str(target))}"
    assert ran.out.splitlines() == [str(target), install, "spades-cli strategies check bold"]
    loading = ("--plugin", target / "spades_cli_bold.py")
    shown = json.loads(run("strategies", "show", "bold", *loading, "--format", "json").out)
    assert [option["name"] for option in shown["options"]] == ["caution"]
    assert run("strategies", "check", "bold:caution=2", *loading, "--variant", "jokers").code == 0
    assert run("play", *loading, "-p", "NS=bold", "-p", "EW=basic", "-s", "1", "-q").code == 0


def test_new_in_the_current_folder_names_it_from_there(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = run("strategies", "new", "bold").out.splitlines()
    assert lines[:2] == ["spades-cli-bold", "python -m pip install -e ./spades-cli-bold"]


def test_new_refuses_to_overwrite_and_names_that_are_taken(run: Run, tmp_path: Path) -> None:
    run("strategies", "new", "bold", "-o", tmp_path)
    again = run("strategies", "new", "bold", "-o", tmp_path)
    assert again.code == 4
    assert "there already" in again.err
    assert "hint: choose another name or folder" in again.err
    assert run("strategies", "new", "basic", "-o", tmp_path).code == 4
    assert run("strategies", "new", "Bold", "-o", tmp_path).code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["spades-cli-bold"]


# --- check -----------------------------------------------------------------------------------------------------------

SULK = """
    def round_over(self, view, result):
        raise RuntimeError("I never win")
"""
STEPS = ["legal", "repeat", "view", "round", "options", "hands", "time", "rank"]


def test_check_prints_a_line_for_each_step(run: Run) -> None:
    ran = run("strategies", "check", "lowest", "--variant", "standard", "--variant", "two-player")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[:2] for line in ran.out.splitlines()] == [["ok", step] for step in STEPS]


def test_check_of_a_bad_strategy_exits_with_1_and_its_command_shows_the_same(run: Run, tmp_path: Path) -> None:
    path = write_plugin(tmp_path / "my bots/bold.py", init=SULK)
    words = ["strategies", "check", "bold", "--plugin", str(path), "--variant", "standard", "--seed", "3"]
    ran = run(*words)
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert [line.split()[1] for line in lines if line.startswith("ok")] == STEPS[1:]
    assert lines[0].startswith("FAILED  legal")
    assert lines[1].strip() == "it raised when the round was over: RuntimeError: I never win"
    assert lines[2].strip() == "variant standard, seed 3, seat N, round 1, over"
    again = next(line for line in lines if line.strip().startswith("again: spades-cli "))
    assert shlex.split(again)[2:] == words
    assert f'File "{path}"' in ran.out


def test_check_as_json(run: Run, tmp_path: Path) -> None:
    path = write_plugin(tmp_path / "bold.py", init=SULK)
    ran = run("strategies", "check", "bold", "--plugin", path, "--variant", "standard", "--format", "json")
    found = json.loads(ran.out)
    assert ran.code == 1
    assert (found["player"], found["variants"], found["seed"], found["ok"]) == ("bold", ["standard"], 0, False)
    assert [step["step"] for step in found["steps"]] == STEPS
    assert [step["ok"] for step in found["steps"]] == [False] + [True] * 7
    assert found["steps"][0]["failure"]["variant"] == "standard"
    assert found["steps"][1]["failure"] is None


@pytest.mark.parametrize(
    ("name", "content"),
    [("standard", "[match]\ntarget = 100\n"), ("ours", "[bags]\nlimitt = 5\n"), ("ours", '[variant]\nbase = "none"\n')],
)
def test_without_a_variant_the_bundled_ones_are_checked_whatever_ones_own_are(
    name: str, content: str, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    own_folder().mkdir(parents=True)
    (own_folder() / f"{name}.toml").write_text(content, encoding="utf-8")
    checked: list[Rules] = []

    def note(subject: object, rules: dict[str, Rules], seed: int) -> list[object]:
        checked.extend(rules.values())
        return []

    monkeypatch.setattr(conformance, "run_steps", note)
    ran = run("strategies", "check", "lowest", "--format", "json")
    bundled = VariantLibrary()
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["variants"] == bundled.names()
    assert checked == [bundled.load(name) for name in bundled.names()]


def test_check_refuses_what_is_no_strategy_option_or_variant(run: Run) -> None:
    for words in (["human"], ["nobody"], ["basic:x=1"], ["basic", "--variant", "nowhere"]):
        ran = run("strategies", "check", *words)
        assert (ran.code, ran.out) == (2, ""), words
        assert ran.err.startswith("error: ")


def test_a_bot_in_any_language_is_checked_like_a_strategy(run: Run, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot.py")
    ran = run("strategies", "check", f"exec:{bot}", "--variant", "tournament-board-four")
    assert (ran.code, "FAILED" in ran.out) == (0, False), ran.out
    broken = run("strategies", "check", "exec:no-such-command", "--variant", "tournament-board-four")
    assert broken.code == 1
    assert "cannot be started" in broken.out
