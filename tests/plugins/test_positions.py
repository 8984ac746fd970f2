"""How many positions of other programs' suites ``basic`` answers as expected; the misses are listed."""

from __future__ import annotations

import random

from spades_plugins.basic import Basic

from tests.plugins.positions import UNSUPPORTED, Position, load

FLOOR = 0.9


def answer(position: Position) -> str:
    return str(Basic(rng=random.Random(0)).decide(position.view))


def test_basic_answers_most_of_the_clear_positions() -> None:
    clear = [position for position in load() if position.is_clear]
    given = {position.id: answer(position) for position in clear}
    misses = [
        f"{position.id}: {given[position.id]}, expected {' or '.join(position.right)} ({position.reason})"
        for position in clear
        if given[position.id] not in position.right
    ]
    print("\n".join([f"{len(clear) - len(misses)} of {len(clear)} clear positions; missed:", *misses]))
    assert 1 - len(misses) / len(clear) >= FLOOR, misses


def test_every_answer_is_legal() -> None:
    for position in load():
        assert answer(position) in [str(action) for action in position.view.legal], position.id


def test_the_positions_left_out_are_named() -> None:
    ids = [position.id for position in load()]
    assert len(ids) == len(set(ids)) == 32 - len(UNSUPPORTED)
