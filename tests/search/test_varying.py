"""Deals that are changed step by step come up as often as they are likely, and agree with what is known."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from math import exp
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli.search import Budget, Position
from spades_cli.search.compiled import load_kernels
from spades_cli.search.drawing import KEPT, Drawing, read_bids
from spades_cli.search.room import Room
from spades_cli.search.tables import find_tables
from spades_cli.search.varying import weigh_place
from tests.search.rounds import RULES, random_positions
from tests.search.turns import recall

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Endings that can be in more ways are left out.
MOST = 60


def vary(position: Position, start: tuple[int, ...], samples: int, steps: int) -> list[tuple[int, ...]]:
    """Deals made of one, by so many steps from one to the next."""
    drawing = Drawing(Budget(samples=samples, steps=steps), Room(load_kernels(False)))
    game, _, _ = drawing.room.read(position)
    deals: Any = list(start) * samples
    drawing._weigh_plays(position, game, deals, 1)
    movable = [place for place, slots in enumerate(position.slots) if slots]
    varied, wide = drawing._vary(position, game, deals, movable, 5), position.players + 1
    return [tuple(varied[deal * wide : deal * wide + wide]) for deal in range(samples)]


def all_deals(position: Position) -> Iterator[tuple[int, ...]]:
    """Every deal that agrees with what the seat to play knows."""

    def share_out(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(position.slots):
            yield ()
            return
        cards = [1 << bit for bit in range(left.bit_length()) if left >> bit & 1]
        for chosen in combinations(cards, position.slots[place]):
            mine = sum(chosen)
            if not mine & (*position.voids, 0)[place]:
                for rest in share_out(place + 1, left ^ mine):
                    yield (position.known[place] | mine, *rest)

    yield from share_out(0, position.free)


def likelihoods(position: Position, deals: list[tuple[int, ...]]) -> list[float]:
    """How likely each of the deals is beside the others, by all bids and cards."""
    turns, starts, memory = recall(position, deals[0])
    kinds, bids, may_nil = read_bids(position)
    weights = [
        exp(
            sum(
                weigh_place(
                    position.game, find_tables(position.rules), position.fear, turns, starts, memory, position.played,
                    kinds, bids, may_nil, place, deal[place], -1 << 40,
                )
                for place in range(position.players)
                if place != position.place
            )
            / 1000
        )
        for deal in deals
    ]  # fmt: skip
    return [weight / sum(weights) for weight in weights]


def endings(name: str, cards: int) -> Iterator[Position]:
    """Positions in which the seat to play has so many cards, and others hold what it has not seen in a few ways."""
    for seed in range(8):
        for _, position in random_positions(RULES[name], seed):
            is_wanted = position.history and position.hand.bit_count() == cards
            if is_wanted and 2 < len(list(islice(all_deals(position), MOST))) < MOST:
                yield position


@pytest.mark.parametrize(("name", "cards"), [("standard", 2), ("cutthroat-3", 2), ("jokers", 2)])
def test_deals_come_up_as_often_as_they_are_likely_wherever_the_steps_begin(name: str, cards: int) -> None:
    for position in islice(endings(name, cards), 3):
        deals = list(all_deals(position))
        expected = likelihoods(position, deals)
        start = deals[min(range(len(deals)), key=expected.__getitem__)]
        found = Counter(vary(position, start, 2000, 12))
        assert found.keys() <= set(deals)
        off = sum(abs(found[deal] / 2000 - chance) for deal, chance in zip(deals, expected, strict=True)) / 2
        assert off < 0.1


@pytest.mark.parametrize("name", RULES)
def test_what_is_known_is_kept(name: str) -> None:
    for _, position in random_positions(RULES[name], 3, 9):
        movable = [place for place, slots in enumerate(position.slots) if slots]
        if not position.history or len(movable) < 2:
            continue
        drawing = Drawing(Budget(samples=20), Room(load_kernels(False)))
        start = tuple(drawing.draw(position, 1)[: position.players + 1])
        for hands in vary(position, start, 20, 6):
            assert sum(hands) == position.unseen | position.hand
            assert hands[position.place] == position.hand
            for place, hand in enumerate(hands):
                assert hand & position.known[place] == position.known[place]
                assert hand.bit_count() == start[place].bit_count()
                assert not hand & (*position.voids, 0)[place] & position.free


@pytest.mark.parametrize("samples", [1, KEPT - 1, 3 * KEPT + 7])
def test_as_many_deals_are_made_as_are_wanted(samples: int) -> None:
    position = next(endings("standard", 2))
    deals = list(all_deals(position))
    made = vary(position, deals[0], samples, 1)
    assert len(made) == samples
    assert set(made) <= set(deals)
