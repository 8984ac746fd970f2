"""Our own positions: they arise in real rounds, cover every kind of complaint, and their answers are proved."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.plugins.own_positions import load_cases, proof_of, read, replay
from tests.plugins.proofs import prove

CASES = load_cases()
PLAYED = [case for case in CASES if "deal" in case]
PROVED = [case for case in CASES if "proof" in case]
#: What a bag may cost beyond the penalty itself: nothing, or a tenth of the penalty each.
PRICES = (0.0, 10.0)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_engine_comes_to_the_decision_as_written(case: dict[str, Any]) -> None:
    view = read(case).view
    assert view.turn == view.seat == case["seat"]
    assert sorted(view.hand) == sorted(case["hand"].split())
    assert " ".join(played.card for played in view.trick) == case.get("trick", "")
    assert [" ".join(played.card for played in trick.cards) for trick in view.tricks] == case.get("tricks", [])
    assert {seat: str(bid) for seat, bid in view.bids.items()} == case["bids"]
    assert dict(view.scores) == case["score"]
    assert dict(view.bags) == case["bags"]
    legal = {str(action) for action in view.legal}
    assert set(case["right"]) < legal


@pytest.mark.parametrize("case", PROVED, ids=lambda case: case["id"])
def test_the_right_answer_is_never_worse_at_any_price_of_bags(case: dict[str, Any]) -> None:
    view = read(case).view
    plain, dear = (prove(view, case["right"], price) for price in PRICES)
    assert plain == proof_of(case)
    assert plain.worse == dear.worse == 0
    assert plain.better >= 1
    assert plain.loss >= 1


def test_a_position_tells_what_was_counted() -> None:
    for case in PROVED:
        assert str(case["proof"]["cases"]) in case["why"], case["id"]
    for case in CASES:
        assert "proof" in case or "deals that fit the bids" in case["why"], case["id"]


def test_every_kind_of_complaint_has_two_positions_or_more() -> None:
    kinds = Counter(case["kind"] for case in CASES)
    assert len(kinds) == 12
    assert min(kinds.values()) >= 2
    assert len(CASES) >= 30
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_the_positions_are_spread_over_variants_and_scores() -> None:
    rules = [case["rules"] for case in CASES]
    assert {"standard", "two-player", "cutthroat-3", "jokers"} <= {keys["variant"] for keys in rules}
    assert any(keys.get("bags.limit") == 0 for keys in rules)
    assert sum(any(case["score"].values()) for case in CASES) >= 10


def test_most_positions_come_from_rounds_that_can_be_played_out() -> None:
    """The hidden cards of the deal are legal in every play so far and leave every seat as many cards."""
    assert len(PLAYED) >= 20
    for case in PLAYED:
        deal = replay(case)
        while deal.turn is not None:
            deal.apply(deal.legal()[0])
        assert sum(deal.result.taken.values()) == deal.size
