"""The points that chance costs a budget are those of a larger budget's best card over the one chosen."""

from __future__ import annotations

import random

import pytest
from spades_plugins.basic import Basic

from benchmarks.regret import TRICKS, Answer, ask, main, table, turns_of
from spades_cli import Card, load_rules

SMALL = ["--rounds", "2", "--share", "0.2", "--gold", "samples=8,drawn=1"]


def test_the_turns_are_those_of_the_middle_of_a_round_with_a_choice() -> None:
    views = list(turns_of(load_rules("standard"), 3, 1.0, Basic(rng=random.Random(1))))
    assert {len(view.tricks) for view in views} <= set(TRICKS)
    assert len(views) > len(TRICKS)
    assert all(len(view.legal) > 1 and view.turn == view.seat for view in views)
    assert len(list(turns_of(load_rules("standard"), 3, 0.2, Basic(rng=random.Random(1))))) < len(views)


@pytest.mark.parametrize("name", ["two-player", "low-club-start"])
def test_rounds_with_a_draft_or_an_exchange_are_looked_at_too(name: str) -> None:
    assert list(turns_of(load_rules(name), 3, 1.0, Basic(rng=random.Random(1))))


def test_a_choice_loses_what_the_best_card_is_worth_more() -> None:
    view = next(turns_of(load_rules("standard"), 3, 1.0, Basic(rng=random.Random(1))))
    player = Basic(rng=random.Random(1))
    chosen = player.play(view)
    other = next(Card(str(card)) for card in view.legal if card != chosen)
    assert ask(view, {chosen: 5.0, other: 12.5}, player).regret == 7.5
    assert ask(view, {chosen: 5.0, other: -3.0}, player).regret == 0.0


def test_the_table_puts_each_budget_beside_the_first() -> None:
    rows = [[Answer(2.0, 0.01), Answer(1.0, 0.02)], [Answer(0.0, 0.01), Answer(1.0, 0.04)]]
    head, first, second = table(["samples=1", "samples=2"], rows)
    assert head.split() == ["budget", "regret", "a", "turn", "over", "the", "first", "ms"]
    assert first.split() == ["samples=1", "1.00", "+0.00", "+-", "0.00", "10"]
    assert second.split() == ["samples=2", "1.00", "+0.00", "+-", "1.00", "30"]


def test_budgets_are_measured_in_the_same_turns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["samples=4,drawn=1", "samples=4,drawn=1", *SMALL]) == 0
    head, _, first, second = capsys.readouterr().out.splitlines()
    assert head.endswith("of 2 rounds, standard, seed 1; gold samples=8,drawn=1")
    assert "+0.00 +- 0.00" in first
    assert "+-" in second


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["samples=many", *SMALL], "samples"),
        (["samples=4", *SMALL, "--share", "0"], "fewer than two turns"),
        (["samples=4", *SMALL, "--rules", "nothing"], "nothing"),
    ],
)
def test_what_cannot_be_measured_is_one_error_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")
    assert message in line
