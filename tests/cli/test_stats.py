"""``spades-cli stats``: three forms of one summary, and what it says of damaged input."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spades_cli.cli.summing import TOLD, WIDTH

if TYPE_CHECKING:
    from tests.cli.conftest import Ran, Run

PLAY = ("play", "-r", "tournament-board-four", "-p", "basic", "-p", "E=random", "-p", "W=random")
SHOWN = """\
2 games, 8 rounds

strategy  games  won  lost  drawn  won %           95 %  rounds  points/round  std error
"""


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """Two matches of four rounds."""
    path = tmp_path / "m.jsonl"
    for seed in "45":
        assert run(*PLAY, "-s", seed, "--record", path).code == 0
    return path


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def counts(ran: Ran) -> tuple[int, int, int]:
    """The exit code, games and rounds of a JSON summary."""
    found = json.loads(ran.out)
    return ran.code, found["games"], found["rounds"]


def test_text_is_two_aligned_tables(run: Run, record: Path) -> None:
    ran = run("stats", record)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(SHOWN)
    blocks = [block.splitlines() for block in ran.out.split("\n\n")[1:]]
    assert [[row.split()[0] for row in block] for block in blocks] == [["strategy", "basic", "random"]] * 2
    for block in blocks:
        assert len({len(row) for row in block}) == 1
        assert len(block[0]) <= WIDTH


def test_json_is_one_object(run: Run, record: Path) -> None:
    found = json.loads(run("stats", record, "--format", "json").out)
    assert list(found) == ["by", "games", "rounds", "rows"]
    assert (found["by"], found["games"], found["rounds"]) == ("strategy", 2, 8)
    basic, rest = found["rows"]
    assert (basic["strategy"], rest["strategy"]) == ("basic", "random")
    assert (basic["games"], basic["rounds"]) == (2, 8)
    assert basic["won"] == rest["lost"]
    ends = [json.loads(line) for line in lines(record) if json.loads(line)["t"] == "end"]
    for row, side in ((basic, "NS"), (rest, "EW")):
        assert row["points_per_round"] == pytest.approx(sum(end["score"][side] for end in ends) / 8)
        assert row["won"] == sum(end["winner"] == side for end in ends)


def test_csv_holds_what_json_holds(run: Run, record: Path) -> None:
    named = json.loads(run("stats", record, "--format", "json").out)["rows"]
    read = list(csv.DictReader(run("stats", record, "--format", "csv").out.splitlines()))
    assert read == [{key: "" if value is None else str(value) for key, value in row.items()} for row in named]


@pytest.mark.parametrize(("by", "names"), [("seat", ["N", "E", "S", "W"]), ("strategy", ["basic", "random"])])
def test_rows_stand_for_what_is_asked(by: str, names: list[str], run: Run, record: Path) -> None:
    found = json.loads(run("stats", record, "--by", by, "--format", "json").out)
    assert [row[by] for row in found["rows"]] == names
    assert [row["rounds"] for row in found["rows"]] == [8] * len(names)


def test_rows_by_bid_hold_every_bid_of_the_record(run: Run, record: Path) -> None:
    found = json.loads(run("stats", record, "--by", "bid", "--format", "json").out)
    rounds = [json.loads(line) for line in lines(record) if json.loads(line)["t"] == "round"]
    assert {row["bid"] for row in found["rows"]} == {bid[1:] for line in rounds for bid in line["bids"].split()}


def test_several_files_and_a_pipe_are_one_summary(run: Run, record: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"".join(lines(record)[:6]))
    ran = run("stats", other, "-", "--format", "json", stdin=record.read_bytes())
    assert counts(ran) == (0, 3, 12)


def test_standard_input_is_read_once(run: Run) -> None:
    ran = run("stats", "-", "-")
    assert ran.code == 2
    assert "- is given twice" in ran.err


def test_torn_unknown_and_unfinished_are_told_and_not_fatal(run: Run, record: Path) -> None:
    head = lines(record)
    record.write_bytes(b"".join([*head[:6], b"[1]\n", b'{"t":"bid","g":"0"}\n', b"{\n", *head[6:9], head[9][:50]]))
    ran = run("stats", record, "--format", "json")
    assert counts(ran) == (0, 2, 6)
    assert ran.err.splitlines() == [
        f'{record}:7: not a record line (an object with "t"), ignored',
        f"{record}:8: a bid line of game 0, which has no header before it",
        f"{record}:9: not a line of JSON (Expecting property name enclosed in double quotes: line 1 column 2 "
        "(char 1)), ignored",
        f"{record}:13: a torn last line, ignored",
        "1 game is unfinished: the rounds count, nobody has won",
    ]


def test_many_problems_are_counted(run: Run, record: Path) -> None:
    record.write_bytes(record.read_bytes() + b"junk\n" * 1000)
    ran = run("stats", record, "--format", "json")
    assert counts(ran) == (0, 2, 8)
    assert len(ran.err.splitlines()) == TOLD + 1
    assert ran.err.endswith(f"and {1000 - TOLD} more problems like these (1000 in all)\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no game in this file"),
        (b"\x00\x01\xff", "no game in this file"),
        (b'{"t":"game","g":"1-0","v":1,"seed":1,"players":{}}\n', ":1: the game line has no resolved rules"),
        (b'{"t":"game","g":"1-0","v":9}\n', ":1: record version 9"),
        (b'{"t":"game","g":"1-0","v":1,"seed":1,"players":{},"rules":{"resolved":{"x":1}}}\n', "left out: x"),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_no_game_at_all_is_exit_4(content: bytes, message: str, form: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    ran = run("stats", path, "--format", form)
    assert (ran.code, ran.out) == (4, "")
    assert message in ran.err


def test_a_file_that_cannot_be_read_does_not_hide_the_others(run: Run, record: Path, tmp_path: Path) -> None:
    ran = run("stats", tmp_path / "no.jsonl", record, tmp_path, "--format", "json")
    assert counts(ran) == (4, 2, 8)
    assert ran.err.count("cannot be read: ") == 2


def test_long_and_odd_names_keep_the_table_in_shape(run: Run, record: Path) -> None:
    names = {"basic": "montecarlo:" + "x" * 200, "random": 'a\x1b[31m\n"b",c'}
    changed = [json.loads(line) for line in lines(record)]
    for line in changed:
        if line["t"] == "game":
            line["players"] = {seat: names[name] for seat, name in line["players"].items()}
    record.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
    printed = run("stats", record).out
    assert "\x1b" not in printed
    assert len(printed.splitlines()) == 9
    assert max(map(len, printed.splitlines())) <= WIDTH
    assert "montecarlo:x" in printed
    read = run("stats", record, "--format", "csv").out
    assert {row["strategy"] for row in csv.DictReader(read.splitlines(keepends=True))} == set(names.values())


def test_a_process_reads_a_pipe(spawn: Run, record: Path) -> None:
    assert counts(spawn("stats", "-", "--format", "json", stdin=record.read_bytes())) == (0, 2, 8)
