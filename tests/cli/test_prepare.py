"""A strategy prepares once, in the process that the user started, before anybody plays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from spades_cli.engine.rules import Rules
from spades_cli.players import protocol

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

#: Each process writes what it does, under its number, to the file given for {log}.
PLUGIN = """
import os
from spades_cli import Bid, Strategy, hookimpl

def note(text):
    with open({log!r}, "a") as file:
        print(os.getpid(), text, file=file)

class Ready(Strategy):
    name, summary = "ready", "prepares"
    @classmethod
    def prepare(cls, rules):
        print("getting ready")
        note(f"prepare {{rules.name}}")
    def bid(self, view):
        note("bid")
        return Bid(3)
    def play(self, view):
        return view.legal[0]

class Unready(Ready):
    name = "unready"
    @classmethod
    def prepare(cls, rules):
        raise OSError("no room")

@hookimpl
def spades_register_strategies():
    return [Ready, Unready]
"""
BID = {"type": "bid", "seat": "N", "hand": "AS QS 7S KH 8H 3H AD 9D 6D 2D JC 7C 4C"}
ROUNDS = ("-s", "1", "-n", "2", "--rounds")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def plugin(tmp_path: Path, log: Path) -> tuple[str, str]:
    """The options that load the plugin."""
    path = tmp_path / "ready.py"
    path.write_text(PLUGIN.format(log=str(log)), encoding="utf-8")
    return "--plugin", str(path)


@pytest.mark.parametrize(
    "words",
    [
        ("play", "-p", "NS=ready", "-p", "EW=lowest", "-s", "1", "-q"),
        ("match", "ready", "lowest", *ROUNDS),
        ("match", "ready", "lowest", *ROUNDS, "-j", "2"),
        ("match", "lowest", "ready", *ROUNDS, "-o", "games.jsonl"),
        ("tournament", "lowest", "random", "ready", *ROUNDS, "-j", "2"),
    ],
    ids=lambda words: f"{words[0]} {words[-2]} {words[-1]}",
)
def test_a_strategy_prepares_once_before_the_first_decision(
    words: tuple[str, ...], plugin: tuple[str, str], log: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(log.parent)
    ran = run(*words, *plugin)
    assert (ran.code, ran.err) == (0, "getting ready\n")
    done = log.read_text().splitlines()
    assert [line.split(" ", 1)[1] for line in done if "prepare" in line] == ["prepare standard"]
    assert "prepare" in done[0]


def test_an_advisor_prepares_when_it_is_first_asked_and_once(plugin: tuple[str, str], log: Path, run: Run) -> None:
    line = json.dumps(BID).encode() + b"\n"
    assert run("hint", "-", "--advisor", "ready", *plugin, stdin=line * 3).code == 0
    assert [line.split()[1] for line in log.read_text().splitlines()] == ["prepare", "bid", "bid", "bid"]
    log.unlink()
    words = ("play", "-p", "NEW=lowest", "-s", "42", "-q", "--advisor", "ready", *plugin)
    run(*words, stdin=b"quit\n")
    assert not log.exists()
    run(*words, stdin=b"hint\n=1\nhint\nquit\n")
    assert [line.split()[1] for line in log.read_text().splitlines()] == ["prepare", "bid"]


def test_a_bot_prepares_when_it_hears_the_rules(plugin: tuple[str, str], log: Path, run: Run) -> None:
    hello = json.dumps(protocol.hello(1, Rules(), "test")).encode() + b"\n"
    ran = run("bot", "ready", *plugin, stdin=hello)
    assert (ran.code, ran.err, json.loads(ran.out)["name"]) == (0, "getting ready\n", "ready")
    assert log.read_text().count("prepare") == 1


def test_a_finished_record_needs_no_preparation(plugin: tuple[str, str], log: Path, run: Run) -> None:
    words = ("match", "ready", "lowest", *ROUNDS, "-o", log.parent / "games.jsonl", *plugin)
    run(*words)
    log.unlink()
    assert run(*words, "--resume").code == 0
    assert not log.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("play", "-p", "unready", "-s", "1", "-q"),
        ("match", "unready", "lowest", *ROUNDS),
        ("match", "lowest", "unready", *ROUNDS, "-j", "2"),
        ("hint", "-", "--advisor", "unready"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_strategy_that_cannot_prepare_stops_the_program_in_words(
    words: tuple[str, ...], plugin: tuple[str, str], run: Run
) -> None:
    ran = run(*words, *plugin, stdin=json.dumps(BID).encode() + b"\n")
    assert (ran.code, ran.out) == (5, "")
    assert "strategy 'unready' of plugin 'ready" in ran.err
    assert "could not prepare: OSError: no room" in ran.err
    assert "Traceback" not in ran.err


def test_a_bot_that_cannot_prepare_says_so_in_its_greeting(plugin: tuple[str, str], run: Run) -> None:
    hello = json.dumps(protocol.hello(1, Rules(), "test")).encode() + b"\n"
    answer = json.loads(run("bot", "unready", *plugin, stdin=hello).out)
    assert "no room" in answer["error"]
