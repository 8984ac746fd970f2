"""Somebody who has never seen the program plays a match: what is typed and what the screen shows, kept as text.

The typist knows how Spades is played and reads nothing but the screen. ``--update-goldens`` writes the transcripts
anew.
"""

from __future__ import annotations

import os
import re
from difflib import unified_diff
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tests.cli.conftest import Run

TRANSCRIPTS = Path(__file__).parent / "transcripts"
PROMPTS = (
    "bid> ", "play> ", "give> ", "keep or decline> ", "look or bid blind> ", "yes or no> ", "can see the screen ",
)  # fmt: skip
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}

SHORT = """[variant]
id = "short"
title = "A short match"
base = "standard"

[match]
target = 100
"""


class Typist:
    """Answers every prompt from what the screen shows; ``asides`` are typed at the prompts of those numbers before."""

    def __init__(self, terminal: Terminal, asides: Mapping[int, Sequence[str]]) -> None:
        self.terminal, self.asides = terminal, asides
        self._spellings = cycle((self._short, self._turned, self._in_words, self._signed))

    def play(self, prompts: int | None = None) -> str:
        """Answer ``prompts`` of them, then quit, or play to the end; the transcript."""
        number, shown = 0, self._read()
        while shown:
            number += 1
            for line in self.asides.get(number, ()):
                self.terminal.type(line)
                shown += self._read()
            self.terminal.type("quit" if number == prompts else self.decide(shown))
            shown = self._read()
        assert self.terminal.finish() == 0
        return self.terminal.transcript

    def decide(self, shown: str) -> str:
        """What to type at the prompt that ends the text."""
        prompt = next(prompt for prompt in PROMPTS if shown.endswith(prompt))
        block = shown.rpartition("\nRound ")[2] if "\nRound " in shown else shown
        match prompt:
            case "play> ":
                return self._card(block)
            case "bid> ":
                return str(max(1, len(re.findall(r"[♠♥♦♣][ A]* A\b|♠ A", block))))
            case "keep or decline> ":
                return "k" if re.search(r"you draw ([AKQJ]|.♠)", block) else "decline"
            case "look or bid blind> ":
                return "look"
            case _:
                return ""

    def _card(self, block: str) -> str:
        """The lowest card in brackets, in one spelling after the other; Enter if there is only one."""
        hand = block[re.search(r"^(?=[♠♥♦♣])", block, re.MULTILINE).start() :]  # type: ignore[union-attr]
        cards = [
            (rank, group[0])
            for group in re.findall(r"[♠♥♦♣][^♠♥♦♣]*", hand)
            for rank in re.findall(r"\[([2-9TJQKA])\]", group)
        ]
        return next(self._spellings)(*cards[-1]) if len(cards) > 1 else ""

    def _read(self) -> str:
        shown = self.terminal.wait_for(PROMPTS)
        return shown if shown.endswith(PROMPTS) else ""

    @staticmethod
    def _short(rank: str, suit: str) -> str:
        return f"{rank}{SUITS[suit][0]}".lower()

    @staticmethod
    def _turned(rank: str, suit: str) -> str:
        return f"{SUITS[suit][0]}{'10' if rank == 'T' else rank}"

    @staticmethod
    def _in_words(rank: str, suit: str) -> str:
        return f"  the {RANKS.get(rank, rank)} of {SUITS[suit]} "

    @staticmethod
    def _signed(rank: str, suit: str) -> str:
        return f"{suit}{rank.lower()}"


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals that are closed whatever happens."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def check(name: str, transcript: str, request: pytest.FixtureRequest) -> None:
    """The transcript is the one that was kept; the difference is shown line by line."""
    path = TRANSCRIPTS / f"{name}.txt"
    if request.config.getoption("--update-goldens"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(transcript, encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    difference = unified_diff(kept.splitlines(), transcript.splitlines(), "kept", "shown", lineterm="", n=4)
    assert kept == transcript, "\n".join(difference)


def test_a_newcomer_plays_a_first_match_to_its_end(
    terminals: list[Terminal], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "short.toml").write_text(SHORT, encoding="utf-8")
    terminals.append(terminal := Terminal(tmp_path, "play", "-r", "short.toml", "-s", "42", "--advisor", "expert"))
    asides = {
        1: ["?", "help me", "hint"],
        2: ["qs", "c", "why 3s", "seven of culbs"],
        3: ["undo", "rules"],
        5: ["score", "last", "bids"],
        16: ["undo"],
    }
    transcript = Typist(terminal, asides).play()
    check("first-match", transcript, request)
    for told in ("? for help", "You must follow", "takes back", "Enter plays it", "wins after", "best +"):
        assert told in transcript


def test_the_command_told_at_the_end_reads_the_match_again(terminals: list[Terminal], tmp_path: Path, run: Run) -> None:
    (tmp_path / "short.toml").write_text(SHORT, encoding="utf-8")
    terminals.append(terminal := Terminal(tmp_path, "play", "-r", "short.toml", "-s", "3"))
    shown = Typist(terminal, {}).play()
    assert "read it again with: spades-cli replay GAMES/play-TIME-3.jsonl" in shown
    (kept,) = Path(os.environ["XDG_STATE_HOME"]).rglob("play-*.jsonl")
    assert run("replay", kept, "--verify").code == 0


def test_somebody_who_wants_speed_sees_the_trick_and_nothing_twice(
    terminals: list[Terminal], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "short.toml").write_text(SHORT, encoding="utf-8")
    words = ("play", "-r", "short.toml", "-s", "42", "-q", "--advisor", "expert")
    terminals.append(terminal := Terminal(tmp_path, *words, columns=46, lines=20))
    transcript = Typist(terminal, {1: ["hint 2"], 3: ["q"]}).play(5)
    check("quiet-and-narrow", transcript, request)
    assert max(map(len, transcript.splitlines()[:-2])) <= 46


def test_two_people_against_each_other_begin_with_a_draft(
    terminals: list[Terminal], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    terminals.append(terminal := Terminal(tmp_path, "play", "-r", "two-player", "-s", "5", "--advisor", "expert"))
    transcript = Typist(terminal, {2: ["?", "hint", "7c"], 4: ["undo"], 17: ["tricks"]}).play(31)
    check("two-player", transcript, request)
    assert "Round 1 scored" in transcript


def test_somebody_who_listens_plays_some_tricks(
    terminals: list[Terminal], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    terminals.append(terminal := Terminal(tmp_path, "play", "--plain", "-s", "42", "--advisor", "expert"))
    lines = [
        "?",
        "hint 2",
        "three",
        "qs",
        "=1",
        "undo",
        "four of clubs",
        "tricks",
        "table",
        "why",
        "2c",
        "resign",
        "no",
    ]
    for line in [*lines, "score", "bids", "last", "rules", "quit"]:
        terminal.wait_for(PROMPTS)
        terminal.type(line)
    terminal.wait_for(["never"])
    assert terminal.finish() == 0
    check("plain", terminal.transcript, request)
    assert not set("♠♥♦♣←→[]·") & set(terminal.transcript)


def test_two_people_at_one_keyboard_do_not_see_each_others_cards(
    terminals: list[Terminal], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    words = ("play", "-p", "NS=human", "-s", "42", "--advisor", "expert")
    terminals.append(terminal := Terminal(tmp_path, *words))
    transcript = Typist(terminal, {8: ["last"], 10: ["undo"]}).play(15)
    check("hot-seat", transcript, request)
    for part in transcript.split("~~~ the screen is wiped ~~~"):
        assert len({line.split()[0] for line in part.splitlines() if line.endswith("you")}) <= 1
