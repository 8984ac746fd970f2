"""A round that a seat gives up: its side misses every bid, the others make theirs exactly."""

from __future__ import annotations

import pytest

from spades_cli.engine.round import Round
from spades_cli.errors import IllegalAction, UsageError
from tests.engine.builders import apply_all, make_rules


def bid_round(bids: str, base: str = "standard") -> Round:
    """A round in which N bids first, after these bids."""
    rules = make_rules(base)
    return apply_all(Round(rules, seed=1, dealer=rules.seats[-1], bags={next(iter(rules.sides)): 9}), bids)


@pytest.mark.parametrize(
    ("bids", "loser", "points"),
    [
        ("3, 4, 2, 3", "N", {"NS": -50, "EW": 70}),
        ("3, 4, 2, 3", "W", {"NS": 50, "EW": -70}),
        ("nil, 4, 4, 3", "S", {"NS": -140, "EW": 70}),
        ("nil, 4, 4, 3", "E", {"NS": 140, "EW": -70}),
        ("nil, nil, nil, nil", "E", {"NS": 200, "EW": -200}),
    ],
)
def test_the_side_that_gives_up_misses_its_bids_and_the_other_makes_its(
    bids: str, loser: str, points: dict[str, int]
) -> None:
    deal = bid_round(bids)
    deal.forfeit(loser)
    assert dict(deal.result.points) == points
    assert dict(deal.result.bags) == {"NS": 9, "EW": 0}
    assert deal.result.forfeited == loser


def test_a_solo_seat_gives_up_alone() -> None:
    deal = bid_round("3, 4, 2, 3", "solo")
    deal.forfeit("E")
    assert dict(deal.result.points) == {"N": 30, "E": -40, "S": 20, "W": 30}
    assert deal.result.sets == {"E"}


def test_a_round_given_up_is_over_with_the_tricks_taken_so_far() -> None:
    deal = bid_round("3, 4, 2, 3")
    while not deal.tricks:
        deal.apply(deal.legal()[0])
    deal.forfeit("N")
    assert (deal.phase, deal.turn, deal.legal()) == ("over", None, ())
    assert sum(deal.result.taken.values()) == 1
    with pytest.raises(IllegalAction, match="the round is over"):
        deal.apply("2C")


def test_before_the_bids_there_is_nothing_to_lose() -> None:
    deal = bid_round("")
    deal.forfeit("N")
    assert dict(deal.result.points) == {"NS": 0, "EW": 0}


def test_a_round_that_is_over_cannot_be_given_up() -> None:
    deal = bid_round("3, 4, 2, 3")
    deal.forfeit("N")
    with pytest.raises(UsageError, match="over already"):
        deal.forfeit("N")


def test_a_round_that_lasts_has_no_result() -> None:
    with pytest.raises(UsageError, match="not over"):
        _ = bid_round("3").result
