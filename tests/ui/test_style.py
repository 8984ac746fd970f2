"""Cards on paper: signs or letters, colour or none."""

from __future__ import annotations

import io

import pytest

from spades_cli import Card, Rules, parse_cards
from spades_cli.ui.style import Style, can_show_signs, pick_style
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
