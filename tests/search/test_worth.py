"""The worth of a round's end follows from the engine's own scoring, and bends towards winning the match."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import TYPE_CHECKING

import pytest

from spades_cli import Bid, Rules, load_rules
from spades_cli.engine.match import find_outcome
from spades_cli.engine.scoring import score_round
from spades_cli.search import layout
from spades_cli.search.judging import Situation
from spades_cli.search.position import Position
from spades_cli.search.worth import FROM_OTHERS, SCALE, round_worth
from tests.search.rounds import RULES, change, random_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.scoring import RoundResult
    from spades_cli.search.worth import RoundWorth

STANDARD = load_rules("standard")


def situation_of(
    bids: str, rules: Rules = STANDARD, *, scores: Sequence[int] = (), bags: Sequence[int] = (), number: int = 3
) -> Situation:
    """A situation from the bids in the order of the seats."""
    nothing = (0,) * len(rules.sides)
    return Situation(
        rules,
        tuple(map(Bid.parse, bids.split(", "))),
        tuple(scores) or nothing,
        tuple(bags) or nothing,
        rules.hand_size,
        number,
    )


def score(situation: Situation, taken: Sequence[int]) -> RoundResult:
    rules = situation.rules
    bags = dict(zip(rules.sides, situation.bags, strict=True))
    itself = situation.number == 1 and rules.bidding.first_hand == "itself"
    return score_round(rules, situation.bids, taken, bags, itself=itself)


def index_of(worth: RoundWorth, taken: Sequence[int]) -> list[int]:
    """Where the sides stand when the seats have taken so many tricks."""
    game = worth.game
    index = [0] * game[layout.SIDES]
    for place, tricks in enumerate(taken):
        index[game[layout.SIDE_OF + place]] += tricks * game[layout.STRIDE + place]
    return index


def worth_of(situation: Situation, *taken: int, side: int = 0) -> float:
    """The worth, in points, of tricks by seat to a side."""
    worth = round_worth(situation)
    assert sum(taken) == situation.tricks
    return layout.side_worth(worth.game, worth.classes, worth.joint, index_of(worth, taken), side) / SCALE


def some_tricks(situation: Situation, seed: int, count: int) -> list[list[int]]:
    """Random ways to share out the tricks, lopsided ones often."""
    rng, players, found = random.Random(seed), situation.rules.table.players, []
    for _ in range(count):
        weights = [rng.choice((0.0, 0.2, 1.0, 3.0)) for _ in range(players)]
        weights[rng.randrange(players)] += 0.5
        winners = rng.choices(range(players), weights, k=situation.tricks)
        found.append([winners.count(place) for place in range(players)])
    return found


def assert_classes_tell_what_scoring_tells(situation: Situation, seed: int = 0, count: int = 60) -> None:
    """Ends of one class bring a side the same points and bags, ends of different classes do not."""
    rules, worth = situation.rules, round_worth(situation)
    found: dict[tuple[int, int], tuple[object, ...]] = {}
    for taken in some_tricks(situation, seed, count):
        result, index = score(situation, taken), index_of(worth, taken)
        for side, name in enumerate(rules.sides):
            number = worth.classes[worth.game[layout.CLASS_AT + side] + index[side]]
            own = sum(line.points for line in result.lines[name] if line.name != FROM_OTHERS)
            other = next(other for other in rules.sides if other != name)
            given = FROM_OTHERS in {line.name for line in result.lines[other]} and rules.table.teams != "solo"
            ends = (own, result.bags[name], given, result.wins == name)
            assert 0 <= number < worth.game[layout.COUNT + side]
            assert found.setdefault((side, number), ends) == ends
    assert len(set(found.values())) > 1
    if rules.bags.to == "self":
        ends_of_sides = [(side, *ends) for (side, _), ends in found.items()]
        assert len(set(ends_of_sides)) == len(ends_of_sides)


@pytest.mark.parametrize("name", RULES)
def test_ends_are_told_apart_as_scoring_does_in_every_variant(name: str) -> None:
    for seed in range(3):
        deal = random_round(RULES[name], seed)
        assert deal.turn
        assert_classes_tell_what_scoring_tells(Position(deal.view(deal.turn)).situation, seed)


OPTIONS = [
    {"nil": {"failed_tricks": kind, "partner_contract": contract}}
    for kind, contract in product(
        ("bags", "bags_no_points", "count", "ignore"), ("score", "void", "void_if_made", "penalty_only")
    )
] + [
    {"nil": {"both_score": "win_or_zero"}},
    {"nil": {"both_score": "all_or_lose"}},
    {"moon": {"mode": "player", "made": 300, "scoring": "add"}},
    {"moon": {"mode": "player", "scoring": "win"}},
    {"moon": {"mode": "team", "scoring": "replace"}},
    {"moon": {"boston_bonus": 130}},
    {"moon": {"boston_bonus": "win"}},
    {"ten": {"mode": "exact"}},
    {"ten": {"mode": "at_least", "made": 150}},
    {"scoring": {"set": "shortfall", "exact_bonus": 7}},
    {"scoring": {"set": "zero", "double_bid_penalty": 40}},
    {"bags": {"limit": 0}},
    {"bags": {"limit": 3, "penalty": 30, "cancel": True}},
]  # fmt: skip
BIDS = ("3, 3, 4, 2", "nil, 4, 5, 3", "nil, nil, nil, 5", "bn, 2, 6, nil", "13, 1, 1, 2", "5, 4, 5, 6", "6, 1, 7, 3")


@pytest.mark.parametrize("tables", OPTIONS, ids=str)
def test_ends_are_told_apart_under_every_option_of_scoring(tables: dict[str, dict[str, object]]) -> None:
    rules = change(STANDARD, **tables)
    for seed, bids in enumerate(BIDS):
        assert_classes_tell_what_scoring_tells(situation_of(bids, rules, bags=(8, 2)), seed, 40)


@pytest.mark.parametrize("name", RULES)
def test_what_one_side_gains_another_loses(name: str) -> None:
    deal = random_round(RULES[name], 7)
    assert deal.turn
    worth = Position(deal.view(deal.turn)).worth
    game, sides = worth.game, range(deal.rules.table.players)
    for me in range(game[layout.SIDES]):
        for other in sides[me + 1 : game[layout.SIDES]]:
            for own, theirs in product(range(game[layout.COUNT + me]), range(game[layout.COUNT + other])):
                one = worth.joint[
                    game[layout.JOINT_AT + me * layout.MOST + other] + own * game[layout.COUNT + other] + theirs
                ]
                two = worth.joint[
                    game[layout.JOINT_AT + other * layout.MOST + me] + theirs * game[layout.COUNT + me] + own
                ]
                assert one == -two


def scores_after(situation: Situation, taken: Sequence[int]) -> list[int]:
    points = score(situation, taken).points.values()
    return [before + added for before, added in zip(situation.scores, points, strict=True)]


def lead_after(situation: Situation, taken: Sequence[int]) -> int:
    scores = scores_after(situation, taken)
    return scores[0] - scores[1]


@pytest.mark.parametrize("bids", BIDS)
def test_as_near_the_end_and_with_equal_bags_the_greater_lead_is_worth_more(bids: str) -> None:
    situation = situation_of(bids, scores=(150, 210), bags=(3, 4))
    alike: dict[tuple[int, ...], list[list[int]]] = {}
    for taken in some_tricks(situation, 1, 400):
        key = (max(scores_after(situation, taken)), *score(situation, taken).bags.values())
        alike.setdefault(key, []).append(taken)
    for ends in alike.values():
        ends.sort(key=lambda taken: lead_after(situation, taken))
        for less, more in pairwise(ends):
            assert worth_of(situation, *less) <= worth_of(situation, *more)
            if lead_after(situation, less) < lead_after(situation, more):
                assert worth_of(situation, *less) < worth_of(situation, *more)


@pytest.mark.parametrize("number", [3, 8])
def test_winning_is_worth_more_than_playing_on_and_that_more_than_losing(number: int) -> None:
    rules = change(STANDARD, match={"max_rounds": 8, "lose_at": -200})
    situation = situation_of("4, 4, 3, 3", rules, scores=(440, 430), bags=(8, 8), number=number)
    worths: dict[int, list[float]] = {}
    for taken in some_tricks(situation, 2, 200):
        scores = dict(zip(rules.sides, scores_after(situation, taken), strict=True))
        outcome = find_outcome(rules, scores, None, number)
        kind = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner == "NS" else -1
        worths.setdefault(kind, []).append(worth_of(situation, *taken))
    assert min(worths[1]) > max(worths[-1])
    if number < 8:
        assert min(worths[1]) > max(worths[0])
        assert min(worths[0]) > max(worths[-1])
    else:
        assert not worths.keys() - {1, -1}


def test_far_from_the_end_a_bag_costs_its_share_of_the_penalty_the_tenth_like_any_other() -> None:
    for bags in range(10):
        situation = situation_of("3, 3, 3, 3", bags=(bags, 0))
        # The bag is the one side's or the other's.
        assert 12 < worth_of(situation, 3, 4, 3, 3) - worth_of(situation, 4, 3, 3, 3) < 27


def test_near_the_end_the_tenth_bag_costs_the_match() -> None:
    for bags, low, high in ((9, 30, 1000), (0, -2, 2)):
        situation = situation_of("3, 3, 3, 3", scores=(440, 300), bags=(bags, 0))
        cost = worth_of(situation, 3, 4, 3, 3) - worth_of(situation, 4, 3, 3, 3)
        assert low < cost < high


def test_a_bag_that_decides_the_match_is_taken() -> None:
    situation = situation_of("3, 3, 3, 3", scores=(438, 60), bags=(0, 0))
    assert worth_of(situation, 5, 2, 3, 3) > worth_of(situation, 3, 4, 3, 3)


def test_who_is_sure_to_win_still_wants_the_points_that_end_the_match() -> None:
    situation = situation_of("4, 3, 3, 2", scores=(60, -9000))
    assert worth_of(situation, 4, 4, 3, 2) > worth_of(situation, 3, 5, 3, 2)


def test_tricks_of_seats_in_one_contract_are_one_number() -> None:
    situation = situation_of("3, 3, 4, 2")
    assert worth_of(situation, 6, 3, 1, 3) == worth_of(situation, 2, 5, 5, 1)
    nil = situation_of("nil, 3, 4, 2")
    assert worth_of(nil, 0, 5, 5, 3) > worth_of(nil, 1, 5, 4, 3) + 100


def test_a_player_makes_a_moon_alone() -> None:
    rules = change(STANDARD, moon={"mode": "player", "made": 200, "failed": 200})
    situation = situation_of("13, 1, 1, 1", rules)
    assert worth_of(situation, 13, 0, 0, 0) > worth_of(situation, 12, 0, 1, 0) + 250
    wins = change(rules, moon={"scoring": "win"})
    loses_all_but = situation_of("13, 1, 1, 1", wins, scores=(-190, 480))
    assert worth_of(loses_all_but, 13, 0, 0, 0) > worth_of(loses_all_but, 12, 0, 1, 0) + 100


def test_bags_given_to_the_opponents_are_worth_their_points() -> None:
    rules = change(STANDARD, bags={"to": "opponents", "penalty": 50, "limit": 5})
    situation = situation_of("3, 3, 3, 3", rules, bags=(4, 0))
    exact, over = worth_of(situation, 3, 4, 3, 3), worth_of(situation, 4, 3, 3, 3)
    assert exact - over > 10
    assert worth_of(situation, 4, 3, 3, 3, side=1) == -over
    lost = situation._replace(scores=(440, 400))
    assert worth_of(lost, 3, 4, 3, 3) - worth_of(lost, 4, 3, 3, 3) > 100
    result = score(situation, (4, 3, 3, 3))
    assert result.points["EW"] - result.points["NS"] == 60 + 50 - 61


def test_a_round_that_bids_itself_is_worth_its_tricks() -> None:
    rules = load_rules("house-first-hand-itself")
    situation = Situation(rules, (None,) * 4, (0, 0), (0, 0), 13, 1)
    worths = [worth_of(situation, tricks, 13 - tricks, 0, 0) for tricks in range(14)]
    assert worths == sorted(worths)
    assert worths[6] == -worths[7]
    assert worths[13] > 80
    assert worth_of(situation, 3, 2, 4, 4) == worths[7]


def test_far_from_the_end_a_round_is_worth_about_its_lead() -> None:
    situation = situation_of("4, 3, 3, 3")
    assert worth_of(situation, 4, 3, 3, 3) == pytest.approx(10, abs=2)
    assert worth_of(situation, 3, 4, 3, 3) == pytest.approx(-131, abs=20)
