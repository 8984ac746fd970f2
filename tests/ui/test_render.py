"""What a match looks like as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spades_cli import NIL, Bid, Card, Round, Rules
from spades_cli.engine.events import Acted, MatchEnded, RoundScored, TrickTaken, advance, describe_deal
from spades_cli.players.strategy import Choice
from spades_cli.ui.render import Renderer
from spades_cli.ui.style import Style
from spades_cli.ui.told import describe_lines
from tests.engine.builders import make_rules
from tests.support import play

if TYPE_CHECKING:
    from spades_cli.engine.events import Event

HANDS = {"N": "KH 2C 3C 4C", "E": "3H 5C 6C 7C", "S": "QS AH JH 9C", "W": "TC JC QC KC"}


def renderer(rules: Rules | None = None, *viewers: str, quiet: bool = False) -> Renderer:
    return Renderer(rules or Rules(), Style(), viewers, quiet=quiet)


def text(*events: Event, of: Renderer) -> list[str]:
    return [line for event in events for line in of.event(event)]


def led() -> Round:
    deal = Round.from_hands(Rules(), HANDS, dealer="N", scores={"NS": 60}, bags={"NS": 1})
    for action in ("1", "nil", "1", "2", "3H"):
        deal.apply(action)
    return deal


def test_a_block_has_a_heading_a_line_per_seat_and_the_hand() -> None:
    assert list(renderer(Rules(), "S").block(led().view("S"))) == [
        "",
        "Round 1 - trick 1 - spades not broken        NS 60 (1 bag)   EW 0 (0 bags)   to 500",
        "  NS need 2 of 2, S keeps nil   EW need 2 of 2",
        "  N  bid 2   took 0     partner",
        "  E  bid 1   took 0   3H  led",
        "  S  bid nil took 0     <- you",
        "  W  bid 1   took 0",
        "S Q   H [A] [J]   C 9",
    ]


def test_a_quiet_block_drops_the_seats() -> None:
    shown = list(renderer(Rules(), "S", quiet=True).block(led().view("S")))
    assert len(shown) == 3
    assert shown[-1] == "S Q   H [A] [J]   C 9"


def test_bags_are_not_shown_where_they_do_not_count() -> None:
    rules = make_rules("standard", **{"bags.limit": 0})
    view = Round(rules, seed=1).view("N")
    assert "bag" not in "".join(renderer(rules, "N").block(view))


def test_a_trick_names_who_played_what_and_who_took_it() -> None:
    deal = led()
    events = [event for card in ("AH", "TC", "KH") for event in advance(deal, card)]
    assert isinstance(events[-1], TrickTaken)
    assert text(events[-1], of=renderer(Rules(), "S")) == ["  trick 1  E 3H  S AH  W TC  N KH  -> S"]


def test_strangers_do_not_see_what_is_exchanged() -> None:
    rules = make_rules("two-player")
    deal = Round(rules, seed=3, dealer="P2")
    for action in ("bn", "keep", "look"):
        deal.apply(action)
    while deal.phase == "draft":
        deal.apply("keep")
    give = f"give {deal.view('P1').hand[0]}"
    acted = advance(deal, give)[0]
    assert isinstance(acted, Acted)
    assert text(acted, of=renderer(rules, "P2")) == ["  P1 gives 1 card"]
    assert text(acted, of=renderer(rules, "P1")) == [f"  P1 gives {give.split()[1]}"]
    assert text(acted, of=renderer(rules)) == [f"  P1 gives {give.split()[1]}"]


def test_a_deal_shows_all_hands_only_where_nobody_is_playing() -> None:
    dealt = describe_deal(Round(Rules(), seed=1, dealer="N"))
    assert text(dealt, of=renderer(Rules(), "S")) == ["Round 1: N deals"]
    assert len(text(dealt, of=renderer())) == 5


def test_a_scored_round_is_explained_side_by_side() -> None:
    events = play(make_rules("standard", **{"match.max_rounds": 1, "match.tie": "draw"}), seed=5)
    scored = next(event for event in events if isinstance(event, RoundScored))
    lines = text(scored, of=renderer())
    assert lines[0] == "Round 1 scored"
    assert [line.split()[0] for line in lines[1:]] == ["NS", "EW"]
    for side, line in zip(("NS", "EW"), lines[1:], strict=True):
        points = scored.result.points[side]
        assert f"= {points}   score {points}, {scored.result.bags[side]} bag" in line


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        ([("contract", 30), ("overtricks", 3)], "contract 30 + overtricks 3 = 33"),
        ([("contract", 40), ("bag penalty", -100)], "contract 40 - bag penalty 100 = -60"),
        ([("nil", -100)], "nil -100 = -100"),
        ([], "nothing = 0"),
    ],
)
def test_score_lines_read_as_a_sum(points: list[tuple[str, int]], shown: str) -> None:
    from spades_cli.engine.scoring import Line

    lines = tuple(Line(name, value) for name, value in points)
    assert describe_lines(lines, sum(line.points for line in lines)) == shown


@pytest.mark.parametrize(
    ("winner", "reason", "shown"),
    [
        ("NS", "target", "NS wins after 9 rounds (target reached): NS 512 EW 388"),
        (None, "rounds", "Drawn after 9 rounds (last round played): NS 512 EW 388"),
    ],
)
def test_the_end_says_who_won_and_why(winner: str | None, reason: str, shown: str) -> None:
    assert text(MatchEnded(winner, reason, {"NS": 512, "EW": 388}, 9), of=renderer()) == [shown]


def test_a_decision_taken_back_is_told() -> None:
    assert renderer(Rules(), "S").taken_back(Acted(1, "S", "play", Card("7C"))) == "  S takes back 7C"


def exchanged(*viewers: str) -> list[str]:
    """The block of each viewer after North, who bid blind nil, and South have exchanged two cards."""
    deal = Round(Rules(), seed=3, dealer="W", scores={"NS": 0, "EW": 300})
    for action in ("bn", "look", "4", "3", "2"):
        deal.apply(action)
    for seat in ("N", "S"):
        one, two = deal.view(seat).hand[:2]
        deal.apply(f"give {one} {two}")
    return [line for seat in viewers for line in renderer(Rules(), seat).block(deal.view(seat)) if "gave" in line]


def test_partners_see_what_was_given_and_received_until_the_first_trick_is_over() -> None:
    lines = exchanged("N")
    assert [line.split(" gave ")[0].strip() for line in lines] == ["N", "S"]
    assert lines == exchanged("S")
    assert all(len(line.split()) == 6 for line in lines)
    assert exchanged("E") == ["  N gave 2 cards to S", "  S gave 2 cards to N"]


@pytest.mark.parametrize(
    ("exchange", "told"),
    [
        ("partner", "give 2 cards to S"),
        ("discards", "throw away 2 cards; as many come back from the discard pile"),
    ],
)
def test_what_is_given_away_is_asked_in_words(exchange: str, told: str) -> None:
    if exchange == "partner":
        deal = Round(Rules(), seed=3, dealer="W", scores={"NS": 0, "EW": 300})
        for action in ("bn", "look", "4", "3", "2"):
            deal.apply(action)
    else:
        deal = Round(make_rules("two-player", **{"blind_nil.exchange_min": 2, "blind_nil.exchange_max": 2}), seed=1)
        deal.apply("bn")
        deal.apply("keep")
        deal.apply("look")
        while deal.phase == "draft":
            deal.apply("keep")
    seat = deal.turn or ""
    assert told in list(renderer(deal.rules, seat).block(deal.view(seat)))


def test_breaking_is_no_word_where_spades_may_be_led_at_any_time() -> None:
    headings = []
    for rules in (Rules(), make_rules("standard", **{"play.lead_spades": "any"})):
        deal = Round(rules, seed=1, dealer="W")
        for bid in ("3", "3", "3", "3"):
            deal.apply(bid)
        headings.append(list(renderer(rules, "N").block(deal.view("N")))[1])
    assert "spades not broken" in headings[0]
    assert "broken" not in headings[1]


def test_choices_are_broken_between_words_on_a_narrow_terminal() -> None:
    narrow = Renderer(Rules(), Style(), ["S"], width=lambda: 30)
    choices = [
        Choice(NIL, value=-5.9, reason="takes no trick"),
        Choice(Bid(2), value=-32.4, reason="promises 2 tricks"),
    ]
    assert narrow.choices(choices, choices[0]) == [
        "1. nil -5.9 takes no trick",
        "2. 2 -32.4 (-26.5) promises 2",
        "   tricks",
    ]
    wide = Renderer(Rules(), Style(), ["S"])
    assert wide.choices(choices, choices[0])[1] == "2. 2     -32.4  (-26.5)  promises 2 tricks"


def test_a_numbered_line_keeps_its_gap_when_it_is_broken() -> None:
    narrow = Renderer(Rules(), Style(), ["S"], width=lambda: 30)
    assert list(narrow.fit(["1.  Four players play in two teams of two."], hang=4)) == [
        "1.  Four players play in two",
        "    teams of two.",
    ]
