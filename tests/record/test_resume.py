"""The lines of a game as they are kept: nothing is lost when writing stops, and decisions can be taken back."""

from __future__ import annotations

import errno
import json
import os
import random
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Match, Rules
from spades_cli.arena.table import play_match
from spades_cli.engine.events import Acted, Event
from spades_cli.errors import RecordError
from spades_cli.record.holding import is_being_written
from spades_cli.record.ledger import Ledger
from spades_cli.record.lines import game_line
from spades_cli.record.reader import read_games
from spades_cli.record.replay import Replay
from spades_cli.record.resume import Past, open_saved
from spades_cli.record.writer import RecordWriter
from tests.engine.builders import make_rules
from tests.support import players

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RULES = make_rules("standard", **{"match.max_rounds": 2, "match.tie": "draw"})


def begin(rules: Rules = RULES, seed: int = 3) -> tuple[dict[str, Any], Iterator[Event]]:
    match = Match(rules, seed=seed)
    header = game_line(match, dict.fromkeys(rules.seats, "any-legal"), {})
    return header, play_match(match, players(rules, seed=seed))


def play(path: Path, *, seed: int = 3, events: int | None = None) -> None:
    header, happening = begin(seed=seed)
    with RecordWriter(path, header) as writer:
        for number, event in enumerate(happening):
            if number == events:
                return
            writer.add(event)


def replayed(path: Path) -> tuple[list[Acted], list[str]]:
    """The decisions of the only game in a record, and what the reader said."""
    problems: list[str] = []
    with path.open("rb") as file:
        (game,) = read_games(file, path.name, problems.append)
    replay = Replay(game)
    acted = [event for event in replay.events() if isinstance(event, Acted)]
    assert replay.differences == []
    return acted, problems


def kinds(path: Path) -> list[str]:
    return [json.loads(line)["t"] for line in path.read_bytes().splitlines()]


# --- writing ---------------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """Stands for a signal that nobody can catch."""


@pytest.mark.parametrize("step", ["write", "lseek", "truncate"])
@pytest.mark.parametrize("at", range(3))
def test_a_kill_while_a_round_is_written_loses_no_decision(
    step: str, at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, acted = tmp_path / "m.jsonl", 0
    header, happening = begin()
    with RecordWriter(path, header) as writer:
        while acted < 56:
            event = next(happening)
            writer.add(event)
            acted += isinstance(event, Acted)
        monkeypatch.setattr(os, step, killing(getattr(os, step), at if step != "truncate" else 0))
        with pytest.raises(Killed):
            add_all(writer, happening)
    monkeypatch.undo()
    decided, _ = replayed(path)
    assert len(decided) == 56
    assert open_saved(path, lambda text: None).past.rounds[0].actions == tuple(decided)


def add_all(writer: RecordWriter, happening: Iterator[Event]) -> None:
    for event in happening:
        writer.add(event)


def killing(call: Callable[..., Any], after: int) -> Callable[..., Any]:
    """A system call that works ``after`` times."""
    left = [after]

    def called(*words: Any) -> Any:
        if not left[0]:
            raise Killed
        left[0] -= 1
        return call(*words)

    return called


@pytest.mark.parametrize("first", [1, 7, 30, 57, 58, 60, 90])
@pytest.mark.parametrize("times", [1, 3, 40])
def test_what_could_not_be_written_is_written_when_there_is_room_again(
    first: int, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "m.jsonl"
    play(whole)
    header, happening = begin()
    with RecordWriter(path, header) as writer:
        write, count = os.write, [0]

        def full(file: int, data: bytes) -> int:
            """Half a line, and then no room."""
            count[0] += 1
            if not first < count[0] <= first + times:
                return write(file, data)
            if count[0] % 2:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(file, data[: len(data) // 2 + 1])

        monkeypatch.setattr(os, "write", full)
        for event in happening:
            with suppress(OSError):
                writer.add(event)
        monkeypatch.undo()
        writer.sync()
        assert writer.complete
    assert path.read_bytes() == whole.read_bytes()


def test_a_pipe_keeps_every_line_and_readers_take_the_last_word(tmp_path: Path) -> None:
    header, happening = begin()
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with RecordWriter(tmp_path / "pipe", header) as writer:
        assert not writer.can_cut
        assert not writer.can_go_on
        for event in happening:
            writer.add(event)
    path = tmp_path / "m.jsonl"
    path.write_bytes(os.read(reader, 1 << 20))
    os.close(reader)
    assert len(replayed(path)[0]) >= 112
    assert kinds(path).count("round") == 2
    assert kinds(path).count("play") == 104


def test_a_record_in_use_is_not_opened_twice(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    header, _ = begin()
    with RecordWriter(path, header):
        assert is_being_written(path)
        with pytest.raises(RecordError, match="another match is being recorded there now"):
            RecordWriter(path, header)
    assert not is_being_written(path)
    assert not is_being_written(tmp_path / "nothing")
    RecordWriter(path, header).close()


# --- finding ---------------------------------------------------------------------------------------------------------


def test_of_several_games_the_last_unfinished_one_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path, seed=1, events=20)
    play(path, seed=2, events=30)
    play(path, seed=4)
    saved = open_saved(path, pytest.fail)
    assert (saved.header["seed"], saved.is_last) == (2, False)
    assert sum(len(round_.actions) for round_ in saved.past.rounds) < 30


def test_a_game_begun_anew_goes_on_where_it_was_begun_last(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path, seed=1, events=40)
    first = path.stat().st_size
    play(path, seed=1, events=20)
    saved = open_saved(path, pytest.fail)
    assert (saved.at, saved.is_last) == (first, True)
    play(path, seed=1)
    with pytest.raises(RecordError, match="the game is finished"):
        open_saved(path, pytest.fail)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no game in this file"),
        (b"\xff\xfe\x00\x01\n", "no game in this file"),
        (b'{"some":"json"}\n', "no game in this file"),
        (b'{"t":"game","v":1,"g":"1","rules":{"resolved":{"bags":{"limitt":5}}},"seed":1,"players":{}}\n', "limitt"),
        (b'{"t":"game","v":9,"g":"1"}\n', "version 9"),
    ],
)
def test_what_cannot_go_on_is_told_in_one_line(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError) as told:
        open_saved(path, lambda text: None)
    assert message.replace("no game in this file", "no game in") in str(told.value)
    assert "\n" not in str(told.value)


def test_a_finished_game_says_who_won_it(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path)
    with pytest.raises(RecordError, match=r"the game is finished: (NS|EW) won it"):
        open_saved(path, pytest.fail)
    play(path, seed=4)
    with pytest.raises(RecordError, match="all 2 games are finished"):
        open_saved(path, pytest.fail)


def test_a_record_that_the_engine_does_not_agree_with_does_not_go_on(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path, events=190)
    path.write_bytes(path.read_bytes().replace(b'"taken":"N', b'"taken":"N1'))
    with pytest.raises(RecordError, match="game 3-0 cannot go on: round 1: taken is"):
        open_saved(path, pytest.fail)


def test_rules_with_another_hash_alone_go_on(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path, events=190)
    lines = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    header["rules"]["sha256"] = "0" * 64
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n", encoding="utf-8")
    assert open_saved(path, pytest.fail).past.finished == 1


# --- taking back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_decision_taken_back_leaves_an_undo_line_and_a_sound_record(seed: int, tmp_path: Path) -> None:
    """The same whether it was in this round or before its beginning, in a file as in memory."""
    path, rng = tmp_path / "m.jsonl", random.Random(seed)
    header, happening = begin()
    ledger, past = Ledger(header), Past()
    with RecordWriter(path, header, ledger=ledger) as writer:
        for event, _ in zip(happening, range(rng.randrange(70, 150)), strict=False):
            past = past.add(event)
            writer.add(event)
        for undone in range(1, 60):
            last = past.last_of(("E", "W"))
            if last is None:
                break
            past = past.before(last)
            current = past.current
            writer.put(ledger.take_back(last, past.finished, current.events if current else ()))
            assert path.read_bytes() == ledger.text
            assert replayed(path)[0] == [action for round_ in past.rounds for action in round_.actions]
            assert kinds(path).count("undo") == undone
            assert open_saved(path, pytest.fail).ledger.text == ledger.text


def test_the_past_knows_no_decision_that_was_not_made() -> None:
    _, happening = begin()
    first = next(event for event in happening if isinstance(event, Acted))
    with pytest.raises(ValueError, match="no decision of this match"):
        Past().before(first)
    assert Past().last_of("NESW") is None
