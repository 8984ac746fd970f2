"""Which cards may be played and who wins the trick: the L cases, then every key of ``[play]``."""

from __future__ import annotations

from typing import Any

import pytest

from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.errors import IllegalAction
from tests.engine.builders import apply_all, fill, legal_set, make_rules, start_play, who_wins

STANDARD, JOKERS, JJDD = make_rules(), make_rules("jokers"), make_rules("jjdd")


def lead_from(hand: str, rules: Rules = STANDARD) -> Round:
    """A round in which N is on lead with ``hand`` and nothing has been played."""
    return start_play(rules, fill(rules, {"N": hand}))


def follow_to(table: str, hand: str, rules: Rules = STANDARD, **others: str) -> Round:
    """A round in which the cards of ``table`` are played, the first by N, and the next seat holds ``hand``."""
    played = table.split()
    named = dict(zip(rules.seats, [*played, hand], strict=False)) | others
    return apply_all(start_play(rules, fill(rules, named)), ",".join(played))


# --- the L cases ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "rules", "legal"),
    [
        pytest.param("AS 5H 2C", STANDARD, {"5H", "2C"}, id="L01 no spade while another suit is held"),
        pytest.param("AS 3S", STANDARD, {"AS", "3S"}, id="L02 only spades"),
        pytest.param("BJ 4D", JOKERS, {"4D"}, id="L08 a joker is a spade on lead too"),
        pytest.param("BJ LJ", JOKERS, {"BJ", "LJ"}, id="only jokers"),
        pytest.param("2D 4D", JJDD, {"4D"}, id="a promoted two is no diamond on lead"),
    ],
)
def test_before_spades_are_broken_these_may_be_led(hand: str, rules: Rules, legal: set[str]) -> None:
    assert legal_set(lead_from(hand, rules)) == legal


def test_l01_the_refusal_says_that_spades_are_not_broken() -> None:
    with pytest.raises(IllegalAction, match="AS: spades are not broken") as refused:
        lead_from("AS 5H 2C").apply("AS")
    assert set(map(str, refused.value.legal)) == {"5H", "2C"}


def test_l02_leading_a_spade_for_want_of_others_breaks_them() -> None:
    deal = lead_from("AS 3S")
    assert not deal.broken
    deal.apply("3S")
    assert deal.broken


def test_l03_broken_spades_may_be_led() -> None:
    deal = start_play(STANDARD, {"N": "AC KC QC", "E": "2C 5C 6C", "S": "3C 7C 8C", "W": "9S AS 5H"})
    apply_all(deal, "AC, 2C, 3C, 9S")
    assert (deal.turn, legal_set(deal), deal.broken) == ("W", {"AS", "5H"}, True)


@pytest.mark.parametrize(
    ("led", "hand", "rules", "legal"),
    [
        pytest.param("3H", "5H AS", STANDARD, {"5H"}, id="L04 follow if able"),
        pytest.param("3H", "AS 2C 9D", STANDARD, {"AS", "2C", "9D"}, id="L05 void plays anything"),
        pytest.param("3S", "LJ 5H", JOKERS, {"LJ"}, id="L07 a joker follows spades"),
        pytest.param("3D", "2D 5C", JJDD, {"2D", "5C"}, id="L11 a promoted two does not follow diamonds"),
        pytest.param("3S", "2D 5C", JJDD, {"2D"}, id="L11 it follows spades"),
    ],
)
def test_these_may_follow(led: str, hand: str, rules: Rules, legal: set[str]) -> None:
    leader = "3S 4S" if led == "3S" else led
    assert legal_set(follow_to(led, hand, rules, N=leader)) == legal


def test_l04_the_refusal_names_the_suit_to_follow() -> None:
    with pytest.raises(IllegalAction, match="AS: you must follow hearts"):
        follow_to("3H", "5H AS").apply("AS")


def test_a_card_of_another_hand_is_refused() -> None:
    with pytest.raises(IllegalAction, match="KD: you do not hold KD"):
        follow_to("3H", "5H AS").apply("KD")


@pytest.mark.parametrize(("card", "broken"), [("2C", False), ("AS", True)], ids=["L06 a club", "a spade"])
def test_only_a_spade_played_off_suit_breaks_spades(card: str, broken: bool) -> None:
    deal = follow_to("3H", "AS 2C 9D")
    deal.apply(card)
    assert deal.broken == broken


@pytest.mark.parametrize(
    ("rules", "cards", "winner"),
    [
        pytest.param(JOKERS, "4H AS LJ BJ", "W", id="L09 the big joker over all"),
        pytest.param(JOKERS, "4H AS LJ 5H", "S", id="L09 the little joker over the ace"),
        pytest.param(JOKERS, "KH 4H TH AH", "W", id="L10 the highest of the suit led"),
        pytest.param(JJDD, "AD 2D KS QD", "E", id="L11 the promoted two over the king of spades"),
        pytest.param(JJDD, "AD 2D LJ QD", "S", id="L11 a joker over the promoted two"),
        pytest.param(JJDD, "3D 2S 2D AS", "S", id="the order of promotion decides"),
        pytest.param(STANDARD, "5C AH KD QH", "N", id="cards off suit win nothing"),
        pytest.param(make_rules("two-player"), "5C AH", "P1", id="L14 an ace off suit loses"),
        pytest.param(make_rules("two-player"), "5C 2S", "P2", id="L15 the lowest spade wins"),
        pytest.param(make_rules("two-packs"), "AH 3H AH 4H 5H 6H", "P1", id="L12 first of two equals"),
        pytest.param(
            make_rules("two-packs", **{"deck.duplicates": "last"}), "AH 3H AH 4H 5H 6H", "P3", id="L12 last of two"
        ),
        pytest.param(make_rules("two-packs"), "AH 3S 3S 4H 5H 6H", "P2", id="first of two equal trumps"),
        pytest.param(
            make_rules("two-packs", **{"deck.duplicates": "last"}), "3H AD AD 4H 5H 6H", "P6", id="equals off suit"
        ),
    ],
)
def test_this_card_wins_the_trick(rules: Rules, cards: str, winner: str) -> None:
    assert who_wins(rules, cards) == winner


def test_l12_the_first_of_two_equals_wins_whichever_copy_it_is() -> None:
    hands = {"P1": "AH", "P2": "3H", "P3": "AH", "P4": "4H", "P5": "5H", "P6": "6H"}
    deal = start_play(make_rules("two-packs"), hands, dealer="P2")
    while deal.turn:
        deal.apply(deal.legal()[0])
    assert (deal.tricks[0].leader, deal.tricks[0].winner) == (2, 2)


def test_l10_the_winner_leads_next() -> None:
    deal = start_play(JOKERS, {"N": "KH 3C", "E": "4H 5C", "S": "TH 6C", "W": "AH 7C"})
    assert apply_all(deal, "KH, 4H, TH, AH").turn == "W"


def test_l13_a_hand_of_spades_only_may_play_them_on_a_first_trick_without_spades() -> None:
    rules = make_rules(**{"play.first_trick": "no_spades"})
    assert legal_set(follow_to("3C", "5S AS", rules)) == {"5S", "AS"}


# --- who leads --------------------------------------------------------------------------------------------------------

FOUR = {"N": "9C 3D 4D", "E": "4C 5D 6D", "S": "3C 7D 8D", "W": "5C 9D TD"}


@pytest.mark.parametrize(
    ("lead", "bids", "leader"),
    [
        ("first", "nil, 1, 1, 1", "E"),
        ("second", "nil, 1, 1, 1", "S"),
        ("dealer", "nil, 1, 1, 1", "N"),
        ("high_bidder", "nil, 1, 3, 1", "W"),
        ("high_bidder", "1, 2, nil, 2", "S"),
        ("high_bidder", "nil, 1, 1, 1", "S"),
        ("low_club", "nil, 1, 1, 1", "S"),
    ],
)
def test_the_first_lead_belongs_to(lead: str, bids: str, leader: str) -> None:
    deal = start_play(make_rules(**{"play.lead": lead}), FOUR, dealer="N", bids=bids)
    assert deal.turn == leader


def test_who_has_the_lowest_club_leads_it() -> None:
    deal = start_play(make_rules(**{"play.lead": "low_club"}), FOUR, dealer="N")
    assert legal_set(deal) == {"3C"}
    with pytest.raises(IllegalAction, match="7D: the lowest club leads"):
        deal.apply("7D")


def test_without_clubs_the_dealers_left_leads_anything() -> None:
    hands = {"N": "9H 3S", "E": "4H 5S", "S": "5H 7S", "W": "6H 9S"}  # nobody has a club
    deal = start_play(make_rules(**{"play.lead": "low_club"}), hands, dealer="N")
    assert (deal.turn, legal_set(deal)) == ("E", {"4H"})
    with pytest.raises(IllegalAction, match="5S: spades are not broken"):
        deal.apply("5S")


# --- leading spades ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead_spades", "first", "later"),
    [("broken", {"5H", "2C"}, {"KD"}), ("any", {"AS", "5H", "2C"}, {"KD", "3S"}), ("not_first", {"5H", "2C"}, None)],
)
def test_unbroken_spades_may_be_led(lead_spades: str, first: set[str], later: set[str] | None) -> None:
    rules = make_rules(**{"play.lead_spades": lead_spades})
    assert legal_set(lead_from("AS 5H 2C", rules)) == first
    deal = start_play(rules, {"N": "AC KD 3S", "E": "2C 5D 6D", "S": "3C 7D 8D", "W": "4C 9D TD"})
    apply_all(deal, "AC, 2C, 3C, 4C")
    assert legal_set(deal) == (later or {"KD", "3S"})


def test_no_spade_on_the_first_lead_is_refused_in_words() -> None:
    with pytest.raises(IllegalAction, match="AS: no spade leads to the first trick"):
        lead_from("AS 5H 2C", make_rules(**{"play.lead_spades": "not_first"})).apply("AS")


# --- the first trick --------------------------------------------------------------------------------------------------

#: The leader's hand: with the lowest club, or without clubs.
OPENING = {"3C": "3C 6H 7H", "3H": "3H 6H 7H"}


@pytest.mark.parametrize(
    ("first_trick", "led", "hand", "legal"),
    [
        pytest.param("any", "3H", "5S 2C 9D", {"5S", "2C", "9D"}, id="any"),
        pytest.param("no_spades", "3H", "5S 2C 9D", {"2C", "9D"}, id="no spades"),
        pytest.param("no_spades", "3H", "5S 4H 9D", {"4H"}, id="no spades, following"),
        pytest.param("low_club", "3C", "5C 9C 2S", {"5C"}, id="the lowest club"),
        pytest.param("low_club", "3C", "5D 9H 2S", {"5D", "9H"}, id="void of clubs: no spade"),
        pytest.param("low_club", "3C", "5S 9S 2S", {"5S", "9S", "2S"}, id="void of all but spades"),
        pytest.param("low_club", "3H", "5C 9C 2S", {"5C", "9C"}, id="hearts led by a hand without clubs"),
    ],
)
def test_on_the_first_trick_these_may_follow(first_trick: str, led: str, hand: str, legal: set[str]) -> None:
    rules = make_rules(**{"play.first_trick": first_trick})
    assert legal_set(follow_to(led, hand, rules, N=OPENING[led])) == legal


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("5C 9C 2S", {"5C"}), ("5D 9H 2S", {"5D", "9H"}), ("5S 9S 2S", {"5S", "9S", "2S"})],
)
def test_a_low_club_first_trick_is_led_with_the_lowest_club_if_there_is_one(hand: str, legal: set[str]) -> None:
    assert legal_set(lead_from(hand, make_rules(**{"play.first_trick": "low_club"}))) == legal


def test_leading_another_club_than_the_lowest_is_refused_in_words() -> None:
    with pytest.raises(IllegalAction, match="9C: the lowest club is played to the first trick"):
        lead_from("5C 9C 2S", make_rules(**{"play.first_trick": "low_club"})).apply("9C")


def test_a_first_trick_without_spades_is_not_led_with_one() -> None:
    rules = make_rules(**{"play.first_trick": "no_spades", "play.lead_spades": "any"})
    assert legal_set(lead_from("AS 5H 2C", rules)) == {"5H", "2C"}


@pytest.mark.parametrize("first_trick", ["no_spades", "low_club"])
def test_the_limits_end_with_the_first_trick(first_trick: str) -> None:
    rules = make_rules(**{"play.first_trick": first_trick})
    hands = {"N": "3C KC AD", "E": "4C 5S 7D", "S": "5C 8C 9C", "W": "QC AC 3D"}
    deal = apply_all(start_play(rules, hands), "3C, 4C, 5C, QC")
    assert legal_set(deal) == {"AC", "3D"}
    apply_all(deal, "AC, KC")
    assert legal_set(deal) == {"5S", "7D"}


@pytest.mark.parametrize(
    ("first_trick", "led", "hand", "card", "reason"),
    [
        ("no_spades", "3H", "5S 2C 9D", "5S", "no spades on the first trick"),
        ("low_club", "3C", "5C 9C 2S", "9C", "the lowest club is played to the first trick"),
        ("low_club", "3C", "5D 9H 2S", "2S", "no spades on the first trick"),
        ("low_club", "3H", "5C 9C 2S", "2S", "no spades on the first trick"),
    ],
)
def test_a_first_trick_refusal_says_why(first_trick: str, led: str, hand: str, card: str, reason: str) -> None:
    rules = make_rules(**{"play.first_trick": first_trick})
    deal = follow_to(led, hand, rules, N=OPENING[led])
    with pytest.raises(IllegalAction, match=f"{card}: {reason}"):
        deal.apply(card)


# --- trumping and beating ---------------------------------------------------------------------------------------------

TRUMP, BEAT = {"play.must_trump": True}, {"play.must_beat": True}


@pytest.mark.parametrize(
    ("keys", "table", "hand", "legal"),
    [
        pytest.param(TRUMP, "9H", "5S 2C 9D", {"5S"}, id="must trump"),
        pytest.param(TRUMP, "9H", "5C 2C 9D", {"5C", "2C", "9D"}, id="no trump to play"),
        pytest.param(TRUMP, "9H", "5S 4H 9D", {"4H"}, id="following comes first"),
        pytest.param(TRUMP, "9H 6S", "5S 7S 9D", {"5S", "7S"}, id="any trump will do"),
        pytest.param(BEAT, "9H", "4H JH AH", {"JH", "AH"}, id="must beat in the suit"),
        pytest.param(BEAT, "9H", "4H 5H 9D", {"4H", "5H"}, id="cannot beat: any of the suit"),
        pytest.param(BEAT, "9H", "5S 2C 9D", {"5S", "2C", "9D"}, id="void need not trump"),
        pytest.param(BEAT, "9H 6S", "5S 7S 9D", {"7S"}, id="void must overtrump"),
        pytest.param(BEAT, "9H 6S", "5S 4S 9D", {"5S", "4S", "9D"}, id="cannot overtrump"),
        pytest.param(BEAT, "9H 6S", "4H JH AH", {"4H", "JH", "AH"}, id="a follower cannot beat a trump"),
        pytest.param(BEAT, "9S 6S", "5S JS AD", {"JS"}, id="must beat in spades"),
        pytest.param(TRUMP | BEAT, "9H 6S", "5S 7S 9D", {"7S"}, id="both: overtrump"),
        pytest.param(TRUMP | BEAT, "9H 6S", "5S 4S 9D", {"5S", "4S"}, id="both: a trump anyway"),
    ],
)
def test_must_trump_and_must_beat_leave(keys: dict[str, Any], table: str, hand: str, legal: set[str]) -> None:
    rules = make_rules(**({"play.lead_spades": "any"} | keys))
    assert legal_set(follow_to(table, hand, rules)) == legal


@pytest.mark.parametrize(
    ("keys", "table", "hand", "card", "reason"),
    [
        (TRUMP, "9H", "5S 2C 9D", "9D", "you must trump"),
        (BEAT, "9H", "4H JH AH", "4H", "you must beat the best card"),
        (BEAT, "9H 6S", "5S 7S 9D", "9D", "you must beat the best card"),
        (TRUMP | BEAT, "9H 6S", "5S 7S 9D", "9D", "you must trump"),
        (TRUMP | BEAT, "9H 6S", "5S 7S 9D", "5S", "you must beat the best card"),
        (BEAT | {"play.first_trick": "no_spades"}, "9H", "4H JH AH", "4H", "you must beat the best card"),
    ],
)
def test_must_trump_and_must_beat_refuse_in_words(
    keys: dict[str, Any], table: str, hand: str, card: str, reason: str
) -> None:
    deal = follow_to(table, hand, make_rules(**keys))
    with pytest.raises(IllegalAction, match=f"{card}: {reason}"):
        deal.apply(card)


@pytest.mark.parametrize(("duplicates", "legal"), [("first", {"9H", "4H"}), ("last", {"9H"})])
@pytest.mark.parametrize("leader", ["P1", "P2"], ids="led by {}".format)
def test_an_equal_card_must_be_played_only_where_the_last_of_two_wins(
    duplicates: str, legal: set[str], leader: str
) -> None:
    rules = make_rules("two-packs", **{"play.must_beat": True, "deck.duplicates": duplicates})
    follower, dealer = ("P2", "P6") if leader == "P1" else ("P1", "P1")
    deal = apply_all(start_play(rules, fill(rules, {leader: "9H JC", follower: "9H 4H"}), dealer=dealer), "9H")
    while deal.turn != follower:
        deal.apply(deal.legal()[0])
    assert legal_set(deal) == legal


@pytest.mark.parametrize(
    ("table", "hand", "legal"),
    [
        pytest.param("9H 6S", "5S 7S 9D", {"7S"}, id="void must overtrump"),
        pytest.param("9H 6S", "5S 4S 9D", {"5S", "4S", "9D"}, id="cannot overtrump"),
        pytest.param("9H 6S", "4H JH AH", {"4H", "JH", "AH"}, id="a follower cannot beat a trump"),
        pytest.param("9H", "4H JH AH", {"JH", "AH"}, id="must beat in the suit"),
    ],
)
def test_must_beat_means_the_same_with_two_packs(table: str, hand: str, legal: set[str]) -> None:
    assert legal_set(follow_to(table, hand, make_rules("two-packs", **BEAT))) == legal
