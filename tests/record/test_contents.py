"""Files of many games: their list, and one of them opened by itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from spades_cli.errors import RecordError, UsageError
from spades_cli.record.contents import Contents
from spades_cli.record.replay import Replay
from tests.record.goldens import MATCHES

if TYPE_CHECKING:
    from pathlib import Path

TABLES = ("standard", "jokers", "two-player")


def renamed(name: str, game: str) -> list[bytes]:
    """A golden match under another id."""
    lines = [json.loads(line) for line in (MATCHES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [json.dumps(line | {"g": game}).encode() + b"\n" for line in lines]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three games, the first two line by line between each other, and the second without an end."""
    first, second, third = (renamed(name, f"x-{i}") for i, name in enumerate(TABLES))
    between = [line for pair in zip(first, second, strict=True) for line in pair][:-1]
    path = tmp_path / "m.jsonl"
    path.write_bytes(b"".join([b"\n", *between, *third]))
    return path


def test_every_game_is_listed_in_its_place(path: Path) -> None:
    entries = Contents(path, pytest.fail).entries
    assert [(e.number, e.id, e.rules, e.rounds, e.line) for e in entries] == [
        (1, "x-0", "standard", 5, 2), (2, "x-1", "jokers", 5, 3), (3, "x-2", "two-player", 5, 15),
    ]  # fmt: skip
    assert [bool(entry.scores) for entry in entries] == [True, False, True]


def test_a_game_is_opened_by_itself_whatever_stands_around_it(path: Path) -> None:
    contents = Contents(path, pytest.fail)
    for entry in contents.entries:
        game = contents.open(entry)
        assert (game.id, game.number, game.first_line, len(game.rounds)) == (entry.id, entry.number, entry.line, 5)
        replay = Replay(game)
        list(replay.events())
        assert replay.differences == []


def test_a_game_is_found_by_number_and_by_id(path: Path) -> None:
    contents = Contents(path, pytest.fail)
    assert [entry.id for entry in contents.find("2")] == ["x-1"]
    assert [entry.number for entry in contents.find("x-2")] == [3]
    for name in ("4", "0", "x", "²"):
        with pytest.raises(UsageError, match=f"no game {name}"):
            contents.find(name)


def test_equal_ids_are_games_of_their_own(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"".join(renamed("bicycle", "x-2")))
    contents = Contents(path, pytest.fail)
    third, fourth = contents.find("x-2")
    assert [contents.open(entry).header["rules"]["name"] for entry in (third, fourth)] == ["two-player", "bicycle"]


def test_a_file_that_has_changed_meanwhile_is_told(path: Path) -> None:
    contents = Contents(path, pytest.fail)
    path.write_bytes(b"".join(renamed("bicycle", "y-1")))
    with pytest.raises(RecordError, match=r"m\.jsonl:15: game x-2 is not there any more|no game"):
        contents.open(contents.entries[2])


def test_what_cannot_be_opened_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no.jsonl"):
        with pytest.raises(RecordError, match="cannot be read"):
            Contents(path, pytest.fail)
