"""Cards on paper: signs or letters, colour or none."""

from __future__ import annotations

import io

import pytest

from spades_cli import Card, Rules, parse_cards
from spades_cli.ui.signs import can_show_signs
from spades_cli.ui.style import (
    Style,
    can_show_colour,
    pick_style,
)
from tests.engine.builders import make_rules


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def terminal(encoding: str = "utf-8") -> Terminal:
    return Terminal(io.BytesIO(), encoding=encoding)


def test_hands_are_sorted_spades_first_high_to_low_with_legal_cards_in_brackets() -> None:
    hand = parse_cards("9C 4H QS AH 9S JD 5H JH 4S TD")
    shown = Style(signs=True).hand(hand, Rules().pack, parse_cards("AH JH 5H 4H"))
    assert shown == "♠ Q 9 4   ♥ [A] [J] [5] [4]   ♦ J T   ♣ 9"


def test_letters_stand_in_where_signs_cannot() -> None:
    assert Style().hand(parse_cards("QS 9C"), Rules().pack) == "S Q   C 9"
    assert Style().card(Card("TH")) == "TH"


def test_jokers_stand_among_the_spades_by_name() -> None:
    assert Style(signs=True).hand(parse_cards("2S BJ LJ AS 3H"), make_rules("jokers").pack) == "♠ BJ LJ A 2   ♥ 3"


def test_an_empty_hand_is_said_in_words() -> None:
    assert Style().hand((), Rules().pack) == "no cards"


def test_colour_needs_a_terminal_and_obeys_no_color() -> None:
    assert pick_style(terminal(), "auto", {"LANG": "en_US.UTF-8"}) == Style(signs=True, colour=True)
    assert not pick_style(terminal(), "auto", {"NO_COLOR": "1"}).colour
    assert not pick_style(terminal(), "auto", {"TERM": "dumb"}).colour
    assert not pick_style(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), "auto", {}).colour


@pytest.mark.parametrize(
    ("encoding", "environ", "signs"),
    [
        ("utf-8", {}, True),
        ("utf-8", {"LC_ALL": "C"}, False),
        ("utf-8", {"LANG": "POSIX"}, False),
        ("utf-8", {"LC_ALL": "C.UTF-8"}, True),
        ("cp1252", {}, False),
        ("ascii", {}, False),
    ],
)
def test_signs_need_utf8_and_a_locale_other_than_c(encoding: str, environ: dict[str, str], signs: bool) -> None:
    assert can_show_signs(terminal(encoding), environ) is signs


def test_the_user_may_choose_signs_or_letters() -> None:
    assert pick_style(terminal("ascii"), "symbol", {}).signs
    assert not pick_style(terminal(), "letter", {}).signs


def test_colour_adds_escapes_and_no_other_text() -> None:
    import re

    hand, deck = parse_cards("QS 9C AH 2D"), Rules().pack
    coloured = Style(signs=True, colour=True).hand(hand, deck, parse_cards("AH"))
    assert re.sub("\x1b\\[[0-9]+m", "", coloured) == Style(signs=True).hand(hand, deck, parse_cards("AH"))


def test_two_colours_leave_black_suits_as_they_are_and_put_no_two_reds_together() -> None:
    hand, deck = parse_cards("QS 9C AH 2D"), Rules().pack
    two = Style(signs=True, colour=True, colours="two")
    assert two.hand(hand, deck) == "♠ Q   \x1b[31m♥\x1b[0m \x1b[31mA\x1b[0m   ♣ 9   \x1b[31m♦\x1b[0m \x1b[31m2\x1b[0m"
    assert Style(signs=True, colours="two").hand(hand, deck) == "♠ Q   ♥ A   ♦ 2   ♣ 9"
    assert [suit for suit in "SHDC" if "\x1b" in two.card(Card("4" + suit))] == ["H", "D"]


def test_suits_may_keep_their_order_whatever_the_colours() -> None:
    style = Style(colour=True, colours="two", sort="suits")
    assert style.suit_order == "SHDC"


@pytest.mark.parametrize(
    ("name", "hand", "shown"),
    [
        ("standard", "2S AH KC QS TD", "AH KC QS TD 2S"),
        ("jjdd", "2S AH 2D BJ LJ KS", "BJ LJ 2D 2S AH KS"),
        ("standard", "AD AC AS AH", "AS AH AD AC"),
    ],
)
def test_a_hand_by_rank_names_every_card(name: str, hand: str, shown: str) -> None:
    deck = make_rules(name).pack
    assert Style(sort="rank").hand(parse_cards(hand), deck) == shown
    assert Style(sort="rank").hand(parse_cards("AH 2C"), deck, parse_cards("AH")) == "[AH] 2C"


@pytest.mark.parametrize(
    ("environ", "colour"),
    [
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": ""}, False),
        ({}, False),
    ],
)
def test_a_pipe_is_coloured_by_force_alone(environ: dict[str, str], colour: bool) -> None:
    assert can_show_colour(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), environ) is colour


@pytest.mark.parametrize(
    ("environ", "signs"),
    [
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ({"LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8", "LC_ALL": "C.UTF-8"}, True),
    ],
)
def test_what_python_does_to_the_locale_changes_no_terminal(environ: dict[str, str], signs: bool) -> None:
    assert can_show_signs(terminal(), environ) is signs
