"""A strategy behind a pipe plays as it does in the program, and a bot's failure ends the program in words."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Round, load_rules
from spades_cli.engine.rules import Rules
from spades_cli.players import protocol
from tests.players.bots import write_bot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

LOOPBACK = f"exec:{shlex.quote(sys.executable)} -m spades_cli bot"


@pytest.mark.parametrize(
    ("rules", "seat", "others", "strategy"),
    [
        ("standard", "N", "ESW", "basic"),
        ("standard", "E", "NSW", "random"),
        ("two-player", "P1", "P2", "basic"),
        ("two-player", "P2", "P1", "random"),
        ("suicide", "S", "NEW", "basic"),
        ("cutthroat-3-jokers", "P2", "P1P3", "lowest"),
    ],
)
@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_loopback_match_is_the_match_in_process(
    run: Run, tmp_path: Path, rules: str, seat: str, others: str, strategy: str, form: str
) -> None:
    path = tmp_path / "short.toml"
    path.write_text(f'[variant]\nbase = "{rules}"\n[match]\nmax_rounds = 3\n', encoding="utf-8")
    words = ("play", "-r", path, "-s", "42", "--format", form)
    alone = run(*words, "-p", strategy)
    piped = run(*words, "-p", f"{seat}={LOOPBACK} {strategy}", "-p", f"{others}={strategy}")
    assert (piped.code, piped.err) == (0, "")
    assert plain(piped.out, strategy) == plain(alone.out, strategy)


def plain(text: str, strategy: str) -> list[str]:
    """The lines, with the bot under its strategy's name."""
    command = f"{LOOPBACK} {strategy}"
    return text.replace(json.dumps(command), json.dumps(strategy)).replace(command, strategy).splitlines()


def ask(run: Run, *messages: dict[str, Any] | str, spec: str = "basic") -> list[dict[str, Any]]:
    lines = (message if isinstance(message, str) else json.dumps(message) for message in messages)
    done = run("bot", spec, stdin="\n".join([*lines, ""]).encode())
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


HELLO = protocol.hello(1, Rules(), "test")


def test_a_bot_greets_decides_and_ends_with_its_input(run: Run) -> None:
    deal = Round(load_rules("standard"), seed=7)
    assert deal.turn
    request = protocol.request(2, deal.view(deal.turn), 10)
    greeting, answer = ask(run, HELLO, request)
    assert (greeting["id"], greeting["name"], greeting["wants"]) == (1, "basic", ["match", "round_end"])
    assert answer["id"] == 2
    assert deal.apply(answer["action"])


def test_after_bye_nothing_is_answered(run: Run) -> None:
    assert [answer["id"] for answer in ask(run, HELLO, {"type": "bye"}, HELLO)] == [1]


def test_what_a_bot_does_not_understand_is_an_error_in_its_answer(run: Run) -> None:
    strange = {"id": 2, "type": "news"}
    torn = {"id": 3, "type": "play", "seat": "N"}
    answers = ask(run, HELLO, {"type": "news"}, strange, torn, HELLO | {"id": 4, "v": 2})
    assert answers[1] == {"id": 2, "error": "unsupported"}
    assert answers[2]["error"].startswith("KeyError")
    assert "version 2" in answers[3]["error"]
    assert "hello comes first" in ask(run, torn)[0]["error"]


def test_options_of_a_strategy_are_part_of_the_spec(run: Run) -> None:
    done = run("bot", "basic:nonsense=1", stdin=b"")
    assert done.code == 2
    assert "nonsense" in done.err


@pytest.mark.parametrize("line", [b"hello", b"[1]", b"\xff", b"[" * 60000])
def test_a_line_that_is_no_message_ends_the_bot_in_words(run: Run, line: bytes) -> None:
    done = run("bot", "basic", stdin=json.dumps(HELLO).encode() + b"\n" + line + b"\n")
    assert done.code == 4
    assert done.err.startswith("error: <stdin>:2: not a message")


@pytest.mark.parametrize("spec", ["human", "exec:bot", "script:x"])
def test_only_strategies_can_be_bots(run: Run, spec: str) -> None:
    done = run("bot", spec)
    assert (done.code, done.out) == (2, "")
    assert f"{spec!r} is not a strategy" in done.err


def test_a_bot_that_does_not_start_stops_the_program(run: Run) -> None:
    done = run("play", "-p", "N=exec:/no/such/bot", "-p", "ESW=basic", "-s", "1")
    assert (done.code, done.out) == (5, "")
    assert "the bot at N did not start: /no/such/bot: cannot be started" in done.err
    assert "hint: command: /no/such/bot" in done.err


@pytest.mark.parametrize(
    "body", ["sys.exit(3)", "time.sleep(60)", "print('?', flush=True)", "say(id=m['id'], error='no')"]
)
def test_a_bot_that_fails_in_play_stops_the_program(run: Run, tmp_path: Path, body: str) -> None:
    command = write_bot(tmp_path / "bad.py", body)
    done = run("play", "-p", f"N=exec:{command}", "-p", "ESW=basic", "-s", "1", "--timeout", "0.3")
    assert done.code == 5
    assert "at N failed" in done.err


def test_an_interrupted_match_leaves_no_bot(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    body = f"open({str(pid)!r} + '.new', 'w').write(str(os.getpid()))\nos.rename({str(pid)!r} + '.new', {str(pid)!r})"
    command = write_bot(tmp_path / "slow.py", f"{body}\ntime.sleep(60)")
    words = ["play", "-p", f"N=exec:{command}", "-p", "ESW=basic", "-s", "1", "--timeout", "60"]
    with subprocess.Popen([sys.executable, "-m", "spades_cli", *words], stdout=subprocess.DEVNULL) as program:
        until = time.monotonic() + 20
        while not pid.exists() and time.monotonic() < until:
            time.sleep(0.02)
        program.send_signal(signal.SIGINT)
        assert program.wait(20) == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
