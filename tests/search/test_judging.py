"""What the end of a round is worth bends towards winning the match, comebacks by blind nil included."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from spades_cli import Rules, load_rules
from spades_cli.engine.round import Round
from spades_cli.search import Position
from spades_cli.search.comeback import find_comeback
from spades_cli.search.judging import End, Judge, Outcome
from spades_cli.variants import VariantLibrary
from tests.search.rounds import change
from tests.search.test_worth import situation_of

if TYPE_CHECKING:
    from spades_cli.search.comeback import Comeback

STANDARD = load_rules("standard")
NO_BLIND = change(STANDARD, blind_nil={"allowed": False})


def comeback_of(rules: Rules) -> Comeback:
    found = find_comeback(rules)
    assert found
    return found


# --- chances ---------------------------------------------------------------------------------------------------------


def test_a_chance_to_win_goes_with_a_worth() -> None:
    for rules in (STANDARD, NO_BLIND):
        judge = Judge(situation_of("3, 3, 3, 3", rules, scores=(480, 480)), 0, 1)
        win, loss = Outcome(60, 0, 0, wins=False), Outcome(-60, 0, 0, wins=False)
        assert judge.chance(judge.rate(win, loss)) == 1
        assert judge.chance(judge.rate(loss, win)) == 0
        assert judge.chance(judge.rate(loss, loss)) == pytest.approx(0.5)
        assert judge.chance(0) == pytest.approx(0.5)
        ahead = Judge(situation_of("3, 3, 3, 3", rules, scores=(450, 380)), 0, 1)
        assert ahead.chance(0) > 0.6


def test_near_the_target_it_is_better_to_lead_by_less_than_what_allows_a_blind_nil() -> None:
    comeback = comeback_of(STANDARD)
    assert comeback.chance(450, 360, 0) > 0.75
    assert comeback.chance(450, 350, 0) < 0.4
    # Who may bid blind needs more than that to be behind.
    assert comeback.chance(450, 200, 0) > 0.75


def test_while_the_target_is_far_a_lead_says_little() -> None:
    comeback = comeback_of(STANDARD)
    for theirs in range(-100, 100, 30):
        assert 0.47 < comeback.chance(100, theirs, 0) < 0.56


def test_bags_change_the_lead_but_not_who_may_bid_blind() -> None:
    comeback = comeback_of(STANDARD)
    assert comeback.chance(450, 360, -60) < comeback.chance(450, 360, 0) - 0.05
    assert comeback.chance(450, 360, 60) == comeback.chance(450, 360, 0)
    assert comeback.chance(450, 350, -60) == comeback.chance(450, 350, 0)


@pytest.mark.parametrize("name", ["standard", "worldwinner-250", "jjdd"])
def test_what_one_side_may_hope_for_the_other_must_fear(name: str) -> None:
    comeback = comeback_of(load_rules(name))
    for ours in range(-250, 245, 45):
        assert comeback.chance(ours, ours, 0) == pytest.approx(0.5)
        for theirs in range(-190, 240, 35):
            chance = comeback.chance(ours, theirs, 7)
            assert 0 < chance < 1
            assert comeback.chance(theirs, ours, -7) == pytest.approx(1 - chance)


def test_chances_go_over_into_each_other_but_where_a_blind_nil_becomes_legal() -> None:
    comeback = comeback_of(STANDARD)
    for low, high in ((0, 90), (100, 300)):
        chances = [comeback.chance(430, 430 - lead, 0) for lead in range(low, high + 1)]
        assert max(abs(more - less) for less, more in pairwise(chances)) < 0.01


#: Rules by which nobody who is behind may hope for more than others.
LEVEL: list[dict[str, dict[str, object]]] = [
    {"blind_nil": {"allowed": False}},
    {"blind_nil": {"behind": 0}},
    {"blind_nil": {"behind": 15}},
    {"blind_nil": {"exchange": "none", "exchange_min": 0, "exchange_max": 0}},
    {"blind_nil": {"made": 30}},
    {"match": {"max_rounds": 6}},
]


@pytest.mark.parametrize("tables", LEVEL, ids=str)
def test_rules_without_such_comebacks_have_none(tables: dict[str, dict[str, object]]) -> None:
    assert find_comeback(change(STANDARD, **tables)) is None


@pytest.mark.parametrize("target", [50, 200, 5000])
def test_there_are_comebacks_however_far_the_target(target: int) -> None:
    comeback = comeback_of(change(STANDARD, match={"target": target}))
    assert comeback.chance(target - 10, target - 60, 0) > 0.6
    assert comeback.chance(target - 10, target - 110, 0) < comeback.chance(target - 10, target - 90, 0)


# --- what it does ----------------------------------------------------------------------------------------------------


def worth_of_points(rules: Rules, scores: tuple[int, int], ours: int, theirs: int) -> float:
    judge = Judge(situation_of("3, 3, 3, 3", rules, scores=scores), 0, 1)
    return judge.rate(Outcome(ours, 0, 0, wins=False), Outcome(theirs, 0, 0, wins=False))


def test_ten_points_that_allow_a_blind_nil_are_not_wanted_near_the_end() -> None:
    less, more = (worth_of_points(STANDARD, (380, 340), ours, 10) for ours in (60, 70))
    assert less > more + 50
    less, more = (worth_of_points(NO_BLIND, (380, 340), ours, 10) for ours in (60, 70))
    assert less < more


@pytest.mark.parametrize("scores", [(400, 390), (400, 200), (300, -4000), (100, 100)])
@pytest.mark.parametrize("rules", [STANDARD, NO_BLIND], ids=["comebacks", "no blind nil"])
def test_no_lead_is_worth_as_much_as_a_match_that_is_won(rules: Rules, scores: tuple[int, int]) -> None:
    ours, theirs = scores
    won = worth_of_points(rules, scores, max(500 - ours, 500 - ours + theirs - 400), 0)
    going_on = [worth_of_points(rules, scores, points, 0) for points in range(-200, 500 - ours, 10)]
    assert max(going_on) < won
    lost = worth_of_points(rules, scores, 0, max(500 - theirs, 500 - theirs + ours - 400))
    assert lost < min(going_on)


@pytest.mark.parametrize("theirs", [-5000, -150])
def test_who_is_far_ahead_goes_on_to_the_target(theirs: int) -> None:
    worths = [worth_of_points(STANDARD, (200, theirs), points, 0) for points in range(0, 400, 20)]
    assert all(more > less - 20 for less, more in pairwise(worths))
    assert worths[-1] > worths[0]


@pytest.mark.parametrize("rules", [STANDARD, NO_BLIND], ids=["comebacks", "no blind nil"])
def test_before_nothing_points_are_worth_themselves(rules: Rules) -> None:
    situation = situation_of("3, 3, 4, 3", rules, scores=(470, 120), bags=(3, 0))._replace(last=True)
    judge = Judge(situation, 0, 1)
    for points in (-70, 0, 60, 170):
        rated = judge.rate(Outcome(points, 5, 0, wins=False), Outcome(30, 0, 0, wins=False))
        assert rated == pytest.approx(points - 30 - 20)
    end = End(situation, 0)
    assert end.rate(situation.bids, [4, 3, 3, 3]) == pytest.approx(70 - 60)


def test_search_shows_no_chance_to_win_where_there_is_no_match() -> None:
    deal = Round(STANDARD, seed=3, dealer="W", last=True)
    for bid in ("3", "3", "3", "3"):
        deal.apply(bid)
    assert Position(deal.view(str(deal.turn))).win_chance(10.0) is None
    again = Round(STANDARD, seed=3, dealer="W")
    for bid in ("3", "3", "3", "3"):
        again.apply(bid)
    assert Position(again.view(str(again.turn))).win_chance(10.0) == pytest.approx(0.5, abs=0.1)


def test_every_bundled_variant_is_judged() -> None:
    with_comebacks = {name for name in VariantLibrary().names() if find_comeback(load_rules(name))}
    assert {"standard", "jjdd", "worldwinner-250"} <= with_comebacks
    assert not {"two-player", "cutthroat-3", "solo-4"} & with_comebacks
