"""How a ranking reads, for people and for programs."""

from __future__ import annotations

from spades_cli import Bid, Card, Choice, Give, Round, Rules
from spades_cli.ui.choices import choice_lines, choices_dict
from spades_cli.ui.style import Style

LETTERS = Style()


def test_the_best_choice_stands_first_with_value_error_chance_and_reason() -> None:
    choices = [
        Choice(Card("4H"), 12.54, 0.82, "takes the setting trick", 0.634),
        Choice(Card("TH"), -3.0, None, "", 0.6),
        Choice(Card("QS")),
    ]
    assert choice_lines(choices, LETTERS) == [
        "1. 4H   +12.5 +- 0.8  win 63 %  takes the setting trick",
        "2. TH    -3.0         win 60 %",
        "3. QS",
    ]


def test_columns_that_nobody_fills_are_left_out() -> None:
    assert choice_lines([Choice(Bid(4), reason="forced")], LETTERS) == ["1. 4  forced"]
    assert choice_lines([Choice(Card("QS"), 1.0, 0.5)], Style(signs=True)) == ["1. Q♠    +1.0 ± 0.5"]


def test_a_lower_choice_of_a_higher_value_is_called_equal() -> None:
    choices = [
        Choice(Card("4C"), -31.6),
        Choice(Card("2C"), -31.0),
        Choice(Card("3C"), -31.62),
        Choice(Card("QS"), -40.0),
    ]
    lines = choice_lines(choices, LETTERS, best=choices[0])
    assert [line.split()[-1] for line in lines] == ["-31.6", "(equal)", "(equal)", "(-8.4)"]


def test_numbers_and_names_of_different_length_keep_their_columns() -> None:
    lines = choice_lines([Choice(Bid(tricks), float(tricks), reason="?") for tricks in range(1, 14)], LETTERS)
    assert (lines[0], lines[12]) == (" 1. 1     +1.0  ?", "13. 13   +13.0  ?")
    coloured = choice_lines([Choice(Card("QS"), reason="?"), Choice(Card("4H"), reason="!")], Style(colour=True))
    assert [line.replace("\x1b[34m", "").replace("\x1b[31m", "").replace("\x1b[0m", "") for line in coloured] == [
        "1. QS  ?",
        "2. 4H  !",
    ]


def test_programs_get_rounded_numbers_and_only_those_that_are_given() -> None:
    view = Round(Rules(), seed=1, dealer="W").view("N")
    choices = [
        Choice(Card("4H"), 12.5467, 0.8111, "why", 0.63412),
        Choice(Give((Card("2C"),)), 3),
        Choice(Bid(4), float("nan")),
    ]
    assert choices_dict(view, choices) == {
        "seat": "N",
        "choices": [
            {"action": "4H", "value": 12.55, "se": 0.81, "wins": 0.634, "reason": "why"},
            {"action": "give 2C", "value": 3.0, "reason": ""},
            {"action": "4", "reason": ""},
        ],
    }
