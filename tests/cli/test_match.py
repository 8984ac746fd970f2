"""``spades-cli match``: the same bytes with any number of workers, stop and resume, faults counted."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.test_prompt import Screen, screens
from tests.processes import of_group, running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Ran, Run

__all__ = ["screens"]

SHORT = ("-r", "solo-sprint-40", "-s", "7")

BAD = """
import os, random, sys
from spades_cli import Bid, Card, Strategy, hookimpl

class Low(Strategy):
    name, summary = "low", "least bid, first card"
    def bid(self, view):
        return next(bid for bid in view.legal if not bid.nil)
    def play(self, view):
        return view.legal[0]

class Raises(Low):
    name = "raises"
    def play(self, view):
        if self.rng.random() < 0.05:
            raise ValueError("now and then")
        return view.legal[0]

class Revokes(Low):
    name = "revokes"
    def play(self, view):
        return next((card for card in view.hand if card not in view.legal), view.legal[0])

class Garbage(Low):
    name = "garbage"
    def play(self, view):
        return "xyzzy"

class Quits(Low):
    name = "quits"
    def play(self, view):
        sys.exit()

class Dies(Low):
    name = "dies"
    def play(self, view):
        os._exit(3)

class Prints(Low):
    name = "prints"
    def play(self, view):
        print("hello")
        return view.legal[0]

@hookimpl
def spades_register_strategies():
    return [Low, Raises, Revokes, Garbage, Quits, Dies, Prints]
"""


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A plugin of strategies that fail in every way a strategy can inside the program."""
    path = tmp_path / "bad.py"
    path.write_text(BAD, encoding="utf-8")
    return path


def figures(ran: Ran) -> dict[str, Any]:
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    for row in found["strategies"]:
        del row["ms_per_decision"]
    return found


def test_the_table_shows_both_strategies_with_errors(run: Run) -> None:
    ran = run("match", "basic", "random", "-n", "8", *SHORT)
    assert ran.code == 0
    assert ran.out.startswith("solo-sprint-40, 8 deals x 2, seed 7\n")
    assert re.search(
        r"^basic +16 +\d+\.\d % +\d+\.\d to +\d+\.\d +-?\d+\.\d +[+-]\d+\.\d\d \+- \d+\.\d\d$", ran.out, re.M
    )
    assert ran.err == ""


def test_any_number_of_workers_writes_the_same_bytes_and_figures(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    words = ("match", "basic", "random", "-n", "12", *SHORT, "--format", "json")
    alone = figures(run(*words, "-j", "1", "-o", one))
    assert figures(run(*words, "-j", "2", "-o", two)) == alone
    assert one.read_bytes() == two.read_bytes()
    assert run("replay", one, "--verify").code == 0
    assert alone["pairs"] == 12


def test_different_deals_for_different_games_and_the_same_for_both_ways_to_sit(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    run("match", "lowest", "random", "-n", "3", "-s", "1", "--rounds", "-o", out)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    deals = {line["g"]: line["deal"] for line in lines if line["t"] == "round"}
    assert sorted(deals) == ["1-0.0", "1-0.1", "1-1.0", "1-1.1", "1-2.0", "1-2.1"]
    assert deals["1-0.0"] == deals["1-0.1"]
    assert len(set(deals.values())) == 3


def test_a_seed_is_drawn_and_told(run: Run) -> None:
    ran = run("match", "lowest", "random", "-n", "2", "--rounds", "--format", "json")
    assert f'"seed": {ran.err.split()[1]},' in ran.out


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.77, 0.999])
def test_a_record_cut_anywhere_resumes_to_the_same_bytes_and_figures(share: float, run: Run, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    words = ("match", "basic", "lowest", "-n", "6", *SHORT, "--format", "json")
    unbroken = figures(run(*words, "-o", whole))
    content = whole.read_bytes()
    part.write_bytes(content[: int(len(content) * share)])
    assert figures(run(*words, "-o", part, "--resume")) == unbroken
    assert part.read_bytes() == content


def test_a_record_is_neither_overwritten_nor_mixed(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    run("match", "basic", "lowest", "-n", "2", *SHORT, "-o", out)
    content = out.read_bytes()
    again = run("match", "basic", "lowest", "-n", "2", *SHORT, "-o", out)
    assert again.code == 2
    assert "exists already" in again.err
    other = run("match", "basic", "random", "-n", "2", *SHORT, "-o", out, "--resume")
    assert other.code == 4
    assert "is not of this comparison" in other.err
    assert out.read_bytes() == content


def test_a_finished_record_resumes_to_its_figures_and_grows_but_never_shrinks(run: Run, tmp_path: Path) -> None:
    out, whole = tmp_path / "m.jsonl", tmp_path / "whole.jsonl"
    words = ("match", "basic", "lowest", "-s", "7", "--rounds", "--format", "json")
    first = figures(run(*words, "-n", "4", "-o", out))
    content = out.read_bytes()
    assert figures(run(*words, "-n", "4", "-o", out, "--resume")) == first
    fewer = run(*words, "-n", "3", "-o", out, "--resume")
    assert fewer.code == 4
    assert "holds more than the 3 deals asked for" in fewer.err
    assert out.read_bytes() == content
    assert figures(run(*words, "-n", "9", "-o", out, "--resume")) == figures(run(*words, "-n", "9", "-o", whole))
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("content", [b'{"t":"end"}\n', b"hello\n", b'[1]\n{"t":"end","g":"1-0"}\n', b"\xff\xfe\n"])
def test_what_is_no_record_is_not_gone_on_with(content: bytes, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    out.write_bytes(content)
    ran = run("match", "basic", "lowest", "-n", "1", "-s", "7", "--rounds", "-o", out, "--resume")
    assert ran.code == 4
    assert "not the record of a match or tournament" in ran.err
    assert out.read_bytes() == content


def test_a_record_of_play_is_not_gone_on_with(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    run("play", "-p", "basic", "-r", "tournament-board-four", "-s", "7", "--record", out)
    content = out.read_bytes()
    ran = run("match", "basic", "lowest", "-n", "1", "-s", "7", "-o", out, "--resume")
    assert ran.code == 4
    assert "not the record of a match or tournament" in ran.err
    assert out.read_bytes() == content


def test_a_match_of_one_strategy_with_itself_says_that_it_was_played_alike(run: Run) -> None:
    ran = run("match", "basic", "basic", "-n", "3", *SHORT, "--format", "json")
    found = figures(ran)
    assert found["identical"] == 3
    assert [row["matches"] for row in found["strategies"]] == [3, 3]
    assert "3 deals were played alike" in run("match", "basic", "basic", "-n", "3", *SHORT).out


def test_a_sequential_test_stops_early_and_alike_with_any_number_of_workers(run: Run) -> None:
    words = ("match", "basic", "random", "-n", "500", "-s", "7", "--rounds", "--sprt", "0,20")
    one = run(*words, "-j", "1")
    assert "decided after " in one.out
    assert "rather 20 than 0" in one.out
    decided = re.search(r"decided after (\d+)", one.out)
    assert decided
    assert int(decided[1]) < 100
    two = run(*words, "-j", "2")
    assert decided[0] in two.out


@pytest.mark.parametrize(
    ("name", "kind"),
    [("raises", "exception"), ("revokes", "illegal"), ("garbage", "malformed"), ("quits", "exception")],
)
@pytest.mark.parametrize("policy", ["forfeit", "substitute"])
def test_faults_are_counted_by_kind_and_the_record_verifies(
    name: str, kind: str, policy: str, bad: Path, run: Run, tmp_path: Path
) -> None:
    out = tmp_path / "m.jsonl"
    words = ("match", name, "low", "--plugin", bad, "-n", "3", "-r", "tournament-board-four", "-s", "2")
    found = figures(run(*words, "--on-fault", policy, "-o", out, "--format", "json"))
    assert set(found["strategies"][0]["faults"]) == {kind}
    assert not found["strategies"][1]["faults"]
    # The substitute is what the other strategy plays anyway, so that every pair is played alike.
    assert found["strategies"][0]["matches"] == (3 if policy == "substitute" else 6)
    if policy == "forfeit":
        assert found["strategies"][0]["matches_won"] == 0
    assert run("replay", out, "--verify").code == 0
    assert run(*words, "--on-fault", policy, "-o", out, "--resume", "--format", "json").code == 0


@pytest.mark.parametrize("words", [("--on-fault", "stop"), ("--strict",)])
def test_a_fault_may_stop_everything(words: tuple[str, ...], bad: Path, run: Run) -> None:
    ran = run("match", "garbage", "low", "--plugin", bad, "-n", "2", *SHORT, *words)
    assert ran.code == 5
    assert "malformed" in ran.err


def test_a_strategy_that_ends_its_process_ends_the_run_with_a_reason_not_a_hang(bad: Path, spawn: Run) -> None:
    ran = spawn("match", "dies", "low", "--plugin", bad, "-n", "4", *SHORT, "-j", "2")
    assert ran.code == 5
    assert "a worker died" in ran.err
    assert "Traceback" not in ran.err.split("error:")[-1]


def test_what_a_strategy_prints_is_not_in_the_answer(bad: Path, run: Run) -> None:
    ran = run("match", "prints", "low", "--plugin", bad, "-n", "1", "--rounds", "--format", "json")
    assert json.loads(ran.out)["pairs"] == 1
    assert "hello" in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("basic", "nobody"), "nobody"),
        (("basic", "human"), "only strategies and bots can be compared"),
        (("basic", "random", "--resume"), "--resume needs the record"),
        (("basic", "random", "--sprt", "x"), "--sprt x: write LOW,HIGH"),
        (("basic", "random", "--sprt", "5,1"), "LOW must be less than HIGH"),
        (("basic:x=1", "random"), "no option 'x'"),
    ],
)
def test_wrong_usage_is_one_clear_line(words: tuple[str, ...], message: str, run: Run) -> None:
    ran = run("match", *words, "-n", "2", *SHORT)
    assert ran.code in (2, 4)
    assert message in ran.err
    assert not ran.out


def start(*words: str | Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "spades_cli", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def wait_for_games(out: Path, count: int) -> None:
    deadline = time.monotonic() + 30
    while not out.exists() or out.read_bytes().count(b'"t":"end"') < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def assert_none_survives(group: int) -> None:
    deadline = time.monotonic() + 10
    while of_group(group):
        assert time.monotonic() < deadline, "a worker outlived its parent"
        time.sleep(0.1)


def test_after_a_kill_no_worker_survives_and_the_run_resumes_to_the_same_bytes(run: Run, tmp_path: Path) -> None:
    out, whole = tmp_path / "m.jsonl", tmp_path / "whole.jsonl"
    words = ("basic", "basic", "-n", "120", "--rounds", "-s", "7")
    running = start("match", *words, "-j", "2", "-o", out)
    wait_for_games(out, 4)
    running.kill()
    running.wait()
    assert_none_survives(running.pid)
    run("match", *words, "-j", "1", "-o", whole)
    assert run("match", *words, "-j", "2", "-o", out, "--resume").code == 0
    assert out.read_bytes() == whole.read_bytes()


def test_an_interrupt_prints_the_table_so_far_and_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    running = start("match", "basic", "random", "-n", "2000", "-s", "7", "-j", "2", "-o", out)
    wait_for_games(out, 4)
    os.kill(running.pid, signal.SIGINT)
    shown, told = running.communicate(timeout=30)
    assert running.returncode == 130
    assert b"paired difference" in shown
    assert b"go on with: spades-cli match basic random" in told
    assert b"--resume" in told
    assert b"Traceback" not in told
    assert_none_survives(running.pid)


#: Plays the first deals at once, and thinks about its first card of a later one for ever.
SLOW = """
import time
from spades_cli import Bid, Strategy, hookimpl

class Slow(Strategy):
    name, summary = "slow", "thinks for ever"
    decisions = 0
    def bid(self, view):
        return Bid(3)
    def play(self, view):
        Slow.decisions += 1
        if Slow.decisions > 60:
            print("thinking", flush=True)
            time.sleep(60)
        return view.legal[0]

@hookimpl
def spades_register_strategies():
    return [Slow]
"""


@pytest.mark.parametrize("words", [("match", "slow", "lowest"), ("tournament", "slow", "lowest", "random")])
def test_an_interrupt_in_the_middle_of_a_decision_keeps_the_deals_before_it(
    words: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    plugin, out = tmp_path / "slow.py", tmp_path / "m.jsonl"
    plugin.write_text(SLOW, encoding="utf-8")
    command = [*words, "--plugin", str(plugin), "-n", "9", "-s", "7", "--rounds", "-o", str(out), "--format", "json"]
    with start(*command) as slow:
        assert slow.stderr is not None
        assert slow.stderr.readline() == b"thinking\n"
        slow.send_signal(signal.SIGINT)
        shown, told = slow.communicate(timeout=30)
    assert slow.returncode == 130
    assert json.loads(shown)["pairs"] == 1
    assert told.startswith(b"interrupted; go on with: spades-cli " + words[0].encode())
    assert b"Traceback" not in told
    assert out.read_bytes().count(b'"t":"end"') == 2
    assert run("replay", out, "--verify").code == 0


@pytest.mark.parametrize(("words", "is_shown"), [((), True), (("-q",), False)], ids=["", "quiet"])
def test_progress_is_shown_on_a_terminal_unless_it_should_be_quiet(
    words: tuple[str, ...], is_shown: bool, screens: list[Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screens.append(screen := Screen("match", "lowest", "random", "-n", "300", "-s", "1", "--rounds", *words))
    before = screen.wait_for("standard, 300")
    assert ("deals" in before and "%" in before) is is_shown


def test_an_isolated_match_and_a_loopback_bot_play_the_same_games(run: Run, tmp_path: Path) -> None:
    inside, isolated, outside = (tmp_path / name for name in ("in.jsonl", "iso.jsonl", "out.jsonl"))
    words = ("-n", "2", "--rounds", "-s", "7", "--format", "json")
    expected = figures(run("match", "basic", "random", *words, "-o", inside))
    assert figures(run("match", "basic", "random", *words, "--isolate", "-o", isolated)) == expected
    assert isolated.read_bytes() == inside.read_bytes()
    bot = f"exec:{sys.executable} -m spades_cli bot basic"
    found = figures(run("match", bot, "random", *words, "-j", "2", "-o", outside))
    assert [row["difference"] for row in found["strategies"]] == [row["difference"] for row in expected["strategies"]]
    assert run("replay", outside, "--verify").code == 0


@pytest.mark.parametrize(
    ("name", "kind"), [("dies", "died"), ("quits", "exception"), ("garbage", "malformed"), ("revokes", "illegal")]
)
def test_isolated_strategies_fail_alone_and_the_run_goes_on(name: str, kind: str, bad: Path, run: Run) -> None:
    words = ("-n", "1", "-r", "tournament-board-four", "-s", "2", "--isolate", "--format", "json")
    found = figures(run("match", name, "low", "--plugin", bad, *words))
    assert found["strategies"][0]["faults"] == {kind: 2}
    assert found["strategies"][0]["matches_won"] == 0


def test_a_bot_that_hangs_loses_by_time_and_nothing_of_it_remains(run: Run, tmp_path: Path) -> None:
    hang = tmp_path / "hang.py"
    hang.write_text(
        "import json, sys\n"
        "print(json.dumps({'id': json.loads(input())['id'], 'name': 'hang'}), flush=True)\n"
        "while True: pass\n",
        encoding="utf-8",
    )
    bot = f"exec:{sys.executable} {hang}"
    found = figures(run("match", bot, "lowest", "-n", "1", "-s", "2", "--timeout", "0.3", "--format", "json"))
    assert found["strategies"][0]["faults"] == {"timeout": 2}
    assert not [process for process in running() if str(hang) in process.command]
