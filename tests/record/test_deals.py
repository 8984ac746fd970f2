"""Deals as PBN text."""

from __future__ import annotations

import pytest

from spades_cli import Round, Rules
from spades_cli.errors import InvalidAction, UsageError
from spades_cli.record.deals import format_deal, parse_deal
from tests.engine.builders import make_rules

PBN = "N:JT6.T8.KQ96.AT54 K732.Q93.A854.KQ Q94.AJ54.JT7.987 A85.K762.32.J632"
SEATS = ("N", "E", "S", "W")
RULES = {
    "four": Rules(),
    "jokers": make_rules("jokers"),
    "promoted": make_rules("standard", **{"deck.promote": ("2H", "2C", "2D", "2S")}),
    "two packs": make_rules("standard", **{"table.players": 6, "deck.packs": 2, "deck.remove": ("2C", "2C")}),
}


def test_a_bridge_deal_is_read() -> None:
    hands = parse_deal(PBN, SEATS)
    assert hands["N"][:4] == ("JS", "TS", "6S", "TH")
    assert format_deal(hands) == PBN


def test_a_deal_may_begin_with_any_seat() -> None:
    east_first = "E:" + " ".join([*PBN[2:].split()[1:], PBN[2:].split()[0]])
    assert parse_deal(east_first, SEATS) == parse_deal(PBN, SEATS)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_reading_is_the_inverse_of_writing(rules: Rules) -> None:
    deal = Round(rules, seed=4)
    hands = {seat: rules.pack.cards(deal.hands[place]) for place, seat in enumerate(rules.seats)}
    again = parse_deal(format_deal(hands), rules.seats)
    assert {seat: sorted(cards) for seat, cards in again.items()} == {
        seat: sorted(cards) for seat, cards in hands.items()
    }


def test_a_void_suit_is_empty_between_its_dots() -> None:
    assert parse_deal("N:AK... .A.. ..A. ...A", SEATS)["S"] == ("AD",)


@pytest.mark.parametrize("text", ["", "N", "N:AK.Q.J", PBN + " AK.Q.J.T", "N:X.Y.Z.W . . .", "N:AK.Q.J.T.9 - - -"])
def test_what_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises((InvalidAction, UsageError)):
        parse_deal(text, SEATS)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="no seat 'P1'"):
        parse_deal("P1:" + PBN[2:], SEATS)
