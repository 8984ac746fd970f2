"""Play-outs play legal cards to the end, and count what the engine counts."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli.engine.kernel import popcount, stream
from spades_cli.search import layout
from spades_cli.search.compiled import Kernels, load_kernels
from spades_cli.search.rollout import LEFT, PLAYED, STATE, copy_deals, pick, play_out
from tests.search.rounds import ONE_PACK, RULES, random_positions
from tests.search.speed import compiled_kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli import Round
    from spades_cli.search.position import Position

PLAIN = load_kernels(compiled=False)


class Hands(list[int]):
    """Hands that remember the cards taken out of them, in order."""

    def __init__(self, hands: Sequence[int]) -> None:
        super().__init__(hands)
        self.played: list[int] = []

    def __setitem__(self, place: Any, hand: Any) -> None:
        self.played.append(self[place] & ~hand)
        super().__setitem__(place, hand)


@pytest.mark.parametrize("noise", [0, 60, 256])
@pytest.mark.parametrize("name", RULES)
def test_the_engine_calls_every_card_legal_and_counts_the_same_tricks(name: str, noise: int) -> None:
    for deal, position in random_positions(RULES[name], noise + 1, 9):
        hands, index, need = Hands(deal.hands), list(position.index), list(position.need)
        state, game = list(position.state), position.worth.game
        pile = position.unseen & ~sum(deal.hands)
        play_out(game, state, need, position.fear, list(position.voids), hands, index, pile, noise, stream(noise, 1))
        assert state[LEFT] == state[PLAYED] == 0
        assert not any(hands)
        end = deal.copy()
        for card in hands.played:
            end.apply(end.rules.pack.names[card])
        assert end.phase == "over"
        for side, places in enumerate(end.rules.sides.values()):
            counting = sum(end.taken[place] * game[layout.COUNTING + place] for place in places)
            bids = sum(bid.tricks for place in places if (bid := end.bids[place]))
            assert index[side] == sum(end.taken[place] * game[layout.STRIDE + place] for place in places)
            assert need[side] == bids - counting


def test_without_noise_the_random_numbers_change_nothing() -> None:
    for deal, position in random_positions(RULES["standard"], 3, 6):
        ends = []
        for seed in range(3):
            hands, index = list(deal.hands), list(position.index)
            need, voids, state = list(position.need), list(position.voids), list(position.state)
            game = position.worth.game
            play_out(game, state, need, position.fear, voids, hands, index, 0, 0, stream(seed, 2))
            ends.append(index)
        assert ends[0] == ends[1] == ends[2]


def deals_of(deal: Round, count: int) -> list[int]:
    """The true deal, perhaps with two cards of other seats swapped: the hands of all places, the pile last."""
    rng, found = random.Random(1), []
    for _ in range(count):
        hands = list(deal.hands)
        one, two = rng.sample([place for place in range(len(hands)) if place != deal.place] * 2, 2)
        if one != two and popcount(hands[one]) and popcount(hands[two]):
            first, second = (pick(hands[at], rng.randrange(popcount(hands[at]))) for at in (one, two))
            hands[one] ^= first | second
            hands[two] ^= first | second
        found += [*hands, 0]
    return found


def rated(kernels: Kernels, position: Position, deals: list[int], parts: Sequence[int], seed: int = 9) -> list[int]:
    """The worths of all legal cards in deals, looked at from each of ``parts`` to the next."""
    array, sides = kernels.array, position.worth.game[layout.SIDES]
    cards = [pick(position.legal, number) for number in range(popcount(position.legal))]
    count = len(deals) // (position.players + 1)
    worths = array([0] * (count * len(cards)))
    inputs = [array(values) for values in (*position.worth, position.state, position.need, position.fear)]
    spaces = [array([0] * size) for size in (position.players, STATE, sides, position.players, sides)]
    for first, last in pairwise(parts):
        kernels.rollout.rate_cards(
            *inputs, array(position.voids), array(position.index), array(deals), first, last, array(cards), len(cards),
            60, seed, *spaces, worths,
        )  # fmt: skip
    return list(map(int, worths))


def test_the_worth_of_a_card_in_a_deal_depends_on_nothing_else() -> None:
    for deal, position in random_positions(RULES["standard"], 5, 8):
        deals = deals_of(deal, 6)
        whole = rated(PLAIN, position, deals, (0, 6))
        assert rated(PLAIN, position, deals, (0, 2, 3, 6)) == whole
        assert len(whole) == 6 * popcount(position.legal)


def test_the_last_trick_has_one_worth_whatever_is_rated() -> None:
    for deal, position in random_positions(RULES["standard"], 6):
        if position.state[LEFT] == 2 and position.state[PLAYED] == 3:
            game, classes, joint = position.worth
            worths = rated(PLAIN, position, [*deal.hands, 0], (0, 1))
            ends = []
            for name in deal.legal():
                end = deal.copy()
                end.apply(str(name))
                while end.turn:
                    end.apply(end.legal()[0])
                index = [0] * game[layout.SIDES]
                for place, taken in enumerate(end.taken):
                    index[game[layout.SIDE_OF + place]] += taken * game[layout.STRIDE + place]
                ends.append(layout.side_worth(game, classes, joint, index, game[layout.SIDE_OF + position.place]))
            assert worths == ends
            break
    else:
        pytest.fail("no such position")


@pytest.mark.parametrize("name", ONE_PACK)
def test_compiled_worths_are_equal(name: str) -> None:
    kernels = compiled_kernels()
    for deal, position in random_positions(RULES[name], 8, 13):
        deals = deals_of(deal, 4)
        assert rated(PLAIN, position, deals, (0, 4)) == rated(kernels, position, deals, (0, 4))


def test_chosen_deals_are_copied_one_after_the_other() -> None:
    deals, picked = [1, 2, 64, 4, 8, 16, 64, 32], [0] * 12
    copy_deals(deals, [1, 1, 0], 3, 4, picked)
    assert picked == [8, 16, 64, 32, 8, 16, 64, 32, 1, 2, 64, 4]


def test_cards_are_picked_from_the_weakest_up() -> None:
    assert [pick(0b10110, number) for number in range(3)] == [0b10, 0b100, 0b10000]
