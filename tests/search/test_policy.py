"""The rule player plays legal cards, the same at both speeds, and does what every player would."""

from __future__ import annotations

import random
from itertools import pairwise, product
from types import FunctionType
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli.search import chances, choose_by_rule, outlook, policy, rating, rule_player
from spades_cli.search.chances import seats_after
from spades_cli.search.compiled import CompilerError, Kernels, load_kernels
from spades_cli.search.layout import LENGTH, MATES, PLAYERS, RATINGS, SIDE_OF, SIDES, are_equals
from spades_cli.search.policy import ALL, DUCK, KINDS, MUST, NEED, PLANS, SET, drop_blunders, kind_of, plan_of
from spades_cli.search.position import NEVER, Position
from spades_cli.search.rating import FEATURES, winning_cards
from spades_cli.search.rollout import BEST, LED, LEFT, NILS, PLAYED, WINNER
from tests.search.rounds import ONE_PACK, RULES, change, random_positions
from tests.search.speed import compiled_kernels
from tests.search.turns import STANDARD, position_of, rate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spades_cli import Rules

BIDS = {"N": "3", "E": "3", "S": "3", "W": "2"}
#: Both sides need a trick or two.
NEEDY: dict[str, Any] = {"bids": BIDS, "taken": {"N": 2, "S": 2, "E": 2, "W": 2}}
#: North and South have made their bid, and so have East and West.
MADE: dict[str, Any] = {"bids": BIDS, "taken": {"N": 3, "S": 3, "E": 2, "W": 3}}


def choose(position: Position, weights: Sequence[int], legal: int = 0) -> int:
    """The card chosen by other weights, perhaps from fewer cards, or with chance."""
    state = position.state
    return policy.choose_card(
        (*position.game[:RATINGS], *weights), position.need, position.fear, position.voids, position.place,
        position.hand, legal or position.legal, state[LED], state[BEST], state[WINNER], state[PLAYED], position.unseen,
        state[NILS], state[LEFT],
    )  # fmt: skip


def cards_of(position: Position) -> list[int]:
    """The legal cards, the weakest first."""
    return [card for card in position.deck.order if card & position.legal]


def apart(position: Position) -> list[int]:
    """The legal cards, of equal ones the weakest alone."""
    cards, others = cards_of(position), position.unseen | position.state[BEST]
    pairs = pairwise([0, *cards])
    return [high for low, high in pairs if not low or not are_equals(position.game, low, high, others)]


def sensible(position: Position) -> list[int]:
    """Of these the cards that are more than slips."""
    game, state, seat = position.game, position.state, position.place
    if not state[LED]:
        return apart(position)
    left = drop_blunders(
        game, seat, state[NILS], state[LED], state[WINNER], seats_after(game, seat, state[PLAYED]), plan_in(position),
        winning_cards(game, position.legal, state[LED], state[BEST]), sum(apart(position)),
    )  # fmt: skip
    return [card for card in apart(position) if card & left]


def plan_in(position: Position) -> int:
    return plan_of(
        position.game, position.need, position.fear, position.game[SIDE_OF + position.place], position.state[LEFT]
    )


def kind_in(position: Position) -> int:
    game, state, seat = position.game, position.state, position.place
    follows = position.legal & state[LED]
    return kind_of(game, seat, state[NILS], state[LED], follows, state[PLAYED], plan_in(position))


@pytest.mark.parametrize("name", RULES)
def test_every_card_is_legal_in_every_variant(name: str) -> None:
    for seed in range(3):
        for deal, position in random_positions(RULES[name], seed):
            card = choose_by_rule(position)
            assert card.bit_count() == 1
            assert card & position.legal
            assert position.deck.names[card] in deal.legal()


@pytest.mark.parametrize("name", RULES)
def test_of_equal_cards_the_weakest_is_played(name: str) -> None:
    for _, position in random_positions(RULES[name], 5):
        card = choose_by_rule(position)
        others = position.unseen | position.state[BEST]
        weaker = [low for low in cards_of(position) if low < card]
        assert not any(are_equals(position.game, low, card, others) for low in weaker)


@pytest.mark.parametrize("name", RULES)
def test_the_only_legal_card_is_played(name: str) -> None:
    for _, position in random_positions(RULES[name], 6, 4):
        for card in cards_of(position):
            assert choose(position, position.game[RATINGS:], card) == card


@pytest.mark.parametrize("name", RULES)
def test_the_card_rated_best_by_the_weights_of_its_kind_is_played(name: str) -> None:
    rng = random.Random(name)
    for _, position in random_positions(RULES[name], 8, 5):
        weights = [rng.randrange(-3000, 3000) for _ in range(KINDS * FEATURES)]
        at = FEATURES * kind_in(position)
        ratings = {card: rate(position, card, weights[at : at + FEATURES]) for card in cards_of(position)}
        best = max(sensible(position), key=lambda card: (ratings[card], -card))
        assert choose(position, weights) == best
        assert choose(position, [0] * len(weights)) == sensible(position)[0]


def sides(count: int) -> list[int]:
    game = [0] * LENGTH
    game[SIDES] = count
    return game


@pytest.mark.parametrize(
    ("need", "left", "fear", "plan"),
    [
        pytest.param([4, 0], 4, 3, ALL, id="every trick is needed"),
        pytest.param([3, 3], 6, 3, MUST, id="no trick is to spare"),
        pytest.param([3, 5], 6, 3, MUST, id="both cannot make it"),
        pytest.param([1, 1], 12, 3, NEED, id="many tricks are to spare"),
        pytest.param([1, 0], 12, 0, NEED, id="a contract comes before free tricks"),
        pytest.param([0, 5], 5, 3, SET, id="one trick sets the other side"),
        pytest.param([-2, 5], 5, NEVER, SET, id="bags are worth a set"),
        pytest.param([0, 1], 12, 3, DUCK, id="made, and no set in sight"),
        pytest.param([0, 0], 5, 3, DUCK, id="all contracts are made"),
        pytest.param([9, 0], 5, 3, DUCK, id="the contract is lost"),
        pytest.param([0, 9], 5, 3, DUCK, id="the other side is set"),
        pytest.param([0, 1], 12, 0, NEED, id="tricks do no harm"),
        pytest.param([9, 0], 5, 0, NEED, id="set, where tricks do no harm"),
    ],
)
def test_what_a_side_is_after(need: list[int], left: int, fear: int, plan: int) -> None:
    assert plan_of(sides(2), need, [fear, 1], 0, left) == plan
    assert plan_of(sides(2), need[::-1], [1, fear], 1, left) == plan


def test_the_needs_of_all_other_sides_count_together() -> None:
    assert plan_of(sides(3), [1, 5, 6], [3, 3, 3], 0, 12) == MUST
    assert plan_of(sides(3), [1, 5, 13], [3, 3, 3], 0, 12) == NEED
    assert plan_of(sides(3), [0, 6, 6], [3, 3, 3], 0, 12) == SET
    assert plan_of(sides(3), [0, 1, 1], [3, 3, 3], 0, 12) == DUCK


def test_every_plan_is_a_number_of_its_own() -> None:
    assert sorted([MUST, NEED, SET, DUCK, ALL]) == list(range(PLANS))


def table(players: int, *teams: Sequence[int]) -> list[int]:
    game = [0] * LENGTH
    game[PLAYERS], game[SIDES] = players, len(teams)
    for side, seats in enumerate(teams):
        for seat in seats:
            game[SIDE_OF + seat] = side
            game[MATES + seat] = sum(1 << mate for mate in seats if mate != seat)
    return game


def test_every_kind_of_turn_has_a_number_of_its_own() -> None:
    game = table(4, (0, 2), (1, 3))
    nils = {"nobody's": 0, "own": 1, "partner's": 4, "foe's": 2, "both theirs": 6}
    places = {"lead": (0, 0, 0), "follows": (6, 2, 1), "last": (6, 2, 3), "discards": (6, 0, 2), "last one": (6, 0, 3)}
    found = [
        kind_of(game, 0, live, led, follows, played, plan)
        for live, (led, follows, played), plan in product(nils.values(), places.values(), range(PLANS))
    ]
    assert sorted(found) == list(range(KINDS))


def test_an_own_nil_makes_the_kind_whoever_else_has_one() -> None:
    game = table(4, (0, 2), (1, 3))
    assert {kind_of(game, 0, nils, 0, 0, 0, NEED) for nils in range(1, 16, 2)} == {kind_of(game, 0, 1, 0, 0, 0, NEED)}
    assert kind_of(game, 0, 0b1010, 0, 0, 0, NEED) == kind_of(game, 0, 0b0010, 0, 0, 0, NEED)


@pytest.mark.parametrize("name", RULES)
def test_every_turn_is_of_some_kind(name: str) -> None:
    kinds = {kind_in(position) for seed in range(3) for _, position in random_positions(RULES[name], seed)}
    assert len(kinds) > 10
    assert all(0 <= kind < KINDS for kind in kinds)


@pytest.mark.parametrize("name", ONE_PACK)
def test_compiled_cards_are_equal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = compiled_kernels()
    positions = [position for seed in (3, 4) for _, position in random_positions(RULES[name], seed, 2)]
    plain = [choose_by_rule(position) for position in positions]

    def choose(*values: object) -> int:
        arrays = (kernels.array(value) if isinstance(value, (list, tuple)) else value for value in values)
        return int(kernels.policy.choose_card(*arrays))

    monkeypatch.setattr(rule_player, "choose_card", choose)
    assert [choose_by_rule(position) for position in positions] == plain


MODULES = (chances, outlook, rating, policy)
FUNCTIONS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, FunctionType) and value.__module__ == module.__name__
}


@pytest.fixture(scope="module")
def fast() -> Kernels:
    """The compiled functions that the rule player is made of."""
    try:
        return load_kernels(True, *(module.__name__ for module in MODULES))
    except CompilerError as error:
        pytest.skip(str(error))


def some(position: Position, rng: random.Random, name: str) -> Any:
    """What a parameter of that name can be in a position; trick, hand and seats need not agree with each other."""
    deck, game, state = position.deck, position.game, position.state
    values: dict[str, Callable[[], Any]] = {
        "game": lambda: (*game[:RATINGS], *(rng.randrange(-9999, 9999) for _ in game[RATINGS:])),
        "need": lambda: [rng.randrange(-3, 9) for _ in position.need],
        "fear": lambda: [rng.choice((0, 1, 7, NEVER)) for _ in position.fear],
        "voids": lambda: [rng.choice((0, 0, *deck.runs)) for _ in position.voids],
        "at": lambda: RATINGS + FEATURES * rng.randrange(KINDS),
        "side": lambda: rng.randrange(game[SIDES]),
        "hand": lambda: position.hand,
        "legal": lambda: position.legal,
        "cards": lambda: position.legal,
        "follows": lambda: rng.choice((0, position.legal)),
        "winning": lambda: sum(card for card in cards_of(position) if rng.random() < 0.5),
        "unseen": lambda: position.unseen,
        "later": lambda: rng.getrandbits(game[PLAYERS]),
        "nils": lambda: rng.choice((0, state[NILS], rng.getrandbits(game[PLAYERS]))),
        "left": lambda: state[LEFT],
        "played": lambda: rng.randrange(game[PLAYERS]),
        "plan": lambda: rng.randrange(PLANS),
        "count": lambda: rng.randrange(20),
        "card": lambda: rng.choice(cards_of(position)),
    }
    values |= dict.fromkeys(("seat", "other", "nil", "holder", "winner"), lambda: rng.randrange(game[PLAYERS]))
    values |= dict.fromkeys(("suit", "led", "run"), lambda: rng.choice(deck.runs))
    values |= dict.fromkeys(("best", "level"), lambda: rng.choice(deck.order))
    values |= dict.fromkeys(("holders", "trumpers"), lambda: rng.randrange(7))
    values |= dict.fromkeys(("held", "height"), lambda: rng.randrange(257))
    values |= {"ease": lambda: rng.randrange(2 * outlook.EVEN + 1), "slack": lambda: rng.randrange(9)}
    values |= {"eased": lambda: rng.randrange(513)}
    return values[name]()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_compiled_function_gives_equal_results_in_every_pack_without_equal_cards(name: str, fast: Kernels) -> None:
    plain, rng = FUNCTIONS[name], random.Random(name)
    module, _, function = name.partition(".")
    twin = getattr(getattr(fast, module), function)
    assert twin is not plain
    for variant in ONE_PACK:
        for _, position in random_positions(RULES[variant], 9, 4):
            values = [some(position, rng, word) for word in plain.__annotations__ if word != "return"]
            arrays = (fast.array(value) if isinstance(value, (list, tuple)) else value for value in values)
            assert int(twin(*arrays)) == plain(*values), (variant, values)
    assert fast.is_compiled


def card_of(hand: str, trick: str, rules: Rules = STANDARD, **fields: Any) -> str:
    """The card that South plays."""
    position = position_of(hand, trick, rules, **fields)
    return str(position.deck.names[choose_by_rule(position)])


def test_the_last_seat_wins_a_trick_it_needs_with_the_cheapest_card() -> None:
    assert card_of("AH JH 3H 4C", "W 5H N 2H E TH", **NEEDY) == "JH"
    assert card_of("KS 7S 3S 4C", "W 5H N 2H E TH", **NEEDY) == "3S"
    assert card_of("KS 7S 3S 4C", "W 5H N 2H E 6S", **NEEDY) == "7S"


@pytest.mark.parametrize(("duplicates", "card"), [("first", "QH"), ("last", "TH")])
def test_in_two_packs_it_is_the_cheapest_card_that_wins_over_an_equal_one(duplicates: str, card: str) -> None:
    rules = change(RULES["six-pairs"], deck={"duplicates": duplicates})
    bids = dict.fromkeys(rules.seats, "3")
    taken = {"P1": 2, "P2": 3, "P3": 2, "P4": 2, "P5": 2, "P6": 2}
    fields: dict[str, Any] = {"seat": "P4", "bids": bids, "taken": taken}
    assert card_of("AH QH TH 3H", "P5 5H P6 TH P1 4H P2 6H P3 3H", rules, **fields) == card


def test_nobody_beats_the_partner_who_wins_the_trick() -> None:
    assert card_of("KH 3H QS", "W 5H N AH E 2H", **NEEDY) == "3H"
    assert card_of("4C 3D QS", "W 5H N AH E 2H", **NEEDY) in ("4C", "3D")
    assert card_of("AS 3S 4C", "W 5H N KS E 2H", **NEEDY) == "4C"


def test_who_cannot_win_parts_with_a_low_card() -> None:
    assert card_of("QH 4H 3C", "W 5H N 2H E KH", **NEEDY) == "4H"


def test_a_nil_bidder_stays_under_the_trick_where_he_can() -> None:
    bids = {**BIDS, "S": "nil"}
    assert card_of("KH 8H 3H 4C", "W 2H N 9H E 4H", bids=bids) == "8H"
    assert card_of("KH 8H 3H 4C", "E 9H", bids=bids) in ("8H", "3H")
    assert card_of("5S 3S 4C", "W 2H N 9H E 4S", bids=bids) != "5S"


def test_a_partner_takes_over_the_trick_that_would_break_the_nil() -> None:
    bids, taken = {**BIDS, "N": "nil"}, {"S": 3, "E": 2, "W": 3}
    assert card_of("AH 3H 4C", "W 5H N 9H E 2H", bids=bids, taken=taken) == "AH"
    assert card_of("7S 4C 4D", "W 5H N 9H E 2H", bids=bids, taken=taken) == "7S"


def test_a_foe_whose_nil_is_about_to_break_is_left_the_trick() -> None:
    bids, taken = {**BIDS, "E": "nil"}, {"N": 3, "S": 3, "W": 2}
    assert card_of("AH 3H 4C", "W 5H N 2H E TH", bids=bids, taken=taken) == "3H"
    assert card_of("7S 4C 4D", "W 5H N 2H E TH", bids=bids, taken=taken) != "7S"


def test_a_bag_that_costs_the_penalty_is_ducked() -> None:
    assert card_of("AH 3H", "W 5H N 2H E TH", bags={"NS": 9, "EW": 3}, **MADE) == "3H"
    assert card_of("JS 4C", "W 5H N 2H E TH", bags={"NS": 9, "EW": 3}, **MADE) == "4C"


def test_a_bag_that_does_no_harm_is_taken_to_set_the_opponents() -> None:
    bids, taken = {"N": "3", "E": "4", "S": "2", "W": "4"}, {"N": 3, "S": 2, "E": 3, "W": 3}
    assert card_of("AH 3H", "W 5H N 2H E TH", bids=bids, taken=taken) == "AH"


def test_where_bags_are_switched_off_every_trick_is_taken() -> None:
    assert card_of("AH 3H", "W 5H N 2H E TH", change(STANDARD, bags={"limit": 0}), **MADE) == "AH"


NIL_OF_NORTH: dict[str, Any] = {"bids": {"N": "nil", "E": "3", "S": "5", "W": "5"}, "taken": {"S": 3, "E": 5, "W": 3}}
NIL_OF_EAST: dict[str, Any] = {"bids": {"N": "2", "E": "nil", "S": "5", "W": "3"}}


def test_who_needs_every_trick_plays_a_card_that_can_win() -> None:
    assert card_of("QH 2H", "E JH", **NIL_OF_NORTH) == "QH"
    # A partner who plays after him may win it as well.
    assert card_of("3H 2H", "E 4H", **NIL_OF_NORTH) == "2H"


def test_who_covers_a_nil_throws_the_lowest_of_a_suit_away() -> None:
    bids = {"N": "nil", "E": "3", "S": "2", "W": "3"}
    assert card_of("TH AH", "W 4C N 2C E TC", bids=bids) == "TH"
    assert card_of("5D KD 4H AH", "W AC N 2C E TC", bids=bids) in {"5D", "4H"}


def test_the_last_seat_leaves_a_trick_with_the_nil_of_a_foe() -> None:
    assert card_of("QS 6S AH TH", "W 4C N 2C E TC", **NIL_OF_EAST) == "TH"
    assert card_of("AC QC 3C", "W 4C N 2C E TC", **NIL_OF_EAST) == "3C"
    # There is no other card.
    assert card_of("AC QC JC", "W 4C N 2C E TC", **NIL_OF_EAST) in {"AC", "JC"}
