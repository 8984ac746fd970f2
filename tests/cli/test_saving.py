"""Matches that are left and gone on with: through pipes, on a real terminal, and whatever ends the program."""

from __future__ import annotations

import errno
import json
import os
import pty
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spades_cli.cli.folders import games_folder
from spades_cli.cli.saving import KEPT, new_file
from spades_cli.engine.events import Acted
from spades_cli.record.reader import read_games
from spades_cli.record.replay import Replay
from tests.cli.test_prompt import Screen
from tests.players.bots import write_bot
from tests.players.makers import write_plugin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cli.conftest import Ran, Run

SHORT = "[match]\nmax_rounds = 2\n"
VARIANTS = {
    "standard": ("S", '[variant]\nbase = "standard"\n' + SHORT),
    "two-player": ("P2", '[variant]\nbase = "two-player"\n' + SHORT),
    "jokers": ("N", '[variant]\nbase = "jokers"\n' + SHORT),
    "cutthroat-3": ("P1", '[variant]\nbase = "cutthroat-3"\n' + SHORT),
    "blind and passing": (
        "E",
        '[variant]\nbase = "standard"\n[blind_nil]\nbehind = 0\n[nil]\npass = 2\n' + SHORT,
    ),
}
#: South against the lowest cards.
LOWEST = ("play", "-p", "NEW=lowest", "-s", "42", "-q", "--suits", "letter")


def decisions(path: Path, seat: str | None = None) -> list[str]:
    """What a seat (or everybody) decided in the only game of a record, which must fit its rules."""
    with path.open("rb") as file:
        (game,) = read_games(file, path.name, pytest.fail)
    replay = Replay(game)
    found = [event for event in replay.events() if isinstance(event, Acted)]
    assert replay.differences == []
    return [str(event.action) for event in found if seat in (None, event.seat)]


def kinds(path: Path) -> list[str]:
    return [json.loads(line)["t"] for line in path.read_bytes().splitlines()]


def games() -> list[Path]:
    """The matches in the state folder."""
    return sorted(games_folder().glob("*")) if games_folder().exists() else []


# --- as if it had never stopped --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_a_match_left_after_any_decision_ends_with_the_same_record(name: str, run: Run, tmp_path: Path) -> None:
    seat, text = VARIANTS[name]
    rules, alone, whole, left = (tmp_path / part for part in ("r.toml", "alone.jsonl", "whole.jsonl", "left.jsonl"))
    rules.write_text(text, encoding="utf-8")
    assert run("play", "-r", rules, "-p", "random", "-s", "5", "-q", "--record", alone).code == 0
    typed = decisions(alone, seat)
    words = ("play", "-r", rules, "--seat", seat, "-p", "random", "-s", "5", "-q")
    assert run(*words, "--record", whole, stdin="\n".join(typed).encode()).code == 0
    for stop in sorted({0, 1, len(typed) - 1, *random.Random(name).sample(range(len(typed)), 4)}):
        left.unlink(missing_ok=True)
        ran = run(*words, "--record", left, stdin="\n".join(typed[:stop]).encode())
        assert ran.code == 4
        assert f"go on with: spades-cli play --resume {left}\n" in ran.err
        ran = run("play", "--resume", left, "-q", stdin="\n".join(typed[stop:]).encode())
        assert (ran.code, ran.err) == (0, f"going on with {left}, round {'12'[stop >= first_round(whole, seat)]}\n")
        assert left.read_bytes() == whole.read_bytes(), f"left after {stop} decisions"


def first_round(path: Path, seat: str) -> int:
    """How many decisions a seat made in the first round."""
    with path.open("rb") as file:
        (game,) = read_games(file, path.name, pytest.fail)
    acted = [event for event in Replay(game).events() if isinstance(event, Acted) and event.number == 1]
    # The last decision of a round may be another seat's, which is made before anybody is asked again.
    return sum(event.seat == seat for event in acted)


def test_json_lines_of_a_match_that_goes_on_are_those_of_one_that_never_stopped(run: Run, tmp_path: Path) -> None:
    rules, whole, left = tmp_path / "r.toml", tmp_path / "whole.jsonl", tmp_path / "left.jsonl"
    rules.write_text(VARIANTS["standard"][1], encoding="utf-8")
    words = ("play", "-r", rules, "-p", "NS=random", "-p", "EW=basic", "-s", "5", "--format", "jsonl")
    expected = run(*words, "--record", whole).out
    lines = whole.read_bytes().splitlines(keepends=True)
    left.write_bytes(b"".join(lines[:3]))
    assert run("play", "--resume", left, "--format", "jsonl").out == expected
    assert left.read_bytes() == whole.read_bytes()


def test_a_bot_goes_on_too(run: Run, tmp_path: Path) -> None:
    rules, whole, left = tmp_path / "r.toml", tmp_path / "whole.jsonl", tmp_path / "left.jsonl"
    rules.write_text(VARIANTS["standard"][1], encoding="utf-8")
    bot = f"exec:{sys.executable} -m spades_cli bot random"
    words = ("play", "-r", rules, "-p", f"N={bot}", "-p", "S=human", "-p", "EW=basic", "-s", "5", "-q")
    alone = tmp_path / "alone.jsonl"
    run("play", "-r", rules, "-p", "NS=random", "-p", "EW=basic", "-s", "5", "-q", "--record", alone)
    typed = decisions(alone, "S")
    assert run(*words, "--record", whole, stdin="\n".join(typed).encode()).code == 0
    assert run(*words, "--record", left, stdin="\n".join(typed[:18]).encode()).code == 4
    assert run("play", "--resume", left, "-q", stdin="\n".join(typed[18:]).encode()).code == 0
    assert left.read_bytes() == whole.read_bytes()
    assert decisions(left) == decisions(alone)


def test_a_script_of_its_own_goes_on_where_it_was(run: Run, tmp_path: Path) -> None:
    script, whole, left = tmp_path / "n.txt", tmp_path / "whole.jsonl", tmp_path / "left.jsonl"
    rules, alone = tmp_path / "r.toml", tmp_path / "alone.jsonl"
    rules.write_text(VARIANTS["standard"][1], encoding="utf-8")
    run("play", "-r", rules, "-p", "random", "-s", "5", "-q", "--record", alone)
    script.write_text("\n".join(decisions(alone, "N")), encoding="utf-8")
    words = ("play", "-r", rules, "-p", f"N=script:{script}", "-p", "S=human", "-p", "EW=random", "-s", "5", "-q")
    typed = decisions(alone, "S")
    assert run(*words, "--record", whole, stdin="\n".join(typed).encode()).code == 0
    assert run(*words, "--record", left, stdin="\n".join(typed[:20]).encode()).code == 4
    assert run("play", "--resume", left, "-q", stdin="\n".join(typed[20:]).encode()).code == 0
    assert left.read_bytes() == whole.read_bytes()
    left.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:3]))
    script.write_text("3\nundo\n", encoding="utf-8")
    ran = run("play", "--resume", left, "-q")
    assert (ran.code, ran.err.splitlines()[-1]) == (
        4,
        "error: a script that takes decisions back cannot be gone on with",
    )


# --- taking back -----------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_decision_before_and_the_record_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    ran = run(*LOWEST, "--record", path, stdin=b"3\n7c\nundo\n5c\nundo\nundo\nnil\nquit\n")
    assert ran.code == 0
    assert ran.out.count("S takes back 7C") == 1
    assert ran.out.count("S takes back 5C") == 1
    assert ran.out.count("S takes back 3") == 1
    assert decisions(path, "S") == ["nil"]
    undone = [json.loads(line) for line in path.read_bytes().splitlines() if b'"undo"' in line]
    assert [(line["n"], line["seat"], line["phase"], line["action"]) for line in undone] == [
        (1, "S", "play", "7C"),
        (1, "S", "play", "5C"),
        (1, "S", "bid", "3"),
    ]


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_decided_again_the_same_way_goes_on_the_same_way(name: str, run: Run, tmp_path: Path) -> None:
    """Across the end of a round too: bots stand where they stood, with the random numbers that they had."""
    seat, text = VARIANTS[name]
    rules, alone, plain, undone = (tmp_path / part for part in ("r.toml", "alone.jsonl", "plain.jsonl", "undone.jsonl"))
    rules.write_text(text, encoding="utf-8")
    words = ("play", "-r", rules, "--seat", seat, "-p", "random", "-s", "5", "-q")
    run("play", "-r", rules, "-p", "random", "-s", "5", "-q", "--record", alone)
    typed, rng = decisions(alone, seat), random.Random(name)
    script: list[str] = []
    place = 0
    for _ in range(6):
        further = rng.randrange(place, len(typed))
        back = rng.randint(0, further)
        script += [*typed[place:further], *["undo"] * (further - back)]
        place = back
    script += typed[place:]
    assert run(*words, "--record", plain, stdin="\n".join(typed).encode()).code == 0
    ran = run(*words, "--record", undone, stdin="\n".join(script).encode())
    assert (ran.code, ran.err) == (0, "")
    lines = undone.read_bytes().splitlines(keepends=True)
    assert b"".join(line for line in lines if b'"undo"' not in line) == plain.read_bytes()
    assert len(lines) - len(plain.read_bytes().splitlines()) == script.count("undo") > 20


def test_undo_in_json_lines_is_a_line_and_the_decision_is_asked_again(run: Run) -> None:
    words = ("play", "-p", "NEW=lowest", "-s", "42", "--format", "jsonl")
    lines = [json.loads(line) for line in run(*words, stdin=b"3\nundo\nquit\n").out.splitlines()]
    assert [line["t"] for line in lines][-2:] == ["undo", "turn"]
    assert lines[-1] == next(line for line in lines if line["t"] == "turn")


@pytest.mark.parametrize(
    ("words", "line", "message"),
    [((), b"undo\n3\n", "there is no decision of yours to take back"), (("--no-undo",), b"3\nundo\n", "--no-undo")],
)
def test_undo_may_be_impossible(words: tuple[str, ...], line: bytes, message: str, run: Run) -> None:
    ran = run(*LOWEST, *words, stdin=line + b"quit\n")
    assert ran.code == 0
    assert message in ran.out


# --- giving up and copying -------------------------------------------------------------------------------------------


def test_who_resigns_has_lost_and_the_record_fits(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    ran = run(*LOWEST, "--record", path, stdin=b"3\nresign\n")
    assert ran.code == 0
    assert "forfeited by S" in ran.out
    assert "EW wins after 1 round" in ran.out
    assert run("replay", path, "--verify").code == 0
    assert "finished: EW won it" in run("play", "--resume", path).err


def test_save_tells_where_the_match_is_and_copies_it(run: Run, tmp_path: Path) -> None:
    path, copy = tmp_path / "m.jsonl", tmp_path / "copy.jsonl"
    ran = run(*LOWEST, "--record", path, stdin=f"3\nsave\nsave {copy}\n7c\nsave {copy}\nsave {tmp_path}\n".encode())
    assert f"everything so far is in {path}\n" in ran.out
    assert f"copied to {copy} as far as it is played\n" in ran.out
    assert f"not saved: {copy} is there already\n" in ran.out
    assert f"not saved: {tmp_path} is a folder\n" in ran.out
    assert decisions(copy, "S") == ["3"]
    assert decisions(path, "S") == ["3", "7C"]


def test_a_match_that_is_not_kept_can_be_copied(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    ran = run(*LOWEST, stdin=f"3\nsave\nsave -\nsave {tmp_path}/no/where\nsave {copy}\nquit\n".encode())
    assert "nothing was saved (--record FILE keeps a record)" in ran.out
    assert "not saved: name a file" in ran.out
    assert "/no/where: cannot be written: No such file or directory" in ran.out
    assert decisions(copy, "S") == ["3"]
    assert not games()


# --- what cannot go on -----------------------------------------------------------------------------------------------


def test_options_that_the_record_says_are_refused(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    run(*LOWEST, "--record", path, stdin=b"3\n")
    for words in (("-r", "jokers"), ("-p", "basic"), ("-s", "1"), ("--seat", "N"), ("--record", path), ("--deal", "x")):
        ran = run("play", "--resume", path, *words)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "the record says it" in ran.err
    monkeypatch.setenv("SPADES_CLI_PLAY_RULES", "jokers")
    ran = run("play", "--resume", path, "--suits", "letter", "--sort", "rank", "--advisor", "basic", stdin=b"quit\n")
    assert ran.code == 0


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--resume",), 4, "error: no unfinished match in "),
        (("--resume", "nothing"), 4, "error: nothing: no such record"),
        (("--resume", "-"), 2, "--resume goes on with a file"),
        (("m.jsonl",), 2, "hint: --resume m.jsonl goes on with a record"),
    ],
)
def test_nothing_to_go_on_with_is_one_clear_line(words: tuple[str, ...], code: int, message: str, run: Run) -> None:
    ran = run("play", *words)
    assert ran.code == code
    assert message in ran.err
    assert ran.err.count("error: ") == 1


def test_an_unknown_strategy_of_a_record_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    run(*LOWEST, "--record", path, stdin=b"3\n")
    path.write_bytes(path.read_bytes().replace(b'"lowest"', b'"lovest"'))
    ran = run("play", "--resume", path)
    assert ran.code == 2
    assert "lovest" in ran.err


# --- files that cannot be written ------------------------------------------------------------------------------------


def test_a_full_disk_costs_one_warning_and_the_match_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write = tmp_path / "m.jsonl", os.write
    left = [20]

    def full(file: int, data: bytes) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    monkeypatch.setattr(os, "write", full)
    ran = run("play", "-r", "tournament-board-four", "-p", "lowest", "-s", "2", "-q", "--record", path)
    monkeypatch.undo()
    warning = f"warning: {path}: cannot be written: No space left on device; the match goes on\n"
    assert (ran.code, ran.err) == (0, warning)
    assert ran.out.splitlines()[-1].split()[1] == "wins"
    decisions(path)


def test_a_record_that_cannot_be_written_from_the_start_is_an_error(run: Run) -> None:
    ran = run("play", "-p", "lowest", "-s", "2", "--record", "/dev/full")
    assert (ran.code, ran.err) == (4, "error: /dev/full: cannot be written: No space left on device\n")


# --- on a terminal ---------------------------------------------------------------------------------------------------


class Terminal(Screen):
    """A process whose terminal is its own, so that it hears of Ctrl-C and of its end."""

    def __init__(self, *words: str) -> None:
        self._master, slave = pty.openpty()
        command = [sys.executable, "-m", "spades_cli", *words]
        self.process = subprocess.Popen(command, preexec_fn=lambda: os.login_tty(slave))
        os.close(slave)
        self.text = ""

    def press(self, key: bytes) -> None:
        """Press a key without Enter; the prompt is on the screen a moment before it is read."""
        time.sleep(0.3)
        os.write(self._master, key)

    def rest(self) -> str:
        """What the screen shows until the program has ended, which may not be silent for a minute."""
        while True:
            if not select.select([self._master], [], [], 60)[0]:
                self.process.kill()
                pytest.fail(f"still running after: {self.text[-500:]!r}")
            try:
                data = os.read(self._master, 65536)
            except OSError:
                break
            if not data:
                break
            self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return self.text


@pytest.fixture
def terminals() -> Iterator[list[Screen]]:
    """Terminals that are closed whatever happens."""
    opened: list[Screen] = []
    yield opened
    for terminal in opened:
        terminal.process.kill()
        terminal.process.wait()


def open_terminal(terminals: list[Screen], *words: str) -> Terminal:
    terminals.append(terminal := Terminal(*words))
    return terminal


AT_PROMPT = ("play", "-p", "NEW=lowest", "-s", "42", "--suits", "letter", "-q")


@pytest.mark.parametrize("end", ["kill", "terminate", "hang up", "interrupt", "end of input", "quit"])
def test_however_a_match_is_left_resume_goes_on_at_the_same_decision(end: str, terminals: list[Screen]) -> None:
    terminal = open_terminal(terminals, *AT_PROMPT)
    terminal.wait_for("bid> ")
    terminal.ask("3", "play> ")
    asked = terminal.ask("7c", "play> ").splitlines()[-2]
    match end:
        case "kill":
            terminal.process.kill()
        case "terminate":
            terminal.press(b"")
            terminal.process.terminate()
        case "hang up":
            os.close(terminal._master)
        case "interrupt":
            terminal.press(b"\x03")
        case "end of input":
            terminal.press(b"\x04")
        case _:
            terminal.type("quit")
    codes = {"kill": -9, "terminate": 143, "hang up": 129, "interrupt": 130, "end of input": 0, "quit": 0}
    if end not in ("kill", "hang up"):
        assert "; everything so far is saved; go on with: spades-cli play --resume\n" in terminal.rest()
    assert terminal.finish() == codes[end]
    (path,) = games()
    assert decisions(path, "S") == ["3", "7C"]
    again = open_terminal(terminals, "play", "--resume", "--suits", "letter", "-q")
    assert again.wait_for("play> ").splitlines()[-2] == asked
    again.type("quit")
    again.rest()
    assert again.finish() == 0
    assert games() == [path]


def test_a_match_at_a_terminal_is_kept_unless_it_should_not_be(terminals: list[Screen], tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    kept = f"everything so far is in {record}; go on with: spades-cli play --resume {record}\n"
    for words, told in (
        (("--no-save",), "left the match; nothing was saved (--record FILE keeps a record)\n"),
        (("--record", str(record)), kept),
    ):
        terminal = open_terminal(terminals, *AT_PROMPT, *words)
        terminal.wait_for("bid> ")
        terminal.type("quit")
        assert told in terminal.rest()
        assert not games()
    assert kinds(record) == ["game", "deal", "bid"]


def test_a_state_folder_that_cannot_be_used_costs_one_warning(terminals: list[Screen]) -> None:
    games_folder().parent.mkdir(parents=True)
    games_folder().write_text("in the way")
    terminal = open_terminal(terminals, *AT_PROMPT)
    assert terminal.wait_for("bid> ").count("warning: this match is not saved: ") == 1
    terminal.type("quit")
    assert "nothing was saved" in terminal.rest()


def test_a_match_that_is_being_played_is_not_gone_on_with_elsewhere(terminals: list[Screen], run: Run) -> None:
    terminal = open_terminal(terminals, *AT_PROMPT)
    terminal.wait_for("bid> ")
    (path,) = games()
    assert f"the match in {path} is being played elsewhere now" in run("play", "--resume").err
    assert "another match is being recorded there now" in run("play", "--resume", path.stem).err
    terminal.type("quit")
    terminal.rest()
    assert run("play", "--resume", path.stem, stdin=b"quit\n").code == 0


def test_a_match_that_was_left_is_told_of_when_another_begins(terminals: list[Screen], run: Run) -> None:
    told = "a match you left is kept: spades-cli play --resume"
    loud = [word for word in AT_PROMPT if word != "-q"]
    for words, count in ((loud, 0), (loud, 1), (AT_PROMPT, 0), (("play", "--resume"), 0)):
        terminal = open_terminal(terminals, *words)
        assert terminal.wait_for("bid> ").count(told) == count
        terminal.type("quit")
        terminal.rest()
    assert told not in run("play", "-s", "1", stdin=b"quit\n").err


def test_the_command_that_goes_on_names_the_plugins(run: Run, tmp_path: Path) -> None:
    plugin, path = write_plugin(tmp_path / "my plugin.py"), tmp_path / "m.jsonl"
    ran = run("play", "-p", "NEW=bold", "-s", "1", "--plugin", plugin, "--record", path, stdin=b"3\nquit\n")
    assert ran.err.endswith(f"go on with: spades-cli play --resume {path} --plugin '{plugin}'\n")
    assert run("play", "--resume", path, "--plugin", plugin, stdin=b"quit\n").code == 0


@pytest.mark.parametrize(("words", "says_more"), [((), True), (("-q",), False)], ids=["", "quiet"])
def test_a_person_is_welcomed_and_told_how_the_match_went(
    words: tuple[str, ...], says_more: bool, terminals: list[Screen], tmp_path: Path
) -> None:
    (tmp_path / "r.toml").write_text(VARIANTS["standard"][1].replace("= 2", "= 1"), encoding="utf-8")
    terminal = open_terminal(
        terminals, "play", "-r", str(tmp_path / "r.toml"), "-s", "4", "--advisor", "lowest", *words
    )
    assert ("? helps" in terminal.wait_for("bid> ")) is says_more
    for _ in range(13):
        terminal.ask("=1", "play> ")
    terminal.type("=1")
    end = terminal.rest().split(" wins after 1 round")[1]
    assert ("best" in end) is says_more
    assert terminal.finish() == 0
    (path,) = games()
    assert kinds(path)[-1] == "end"


def test_variables_say_how_it_looks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("play", "-p", "NEW=lowest", "-s", "42")
    for name, value, option in (("SUITS", "letter", "--suits"), ("SORT", "rank", "--sort"), ("PLAIN", "1", "--plain")):
        plain = run(*words, stdin=b"quit\n").out
        asked = run(*words, *([option] if name == "PLAIN" else [option, value]), stdin=b"quit\n").out
        with monkeypatch.context() as patch:
            patch.setenv(f"SPADES_CLI_{name}", value)
            assert run(*words, stdin=b"quit\n").out == asked != plain


# --- several people at one keyboard ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("term", "wipe"), [("xterm", "\x1b[3J"), ("dumb", "\n" * 100)])
def test_people_at_one_keyboard_see_their_own_cards_only(
    term: str, wipe: str, terminals: list[Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    terminal = open_terminal(terminals, "play", "-p", "NS=human", "-p", "EW=lowest", "-s", "42", "--suits", "letter")
    first = terminal.wait_for("S, press Enter when only you can see the screen ")
    assert "You play N and S." in first
    assert wipe not in first
    south = terminal.ask("", "bid> ")
    assert wipe in south
    assert "S Q 3   H 4 2   D A K 8 5 2   C 7 5 4 2" in south
    handed = terminal.ask("3", "N, press Enter when only you can see the screen ")
    assert wipe in handed
    assert "S bids 3" not in handed
    north = terminal.ask("", "bid> ")
    assert wipe in north
    assert north.index("E bids") < north.index("S bids 3") < north.index("W bids")
    assert "Q 3   H 4 2" not in north
    back = terminal.ask("undo", "S, press Enter when only you can see the screen ")
    assert wipe in back
    again = terminal.ask("", "bid> ")
    assert "S takes back 3" in again
    assert "T 9 6 2" not in again
    terminal.type("quit")
    terminal.rest()
    assert terminal.finish() == 0


def test_a_gift_that_is_taken_back_stays_hidden_from_the_others(
    terminals: list[Screen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    rules = tmp_path / "r.toml"
    rules.write_text('[variant]\nbase = "standard"\n[nil]\npass = 1\n', encoding="utf-8")
    words = ("play", "-r", str(rules), "-p", "NS=human", "-p", "EW=lowest", "-s", "42", "--suits", "letter")
    terminal = open_terminal(terminals, *words)
    terminal.wait_for("S, press Enter")
    terminal.ask("", "bid> ")
    terminal.ask("nil", "N, press Enter")
    terminal.ask("", "bid> ")
    terminal.type("4")
    terminal.wait_for("S, press Enter")
    terminal.ask("", "give> ")
    assert "S gives" not in terminal.ask("ad", "N, press Enter")
    assert "S gives 1 card\n" in terminal.ask("", "give> ")
    terminal.ask("undo", "S, press Enter")
    assert "S takes back AD\n" in terminal.ask("", "give> ")
    terminal.ask("2d", "N, press Enter")
    told = terminal.ask("", "give> ")
    assert "S takes back 1 card\n" in told
    assert "AD" not in told


@pytest.mark.parametrize("words", [("--seat", "all"), ("-p", "human", "--no-hot-seat")])
def test_one_person_at_every_seat_hides_nothing(words: tuple[str, ...], terminals: list[Screen]) -> None:
    terminal = open_terminal(terminals, "play", *words, "-s", "42", "-q")
    terminal.wait_for("bid> ")
    assert "press Enter" not in terminal.ask("3", "bid> ")


def test_nothing_is_hidden_in_a_pipe(run: Run) -> None:
    ran = run("play", "-p", "NS=human", "-p", "EW=lowest", "-s", "42", "-q", stdin=b"3\n4\nquit\n")
    assert ran.code == 0
    assert "press Enter" not in ran.out + ran.err


# --- the state folder ------------------------------------------------------------------------------------------------


def test_the_folder_keeps_the_newest_matches_finished_or_not() -> None:
    folder = games_folder()
    folder.mkdir(parents=True)
    for number in range(KEPT + 5):
        for name, line in (("done", '{"t":"end","g":"1-0"}\n'), ("left", '{"t":"game","g":"1-0"}\n')):
            path = folder / f"play-{name}-{number}.jsonl"
            path.write_text(line)
            os.utime(path, (number, number))
    (folder / "notes.txt").write_text("mine")
    new = new_file(7)
    assert new.parent == folder
    assert not new.exists()
    left = {path.name for path in folder.iterdir()}
    assert len(left) == 2 * KEPT + 1
    assert "notes.txt" in left
    assert {"play-done-5.jsonl", "play-left-5.jsonl"} <= left
    assert not {"play-done-4.jsonl", "play-left-4.jsonl"} & left


def test_resume_passes_over_what_is_finished_or_broken(run: Run) -> None:
    folder = games_folder()
    folder.mkdir(parents=True)
    for number, words in enumerate((b"3\n7c\n", b"3\nresign\n")):
        path = folder / f"play-{number}.jsonl"
        assert run(*LOWEST, "--record", path, stdin=words).code in (0, 4)
        os.utime(path, (1000 + number, 1000 + number))
    (folder / "play-broken.jsonl").write_bytes(b"")
    ran: Ran = run("play", "--resume", "-q", stdin=b"quit\n")
    assert ran.code == 0
    assert "play-broken.jsonl" in ran.err
    assert "passed over" in ran.err
    assert "going on with play-0.jsonl, round 1\n" in ran.err


def test_a_second_interrupt_does_not_wait_for_a_slow_farewell(terminals: list[Screen], tmp_path: Path) -> None:
    command = write_bot(tmp_path / "slow.py")
    with (tmp_path / "slow.py").open("a") as file:
        file.write("time.sleep(30)\n")
    words = ("-p", f"N=exec:{command}", "-p", "EW=lowest", "-p", "S=human")
    terminal = open_terminal(terminals, "play", *words, "-s", "42", "-q")
    terminal.wait_for("bid> ")
    terminal.press(b"\x03")
    terminal.wait_for("everything so far is saved")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() == -signal.SIGINT


def test_signals_that_were_ignored_stay_so() -> None:
    from spades_cli.cli.stopping import stopping_signals

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopping_signals():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)
