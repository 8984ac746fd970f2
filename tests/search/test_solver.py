"""The exact solver against plain recursion over every line of play, on endings of every kind of table."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from spades_cli.engine import kernel
from spades_cli.engine.cards import Deck
from spades_cli.search import layout
from spades_cli.search.compiled import Kernels, load_kernels
from spades_cli.search.layout import side_worth
from spades_cli.search.solver import prepare, solve, solve_best, solver_space
from spades_cli.search.solver_bounds import NODES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PAIRS = (0, 1, 0, 1)
TABLES = {
    "two players": (0, 1),
    "three alone": (0, 1, 2),
    "pairs": PAIRS,
    "four alone": (0, 1, 2, 3),
    "five alone": (0, 1, 2, 3, 4),
    "three pairs": (0, 1, 2, 0, 1, 2),
    "triples": (0, 1, 0, 1, 0, 1),
}
ROOM = 1 << 40


@dataclass(frozen=True)
class Table:
    """The arrays of a round, and where every side stands before the ending."""

    game: list[int]
    classes: list[int]
    joint: list[int]
    index: list[int]


@dataclass
class Position:
    """All hands and the trick under way."""

    hands: list[int]
    leader: int
    led: int = 0
    best: int = 0
    winner: int = 0
    played: int = 0
    broken: int = 0
    opening: int = 0


def make_table(
    sides: Sequence[int],
    strides: Sequence[int],
    left: int,
    worth: Callable[[int, int, int, int], int],
    *,
    code: int = 0,
    pack: Deck | None = None,
) -> Table:
    """A table whose outcomes are the indexes themselves; ``worth`` takes side, its index, other side, its index."""
    pack = pack or Deck()
    players, count = len(sides), max(sides) + 1
    game = [0] * layout.LENGTH
    game[layout.PLAYERS], game[layout.SIDES], game[layout.CODE] = players, count, code
    game[layout.RUNS : layout.RUNS + 4] = pack.runs
    game[layout.SIDE_OF : layout.SIDE_OF + players] = sides
    game[layout.STRIDE : layout.STRIDE + players] = strides
    index = [side + 1 for side in range(count)]
    sizes = [
        index[side] + left * sum(stride for stride, own in zip(strides, sides, strict=True) if own == side) + 1
        for side in range(count)
    ]
    classes: list[int] = []
    for side, size in enumerate(sizes):
        game[layout.CLASS_AT + side], game[layout.COUNT + side] = len(classes), size
        classes += range(size)
    joint: list[int] = []
    for me in range(count):
        for other in range(count):
            if other != me:
                game[layout.JOINT_AT + me * layout.MOST + other] = len(joint)
                joint += [worth(me, own, other, theirs) for own in range(sizes[me]) for theirs in range(sizes[other])]
    return Table(game, classes, joint, index)


def deal(rng: random.Random, pack: Deck, players: int, left: int, *, few_suits: bool = False) -> list[int]:
    cards = [card for card in pack.order if not few_suits or card & (pack.runs[0] | pack.spades)]
    chosen = rng.sample(cards, players * left)
    return [sum(chosen[seat * left : (seat + 1) * left]) for seat in range(players)]


def legal(table: Table, position: Position) -> list[int]:
    game = table.game
    seat = (position.leader + position.played) % game[layout.PLAYERS]
    cards = kernel.legal_cards(
        position.hands[seat],
        position.led,
        position.best,
        position.broken,
        position.opening,
        game[layout.CODE],
        game[layout.SPADES],
        game[layout.RUNS],
    )
    return [1 << place for place in range(cards.bit_length()) if cards >> place & 1]


def after(table: Table, position: Position, card: int, index: list[int]) -> Position:
    """The position once ``card`` is played; a trick that is over moves ``index``."""
    game = table.game
    players = game[layout.PLAYERS]
    seat = (position.leader + position.played) % players
    runs = game[layout.RUNS], game[layout.RUNS + 1], game[layout.RUNS + 2], game[layout.RUNS + 3]
    hands = list(position.hands)
    hands[seat] ^= card
    broken = 1 if card & runs[3] else position.broken
    led, best, winner = position.led, position.best, position.winner
    if not led:
        led, best, winner = kernel.run_of(card, runs), card, seat
    elif kernel.takes(card, best, led, runs[3], game[layout.CODE]):
        best, winner = card, seat
    if position.played + 1 < players:
        return Position(hands, position.leader, led, best, winner, position.played + 1, broken, position.opening)
    index[game[layout.SIDE_OF + winner]] += game[layout.STRIDE + winner]
    return Position(hands, winner, broken=broken)


def play_out(table: Table, position: Position, index: list[int], me: int) -> list[int]:
    """The worth of a position to every side by plain recursion: minimax with two sides, max^n with more."""
    game = table.game
    sides = game[layout.SIDES]
    if not any(position.hands):
        worths = [side_worth(game, table.classes, table.joint, index, side) for side in range(sides)]
        return [worths[me] if side == me else -worths[me] for side in range(2)] if sides == 2 else worths
    mover = game[layout.SIDE_OF + (position.leader + position.played) % game[layout.PLAYERS]]
    found: list[int] = []
    for card in legal(table, position):
        here = list(index)
        worths = play_out(table, after(table, position, card, here), here, me)
        if not found or worths[mover] > found[mover]:
            found = worths
    return found


def by_recursion(table: Table, position: Position) -> dict[int, int]:
    game = table.game
    me = game[layout.SIDE_OF + (position.leader + position.played) % game[layout.PLAYERS]]
    worths = {}
    for card in legal(table, position):
        index = list(table.index)
        worths[card] = play_out(table, after(table, position, card, index), index, me)[me]
    return worths


class Solver:
    """The solver with its arrays, plain or compiled, asked in the words of these tests."""

    def __init__(self, players: int, tail: int, entries: int = 0, kernels: Kernels | None = None) -> None:
        self.kernels = kernels or load_kernels(compiled=False)
        self.work, self.bounds, self.table = map(self.kernels.array, solver_space(players, tail, entries))

    def solve(self, table: Table, position: Position, *, cap: int = ROOM) -> dict[int, int] | None:
        array, solver = self.kernels.array, self.kernels.solver
        seat = (position.leader + position.played) % table.game[layout.PLAYERS]
        left = position.hands[seat].bit_count()
        game, hands = array(table.game), array(position.hands)
        outcomes = array(table.classes), array(table.joint), array(table.index)
        solver.prepare(game, *outcomes, left, table.game[layout.SIDE_OF + seat], self.work, self.bounds)
        trick = position.leader, position.led, position.best, position.winner, position.played
        cards, worths = array([0] * left), array([0] * left)
        space = self.work, self.bounds, self.table
        count = solver.solve(game, hands, *trick, position.broken, position.opening, *space, cards, worths, cap)
        assert list(hands) == position.hands
        return {int(cards[i]): int(worths[i]) for i in range(count)} if count >= 0 else None


def random_worth(rng: random.Random, spread: int) -> Callable[[int, int, int, int], int]:
    return lambda me, own, other, theirs: rng.randrange(-spread, spread + 1)


def own_tricks(me: int, own: int, other: int, theirs: int) -> int:
    return own - (me + 1)


def trick_difference(me: int, own: int, other: int, theirs: int) -> int:
    return own - theirs


def contract(me: int, own: int, other: int, theirs: int) -> int:
    """Both sides need three tricks; the second bag of a side costs it dear."""
    return points(own) - points(theirs)


def points(tricks: int) -> int:
    if tricks < 3:
        return -3000
    return 3000 + (tricks - 3) * 100 - (10000 if tricks >= 5 else 0)


WORTHS: dict[str, Callable[[random.Random], Callable[[int, int, int, int], int]]] = {
    "tricks": lambda rng: trick_difference,
    "contracts with a bag cliff": lambda rng: contract,
    "a few random worths": lambda rng: random_worth(rng, 2),
    "random worths": lambda rng: random_worth(rng, 10**6),
}


def endings(sides: Sequence[int], pack: Deck, code: int, left: int, rng: random.Random) -> list[tuple[Table, Position]]:
    """One ending of each kind of worth, some with a seat that counts for itself, some in mid-trick."""
    found = []
    for kind in WORTHS.values():
        strides = [1] * len(sides)
        if rng.random() < 0.5:
            strides[rng.randrange(len(sides))] = left + 1
        table = make_table(sides, strides, left, kind(rng), code=code, pack=pack)
        hands = deal(rng, pack, len(sides), left, few_suits=rng.random() < 0.5)
        opening = rng.random() < 0.5
        broken = 0 if opening else rng.randrange(2)
        position = Position(hands, rng.randrange(len(sides)), broken=broken, opening=int(opening))
        for _ in range(rng.randrange(len(sides))):
            position = after(table, position, rng.choice(legal(table, position)), list(table.index))
        found.append((table, position))
    return found


SMALL = {2: 5, 3: 4, 4: 3, 5: 2, 6: 2}


@pytest.mark.parametrize("code", range(0, 128, 5))
@pytest.mark.parametrize("sides", TABLES.values(), ids=TABLES)
def test_every_legal_card_is_worth_what_plain_recursion_finds(sides: tuple[int, ...], code: int) -> None:
    rng = random.Random(1000 * code + len(sides))
    left = SMALL[len(sides)]
    solver = Solver(len(sides), left)
    for table, position in endings(sides, Deck(), code, left, rng):
        assert solver.solve(table, position) == by_recursion(table, position)


@pytest.mark.parametrize("code", [kernel.EQUAL_FIRST, kernel.EQUAL_LAST])
@pytest.mark.parametrize("options", range(0, 16, 3))
@pytest.mark.parametrize("sides", [(0, 1), (0, 1, 2), PAIRS], ids=["two players", "three alone", "pairs"])
def test_packs_with_equal_cards_are_solved_too(sides: tuple[int, ...], options: int, code: int) -> None:
    rng = random.Random(100 * code + options)
    pack = Deck(packs=2, remove=[f"{rank}{suit}" for rank in "23456789" for suit in "CDHS" for _ in range(2)])
    left = SMALL[len(sides)]
    solver = Solver(len(sides), left)
    for _ in range(3):
        for table, position in endings(sides, pack, code | options, left, rng):
            assert solver.solve(table, position) == by_recursion(table, position)


def test_jokers_and_promoted_cards_are_the_highest_trumps() -> None:
    rng = random.Random(3)
    pack = Deck(jokers=2, promote=["BJ", "LJ", "2D"])
    solver = Solver(4, 3)
    for _ in range(10):
        for table, position in endings(PAIRS, pack, 0, 3, rng):
            assert solver.solve(table, position) == by_recursion(table, position)


def test_whether_spades_are_broken_changes_what_a_card_is_worth() -> None:
    """North could draw the last trump and run hearts; unable to, it is ruffed at once."""
    pack = Deck()
    hands = [
        pack.mask(cards) for cards in (["AS", "KH", "QH"], ["2S", "3C", "4C"], ["2D", "3D", "4D"], ["5D", "6D", "7D"])
    ]
    table = make_table(PAIRS, (1, 1, 1, 1), 3, own_tricks)
    solver = Solver(4, 3)
    broken = solver.solve(table, Position(list(hands), 0, broken=1))
    unbroken = solver.solve(table, Position(list(hands), 0, broken=0))
    ace, king = pack.mask(["AS"]), pack.mask(["KH"])
    assert broken is not None
    assert unbroken is not None
    assert broken[ace] == 3
    assert ace not in unbroken
    assert unbroken[king] == 2


def test_deals_of_one_decision_share_the_table() -> None:
    rng = random.Random(8)
    table = make_table(PAIRS, (4, 1, 1, 1), 3, random_worth(rng, 100))
    game = table.game
    work, bounds, known = solver_space(4, 3)
    prepare(game, table.classes, table.joint, table.index, 3, 0, work, bounds)
    cards, worths = [0] * 3, [0] * 3
    for _ in range(40):
        position = Position(deal(rng, Deck(), 4, 3, few_suits=True), 0, broken=rng.randrange(2))
        state = (position.hands, 0, 0, 0, 0, 0, position.broken, 0)
        count = solve(game, *state, work, bounds, known, cards, worths, ROOM)
        found = dict(zip(cards[:count], worths[:count], strict=True))
        assert found == by_recursion(table, position)
        assert solve_best(game, *state, work, bounds, known, ROOM) == max(found.values())


def test_a_table_of_one_entry_forgets_but_does_not_err() -> None:
    rng = random.Random(9)
    solver = Solver(4, 3, entries=1)
    for table, position in endings(PAIRS, Deck(), 0, 3, rng):
        assert solver.solve(table, position) == by_recursion(table, position)


@pytest.mark.parametrize("sides", [PAIRS, (0, 1, 2)], ids=["pairs", "three alone"])
def test_a_solve_that_meets_its_cap_gives_up_and_leaves_everything_fit_for_the_next(sides: tuple[int, ...]) -> None:
    rng = random.Random(10)
    solver = Solver(len(sides), 4)
    table = make_table(sides, [1] * len(sides), 4, random_worth(rng, 1000))
    position = Position(deal(rng, Deck(), len(sides), 4), 0, broken=1)
    found = solver.solve(table, position)
    for cap in (0, 1, 5, 17, 30):
        assert solver.solve(table, position, cap=cap) is None
    assert solver.solve(table, position) == found


def test_compiled_and_interpreted_solvers_find_the_same() -> None:
    pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    kernels = load_kernels(compiled=True)
    rng = random.Random(11)
    for sides, left in ((PAIRS, 4), ((0, 1, 2), 4)):
        plain = Solver(len(sides), left)
        twin = Solver(len(sides), left, kernels=kernels)
        for code in (0, 1, 12, 64):
            for table, position in endings(sides, Deck(), code, left, rng):
                assert twin.solve(table, position) == plain.solve(table, position)
                assert twin.work[NODES] == plain.work[NODES]


def test_where_spades_may_always_be_led_bridge_solvers_agree() -> None:
    oracle = pytest.importorskip("benchmarks.solver", reason="needs endplay", exc_type=ImportError)
    rng = random.Random(12)
    for left in (2, 3, 4):
        solver = Solver(4, left)
        table = make_table(PAIRS, (1, 1, 1, 1), left, own_tricks, code=kernel.LEAD_ANY)
        for _ in range(80):
            position = Position(deal(rng, Deck(), 4, left), rng.randrange(4))
            assert solver.solve(table, position) == oracle.bridge_tricks(position.hands, position.leader)
