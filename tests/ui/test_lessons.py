"""The first screen and the lessons: what a person who reads nothing else is told to type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spades_cli import Round, Rules
from spades_cli.ui.lessons import teach_decision, welcome_lines
from spades_cli.ui.plain import PlainRenderer, PlainStyle
from spades_cli.ui.render import Renderer
from spades_cli.ui.style import Style
from spades_cli.variants import VariantLibrary
from tests.engine.builders import make_rules
from tests.ui.test_contracts import played

if TYPE_CHECKING:
    from spades_cli import View

LIBRARY = VariantLibrary()


def test_the_first_screen_says_what_is_played_who_you_are_and_what_to_type() -> None:
    assert list(welcome_lines(Rules(), ["S"], saved=True)) == [
        "Standard partnership Spades, to 500. You are S; N is your partner.",
        "Bid a number or nil; play QH, hq, queen of hearts, or q if only one queen fits.",
        "? helps, hint advises, undo takes back, quit leaves and keeps the match.",
    ]


@pytest.mark.parametrize("name", LIBRARY.names())
def test_the_first_screen_fits_three_lines_of_a_terminal(name: str) -> None:
    rules = LIBRARY.load(name)
    renderer = Renderer(rules, Style(), rules.seats[:1], width=lambda: 80)
    assert len(list(renderer.welcome())) <= 4


def test_the_first_screen_knows_partners_several_seats_and_rules_without_nil() -> None:
    triples = make_rules(
        "standard", **{"table.players": 6, "table.teams": "triples", "deck.packs": 2, "deck.remove": ("2C", "2C")}
    )
    assert "You are P1; P3 and P5 are your partners." in next(welcome_lines(triples, ["P1"], saved=True))
    assert "You play N and S." in next(welcome_lines(Rules(), ["N", "S"], saved=True))
    assert next(welcome_lines(make_rules("solo"), ["W"], saved=True)).endswith("You are W.")
    none = make_rules("standard", **{"nil.allowed": False, "blind_nil.allowed": False})
    assert "nil" not in "".join(welcome_lines(none, ["S"], saved=False))
    assert "keeps" not in "".join(welcome_lines(none, ["S"], saved=False))


@pytest.mark.parametrize("mode", ["mirror", "hearts", "fixed"])
def test_where_bids_leave_no_choice_the_first_screen_does_not_ask_for_one(mode: str) -> None:
    told = list(welcome_lines(make_rules("standard", **{"bidding.mode": mode}), ["S"], saved=True))
    assert told[1].startswith("Enter bids for you; play QH")


def first_bidder(keys: dict[str, object]) -> View:
    """A view of the first bidder, under standard rules but for ``keys``."""
    return Round(make_rules("standard", **keys), seed=7, dealer="W").view("N")


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({}, []),
        ({"bidding.mode": "whiz"}, ["You may bid nil or {} (nil or your spades)."]),
        ({"bidding.mode": "mirror"}, ["You may bid {} (you bid your spades); Enter bids it."]),
        ({"bidding.mode": "fixed"}, ["You may bid 3 (everybody bids 3); Enter bids it."]),
        ({"bidding.mode": "n_or_nil"}, ["You may bid nil or 3 (3 or nil)."]),
        ({"bidding.mode": "suicide"}, ["You may bid nil or 4 to 13 (one partner bids nil, the other 4 or more)."]),
        ({"bidding.min": 2}, ["You may bid nil or 2 to 13."]),
        ({"bidding.max": 5}, ["You may bid nil or 1 to 5."]),
    ],
)
def test_bids_are_named_whenever_they_are_not_the_usual_ones(keys: dict[str, object], told: list[str]) -> None:
    view = first_bidder(keys)
    spades = sum(card.endswith("S") for card in view.hand)
    assert teach_decision(view, first=False) == [text.format(spades) for text in told]
    assert teach_decision(view, first=True)


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        (("1", "1", "1", "1", "3H"), ["Play one of the cards in brackets."]),
        (("1", "1", "1", "1", "5C"), ["Only one card is legal: Enter plays it."]),
    ],
)
def test_the_first_card_is_taught(actions: tuple[str, ...], told: list[str]) -> None:
    view = played(*actions).view("S")
    assert teach_decision(view, first=True) == told
    assert teach_decision(view, first=False) == []


def test_blind_bids_say_what_they_are_worth_every_time() -> None:
    rules = make_rules("standard", **{"blind_nil.behind": 0, "blind_bid.allowed": True, "blind_bid.behind": 0})
    view = Round(rules, seed=1, dealer="W").view("N")
    told = [
        "look shows your cards; bn bids blind nil (200 points made, minus 200 failed); "
        "b6 to b13 bids blind, for 2 times the points."
    ]
    assert teach_decision(view, first=False) == told


def test_a_title_that_names_the_target_is_not_followed_by_it() -> None:
    assert next(welcome_lines(LIBRARY.load("solo-sprint-40"), ["S"], saved=True)) == "Solo sprint to 40. You are S."


@pytest.mark.parametrize("plain", [False, True])
def test_before_a_draft_nothing_is_said_of_cards_that_are_hidden(plain: bool) -> None:
    view = Round(make_rules("two-player"), seed=1, dealer="P2").view("P1")
    assert view.phase == "blind"
    style, kind = (PlainStyle(), PlainRenderer) if plain else (Style(), Renderer)
    told = "\n".join(kind(view.rules, style, ["P1"], teach=True).block(view))
    assert "no card is drawn yet" in told
    assert "hidden" not in told
    assert "shown" not in told


def test_drafts_and_exchanges_are_taught_once() -> None:
    deal = Round(make_rules("two-player"), seed=1, dealer="P2")
    for action in ("bn", "keep", "look"):
        deal.apply(action)
    assert teach_decision(deal.view("P2"), first=True)[0].startswith("keep (k) takes it")
    while deal.phase == "draft":
        deal.apply("keep")
    assert teach_decision(deal.view("P1"), first=True) == ["Name the cards, as in 2C 3D; none gives nothing."]
    assert teach_decision(deal.view("P1"), first=False) == []


def test_a_renderer_teaches_each_seat_each_phase_once_and_quiet_ones_never() -> None:
    view = played("1", "1", "1", "1", "3H").view("S")
    teaching, quiet = (
        Renderer(Rules(), Style(), ["S"], teach=True, quiet=quiet, width=lambda: 80) for quiet in (False, True)
    )
    assert list(teaching.block(view))[-1] == "Play one of the cards in brackets."
    assert list(teaching.block(view))[-1].startswith("S Q")
    assert list(quiet.block(view))[-1].startswith("S Q")


def test_quiet_ones_still_show_bids_and_the_cards_on_the_table_at_a_terminal() -> None:
    view = played("1", "1", "1", "1", "3H").view("S")
    shown = list(Renderer(Rules(), Style(), ["S"], teach=True, quiet=True).block(view))
    assert "  E 3H" in shown
    assert "  E 3H" not in list(Renderer(Rules(), Style(), ["S"], quiet=True).block(view))
    bidding = list(Renderer(Rules(), Style(), ["S"], teach=True, quiet=True).block(played("4").view("S")))
    assert "  E 4" in bidding


def test_enter_is_taught_at_the_first_card_without_a_choice_however_late_it_comes() -> None:
    free, only = played("1", "1", "1", "1", "3H").view("S"), played("1", "1", "1", "1", "5C").view("S")
    renderer = Renderer(Rules(), Style(), ["S"], teach=True)
    lessons = [list(renderer.block(view))[-1] for view in (free, only, free, only)]
    assert lessons[:2] == ["Play one of the cards in brackets.", "Only one card is legal: Enter plays it."]
    assert all(lesson.startswith("S Q") for lesson in lessons[2:])
