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
tournament-board-four, to 500 or 4 rounds: 2 games, 8 rounds

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


def split(path: Path) -> list[list[bytes]]:
    """The lines of each game by themselves, but for kinds of lines that a reader need not know."""
    games: list[list[bytes]] = []
    for line in lines(path):
        kind = json.loads(line)["t"]
        if kind == "game":
            games.append([])
        if kind in ("game", "round", "end"):
            games[-1].append(line)
    return games


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
    assert list(found)[:4] == ["by", "games", "rounds", "rows"]
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
    other.write_bytes(b"".join(split(record)[0]))
    ran = run("stats", other, "-", "--format", "json", stdin=record.read_bytes())
    assert counts(ran) == (0, 3, 12)


def test_standard_input_is_read_once(run: Run) -> None:
    ran = run("stats", "-", "-")
    assert ran.code == 2
    assert "- is given twice" in ran.err


def test_torn_unknown_and_unfinished_are_told_and_not_fatal(run: Run, record: Path) -> None:
    first, second = split(record)
    odd = [b"[1]\n", b'{"t":"bid","g":"0"}\n', b'{"t":"weather","g":"0"}\n', b"{\n"]
    record.write_bytes(b"".join([*first, *odd, *second[:3], second[3][:50]]))
    ran = run("stats", record, "--format", "json")
    assert counts(ran) == (0, 2, 6)
    assert ran.err.splitlines() == [
        f'{record}:7: not a record line (an object with "t"), ignored',
        f"{record}:8: a bid line of game 0, which has no header before it",
        f"{record}:10: not a line of JSON (Expecting property name enclosed in double quotes: line 1 column 2 "
        "(char 1)), ignored",
        f"{record}:14: a torn last line, ignored",
        "1 game is unfinished: the rounds count, nobody has won",
    ]


def test_many_problems_are_counted(run: Run, record: Path) -> None:
    record.write_bytes(record.read_bytes() + b"junk\n" * 1000)
    ran = run("stats", record, "--format", "json")
    assert counts(ran) == (0, 2, 8)
    assert len(ran.err.splitlines()) == TOLD + 1
    assert ran.err.endswith(f"and {1000 - TOLD} more problems like these (1000 in all)\n")


# --- rule sets ----------------------------------------------------------------------------------------------------

EDITED = """\
[variant]
id = "tournament-board-four"
base = "tournament-board-four"
[bags]
limit = 5
[match]
max_rounds = 2
"""


@pytest.fixture
def edited(run: Run, tmp_path: Path) -> Path:
    """A match of two rounds under other rules of the same name."""
    rules, path = tmp_path / "edited.toml", tmp_path / "edited.jsonl"
    rules.write_text(EDITED, encoding="utf-8")
    assert run("play", "-r", rules, *PLAY[3:], "-s", "6", "--record", path).code == 0
    return path


@pytest.fixture
def suicide(run: Run, tmp_path: Path) -> Path:
    """A match under rules of another name."""
    path = tmp_path / "suicide.jsonl"
    assert run("play", "-r", "suicide", *PLAY[3:], "-s", "7", "--record", path).code == 0
    return path


def hashes(*paths: Path) -> list[str]:
    return [json.loads(lines(path)[0])["rules"]["sha256"] for path in paths]


def test_each_rule_set_has_the_tables_it_has_alone(run: Run, record: Path, suicide: Path) -> None:
    ran = run("stats", record, suicide)
    assert (ran.code, ran.err) == (0, "")
    total, _, blocks = ran.out.partition("\n\n")
    assert total.endswith(" under 2 rule sets, whose points do not compare")
    assert total.startswith("3 games, ")
    assert blocks == "\n\n".join(run("stats", path).out for path in (record, suicide))


def test_rule_sets_of_one_name_are_told_apart_by_hash_and_keys(
    run: Run, record: Path, edited: Path, suicide: Path
) -> None:
    ran = run("stats", record, suicide, edited)
    first, second = (sha[:8] for sha in hashes(record, edited))
    assert f"\ntournament-board-four {first}, to 500 or 4 rounds: 2 games, 8 rounds\n\n" in ran.out
    assert "\nsuicide, to 500: 1 game, " in ran.out
    assert (
        f"\ntournament-board-four {second}, to 500 or 2 rounds: 1 game, 2 rounds\n"
        f"unlike tournament-board-four {first}: bags.limit is 5, not 0; match.max_rounds is 2, not 4\n\n"
    ) in ran.out
    assert max(map(len, ran.out.splitlines())) <= WIDTH


def test_json_and_csv_rows_bear_their_rules(run: Run, record: Path, edited: Path) -> None:
    found = json.loads(run("stats", record, edited, "--format", "json").out)
    shas = hashes(record, edited)
    assert (found["games"], found["rounds"], found["unfinished"], found["casual"]) == (3, 10, 0, 0)
    assert [(row["strategy"], row["rules"], row["sha256"], row["rounds"]) for row in found["rows"]] == [
        (name, "tournament-board-four", sha, rounds)
        for sha, rounds in zip(shas, (8, 2), strict=True)
        for name in ("basic", "random")
    ]
    assert found["rows"][:2] == json.loads(run("stats", record, "--format", "json").out)["rows"]
    one, other = found["rule_sets"]
    assert one == {
        "rules": "tournament-board-four", "sha256": shas[0], "names": ["tournament-board-four"], "target": 500,
        "max_rounds": 4, "games": 2, "rounds": 8, "unfinished": 0, "casual": 0, "differences": {},
    }  # fmt: skip
    assert other["differences"] == {"bags.limit": 5, "match.max_rounds": 2}
    rows = list(csv.DictReader(run("stats", record, edited, "--format", "csv").out.splitlines()))
    assert [(row["rules"], row["sha256"]) for row in rows] == [(row["rules"], row["sha256"]) for row in found["rows"]]


def test_equal_rules_under_two_names_are_one_rule_set(run: Run, record: Path) -> None:
    changed = [json.loads(line) for line in lines(record)]
    changed[0]["rules"]["name"] = changed[0]["rules"]["resolved"]["variant"]["id"] = "friday"
    record.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
    assert run("stats", record).out.startswith("friday = tournament-board-four, to 500 or 4 rounds: 2 games, 8 rounds")
    (one,) = json.loads(run("stats", record, "--format", "json").out)["rule_sets"]
    assert one["names"] == ["friday", "tournament-board-four"]
    assert counts(run("stats", record, "-r", "friday", "--format", "json")) == (0, 2, 8)


def test_rules_picks_by_name_or_hash(run: Run, record: Path, edited: Path, suicide: Path) -> None:
    words = ("stats", record, edited, suicide)
    alone = run("stats", suicide).out
    assert run(*words, "--rules", "suicide").out == alone
    assert run(*words, "-r", hashes(suicide)[0][:8]).out == alone
    assert run(*words, "-r", hashes(suicide)[0]).out == alone
    assert counts(run(*words, "-r", "tournament-board-four", "--format", "json")) == (0, 3, 10)


@pytest.mark.parametrize("name", ["suicid", "", "whiz", "0000000000"])
def test_rules_that_no_game_has_are_refused_with_those_that_there_are(
    name: str, run: Run, record: Path, edited: Path, suicide: Path
) -> None:
    ran = run("stats", record, edited, suicide, "-r", name)
    assert (ran.code, ran.out) == (2, "")
    first, second = (sha[:8] for sha in hashes(record, edited))
    assert ran.err.splitlines() == [
        f"error: no game was played under rules {name!r}",
        f"hint: there are games under tournament-board-four {first}, tournament-board-four {second}, suicide",
    ]


# --- casual games -------------------------------------------------------------------------------------------------


@pytest.fixture
def casual(run: Run, tmp_path: Path) -> Path:
    """A match in which a bid was taken back, and no round was finished."""
    path = tmp_path / "casual.jsonl"
    assert run("play", "-s", "4", "--record", path, stdin=b"3\nundo\n2\nquit\n").code == 0
    return path


def test_casual_games_count_and_are_told(run: Run, record: Path, casual: Path) -> None:
    ran = run("stats", record, casual, "--format", "json")
    assert counts(ran) == (0, 3, 8)
    found = json.loads(ran.out)
    assert (found["casual"], [one["casual"] for one in found["rule_sets"]]) == (1, [0, 1])
    assert ran.err.splitlines() == [
        "1 game is unfinished: the rounds count, nobody has won",
        "1 game is casual: decisions were taken back (--ranked leaves such games out)",
    ]
    only = run("stats", record, casual, "--format", "json", "--rules", "tournament-board-four")
    assert (only.err, json.loads(only.out)["casual"]) == ("", 0)


def test_ranked_leaves_casual_games_out(run: Run, record: Path, casual: Path) -> None:
    ran = run("stats", record, casual, "--ranked")
    assert (ran.code, ran.err) == (0, "1 game is left out: decisions were taken back\n")
    assert ran.out == run("stats", record).out
    nothing = run("stats", casual, "--ranked")
    assert (nothing.code, nothing.out) == (4, "")
    assert nothing.err == "1 game is left out: decisions were taken back\n"


# --- what is wrong ------------------------------------------------------------------------------------------------


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
    assert (ran.err.count("no such record"), ran.err.count("cannot be read: ")) == (1, 1)


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
