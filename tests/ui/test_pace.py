"""Waits after others' moves: on a terminal, cut short by a key, and never elsewhere."""

from __future__ import annotations

import io
import os
import pty
import sys
import termios
import time
from typing import TYPE_CHECKING

import pytest

from spades_cli import Card, Round, Rules
from spades_cli.engine.events import Acted, Asked, Dealt, Event, TrickTaken
from spades_cli.ui import pace
from spades_cli.ui.editing import Editing
from spades_cli.ui.look import Look, Pace

if TYPE_CHECKING:
    from collections.abc import Iterator

MOVE = Acted(1, "E", "play", Card("AH"))
ASKED = Asked(Round(Rules(), seed=1).view("S"))


class Screen(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Typed(Editing):
    """Keeps what was typed ahead."""

    def __init__(self) -> None:
        super().__init__(None, None)
        self.text = ""

    def prefill(self, text: str) -> None:
        self.text += text


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A terminal as standard input; what is written to the number yielded is typed there."""
    master, slave = pty.openpty()
    with open(slave, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield master
    os.close(master)


def waited(speed: str, *events: Event, editing: Editing | None = None) -> float:
    """Seconds that these events take."""
    paced = Pace(Look(speed=speed), Screen(), editing)  # type: ignore[arg-type]
    start = time.monotonic()
    for event in events:
        paced.after(event)
    return time.monotonic() - start


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "WAITS", {Acted: 0.1})


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "WAITS", {Acted: 60.0})


@pytest.mark.parametrize(("speed", "waits"), [("instant", []), ("normal", [0.6, 1.2]), ("slow", [1.2, 2.4])])
def test_slow_takes_twice_as_long_as_normal_and_instant_nothing(
    monkeypatch: pytest.MonkeyPatch, speed: str, waits: list[float]
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(pace, "_wait", slept.append)
    waited(speed, MOVE, TrickTaken(1, 1, (), "E"))
    assert slept == waits


@pytest.mark.usefixtures("endless")
def test_a_pipe_never_waits() -> None:
    start = time.monotonic()
    Pace(Look(speed="slow"), io.StringIO()).after(MOVE)
    assert time.monotonic() - start < 1


@pytest.mark.usefixtures("endless", "keyboard")
def test_what_nobody_needs_to_look_at_takes_no_time() -> None:
    assert waited("slow", Dealt(1, "N", {}), ASKED) < 1


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize(("typed", "left"), [(b"\n", ""), (b" ", ""), (b"qh", "qh"), (b"qh\n", "qh"), (b"\x1b[A", "")])
def test_a_key_skips_to_the_next_decision_and_typed_text_is_kept(keyboard: int, typed: bytes, left: str) -> None:
    os.write(keyboard, typed)
    editing = Typed()
    assert waited("slow", MOVE, MOVE, MOVE, editing=editing) < 5
    assert editing.text == left


@pytest.mark.usefixtures("short")
def test_after_a_decision_there_are_waits_again(keyboard: int) -> None:
    os.write(keyboard, b" ")
    assert waited("slow", MOVE, ASKED, MOVE) >= 0.2


@pytest.mark.usefixtures("endless")
def test_the_terminal_is_left_as_it_was(keyboard: int) -> None:
    before = termios.tcgetattr(sys.stdin.fileno())
    os.write(keyboard, b"x")
    waited("normal", MOVE)
    assert termios.tcgetattr(sys.stdin.fileno()) == before


@pytest.mark.usefixtures("short")
def test_without_a_keyboard_there_is_nothing_to_skip_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert waited("normal", MOVE) >= 0.1
