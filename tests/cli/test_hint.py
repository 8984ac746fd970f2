"""``hint`` answers positions from a file or pipe, at the prompt and in scripts, and fails in words."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Match, load_rules
from spades_cli.cli import hinting
from spades_cli.engine.events import view_to_dict
from spades_cli.players import protocol
from tests.cli.test_prompt import Screen, screens
from tests.players.bots import write_bot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Ran, Run

__all__ = ["screens"]

#: Hearts are led, and the king is the only heart.
FORCED = {"type": "play", "seat": "S", "hand": "KH 9C", "trick": [["E", "3H"]]}
OPEN = {"type": "play", "seat": "S", "hand": "AH JH 4H QS 9C", "trick": [["E", "3H"]]}
#: A plugin whose strategies advise badly, each in its own way.
PLUGIN = """
import sys, time
from spades_cli import Bid, Card, Choice, Strategy, hookimpl

class Base(Strategy):
    summary = "for a test"
    def bid(self, view):
        return view.legal[0]
    def play(self, view):
        return view.legal[-1]

class Fails(Base):
    name = "fails"
    def rank(self, view):
        raise ValueError("out of ideas")

class Cheats(Base):
    name = "cheats"
    def rank(self, view):
        return [Choice(Card("2C"))]

class Mute(Base):
    name = "mute"
    def rank(self, view):
        return []

class Sloppy(Base):
    name = "sloppy"
    def rank(self, view):
        return ["KH"]

class Chatty(Base):
    name = "chatty"
    def __init__(self, *, rng, depth: int = 1):
        super().__init__(rng=rng)
        self.depth = depth
    def rank(self, view):
        print("hello from inside")
        return [Choice(view.legal[0], self.rng.random(), 0.25, f"depth {self.depth}", 0.63)]

class Slow(Base):
    name = "slow"
    def rank(self, view):
        if len(view.hand) > 2:
            time.sleep(60)
        return [Choice(view.legal[0])]

@hookimpl
def spades_register_strategies():
    return [Fails, Cheats, Mute, Sloppy, Chatty, Slow]
"""


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "advisors.py"
    path.write_text(PLUGIN, encoding="utf-8")
    return path


def ask(run: Run, *messages: dict[str, Any] | str, words: tuple[str | Path, ...] = ("--advisor", "basic")) -> Ran:
    """Pipe messages into ``hint``."""
    lines = (message if isinstance(message, str) else json.dumps(message) for message in messages)
    return run("hint", "-", *words, "--suits", "letter", stdin="\n".join([*lines, ""]).encode())


# --- answers ---------------------------------------------------------------------------------------------------------


def test_each_request_gets_its_ranking_with_its_place_first(run: Run) -> None:
    ran = ask(run, FORCED, "# and", OPEN, words=("--advisor", "basic", "-n", "2"))
    blocks = ran.out.split("\n\n")
    assert (ran.code, ran.err, len(blocks)) == (0, "", 2)
    assert blocks[0].splitlines()[0] == "<stdin>:1: S to play, trick 12"
    assert blocks[0].splitlines()[1].startswith("1. KH ")
    assert blocks[1].splitlines()[0] == "<stdin>:3: S to play, trick 9"
    assert [line[:2] for line in blocks[1].splitlines()[1:]] == ["1.", "2."]


def test_programs_get_one_object_a_request_in_order(run: Run) -> None:
    ran = ask(run, FORCED | {"id": 7}, OPEN, words=("--advisor", "basic", "--format", "json"))
    forced, free = (json.loads(line) for line in ran.out.splitlines())
    assert (forced["id"], forced["seat"], [choice["action"] for choice in forced["choices"]]) == (7, "S", ["KH"])
    assert list(free) == ["seat", "choices"]
    assert {choice["action"] for choice in free["choices"]} == {"AH", "JH", "4H"}
    values = [choice["value"] for choice in free["choices"]]
    assert values == sorted(values, reverse=True)
    assert "se" not in free["choices"][0]


def test_a_file_is_read_as_a_pipe_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps(OPEN, indent=1), encoding="utf-8")
    words = ("--advisor", "basic", "--suits", "letter")
    from_file, piped = run("hint", path, *words), ask(run, OPEN)
    assert from_file.code == piped.code == 0
    assert from_file.out.replace(str(path), "<stdin>") == piped.out


@pytest.mark.parametrize("name", ["standard", "two-player", "cutthroat-3-jokers", "suicide", "six-triples"])
def test_every_decision_of_a_round_is_answered_as_it_is_asked(run: Run, name: str) -> None:
    rules = load_rules(name)
    deal = Match(rules, seed=3).deal()
    messages: list[tuple[set[str], dict[str, Any]]] = []
    while deal.turn:
        view = deal.view(deal.turn)
        legal = {str(action) for action in view.legal}
        messages.append((legal, view_to_dict(view) if len(messages) % 2 else protocol.request(1, view, 10)))
        deal.apply(deal.legal()[0] if deal.phase != "blind" else deal.legal()[-1])
    words = ("--advisor", "basic", "-r", name, "--format", "json")
    ran = ask(run, *(message for _, message in messages), words=words)
    assert (ran.code, ran.err) == (0, "")
    for (legal, message), line in zip(messages, ran.out.splitlines(), strict=True):
        answer = json.loads(line)
        assert answer["seat"] == message["seat"]
        assert {choice["action"] for choice in answer["choices"]} <= legal


def test_turn_lines_of_play_are_requests(run: Run) -> None:
    played = run("play", "-p", "NEW=lowest", "-s", "42", "--format", "jsonl", stdin=b"3\n")
    turns = [line for line in played.out.splitlines() if '"t":"turn"' in line]
    ran = ask(run, *turns)
    assert (ran.code, ran.err) == (0, "")
    assert "S to bid" in ran.out
    assert "S to play, trick 1" in ran.out


def test_an_answer_does_not_depend_on_what_was_asked_before(run: Run, plugin: Path) -> None:
    words = ("--advisor", "chatty:depth=3", "--plugin", plugin, "--format", "json")
    once, twice = ask(run, OPEN, words=words), ask(run, FORCED, OPEN, words=words)
    assert once.out == twice.out.splitlines(keepends=True)[1]
    choice = json.loads(once.out)["choices"][0]
    assert (choice["se"], choice["wins"], choice["reason"]) == (0.25, 0.63, "depth 3")
    assert once.err == "hello from inside\n"
    other = ask(run, OPEN, words=(*words, "--seed", "5"))
    assert json.loads(other.out)["choices"][0]["value"] != choice["value"]


def test_a_misspelt_field_costs_a_warning(run: Run) -> None:
    ran = ask(run, FORCED | {"voidz": {}})
    assert ran.code == 0
    assert ran.err == "warning: <stdin>:1: \"voidz\": unknown field (did you mean 'voids'?)\n"


# --- bots ------------------------------------------------------------------------------------------------------------


def test_a_bot_says_what_its_choices_are_worth(run: Run, tmp_path: Path) -> None:
    extra = 'value=1.5, note="why not", choices=[["JH", 1.25], ["AH", 1.5]]'
    bot = write_bot(tmp_path / "bot.py", f'say(id=m["id"], action="AH", {extra})')
    ran = ask(run, OPEN, OPEN, words=("--advisor", f"exec:{bot}", "--format", "json"))
    answer = {
        "seat": "S",
        "choices": [
            {"action": "AH", "value": 1.5, "reason": "why not"},
            {"action": "JH", "value": 1.25, "reason": ""},
        ],
    }
    assert [json.loads(line) for line in ran.out.splitlines()] == [answer, answer]


def test_a_bot_that_only_chooses_gives_its_choice(run: Run, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot.py")
    ran = ask(run, OPEN, words=("--advisor", f"exec:{bot}"))
    assert (ran.code, ran.out) == (0, "<stdin>:1: S to play, trick 9\n1. 4H\n")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('say(id=m["id"], action="2C")', "illegal 2C: this is not legal here"),
        ('say(id=m["id"], action="xx")', "malformed: 'xx' is not an action"),
        ('say(id=m["id"], action="AH", value="high")', "malformed 'high': a value is a number"),
        ('say(id=m["id"], action="AH", choices=["AH"])', "malformed 'AH': choices are pairs of action and value"),
        ('say(id=m["id"], error="no idea")', "exception: no idea"),
        ("sys.exit(3)", "died: the bot ended with exit code 3"),
        ("time.sleep(60)", "timeout: no answer within 0.3 s"),
    ],
)
def test_a_bot_that_fails_stops_the_program(run: Run, tmp_path: Path, body: str, message: str) -> None:
    bot = write_bot(tmp_path / "bot.py", body)
    ran = ask(run, OPEN, words=("--advisor", f"exec:{bot}", "--timeout", "0.3"))
    assert (ran.code, ran.out) == (5, "")
    assert f"failed at S, play: {message}" in ran.err


# --- failures --------------------------------------------------------------------------------------------------------


def test_a_bad_request_names_its_line_and_the_others_are_answered(run: Run) -> None:
    bad = ['{"type":"play","seat":"S","hand":"AH AH"}', "nonsense", '{"type":"play"']
    ran = ask(run, *bad[:2], FORCED, bad[2])
    assert ran.code == 4
    assert ran.out.startswith("<stdin>:3: S to play, trick 12\n1. KH")
    assert [line for line in ran.err.splitlines() if line.startswith("error: ")] == [
        "error: <stdin>:1: hand: AH is named twice",
        "error: <stdin>:2: no JSON: Expecting value, not nonsense",
        'error: <stdin>:4: the object does not end: {"type":"play"',
    ]


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("fails", "exception: ValueError: out of ideas"),
        ("cheats", "illegal 2C: this is not legal here"),
        ("mute", "malformed: no choice was given"),
        ("sloppy", "malformed 'KH': this is no Choice"),
    ],
)
def test_an_advisor_that_fails_stops_with_its_place(run: Run, plugin: Path, strategy: str, message: str) -> None:
    ran = ask(run, FORCED, words=("--advisor", strategy, "--plugin", plugin))
    assert (ran.code, ran.out) == (5, "")
    assert f"error: <stdin>:1: the advisor {strategy!r} failed at S, play: {message}\n" in ran.err
    assert 'hint: the position is {"type":"play"' in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--advisor", "nobody"), "nobody"),
        (("--advisor", "human"), "'human' gives no advice"),
        (("--advisor", "basic:depth=3"), "depth"),
        (("-n", "0"), "-n"),
        (("-r", "-"), "standard input can be read once"),
        (("-r", "standrad"), "standard"),
    ],
)
def test_a_wrong_command_line_is_one_clear_line(run: Run, words: tuple[str, ...], message: str) -> None:
    ran = run("hint", "-", *words)
    assert ran.code in (2, 4)
    assert message in ran.err
    assert not ran.out


@pytest.mark.parametrize(
    ("stdin", "message"),
    [(b"", "<stdin>: holds no request"), (b"\x00\x01", "<stdin>:1: control byte"), (b"\xff{}", "<stdin>:1: not UTF-8")],
)
def test_input_that_is_none_ends_in_words(run: Run, stdin: bytes, message: str) -> None:
    ran = run("hint", "-", stdin=stdin)
    assert (ran.code, ran.out) == (4, "")
    assert message in ran.err


def test_a_file_that_is_not_there_is_one_clear_line(run: Run) -> None:
    ran = run("hint", "no/such/file")
    assert (ran.code, ran.err) == (4, "error: no/such/file: cannot be read: No such file or directory\n")


def test_an_interrupt_keeps_what_has_been_answered(plugin: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(f"{json.dumps(FORCED)}\n{json.dumps(OPEN)}\n", encoding="utf-8")
    command = [sys.executable, "-m", "spades_cli", "hint", str(path), "--advisor", "slow", "--plugin", str(plugin)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        assert asked.stdout is not None
        assert asked.stdout.readline().startswith(str(path).encode() + b":1: S to play")
        assert asked.stdout.readline().startswith(b"1. K")
        time.sleep(0.2)
        asked.send_signal(signal.SIGINT)
        _, err = asked.communicate(timeout=30)
    assert (asked.returncode, err) == (130, b"stopped after 1 answer\n")


# --- somebody waits --------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A screen that keeps what was written to it."""

    def isatty(self) -> bool:
        return True


def test_who_waits_at_a_terminal_is_told_and_the_word_is_wiped_out(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(hinting, "PATIENCE", 0.01)
    with hinting.thinking("m:1"):
        until = time.monotonic() + 10
        while not screen.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
    assert screen.getvalue() == "m:1: thinking ...\r                 \r"


def test_a_quick_answer_or_a_pipe_is_spared_the_word(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, pipe = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    with hinting.thinking():
        pass
    monkeypatch.setattr(sys, "stderr", pipe)
    monkeypatch.setattr(hinting, "PATIENCE", 0.0)
    with hinting.thinking():
        time.sleep(0.05)
    assert screen.getvalue() == pipe.getvalue() == ""


# --- in a record ------------------------------------------------------------------------------------------------------


@pytest.fixture
def match(run: Run, tmp_path: Path) -> Path:
    """A match in which a script plays West until it ends in the second round."""
    path = tmp_path / "m.jsonl"
    words = ("play", "-r", "standard", "--seat", "W", "-p", "NES=basic", "-s", "4", "-q", "--advisor", "basic")
    ran = run(*words, "--record", path, stdin=b"hint\n=1\n" * 20)
    assert '"n":2' in path.read_text(encoding="utf-8"), ran.err
    return path


def test_a_trick_of_a_record_is_asked_about_as_the_person_saw_it(run: Run, match: Path) -> None:
    ran = run("hint", match, "--at", "1.5", "--advisor", "basic", "--suits", "letter")
    assert ran.code == 0
    first, *rest = ran.out.splitlines()
    assert first.startswith(f"{match}: game 4-0, round 1, trick 5: W to play (the record: ")
    assert rest[1].startswith("Round 1 - trick 5 - ")
    # The script took the first hint of the same advisor, so the record holds it.
    done = first.partition("the record: ")[2].rstrip(")")
    assert any(line.startswith(f"1. {done}") for line in rest)


def test_the_answer_is_that_to_the_request_of_the_stream(run: Run, match: Path) -> None:
    stream = run("replay", match, "--format", "jsonl", "--seat", "W", "--round", "1", "--trick", "3").out
    turn = next(line for line in stream.splitlines() if json.loads(line)["t"] == "turn")
    asked = json.loads(run("hint", "-", "--advisor", "basic", "--format", "json", stdin=turn.encode()).out)
    found = json.loads(run("hint", match, "--at", "1.3", "--advisor", "basic", "--format", "json").out)
    assert (found["seat"], found["choices"]) == (asked["seat"], asked["choices"])
    assert (found["g"], found["n"]) == ("4-0", 1)
    assert found["done"] == json.loads(stream.splitlines()[stream.splitlines().index(turn) + 1])["action"]


@pytest.mark.parametrize("at", ["1", "1.bid", "1.1", "1.13"])
@pytest.mark.parametrize("seat", ["n", "E", "S", "W"])
def test_every_seat_is_asked_for_its_own_decision(at: str, seat: str, run: Run, match: Path) -> None:
    ran = run("hint", match, "--at", at, "--seat", seat, "--advisor", "basic", "--format", "json", "-n", "1")
    found = json.loads(ran.out)
    assert (found["seat"], len(found["choices"])) == (seat.upper(), 1)


def test_without_a_person_the_first_seat_there_is_asked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    run("play", "-r", "tournament-board-four", "-p", "basic", "-s", "4", "-q", "--record", path)
    stream = run("replay", path, "--format", "jsonl", "--round", "2").out
    leader = [json.loads(line) for line in stream.splitlines() if '"t":"trick"' in line][6]["leader"]
    found = json.loads(run("hint", path, "--at", "2.7", "--advisor", "basic", "--format", "json").out)
    assert found["seat"] == leader


def test_the_decision_that_a_saved_match_waits_for_is_asked_about(run: Run, match: Path) -> None:
    note = run("replay", match, "--verify").out
    where = note.partition("the record stops in round ")[2].splitlines()[0]
    number, place = where.split(", ")[:2]
    at = f"{number}.{place.removeprefix('trick ').removeprefix('the ').removesuffix(' phase')}"
    ran = run("hint", match, "--at", at, "--advisor", "basic")
    assert ran.code == 0
    assert "(the record: nothing yet)" in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--at", "x"), "'x' is no place in a game"),
        (("--at", "9.1"), "no round 9 in this game; its rounds are 1 to 2"),
        (("--at", "1.14"), "round 1, trick 14 was not played"),
        (("--at", "1.draft"), "round 1, draft was not played"),
        (("--at", "1.1", "--seat", "P1"), "no seat 'P1' in game 4-0"),
        (("--at", "1.1", "--game", "3"), "no game 3"),
        (("--at", "1.1", "-r", "jokers"), "-r does not go with --at"),
        (("--seat", "N"), "--seat and --game go with --at"),
    ],
)
def test_a_place_that_is_not_there_is_one_line(words: tuple[str, ...], message: str, run: Run, match: Path) -> None:
    ran = run("hint", match, *words, "--advisor", "basic")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_file_of_several_games_asks_which(run: Run, match: Path) -> None:
    match.write_bytes(match.read_bytes() + match.read_bytes().replace(b'"4-0"', b'"5-0"'))
    ran = run("hint", match, "--at", "1.1", "--advisor", "basic")
    assert (ran.code, ran.out) == (2, "")
    assert "2 games" in ran.err
    assert "--game picks one: 1 to 2, or 4-0" in ran.err
    assert run("hint", match, "--at", "1.1", "--game", "5-0", "--advisor", "basic").code == 0


def test_a_file_that_is_no_record_is_one_line_with_at(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text('{"type":"play","seat":"S","hand":"AH"}\n', encoding="utf-8")
    ran = run("hint", path, "--at", "1.1", "--advisor", "basic")
    assert (ran.code, ran.out) == (4, "")
    assert 'not a record line (an object with "t")' in ran.err


# --- at the prompt ---------------------------------------------------------------------------------------------------


def test_a_hint_is_shown_for_each_kind_of_decision_and_plays_nothing(screens: list[Screen]) -> None:
    words = ("play", "-p", "NEW=lowest", "-s", "42", "--suits", "letter", "--advisor", "basic")
    screens.append(screen := Screen(*words))
    screen.wait_for("bid> ")
    shown = screen.ask("hint 2", "bid> ")
    assert [line[:3] for line in shown.splitlines() if line[:1].isdigit()] == ["1. ", "2. "]
    assert "S bids" not in shown
    best = shown.split("1. ")[1].split()[0]
    assert f"S bids {best}" in screen.ask("=1", "play> ")
    cards = screen.ask("hi", "play> ")
    assert "1. " in cards
    assert "S plays" not in cards
    assert "there is no hint 9: the last one is" in screen.ask("=9", "play> ")
    assert "trick 2" in screen.ask("= 1", "play> ")
    assert "\n  hint" in screen.ask("?", "play> ")


def test_hints_come_in_a_draft_and_before_a_blind_choice(screens: list[Screen]) -> None:
    words = ("play", "-p", "P2=lowest", "-s", "1", "-r", "two-player", "--suits", "letter", "--advisor", "basic")
    screens.append(screen := Screen(*words))
    screen.wait_for("look or bid blind> ")
    assert "1. look" in screen.ask("hint", "look or bid blind> ")
    screen.ask("look", "keep or decline> ")
    assert "1. " in screen.ask("hint", "keep or decline> ")


def test_a_script_may_ask_for_hints_and_take_them(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_CLI_FAST", "off")
    words = ("play", "-p", "NEW=lowest", "-s", "42", "-q", "--suits", "letter")
    ran = run(*words, stdin=b"hint 1\n=1\nhint\nquit\n")
    assert (ran.code, "left the match" in ran.err) == (0, True)
    lines = [line.split()[0] for line in ran.out.splitlines() if line[:1].isdigit()]
    assert lines[:3] == ["1.", "1.", "2."]
    ran = run(*words, "--format", "jsonl", stdin=b"hint 1\n=1\nquit\n")
    assert ran.err.startswith("1. ")
    bids = [json.loads(line) for line in ran.out.splitlines() if '"t":"bid"' in line]
    assert ran.err[3:].split()[0] in {bid["action"] for bid in bids if bid["seat"] == "S"}


def test_an_advisor_that_fails_costs_the_hint_and_not_the_match(run: Run, plugin: Path) -> None:
    words = ("play", "-p", "NEW=lowest", "-s", "42", "-q", "--plugin", plugin, "--advisor", "fails")
    ran = run(*words, stdin=b"hint\n=1\n3\nquit\n")
    assert ran.code == 0
    assert ran.out.count("no hint: the advisor 'fails' failed at S, bid: exception: ValueError: out of ideas") == 2
    assert "trick 1" in ran.out


def test_a_bot_gives_hints_at_the_prompt_and_ends_with_the_match(run: Run, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot.py")
    ran = run("play", "-p", "NEW=lowest", "-s", "42", "-q", "--advisor", f"exec:{bot}", stdin=b"hint\nquit\n")
    assert (ran.code, "1. nil" in ran.out) == (0, True)


@pytest.mark.parametrize("advisor", ["nobody", "human", "basic:x=1"])
def test_an_advisor_that_does_not_exist_is_told_before_the_match(run: Run, advisor: str) -> None:
    ran = run("play", "-p", "NEW=lowest", "-s", "42", "--advisor", advisor)
    assert (ran.code, ran.out) == (2, "")


def test_a_match_without_the_usual_advisor_is_played_all_the_same(run: Run) -> None:
    words = ("play", "-p", "NEW=lowest", "-s", "42", "-q", "--no-plugin", "search")
    ran = run(*words, stdin=b"hint\nquit\n")
    assert ran.code == 0
    assert "no hint: " in ran.out
