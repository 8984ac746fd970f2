"""Every bundled variant can be played by a person who types, and the screen tells what that takes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from spades_cli import Bid, Card, Round
from spades_cli.errors import IllegalAction
from spades_cli.ui.layout import measure
from spades_cli.ui.plain import PlainRenderer, PlainStyle
from spades_cli.ui.render import Renderer
from spades_cli.ui.style import Style
from spades_cli.ui.why import judge
from spades_cli.variants import VariantLibrary
from tests.ui.persons import Table, chooser

if TYPE_CHECKING:
    from spades_cli import Rules

LIBRARY = VariantLibrary()
NAMES = LIBRARY.names()


def deal_of(rules: Rules, seed: int) -> Round:
    """A round in which the first side is far enough behind to bid blind, where that is allowed at all."""
    sides = list(rules.sides)
    return Round(rules, seed=seed, scores=dict.fromkeys(sides, 250) | {sides[0]: 20})


@pytest.mark.parametrize("name", NAMES)
def test_a_person_plays_a_round_of_it_on_a_narrow_terminal(name: str) -> None:
    rules = LIBRARY.load(name)
    table = Table(
        deal_of(rules, 11),
        lambda seat: Renderer(rules, Style(signs=True), [seat], explain=True, width=lambda: 40, teach=True),
        chooser(random.Random(name)),
    )
    scored = table.play()
    assert sum(scored.result.taken.values()) == table.deal.size
    for lines in table.lines.values():
        assert [line for line in lines if measure(line) > 40] == []
        assert "Round 1 scored" in lines


@pytest.mark.parametrize("name", NAMES)
def test_a_person_who_listens_plays_a_round_of_it(name: str) -> None:
    rules = LIBRARY.load(name)
    table = Table(
        deal_of(rules, 12), lambda seat: PlainRenderer(rules, PlainStyle(), [seat]), chooser(random.Random(name))
    )
    table.play()
    for lines in table.lines.values():
        text = "\n".join(lines)
        assert not set("♠♥♦♣←→·[]|") & set(text)
        assert "\x1b" not in text


@pytest.mark.parametrize("name", NAMES)
def test_why_says_what_the_round_would_say(name: str) -> None:
    rules = LIBRARY.load(name)
    deal, rng = deal_of(rules, 13), random.Random(name)
    while deal.turn is not None:
        view = deal.view(deal.turn)
        actions: list[Bid | Card] = [*map(Bid, range(15)), *rng.sample(sorted(rules.pack.suits), 8), *view.hand]
        for action in actions:
            refused, told = refusal_of(deal, action), judge(action, view)
            assert isinstance(told, IllegalAction) == (refused is not None)
            if refused and isinstance(told, IllegalAction):
                assert told.legal == (view.hand if view.phase == "exchange" else refused.legal)
                assert told.reason == refused.reason or view.phase != "play" or isinstance(action, Bid)
        deal.apply(rng.choice(view.legal))


def refusal_of(deal: Round, action: Bid | Card) -> IllegalAction | None:
    """Why the round refuses an action, if it does."""
    try:
        deal.copy().apply(action)
    except IllegalAction as refused:
        return refused
    return None
