"""``spades-cli replay``: prints records, and verifies them in words and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """A finished match of four rounds."""
    path = tmp_path / "m.jsonl"
    ran = run("play", "-r", "tournament-board-four", "-p", "basic", "-s", "4", "--record", path)
    assert ran.code == 0
    return path


def test_a_record_prints_what_was_played(run: Run, record: Path) -> None:
    played = run("play", "-r", "tournament-board-four", "-p", "basic", "-s", "4")
    printed = run("replay", record)
    assert printed.code == 0
    assert printed.out == f"game 4-0: tournament-board-four, N basic  E basic  S basic  W basic\n{played.out}"


def test_the_stream_of_a_record_is_the_stream_of_the_match(run: Run, record: Path) -> None:
    words = ("play", "-r", "tournament-board-four", "-p", "basic", "-s", "4", "--format", "jsonl")
    assert run("replay", record, "--format", "jsonl").out == run(*words).out


def test_one_round_can_be_shown(run: Run, record: Path) -> None:
    printed = run("replay", record, "--round", "2")
    assert printed.out.startswith("Round 2: ")
    assert printed.out.count("scored") == 1
    assert " wins " not in printed.out
    missing = run("replay", record, "--round", "9")
    assert (missing.code, missing.out) == (1, "")
    assert "no round 9" in missing.err


def test_a_sound_record_verifies(run: Run, record: Path) -> None:
    assert run("replay", record, "--verify").out == f"{record}: 1 game, 4 rounds played again: no difference\n"
    summary = json.loads(run("replay", record, "--verify", "--format", "jsonl").out)
    assert summary == {"t": "verified", "games": 1, "rounds": 4, "differences": 0, "problems": 0}


def test_a_record_may_come_from_a_pipe(run: Run, record: Path) -> None:
    ran = run("replay", "-", "--verify", stdin=record.read_bytes())
    assert ran.out.endswith(": 1 game, 4 rounds played again: no difference\n")


def test_a_difference_exits_1_and_names_game_round_and_field(run: Run, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    lines = text.splitlines()
    changed = json.loads(lines[2])
    changed["points"]["NS"] += 1
    lines[2] = json.dumps(changed)
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = run("replay", record, "--verify")
    assert ran.code == 1
    assert f"{record}:1: game 4-0: round 2: points is " in ran.out
    assert "1 difference" in ran.out


def test_a_torn_line_and_an_unfinished_match_are_told_in_words(run: Run, record: Path) -> None:
    record.write_bytes(record.read_bytes()[:-10])
    ran = run("replay", record, "--verify")
    assert ran.code == 0
    assert f"{record}:6: a torn last line, ignored" in ran.out
    assert "the match is over, but the record has no end line" in ran.out
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:3]))
    assert "unfinished: the record stops before round 3" in run("replay", record, "--verify").out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no game in this file"),
        (b"\x00\x01\xff", "no game in this file"),
        (b'{"t":"game","g":"1-0","v":1,"seed":1,"players":{}}\n', ":1: the game line has no resolved rules"),
        (b'{"t":"game","g":"1-0","v":9}\n', ":1: record version 9"),
    ],
)
def test_what_is_no_record_is_one_clear_line(content: bytes, message: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    for words in (("replay", path), ("replay", path, "--verify")):
        ran = run(*words)
        assert ran.code == 4
        assert message in ran.err
        assert "Traceback" not in ran.err


def test_a_file_that_is_not_there_is_one_clear_line(run: Run, tmp_path: Path) -> None:
    ran = run("replay", tmp_path / "no.jsonl")
    assert ran.code == 4
    assert "no.jsonl: cannot be read" in ran.err
