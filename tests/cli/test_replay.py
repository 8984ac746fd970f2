"""``spades-cli replay``: prints, steps through and verifies records, in words and exit codes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_prompt import Screen, screens
from tests.record.goldens import MATCHES, NAMES

if TYPE_CHECKING:
    from tests.cli.conftest import Run

__all__ = ["screens"]


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
    assert (missing.code, missing.out) == (2, "")
    assert missing.err.startswith("error: ")
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
    assert "no.jsonl: no such record" in ran.err


# --- parts of a record ---------------------------------------------------------------------------------------------


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Three golden matches under ids of their own."""
    path = tmp_path / "several.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for i, name in enumerate(("bicycle", "jokers", "two-player"), 1):
            for line in (MATCHES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
                file.write(json.dumps(json.loads(line) | {"g": f"x-{i}"}) + "\n")
    return path


@pytest.mark.parametrize("name", ["2", "x-2"])
def test_a_game_is_picked_by_number_or_id(name: str, run: Run, several: Path) -> None:
    ran = run("replay", several, "--game", name)
    assert ran.code == 0
    assert ran.out.startswith("game x-2: jokers, ")
    assert ran.out.count("game x-") == 1
    verified = run("replay", several, "--game", name, "--verify")
    assert "1 game, 5 rounds played again" in verified.out


def test_a_game_that_is_not_there_is_told(run: Run, several: Path) -> None:
    ran = run("replay", several, "--game", "9")
    assert (ran.code, ran.out) == (2, "")
    assert "no game 9" in ran.err
    assert "holds 3 games" in ran.err


def test_one_trick_is_the_table_after_its_lead_and_at_its_end(run: Run, several: Path) -> None:
    ran = run("replay", several, "--game", "1", "--round", "2", "--trick", "3", "--suits", "letter")
    first, _, second = ran.out.partition("\n\n")
    assert first.startswith("Round 2 - trick 3 - ")
    assert first.count(" led ") == 1
    assert " wins trick 3" not in first
    assert second.startswith("Round 2 - trick 3 - ")
    assert " wins trick 3\n" in second
    assert run("replay", several, "--game", "1", "--trick", "3").out.count(" wins trick 3\n") == 5


def test_one_trick_of_the_stream_is_its_plays(run: Run, several: Path) -> None:
    ran = run("replay", several, "--game", "1", "--round", "2", "--trick", "3", "--format", "jsonl")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["t"] for line in lines] == ["play"] * 4 + ["trick"]
    assert lines[-1]["trick"] == 3
    assert lines[-1]["cards"] == " ".join(line["action"] for line in lines[:-1])


def test_one_seat_sees_its_own_cards_only(run: Run, several: Path) -> None:
    ran = run("replay", several, "--game", "1", "--round", "2", "--seat", "s", "--suits", "letter")
    assert ran.out.count("  S holds S ") + ran.out.count("  S holds H ") == 1
    assert "\n  N  " not in ran.out.split("scored")[0]
    assert run("replay", several, "--game", "1", "--seat", "P1").code == 2


def test_the_stream_of_one_seat_asks_it_for_every_decision(run: Run, several: Path) -> None:
    ran = run("replay", several, "--game", "1", "--round", "2", "--seat", "S", "--format", "jsonl")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    turns = [i for i, line in enumerate(lines) if line["t"] == "turn"]
    assert len(turns) == 14
    for i in turns:
        assert lines[i]["seat"] == lines[i + 1]["seat"] == "S"
        assert lines[i + 1]["action"] in lines[i]["legal"]
    assert "deal" not in lines[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--verify", "--round", "2"), "--verify checks whole games"),
        (("--verify", "--export", "pbn"), "--verify and --export do not go together"),
        (("--step", "--export", "pbn"), "--export and --step do not go together"),
        (("--format", "jsonl", "--step"), "--format jsonl does not go with --step"),
        (("--export", "jsonl", "--round", "2"), "--export jsonl writes whole games"),
        (("--export", "jsonl", "--seat", "S"), "--export jsonl writes whole games"),
        (("--export", "text", "--trick", "2"), "--export writes whole rounds"),
        (("-o", "x.txt"), "-o says where --export writes"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    words: tuple[str, ...], message: str, run: Run, record: Path
) -> None:
    ran = run("replay", record, *words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_what_a_strategy_answered_wrongly_is_shown_at_the_end_of_its_round(run: Run, tmp_path: Path) -> None:
    lines = (MATCHES / "bicycle.jsonl").read_text(encoding="utf-8").splitlines()
    fault = {"t": "fault", "g": json.loads(lines[0])["g"], "n": 2, "seat": "E", "kind": "illegal", "answer": "QS"}
    fault |= {"detail": "follow suit", "remedy": "substitute"}
    path = tmp_path / "f.jsonl"
    path.write_text("\n".join([*lines[:2], json.dumps(fault), *lines[2:]]) + "\n", encoding="utf-8")
    text = run("replay", path).out
    told = "  E: illegal answer QS (follow suit): substitute\nRound 2 scored\n"
    assert told in text
    assert told in run("replay", path, "--step", stdin=b"go 2\nr\nb\n").out


# --- damaged files -------------------------------------------------------------------------------------------------


def test_a_game_with_rules_that_are_none_is_told_and_the_others_are_shown(run: Run, several: Path) -> None:
    lines = [json.loads(line) for line in several.read_text(encoding="utf-8").splitlines()]
    second = next(i for i, line in enumerate(lines) if line["t"] == "game" and line["g"] == "x-2")
    lines[second]["rules"]["resolved"]["match"]["target"] = "x"
    several.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ran = run("replay", several)
    assert ran.code == 4
    assert f"error: {several}:{second + 1}: game x-2: match.target: must be a whole number" in ran.err
    assert ran.out.count("\ngame x-3") == 1
    verified = run("replay", several, "--verify")
    assert verified.code == 1
    assert "3 games, 10 rounds played again: 1 difference" in verified.out
    assert run("replay", several, "--export", "text").code == 4
    assert "match.target" in run("replay", several, "--step", stdin=b"2\n").out


def test_a_game_of_a_newer_version_is_left_out_and_told(run: Run, several: Path) -> None:
    text = several.read_text(encoding="utf-8").replace('"v": 1, "g": "x-2"', '"v": 2, "g": "x-2"')
    several.write_text(text, encoding="utf-8")
    ran = run("replay", several, "--verify")
    assert ran.code == 0
    assert "record version 2, this program reads version 1; this game is left out" in ran.out
    assert "2 games, 10 rounds played again: no difference" in ran.out


def test_the_same_game_twice_is_told_with_both_places(run: Run, record: Path) -> None:
    record.write_bytes(record.read_bytes() * 2)
    ran = run("replay", record, "--verify")
    assert ran.code == 0
    assert f"{record}:7: game 4-0 again (before: line 1)" in ran.out
    assert "2 games, 8 rounds played again: no difference" in ran.out


@pytest.mark.parametrize("words", [(), ("--verify",), ("--step",), ("--export", "pbn"), ("--format", "jsonl")])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "x.jsonl: no game in this file"),
        (b"\x7fELF\x00\xff\n\xfe\n" * 50, "x.jsonl:1: bytes that are no text; there is no game in this file"),
        (b"hello\nworld\n", "x.jsonl:1: not a line of JSON"),
        (b'{"t":"round","g":"1-0"}\n', "x.jsonl: no game in this file"),
        (b"\x1f\x8b\x08\x00", "x.jsonl:1: a torn last line; there is no game in this file"),
    ],
)
def test_a_file_that_is_no_record_is_one_line(
    content: bytes, message: str, words: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    ran = run("replay", path, *words)
    assert (ran.code, ran.out) == (4, "")
    errors = [line for line in ran.err.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    assert message in errors[0]


@pytest.mark.parametrize("words", [(), ("--step",), ("--export", "text")])
def test_a_folder_and_a_locked_file_are_one_line(words: tuple[str, ...], run: Run, record: Path) -> None:
    assert "cannot be read: Is a directory" in run("replay", record.parent, *words).err
    if os.geteuid() != 0:
        record.chmod(0)
        assert "cannot be read: Permission denied" in run("replay", record, *words).err


# --- step by step --------------------------------------------------------------------------------------------------


def test_commands_of_a_pipe_step_through_a_record(run: Run, several: Path) -> None:
    ran = run("replay", several, "--step", "--suits", "letter", stdin=b"# the second\n2\ngo 3.5\nn\nscore\nq\nn\n")
    assert ran.code == 0
    assert ran.out.startswith(f"{several}: 3 games\n")
    assert "\ngame x-2: jokers, all any-legal\n" in ran.out
    assert ran.out.count("\nRound 3 - trick 5 - ") == 2
    assert ran.out.splitlines()[-1].split()[0] == "2"


def test_stepping_begins_where_the_options_say(run: Run, several: Path) -> None:
    ran = run(
        "replay", several, "--step", "--game", "x-1", "--round", "2", "--trick", "4", "--seat", "S", "--suits", "letter"
    )
    lines = ran.out.splitlines()
    assert lines[0] == "game x-1: bicycle, all any-legal"
    assert lines[2].startswith("Round 2 - trick 4 - ")
    assert sum(line.endswith(" cards") for line in lines) == 3


def test_a_pipe_cannot_be_record_and_commands(run: Run, record: Path) -> None:
    ran = run("replay", "-", "--step", stdin=record.read_bytes())
    assert ran.code == 2
    assert "the record needs a file" in ran.err


def test_at_a_terminal_a_record_is_stepped_through(screens: list[Screen], several: Path) -> None:
    screens.append(screen := Screen("replay", str(several), "--suits", "letter"))
    assert ": 3 games\n" in screen.wait_for("game> ")
    assert "game x-1: bicycle" in screen.ask("1", "replay> ")
    first = screen.ask("", "replay> ")
    second = screen.ask("n", "replay> ")
    assert first != second
    assert first.partition("Round")[2] == screen.ask("b", "replay> ").partition("Round")[2]
    assert "trick 3 - " in screen.ask("go 2.3", "replay> ")
    assert "no command" in screen.ask("foo", "replay> ")
    screen.type("quit")
    assert screen.finish() == 0


def test_the_end_of_input_leaves_the_reader(screens: list[Screen], several: Path) -> None:
    screens.append(screen := Screen("replay", str(several), "--game", "2"))
    screen.wait_for("replay> ")
    screen.type("\x04")
    assert screen.finish() == 0


# --- exports -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_normal_form_of_every_golden_verifies_and_is_stable(name: str, run: Run, tmp_path: Path) -> None:
    once = run("replay", MATCHES / f"{name}.jsonl", "--export", "jsonl")
    path = tmp_path / "n.jsonl"
    path.write_text(once.out, encoding="utf-8")
    assert once.code == 0
    assert run("replay", path, "--verify").code == 0
    assert run("replay", path, "--export", "jsonl").out == once.out


def test_games_that_pbn_cannot_hold_are_left_out_and_told(run: Run, several: Path) -> None:
    ran = run("replay", several, "--export", "pbn")
    assert ran.code == 1
    assert ran.out.count("[Deal ") == 5
    assert ran.out.startswith("% PBN 2.1\n[Event ")
    told = ran.err.splitlines()
    assert [line.partition(": left out: ")[2] for line in told] == ["PBN has no jokers", "PBN has four seats, not 2"]
    assert run("replay", several, "--export", "pbn", "--game", "2").out == ""


def test_rounds_are_picked_for_pbn_and_text(run: Run, several: Path) -> None:
    pbn = run("replay", several, "--game", "1", "--round", "3", "--export", "pbn")
    assert pbn.out.count('[Round "3"]') == pbn.out.count("[Deal ") == 1
    text = run("replay", several, "--game", "1", "--round", "3", "--export", "text")
    assert text.out.count("\nRound 3: ") == 1
    assert "Round 2" not in text.out
    missing = run("replay", several, "--round", "9", "--export", "text")
    assert (missing.code, missing.out) == (2, "")
    assert "no round 9 in this record" in missing.err


@pytest.mark.parametrize("name", NAMES)
def test_the_account_of_every_table_fits_a_letter_and_tells_every_card(name: str, run: Run) -> None:
    ran = run("replay", MATCHES / f"{name}.jsonl", "--export", "text", "--suits", "letter")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 76
    assert "\x1b" not in ran.out
    record = [json.loads(line) for line in (MATCHES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    for line in record:
        if line["t"] == "round":
            told = ran.out.split(f"Round {line['n']}: ")[1].split(" scored")[0]
            plays = [word for word in told.split() if word in line["plays"].split()]
            assert all(plays.count(card) >= line["plays"].split().count(card) for card in line["plays"].split())
    assert "after " in ran.out.split("scored")[-1]


def test_an_account_of_one_seat_holds_one_hand_a_round(run: Run, several: Path) -> None:
    text = run("replay", several, "--game", "1", "--seat", "S", "--export", "text", "--suits", "letter").out
    hands = [
        line for line in text.splitlines() if line[:5] in ("  N  ", "  E  ", "  S  ", "  W  ") and "   " in line[5:]
    ]
    cards = [line for line in hands if not any(word in line for word in ("made", "set", "score", "took"))]
    assert {line[2] for line in cards} == {"S"}


def test_an_export_is_written_to_a_new_file_only(run: Run, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.pbn"
    assert run("replay", record, "--export", "pbn", "-o", out).out == ""
    text = out.read_text(encoding="utf-8")
    assert text == run("replay", record, "--export", "pbn").out
    again = run("replay", record, "--export", "text", "-o", out)
    assert again.code == 2
    assert f"{out}: exists already" in again.err
    assert out.read_text(encoding="utf-8") == text
    nowhere = run("replay", record, "--export", "text", "-o", tmp_path / "no" / "m.txt")
    assert "cannot be written" in nowhere.err
    assert run("replay", record, "--export", "text", "--round", "9", "-o", tmp_path / "none.txt").code == 2
    assert not (tmp_path / "none.txt").exists()
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"hello\n")
    assert run("replay", broken, "--export", "text", "-o", tmp_path / "none.txt").code == 4
    assert not (tmp_path / "none.txt").exists()


def test_an_unfinished_game_is_exported_as_far_as_it_goes(run: Run, record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    whole = run("replay", record, "--format", "jsonl").out.splitlines(keepends=True)
    second = [
        line for line in whole if b'"n":2' in line.encode() and '"t":"round"' not in line and '"t":"trick"' not in line
    ]
    record.write_bytes(b"".join(lines[:2]) + "".join(second[:20]).encode())
    text = run("replay", record, "--export", "text")
    assert text.code == 0
    assert text.out.endswith("turn\n")
    assert "unfinished: the record stops in round 2" in text.out
    pbn = run("replay", record, "--export", "pbn").out
    assert pbn.split("[Board ")[2].rstrip().endswith("\n*")
    assert pbn.count('[Result "?"]') == 1
    assert run("replay", record, "--export", "jsonl").out.encode() == record.read_bytes()
