"""Blind bids and cards handed over: who is asked when, what may be given, and who learns what."""

from __future__ import annotations

from typing import Any

import pytest

from spades_cli.engine.cards import format_cards
from spades_cli.engine.round import Round
from spades_cli.engine.view import Due, SeenGift
from spades_cli.errors import IllegalAction
from tests.engine.builders import apply_all, legal_set, make_rules

HANDS = {"N": "2C 3C 4C 5C", "E": "2D 3D 4D 5D", "S": "2H 3H 4H 5H", "W": "2S 3S 4S 5S"}
ANY_TIME = {"blind_nil.behind": 0}


def deal_for(keys: dict[str, Any], actions: str = "", *, scores: dict[str, int] | None = None) -> Round:
    """A round of four suits in which N, left of the dealer, bids first; some actions are made."""
    deal = Round.from_hands(make_rules(**keys), HANDS, dealer="W", scores=scores)
    return apply_all(deal, actions)


def hand(deal: Round, seat: str) -> str:
    return format_cards(deal.view(seat).hand)


def asked(deal: Round, actions: str) -> list[str]:
    """The seats and phases that the actions came from, and who is asked then."""
    found = []
    for action in [*actions.split(", "), None]:
        found.append(f"{deal.turn} {deal.phase}")
        if action:
            deal.apply(action)
    return found


# --- before anyone has looked -----------------------------------------------------------------------------------------


def test_all_are_asked_for_blind_bids_before_anybody_bids() -> None:
    seen = asked(deal_for(ANY_TIME), "look, look, look, look, 1")
    assert seen == ["N blind", "E blind", "S blind", "W blind", "N bid", "E bid"]


def test_only_those_far_enough_behind_are_asked() -> None:
    deal = deal_for({}, scores={"NS": 120, "EW": 20})
    assert asked(deal, "look, bn, 1, 1") == ["E blind", "W blind", "N bid", "E bid", "S bid"]


def test_a_blind_bidder_is_not_asked_to_bid_again() -> None:
    deal = deal_for({"blind_bid.allowed": True, "blind_bid.min": 1, "blind_bid.behind": 0}, "b2, look, b3, look")
    assert (deal.turn, deal.phase) == ("E", "bid")
    assert list(map(str, filter(None, deal.bids))) == ["b2", "b3"]


def test_nobody_sees_a_card_while_blind_bids_are_open() -> None:
    deal = deal_for(ANY_TIME, "look")
    assert {seat: hand(deal, seat) for seat in "NESW"} == dict.fromkeys("NESW", "")
    apply_all(deal, "look, bn, look")
    assert {seat: hand(deal, seat) for seat in "NESW"} == HANDS


def test_a_second_blind_nil_of_a_team_is_not_even_asked_for_where_only_one_may_bid_nil() -> None:
    deal = deal_for(ANY_TIME | {"nil.both": False})
    assert asked(deal, "bn, look, look, 1") == ["N blind", "E blind", "W blind", "E bid", "S bid"]


@pytest.mark.parametrize("bid", ["b3", "3", "nil"])
def test_what_is_no_blind_bid_is_refused_before_looking(bid: str) -> None:
    deal = deal_for(ANY_TIME)
    with pytest.raises(IllegalAction):
        deal.apply(bid)
    assert (deal.turn, deal.phase, deal.bids) == ("N", "blind", [None] * 4)


def test_a_blind_bid_after_looking_is_refused() -> None:
    with pytest.raises(IllegalAction, match="you have looked"):
        deal_for(ANY_TIME, "look, look, look, look").apply("bn")


# --- the exchange with a partner --------------------------------------------------------------------------------------


def test_the_blind_nil_gives_two_and_the_partner_answers_after_seeing_them() -> None:
    deal = deal_for(ANY_TIME, "bn, look, look, look, 1, 2, 1")
    assert (deal.turn, deal.phase, deal.view("N").due) == ("N", "exchange", Due(2, 2, "S"))
    deal.apply("give 4C 5C")
    assert (deal.turn, deal.view("S").due) == ("S", Due(2, 2, "N"))
    assert hand(deal, "S") == "4C 5C 2H 3H 4H 5H"
    deal.apply("give 2H 4C")
    assert (hand(deal, "N"), hand(deal, "S")) == ("2C 3C 4C 2H", "5C 3H 4H 5H")
    assert deal.phase == "play"


def test_the_exchange_may_come_before_the_bids() -> None:
    deal = deal_for(ANY_TIME | {"blind_nil.exchange_when": "before_bids"}, "look, bn, look, look")
    assert (deal.turn, deal.phase) == ("E", "exchange")
    apply_all(deal, "give 2D 3D, give 4S 5S")
    assert (deal.turn, deal.phase) == ("N", "bid")


def test_the_one_who_answers_gives_as_many_as_came() -> None:
    deal = deal_for(ANY_TIME | {"blind_nil.exchange_min": 0, "blind_nil.exchange_max": 3})
    apply_all(deal, "bn, look, look, look, 1, 2, 1, give 5C")
    assert deal.view("S").due == Due(1, 1, "N")
    with pytest.raises(IllegalAction, match="give 1 card"):
        deal.apply("give 2H 3H")


def test_giving_nothing_asks_for_no_answer() -> None:
    deal = deal_for(ANY_TIME | {"blind_nil.exchange_min": 0})
    apply_all(deal, "bn, look, look, look, 1, 2, 1, give none")
    assert deal.phase == "play"


@pytest.mark.parametrize(
    ("keys", "actions"),
    [
        pytest.param({}, "bn, look, bn, look, 1, 1", id="two blind nils"),
        pytest.param({}, "bn, look, look, look, 1, nil, 1", id="a blind nil and a nil"),
        pytest.param({"blind_nil.exchange": "none"}, "bn, look, look, look, 1, 1, 1", id="switched off"),
        pytest.param({"nil.pass": 2}, "look, look, look, look, nil, 1, nil, 1", id="two nils that would pass"),
    ],
)
def test_no_cards_change_hands(keys: dict[str, Any], actions: str) -> None:
    assert deal_for(ANY_TIME | keys, actions).phase == "play"


@pytest.mark.parametrize("size", range(1, 5))
def test_a_plain_nil_passes_cards_where_the_rules_say_so(size: int) -> None:
    deal = deal_for({"nil.pass": size}, "nil, 1, 4, 1")
    assert deal.view("N").due == Due(size, size, "S")
    given = " ".join(HANDS["N"].split()[:size])
    back = " ".join(HANDS["S"].split()[:size])
    apply_all(deal, f"give {given}, give {back}")
    assert deal.phase == "play"
    assert set(back.split()) <= set(deal.view("N").hand)


def test_exchanges_go_round_from_the_dealers_left_blind_nils_first() -> None:
    deal = deal_for(ANY_TIME | {"nil.pass": 1}, "look, bn, look, look, 1, nil, 1")
    assert deal.turn == "E"
    apply_all(deal, "give 2D 3D, give 2S 3S")
    assert deal.turn == "S"
    apply_all(deal, "give 2H, give 2C")
    assert deal.phase == "play"


@pytest.mark.parametrize(("dealer", "givers"), [("N", "EWNS"), ("E", "NSEW"), ("W", "NSEW")])
def test_two_blind_nils_exchange_in_turn_from_the_dealers_left(dealer: str, givers: str) -> None:
    deal = Round.from_hands(make_rules(**ANY_TIME), HANDS, dealer=dealer)
    while deal.phase == "blind":
        deal.apply("bn" if str(deal.turn) in "NE" else "look")
    apply_all(deal, "2, 2")
    seen = ""
    while deal.phase == "exchange":
        seen += str(deal.turn)
        deal.apply(deal.legal()[0])
    assert seen == givers


def test_both_copies_of_a_card_may_be_given_by_who_holds_both() -> None:
    rules = make_rules("two-packs", **{"nil.pass": 2})
    hands = {f"P{i}": f"{i + 2}C {i + 2}C" for i in range(1, 6)} | {"P6": "3D 4D"}
    deal = apply_all(Round.from_hands(rules, hands, dealer="P6"), "nil, 1, 1, 1, 1, 1")
    assert legal_set(deal) == {"give 3C 3C"}
    deal.apply("give 3C 3C")
    assert format_cards(deal.view("P4").hand) == "3C 3C 6C 6C"
    with pytest.raises(IllegalAction, match="you do not hold 4D"):
        deal.apply("give 3C 4D")


def test_a_plain_nil_passes_nothing_by_default() -> None:
    assert deal_for({}, "nil, 1, 1, 1").phase == "play"


@pytest.mark.parametrize(
    ("give", "reason"),
    [
        ("give 2C", "give 2 cards"),
        ("give 2C 3C 4C", "give 2 cards"),
        ("give 2C 2D", "you do not hold 2D"),
        ("give 2C 2C", "2C is named 2 times"),
        ("2C", "give 2 cards"),
        ("nil", "cards are given now"),
    ],
)
def test_a_gift_that_does_not_fit_is_refused_and_changes_nothing(give: str, reason: str) -> None:
    deal = deal_for(ANY_TIME, "bn, look, look, look, 1, 2, 1")
    with pytest.raises(IllegalAction, match=reason):
        deal.apply(give)
    assert (deal.turn, hand(deal, "N")) == ("N", HANDS["N"])


def test_strangers_see_how_many_cards_went_and_partners_which() -> None:
    deal = deal_for(ANY_TIME, "bn, look, look, look, 1, 2, 1, give 4C 5C, give 2H 3H")
    partner = deal.view("S").gifts
    assert partner == deal.view("N").gifts
    assert format_cards(partner[0].cards) == "4C 5C"
    assert deal.view("E").gifts == (SeenGift("N", "S", 2, (), ()), SeenGift("S", "N", 2, (), ()))


def test_in_a_team_of_three_cards_go_to_the_next_of_it() -> None:
    rules = make_rules("two-packs", **{"table.teams": "triples", "blind_nil.behind": 0})
    hands = {f"P{i + 1}": f"{3 + i}C {3 + i}D" for i in range(6)}
    deal = apply_all(Round.from_hands(rules, hands, dealer="P6"), "look, bn, look, look, look, look, 1, 1, 1, 1, 1")
    assert (deal.turn, deal.view("P2").due) == ("P2", Due(2, 2, "P4"))


def test_solo_players_have_nobody_to_exchange_with() -> None:
    deal = Round.from_hands(make_rules("solo", **ANY_TIME | {"nil.pass": 2}), HANDS, dealer="W")
    assert apply_all(deal, "bn, look, look, look, nil, 1, 1").phase == "play"


def test_every_legal_gift_is_listed() -> None:
    deal = deal_for(ANY_TIME, "bn, look, look, look, 1, 2, 1")
    assert len(deal.legal()) == 6
    assert "give 2C 3C" in legal_set(deal)
