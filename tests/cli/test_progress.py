"""The line of progress: for terminals only, one at a time, and gone in the end."""

from __future__ import annotations

import io
import sys

import pytest

from spades_cli.cli import progress
from spades_cli.cli.progress import Progress


class Screen(io.StringIO):
    """A terminal that keeps what was written to it."""

    def isatty(self) -> bool:
        return True


def open_screen(monkeypatch: pytest.MonkeyPatch, pause: float = 0.0) -> Screen:
    """A screen in place of stderr; not in a fixture, after which pytest would put its own stream there."""
    monkeypatch.setattr(progress, "_PAUSE", pause)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    return screen


def test_each_state_replaces_the_one_before_and_the_last_one_is_wiped_out(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = open_screen(monkeypatch)
    with Progress() as line:
        line.show("one")
        line.show("three")
    assert screen.getvalue() == "one\r" + "   \r" + "three\r" + "     \r"


def test_a_state_is_no_wider_than_the_screen_and_steers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = open_screen(monkeypatch)
    with Progress() as line:
        line.show("\x1b[31m" + "x" * 500)
    shown = screen.getvalue().partition("\r")[0]
    assert shown.startswith("?[31mx")
    assert len(shown) == 79


def test_states_that_follow_at_once_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = open_screen(monkeypatch, pause=60.0)
    with Progress() as line:
        line.show("one")
    assert screen.getvalue() == ""


@pytest.mark.parametrize("terminal", [False, True])
def test_nothing_is_shown_without_a_terminal_or_when_it_shall_be_quiet(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream: io.StringIO = open_screen(monkeypatch)
    if not terminal:
        monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with Progress(quiet=terminal) as line:
        line.show("one")
    assert stream.getvalue() == ""


def test_answers_on_the_same_terminal_are_progress_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = open_screen(monkeypatch)
    monkeypatch.setattr(sys, "stdout", Screen())
    with Progress(beside_output=True) as line:
        line.show("one")
    assert screen.getvalue() == ""
