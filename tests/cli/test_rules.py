"""``spades-cli rules``: list, show and check, on the streams and with the exit codes they promise; new is apart."""

from __future__ import annotations

import io
import json
import tomllib
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from spades_cli.cli import setup
from spades_cli.cli.rules import app
from spades_cli.errors import PluginError, RulesError, UsageError
from spades_cli.variants import VariantLibrary, load_rules, rules_to_dict
from spades_cli.variants.explain import explain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from typer.testing import Result

    from spades_cli.players.manager import Plugins
    from tests.cli.conftest import Run

NAMES = VariantLibrary().names()
PLUGIN = """
from pathlib import Path
import spades_cli

@spades_cli.hookimpl
def spades_register_rules():
    return [Path(__file__).parent / "club"]
"""


@pytest.fixture(autouse=True)
def no_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    """No plugins but those that a test asks for; rules need no strategies."""
    real = setup.open_plugins
    bundled = [entry.name for entry in entry_points(group="spades_cli")]

    def open_plugins(paths: Sequence[str] | None, blocked: Sequence[str] | None, strict: bool) -> Plugins:
        return real(paths, [*(blocked or ()), *bundled], strict)

    monkeypatch.setattr(setup, "open_plugins", open_plugins)


def invoke(*words: str | Path, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


def answer(*words: str | Path, stdin: str | bytes = "", code: int = 0) -> str:
    """What a run prints on stdout; nothing may stand on stderr."""
    result = invoke(*words, stdin=stdin)
    assert (result.exit_code, result.stderr) == (code, "")
    return result.stdout


def answer_json(*words: str | Path, stdin: str | bytes = "", code: int = 0) -> Any:
    return json.loads(answer(*words, "--format", "json", stdin=stdin, code=code))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A plugin file that brings one variant."""
    (tmp_path / "club").mkdir()
    text = '[variant]\nid = "thursday"\ntitle = "Thursday"\nbase = "jokers"\n[match]\ntarget = 300\n'
    (tmp_path / "club/thursday.toml").write_text(text, encoding="utf-8")
    (tmp_path / "club_plugin.py").write_text(PLUGIN, encoding="utf-8")
    return tmp_path / "club_plugin.py"


# --- list -------------------------------------------------------------------------------------------------------------


def test_list_has_a_line_for_every_variant() -> None:
    lines = answer("list").splitlines()
    assert [line.split()[0] for line in lines] == NAMES
    assert "jokers                   4 players to 1000  Spades with two jokers, to 1000" in lines


def test_list_as_json_is_an_array_of_objects() -> None:
    variants = answer_json("list")
    assert [variant["name"] for variant in variants] == NAMES
    assert variants[NAMES.index("two-player-300")] == {
        "name": "two-player-300",
        "title": "Two-player Spades to 300",
        "players": 2,
        "target": 300,
        "source": "bundled",
        "problem": "",
    }


def test_list_shows_the_variants_of_a_plugin(club: Path) -> None:
    lines = answer("list", "--plugin", club).splitlines()
    assert any(line.startswith("thursday ") and line.endswith("Thursday  [club_plugin]") for line in lines)


def test_list_tells_what_is_wrong_with_a_plugin_s_variant(club: Path) -> None:
    path = club.parent / "club/thursday.toml"
    path.write_text("nil.mad = 1", encoding="utf-8")
    line = next(line for line in answer("list", "--plugin", club).splitlines() if line.startswith("thursday "))
    assert f"cannot be loaded: {path}:1:1: nil.mad: unknown key" in line


def test_a_variant_name_that_two_plugins_bring_stops_the_list(club: Path) -> None:
    (club.parent / "club/whiz.toml").write_text("", encoding="utf-8")
    result = invoke("list", "--plugin", club)
    assert isinstance(result.exception, PluginError)
    assert "from bundled" in str(result.exception)
    assert "from club_plugin" in str(result.exception)


# --- show -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_what_show_prints_is_checked_and_read_again_as_the_same_rules(name: str) -> None:
    text = answer("show", name)
    assert answer("check", "-", stdin=text) == "-: ok\n"
    assert VariantLibrary().load("-", text) == load_rules(name)
    assert answer("show", "-", stdin=text) == text


@pytest.mark.parametrize("name", NAMES)
def test_show_as_json_is_the_nested_tables(name: str) -> None:
    tables = answer_json("show", name)
    assert tables == rules_to_dict(load_rules(name)) == tomllib.loads(answer("show", name))


def test_show_diff_prints_a_file_that_names_its_base() -> None:
    assert answer("show", "whiz", "--diff", "standard") == (
        '[variant]\nid = "whiz"\ntitle = "Whiz: bid nil or your spades"\nbase = "standard"\n\n'
        '[bidding]\nmode = "whiz"\n\n[blind_nil]\nallowed = false\n\n[match]\nlose_at = -200\n'
    )
    assert answer_json("show", "bid-3", "--diff", "bid-hearts")["bidding"] == {"mode": "fixed"}


def test_show_diff_from_a_file_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("match.target = 300", encoding="utf-8")
    text = answer("show", "standard", "--diff", "mine.toml")
    assert tomllib.loads(text)["variant"]["base"] == "mine.toml"
    assert VariantLibrary().load("-", text) == load_rules("standard")


def test_show_takes_a_path_and_a_variant_of_a_plugin(tmp_path: Path, club: Path) -> None:
    assert 'id = "thursday"' in answer("show", tmp_path / "club/thursday.toml")
    assert "target = 300" in answer("show", "thursday", "--plugin", club)


def test_show_of_an_unknown_name_is_wrong_usage() -> None:
    error = invoke("show", "whizz").exception
    assert isinstance(error, UsageError)
    assert (str(error), error.hint) == ("no variant 'whizz'", "did you mean 'whiz'?")


def test_show_of_a_broken_file_raises_every_problem(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("nil.mad = 1\nnil.mode = 1\n", encoding="utf-8")
    error = invoke("show", path).exception
    assert isinstance(error, RulesError)
    assert len(error.problems) == 2


def test_show_diff_tells_rules_that_are_played_alike(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('variant.base = "whiz"', encoding="utf-8")
    for words in (["--diff", "whiz"], ["--diff", "whiz", "--explain"]):
        assert invoke("show", path, *words).stderr == "mine and whiz are played alike\n"


def test_show_diff_from_standard_input_is_refused_as_a_file() -> None:
    result = invoke("show", "whiz", "--diff", "-", stdin="match.target = 300")
    assert isinstance(result.exception, UsageError)
    assert "--explain" in result.exception.hint


# --- explain ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_explain_prints_numbered_sentences_under_the_title(name: str) -> None:
    rules = load_rules(name)
    title, *lines = answer("show", name, "--explain").splitlines()
    assert title == rules.variant.title
    assert lines == [f"{number:2}. {sentence}" for number, sentence in enumerate(explain(rules), 1)]
    assert answer_json("show", name, "--explain") == explain(rules)


def test_explain_with_diff_prints_the_sentences_that_differ_old_and_new() -> None:
    assert answer("show", "mirror", "--diff", "bid-hearts", "--explain").splitlines()[:6] == [
        "- Bid your hearts",
        "+ Mirror: bid your spades",
        "",
        "- There is no choice: you bid exactly the number of hearts you hold; a hand without hearts bids nil.",
        "+ There is no choice: you bid exactly the number of spades you hold; a hand without spades bids nil.",
        "",
    ]
    changes = answer_json("show", "-", "--diff", "standard", "--explain", stdin="match.target = 300")
    assert [list(change) for change in changes] == [["old", "new"]]
    assert "300 points" in changes[0]["new"][0]
    assert answer("show", "standard", "--diff", "-", "--explain", stdin="match.target = 300").count("\n- ") == 1


def test_sentences_are_wrapped_at_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    app(["show", "whiz", "--explain"], standalone_mode=False)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[1].startswith(" 1. Four players")
    assert lines[2].startswith("    ")


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_answers_for_every_file_and_ends_with_1_if_one_is_wrong(tmp_path: Path) -> None:
    good, bad, missing = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "missing.toml"
    good.write_text('variant.base = "whiz"', encoding="utf-8")
    bad.write_text("[nil]\nmad = 1\n[match]\ntarget = 0\n", encoding="utf-8")
    assert answer("check", good, bad, missing, "jokers", code=1).splitlines() == [
        f"{good}: ok",
        f"{bad}:2:1: nil.mad: unknown key (did you mean 'made'?)",
        f"{bad}:4:1: match.target: must be a whole number from 1 to 1000000, not 0",
        f"{missing}: no such file",
        "jokers: ok",
    ]


def test_check_as_json_is_an_array_of_the_problems(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("[nil]\nmad = 1\n", encoding="utf-8")
    assert answer_json("check", path, code=1) == [
        {
            "file": str(path),
            "line": 2,
            "column": 1,
            "key": "nil.mad",
            "message": "unknown key",
            "hint": "did you mean 'made'?",
        }
    ]
    assert answer_json("check", tmp_path / "none.toml", code=1)[0]["line"] is None
    assert answer_json("check", "whiz") == []


def test_check_reads_standard_input() -> None:
    assert answer("check", "-", "whiz", stdin="\ufeffnil.made = 1\r\n") == "-: ok\nwhiz: ok\n"
    assert answer("check", "-", stdin="nil.mad = 1", code=1).startswith("<stdin>:1:1: nil.mad:")
    assert answer("check", "-", stdin=b"# caf\xe9", code=1).startswith("<stdin>:1:6: not UTF-8 text")


class Terminal(io.StringIO):
    """A standard input at which somebody sits."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("command", ["show", "check"])
def test_a_terminal_is_not_waited_for(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    with pytest.raises(UsageError, match="standard input is a terminal"):
        app([command, "-"], standalone_mode=False)


# --- as the program ---------------------------------------------------------------------------------------------------


def test_an_unknown_variant_ends_with_2_and_one_plain_line(run: Run) -> None:
    ran = run("rules", "show", "whizz")
    assert (ran.code, ran.out, ran.err) == (2, "", "error: no variant 'whizz'\nhint: did you mean 'whiz'?\n")


def test_a_broken_file_ends_with_4_and_a_line_for_each_problem(run: Run) -> None:
    ran = run("rules", "show", "-", stdin=b"nil.mad = 1\nnil.mode = 1\n")
    assert (ran.code, ran.out) == (4, "")
    assert [line[:27] for line in ran.err.splitlines()] == [
        "error: <stdin>:1:1: nil.mad",
        "error: <stdin>:2:1: nil.mod",
    ]


# --- help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["list", "show", "check", "new"])
def test_every_command_has_help_with_examples(command: str) -> None:
    text = answer(command, "--help")
    assert "Examples:" in text
    assert f"spades-cli rules {command}" in text
    assert "--strict-plugins" in text


def test_the_group_without_a_command_lists_them() -> None:
    result = invoke()
    assert result.exit_code == 2
    assert all(command in result.output for command in ("list", "show", "check", "new", "schema"))
