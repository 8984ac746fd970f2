"""What the screen says of a side is what the engine will say: in every variant, in round after round."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from spades_cli import Card, Match
from spades_cli.engine.events import RoundScored
from spades_cli.ui.contracts import describe_needs
from spades_cli.ui.plain import PlainRenderer, PlainStyle
from spades_cli.ui.render import Renderer
from spades_cli.ui.style import Style
from spades_cli.ui.words import name_words
from spades_cli.variants import VariantLibrary

if TYPE_CHECKING:
    from spades_cli import Action, Round, Rules, View

LIBRARY = VariantLibrary()
NAMES = LIBRARY.names()
ROUNDS = 12
#: A term of a score: ``contract -30``, or ``- bag penalty 100`` behind others.
TERM = re.compile(r"(?:([-+]) )?[a-z][a-z ]* (-?\d+)")


def choose(view: View, rng: random.Random) -> Action:
    """Bids as people make them, so that they are made and missed; any card, but the lowest one for a nil."""
    if view.phase == "play" and (bid := view.bids.get(view.seat)) and bid.nil:
        return min((card for card in view.legal if isinstance(card, Card)), key=view.deck.rank)
    if view.phase not in ("bid", "blind"):
        return rng.choice(view.legal)
    share = view.tricks_in_round // len(view.rules.seats)
    usual = [action for action in view.legal if str(action) in ("nil", "look", "bn", *map(str, range(share + 2)))]
    return rng.choice(usual or view.legal)


@cache
def play_rounds(name: str, seed: int = 3) -> list[tuple[RoundScored, list[tuple[View, list[str]]]]]:
    """Some rounds of a match, each with the needs that were told before every card."""
    rules = LIBRARY.load(name)
    match, rng = Match(rules, seed=seed), random.Random(seed)
    played: list[tuple[RoundScored, list[tuple[View, list[str]]]]] = []
    for _ in range(ROUNDS):
        if match.over:
            match = Match(rules, seed=seed + 1000 + len(played))
        deal: Round = match.deal()
        told = []
        while deal.turn is not None:
            view = deal.view(deal.turn)
            told.append((view, describe_needs(view)))
            deal.apply(choose(view, rng))
        match.add(deal.result)
        played.append((RoundScored(deal.number, deal, deal.result, dict(match.scores)), told))
    return played


def lines_by_side(event: RoundScored, rules: Rules) -> dict[str, str]:
    """The explained line of every side."""
    _, *lines = Renderer(rules, Style(), rules.seats[:1], explain=True).event(event)
    return {line.split()[0]: line for line in lines}


@pytest.mark.parametrize("name", NAMES)
def test_an_explained_round_adds_up_to_what_the_engine_scored(name: str) -> None:
    rules = LIBRARY.load(name)
    for event, _ in play_rounds(name):
        for side, line in lines_by_side(event, rules).items():
            outcome, _, scored = line.partition(": ")
            sums, _, total = scored.partition(" = ")
            terms = [int(sign + number) for sign, number in TERM.findall(sums)]
            assert sum(terms) == sum(each.points for each in event.result.lines[side]), line
            points, score, *bags = map(int, re.findall(r"-?\d+", total))
            assert (points, score) == (event.result.points[side], event.scores[side]), line
            assert sum(terms) == points, line
            assert bags == ([event.result.bags[side]] if rules.bags.limit else []), line
            check_outcome(event, side, outcome)


def check_outcome(event: RoundScored, side: str, outcome: str) -> None:
    """The words in front of the points: who kept what, who made what with how many."""
    rules, taken = event.deal.rules, event.result.taken
    seats = [rules.seats[place] for place in rules.sides[side]]
    assert ("set with" in outcome or "missed" in outcome) == (side in event.result.sets), outcome
    for seat in seats:
        bid = event.deal.bids[rules.seats.index(seat)]
        who = f"{seat} " if len(seats) > 1 else ""
        if bid is not None and bid.nil:
            tricks = f"{taken[seat]} trick{'s' * (taken[seat] != 1)}"
            kind = "blind nil" if bid.blind else "nil"
            assert f"{who}lost {kind} with {tricks}" in outcome if taken[seat] else f"{who}kept {kind}" in outcome
    if found := re.search(r"made (\d+)(?: with (\d+))?", outcome):
        made, with_ = int(found[1]), int(found[2] or found[1])
        assert with_ >= made
        assert with_ <= sum(taken[seat] for seat in seats)
    if found := re.search(r"set with (\d+) of (\d+)", outcome):
        assert int(found[1]) < int(found[2])


@pytest.mark.parametrize("name", NAMES)
def test_what_is_called_made_or_lost_before_the_end_stays_so(name: str) -> None:
    for event, told in play_rounds(name):
        for view, needs in told:
            left = view.tricks_in_round - len(view.tricks)
            for text in needs:
                check_need(event, text, left)


def check_need(event: RoundScored, text: str, left: int) -> None:
    side = text.split()[0]
    if found := re.search(r"needs? (\d+) of (\d+)", text):
        assert int(found[1]) <= left, text
    if re.search(r"(is|are) set with", text):
        assert side in event.result.sets, text
    if re.search(r"\bmade \d", text) and "nil" not in text:
        assert side not in event.result.sets, text
    for seat in re.findall(r"(\w+) lost (?:blind )?nil", text):
        assert event.result.taken[seat], text


@pytest.mark.parametrize("name", NAMES)
def test_a_listener_is_told_the_same_numbers(name: str) -> None:
    rules = LIBRARY.load(name)
    for event, _ in play_rounds(name)[:4]:
        _, *said = PlainRenderer(rules, PlainStyle(), rules.seats[:1], explain=True).event(event)
        for side, sentence in zip(rules.sides, said, strict=True):
            assert sentence.startswith(f"{name_words(side)}: ")
            points, score = event.result.points[side], event.scores[side]
            assert f"together {points}," in sentence.replace("minus ", "-")
            assert f"score {score}" in sentence.replace("minus ", "-")


def test_the_rounds_show_every_outcome() -> None:
    seen = "\n".join(
        line
        for name in ("standard", "solo-4", "jokers", "two-player")
        for seed in (3, 4)
        for event, _ in play_rounds(name, seed)
        for line in lines_by_side(event, LIBRARY.load(name)).values()
    )
    for words in ("kept nil", "lost nil", "made ", "set with"):
        assert words in seen
