"""Streams that are closed or full, files without an end, names too long, records with anything in any field."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli.cli import bot, console
from spades_cli.cli.files import write_whole
from spades_cli.record import reader
from spades_cli.record.holding import hold
from spades_cli.variants import documents

if TYPE_CHECKING:
    from tests.cli.conftest import Ran, Run

PROGRAM = f'"{sys.executable}" -m spades_cli'
FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device here")
ENDLESS = pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device here")
SHELL = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
LONG = "x" * 400


def shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(line, shell=True, capture_output=True, text=True, timeout=60, check=False)


# --- streams ----------------------------------------------------------------------------------------------------------


@SHELL
@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("rules list >&-", 0, ""),
        ("rules list >&- 2>&- <&-", 0, ""),
        ("score <&-", 0, ""),
        ("stats - <&-", 4, "error: <stdin>: no game in this file\n"),
        ("stats - 2>&-", 4, ""),
    ],
)
def test_a_stream_closed_before_the_start_is_an_empty_one(words: str, code: int, message: str) -> None:
    ran = shell(f"{PROGRAM} {words}")
    assert ran.returncode == code
    assert ran.stderr.startswith(message)
    assert "internal error" not in ran.stderr


@SHELL
def test_a_record_never_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    ran = shell(f'{PROGRAM} play -p NSEW=basic -s 3 --record "{out}" >&- 2>&- <&-')
    assert ran.returncode == 0
    assert all(json.loads(line)["g"] == "3-0" for line in out.read_text(encoding="utf-8").splitlines())


@SHELL
@FULL
@pytest.mark.parametrize("words", ["rules list", "--version", "play -p NSEW=basic -s 3"])
def test_an_answer_that_cannot_be_written_is_told(words: str) -> None:
    ran = shell(f"{PROGRAM} {words} > /dev/full")
    assert ran.returncode == 4
    assert ran.stderr.endswith("error: <stdout>: cannot be written: No space left on device\n")


@SHELL
@FULL
def test_help_that_cannot_be_written_is_no_fault_of_the_program() -> None:
    ran = shell(f"{PROGRAM} --help > /dev/full")
    assert (ran.returncode, ran.stderr) == (4, "error: No space left on device\n")


@SHELL
@FULL
def test_talk_that_cannot_be_written_changes_nothing_else() -> None:
    ran = shell(f"{PROGRAM} stats nowhere.jsonl 2> /dev/full")
    assert (ran.returncode, ran.stdout) == (4, "")
    ran = shell(f"{PROGRAM} play -p NSEW=basic 2> /dev/full | tail -n 1")
    assert " wins after " in ran.stdout


def test_a_refusal_of_the_system_names_the_file() -> None:
    error = console.describe_system_error(PermissionError(13, "Permission denied", "here/m.jsonl"))
    assert (str(error), error.exit_code) == ("here/m.jsonl: Permission denied", 4)
    assert str(console.describe_system_error(OSError("odd"))) == "odd"


# --- files ------------------------------------------------------------------------------------------------------------


@ENDLESS
@pytest.mark.parametrize(
    "words",
    [
        ("replay", "/dev/zero"),
        ("replay", "/dev/zero", "--step"),
        ("stats", "/dev/zero"),
        ("analyze", "/dev/zero", "--advisor", "lowest"),
        ("hint", "/dev/zero", "--at", "1.bid", "--advisor", "lowest"),
        ("play", "--resume", "/dev/zero"),
    ],
)
def test_a_record_without_an_end_is_refused(words: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LONGEST", 1_000_000)
    ran = run(*words)
    assert ran.code == 4
    assert "/dev/zero: a line of more than 1 MB, which is no match record\n" in ran.err


@ENDLESS
def test_rules_without_an_end_are_refused(run: Run) -> None:
    told = "more than 1 MB, which is no rules file"
    assert run("rules", "check", "/dev/zero").out == f"/dev/zero:1:1: {told}\n"
    size = documents.LONGEST + 10
    assert run("rules", "check", "-", stdin=b"\0" * size).code == 1
    ran = run("play", "-r", "-", "-p", "NSEW=lowest", stdin=b"\0" * size)
    assert (ran.code, ran.err) == (4, f"error: <stdin>:1:1: {told}\n")


def test_a_message_without_an_end_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "LONGEST", 2_000_000)
    ran = run("bot", "lowest", stdin=b'{"type":"rules"' * 200_000)
    assert (ran.code, ran.err) == (4, "error: <stdin>:1: a line of more than 2 MB, which is no message\n")


@pytest.mark.parametrize(
    "words",
    [
        ("play", "-p", "NSEW=lowest", "-s", "1", "--record", LONG),
        ("play", "--resume", LONG),
        ("play", "-r", LONG, "-p", "NSEW=lowest"),
        ("match", "lowest", "random", "-n", "1", "-s", "1", "-q", "-o", LONG),
        ("rules", "new", "mine", "-o", LONG),
        ("replay", LONG),
        ("hint", LONG, "--at", "1.bid"),
    ],
)
def test_a_name_too_long_for_the_system_is_told(
    words: tuple[str, ...], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*words)
    assert ran.code == 4
    assert ran.err.splitlines()[0].startswith(f"error: {LONG}: ")


@pytest.mark.parametrize("words", [(), ("--resume",)])
@pytest.mark.parametrize("place", ["", "nowhere/m.jsonl"])
def test_a_comparison_does_not_begin_where_its_record_cannot_be_written(
    place: str, words: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    out = tmp_path / place
    ran = run("match", "lowest", "random", "-n", "1", "-s", "1", "-o", out, *words)
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith(f"error: {out}: cannot be written: ")


@FULL
def test_a_full_disk_ends_a_comparison_in_one_line(run: Run) -> None:
    ran = run("match", "lowest", "random", "-n", "1", "-s", "1", "--rounds", "-o", "/dev/full")
    assert (ran.code, ran.err) == (4, "error: /dev/full: cannot be written: No space left on device\n")


def test_two_comparisons_never_write_to_one_record(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    out = tmp_path / "m.jsonl"
    words = ("match", "lowest", "random", "-n", "1", "-s", "1", "--rounds", "-o", out)
    assert run(*words).code == 0
    content = out.read_bytes()
    with out.open("ab") as other:
        hold(other.fileno(), out)
        for extra in ((), ("--resume",)):
            ran = run(*words, *extra)
            assert ran.code == 4
            assert f"{out}: another match is being recorded there now" in ran.err
    assert out.read_bytes() == content
    assert run(*words, "--resume").code == 0


def test_a_page_never_takes_the_place_of_its_record(run: Run, record: Path) -> None:
    pytest.importorskip("matplotlib")
    content = record.read_bytes()
    ran = run("report", record, "-o", record, "--force")
    assert ran.code == 2
    assert f"{record}: is one of the records" in ran.err
    assert record.read_bytes() == content


# --- records ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """A match of a few rounds."""
    path = tmp_path / "m.jsonl"
    assert run("match", "lowest", "random", "-n", "2", "-s", "3", "--rounds", "-q", "-o", path).code == 0
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "FILE", "--game", "9" * 5000),
        ("hint", "FILE", "--at", "1.bid", "--game", "9" * 5000, "--advisor", "lowest"),
        ("analyze", "FILE", "--game", "9" * 5000, "--advisor", "lowest"),
        ("analyze", "FILE", "--game", "77", "--advisor", "lowest"),
    ],
)
def test_a_game_that_is_not_there_is_told_alike_everywhere(words: tuple[str, ...], run: Run, record: Path) -> None:
    ran = run(*(record if word == "FILE" else word for word in words))
    assert (ran.code, ran.out) == (2, "")
    assert f"error: {record}: no game " in ran.err
    assert "hint: the file holds 4 games; without --game all are shown\n" in ran.err


#: What a field holds instead.
ODD: list[Any] = [None, True, -1, 0, 3.5, 10**30, float("nan"), "", "x\0", "AS", [], [None], {}, {"a": 1}, ["N", "E"]]
READERS = [
    ("replay", "FILE", "--format", "jsonl"),
    ("replay", "FILE", "--verify"),
    ("replay", "FILE"),
    ("replay", "FILE", "--export", "pbn"),
    ("stats", "FILE"),
    ("analyze", "FILE", "--advisor", "lowest", "-q"),
    ("hint", "FILE", "--at", "1.2", "--advisor", "lowest"),
    ("play", "--resume", "FILE"),
    ("match", "lowest", "random", "-n", "2", "-s", "3", "--rounds", "-q", "-o", "FILE", "--resume"),
]


def spoil(value: Any, chance: random.Random) -> Any:
    """The same with one thing in it replaced or left out."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        name = chance.choice(sorted(value))
        if chance.random() < 0.2:
            return {key: kept for key, kept in value.items() if key != name}
        return value | {name: spoil(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], spoil(value[place], chance), *value[place + 1 :]]
    return chance.choice(ODD)


@pytest.mark.parametrize("seed", range(12))
def test_no_field_of_a_record_makes_the_program_fail(seed: int, run: Run, record: Path) -> None:
    chance = random.Random(seed)
    lines = record.read_text(encoding="utf-8").splitlines()
    place = seed % 3  # a game line, a round, an end
    lines[place] = json.dumps(spoil(json.loads(lines[place]), chance))
    for words in READERS:
        record.write_text("\n".join(lines) + "\n", encoding="utf-8")
        check(run(*(record if word == "FILE" else word for word in words)), words, lines[place])


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"t":"round","g":"3-0.0","n":' + "9" * 5000 + "}", "\0" * 5, "\udcff"]
)
def test_no_line_of_a_record_makes_the_program_fail(line: str, run: Run, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    content = "\n".join([*lines[:2], line, *lines[2:-1]])
    for words in READERS:
        record.write_text(content, encoding="utf-8", errors="surrogateescape")
        check(run(*(record if word == "FILE" else word for word in words)), words, line[:40])


@pytest.mark.parametrize("given", ["", '"g":5,'])
def test_a_game_without_an_id_makes_no_reader_fail(given: str, run: Run, record: Path) -> None:
    content = record.read_text(encoding="utf-8").replace('"g":"3-0.0",', given)
    assert content.startswith('{"t":"game","v":1,' + given + '"rules"')
    unfinished = content.partition('{"t":"end"')[0]
    for words in READERS:
        record.write_text(unfinished, encoding="utf-8")
        check(run(*(record if word == "FILE" else word for word in words)), words, given)
    record.write_text(unfinished, encoding="utf-8")
    ran = run("play", "--resume", record)
    assert (ran.code, ran.err) == (4, f"error: {record}:1: a game without an id cannot go on\n")


def test_a_strategy_whose_error_has_no_text_is_told_all_the_same(run: Run, tmp_path: Path) -> None:
    plugin = tmp_path / "mute.py"
    plugin.write_text(MUTE, encoding="utf-8")
    ran = run("play", "-p", "N=mute", "-p", "ESW=lowest", "-s", "3", "--plugin", plugin)
    assert ran.code == 5
    assert "exception: Mute: (its text cannot be shown)" in ran.err


MUTE = """
from spades_cli import Strategy, hookimpl

class Mute(Exception):
    def __str__(self):
        raise ValueError

class Player(Strategy):
    name = "mute"
    summary = "fails without a word"

    def bid(self, view):
        raise Mute

    play = bid

@hookimpl
def spades_register_strategies():
    return [Player]
"""


def check(ran: Ran, words: tuple[str, ...], line: str) -> None:
    assert ran.code in (0, 1, 2, 4), (words, line, ran.err)
    assert "internal error" not in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("fails", [False, True])
def test_a_file_that_is_written_over_is_whole_whatever_happens(
    fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, link = tmp_path / "old", tmp_path / "link"
    old.write_bytes(b"old")
    old.chmod(0o640)
    link.symlink_to(old)

    def fill_up(path: Path, data: bytes) -> int:
        path.open("wb").write(data[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    if fails:
        monkeypatch.setattr(Path, "write_bytes", fill_up)
        with pytest.raises(OSError, match="No space"):
            write_whole(link, b"new", force=True)
    else:
        write_whole(link, b"new", force=True)
    assert old.read_bytes() == (b"old" if fails else b"new")
    assert old.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "old"]
