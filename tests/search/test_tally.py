"""The count of what cards are worth: rankings, and cards that are out of it."""

from __future__ import annotations

import pytest

from spades_cli.search.tally import Rated, Tally


def count(rows: list[list[int]]) -> Tally:
    tally = Tally([1 << number for number in range(len(rows[0]))])
    tally.add(rows)
    return tally


def test_a_ranking_tells_values_in_points_and_how_sure_they_are() -> None:
    assert count([[100, 300, 300], [300, 700, 300]]).rank(100) == [
        Rated(2, 5.0, 2.0, 0.0),
        Rated(4, 3.0, 0.0, 1.0),
        Rated(1, 2.0, 1.0, 3.0),
    ]


def test_a_choice_is_clear_when_its_lead_is_many_errors() -> None:
    assert count([[500, 100, 90]] * 3).is_clear
    assert not count([[500, 500]] * 3).is_clear
    assert not count([[500, 100], [100, 480]]).is_clear


def test_a_card_that_is_out_of_it_is_not_looked_at_again() -> None:
    tally = count([[500, 100, 510], [510, 100, 500]])
    assert tally.open == [0, 2]
    tally.add([[400, 300], [500, 300]])
    assert [len(column) for column in tally.columns] == [4, 2, 4]


def test_a_card_that_was_out_of_it_keeps_its_distance_from_the_best() -> None:
    tally = count([[500, 100, 510], [510, 100, 500]])
    tally.add([[100, 90], [100, 90], [100, 90], [100, 90]])
    best, second, last = tally.rank(100)
    assert (best.card, second.card, last.card) == (1, 4, 2)
    assert best.value - last.value == pytest.approx(4.05)


def test_equal_cards_are_not_behind_one_another() -> None:
    assert [entry.behind for entry in count([[5, 5]] * 2).rank(1)] == [0.0, 0.0]
