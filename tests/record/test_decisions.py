"""Decisions of a record: all of them, in order, each with the view of its moment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spades_cli.record.decisions import Decision, read_decisions
from spades_cli.record.reader import GameRecord, read_games
from spades_cli.record.replay import Replay

MATCHES = Path(__file__).parents[1] / "matches"


def first_game(content: bytes) -> GameRecord:
    return next(iter(read_games(content.splitlines(keepends=True), "m", pytest.fail)))


def decisions(content: bytes) -> list[Decision]:
    played = Replay(first_game(content))
    played.asked = played.rules.seats
    found = list(read_decisions(played))
    assert played.differences == []
    return found


@pytest.mark.parametrize("name", ["standard", "two-player", "cutthroat-3-jokers", "six-pairs", "mirror"])
def test_every_decision_is_legal_in_the_view_of_its_seat(name: str) -> None:
    found = decisions((MATCHES / f"{name}.jsonl").read_bytes())
    assert found
    for view, action in found:
        assert view.turn == view.seat
        assert action in view.legal


def test_the_decisions_are_those_of_the_record() -> None:
    content = (MATCHES / "standard.jsonl").read_bytes()
    rounds = [json.loads(line) for line in content.splitlines() if b'"t":"round"' in line]
    found = decisions(content)
    played = [str(action) for view, action in found if view.phase == "play"]
    assert played == [card for line in rounds for card in line["plays"].split()]
    bids = [f"{view.seat}{action}" for view, action in found if view.phase == "bid"]
    assert bids == [bid for line in rounds for bid in line["bids"].split() if bid[1] != "b"]


def test_a_view_shows_one_hand_and_the_cards_that_were_played() -> None:
    for view, _ in decisions((MATCHES / "standard.jsonl").read_bytes()):
        if view.phase == "play":
            assert len(view.hand) + len(view.tricks) == 13
            assert not set(view.hand) & {card for trick in view.tricks for _, card in trick.cards}


def test_only_the_seats_that_are_asked_decide() -> None:
    played = Replay(first_game((MATCHES / "standard.jsonl").read_bytes()))
    played.asked = ["S"]
    found = list(read_decisions(played))
    assert {view.seat for view, _ in found} == {"S"}
    assert sum(view.phase == "play" for view, _ in found) == 13 * len(played.game.rounds)


def test_an_unfinished_round_counts_as_far_as_it_goes() -> None:
    content = (MATCHES / "standard.jsonl").read_bytes().splitlines(keepends=True)
    whole = json.loads(content[1])
    deal = {key: whole[key] for key in ("g", "n", "dealer", "deal")} | {"t": "deal"}
    first = decisions(b"".join(content[:2]))[:3]
    acts = [
        {"t": view.phase, "g": whole["g"], "n": 1, "seat": view.seat, "action": str(action)} for view, action in first
    ]
    torn = content[0] + b"".join(json.dumps(line).encode() + b"\n" for line in (deal, *acts))
    assert decisions(torn) == first
