"""Every worked scoring case: by the scorer alone, through a match, and through rounds that are bid and played."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import pytest

from spades_cli.engine.actions import Answer, Give
from spades_cli.engine.match import Match
from spades_cli.engine.round import Round
from spades_cli.engine.scoring import RoundResult, score_round
from tests.engine.builders import Script, make_rules, read_bids, spread, take_tricks
from tests.engine.cases_scoring import CASES, Case

case_id = attrgetter("id")
RUNNING = [case for case in CASES if case.before is not None]
#: One hand of nothing but spades leaves no trick to be scripted; test_seed_jokers plays such a round.
PLAYABLE = [case for case in CASES if not (case.base == "jokers" and 13 in case.tricks)]


def score(case: Case) -> RoundResult:
    rules = case.rules
    bids = spread(rules, case.side, case.bids, read_bids("1")[0])
    taken = take_tricks(rules, case.side, case.tricks, case.total)
    return score_round(rules, bids, taken, dict.fromkeys(rules.sides, 0) | {case.side: case.bags})


def test_the_table_holds_every_case_once() -> None:
    assert [case.id for case in CASES] == [f"D{number:02}" for number in range(1, 100)]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_side_scores_the_points_and_bags_of_the_case(case: Case) -> None:
    result = score(case)
    assert (result.points[case.side], result.bags[case.side]) == (case.points, case.bags_after)


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_the_score_lines_add_up_to_the_points(case: Case) -> None:
    result = score(case)
    for side, lines in result.lines.items():
        assert sum(line.points for line in lines) == result.points[side]


@pytest.mark.parametrize(
    ("keys", "bids", "taken", "bags", "lines"),
    [
        pytest.param({}, "4 3 2 3", [4, 3, 3, 3], 0, {"contract": 60, "overtricks": 1}, id="a contract"),
        pytest.param({}, "4 3 2 3", [4, 3, 2, 4], 0, {"contract": 60}, id="nothing over"),
        pytest.param({}, "4 3 2 3", [3, 4, 2, 4], 9, {"contract": -60}, id="set"),
        pytest.param(
            {"moon.boston_bonus": 50}, "nil 3 5 3", [3, 0, 10, 0], 3,
            {"nil": -100, "contract": 50, "overtricks": 5, "tricks of a failed nil": 3, "every trick": 50,
             "bag penalty": -100}, id="everything in order",
        ),
        pytest.param({}, "bn 3 5 3", [0, 4, 5, 4], 0, {"blind nil": 200, "contract": 50}, id="blind nil"),
        pytest.param({"ten.mode": "exact"}, "6 1 4 1", [6, 2, 4, 1], 0, {"ten": 200}, id="ten"),
        pytest.param({"ten.mode": "at_least"}, "6 1 4 1", [6, 2, 4, 1], 0, {"ten": 200}, id="ten is at least ten"),
        pytest.param({"ten.mode": "at_least"}, "5 1 4 1", [5, 3, 4, 1], 0, {"contract": 90}, id="nine is not"),
        pytest.param({"ten.mode": "exact"}, "6 1 5 1", [6, 1, 5, 1], 0, {"contract": 110}, id="nor eleven exactly"),
        pytest.param({"scoring.exact_bonus": 10}, "4 3 2 3", [4, 3, 2, 4], 0, {"contract": 60, "exact bid": 10},
                     id="exact"),
        pytest.param({"scoring.exact_bonus": 10}, "4 3 2 3", [4, 3, 3, 3], 0, {"contract": 60, "overtricks": 1},
                     id="not exact"),
    ],
)  # fmt: skip
def test_the_lines_name_what_the_points_are_for_in_the_order_of_scoring(
    keys: dict[str, Any], bids: str, taken: list[int], bags: int, lines: dict[str, int]
) -> None:
    result = score_round(make_rules(**keys), read_bids(bids), taken, {"NS": bags, "EW": 0})
    assert list(result.lines["NS"]) == list(lines.items())


@pytest.mark.parametrize("case", RUNNING, ids=case_id)
def test_a_match_adds_the_round_to_the_running_score(case: Case) -> None:
    assert case.before is not None
    match = Match(case.rules, scores={case.side: case.before}, bags={case.side: case.bags})
    match.add(score(case))
    assert match.scores[case.side] == case.before + case.points
    assert match.bags[case.side] == case.bags_after


def test_three_rounds_of_the_bag_example_end_at_21_with_one_bag() -> None:
    match = Match(make_rules("two-player"))
    for case in RUNNING[:3]:
        match.add(score(case))
    assert (match.scores["P1"], match.bags["P1"]) == (21, 1)


def test_the_bag_example_goes_on_to_the_next_penalty() -> None:
    match = Match(make_rules("two-player"))
    for case in RUNNING[:4]:
        match.add(score(case))
    assert (match.scores["P1"], match.bags["P1"]) == (-60, 0)


@pytest.mark.parametrize("case", PLAYABLE, ids=case_id)
def test_a_round_that_is_bid_and_played_scores_the_same(case: Case) -> None:
    rules = make_rules(case.base, **(case.keys | {"blind_nil.exchange_min": 0}))
    taken = take_tricks(rules, case.side, case.tricks, case.total)
    script = Script(rules, taken)
    deal = Round.from_hands(
        rules,
        script.hands,
        dealer=rules.seats[0],
        scores={side: 0 if side == case.side else 200 for side in rules.sides},
        bags={case.side: case.bags},
    )
    bid(deal, case)
    result = script.play(deal) if deal.phase == "play" else deal.result
    assert list(result.taken.values()) == taken
    assert (result.points[case.side], result.bags[case.side]) == (case.points, case.bags_after)


def bid(deal: Round, case: Case) -> None:
    """Make the case's bids, anything but nil for the other sides, and exchange nothing."""
    own = dict(zip(case.rules.sides[case.side], case.bids, strict=True))
    while deal.phase != "play":
        legal = deal.legal()
        if deal.phase == "exchange":
            assert Give(()) in legal
            deal.apply(Give(()))
        elif deal.place in own and own[deal.place] in legal:
            deal.apply(own[deal.place])
        elif deal.phase == "blind":
            deal.apply(Answer.LOOK)
        else:
            assert deal.place not in own
            deal.apply(legal[1] if str(legal[0]) == "nil" and len(legal) > 1 else legal[0])
