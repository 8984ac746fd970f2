"""What a ranking says of a decision, and how judgements add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spades_cli import Bid, Card, Choice, Round, load_rules
from spades_cli.arena.analysis import Analysis, Judgement, judge

if TYPE_CHECKING:
    from spades_cli import View

HANDS = {"N": "AS KS QS 2H", "E": "3H 4H 5H 6H", "S": "7C 8C TC AD", "W": "2D 3D 9C 4D"}


def view_of(seat: str, *actions: str) -> View:
    """The view of a seat after some actions of a round of four cards that W deals."""
    deal = Round.from_hands(load_rules("standard"), hands=HANDS, dealer="W")
    for action in ("2", "1", "1", "1", *actions):
        deal.apply(action)
    return deal.view(seat)


SOUTH = view_of("S", "2H", "3H")


def choice(action: str, value: float | None = None, se: float | None = None) -> Choice:
    return Choice(Card(action), value, se, "because")


def judged(played: str, *choices: Choice) -> Judgement:
    return judge("1-0", SOUTH, Card(played), choices)


def test_the_first_choice_is_agreed_and_costs_nothing() -> None:
    found = judged("AD", choice("AD", 5.0, 1.0), choice("TC", 3.0, 1.0))
    assert (found.agreed, found.cost, found.error) == (True, 0.0, 0.0)


def test_another_card_costs_the_difference_of_the_values() -> None:
    found = judged("AD", choice("TC", 5.0, 3.0), choice("AD", 3.0, 4.0))
    assert (found.agreed, found.cost, found.error) == (False, 2.0, 5.0)


def test_a_cost_is_never_negative() -> None:
    found = judged("AD", choice("TC", 5.0), choice("AD", 6.0))
    assert (found.agreed, found.cost, found.error) == (False, 0.0, None)


@pytest.mark.parametrize(("played", "advised"), [("7C", "8C"), ("8C", "7C")])
def test_touching_cards_of_one_hand_are_one_card(played: str, advised: str) -> None:
    found = judged(played, choice(advised, 5.0, 1.0), choice("AD", 3.0, 1.0))
    assert (found.agreed, found.cost) == (True, 0.0)


def test_a_card_of_others_between_keeps_two_cards_apart() -> None:
    found = judged("8C", choice("TC", 5.0), choice("7C", 3.0))
    assert (found.agreed, found.cost) == (False, 2.0)


def test_a_card_that_is_not_ranked_is_worth_what_its_equal_is() -> None:
    found = judged("8C", choice("AD", 5.0), choice("7C", 1.0), choice("TC", 0.0))
    assert found.cost == 4.0


def test_a_ranking_without_the_played_card_gives_no_cost() -> None:
    found = judged("TC", choice("AD", 5.0))
    assert (found.agreed, found.cost, found.error) == (False, None, None)


@pytest.mark.parametrize("value", [None, float("nan"), float("inf")])
def test_values_that_are_no_numbers_give_no_cost(value: float | None) -> None:
    found = judged("AD", choice("AD", value))
    assert (found.agreed, found.cost) == (True, None)


def test_bids_are_compared_as_they_are() -> None:
    deal = Round.from_hands(load_rules("standard"), hands=HANDS, dealer="W")
    view = deal.view("N")
    found = judge("1-0", view, Bid(2), [Choice(Bid(3), 9.0), Choice(Bid(2), 7.5)])
    assert (found.agreed, found.cost) == (False, 1.5)


def test_judgements_add_up_by_seat_and_phase() -> None:
    analysis = Analysis(most=2)
    for cost in (1.0, 4.0, 2.0, 4.0):
        analysis.add(judged("AD", choice("TC", cost, 3.0), choice("AD", 0.0, 4.0)))
    analysis.add(judged("AD", choice("AD", 1.0, 1.0)))
    total = analysis.total
    assert (total.decisions, total.agreed, total.valued, total.cost, total.error) == (5, 1, 5, 11.0, 10.0)
    assert [found.cost for found in analysis.worst] == [4.0, 4.0]
    assert [(seat, phase) for seat, phase, _ in analysis.rows()] == [("S", "play")]


def test_a_seat_with_several_phases_has_a_row_for_all_of_them() -> None:
    analysis = Analysis()
    analysis.add(judged("AD", choice("TC", 5.0, 1.0), choice("AD", 3.0, 1.0)))
    deal = Round.from_hands(load_rules("standard"), hands=HANDS, dealer="E")
    analysis.add(judge("1-0", deal.view("S"), Bid(1), [Choice(Bid(2), 4.0), Choice(Bid(1), 1.0)]))
    rows = analysis.rows()
    assert [(seat, phase, counts.decisions, counts.cost) for seat, phase, counts in rows] == [
        ("S", "bid", 1, 3.0),
        ("S", "play", 1, 2.0),
        ("S", "all", 2, 5.0),
    ]
    assert [counts.error is None for _, _, counts in rows] == [True, False, True]
    assert analysis.worst == []
