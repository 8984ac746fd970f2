"""Lines that fit the terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from spades_cli.ui.layout import measure, terminal_width, wrap
from tests.ui.test_style import terminal

if TYPE_CHECKING:
    import pytest


def test_lines_wrap_between_parts() -> None:
    assert wrap(["one", "two", "three"], "  ", 9, "> ") == ["one  two", "> three"]
    assert wrap(["one", "two"], "  ", 0) == ["one  two"]
    assert wrap([], " ", 10) == []
    assert measure("\x1b[31m♥\x1b[0m A") == 3


def test_only_a_terminal_has_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "46")
    assert terminal_width(terminal()) == 46
    assert terminal_width(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")) == 0
