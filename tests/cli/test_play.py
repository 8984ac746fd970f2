"""``spades-cli play``: alone, from a script, through a pipe, and at its edges."""

from __future__ import annotations

import codecs
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Match, load_rules

if TYPE_CHECKING:
    from tests.cli.conftest import Ran, Run

ALONE = ("-p", "basic")


def script_for(name: str, seed: int, *, rounds: int = 2, prefix: bool = False) -> list[str]:
    """Decisions of every seat for the first rounds of a match, always the last legal action."""
    match, lines = Match(load_rules(name), seed=seed), []
    while match.rounds < rounds and not match.over:
        deal = match.deal()
        while deal.turn is not None:
            action = deal.legal()[-1] if deal.phase != "bid" else deal.legal()[min(3, len(deal.legal()) - 1)]
            lines.append(f"{deal.turn} {action}" if prefix else str(action))
            deal.apply(action)
        match.add(deal.result)
    return lines


def whole_script(name: str, seed: int) -> list[str]:
    """Decisions of every seat until the match is over."""
    return script_for(name, seed, rounds=1000)


def objects(ran: Ran) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ran.out.splitlines()]


# --- strategies alone ------------------------------------------------------------------------------------------------


def test_strategies_play_a_whole_match_alone_with_the_same_bytes_each_time(run: Run, tmp_path: Path) -> None:
    words = ("play", "-r", "jokers", "-p", "NS=basic", "-p", "EW=random", "-s", "3", "--format", "jsonl")
    first = run(*words, "--record", tmp_path / "1.jsonl")
    second = run(*words, "--record", tmp_path / "2.jsonl")
    assert (first.code, first.err) == (0, "")
    assert first.out == second.out
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    assert objects(first)[-1]["t"] == "end"
    assert run("replay", tmp_path / "1.jsonl", "--verify").code == 0


def test_the_output_is_the_same_in_another_process(run: Run, spawn: Run) -> None:
    words = ("play", "-p", "basic", "-s", "4", "-q", "--suits", "letter")
    assert run(*words).out == spawn(*words).out


def test_a_seed_is_drawn_and_told_when_none_is_given(run: Run) -> None:
    drawn = run("play", *ALONE, "-q", "-r", "solo-sprint-40")
    assert drawn.code == 0
    seed = drawn.err.split()[1]
    assert drawn.err == f"seed {seed}\n"
    assert run("play", *ALONE, "-q", "-r", "solo-sprint-40", "-s", seed).out == drawn.out


def test_text_explains_every_round_line_by_line(run: Run) -> None:
    ran = run("play", "-p", "basic", "-s", "4", "-q")
    assert "Round 1 scored" in ran.out
    assert "contract" in ran.out
    assert ran.out.splitlines()[-1].split()[1] == "wins"


def test_a_given_deal_is_played_first(run: Run, tmp_path: Path) -> None:
    pbn = "N:JT6.T8.KQ96.AT54 K732.Q93.A854.KQ Q94.AJ54.JT7.987 A85.K762.32.J632"
    direct = run("play", *ALONE, "-s", "1", "--deal", pbn, "--format", "jsonl", "-r", "tournament-board-four")
    (tmp_path / "deal.pbn").write_text(f'[Deal "{pbn}"]\n', encoding="utf-8")
    from_file = run(
        "play", *ALONE, "-s", "1", "--deal", tmp_path / "deal.pbn", "--format", "jsonl", "-r", "tournament-board-four"
    )
    deals = [line for line in objects(direct) if line["t"] == "deal"]
    assert (deals[0]["deal"], deals[0]["given"]) == (pbn, True)
    assert "given" not in deals[1]
    assert from_file.out == direct.out


def test_a_given_pack_is_drafted_first(run: Run) -> None:
    pack = load_rules("two-player").pack
    text = " ".join(pack.names[card] for card in pack.order)
    ran = run("play", *ALONE, "-s", "1", "-r", "two-player", "--deal", text, "--format", "jsonl")
    assert next(line for line in objects(ran) if line["t"] == "deal")["pack"] == text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--deal", "N:AK"), "not a deal"),
        (("--deal", "N:A.K.Q.J A.K.Q.J A.K.Q.J A.K.Q.J"), "AS is named twice"),
        (("-p", "nobody"), "nobody"),
        (("-p", "X=basic"), "no seat 'X'"),
        (("-p", "N=basic", "-p", "NS=basic"), "two players"),
        (("-r", "standrad"), "standard"),
        (("-r", "no/such.toml"), "no/such.toml"),
        (("--seat", "P9"), "no seat 'P9'"),
        (("--seat", "all", "-p", "basic"), "--seat all"),
        (("-p", "basic", "--script", "-"), "no seat is yours"),
        (("-r", "-", "--script", "-"), "standard input"),
        (("--script", "no-such-file"), "no-such-file"),
        (("-p", "basic", "--record", "/no/such/folder/m.jsonl"), "/no/such/folder/m.jsonl"),
        (("-s", "-1"), "--seed"),
        (("--format", "xml"), "xml"),
    ],
)
def test_a_wrong_command_line_is_one_clear_line(words: tuple[str, ...], message: str, run: Run) -> None:
    ran = run("play", *words)
    assert ran.code in (2, 4)
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert not ran.out


def test_rules_may_come_from_standard_input(run: Run) -> None:
    text = b'[variant]\nid = "short"\nbase = "standard"\n[match]\nmax_rounds = 1\ntie = "draw"\n'
    ran = run("play", "-r", "-", *ALONE, "-s", "1", "-q", stdin=text)
    assert (ran.code, ran.out.count("scored")) == (0, 1)


# --- scripts and pipes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "two-player", "jokers", "six-pairs", "low-club-start", "mirror"])
@pytest.mark.parametrize("prefix", [False, True], ids=["bare", "with seats"])
def test_every_seat_can_be_scripted(name: str, prefix: bool, run: Run, tmp_path: Path) -> None:
    lines = script_for(name, 11, prefix=prefix)
    ran = run("play", "-r", name, "-s", "11", "--seat", "all", "--format", "jsonl", stdin="\n".join(lines).encode())
    assert ran.code == 4
    assert "<stdin>: the input ended at round 3" in ran.err
    acted = [line["action"] for line in objects(ran) if "action" in line]
    assert acted == script_for(name, 11)


def test_a_script_that_ends_with_the_match_exits_0(run: Run) -> None:
    lines = whole_script("solo-sprint-40", 2)
    ran = run("play", "-r", "solo-sprint-40", "-s", "2", "--seat", "all", "-q", stdin="\n".join(lines).encode())
    assert (ran.code, ran.err) == (0, "")


def test_a_driver_that_holds_its_pipe_open_is_not_waited_for_at_the_end() -> None:
    lines = whole_script("solo-sprint-40", 2)
    words = ["play", "-r", "solo-sprint-40", "-s", "2", "--seat", "all", "-q", "--format", "jsonl"]
    with subprocess.Popen(
        [sys.executable, "-m", "spades_cli", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as game:
        assert game.stdin
        assert game.stdout
        game.stdin.write("\n".join([*lines, ""]))
        game.stdin.flush()
        assert '"t":"end"' in [*game.stdout][-1]
        assert game.wait(timeout=30) == 0


def test_lines_after_the_end_are_told_and_not_used(run: Run) -> None:
    lines = [*whole_script("solo-sprint-40", 2), "AS"]
    ran = run("play", "-r", "solo-sprint-40", "-s", "2", "--seat", "all", "-q", stdin="\n".join(lines).encode())
    assert ran.code == 0
    assert ran.err == f"<stdin>:{len(lines)}: not used: the match is over\n"


ENCODINGS = {
    "utf-8 bom": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16 be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "old mac": lambda text: text.replace("\n", "\r").encode(),
    "comments and blanks": lambda text: ("# a script\n\n" + text.replace("\n", "  # said\n \n")).encode(),
}


@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS)
def test_any_usual_file_is_read(encode: Any, run: Run) -> None:
    text = "\n".join(whole_script("solo-sprint-40", 2)) + "\n"
    words = ("play", "-r", "solo-sprint-40", "-s", "2", "--seat", "all", "-q")
    plain = run(*words, stdin=text.encode())
    encoded = run(*words, stdin=encode(text))
    assert (encoded.code, encoded.out, encoded.err) == (0, plain.out, "")


def scripted(run: Run, *lines: str, record: Path | None = None) -> Ran:
    """South scripted against the lowest cards, seed 42, after a bid of 3."""
    extra = ("--record", record) if record else ()
    return run(
        "play", "-p", "NEW=lowest", "-s", "42", "-q", "--suits", "letter", *extra, stdin="\n".join(lines).encode()
    )


def test_the_first_bad_line_stops_with_its_place_reason_and_what_is_legal(run: Run, tmp_path: Path) -> None:
    ran = scripted(run, "3", "qs", record=tmp_path / "m.jsonl")
    assert ran.code == 4
    assert "error: <stdin>:2: qs: you must follow" in ran.err
    assert f"everything so far is in {tmp_path / 'm.jsonl'}" in ran.err
    verified = run("replay", tmp_path / "m.jsonl", "--verify")
    assert verified.code == 0
    assert "unfinished: the record stops in round 1, trick 1, at S's turn" in verified.out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("14", "<stdin>:1: 14: 14 cannot be bid under these rules"),
        ("AS", "<stdin>:1: AS: it is time to bid"),
        ("xyzzy", "<stdin>:1: 'xyzzy' is not a bid"),
        ("bn", "<stdin>:1: bn: "),
        ("E 3", "<stdin>:1: E 3: it is S's turn, not E's"),
        ("A\x00S", "<stdin>:1: control byte \\x00"),
        ("\x1b[A", "<stdin>:1: control byte \\x1b"),
    ],
)
def test_bad_lines_differ_in_what_they_say(line: str, message: str, run: Run) -> None:
    ran = scripted(run, line)
    assert ran.code == 4
    assert message in ran.err


def test_nothing_on_standard_input_ends_at_once_and_says_where(spawn: Run) -> None:
    ran = spawn("play", "-s", "1")
    assert ran.code == 4
    assert "the input ended at round 1, S to bid" in ran.err
    assert "legal: nil or 1 to 13" in ran.err


def test_random_bytes_end_quickly_with_little_output(spawn: Run) -> None:
    import random

    ran = spawn("play", "-s", "1", stdin=random.Random(3).randbytes(4096))
    assert ran.code == 4
    assert "<stdin>:1: " in ran.err
    assert len(ran.out) + len(ran.err) < 3000


def test_quit_in_a_script_leaves_the_match_in_order(run: Run) -> None:
    ran = scripted(run, "3", "quit")
    assert ran.code == 0
    assert "left the match" in ran.err


def test_two_seats_may_have_scripts_of_their_own(run: Run, tmp_path: Path) -> None:
    north, south = tmp_path / "n.txt", tmp_path / "s.txt"
    north.write_text("2\nquit\n", encoding="utf-8")
    south.write_text("4\nquit\n", encoding="utf-8")
    words = ("-p", f"N=script:{north}", "-p", f"S=script:{south}", "-p", "EW=lowest")
    ran = run("play", *words, "-s", "1", "--format", "jsonl")
    bids = {line["seat"]: line["action"] for line in objects(ran) if line["t"] == "bid"}
    assert (bids["N"], bids["S"]) == ("2", "4")


def test_json_lines_ask_each_decision_and_hide_what_the_seat_may_not_know(run: Run) -> None:
    ran = run("play", "-p", "NEW=lowest", "-s", "42", "--format", "jsonl", stdin=b"3\n")
    lines = objects(ran)
    assert [line["t"] for line in lines[:2]] == ["game", "deal"]
    assert not lines[1].keys() & {"deal", "pack"}
    turns = [line for line in lines if line["t"] == "turn"]
    assert [turn["type"] for turn in turns] == ["bid", "play"]
    assert len(turns[0]["hand"]) == 13
    assert turns[0]["legal"][:2] == ["nil", "1"]
    west = Match(load_rules("standard"), seed=42).deal().view("W").hand[0]
    assert f'"{west}"' not in "".join(ran.out.splitlines()[1:]).replace(f'"action":"{west}"', "")


# --- edges of the terminal -------------------------------------------------------------------------------------------


def test_a_reader_that_closes_early_causes_no_traceback(root: Path, tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    words = f"play -p lowest -r solo-sprint-40 -s 2 --format jsonl --record {record}"
    command = f"{sys.executable} -m spades_cli {words} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, cwd=root, check=False)
    assert done.stdout.startswith('{"t":"game"')
    assert done.stderr == ""


@pytest.mark.parametrize("environ", [{"PYTHONIOENCODING": "cp1252"}, {"PYTHONIOENCODING": "cp437"}, {"LC_ALL": "C"}])
def test_a_terminal_without_utf8_gets_letters(environ: dict[str, str]) -> None:
    command = [sys.executable, "-m", "spades_cli", "play", "-p", "basic", "-r", "solo-sprint-40", "-s", "2"]
    done = subprocess.run(command, capture_output=True, env=os.environ | environ, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"->" in done.stdout


def test_an_interrupt_exits_130_and_says_what_is_saved(tmp_path: Path) -> None:
    import signal

    record = tmp_path / "m.jsonl"
    command = [sys.executable, "-m", "spades_cli", "play", "-s", "1", "--record", str(record)]
    playing = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert playing.stdout is not None
    assert any(b"bidding" in line for line in playing.stdout)
    time.sleep(0.2)
    playing.send_signal(signal.SIGINT)
    _, err = playing.communicate(timeout=30)
    assert playing.returncode == 130
    assert b"everything so far is in" in err
    assert b"Traceback" not in err


def test_a_pipe_is_answered_line_by_line_without_waiting_for_its_end() -> None:
    command = [sys.executable, "-m", "spades_cli", "play", "-p", "NEW=lowest", "-s", "42", "--format", "jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        answered = 0
        for raw in playing.stdout:
            line = json.loads(raw)
            if line["t"] == "turn":
                playing.stdin.write(f"{line['legal'][0]}\n".encode())
                playing.stdin.flush()
                answered += 1
            if answered == 20:
                playing.stdin.close()
                break
        playing.stdout.close()
        playing.wait(timeout=30)
    assert answered == 20


# --- help ------------------------------------------------------------------------------------------------------------


def test_the_first_page_of_help_lists_the_commands_in_their_panels(run: Run) -> None:
    for words in (("--help",), ("-h",)):
        ran = run(*words)
        assert ran.code == 0
        panels = [line for line in ran.out.splitlines() if line.endswith(":") and not line.startswith(" ")]
        assert panels == ["Options:", "Play:", "Measure:", "Set up:"]
        assert "..." not in ran.out.split("Options:")[1]
        assert "Exit codes: 0 done" in ran.out


def test_the_first_page_of_help_loads_neither_a_drawing_library_nor_the_engine() -> None:
    code = "import sys; from spades_cli.cli.main import main\ntry: main(['-h'])\nexcept SystemExit: print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(found.stdout.splitlines()[-1].split())
    assert "typer" in loaded
    assert not loaded & {"rich", "pydantic", "pluggy", "numpy", "spades_cli.engine", "spades_cli.variants"}


def test_a_mistyped_command_is_met_with_the_nearest_one(run: Run) -> None:
    ran = run("paly")
    assert ran.code == 2
    assert "Did you mean 'play'" in ran.err
