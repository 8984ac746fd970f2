"""House rules worked by hand: the X cases of the rules reference (X05 and X06 are in test_match_end)."""

from __future__ import annotations

import pytest

from spades_cli.engine.match import Match
from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.engine.scoring import Line, score_round
from spades_cli.errors import IllegalAction
from tests.engine.builders import Script, apply_all, legal_set, make_rules, read_bids

#: Thirteen cards each, one suit to a seat: nobody's bid is forced by them in free bidding.
SUITS = {"N": "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", "E": "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
         "S": "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H", "W": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"}  # fmt: skip
#: N has no spade, E four.
SPADES = {"N": "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", "E": "AS KS QS JS AD KD QD JD TD 9D 8D 7D 6D",
          "S": "TS 9S 8S 7S 6S AH KH QH JH TH 9H 8H 7H", "W": "5S 4S 3S 2S 5D 4D 3D 2D 6H 5H 4H 3H 2H"}  # fmt: skip


def bidding(rules: Rules, bids: str, *, dealer: str = "W", hands: dict[str, str] = SUITS) -> Round:
    """A round after some bids, for the next bidder; the dealer's left bids first."""
    return apply_all(Round.from_hands(rules, hands, dealer=dealer), bids)


# --- X01: the first round bids itself ---------------------------------------------------------------------------------

ITSELF = {"bidding.first_hand": "itself"}


def test_x01_a_first_round_that_bids_itself_is_played_at_once_for_ten_a_trick() -> None:
    rules = make_rules(**ITSELF)
    script = Script(rules, [4, 4, 3, 2])
    deal = Round.from_hands(rules, script.hands, dealer="W", bags={"NS": 9}, scores={"NS": 0, "EW": 400})
    assert (deal.phase, deal.bids) == ("play", [None] * 4)
    result = script.play(deal)
    assert (dict(result.points), dict(result.bags)) == ({"NS": 70, "EW": 60}, {"NS": 9, "EW": 0})
    assert result.lines["NS"] == (Line("tricks", 70),)


def test_x01_the_second_round_is_bid_as_usual() -> None:
    match = Match(make_rules(**ITSELF))
    deal = match.deal(Script(match.rules, [4, 4, 3, 2]).hands)
    assert deal.phase == "play"
    match.add(score_round(match.rules, [None] * 4, [4, 4, 3, 2], match.bags, itself=True))
    assert match.deal().phase == "bid"


# --- X02 to X04: points -----------------------------------------------------------------------------------------------


def test_x02_bag_penalties_may_go_to_the_opponents() -> None:
    rules = make_rules(**{"bags.to": "opponents", "bags.limit": 5, "bags.penalty": 50})
    result = score_round(rules, read_bids("3 3 2 3"), [4, 3, 3, 3], {"NS": 4, "EW": 0})
    assert dict(result.points) == {"NS": 52, "EW": 60 + 50}
    assert dict(result.bags) == {"NS": 1, "EW": 0}
    assert Line("opponents' bags", 50) in result.lines["EW"]


def test_x02_with_three_sides_each_opponent_gets_the_penalty() -> None:
    rules = make_rules("three", **{"bags.to": "opponents", "bags.limit": 5, "bags.penalty": 50})
    result = score_round(rules, read_bids("5 5 5"), [7, 5, 5], {"P1": 4, "P2": 0, "P3": 0})
    assert dict(result.points) == {"P1": 52, "P2": 100, "P3": 100}


def test_x02_cancelled_bag_points_are_lost_by_the_side_itself() -> None:
    rules = make_rules(**{"bags.to": "opponents", "bags.cancel": True, "bags.limit": 5, "bags.penalty": 50})
    result = score_round(rules, read_bids("3 3 2 3"), [4, 3, 3, 3], {"NS": 4, "EW": 0})
    assert dict(result.points) == {"NS": 52 - 5, "EW": 60 + 50}


@pytest.mark.parametrize(("taken", "points", "bags"), [(8, -100, 0), (9, -100, 0), (7, 43, 3)])
def test_x03_twice_the_bid_costs_a_penalty_in_place_of_the_contract(taken: int, points: int, bags: int) -> None:
    rules = make_rules("solo", **{"scoring.double_bid_penalty": 100})
    result = score_round(rules, read_bids("4 2 3 3"), [taken, 13 - taken, 0, 0], dict.fromkeys("NESW", 0))
    assert (result.points["N"], result.bags["N"]) == (points, bags)


@pytest.mark.parametrize(
    ("taken", "points", "bags"),
    [
        pytest.param([3, 3, 3, 4], {"NS": 51, "EW": 61}, {"NS": 1, "EW": 1}, id="as played"),
        pytest.param([0, 6, 3, 4], {"NS": -50, "EW": 64}, {"NS": 0, "EW": 4}, id="three tricks moved"),
    ],
)
def test_x04_a_renege_scores_the_tricks_as_the_table_moved_them(
    taken: list[int], points: dict[str, int], bags: dict[str, int]
) -> None:
    """No key: the table moves tricks (here three of NS to EW), and the adjusted counts are scored as usual."""
    result = score_round(make_rules(), read_bids("3 3 2 3"), taken, {"NS": 0, "EW": 0})
    assert (dict(result.points), dict(result.bags)) == (points, bags)


@pytest.mark.parametrize("both_score", ["win_or_zero", "all_or_lose"])
@pytest.mark.parametrize(
    ("base", "bids", "taken", "points"),
    [
        pytest.param("solo", "nil 3 3 3", [1, 6, 3, 3], -99, id="a seat alone"),
        pytest.param("standard", "nil 3 3 3", [1, 6, 3, 3], -69, id="one of two partners"),
        pytest.param("standard", "nil 3 nil 3", [0, 7, 0, 6], 200, id="two that hold"),
        pytest.param("two-packs", "nil 3 nil 3 3 3", [1, 5, 0, 5, 3, 3], 100 - 100 + 30 + 1, id="two of three"),
    ],
)
def test_the_nils_of_a_team_score_together_only_when_all_of_it_bid_nil_and_one_fails(
    both_score: str, base: str, bids: str, taken: list[int], points: int
) -> None:
    triples = {"table.teams": "triples"} if base == "two-packs" else {}
    rules = make_rules(base, **{"nil.both_score": both_score}, **triples)
    result = score_round(rules, read_bids(bids), taken, dict.fromkeys(rules.sides, 0))
    assert next(iter(result.points.values())) == points


# --- X07 to X09: forced bids ------------------------------------------------------------------------------------------


def test_x07_a_mirror_hand_without_spades_bids_nil() -> None:
    rules = make_rules("mirror")
    deal = bidding(rules, "", hands=SPADES)
    assert legal_set(deal) == {"nil"}
    apply_all(deal, "nil, 4")
    assert legal_set(deal) == {"5"}


def test_x07_a_kept_mirror_nil_and_an_exact_partner_score_150() -> None:
    result = score_round(make_rules("mirror"), read_bids("nil 4 5 4"), [0, 4, 5, 4], {"NS": 0, "EW": 0})
    assert result.points["NS"] == 150


def test_x08_whiz_is_nil_or_the_number_of_spades() -> None:
    deal = bidding(make_rules("whiz"), "nil", hands=SPADES)
    assert legal_set(deal) == {"nil", "4"}
    for bid in ("3", "5"):
        with pytest.raises(IllegalAction, match="your hand bids nil or 4"):
            deal.apply(bid)


def test_x09_in_suicide_the_partner_of_a_number_bids_nil() -> None:
    deal = bidding(make_rules("suicide"), "5, 5")
    assert legal_set(deal) == {"nil"}
    with pytest.raises(IllegalAction, match="in suicide exactly one partner bids nil"):
        deal.apply("4")


def test_x09_in_suicide_the_partner_of_a_nil_bids_at_least_four() -> None:
    deal = bidding(make_rules("suicide"), "nil, nil")
    assert legal_set(deal) == set(map(str, range(4, 14)))
    with pytest.raises(IllegalAction, match="the other at least 4"):
        deal.apply("3")


# --- X10 to X14: limits -----------------------------------------------------------------------------------------------


def test_x10_the_partner_of_a_one_bids_three_to_twelve_at_a_board_of_four_capped_at_thirteen() -> None:
    """The source of this case also caps a team at thirteen, which is where its twelve comes from."""
    deal = bidding(make_rules(**{"bidding.team_min": 4, "bidding.team_max": 13}), "1, 4")
    assert legal_set(deal) == set(map(str, range(3, 13)))
    with pytest.raises(IllegalAction, match="a team bids 4 at least"):
        deal.apply("nil")
    with pytest.raises(IllegalAction, match="a team may bid 13 at most"):
        deal.apply("13")


def test_x10_without_a_cap_the_partner_of_a_one_may_bid_thirteen() -> None:
    """``bidding.team_max = 0`` means no cap, so the reference's "3 to 12" needs the cap of the test above."""
    deal = bidding(make_rules(**{"bidding.team_min": 4}), "1, 4")
    assert legal_set(deal) == set(map(str, range(3, 14)))


def test_x10_the_partner_of_four_may_bid_nil() -> None:
    deal = bidding(make_rules(**{"bidding.team_min": 4}), "4, 4")
    assert "nil" in legal_set(deal)


def test_x11_the_last_bidder_may_not_make_the_bids_add_up() -> None:
    deal = bidding(make_rules(**{"bidding.forbid_total": True}), "4, 3, 3")
    assert legal_set(deal) == {"nil"} | set(map(str, range(1, 14))) - {"3"}
    with pytest.raises(IllegalAction, match="the bids may not add up to 13"):
        deal.apply("3")


@pytest.mark.parametrize(("partner", "points"), [(2, 100 - 40), (5, 100)])
def test_x12_penalty_only_charges_a_partner_who_misses_and_pays_him_nothing(partner: int, points: int) -> None:
    rules = make_rules("jokers", **{"nil.partner_contract": "penalty_only"})
    result = score_round(rules, read_bids("nil 3 4 3"), [0, 13 - partner, partner, 0], {"NS": 0, "EW": 0})
    assert result.points["NS"] == points


@pytest.mark.parametrize(("score", "legal"), [(200, False), (199, True)])
def test_x13_a_blind_nil_needs_the_full_deficit(score: int, legal: bool) -> None:
    deal = Round.from_hands(make_rules(), SUITS, dealer="W", scores={"NS": score, "EW": 299})
    assert (deal.phase == "blind") == legal
    if legal:
        assert (deal.turn, legal_set(deal)) == ("N", {"look", "bn"})
        deal.apply("bn")
    else:
        with pytest.raises(IllegalAction, match="you have looked"):
            deal.apply("bn")


def test_x14_a_double_nil_may_exchange_no_card() -> None:
    rules = make_rules("two-player")
    script = Script(rules, [0, 13])
    deal = apply_all(Round.from_hands(rules, script.hands, dealer="P2"), "bn, look")
    before = deal.hands.copy()
    apply_all(deal, "give none, 13")
    assert deal.hands == before
    result = script.play(deal)
    assert dict(result.points) == {"P1": 200, "P2": 130}
