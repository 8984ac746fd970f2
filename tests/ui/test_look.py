"""Which renderer a look and a stream get, and what it shows there."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from spades_cli import Card, Round, Rules
from spades_cli.engine.events import Acted
from spades_cli.ui.look import Look, make_renderer
from spades_cli.ui.plain import PlainRenderer
from spades_cli.ui.render import Renderer
from tests.ui.test_style import terminal

if TYPE_CHECKING:
    from typing import TextIO


def pipe() -> TextIO:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")


def test_plain_and_block_renderers() -> None:
    assert type(make_renderer(Rules(), Look(), ["S"], pipe())) is Renderer
    assert type(make_renderer(Rules(), Look(plain=True), ["S"], pipe())) is PlainRenderer


def test_a_terminal_is_measured_when_a_line_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = make_renderer(Rules(), Look(), ["S"], terminal())
    view = Round(Rules(), seed=1, dealer="E").view("S")
    for columns in (100, 46, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert renderer.width == columns
        assert max(map(len, renderer.block(view))) <= columns


def test_a_pipe_gets_whole_lines_and_no_lessons() -> None:
    view = Round(Rules(), seed=1, dealer="E").view("S")
    shown = list(make_renderer(Rules(), Look(), ["S"], pipe()).block(view))
    assert len(shown[1]) > 80
    assert "You may bid" not in "".join(shown)
    assert "You may bid" in "".join(make_renderer(Rules(), Look(), ["S"], terminal()).block(view))


def test_rounds_are_explained_to_players_who_do_not_want_quiet() -> None:
    assert make_renderer(Rules(), Look(), ["S"], pipe()).explain
    assert not make_renderer(Rules(), Look(), [], pipe()).explain
    assert not make_renderer(Rules(), Look(quiet=True), ["S"], pipe()).explain
    assert not make_renderer(Rules(), Look(explain=False), ["S"], pipe()).explain


def test_suits_colours_and_order_are_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    style = make_renderer(Rules(), Look(suits="letter", colours="two", sort="rank"), ["S"], terminal()).style
    assert (style.signs, style.colour, style.colours, style.sort) == (False, True, "two", "rank")


def test_who_takes_time_sees_each_card_of_the_others_as_it_falls() -> None:
    east, south = Acted(1, "E", "play", Card("AH")), Acted(1, "S", "play", Card("KH"))
    slow = make_renderer(Rules(), Look(speed="slow", suits="letter"), ["S"], terminal())
    assert [*slow.event(east), *slow.event(south)] == ["  E plays AH"]
    for speed, stream in (("instant", terminal()), ("slow", pipe())):
        assert list(make_renderer(Rules(), Look(speed=speed), ["S"], stream).event(east)) == []  # type: ignore[arg-type]
