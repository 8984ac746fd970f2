"""The golden matches as games of records."""

from __future__ import annotations

from pathlib import Path

import pytest

from spades_cli.record.reader import GameRecord, read_games
from spades_cli.record.replay import Replay
from spades_cli.record.steps import PlayedRound, play_rounds

MATCHES = Path(__file__).parents[1] / "matches"
NAMES = sorted(path.stem for path in MATCHES.glob("*.jsonl"))


def golden(name: str) -> GameRecord:
    """The golden match of a variant."""
    with (MATCHES / f"{name}.jsonl").open("rb") as file:
        (game,) = read_games(file, name, pytest.fail)
    return game


def golden_rounds(name: str) -> list[PlayedRound]:
    """Its rounds, played again."""
    return play_rounds(Replay(golden(name)))
