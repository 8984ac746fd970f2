"""The public names, and the library as the README uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import spades_cli
import spades_cli.search

if TYPE_CHECKING:
    from types import ModuleType


PACKAGES = [spades_cli, spades_cli.search]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.__name__))
def test_every_public_name_is_there_and_no_other_is_listed(package: ModuleType) -> None:
    assert sorted(package._HOME_OF) == sorted(package.__all__) == dir(package)
    for name in package.__all__:
        assert getattr(package, name) is not None


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.__name__))
def test_an_unknown_name_is_an_attribute_error(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'Bidd'"):
        _ = package.Bidd


def test_a_round_is_read_and_played_by_text_or_value() -> None:
    rules = spades_cli.load_rules("standard")
    deal = spades_cli.Round(rules, seed=7)
    first = deal.turn
    assert deal.phase == "bid"
    assert first is not None
    bid = deal.legal()[3]
    assert spades_cli.parse_action(str(bid)) == bid
    assert deal.apply(str(bid)) == bid
    assert deal.view(first) == deal.view(first)
    assert deal.view(first).bids == {first: bid}
    with pytest.raises(spades_cli.UsageError, match="not over"):
        _ = deal.result


def test_results_are_by_seat_and_by_side() -> None:
    rules = spades_cli.load_rules("standard")
    hands = {"N": "AS KS", "E": "2H 3H", "S": "4C 5C", "W": "6D 7D"}
    deal = spades_cli.Round.from_hands(rules, hands=hands, dealer="W")
    for action in ("2", "nil", "nil", "nil", "AS", "2H", "4C", spades_cli.Card("6D"), "KS", "3H", "5C", "7D"):
        deal.apply(action)
    assert deal.phase == "over"
    assert deal.turn is None
    assert deal.result.taken == {"N": 2, "E": 0, "S": 0, "W": 0}
    assert deal.result.points == {"NS": 120, "EW": 200}
