"""How hands arise: sizes, left-over cards, misdeals, known packs."""

from __future__ import annotations

from typing import Any

import pytest

from spades_cli.engine.cards import Card, format_cards
from spades_cli.engine.dealing import MOST_MISDEALS, deal_out, is_misdeal
from spades_cli.engine.match import Match
from spades_cli.engine.round import Round
from spades_cli.engine.view import Due
from spades_cli.errors import IllegalAction, InvalidAction, UsageError
from tests.engine.builders import apply_all, finish, make_rules

#: 54 cards for four: two are left over.
BOTH_JOKERS = {"deck.jokers": 2, "deck.promote": ("BJ", "LJ")}


@pytest.mark.parametrize(
    ("base", "keys", "size", "tricks"),
    [
        ("standard", {}, 52, 13),
        ("jokers", {}, 52, 13),
        ("three", {}, 51, 17),
        ("three", BOTH_JOKERS | {"deck.remove": ()}, 54, 18),
        ("two-packs", {}, 102, 17),
        ("standard", {"table.players": 5, "table.teams": "solo", "deck.remove": ("2C", "2D")}, 50, 10),
        ("solo", {"table.players": 6, "deck.remove": ("2C", "2D", "2H", "2S")}, 48, 8),
        ("two-player", {}, 52, 13),
        ("standard", {"deal.hand_size": 5}, 52, 5),
    ],
)
def test_a_hand_holds_as_many_cards_as_divide_evenly(base: str, keys: dict[str, Any], size: int, tricks: int) -> None:
    rules = make_rules(base, **keys)
    assert (rules.pack.size, rules.hand_size) == (size, tricks)
    deal = Round(rules, seed=1)
    finish(deal)
    assert sum(deal.taken) == tricks
    assert deal.view(rules.seats[0]).tricks_in_round == tricks


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    rules = make_rules()
    pack = [format_cards([card]) for card in rules.pack.cards(sum(rules.pack.order))]
    deal = Round.from_pack(rules, pack, dealer="E")
    assert deal.view("S").hand[0] == "2C"
    assert [format_cards(deal.view(seat).hand[:1]) for seat in "SWNE"] == ["2C", "3C", "4C", "5C"]


def test_the_same_seed_deals_the_same_cards_and_another_others() -> None:
    rules = make_rules()
    assert Round(rules, seed=4, dealer="N").hands == Round(rules, seed=4, dealer="N").hands
    assert Round(rules, seed=4, dealer="N").hands != Round(rules, seed=5, dealer="N").hands


def test_everybody_holds_every_card_once() -> None:
    rules = make_rules("two-packs")
    deal = Round(rules, seed=2)
    assert sum(deal.hands) == sum(rules.pack.order)
    assert sum(hand.bit_count() for hand in deal.hands) == 102


# --- left-over cards --------------------------------------------------------------------------------------------------


def test_left_over_cards_may_be_set_aside() -> None:
    rules = make_rules(**BOTH_JOKERS, **{"deal.leftover": "set_aside"})
    deal = Round(rules, seed=1, dealer="N")
    assert [hand.bit_count() for hand in deal.hands] == [13] * 4
    assert (deal.pile.bit_count(), deal.phase) == (2, "bid")


def test_or_the_dealer_takes_them_and_throws_as_many_before_the_bids() -> None:
    rules = make_rules(**BOTH_JOKERS, **{"deal.leftover": "dealer_discards"})
    deal = Round(rules, seed=1, dealer="E")
    assert [hand.bit_count() for hand in deal.hands] == [13, 15, 13, 13]
    assert deal.pile == 0
    assert (deal.turn, deal.phase, deal.view("E").due) == ("E", "exchange", Due(2, 2, None))
    thrown = deal.view("E").hand[:2]
    deal.apply(f"give {format_cards(thrown)}")
    assert [hand.bit_count() for hand in deal.hands] == [13] * 4
    assert not set(thrown) & set(deal.view("E").hand)
    assert (deal.turn, deal.phase) == ("S", "bid")


def test_what_the_dealer_throws_only_the_dealer_knows() -> None:
    rules = make_rules(**BOTH_JOKERS, **{"deal.leftover": "dealer_discards"})
    deal = Round(rules, seed=1, dealer="E")
    thrown = deal.view("E").hand[:2]
    deal.apply(f"give {format_cards(thrown)}")
    assert deal.view("E").gifts[0].cards == thrown
    assert (deal.view("S").gifts[0].size, deal.view("S").gifts[0].cards) == (2, ())


def test_the_dealer_throws_exactly_the_cards_over() -> None:
    rules = make_rules(**BOTH_JOKERS, **{"deal.leftover": "dealer_discards"})
    deal = Round(rules, seed=1, dealer="E")
    with pytest.raises(IllegalAction, match="give 2 cards"):
        deal.apply(f"give {deal.view('E').hand[0]}")


# --- misdeals ---------------------------------------------------------------------------------------------------------

MISDEALS = {
    "no_spades": "AC KC QC JC TC 9C AD KD QD JD AH KH QH",
    "one_spade": "AC KC QC JC TC 9C AD KD QD JD AH KH 2S",
    "no_faces": "AC TC 9C 8C 7C 6C AD TD 9D 8D AH 3S 2S",
    "long_suit": "AC KC QC JC TC 9C 8C KD QD JD AH 3S 2S",
}


@pytest.mark.parametrize("kind", MISDEALS)
@pytest.mark.parametrize("rule", MISDEALS)
def test_a_misdeal_is_the_hand_its_name_says(kind: str, rule: str) -> None:
    rules = make_rules(**{"deal.misdeal": (rule,)})
    hand = rules.pack.mask(Card(card) for card in MISDEALS[kind].split())
    assert is_misdeal(rules, hand) == (kind == rule)


def test_a_hand_with_six_of_a_suit_two_spades_and_a_face_stands() -> None:
    rules = make_rules(**{"deal.misdeal": tuple(MISDEALS)})
    hand = rules.pack.mask(Card(card) for card in "AC KC QC JC TC 9C AD TD 9D 8D AH 3S 2S".split())  # noqa: SIM905
    assert not is_misdeal(rules, hand)


@pytest.mark.parametrize("kind", MISDEALS)
def test_misdealt_hands_are_dealt_again(kind: str) -> None:
    rules = make_rules(**{"deal.misdeal": (kind,)})
    deals = [Round(rules, seed=seed, dealer="N") for seed in range(120)]
    assert not any(is_misdeal(rules, hand) for deal in deals for hand in deal.hands)
    assert any(deal.misdeals for deal in deals)


def test_a_deal_that_stands_is_the_one_the_seed_gives_without_misdeals() -> None:
    plain, strict = make_rules(), make_rules(**{"deal.misdeal": ("long_suit",)})
    for seed in range(20):
        deal = Round(strict, seed=seed, dealer="N")
        assert (deal.hands == Round(plain, seed=seed, dealer="N").hands) == (deal.misdeals == 0)


def test_dealing_ends_even_where_every_hand_is_a_misdeal() -> None:
    only_aces = {"deck.remove": tuple(rank + suit for suit in "CDH" for rank in "23456789TJQK")}
    all_spades = {"deck.promote": ("AC", "AD", "AH"), "deal.hand_size": 1, "deal.misdeal": ("one_spade",)}
    rules = make_rules(**only_aces, **all_spades)
    assert Round(rules, seed=1).misdeals == MOST_MISDEALS


# --- known cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "error", "reason"),
    [
        ({"N": "AS", "E": "KS", "S": "QS", "W": "JS TS"}, UsageError, "N 1 E 1 S 1 W 2"),
        ({"N": "AS TS", "E": "KS", "S": "QS", "W": "JS"}, UsageError, "N 2 E 1 S 1 W 1"),
        ({"N": "AS", "E": "KS", "S": "QS"}, UsageError, "W 0"),
        ({}, UsageError, "N 0 E 0 S 0 W 0"),
        ({"N": "AS", "E": "KS", "S": "QS", "X": "JS"}, UsageError, "no seat 'X'"),
        ({"N": "AS", "E": "KS", "S": "QS", "W": "AS"}, InvalidAction, "AS is named twice"),
        ({"N": "AS", "E": "KS", "S": "QS", "W": "BJ"}, InvalidAction, "BJ is not in this pack"),
    ],
)
def test_hands_that_this_table_cannot_hold_are_refused(
    hands: dict[str, str], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        Round.from_hands(make_rules(), hands, dealer="N")


def test_hands_larger_than_the_rules_deal_are_refused() -> None:
    hands = {"N": "AS KS", "E": "AH KH", "S": "AD KD", "W": "AC KC"}
    Round.from_hands(make_rules(**{"deal.hand_size": 2}), hands, dealer="N")
    with pytest.raises(UsageError, match="1 at most"):
        Round.from_hands(make_rules(**{"deal.hand_size": 1}), hands, dealer="N")


def test_hands_may_be_given_card_by_card_and_leave_no_pile_without_a_draft() -> None:
    deal = Round.from_hands(make_rules(), {"N": ["AS"], "E": ["KS"], "S": ["QS"], "W": ["JS"]}, dealer="N")
    assert format_cards(deal.view("W").hand) == "JS"
    assert deal.pile == 0


def test_a_match_deals_given_hands_or_a_given_pack() -> None:
    match = Match(make_rules(), dealer="N", scores={"NS": 30})
    pack = [str(card) for card in match.rules.pack.cards(sum(match.rules.pack.order))]
    assert format_cards(match.deal(pack).view("E").hand[:1]) == "2C"
    deal = match.deal({"N": "AS", "E": "KS", "S": "QS", "W": "JS"})
    assert format_cards(deal.view("W").hand) == "JS"
    assert deal.view("W").scores == {"NS": 30, "EW": 0}


def test_every_round_of_every_match_is_dealt_anew() -> None:
    match, other = Match(make_rules(), seed=3), Match(make_rules(), seed=3, game=1)
    first = match.deal()
    assert first.hands == match.deal().hands
    match.add(finish(first))
    assert len({tuple(deal.hands) for deal in (match.deal(), other.deal(), Match(make_rules(), seed=3).deal())}) == 3


def test_a_pack_with_cards_missing_or_twice_is_refused() -> None:
    rules = make_rules()
    pack = [str(card) for card in rules.pack.cards(sum(rules.pack.order))]
    with pytest.raises(UsageError, match="52 cards is needed, not 51"):
        Round.from_pack(rules, pack[1:], dealer="N")
    with pytest.raises(InvalidAction, match="AS is named twice"):
        Round.from_pack(rules, ["AS", *pack[1:]], dealer="N")


def test_a_known_dealer_hand_may_hold_the_cards_to_throw() -> None:
    rules = make_rules(**BOTH_JOKERS, **{"deal.leftover": "dealer_discards"})
    deal = Round.from_hands(rules, {"N": "2C", "E": "2D 3D 4D", "S": "2H", "W": "2S"}, dealer="E")
    assert deal.view("E").due == Due(2, 2, None)
    apply_all(deal, "give 3D 4D")
    assert format_cards(deal.view("E").hand) == "2D"


def test_a_known_pack_leaves_its_last_cards_over() -> None:
    rules = make_rules(**BOTH_JOKERS, **{"deal.leftover": "set_aside"})
    hands, left = deal_out(rules, rules.pack.order, dealer=0)
    assert format_cards(rules.pack.cards(left)) == "LJ BJ"
    assert hands[1] & 1
