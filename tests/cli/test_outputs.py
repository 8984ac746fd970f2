"""Where answers and records go: never into a file of somebody else, and never into one called ``-``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spades_cli import Rules
from spades_cli.cli.deals import load_dealt
from spades_cli.errors import SpadesError
from spades_cli.record.pbn import read_deal, read_dealer
from spades_cli.record.pbn_text import find_deals

if TYPE_CHECKING:
    from tests.cli.conftest import Run

PLAY = ("play", "-p", "basic", "-s", "1", "-q")
BID = "3\n"
DEAL = "N:AKQJ.432.432.432 T987.AKQ.765.765 6543.765.AKQ.T98 2.JT98.JT98.AKQJ"


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "m.jsonl"
    assert run(*PLAY, "--record", path).code == 0
    return path


# --- files of somebody else ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [b"3\npass\n", b"\n\n# notes\n", b"[1]\n", b'{"t":"shopping"}\n', b'{"a":1}\n', b"\0\0\xff", b'"game"\n', b"null"],
)
def test_nothing_is_appended_to_what_is_no_record(content: bytes, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    for words in ((*PLAY, "--record", path), ("match", "basic", "lowest", "-n", "1", "-o", path),
                  ("match", "basic", "lowest", "-n", "1", "-s", "1", "-o", path, "--resume"),
                  ("tournament", "basic", "lowest", "-n", "1", "-o", path)):  # fmt: skip
        ran = run(*words)
        assert ran.code in (2, 4), ran.err
        assert f"error: {path}: " in ran.err
        assert path.read_bytes() == content
    ran = run("play", "--resume", path)
    assert ran.code == 4
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"\n  \n", b'{"t":"ga', b'{"t"', b'{"t":"game","v":1,"g":"1-0\n', b"{"])
def test_a_torn_or_blank_beginning_is_that_of_a_record(content: bytes, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    assert run(*PLAY, "--record", path).code == 0
    assert path.read_bytes().startswith(content)
    assert path.read_bytes().count(b'{"t":"end"') == 1


def test_a_match_is_appended_to_a_record(run: Run, record: Path) -> None:
    before = record.read_bytes()
    assert run(*PLAY, "--record", record).code == 0
    assert record.read_bytes() == before * 2


@pytest.mark.parametrize("link", [None, "symlink", "hard link"])
@pytest.mark.parametrize("way", ["--script", "-p", "--deal", "--rules"])
def test_a_match_is_never_recorded_in_a_file_that_it_reads(
    way: str, link: str | None, run: Run, tmp_path: Path
) -> None:
    file, other = tmp_path / "x.toml", tmp_path / "other.toml"
    file.write_text({"--deal": DEAL, "--rules": '[variant]\nbase = "standard"\n'}.get(way, BID), encoding="utf-8")
    if link == "symlink":
        other.symlink_to(file)
    elif link:
        other.hardlink_to(file)
    before = file.read_bytes()
    ran = run("play", way, f"S=script:{file}" if way == "-p" else file, "--record", other if link else file)
    assert ran.code == 2
    assert "the record cannot be the file of" in ran.err
    assert file.read_bytes() == before


def test_a_match_that_goes_on_does_not_read_its_own_record_as_a_script(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    assert run("play", "-s", "1", "-q", "--record", path, stdin=b"3\nquit\n").code == 0
    before = path.read_bytes()
    ran = run("play", "--resume", path, "--script", path)
    assert ran.code == 2
    assert "the record cannot be the file of --script" in ran.err
    assert path.read_bytes() == before


# --- standard output -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ((*PLAY, "--record", "-"), 2, "--record keeps a record in a file"),
        (("match", "basic", "lowest", "-n", "1", "-o", "-"), 2, "-o keeps a record in a file"),
        (("match", "basic", "lowest", "-n", "1", "-o", "-", "--resume"), 2, "-o keeps a record in a file"),
        (("tournament", "basic", "lowest", "random", "-n", "1", "-o", "-"), 2, "-o keeps a record in a file"),
        (("replay", "m.jsonl", "--export", "pbn", "-o", "-"), 0, ""),
        (("replay", "m.jsonl", "--export", "text", "-o", "-"), 0, ""),
        (("replay", "m.jsonl", "--export", "jsonl", "-o", "-"), 0, ""),
        (("report", "m.jsonl", "-o", "-"), 0, ""),
        (("rules", "new", "ours", "--set", "match.target=300", "-o", "-"), 0, ""),
    ],
)
def test_a_dash_is_standard_output_or_refused_but_never_a_file(
    words: tuple[str, ...], code: int, message: str, run: Run, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(record.parent)
    ran = run(*words)
    assert ran.code == code, ran.err
    assert message in ran.err
    assert bool(ran.out) is (code == 0)
    assert not Path("-").exists()


# --- the dealer of a deal --------------------------------------------------------------------------------------------


def test_an_exported_round_is_dealt_as_it_was(run: Run, record: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    rounds = [line for line in lines if line["t"] == "round"][:4]
    out, again = tmp_path / "all.pbn", tmp_path / "again.jsonl"
    assert run("replay", record, "--export", "pbn", "-o", out).code == 0
    for number, told in enumerate(rounds, 1):
        again.unlink(missing_ok=True)
        assert run("play", "-p", "basic", "-s", "1", "--deal", f"{out}#{number}", "--record", again).code == 0
        header, first = [json.loads(line) for line in again.read_text(encoding="utf-8").splitlines()][:2]
        assert (first["dealer"], first["deal"]) == (told["dealer"], told["deal"])
        assert header.get("dealer") == (None if told["dealer"] == rounds[0]["dealer"] else told["dealer"])
        assert run("replay", again, "--verify").code == 0
        normal = run("replay", again, "--export", "jsonl").out
        assert normal.splitlines()[0] == again.read_text(encoding="utf-8").splitlines()[0]
    assert len({told["dealer"] for told in rounds}) == 4


def test_a_match_with_a_dealer_of_its_own_goes_on_to_the_same_end(run: Run, tmp_path: Path) -> None:
    deal, whole, part = tmp_path / "d.pbn", tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    deal.write_text(f'[Dealer "W"]\n[Deal "{DEAL}"]\n', encoding="utf-8")
    words = ("play", "-p", "NEW=lowest", "-s", "5", "-q", "--advisor", "expert", "--deal", deal, "--record")
    assert run(*words, part, stdin=b"3\nquit\n").code == 0
    assert run("play", "--resume", part, "-q", "--advisor", "expert", stdin=b"=1\nquit\n").code == 0
    assert run(*words, whole, stdin=b"3\n=1\nquit\n").code == 0
    assert part.read_bytes() == whole.read_bytes()
    assert json.loads(whole.read_text(encoding="utf-8").splitlines()[0])["dealer"] == "W"


@pytest.mark.parametrize(
    ("text", "dealers"),
    [
        (f'[Deal "{DEAL}"]', [None]),
        (DEAL, [None]),
        (f'[Dealer "S"]\n[Deal "{DEAL}"]', ["S"]),
        (f'[Deal "{DEAL}"]\n[Dealer "s"]', ["S"]),
        (f'[Dealer "?"]\n[Deal "{DEAL}"]', [None]),
        (f'[Dealer "S"]\n[Deal "{DEAL}"]\n\n[Dealer "W"]\n[Deal "{DEAL}"]', ["S", "W"]),
        (f'[Deal "{DEAL}"]\n[Dealer "S"]\n\n[Deal "{DEAL}"]\n[Dealer "W"]', ["S", "W"]),
        (f'[Deal "{DEAL}"]\n\n[Dealer "W"]\n[Deal "{DEAL}"]', [None, "W"]),
        (f'[Dealer "W"]\n[Deal "{DEAL}"]\n\n[Dealer "#"]\n[Deal "#"]', ["W", "W"]),
        (f'[Dealer "W"]\n[Deal "{DEAL}"]\n[Note "1:a"]\n[Note "2:b"]\n\n[Deal "{DEAL}"]', ["W", None]),
    ],
)
def test_each_deal_has_the_dealer_of_its_game(text: str, dealers: list[str | None]) -> None:
    count = len(find_deals(text))
    assert [read_dealer(text, Rules(), number=number + 1) for number in range(count)] == dealers
    assert load_dealt(text, Rules()) == (read_deal(text, Rules()), dealers[0])


def test_a_dealer_without_a_seat_is_named_with_its_line() -> None:
    with pytest.raises(SpadesError, match="line 2: the dealer 'Q' has no seat at this table"):
        read_dealer(f'[Dealer "Q"]\n[Deal "{DEAL}"]', Rules())


def test_a_record_whose_dealer_has_no_seat_is_told(run: Run, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    for dealer in ("Q", 7, ["S"]):
        header = json.loads(lines[0]) | {"dealer": dealer}
        record.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n", encoding="utf-8")
        ran = run("replay", record)
        assert ran.code == 4
        assert "error: " in ran.err


@pytest.mark.parametrize("spec", ["N:AK2 - - -", "N:1.2.3.4.5 - - -", "N:AK2", "nowhere"])
def test_the_deal_of_a_hint_can_be_dealt(spec: str, run: Run) -> None:
    ran = run("play", "-p", "basic", "-s", "1", "--deal", spec)
    assert ran.code == 4
    hand = "AK2.QJ3.T98.5432"
    assert hand in ran.err
    assert run("play", "-p", "basic", "-s", "1", "-q", "--deal", f"N:{hand} - - -").code == 0


# --- comparisons -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["/nonexist", "''", "."])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_cannot_be_started_ends_a_comparison_before_it_begins(command: str, jobs: str, run: Run) -> None:
    ran = run("match", "basic", f"exec:{command}", "-n", "1", "-s", "1", "-j", jobs)
    assert (ran.code, ran.out) == (5, "")
    assert f"error: exec:{command} cannot be started: " in ran.err


def test_the_last_fault_of_each_strategy_is_told_once(run: Run) -> None:
    ran = run("match", "basic", "exec:false", "-n", "3", "-s", "1")
    assert ran.code == 0
    assert ran.err.count("exec:false: last fault: died: ") == 1
    assert ran.err.count("last fault") == 1


def test_what_is_read_back_from_a_record_has_no_pace(run: Run, tmp_path: Path) -> None:
    words = ("match", "basic", "lowest", "-n", "2", "-s", "1", "-r", "solo-sprint-40", "-o", tmp_path / "m.jsonl")
    first, again = (run(*words, *more).out.splitlines() for more in ((), ("--resume",)))
    assert [line.split()[-1] for line in first] == [line.split()[-1] for line in again]
    assert all(line.split()[-2] == "-" for line in again[5:7])
    assert all(float(line.split()[-2]) > 0 for line in first[5:7])


def test_differences_are_told_as_they_would_stand_in_the_record(run: Run, record: Path) -> None:
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    told = lines[1]["points"]
    lines[1]["points"] = {"NS": None, "EW": 1}
    record.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ran = run("replay", record, "--verify")
    assert ran.code == 1
    assert f'points is {json.dumps(told)}, recorded {{"NS": null, "EW": 1}}' in ran.out


@pytest.mark.parametrize("words", [("--round", "99"), ("--trick", "99"), ("--round", "99", "--export", "text")])
def test_a_part_that_is_not_there_is_wrong_usage(words: tuple[str, ...], run: Run, record: Path) -> None:
    ran = run("replay", record, *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"error: {record}: no {words[0][2:]} 99 in this record\n"
