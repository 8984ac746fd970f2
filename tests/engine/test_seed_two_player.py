"""The two-player game rule by rule, T-01 to T-39; the draft and Double Nil in detail have files of their own.

P1 draws first throughout: the seat left of the "dealer", who is the second player.
"""

from __future__ import annotations

import pytest

from spades_cli.engine.match import Match, Outcome
from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.engine.scoring import score_round
from spades_cli.errors import IllegalAction, InvalidAction
from tests.engine.builders import (
    Script,
    apply_all,
    fill,
    finish,
    legal_set,
    make_rules,
    read_bids,
    start_play,
    who_wins,
)

RULES = make_rules("two-player")
FIRST_BIDS = make_rules("two-player-first-bids")
BOTH = pytest.mark.parametrize("rules", [RULES, FIRST_BIDS], ids=["second bids first", "first bids first"])
KEEP_ALL = ", ".join(["keep"] * 24)


def new_round(actions: str = "", *, seed: int = 5) -> Round:
    """A round in which P1 draws first, after some actions."""
    return apply_all(Round(RULES, seed=seed, dealer="P2"), actions)


def drafted(seed: int = 5) -> Round:
    """A round whose draft is done, everybody keeping."""
    return new_round(f"look, keep, look, keep, {KEEP_ALL}", seed=seed)


def score(bids: str, taken: list[int], bags: int = 0) -> tuple[int, int]:
    """The points of P1 and P2; P1 had ``bags``."""
    points = score_round(RULES, read_bids(bids), taken, {"P1": bags, "P2": 0}).points
    return points["P1"], points["P2"]


def on_lead(hand: str) -> Round:
    """P2, the second player, is on lead with ``hand``."""
    return start_play(RULES, fill(RULES, {"P2": hand}), dealer="P2")


# --- the pack and the draft -------------------------------------------------------------------------------------------


def test_T01_two_players_score_alone() -> None:
    assert dict(RULES.sides) == {"P1": (0,), "P2": (1,)}


def test_T02_an_ordinary_pack_with_the_ace_high_and_spades_as_trumps() -> None:
    assert RULES.pack.size == 52
    assert [who_wins(RULES, trick) for trick in ("2H AH", "KD AD", "AC KC", "AC 2S")] == ["P2", "P2", "P1", "P2"]


def test_T03_the_aim_is_500_points() -> None:
    assert RULES.match.target == 500


def test_T04_nobody_deals_and_the_pack_is_a_shuffled_pile() -> None:
    deal = new_round()
    assert deal.hands == [0, 0]
    assert sorted(deal.pack) == sorted(RULES.pack.order)
    assert deal.pack != RULES.pack.order
    assert deal.pack != new_round(seed=6).pack


def test_T05_the_first_player_decides_about_the_top_card_before_seeing_the_next() -> None:
    deal = new_round("look")
    assert (deal.turn, deal.phase, legal_set(deal)) == ("P1", "draft", {"keep", "decline"})
    assert deal.view("P1").drawn == RULES.pack.names[deal.pack[0]]


def test_T06_keeping_sends_the_next_card_to_the_discard_pile() -> None:
    deal = new_round("look, keep")
    assert (deal.hands[0], deal.pile) == (deal.pack[0], deal.pack[1])


def test_T07_declining_means_keeping_the_next_card() -> None:
    deal = new_round("look, decline")
    assert (deal.hands[0], deal.pile) == (deal.pack[1], deal.pack[0])


def test_T08_the_players_alternate_until_the_pack_has_gone_through() -> None:
    deal = new_round("look, keep, look")
    drawers = ["P1"]
    while deal.phase == "draft":
        drawers.append(str(deal.turn))
        deal.apply("keep")
    assert drawers == ["P1", "P2"] * 13


def test_T09_thirteen_cards_each_and_26_aside() -> None:
    deal = drafted()
    assert [hand.bit_count() for hand in deal.hands] == [13, 13]
    assert deal.pile.bit_count() == 26
    assert deal.pile | deal.hands[0] | deal.hands[1] == sum(RULES.pack.order)


# --- bidding ----------------------------------------------------------------------------------------------------------


def test_T10_the_second_player_bids_first_in_one_edition_and_the_first_in_the_other() -> None:
    assert drafted().turn == "P2"
    other = Round(FIRST_BIDS, seed=5, dealer="P2")
    assert apply_all(other, f"look, keep, look, keep, {KEEP_ALL}").turn == "P1"


def test_T11_each_bids_having_looked_at_the_hand() -> None:
    deal = drafted()
    assert deal.phase == "bid"
    assert len(deal.view("P2").hand) == 13


def test_T12_any_number_from_nil_to_13_is_legal_for_either() -> None:
    deal = drafted()
    every_bid = {"nil", *map(str, range(1, 14))}
    assert legal_set(deal) == every_bid
    deal.apply("13")
    assert legal_set(deal) == every_bid
    deal.apply("0")
    assert str(deal.bids[0]) == "nil"


def test_T13_passing_is_no_bid() -> None:
    with pytest.raises(InvalidAction, match="'pass' is not a bid"):
        drafted().apply("pass")


def test_T14_bids_need_not_rise_and_go_round_once() -> None:
    deal = apply_all(drafted(), "8, 6")
    assert deal.phase == "play"
    assert list(map(str, deal.bids)) == ["6", "8"]


def test_T15_eight_and_six_may_both_be_bid_and_each_needs_its_own() -> None:
    assert score("8 6", [8, 5]) == (80, -60)
    assert score("8 6", [7, 6]) == (-80, 60)


@pytest.mark.parametrize(("taken", "points"), [(0, 100), (1, -100), (13, -100)])
def test_T16_a_nil_bidder_must_win_no_trick(taken: int, points: int) -> None:
    assert score("nil 5", [taken, 13 - taken])[0] == points


def test_T17_nil_is_worth_100_either_way() -> None:
    assert (RULES.nil.made, RULES.nil.failed) == (100, 100)


@pytest.mark.parametrize(("taken", "points"), [([0, 13], (100, 94)), ([2, 11], (-100, 92))])
def test_T18_nil_against_nine(taken: list[int], points: tuple[int, int]) -> None:
    assert score("nil 9", taken) == points


def test_T19_double_nil_is_bid_before_choosing_the_first_card() -> None:
    deal = new_round()
    assert (deal.turn, deal.phase, legal_set(deal)) == ("P1", "blind", {"look", "bn"})
    apply_all(deal, "look, keep")
    assert (deal.turn, deal.phase, legal_set(deal)) == ("P2", "blind", {"look", "bn"})


def test_T20_after_a_double_nil_up_to_three_cards_are_replaced_from_the_pile() -> None:
    deal = new_round(f"bn, keep, look, keep, {KEEP_ALL}")
    hand, pile = deal.hands[0], deal.pile
    assert deal.view("P1").due == (0, 3, None)
    thrown = deal.view("P1").hand[:3]
    deal.apply("give " + " ".join(thrown))
    fresh = deal.hands[0] & ~hand
    assert fresh.bit_count() == 3
    assert fresh & pile == fresh
    assert set(thrown) <= set(RULES.pack.cards(deal.pile))


@pytest.mark.parametrize(("taken", "points"), [(0, 200), (1, -200), (2, -200)])
def test_T21_double_nil_is_worth_200_either_way(taken: int, points: int) -> None:
    assert score("bn 5", [taken, 13 - taken])[0] == points


@pytest.mark.parametrize("own", [-300, 0, 499])
def test_T22_double_nil_needs_no_deficit(own: int) -> None:
    deal = Round(RULES, seed=1, dealer="P2", scores={"P1": own, "P2": 0})
    assert legal_set(deal) == {"look", "bn"}


# --- play -------------------------------------------------------------------------------------------------------------


@BOTH
def test_T23_the_second_player_leads_to_the_first_trick(rules: Rules) -> None:
    deal = Round(rules, seed=5, dealer="P2")
    apply_all(deal, f"look, keep, look, keep, {KEEP_ALL}, 5, 5")
    assert (deal.phase, deal.turn) == ("play", "P2")


def test_T24_a_spade_is_not_led_before_they_are_broken_unless_the_hand_is_all_spades() -> None:
    assert legal_set(on_lead("AS 3H")) == {"3H"}
    assert legal_set(on_lead("AS 3S")) == {"AS", "3S"}


def test_T25_the_other_must_follow_suit_if_able() -> None:
    deal = apply_all(start_play(RULES, {"P1": "9H AS", "P2": "3H 4D"}, dealer="P2"), "3H")
    assert (deal.turn, legal_set(deal)) == ("P1", {"9H"})


@pytest.mark.parametrize("card", ["AS", "2C", "9D"])
def test_T26_who_cannot_follow_plays_anything_and_need_not_trump(card: str) -> None:
    deal = apply_all(start_play(RULES, fill(RULES, {"P1": "AS 2C 9D", "P2": "3H"}), dealer="P2"), "3H")
    assert legal_set(deal) == {"AS", "2C", "9D"}
    deal.apply(card)


@pytest.mark.parametrize(("cards", "winner"), [("5C AH", "P1"), ("5C 9C", "P2"), ("AC 2S", "P2"), ("9S TS", "P2")])
def test_T27_the_highest_spade_or_else_the_highest_of_the_suit_led_wins(cards: str, winner: str) -> None:
    assert who_wins(RULES, cards) == winner


def test_T28_both_see_how_many_tricks_each_has_won() -> None:
    deal = apply_all(start_play(RULES, {"P1": "9H AS", "P2": "3H 4D"}, dealer="P2"), "3H, 9H")
    assert dict(deal.view("P1").taken) == dict(deal.view("P2").taken) == {"P1": 1, "P2": 0}


def test_T29_a_spade_played_by_who_cannot_follow_breaks_spades() -> None:
    deal = apply_all(start_play(RULES, {"P1": "9D AS KS", "P2": "3H 4D 5D"}, dealer="P2"), "3H")
    assert not deal.broken
    deal.apply("AS")
    assert deal.broken
    assert legal_set(deal) == {"9D", "KS"}


def test_T30_a_spade_led_for_want_of_anything_else_breaks_spades() -> None:
    deal = on_lead("AS 3S")
    deal.apply("3S")
    assert deal.broken


# --- scoring ----------------------------------------------------------------------------------------------------------


def test_T31_a_bid_that_is_met_scores_ten_for_each_trick_bid() -> None:
    assert score("7 6", [7, 6]) == (70, 60)


def test_T32_a_trick_beyond_the_bid_is_a_point_and_a_bag() -> None:
    result = score_round(RULES, read_bids("5 4"), [8, 5], {"P1": 0, "P2": 0})
    assert (dict(result.points), dict(result.bags)) == ({"P1": 53, "P2": 41}, {"P1": 3, "P2": 1})


def test_T33_seven_bid_and_eight_taken_is_71() -> None:
    script = Script(RULES, [8, 5])
    deal = apply_all(Round.from_hands(RULES, script.hands, dealer="P2"), "look, look, 5, 7")
    assert script.play(deal).points["P1"] == 71


@pytest.mark.parametrize("taken", [6, 3, 0])
def test_T34_a_missed_bid_loses_ten_for_each_trick_bid_whatever_is_missing(taken: int) -> None:
    assert score("7 5", [taken, 13 - taken])[0] == -70


def test_T35_the_tricks_of_a_failed_nil_are_neither_points_nor_bags() -> None:
    for bids, points in (("nil 5", -100), ("bn 5", -200)):
        result = score_round(RULES, read_bids(bids), [4, 9], {"P1": 6, "P2": 0})
        assert (result.points["P1"], result.bags["P1"]) == (points, 6)


@pytest.mark.parametrize(("bags", "taken", "points"), [(8, 5, 41), (9, 5, -59), (9, 13, 49 - 100), (0, 13, 49)])
def test_T36_every_ten_bags_of_the_match_cost_100(bags: int, taken: int, points: int) -> None:
    assert score("4 1", [taken, 13 - taken], bags)[0] == points


def test_T37_eleven_bags_cost_one_penalty_and_leave_one() -> None:
    match = Match(RULES)
    for bid, taken in ((4, 7), (3, 6), (4, 9)):
        match.add(score_round(RULES, read_bids(f"{bid} 4"), [taken, 13 - taken], match.bags))
    assert (match.scores["P1"], match.bags["P1"]) == (21, 1)
    match.add(score_round(RULES, read_bids("1 3"), [10, 3], match.bags))
    assert (match.scores["P1"], match.bags["P1"]) == (21 + 19 - 100, 0)


def test_T38_the_second_player_draws_first_in_the_next_round() -> None:
    match = Match(RULES, seed=8, dealer="P2")
    drawers = []
    for _ in range(4):
        deal = match.deal()
        drawers.append(deal.turn)
        match.add(finish(deal))
    assert drawers == ["P1", "P2", "P1", "P2"]


@pytest.mark.parametrize(
    ("scores", "points", "winner"),
    [((430, 430), (80, 30), "P1"), ((430, 440), (80, 80), "P2"), ((430, 430), (80, 80), None)],
    ids=["one gets there", "both, the higher wins", "equal, another round"],
)
def test_T39_first_to_500_wins(scores: tuple[int, int], points: tuple[int, int], winner: str | None) -> None:
    match = Match(RULES, scores=dict(zip(RULES.sides, scores, strict=True)))
    bids = [str(point // 10) for point in points]
    taken = [int(bid) for bid in bids]
    match.add(score_round(RULES, read_bids(" ".join(bids)), taken, match.bags))
    assert match.outcome == (Outcome(winner, "target") if winner else None)


def test_an_illegal_answer_in_the_draft_changes_nothing() -> None:
    deal = new_round("look")
    for action in ("5", "AS"):
        with pytest.raises(IllegalAction, match="keep or decline the card first"):
            deal.apply(action)
    assert (deal.turn, deal.hands, deal.pile) == ("P1", [0, 0], 0)
