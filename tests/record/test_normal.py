"""The normal form of a record: the same bytes however the game was written down."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli.record.normal import normal_lines
from spades_cli.record.reader import GameRecord, read_games
from spades_cli.record.replay import Replay
from spades_cli.record.writer import to_json
from tests.record.goldens import MATCHES, NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable


def read(lines: Iterable[bytes]) -> GameRecord:
    (game,) = read_games(lines, "m", pytest.fail)
    return game


def export(lines: Iterable[bytes]) -> bytes:
    return b"".join(to_json(line).encode() + b"\n" for line in normal_lines(read(lines)))


def golden(name: str) -> list[bytes]:
    return (MATCHES / f"{name}.jsonl").read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_record_is_in_normal_form(name: str) -> None:
    assert export(golden(name)) == b"".join(golden(name))


@pytest.mark.parametrize("name", NAMES)
def test_other_spellings_come_to_the_same_bytes_and_verify(name: str) -> None:
    rng = random.Random(name)
    spelt = []
    for raw in golden(name):
        line: dict[str, Any] = json.loads(raw)
        keys = list(line)
        rng.shuffle(keys)
        spelt.append(json.dumps({key: line[key] for key in keys}, indent=None, ensure_ascii=True).encode() + b"\r\n")
    text = export(spelt)
    assert text == b"".join(golden(name))
    replay = Replay(read(text.splitlines(keepends=True)))
    list(replay.events())
    assert (replay.differences, replay.note) == ([], "")


def test_the_actions_of_a_finished_round_and_copies_of_it_go() -> None:
    lines = golden("standard")
    loose = [b'{"t":"deal","g":"2026-0","n":1}\n', b'{"t":"bid","g":"2026-0","n":1,"seat":"N","action":"3"}\n']
    assert export([lines[0], *loose, lines[1], lines[1], *lines[2:]]) == b"".join(lines)


def test_faults_undos_and_unknown_lines_stand_before_their_round_and_export_is_stable() -> None:
    lines = golden("standard")
    extra = [
        b'{"t":"fault","g":"2026-0","n":2,"seat":"N","kind":"illegal"}\n',
        b'{"t":"undo","g":"2026-0","n":2,"seat":"S"}\n',
        b'{"t":"rng","g":"2026-0","n":2,"words":{"N":3}}\n',
        b'{"t":"comment","g":"2026-0","text":"well played"}\n',
    ]
    once = export([lines[0], lines[1], *extra, *lines[2:]])
    assert [json.loads(line)["t"] for line in once.splitlines()] == [
        "game", "round", "undo", "fault", "rng", "round", "round", "round", "round", "comment", "end",
    ]  # fmt: skip
    assert export(once.splitlines(keepends=True)) == once


def test_an_unfinished_round_keeps_its_actions() -> None:
    lines = golden("standard")[:2]
    loose = [b'{"t":"deal","g":"2026-0","n":2}\n', b'{"t":"bid","g":"2026-0","n":2,"seat":"N","action":"3"}\n']
    once = export([*lines, *loose])
    assert once == b"".join([*lines, *loose])


def test_a_round_that_was_taken_back_is_not_kept_twice() -> None:
    lines = golden("standard")
    undo = b'{"t":"undo","g":"2026-0","n":2,"seat":"S"}\n'
    # As a pipe has it: rounds 2 and 3 were finished, then a decision of round 2 was taken back.
    game = read([*lines[:4], undo, b'{"t":"deal","g":"2026-0","n":2}\n', *lines[2:]])
    assert [line["n"] for line in game.rounds] == [1, 2, 3, 4, 5]
    assert len(game.undos) == 1


def test_what_only_streams_have_goes() -> None:
    lines = golden("standard")
    stream = [b'{"t":"turn","g":"2026-0","seat":"S"}\n', b'{"t":"trick","g":"2026-0","n":1,"trick":1}\n']
    assert export([lines[0], *stream, *lines[1:]]) == b"".join(lines)
