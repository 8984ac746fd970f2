"""The prompt as a person sees it: a real terminal, typed lines, what the screen shows."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 30.0


class Screen:
    """A process on a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self._master, slave = pty.openpty()
        command = [sys.executable, "-m", "spades_cli", *words]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, close_fds=True)
        os.close(slave)
        self.text = ""

    def wait_for(self, wanted: str) -> str:
        """What the screen shows from the last call on, up to and with ``wanted``."""
        deadline = time.monotonic() + PATIENCE
        while wanted not in self.text:
            ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"{wanted!r} never came; the screen shows:\n{self.text}"
            try:
                self.text += os.read(self._master, 65536).decode(errors="replace").replace("\r\n", "\n")
            except OSError:
                pytest.fail(f"{wanted!r} never came; the program ended with:\n{self.text}")
        end = self.text.index(wanted) + len(wanted)
        shown, self.text = self.text[:end], self.text[end:]
        return shown

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self._master, line.encode() + b"\n")

    def ask(self, line: str, prompt: str) -> str:
        """Type a line and give back what the screen shows up to the next prompt."""
        self.type(line)
        return self.wait_for(prompt)

    def finish(self) -> int:
        """The exit code."""
        return self.process.wait(timeout=PATIENCE)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)


@pytest.fixture
def screens() -> Iterator[list[Screen]]:
    """Screens that are closed whatever happens."""
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.close()


def test_a_hand_is_shown_with_seats_and_legal_cards_and_refusals_say_what_would_be_legal(screens: list[Screen]) -> None:
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42", "--suits", "letter"))
    bidding = screen.wait_for("bid> ")
    assert "Round 1 - bidding" in bidding
    assert "NS 0 (0 bags)   EW 0 (0 bags)   to 500" in bidding
    assert "S Q 3   H 4 2   D A K 8 5 2   C 7 5 4 2" in bidding
    playing = screen.ask("3", "play> ")
    assert "S bids 3" in playing
    assert [line.split()[0] for line in playing.splitlines() if line.startswith("  ") and "took" in line] == list(
        "NESW"
    )
    assert "C [7] [5] [4] [2]" in playing
    assert "'xx' is not a card or a command." in screen.ask("xx", "play> ")
    assert "You must follow clubs: 7C, 5C, 4C or 2C." in screen.ask("qs", "play> ")
    assert "Which club: 7C, 5C, 4C or 2C?" in screen.ask("c", "play> ")
    assert "You do not hold AS: 7C, 5C, 4C or 2C." in screen.ask("AS", "play> ")
    assert "'' is" not in screen.ask("", "play> ")


def test_commands_answer_and_ask_again(screens: list[Screen]) -> None:
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42", "-r", "whiz", "--suits", "letter"))
    screen.wait_for("bid> ")
    assert "quit" in screen.ask("?", "bid> ")
    assert "EW 0 (0 bags)" in screen.ask("score", "bid> ")
    assert "You bid either nil or exactly the number of spades you hold." in screen.ask("rules", "bid> ")
    assert "no trick is finished yet" in screen.ask("last", "bid> ")
    screen.ask("nil", "play> ")
    screen.ask("2c", "play> ")
    assert "->" in screen.ask("last", "play> ")
    screen.type("quit")
    assert "left the match" in screen.wait_for("play --resume")
    assert screen.finish() == 0


def test_end_of_input_leaves_the_match_and_says_where_it_is_saved(screens: list[Screen], tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42", "--record", str(record)))
    screen.wait_for("bid> ")
    screen.ask("3", "play> ")
    os.write(screen._master, b"\x04")
    assert "everything so far is in" in screen.wait_for("m.jsonl")
    assert screen.finish() == 0
    assert '"t":"bid"' in record.read_text(encoding="utf-8")


def test_an_interrupt_at_the_prompt_exits_130(screens: list[Screen]) -> None:
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42"))
    screen.wait_for("bid> ")
    time.sleep(0.5)  # the prompt is on the screen a moment before it is read
    screen.process.send_signal(signal.SIGINT)
    assert screen.finish() == 130


def test_the_draft_shows_one_card_at_a_time_and_asks_for_blind_bids_first(screens: list[Screen]) -> None:
    screens.append(screen := Screen("play", "-p", "P2=lowest", "-s", "1", "-r", "two-player", "--suits", "letter"))
    blind = screen.wait_for("look or bid blind> ")
    assert "no card is drawn yet" in blind
    drawn = screen.ask("look", "keep or decline> ")
    assert drawn.count("you draw") == 1
    again = screen.ask("keep", "keep or decline> ")
    assert "P1 keeps" in again


def test_blind_bids_are_asked_before_the_hand_is_shown(screens: list[Screen], tmp_path: Path) -> None:
    rules = tmp_path / "blind.toml"
    rules.write_text('[variant]\nbase = "standard"\n[blind_nil]\nbehind = 0\n', encoding="utf-8")
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42", "-r", str(rules), "--suits", "letter"))
    blind = screen.wait_for("look or bid blind> ")
    assert "S Q 3" not in blind
    assert "S Q 3" in screen.ask("look", "bid> ")


def test_the_first_screen_tells_a_newcomer_what_to_type(screens: list[Screen]) -> None:
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42"))
    first = screen.wait_for("bid> ").splitlines()
    assert first[:3] == [
        "Standard partnership Spades, to 500. You are S; N is your partner.",
        "Bid a number or nil; play QH, hq, queen of hearts, or q if only one queen fits.",
        "? helps, hint advises, undo takes back, quit leaves and keeps the match.",
    ]
    assert "You may bid nil or 1 to 13." in first
    assert "in brackets" in screen.ask("3", "play> ")
    assert "in brackets" not in screen.ask("7c", "play> ")


def test_a_decision_is_taken_back_and_the_match_is_given_up(screens: list[Screen]) -> None:
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42", "--suits", "letter"))
    screen.wait_for("bid> ")
    assert "no decision" in screen.ask("undo", "bid> ")
    screen.ask("3", "play> ")
    screen.ask("7c", "play> ")
    assert "C [7] [5] [4] [2]" in screen.ask("undo", "play> ")
    screen.ask("undo", "bid> ")
    assert "S bids nil" in screen.ask("0", "play> ")
    assert "resign?" in screen.ask("resign", "yes or no> ")
    screen.ask("no", "play> ")
    screen.ask("resign", "yes or no> ")
    assert "EW wins" in screen.ask("yes", "(forfeited)")


def test_what_was_typed_last_time_comes_back_with_the_arrow_key(screens: list[Screen]) -> None:
    pytest.importorskip("readline")
    for typed in (b"6\n", b"\x1b[A\x1b[A\n"):  # in the second match: quit, and 6 before it
        screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42"))
        screen.wait_for("bid> ")
        os.write(screen._master, typed)
        assert "S bids 6" in screen.wait_for("play> ")
        screen.type("quit")
        assert screen.finish() == 0


def test_tab_completes_a_card_in_words(screens: list[Screen]) -> None:
    pytest.importorskip("readline")
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42", "--suits", "letter"))
    screen.wait_for("bid> ")
    screen.ask("3", "play> ")
    os.write(screen._master, b"sev\t")
    screen.wait_for("seven of clubs")
    assert "S 7C" in screen.ask("", "-> ")


def test_plain_is_read_out_in_sentences(screens: list[Screen]) -> None:
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42", "--plain"))
    assert "Your hand: spades queen, three; hearts four, two; diamonds ace" in screen.wait_for("bid> ")
    shown = screen.ask("three", "play> ")
    assert "You bid 3." in shown
    assert "clubs led: clubs seven, five, four, two are legal." in shown
    assert "You must follow clubs: clubs seven, five, four, two." in screen.ask("queen of spades", "play> ")
    shown = screen.ask("seven of clubs", "play> ")
    assert "You play the seven of clubs." in shown
    assert not set("♠♥♦♣←→·[]") & set(shown)


def test_a_narrow_terminal_gets_lines_that_fit(screens: list[Screen], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "42"))
    shown = screen.wait_for("bid> ") + screen.ask("3", "play> ") + screen.ask("?", "play> ")
    assert [line for line in shown.splitlines() if len(line) > 40] == []


def test_a_whole_short_match_is_played_at_the_prompt_with_enter_for_forced_cards(screens: list[Screen]) -> None:
    screens.append(screen := Screen("play", "-p", "NEW=lowest", "-s", "5", "-r", "tournament-board-four", "-q"))
    for _ in range(4):
        screen.wait_for("bid> ")
        screen.type("4")
        for trick in range(13):
            shown = screen.wait_for("play> ")
            group = next(part.split() for part in shown.splitlines()[-2].split("   ") if "[" in part)
            card = next(word for word in group if word.startswith("["))
            screen.type("" if trick == 12 else card.strip("[]") + group[0])
    assert "after 4 rounds" in screen.wait_for("rounds")
    assert screen.finish() == 0


def test_the_readme_shows_what_the_terminal_shows(
    screens: list[Screen], root: Path, request: pytest.FixtureRequest
) -> None:
    readme = root / "README.md"
    text = readme.read_text(encoding="utf-8")
    block = text.split("### Play", 1)[1].split("```text\n", 1)[1].split("\n```", 1)[0]
    screens.append(screen := Screen("play", "-s", "42"))
    shown = ""
    for line in block.splitlines():
        prompt, arrow, typed = line.partition("> ")
        if arrow and typed:
            shown += screen.wait_for(f"{prompt}> ")
            screen.type(typed)
    shown += screen.wait_for("play> ")
    if request.config.getoption("--update-goldens"):
        readme.write_text(text.replace(block, shown.rstrip(), 1), encoding="utf-8")
    else:
        assert shown.rstrip() == block.rstrip()
