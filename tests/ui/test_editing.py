"""History and Tab completion at the prompt, with and without readline."""

from __future__ import annotations

import builtins
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Round
from spades_cli.ui.editing import KEPT, Editing, open_editing
from spades_cli.ui.offers import Offers, list_offers
from tests.engine.builders import make_rules
from tests.ui.test_grammar import bidding, following

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spades_cli import View


class Readline(ModuleType):
    """As much of readline as is used: its history in ``lines``, and what else was asked of it in ``calls``."""

    def __init__(self, doc: str = "Importing this module enables command line editing using GNU readline.") -> None:
        super().__init__("readline", doc)
        self.calls: list[tuple[str, Any]] = []
        self.lines: list[str] = []

    def add_history(self, line: str) -> None:
        self.lines.append(line)

    def get_current_history_length(self) -> int:
        return len(self.lines)

    def get_history_item(self, number: int) -> str:
        return self.lines[number - 1]

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("__") or name == "backend":
            raise AttributeError(name)
        return lambda *words: self.calls.append((name, words[0] if words else None))

    def asked(self, name: str) -> list[Any]:
        return [word for each, word in self.calls if each == name]


def completions(text: str, view: View) -> list[str]:
    editing = Editing(None, None)
    editing.offer(view)
    found: list[str] = []
    while (completion := editing.complete(text, len(found))) is not None:
        found.append(completion)
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a", ["ah", "ace of hearts"]),
        ("A", ["AH", "Ace of hearts"]),
        ("jack", ["jack of hearts"]),
        ("q", ["quit"]),
        ("hi", ["hint"]),
        ("HI", ["HInt"]),
        ("why ", ["why qs", "why ah", "why jh", "why 9c"]),
        ("xx", []),
        ("ah j", []),
    ],
)
def test_tab_completes_legal_cards_and_commands(text: str, found: list[str]) -> None:
    assert completions(text, following()) == found


def test_tab_on_an_empty_line_shows_what_is_short() -> None:
    shown = completions("", following())
    assert shown[:2] == ["JH", "AH"]
    assert "undo" in shown
    assert all(" " not in word for word in shown)


def test_bids_complete_too() -> None:
    assert completions("1", bidding()) == ["1", "10", "11", "12", "13"]
    assert completions("n", bidding()) == ["nil"]


def exchanging() -> View:
    """A player who bid blind nil has drafted and may throw away up to three cards."""
    deal = Round(make_rules("two-player"), seed=1, dealer="P2")
    for action in ("bn", "keep", "look"):
        deal.apply(action)
    while deal.phase == "draft":
        deal.apply("keep")
    return deal.view("P1")


def test_cards_to_give_complete_one_after_the_other() -> None:
    view = exchanging()
    one, two = (str(card).lower() for card in view.hand[:2])
    assert completions(f"{one} {two}", view) == [f"{one} {two}"]
    assert completions("no", view) == ["none"]


def test_every_phase_offers_its_legal_actions() -> None:
    deal = Round(make_rules("two-player"), seed=1, dealer="P2")
    assert list_offers(deal.view("P1")).actions == ("look", "bn")
    deal.apply("look")
    assert list_offers(deal.view("P1")).actions == ("keep", "decline")


def test_a_completion_never_raises(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(self: Offers, text: str) -> list[str]:
        raise RuntimeError(text)

    monkeypatch.setattr(Offers, "complete", broken)
    editing = Editing(None, None)
    editing.offer(None)  # type: ignore[arg-type] # no view at all
    assert editing.complete("a", 0) is None
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("doc", "backend", "binding"),
    [
        ("... using GNU readline.", None, "tab: complete"),
        ("... using libedit readline.", None, "bind ^I rl_complete"),
        ("", "readline", "tab: complete"),
        ("", "editline", "bind ^I rl_complete"),
    ],
)
def test_tab_is_bound_in_readline_and_in_libedit(doc: str, backend: str | None, binding: str) -> None:
    readline = Readline(doc)
    if backend:
        readline.__dict__["backend"] = backend
    Editing(readline, None).start()
    assert readline.asked("parse_and_bind") == [binding]
    assert readline.asked("set_completer_delims") == [""]


def kept(tmp_path: Path, before: str, *typed: str) -> str:
    """What a history file holds after these lines were typed."""
    file = tmp_path / "new folder" / "history"
    if before:
        file.parent.mkdir()
        file.write_text(before, encoding="utf-8")
    readline = Readline()
    editing = Editing(readline, file)
    editing.start()
    readline.lines += typed
    editing.close()
    return file.read_text(encoding="utf-8")


def test_the_history_is_brought_back_and_kept(tmp_path: Path) -> None:
    assert kept(tmp_path, "qh\nhint\n", "nil") == "qh\nhint\nnil\n"


def test_a_new_history_is_the_players_own(tmp_path: Path) -> None:
    assert kept(tmp_path, "", "nil", "♠ a") == "nil\n♠ a\n"
    assert (tmp_path / "new folder" / "history").stat().st_mode & 0o777 == 0o600


def test_the_history_is_bounded(tmp_path: Path) -> None:
    lines = kept(tmp_path, "old\n" * 2 * KEPT, *["new"] * 10).splitlines()
    assert (len(lines), lines.count("new")) == (KEPT, 10)


def test_junk_in_the_history_is_dropped(tmp_path: Path) -> None:
    assert kept(tmp_path, "qh\n\x1b[2J\n\x00\nnil\n") == "qh\nnil\n"


def test_a_history_that_cannot_be_read_or_written_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for file in (tmp_path, tmp_path / "file" / "history"):
        readline = Readline()
        editing = Editing(readline, file)
        editing.start()
        editing.close()
        assert readline.asked("set_completer")


def test_without_a_file_nothing_is_kept(tmp_path: Path) -> None:
    readline = Readline()
    editing = Editing(readline, None)
    editing.start()
    editing.close()
    assert readline.lines == []


def test_what_was_typed_ahead_stands_in_the_next_line_once() -> None:
    readline = Readline()
    editing = Editing(readline, None)
    editing.start()
    [begin] = readline.asked("set_startup_hook")
    editing.prefill("q")
    editing.prefill("h")
    begin()
    begin()
    assert readline.asked("insert_text") == ["qh"]


def test_everything_works_without_readline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = builtins.__import__

    def no_readline(name: str, *rest: Any) -> Any:
        if name == "readline":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", no_readline)
    editing = open_editing(tmp_path / "history")
    editing.offer(following())
    editing.prefill("q")
    editing.close()
    assert list(tmp_path.iterdir()) == []
