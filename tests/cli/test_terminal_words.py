"""What holds for commands at a terminal and in a pipe: colour, rules from standard input, the end of a script."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from spades_cli.cli.rules_check import point_at
from spades_cli.variants.problems import Problem
from tests.cli.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Run

BRIEF = ["play", "-s", "42", "-q"]
MOVES = b"3\n4c\n"


def show(*words: str, **environment: str) -> str:
    """What a run in a pipe writes, codes and all."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    command = [sys.executable, "-m", "spades_cli", *words]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=60, env=kept | environment
    ).stdout.decode()


@contextmanager
def at_terminal(folder: Path, *words: str, no_color: str = "1") -> Iterator[Terminal]:
    """A run on a terminal, which does not outlive the test."""
    terminal = Terminal(folder, *words, no_color=no_color)
    try:
        yield terminal
    finally:
        terminal.close()


# --- colour ----------------------------------------------------------------------------------------------------------

ALONE = ["play", "-p", "basic", "-s", "1"]


@pytest.mark.parametrize(
    "words", [["--color", "always", *ALONE], [*ALONE, "--color", "always"], [*ALONE, "--color=always"]]
)
def test_colour_can_be_had_in_a_pipe(words: list[str]) -> None:
    assert "\x1b[3" in show(*words, NO_COLOR="1")


def test_colour_can_be_turned_off_where_the_environment_forces_it() -> None:
    assert "\x1b[3" in show(*ALONE, FORCE_COLOR="1")
    assert "\x1b" not in show(*ALONE, "--color", "never", FORCE_COLOR="1")
    assert "\x1b" not in show(*ALONE, "--color", "auto")


@pytest.mark.parametrize(("wanted", "coloured"), [("never", False), ("always", True)])
def test_colour_is_as_wanted_at_a_terminal(wanted: str, coloured: bool, tmp_path: Path) -> None:
    with at_terminal(tmp_path, *ALONE, "--color", wanted, no_color="" if wanted == "never" else "1") as terminal:
        terminal.wait_for(())
        assert ("\x1b[3" in terminal.raw) is coloured


def test_a_colour_that_is_none_is_refused_in_plain_words(run: Run) -> None:
    ran = run("--color", "green", *ALONE)
    assert ran.code == 2
    assert "Invalid value for '--color': 'green' is not one of 'auto', 'always', 'never'" in ran.err


def test_a_pipe_that_wants_colour_gets_no_moving_bar(spawn: Run) -> None:
    ran = spawn("--color", "always", "match", "-n", "1", "-s", "1", "basic", "random")
    assert (ran.code, ran.err) == (0, "")


# --- standard input --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["play"], ["match", "basic", "basic"], ["tournament", "basic", "random"], ["rules", "check", "-"]]
)
def test_rules_are_not_waited_for_at_a_terminal(words: list[str], tmp_path: Path) -> None:
    asked = words if "-" in words else [*words, "-r", "-"]
    with at_terminal(tmp_path, *asked) as terminal:
        terminal.wait_for(())
        assert terminal.finish() == 2
        assert "error: standard input is a terminal" in terminal.transcript


def test_a_record_in_the_place_of_requests_is_one_error(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    run("play", "-p", "basic", "-s", "1", "--record", record)
    ran = run("hint", record)
    assert ran.code == 2
    assert ran.err.splitlines() == [
        f"error: {record}: a match record, which holds no requests",
        f"hint: spades-cli hint {record} --at ROUND.TRICK asks about a decision of it",
    ]


def test_suits_of_the_environment_count_for_hints(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    position = b'{"type":"play","seat":"S","hand":"AH JH 4H QS","trick":[["E","3H"]]}'
    shown = {}
    for suits in ("letter", "symbol"):
        monkeypatch.setenv("SPADES_CLI_SUITS", suits)
        shown[suits] = run("hint", "-", stdin=position).out
    assert "AH" in shown["letter"]
    assert "A♥" in shown["symbol"]


# --- rules check -----------------------------------------------------------------------------------------------------


def test_a_problem_is_pointed_at_on_a_terminal_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('[bags]\nlimit = "ten"\n', encoding="utf-8")
    with at_terminal(tmp_path, "rules", "check", "b.toml") as terminal:
        terminal.wait_for(())
        assert terminal.finish() == 1
        lines = terminal.transcript.splitlines()
    assert lines[1:3] == ['    limit = "ten"', "    ^"]
    assert len(run("rules", "check", tmp_path / "b.toml").out.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "column", "shown"),
    [
        ("  limit = 1", 3, ["      limit = 1", "      ^"]),
        ("\t\x1b[31mred", 7, ["      [31mred", "          ^"]),
        ("大 = 1", 3, ["    大 = 1", "       ^"]),
        ("x" * 200 + "y", 201, [" " * 4 + "x" * 17 + "y", " " * 21 + "^"]),
        ("   ", 1, []),
    ],
)
def test_the_caret_stands_below_the_column(line: str, column: int, shown: list[str]) -> None:
    problem = Problem("b.toml", 1, column, "", "wrong")
    assert point_at(problem, [line], width=40) == shown


def test_a_problem_without_a_place_is_pointed_at_by_nothing() -> None:
    assert point_at(Problem("b.toml", None, None, "", "no such file"), []) == []
    assert point_at(Problem("b.toml", 3, 1, "", "missing"), ["one"]) == []


# --- the end of a script ---------------------------------------------------------------------------------------------


def test_a_script_that_ends_stops_the_match(run: Run) -> None:
    for words in ([], ["--on-end", "stop"]):
        ran = run(*BRIEF, *words, stdin=MOVES)
        assert ran.code == 4
        assert "the input ended at round 1, trick 2, S to play" in ran.err


def test_a_bot_may_play_on_for_a_script_and_the_note_tells_it(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    ran = run(*BRIEF, "--on-end", "bot", "--record", record, stdin=MOVES)
    assert ran.code == 0
    assert ran.err.splitlines()[0] == "note: the script ended at round 1, trick 2, S to play: basic plays S on"
    assert "wins after" in ran.out
    assert run("replay", record, "--verify").code == 0


def test_a_bot_plays_on_for_every_seat_whose_script_ends(run: Run, tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("3\n", encoding="utf-8")
    script = tmp_path / "n.txt"
    ran = run(*BRIEF, "--seat", "S", "-p", f"N=script:{script}", "--on-end", "bot", stdin=MOVES)
    assert ran.code == 0
    assert [line for line in ran.err.splitlines() if line.startswith("note: ")] == [
        "note: the script ended at round 1, trick 1, N to play: basic plays N on",
        "note: the script ended at round 1, trick 2, S to play: basic plays S on",
    ]


def test_a_line_that_is_wrong_stops_the_match_all_the_same(run: Run) -> None:
    ran = run(*BRIEF, "--on-end", "bot", stdin=b"3\nqs\n")
    assert ran.code == 4
    assert "<stdin>:2: qs: you must follow clubs" in ran.err


def test_a_person_may_play_on_where_a_script_ends(tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_bytes(MOVES)
    with at_terminal(tmp_path, *BRIEF, "--script", "moves.txt", "--on-end", "ask") as terminal:
        shown = terminal.wait_for(["play> "])
        assert "note: the script ended at round 1, trick 2, S to play: you play S on" in shown
        terminal.type("qs")
        assert "You must follow clubs: 7C, 5C or 2C." in terminal.wait_for(["play> "])
        terminal.type("undo")
        assert "S takes back 4" in terminal.wait_for(["play> "])
        terminal.type("quit")
        terminal.wait_for(())
        assert terminal.finish() == 0


@pytest.mark.parametrize("how", ["bot", "ask"])
def test_what_happens_at_the_end_of_no_script_is_wrong_usage(run: Run, how: str) -> None:
    ran = run("play", "-p", "basic", "-s", "1", "--on-end", how)
    assert (ran.code, ran.out) == (2, "")
    assert f"error: --on-end {how}: no script is read that could end" in ran.err


def test_nobody_is_asked_where_there_is_no_terminal() -> None:
    command = [sys.executable, "-m", "spades_cli", *BRIEF, "--on-end", "ask"]
    ran = subprocess.run(command, input=MOVES, capture_output=True, check=False, timeout=60, start_new_session=True)
    assert ran.returncode == 2
    assert b"error: --on-end ask needs a terminal" in ran.stderr


# --- help and info ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", ["rules", "strategies"])
def test_a_group_of_commands_shows_examples(run: Run, group: str) -> None:
    page = run(group, "--help").out
    assert page.count(f"spades-cli {group} ") >= 3
    assert page.index("Examples:") < page.index("Options:")


def test_help_holds_no_sign_that_a_plain_terminal_cannot_show(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    page = run("--help").out
    assert page.isascii()
    assert "0 done, 1 the answer is no" in " ".join(page.split())


def test_info_tells_a_broken_configuration_in_words(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "spades-cli").mkdir()
    (tmp_path / "spades-cli" / "config.toml").write_text("plugins = 3\n", encoding="utf-8")
    ran = run("info")
    assert ran.code == 0
    assert "SpadesError" not in ran.out
    assert "problem: " in ran.out.partition("configuration:")[2].partition("variables:")[0]
    assert "none loaded: " in ran.out.partition("plugins:")[2]
