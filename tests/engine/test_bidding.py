"""Which bids are legal: every mode and limit, zero and nil, and who bids first."""

from __future__ import annotations

from typing import Any

import pytest

from spades_cli.engine.actions import BLIND_NIL, NIL, Bid
from spades_cli.engine.bidding import Holding, bidding_order, legal_bids, legal_blind, why_never
from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.errors import IllegalAction, InvalidAction
from tests.engine.builders import apply_all, fill, legal_set, make_rules, read_bids

ONE_TO_13 = set(map(str, range(1, 14)))


def options(rules: Rules, bids: str = "", *, spades: int = 3, hearts: int = 3) -> set[str]:
    """The legal bids, as text, of the seat after ``bids``; N bids first."""
    made: list[Bid | None] = [*read_bids(bids)]
    place = len(made)
    made += [None] * (rules.table.players - place)
    return {str(bid) for bid in legal_bids(rules, made, place, Holding(rules.hand_size, spades, hearts))}


def numbers(low: int, high: int) -> set[str]:
    return set(map(str, range(low, high + 1)))


def deal_for(keys: dict[str, Any], **hands: str) -> Round:
    """A round of short hands in which N bids first."""
    rules = make_rules(**keys)
    return Round.from_hands(rules, fill(rules, hands), dealer="W")


# --- modes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "spades", "hearts", "legal"),
    [
        pytest.param({}, 3, 3, {"nil"} | ONE_TO_13, id="free"),
        pytest.param({"bidding.mode": "mirror"}, 3, 0, {"3"}, id="mirror bids its spades"),
        pytest.param({"bidding.mode": "mirror"}, 0, 3, {"nil"}, id="mirror without spades bids nil"),
        pytest.param({"bidding.mode": "mirror", "bidding.mirror_zero": "zero"}, 0, 3, {"0"}, id="or a plain zero"),
        pytest.param({"bidding.mode": "whiz"}, 4, 0, {"nil", "4"}, id="whiz may also bid nil"),
        pytest.param({"bidding.mode": "whiz"}, 0, 0, {"nil"}, id="whiz without spades bids nil"),
        pytest.param({"bidding.mode": "whiz", "bidding.mirror_zero": "zero"}, 0, 0, {"nil", "0"}, id="or zero"),
        pytest.param({"bidding.mode": "hearts"}, 3, 5, {"5"}, id="hearts bids its hearts"),
        pytest.param({"bidding.mode": "hearts"}, 3, 0, {"nil"}, id="hearts without hearts bids nil"),
        pytest.param({"bidding.mode": "fixed"}, 5, 5, {"3"}, id="fixed bids three"),
        pytest.param({"bidding.mode": "fixed", "bidding.number": 5}, 1, 1, {"5"}, id="fixed bids its number"),
        pytest.param({"bidding.mode": "n_or_nil", "bidding.number": 4}, 1, 1, {"nil", "4"}, id="four or nil"),
        pytest.param({"bidding.mode": "n_or_nil", "nil.allowed": False}, 1, 1, {"3"}, id="three and no nil"),
        pytest.param({"bidding.mode": "suicide"}, 3, 3, {"nil"} | numbers(4, 13), id="suicide opens nil or four"),
        pytest.param(
            {"bidding.mode": "suicide", "bidding.suicide_min": 1}, 3, 3, {"nil"} | ONE_TO_13, id="suicide from one"
        ),
    ],
)
def test_a_hand_may_bid(keys: dict[str, Any], spades: int, hearts: int, legal: set[str]) -> None:
    assert options(make_rules(**keys), spades=spades, hearts=hearts) == legal


def test_jokers_and_promoted_cards_mirror_as_spades() -> None:
    rules = make_rules("jjdd", **{"bidding.mode": "mirror"})
    hands = fill(rules, {"N": "BJ 2D 2S AH AC"})
    assert legal_set(Round.from_hands(rules, hands, dealer="W")) == {"3"}


def test_a_forced_bid_is_refused_with_what_the_hand_bids() -> None:
    deal = deal_for({"bidding.mode": "mirror"}, N="AS KS 4H 2C")
    with pytest.raises(IllegalAction, match="3: your hand bids 2"):
        deal.apply("3")


@pytest.mark.parametrize(
    ("bids", "legal"),
    [
        ("nil 5", numbers(4, 13)),
        ("4 nil", {"nil"}),
        ("nil nil 4", numbers(4, 13)),
        ("5 4 nil", {"nil"}),
    ],
)
def test_in_suicide_partners_do_the_opposite(bids: str, legal: set[str]) -> None:
    assert options(make_rules("suicide"), bids) == legal


# --- numbers and zero -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "legal"),
    [
        ({"bidding.min": 2}, {"nil"} | numbers(2, 13)),
        ({"bidding.min": 0}, {"nil"} | numbers(1, 13)),
        ({"bidding.max": 8}, {"nil"} | numbers(1, 8)),
        ({"bidding.zero": "zero"}, {"nil", "0"} | ONE_TO_13),
        ({"bidding.zero": "forbidden"}, ONE_TO_13),
        ({"nil.allowed": False}, ONE_TO_13),
        ({"nil.allowed": False, "bidding.zero": "zero"}, {"0"} | ONE_TO_13),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_smallest_and_largest_bids_and_zero(keys: dict[str, Any], legal: set[str]) -> None:
    assert options(make_rules(**keys)) == legal


def test_the_largest_bid_is_the_number_of_cards() -> None:
    assert options(make_rules("three")) == {"nil"} | numbers(1, 17)


@pytest.mark.parametrize(("zero", "bid"), [("nil", NIL), ("zero", Bid(0))])
def test_a_typed_0_is_nil_or_zero(zero: str, bid: Bid) -> None:
    deal = deal_for({"bidding.zero": zero}, N="AS KS")
    deal.apply("0")
    assert deal.bids[0] == bid


def test_a_forbidden_zero_is_refused_with_what_is_possible() -> None:
    with pytest.raises(IllegalAction, match="possible are 1, 2"):
        deal_for({"bidding.zero": "forbidden"}, N="AS KS").apply("nil")


# --- limits of a team and of the table --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "bids", "legal"),
    [
        pytest.param({"bidding.team_min": 4}, "", {"nil"} | ONE_TO_13, id="the first of a team is free"),
        pytest.param({"bidding.team_min": 4}, "1 3", numbers(3, 13), id="the second fills the board"),
        pytest.param({"bidding.team_min": 4}, "nil 3", numbers(4, 13), id="beside a nil too"),
        pytest.param({"bidding.team_min": 4}, "4 3", {"nil"} | ONE_TO_13, id="a full board is free"),
        pytest.param({"bidding.team_min": 4, "bidding.max": 3}, "", {"1", "2", "3"}, id="one that can be filled"),
        pytest.param({"bidding.team_max": 13}, "", {"nil"} | ONE_TO_13, id="a partner may yet bid nil"),
        pytest.param({"bidding.team_max": 13}, "9 3", {"nil"} | numbers(1, 4), id="the second stays under the cap"),
        pytest.param({"bidding.team_max": 13}, "13 3", {"nil"}, id="nothing is left but nil"),
        pytest.param(
            {"bidding.team_max": 13, "bidding.zero": "forbidden"}, "", numbers(1, 12), id="room for the partner"
        ),
        pytest.param({"bidding.forbid_total": True}, "4 3 3", {"nil"} | ONE_TO_13 - {"3"}, id="no even total"),
        pytest.param({"bidding.forbid_total": True}, "4 3 6", ONE_TO_13, id="nor by a nil"),
        pytest.param({"bidding.forbid_total": True}, "4 3", {"nil"} | ONE_TO_13, id="only the last bidder is bound"),
        pytest.param({"nil.both": False}, "nil 3", ONE_TO_13, id="one nil in a team"),
        pytest.param({"nil.both": False}, "nil", {"nil"} | ONE_TO_13, id="the other team is free"),
        pytest.param({"nil.partner_min": 4}, "nil 3", numbers(4, 13), id="a nil's partner bids enough"),
        pytest.param({"nil.partner_min": 4}, "3 3", ONE_TO_13, id="no nil beside too little"),
        pytest.param({"nil.partner_min": 4}, "4 3", {"nil"} | ONE_TO_13, id="nil beside enough"),
    ],
)
def test_a_limit_leaves(keys: dict[str, Any], bids: str, legal: set[str]) -> None:
    assert options(make_rules(**keys), bids) == legal


@pytest.mark.parametrize(
    ("keys", "bids", "bid", "reason"),
    [
        ({"bidding.team_min": 2}, "nil, 1", "nil", "a team bids 2 at least"),
        ({"bidding.team_max": 2}, "1, 1", "2", "a team may bid 2 at most"),
        ({"bidding.forbid_total": True}, "1, 1, nil", "nil", "the bids may not add up to 2"),
        ({"nil.both": False}, "nil, 1", "nil", "only one of a team may bid nil"),
        ({"nil.partner_min": 2}, "nil, 1", "1", "the partner of a nil bids at least 2"),
        ({"bidding.min": 2}, "", "1", "1 cannot be bid under these rules; possible are nil, 2"),
        ({}, "", "3", "3 cannot be bid under these rules; possible are nil, 1, 2"),
    ],
)
def test_a_limit_refuses_in_words(keys: dict[str, Any], bids: str, bid: str, reason: str) -> None:
    deal = apply_all(deal_for(keys, N="AS KS"), bids)
    before = list(deal.bids)
    with pytest.raises(IllegalAction, match=reason):
        deal.apply(bid)
    assert (deal.bids, deal.phase) == (before, "bid")


def test_a_limit_that_would_leave_nothing_does_not_apply() -> None:
    rules = make_rules("mirror", **{"bidding.team_min": 4})
    assert options(rules, "1 5", spades=1) == {"1"}


def test_what_is_no_bid_is_refused_as_such() -> None:
    with pytest.raises(InvalidAction, match="'lots' is not a bid"):
        deal_for({}, N="AS KS").apply("lots")
    with pytest.raises(IllegalAction, match="it is time to bid"):
        deal_for({}, N="AS KS").apply("AS")


@pytest.mark.parametrize(
    ("keys", "bid", "reason"),
    [
        ({}, "4", ""),
        ({}, "bn", ""),
        ({}, "b6", "blind bids cannot be bid"),
        ({"blind_nil.allowed": False}, "bn", "blind nil cannot be bid"),
        ({"blind_bid.allowed": True}, "b6", ""),
        ({"blind_bid.allowed": True}, "b5", "a blind bid is 6 to 13"),
        ({"bidding.mode": "fixed"}, "4", "possible are 3"),
    ],
)
def test_a_score_keeper_learns_which_bids_no_hand_could_make(keys: dict[str, Any], bid: str, reason: str) -> None:
    why = why_never(make_rules(**keys), read_bids(bid)[0], 13)
    assert reason in why
    assert bool(why) == bool(reason)


# --- blind bids -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "own", "other", "legal"),
    [
        pytest.param({}, 0, 100, {"bn"}, id="a hundred behind"),
        pytest.param({}, 0, 99, set(), id="99 behind"),
        pytest.param({"blind_nil.behind": 200}, 0, 199, set(), id="another gate"),
        pytest.param({"blind_nil.behind": 0}, 0, 0, {"bn"}, id="no gate"),
        pytest.param({"blind_nil.behind": 0}, 300, 0, {"bn"}, id="no gate for the leader either"),
        pytest.param({"blind_nil.allowed": False, "blind_nil.behind": 0}, 0, 300, set(), id="no blind nil"),
        pytest.param({"blind_bid.allowed": True}, 0, 100, {"bn"} | {f"b{n}" for n in range(6, 14)}, id="blind six"),
        pytest.param({"blind_bid.allowed": True}, 0, 99, set(), id="blind six needs the deficit"),
        pytest.param(
            {"blind_bid.allowed": True, "blind_bid.behind": 0, "blind_bid.min": 12}, 50, 0, {"b12", "b13"}, id="twelve"
        ),
        pytest.param({"blind_bid.allowed": True, "bidding.max": 7}, 0, 100, {"bn", "b6", "b7"}, id="up to max"),
    ],
)
def test_blind_bids_open_to_a_side(keys: dict[str, Any], own: int, other: int, legal: set[str]) -> None:
    rules = make_rules(**keys)
    bids = legal_blind(rules, [None] * 4, 0, 13, {"NS": own, "EW": other})
    assert set(map(str, bids)) == legal


def test_behind_counts_from_the_best_other_side() -> None:
    rules = make_rules("three")
    assert legal_blind(rules, [None] * 3, 0, 17, {"P1": 0, "P2": 99, "P3": 100}) == (BLIND_NIL,)


def test_limits_bind_blind_bids_too() -> None:
    rules = make_rules(**{"blind_nil.behind": 0, "nil.both": False})
    assert legal_blind(rules, [BLIND_NIL, None, None, None], 2, 13, {"NS": 0, "EW": 0}) == ()


# --- who bids first ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "first", "order"),
    [
        ("standard", "first", "ESWN"),
        ("standard", "second", "SWNE"),
        ("standard", "dealer", "NESW"),
        ("two-player", "first", "21"),
        ("two-player", "second", "12"),
    ],
)
def test_the_bidding_goes_round_once_from(base: str, first: str, order: str) -> None:
    rules = make_rules(base, **{"bidding.first": first})
    assert "".join(rules.seats[place][-1] for place in bidding_order(rules, 0)) == order


def test_everybody_bids_exactly_once() -> None:
    deal = deal_for({}, N="AS KS")
    turns = []
    while deal.phase == "bid":
        turns.append(deal.turn)
        deal.apply("1")
    assert turns == ["N", "E", "S", "W"]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("4", "look at your cards first, or bid blind"),
        ("b6", "blind bids cannot be bid under these rules"),
        ("keep", "that is not asked now"),
    ],
)
def test_a_refusal_before_looking_says_what_would_do(action: str, reason: str) -> None:
    deal = Round(make_rules("standard", **{"blind_nil.behind": 0}), seed=1, dealer="N")
    assert deal.phase == "blind"
    with pytest.raises(IllegalAction) as refused:
        deal.apply(action)
    assert refused.value.reason == reason


def test_a_blind_bid_after_looking_is_refused_as_such() -> None:
    deal = Round(make_rules("standard", **{"blind_nil.behind": 0}), seed=1, dealer="N")
    for _ in range(4):
        deal.apply("look")
    with pytest.raises(IllegalAction) as refused:
        deal.apply("bn")
    assert refused.value.reason == "you have looked at your cards"
