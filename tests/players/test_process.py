"""Bots that behave, and bots that fail in every way: the fault is named, nothing hangs, no process is left."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Match, Round, load_rules
from spades_cli.arena.table import play_match
from spades_cli.engine.events import MatchEnded, RoundScored
from spades_cli.engine.rules import Rules
from spades_cli.players.child import LONGEST, TAIL, Child
from spades_cli.players.faults import PlayerFault
from spades_cli.players.process import BotProcess
from tests.players.bots import bot
from tests.support import AnyLegal, players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.view import View

SHORT = 0.4


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """No child of this process remains when a test is over, not even as a zombie."""
    before = children()
    yield
    assert children() <= before


def children() -> set[int]:
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                found.add(int(stat.parent.name))
    return found


def views(count: int) -> list[View]:
    """What the seats in turn see at the beginning of a round, one bid after another."""
    deal, found = Round(Rules(), seed=3, dealer="N"), []
    for _ in range(count):
        assert deal.turn is not None
        found.append(deal.view(deal.turn))
        deal.apply("3")
    return found


VIEW = views(1)[0]
FIRST = str(VIEW.legal[0])


def fault(player: BotProcess, view: View = VIEW) -> PlayerFault:
    with pytest.raises(PlayerFault) as found:
        player.decide(view)
    return found.value


# --- good ones -------------------------------------------------------------------------------------------------------


def test_a_bot_answers_with_the_text_of_its_action(tmp_path: Path) -> None:
    with bot(tmp_path / "good.py") as player:
        assert [player.decide(view) for view in views(3)] == ["nil"] * 3
        assert (player.name, player.version) == ("test", "1")


def test_legality_is_left_to_the_table(tmp_path: Path) -> None:
    with bot(tmp_path / "bold.py", "say(id=m['id'], action='99 of clubs')") as player:
        assert player.decide(VIEW) == "99 of clubs"


@pytest.mark.parametrize("name", ["standard", "two-player", "jjdd", "suicide"])
def test_a_bot_plays_a_round_of_any_variant(tmp_path: Path, name: str) -> None:
    rules = load_rules(name)
    others = players(rules, AnyLegal)
    with bot(tmp_path / "good.py", rules=rules) as player:
        match = Match(rules, seed=4, guard=1)
        events = list(play_match(match, others | {rules.seats[0]: player}))
    assert any(isinstance(event, RoundScored) for event in events)


def test_a_bot_is_told_what_it_wants_and_nothing_else(tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    notice = f"open({str(told)!r}, 'a').write(line)"
    wants = ["options", "match", "trick", "round_end", "match_end", "bye", "news"]
    rules = Rules()
    for wanted in (wants, []):
        told.write_text("")
        before = f"\nwants = {wanted}\n"
        with bot(tmp_path / "b.py", before=before, notice=notice, options={"caution": 70}) as player:
            player.start_match("N", 7, {"N": "b", "E": "random"})
            player.start()
            match = Match(rules, seed=4, guard=1)
            for event in play_match(match, players(rules, AnyLegal) | {"N": player}):
                if isinstance(event, MatchEnded):
                    player.end_match(event)
        messages: list[dict[str, Any]] = [json.loads(line) for line in told.read_text().splitlines()]
        kinds = [message["type"] for message in messages]
        assert kinds == (["options", "match", *["trick"] * 13, "round_end", "match_end", "bye"] if wanted else [])
        if wanted:
            assert messages[0] == {"type": "options", "caution": 70}
            assert messages[1] == {"type": "match", "seat": "N", "seed": 7, "players": {"N": "b", "E": "random"}}
            assert [message["trick"] for message in messages[2:15]] == list(range(1, 14))
            assert sum(messages[15]["result"]["taken"].values()) == 13
            assert not any("id" in message or "legal" in message for message in messages)


def test_every_line_is_logged(tmp_path: Path) -> None:
    lines: list[str] = []
    with bot(tmp_path / "good.py", log=lines.append) as player:
        player.decide(VIEW)
    assert [line[:8] for line in lines] == ['> {"id":', '< {"id":'] * 2
    assert json.loads(lines[2][2:])["time_ms"] == 5000


def test_messages_without_id_and_unknown_fields_are_skipped(tmp_path: Path) -> None:
    body = "say(type='info', depth=3)\nsay(id=m['id'], action=move(), value=0.5, news=[])"
    with bot(tmp_path / "b.py", body) as player:
        assert player.decide(VIEW) == FIRST


# --- failing ones ----------------------------------------------------------------------------------------------------

DEEP = "print('[' * 60000, flush=True)"
FAILURES = {
    "raises": ("raise RuntimeError('no idea')", "died", "exit code 1; stderr:.*RuntimeError: no idea"),
    "sys.exit": ("sys.exit()", "died", "exit code 0"),
    "os._exit": ("os._exit(3)", "died", "exit code 3"),
    "is killed": ("os.kill(os.getpid(), 9)", "died", "signal 9"),
    "loops": ("while True: pass", "timeout", "no answer within 0.4 s"),
    "sleeps": ("time.sleep(60)", "timeout", "no answer within 0.4 s"),
    "says nothing": ("pass", "timeout", "no answer within 0.4 s"),
    "keeps talking": ("while True: say(type='info')", "timeout", "no answer within 0.4 s"),
    "repeats itself": ("while True: say(id=1, action='nil')", "timeout", "no answer within 0.4 s"),
    "resigns": ("say(id=m['id'], error='no idea')", "exception", "no idea"),
    "says garbage": ("print('hello?', flush=True)", "malformed", "no JSON object"),
    "says an empty line": ("print(flush=True)", "malformed", "no JSON object"),
    "says a list": ("print([1], flush=True)", "malformed", "no JSON object"),
    "nests deeply": (DEEP, "malformed", "no JSON object"),
    "talks before it answers": ("print('thinking', flush=True)\nanswer()", "malformed", "no JSON object"),
    "says one wrong byte": (r"os.write(1, b'{\"id\":\xff}\n')", "malformed", "not UTF-8"),
    "says a long line": (f"print('x' * {3 * LONGEST}, flush=True)", "malformed", "too long"),
    "never ends its line": ("while True: os.write(1, b'x' * 4096)", "malformed", "too long"),
    "names no action": ("say(id=m['id'])", "malformed", "has no action"),
    "names a number": ("say(id=m['id'], action=4)", "malformed", "has no action"),
    "names a control byte": (r"say(id=m['id'], action='4\x1b[2J')", "malformed", "cannot be printed"),
    "names half a letter": (r"say(id=m['id'], action='\ud800')", "malformed", "cannot be printed"),
    "answers the future": ("say(id=m['id'] + 1, action='4')", "malformed", "no request has the id 3"),
    "answers true": ("say(id=True, action='4')", "malformed", "no request has the id True"),
    "closes its output": ("os.close(1)\ntime.sleep(60)", "died", "closed its pipe"),
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_failure_is_named(tmp_path: Path, how: str) -> None:
    body, kind, detail = FAILURES[how]
    begun = time.monotonic()
    with bot(tmp_path / "bad.py", body, timeout=SHORT) as player:
        found = fault(player)
    assert found.kind == kind
    assert re.search(detail, found.detail)
    assert found.detail.isprintable()
    assert len(found.answer) <= 200
    assert time.monotonic() - begun < 5


STARTS = {
    "exits at start": ("sys.exit(7)", "died", "no greeting: the bot ended with exit code 7"),
    "never says hello": ("time.sleep(60)", "timeout", "no greeting: no answer within 0.4 s"),
    "prints a banner": ("print('Bot 1.0', flush=True)", "malformed", "no greeting: the line is no JSON object"),
    "refuses": ("m = json.loads(input())\nsay(id=m['id'], error='old')", "exception", "no greeting: old"),
    "wants a word": ("m = json.loads(input())\nsay(id=m['id'], wants='bye')", "malformed", "wants is no list"),
}


@pytest.mark.parametrize("how", STARTS)
def test_a_bot_that_does_not_start_is_named(tmp_path: Path, how: str) -> None:
    before, kind, detail = STARTS[how]
    with bot(tmp_path / "bad.py", before="\n" + before, start_timeout=SHORT) as player:
        found = fault(player)
    assert found.kind == kind
    assert detail in found.detail


@pytest.mark.parametrize("text", ["/no/such/bot", "", "'"])
def test_a_command_that_cannot_run_is_a_bot_that_died(text: str) -> None:
    found = fault(BotProcess(text, rules=Rules()))
    assert found.kind == "died"
    assert "cannot be started" in found.detail


def test_an_answer_given_twice_is_not_read_as_the_next_one(tmp_path: Path) -> None:
    with bot(tmp_path / "twice.py", "say(id=m['id'], action=str(count))\nsay(id=m['id'], action='twice')") as player:
        assert [player.decide(view) for view in views(3)] == ["1", "2", "3"]


def test_a_late_answer_is_not_read_as_the_next_one(tmp_path: Path) -> None:
    body = "print('wait' if count == 1 else '{}', flush=True)\nsay(id=m['id'], action=str(count))"
    with bot(tmp_path / "late.py", body) as player:
        assert fault(player).kind == "malformed"
        assert player.decide(VIEW) == "2"


def test_after_a_timeout_a_new_process_answers_and_knows_the_match(tmp_path: Path) -> None:
    flag, told = tmp_path / "flag", tmp_path / "told"
    body = f"""
if not os.path.exists({str(flag)!r}):
    open({str(flag)!r}, "w").close()
    time.sleep({SHORT} + 0.2)
    say(id=m["id"], action="late")
else:
    answer()
"""
    notice = f"open({str(told)!r}, 'a').write(m['type'] + ' ')"
    with bot(tmp_path / "b.py", body, before="\nwants = ['match']\n", notice=notice, timeout=SHORT) as player:
        player.start()
        player.start_match("N", 7, {})
        assert fault(player).kind == "timeout"
        assert [player.decide(view) for view in views(2)] == [FIRST, FIRST]
    assert told.read_text() == "match match "


def test_a_bot_that_died_is_started_again(tmp_path: Path) -> None:
    with bot(tmp_path / "b.py", "answer()\nsys.exit(5)") as player:
        assert player.decide(VIEW) == FIRST
        found = fault(player)
        assert (found.kind, found.detail) == ("died", "the bot ended with exit code 5")
        assert player.decide(VIEW) == FIRST


def test_a_flood_on_stderr_blocks_nobody(tmp_path: Path) -> None:
    body = r"sys.stderr.write('noise\x1b\n' * 200000)" + "\nanswer()"
    with bot(tmp_path / "noisy.py", body) as player:
        assert player.decide(VIEW) == FIRST
        until = time.monotonic() + 2
        while len(player.stderr) < TAIL and time.monotonic() < until:
            time.sleep(0.01)
        assert player.stderr == [r"noise\x1b"] * TAIL


def test_a_bot_that_never_reads_blocks_nobody(tmp_path: Path) -> None:
    body = "say(id=m['id'], action='x')\nfor i in range(2, 1000): say(id=m['id'] + i - 1, action='x')\ntime.sleep(60)"
    begun = time.monotonic()
    with bot(tmp_path / "deaf.py", body, timeout=SHORT) as player:
        assert [player.decide(VIEW) for _ in range(300)] == ["x"] * 300
    assert time.monotonic() - begun < 5


def test_what_a_bot_started_ends_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    body = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
open({str(pid)!r}, "w").write(str(child.pid))
answer()
"""
    with bot(tmp_path / "parent.py", body) as player:
        player.decide(VIEW)
    until = time.monotonic() + 2
    while is_running(int(pid.read_text())) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_running(int(pid.read_text()))


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_bot_that_will_not_go_is_killed(tmp_path: Path) -> None:
    before = "\nimport signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    player = bot(tmp_path / "stubborn.py", "answer()\nwhile True: time.sleep(9)", before=before)
    player.decide(VIEW)
    begun = time.monotonic()
    player.close()
    player.close()
    assert time.monotonic() - begun < 3


def test_a_child_can_be_closed_twice() -> None:
    child = Child([sys.executable, "-S", "-c", "input()"])
    child.close()
    child.close()
    assert child.wait(0) is not None
