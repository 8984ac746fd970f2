"""What is on the screen at a decision: complete, and small enough for the terminal."""

from __future__ import annotations

import random

import pytest

from spades_cli import Card, Match, Round, Rules
from spades_cli.engine.events import Asked, Dealt, RoundScored, advance, describe_deal
from spades_cli.ui.layout import measure
from spades_cli.ui.render import Renderer
from spades_cli.ui.style import Style
from spades_cli.variants import VariantLibrary
from tests.engine.builders import make_rules
from tests.ui.test_contracts import played

LIBRARY = VariantLibrary()
FOUR = [name for name in LIBRARY.names() if LIBRARY.load(name).table.players == 4]


@pytest.mark.parametrize("name", FOUR)
def test_all_that_happened_since_the_last_decision_fits_a_terminal_of_24_lines(name: str) -> None:
    rules, rng = LIBRARY.load(name), random.Random(name)
    renderer = Renderer(rules, Style(signs=True), ["S"], explain=True, width=lambda: 80, teach=True)
    match, lines = Match(rules, seed=3), list(renderer.welcome())
    for _ in range(3):
        deal = match.deal()
        lines += renderer.event(describe_deal(deal))
        while deal.turn:
            view = deal.view(deal.turn)
            if view.seat == "S":
                lines += renderer.block(view)
                # The line typed last and the prompt take a line each.
                assert len(lines) + 2 <= 24, "\n".join(lines)
                lines = []
            lines += [line for event in advance(deal, rng.choice(view.legal)) for line in renderer.event(event)]
        match.add(deal.result)
        lines += renderer.event(RoundScored(deal.number, deal, deal.result, dict(match.scores)))
        if match.over:
            return


@pytest.mark.parametrize("width", [40, 46, 60, 80, 200])
@pytest.mark.parametrize("name", ["six-triples", "standard", "two-player", "jjdd"])
def test_no_line_is_longer_than_the_terminal(name: str, width: int) -> None:
    rules = LIBRARY.load(name)
    deal = Round(rules, seed=2, scores=dict.fromkeys(rules.sides, -1234), bags=dict.fromkeys(rules.sides, 9))
    renderer = Renderer(rules, Style(signs=True), rules.seats, explain=True, width=lambda: width, teach=True)
    while deal.turn:
        view = deal.view(deal.turn)
        assert [line for line in renderer.block(view) if measure(line) > width] == []
        for event in advance(deal, view.legal[-1]):
            assert [line for line in renderer.event(event) if measure(line) > width] == []


def test_a_heading_takes_two_lines_where_one_is_too_long() -> None:
    view = played("1", "1", "1", "1", "3H").view("S")

    def heading(width: int) -> list[str]:
        block = list(Renderer(Rules(), Style(), ["S"], width=lambda: width).block(view))
        return block[1 : block.index(next(line for line in block if "need" in line))]

    assert heading(100) == ["Round 1 - trick 1 - spades not broken        NS 0 (0 bags)   EW 0 (0 bags)   to 500"]
    assert heading(80) == ["Round 1 - trick 1 - spades not broken   NS 0 (0 bags)   EW 0 (0 bags)   to 500"]
    assert heading(60) == ["Round 1 - trick 1 - spades not broken", "NS 0 (0 bags)   EW 0 (0 bags)   to 500"]
    assert heading(30) == [
        "Round 1 - trick 1 - spades not", "  broken", "NS 0 (0 bags)   EW 0 (0 bags)", "to 500",
    ]  # fmt: skip


def test_long_hands_break_between_suits_and_then_between_cards() -> None:
    hand = [Card(rank + suit) for suit in "CDHS" for rank in ("A", "K", "Q", "J", "T", "9", "8")]
    deck = Rules().pack
    assert Style().hand_lines(hand, deck, width=40) == [
        "S A K Q J T 9 8   H A K Q J T 9 8",
        "D A K Q J T 9 8   C A K Q J T 9 8",
    ]
    spades = [Card(rank + "S") for rank in "AKQJT98765432"]
    assert Style().hand_lines(spades, deck, spades, width=20) == [
        "S [A] [K] [Q] [J]", "  [T] [9] [8] [7]", "  [6] [5] [4] [3]", "  [2]",
    ]  # fmt: skip
    assert Style().hand_lines(hand, deck) == [Style().hand(hand, deck)]


def test_seat_lines_mark_leader_best_card_partner_and_you() -> None:
    deal = played("1", "1", "1", "1", "3H", "AH", "TC")
    lines = list(Renderer(Rules(), Style(), ["N"]).block(deal.view("N")))[3:7]
    assert lines == [
        "  N  bid 1   took 0     <- you",
        "  E  bid 1   took 0   3H  led",
        "  S  bid 1   took 0   AH  best, partner",
        "  W  bid 1   took 0   TC",
    ]


def test_a_match_of_so_many_rounds_says_which_one_it_is() -> None:
    rules = make_rules("standard", **{"match.max_rounds": 4})
    block = list(Renderer(rules, Style(), ["N"]).block(Round(rules, seed=1, dealer="W").view("N")))
    assert block[1].startswith("Round 1 of 4 - bidding")


def test_a_draft_shows_its_viewer_what_came_and_what_went() -> None:
    rules = make_rules("two-player")
    deal = Round(rules, seed=1, dealer="P2")
    mine, other = Renderer(rules, Style(), ["P1"]), Renderer(rules, Style(), ["P2"])
    dealt = describe_deal(deal)
    assert isinstance(dealt, Dealt)
    assert list(mine.event(dealt)) == ["Round 1: P1 draws first"]
    other.sheet.note(dealt)
    deal.apply("look")
    names = [str(deal.rules.pack.names[card]) for card in deal.pack[:6]]
    [kept] = advance(deal, "keep")
    assert (list(mine.event(kept)), list(other.event(kept))) == ([f"  P1 keeps {names[0]}"], ["  P1 keeps"])
    deal.apply("look")
    [theirs] = advance(deal, "decline")
    assert (list(mine.event(theirs)), list(other.event(theirs))) == (
        ["  P2 declines"],
        [f"  P2 declines {names[2]} and takes {names[3]}"],
    )
    list(mine.block(deal.view("P1")))
    [declined] = advance(deal, "decline")
    assert list(mine.event(declined)) == [f"  P1 declines {names[4]} and takes {names[5]}"]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"draft.peek": True}, (" keeps {0}; {1} goes", " keeps")),
        ({"draft.discards": "up"}, (" keeps {0}; {1} goes", " keeps; {1} goes")),
    ],
)
def test_house_rules_of_the_draft_show_more(keys: dict[str, object], told: tuple[str, str]) -> None:
    rules = make_rules("two-player", **keys)
    deal = Round(rules, seed=1, dealer="P2")
    deal.apply("look")
    cards = [str(rules.pack.names[card]) for card in deal.pack[:2]]
    dealt, [kept] = describe_deal(deal), advance(deal, "keep")
    for seat, text in zip(("P1", "P2"), told, strict=True):
        renderer = Renderer(rules, Style(), [seat])
        list(renderer.event(dealt))
        assert list(renderer.event(kept)) == [f"  P1{text.format(*cards)}"]


def test_undone_draws_do_not_confuse_the_next_ones() -> None:
    rules = make_rules("two-player")
    deal = Round(rules, seed=1, dealer="P2")
    renderer = Renderer(rules, Style(), ["P1"])
    list(renderer.event(describe_deal(deal)))
    deal.apply("look")
    for _ in range(2):
        again = deal.copy()
        list(renderer.block(again.view("P1")))
        [drawn] = advance(again, "keep")
        assert list(renderer.event(drawn)) == [f"  P1 keeps {rules.pack.names[deal.pack[0]]}"]


def test_the_event_that_asks_is_no_line_of_its_own() -> None:
    view = Round(Rules(), seed=1, dealer="W").view("N")
    assert list(Renderer(Rules(), Style(), ["N"]).event(Asked(view))) == []


def test_an_absurdly_narrow_terminal_still_shows_everything() -> None:
    view = played("1", "nil", "1", "1", "3H").view("S")
    shown = list(Renderer(Rules(), Style(), ["S"], width=lambda: 1, teach=True).block(view))
    words = " ".join(" ".join(shown).split())
    for text in ("spades not broken", "NS need", "S keeps nil", "E bid 1 took 0 3H led", "[A]", "[J]"):
        assert text in words
