"""A golden match per bundled variant: the first rounds of any legal play, compared field by field.

An accidental change of any rule, of dealing or of the record shows here. A wanted one is written with
``pytest tests/matches --update-goldens``, and its diff is read before it is committed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Match, load_rules
from spades_cli.arena.table import play_match
from spades_cli.record.lines import game_line
from spades_cli.record.reader import read_games
from spades_cli.record.replay import Replay
from spades_cli.record.writer import RecordWriter
from spades_cli.variants import VariantLibrary
from tests.support import players

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
NAMES = VariantLibrary().names()
ROUNDS = 5


def record(name: str, path: Path) -> None:
    """Play the first rounds of a variant into ``path``."""
    rules = load_rules(name)
    match = Match(rules, seed=2026, guard=ROUNDS)
    header = game_line(match, dict.fromkeys(rules.seats, "any-legal"), {})
    header["app"] = "golden"
    with RecordWriter(path, header) as writer:
        for event in play_match(match, players(rules, seed=2026)):
            writer.add(event)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def fields(lines: list[dict[str, Any]]) -> Iterator[tuple[str, object]]:
    """Every field of every line with its place, so that a difference names itself."""
    for line in lines:
        for key, value in line.items():
            yield f"{line['t']} {line.get('n', '')} {key}", value


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_played_as_it_always_was(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    golden, fresh = HERE / f"{name}.jsonl", tmp_path / "fresh.jsonl"
    record(name, fresh)
    if request.config.getoption("--update-goldens"):
        golden.write_bytes(fresh.read_bytes())
    assert list(fields(read(fresh))) == list(fields(read(golden)))


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_match_replays_without_difference(name: str) -> None:
    with (HERE / f"{name}.jsonl").open("rb") as file:
        (game,) = read_games(file, name, pytest.fail)
    replay = Replay(game)
    assert sum(1 for _ in replay.events()) > 50
    assert (replay.differences, replay.note) == ([], "")


def test_every_golden_match_belongs_to_a_variant() -> None:
    assert sorted(path.stem for path in HERE.glob("*.jsonl")) == sorted(NAMES)
