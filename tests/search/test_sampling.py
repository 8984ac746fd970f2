"""Deals of the unseen cards agree with what is known, and every one that does is drawn equally often."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from spades_cli.search import layout
from spades_cli.search.compiled import Kernels, load_kernels
from spades_cli.search.sampling import PLAN, ROWS
from tests.search.rounds import ONE_PACK, RULES, random_positions
from tests.search.speed import compiled_kernels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.search.position import Position

BINOMIALS = [float(comb(n, k)) for n in range(ROWS) for k in range(ROWS)]
PLAIN = load_kernels(compiled=False)
#: Standard errors from the mean that a fixed seed may be off: a chance of about 1 in 10,000 on either side.
FAR = 3.7


class Unseen(NamedTuple):
    """Cards by place, the pile last: how many each takes of the ``free`` ones, its voids, the cards known to be there.

    Seats see the table from one seat, which takes no cards.
    """

    runs: tuple[int, ...]
    free: int
    slots: tuple[int, ...]
    voids: tuple[int, ...]
    known: tuple[int, ...]


def unseen_of(position: Position) -> Unseen:
    voids = (*position.voids, 0)
    return Unseen(position.deck.runs, position.free, tuple(position.slots), voids, tuple(position.known))


class Sampler:
    """The sampling functions with the arrays they want."""

    def __init__(self, unseen: Unseen, kernels: Kernels = PLAIN) -> None:
        array, self.kernels, self.unseen = kernels.array, kernels, unseen
        self.places = len(unseen.slots)
        game = [0] * layout.LENGTH
        game[layout.PLAYERS] = self.places - 1
        game[layout.RUNS : layout.RUNS + 4] = unseen.runs
        self.game, self.slots, self.voids, self.known = map(array, (game, unseen.slots, unseen.voids, unseen.known))
        self.plan, self.split = array([0] * PLAN), array([0] * 4)
        self.binomials = kernels.floats(BINOMIALS)
        size = kernels.sampling.read_plan(self.game, unseen.free, self.slots, self.voids, self.plan)
        self.ways = kernels.floats([0.0] * size)
        self.count = float(
            kernels.sampling.count_ways(
                self.game, self.plan, self.voids, self.slots, self.binomials, self.ways, self.split
            )
        )

    def draw(self, seed: int, first: int, last: int) -> list[tuple[int, ...]]:
        """The hands of each deal, the pile last."""
        array, places = self.kernels.array, self.places
        deals: Any = array([0] * (last * places))
        self.kernels.sampling.draw_deals(
            self.game, self.plan, self.unseen.free, self.voids, self.slots, self.known, self.binomials, self.ways, seed,
            first, last, self.split, array([0] * 32), array([0] * 128), array([0] * 128), deals,
        )  # fmt: skip
        return [tuple(map(int, deals[deal * places : (deal + 1) * places])) for deal in range(first, last)]


def all_deals(unseen: Unseen) -> Iterator[tuple[int, ...]]:
    """Every deal that agrees with what is known, one card after the other."""

    def deal_on(left: int, slots: Sequence[int], hands: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if not left:
            yield tuple(hands)
            return
        card = left & -left
        for place, room in enumerate(slots):
            if room and not card & unseen.voids[place]:
                now, then = list(slots), list(hands)
                now[place] -= 1
                then[place] |= card
                yield from deal_on(left ^ card, now, then)

    return deal_on(unseen.free, unseen.slots, unseen.known)


def deviation(observed: Counter[tuple[int, ...]], deals: Sequence[tuple[int, ...]]) -> float:
    """How many standard errors chi square is off under equal chances (after Wilson and Hilferty)."""
    expected, freedom = observed.total() / len(deals), len(deals) - 1
    square = sum((observed[deal] - expected) ** 2 for deal in deals) / expected
    part = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - 1 + part) / sqrt(part))


#: Four suits of four cards.
RUNS = tuple(0b1111 << 4 * suit for suit in range(4))
CLUBS, DIAMONDS, HEARTS, SPADES = RUNS
#: Three cards of each suit, and two.
NINE = 0b0000_0111_0111_0111
TEN = 0b0011_0011_0111_0111
EIGHT = 0b0011_0011_0011_0011

SITUATIONS = {
    "nobody void": Unseen(RUNS, EIGHT, (0, 3, 3, 2, 0), (0,) * 5, (0,) * 5),
    "one seat void": Unseen(RUNS, NINE, (0, 3, 3, 3, 0), (0, 0, HEARTS, 0, 0), (0,) * 5),
    "two seats void": Unseen(RUNS, NINE, (0, 3, 3, 3, 0), (0, CLUBS, HEARTS, 0, 0), (0,) * 5),
    "two seats void in several suits": Unseen(
        RUNS, TEN, (0, 3, 4, 3, 0), (0, 0, HEARTS | SPADES, CLUBS, 0), (0,) * 5
    ),
    "every seat void": Unseen(RUNS, TEN, (0, 4, 3, 3, 0), (0, CLUBS, DIAMONDS, SPADES, 0), (0,) * 5),
    "every seat void but for one deal": Unseen(
        RUNS, EIGHT, (0, 4, 2, 2, 0), (0, CLUBS | DIAMONDS, ~CLUBS & 0xFFFF, HEARTS | SPADES, 0), (0,) * 5
    ),
    "two players and a pile": Unseen(RUNS, EIGHT, (4, 0, 4), (HEARTS, 0, 0), (0,) * 3),
    "two players and a pile, nobody void": Unseen(RUNS, EIGHT, (3, 0, 5), (0,) * 3, (0,) * 3),
    "two players, known cards": Unseen(RUNS, EIGHT, (2, 0, 6), (SPADES, 0, 0), (1 << 11, 0, 1 << 3)),
    "three players": Unseen(RUNS, TEN, (5, 0, 5, 0), (HEARTS, 0, SPADES, 0), (0,) * 4),
    "three players and set-aside cards": Unseen(RUNS, EIGHT, (3, 0, 3, 2), (HEARTS, 0, SPADES, 0), (0,) * 4),
    "a partner's known cards": Unseen(
        RUNS, NINE, (0, 3, 1, 3, 2), (0, CLUBS, DIAMONDS, 0, 0), (0, 0, 1 << 15 | 1 << 11, 0, 0)
    ),
    "five players": Unseen(RUNS, EIGHT, (0, 2, 2, 2, 2, 0), (0, CLUBS, HEARTS, 0, DIAMONDS, 0), (0,) * 6),
    "six players": Unseen(RUNS, EIGHT, (2, 2, 0, 1, 1, 2, 0), (CLUBS, HEARTS, 0, SPADES, DIAMONDS, 0, 0), (0,) * 7),
}  # fmt: skip


@pytest.mark.parametrize("unseen", SITUATIONS.values(), ids=SITUATIONS.keys())
def test_every_deal_that_agrees_with_what_is_known_is_drawn_equally_often(unseen: Unseen) -> None:
    deals = list(all_deals(unseen))
    drawn = Counter(Sampler(unseen).draw(11, 0, min(20000, max(1000, 20 * len(deals)))))
    assert drawn.keys() <= set(deals)
    if len(deals) > 1:
        assert abs(deviation(drawn, deals)) < FAR


@pytest.mark.parametrize("unseen", SITUATIONS.values(), ids=SITUATIONS.keys())
def test_ways_are_the_deals_to_the_seats_with_voids(unseen: Unseen) -> None:
    sampler = Sampler(unseen)
    seats = [place for place, void in enumerate(unseen.voids) if void & unseen.free and unseen.slots[place]]
    assert sampler.count == len({tuple(deal[place] for place in seats) for deal in all_deals(unseen)})


def test_a_bias_of_a_third_would_be_found() -> None:
    unseen = SITUATIONS["two seats void"]
    deals = list(all_deals(unseen))
    some = set(deals[::2])
    drawn = [deal for deal in Sampler(unseen).draw(11, 0, 40 * len(deals)) if deal in some]
    others = [deal for deal in Sampler(unseen).draw(12, 0, 30 * len(deals)) if deal not in some]
    assert deviation(Counter(drawn + others), deals) > FAR


def test_whole_hands_with_two_voids_are_counted_exactly() -> None:
    runs = RULES["standard"].pack.runs
    hand = sum(sum(1 << bit for bit in range(run.bit_length() - 4, run.bit_length() - 1)) for run in runs)
    hand |= 1 << runs[0].bit_length() - 1
    free = sum(runs) & ~hand
    assert hand.bit_count() == 13
    clubs, diamonds, hearts, spades = ((free & run).bit_count() for run in runs)
    exact = sum(
        comb(spades, held) * comb(clubs + diamonds, 13 - held) * comb(clubs + diamonds - 13 + held + hearts, 13)
        for held in range(spades + 1)
    )
    sampler = Sampler(Unseen(runs, free, (0, 13, 13, 13, 0), (0, runs[2], runs[3], 0, 0), (0,) * 5))
    assert sampler.count == pytest.approx(exact, rel=1e-12)
    for deal in sampler.draw(3, 0, 50):
        assert sum(deal) == free
        assert not deal[1] & runs[2]
        assert not deal[2] & runs[3]


def test_voids_that_leave_no_room_have_no_ways() -> None:
    everyone = (0, CLUBS, CLUBS, CLUBS, 0)
    assert Sampler(Unseen(RUNS, NINE, (0, 3, 3, 3, 0), everyone, (0,) * 5)).count == 0
    assert Sampler(Unseen(RUNS, NINE, (0, 3, 3, 3, 0), (0, 0, NINE, 0, 0), (0,) * 5)).count == 0


def test_most_cards_of_two_packs_may_be_spades() -> None:
    runs = (0b1, 0b10, 0b1111_00, ((1 << 98) - 1) << 6)
    free = sum(runs)
    sampler = Sampler(Unseen(runs, free, (0, 26, 26, 26, 26), (0, 0, runs[2], 0, 0), (0,) * 5))
    assert sampler.count == pytest.approx(comb(100, 26), rel=1e-12)
    for deal in sampler.draw(1, 0, 20):
        assert sum(deal) == free
        assert not deal[2] & runs[2]


def test_a_deal_depends_on_its_number_and_the_seed_alone() -> None:
    sampler = Sampler(SITUATIONS["every seat void"])
    whole = sampler.draw(5, 0, 20)
    assert sampler.draw(5, 0, 10) + sampler.draw(5, 10, 20) == whole
    assert sampler.draw(5, 0, 20) == whole
    assert sampler.draw(6, 0, 20) != whole
    assert len(set(whole)) > 5


@pytest.mark.parametrize("name", RULES)
def test_drawn_deals_agree_with_what_a_seat_knows_in_every_variant(name: str) -> None:
    for seed in range(2):
        for _, position in random_positions(RULES[name], seed, 9):
            unseen = unseen_of(position)
            sampler = Sampler(unseen)
            assert sampler.count
            for hands in sampler.draw(seed, 0, 5):
                assert sum(hands) == position.unseen | position.hand
                assert sum(map(int.bit_count, hands)) == (position.unseen | position.hand).bit_count()
                for place, hand in enumerate(hands):
                    assert not hand & unseen.known[place] ^ unseen.known[place]
                    assert not hand & unseen.voids[place]
                    assert hand.bit_count() == unseen.slots[place] + unseen.known[place].bit_count()


@pytest.mark.parametrize("name", ONE_PACK)
def test_compiled_deals_are_equal(name: str) -> None:
    kernels = compiled_kernels()
    for _, position in random_positions(RULES[name], 4, 11):
        plain, fast = Sampler(unseen_of(position)), Sampler(unseen_of(position), kernels)
        assert plain.count == fast.count
        assert plain.draw(2, 0, 6) == fast.draw(2, 0, 6)
