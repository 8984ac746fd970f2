"""Several people at one keyboard: who looks sees what he missed, and nothing that is another's."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest

from spades_cli import Match
from spades_cli.arena.table import play_match
from spades_cli.engine.events import Acted, Asked, Event, MatchEnded
from spades_cli.ui.hot_seat import HotSeat
from spades_cli.ui.look import Look, make_renderer
from spades_cli.ui.typed import Quit, Undo
from tests.engine.builders import make_rules
from tests.support import players

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules

RULES = {
    "standard": make_rules("standard", **{"match.max_rounds": 2, "match.tie": "draw"}),
    "blind and passing": make_rules(
        "standard", **{"match.max_rounds": 2, "match.tie": "draw", "nil.pass": 2, "blind_nil.behind": 0}
    ),
    "draft": make_rules("two-player", **{"match.max_rounds": 2, "match.tie": "draw"}),
}


PUBLIC = re.compile(r" bids (blind )?(\d+|nil)$|^  trick|^Round \d+: . deals")


class Table:
    """A match of any legal play, shown to the people at ``seats`` one after the other."""

    def __init__(self, rules: Rules, seats: str | list[str]) -> None:
        self.rules, self.seats = rules, list(seats)
        self.asked: list[str] = []
        #: What is answered next, and why nothing can be taken back.
        self.answers: list[str] = []
        self.refuses_undo = ""
        renderers = {seat: make_renderer(rules, Look(suits="letter"), [seat], io.StringIO()) for seat in seats}
        self.screen = io.StringIO()
        self.hot_seat = HotSeat(renderers, self.screen, lambda view: self.refuses_undo, self.confirm)
        #: What each person saw, one look after the other.
        self.looks: list[tuple[str, list[str]]] = []
        self.events: list[Event] = []

    def confirm(self, question: str) -> str:
        self.asked.append(question)
        return self.answers.pop(0) if self.answers else ""

    def play(self) -> None:
        match = Match(self.rules, seed=4)
        for event in play_match(match, players(self.rules, seed=4)):
            self.events.append(event)
            if not isinstance(event, Asked):
                self.hot_seat.event(event)
            elif event.view.seat in self.seats:
                self.looks.append((event.view.seat, [*self.hot_seat.look(event.view)]))
        self.looks.append(("", [*self.hot_seat.finish()]))


@pytest.mark.parametrize("name", RULES)
def test_every_change_of_seats_is_confirmed_and_the_screen_wiped(name: str) -> None:
    rules = RULES[name]
    table = Table(rules, list(rules.seats[:2]))
    table.play()
    seats = [seat for seat, _ in table.looks if seat]
    changes = [seat for before, seat in zip(["", *seats], seats, strict=False) if before != seat]
    assert [question.partition(",")[0] for question in table.asked] == changes
    # Wiped twice for each change, but not before the first person looks.
    wipes = table.screen.getvalue().count("\n") // 100
    assert wipes == 2 * len(changes) - 1


@pytest.mark.parametrize("name", RULES)
def test_all_that_is_public_is_read_once_and_in_order(name: str) -> None:
    rules = RULES[name]
    table = Table(rules, list(rules.seats))
    table.play()
    stranger = make_renderer(rules, Look(suits="letter"), ["nobody"], io.StringIO())
    happened = [event for event in table.events if not isinstance(event, (Asked, MatchEnded))]
    public = [line for event in happened for line in stranger.event(event) if PUBLIC.search(line)]
    for seat in rules.seats:
        seen = [line for player, lines in table.looks if player == seat for line in lines if PUBLIC.search(line)]
        # What comes after the last decision is shown once for everybody.
        assert seen == public[: len(seen)]
        assert len(public) - len(seen) < 8


def test_cards_of_a_seat_are_shown_to_it_alone_and_not_before_its_blind_choice() -> None:
    rules = RULES["blind and passing"]
    table = Table(rules, "NESW")
    table.play()
    views = [event.view for event in table.events if isinstance(event, Asked)]
    assert any(view.phase == "blind" for view in views)
    for view, (seat, lines) in zip(views, table.looks, strict=False):
        assert view.seat == seat
        hand = [line for line in lines if re.match(r"S |H |D |C ", line)]
        if view.phase == "blind":
            assert not hand
        given = [line for line in lines if re.search(r"gives? .*[2-9TJQKA][SHDC]", line)]
        assert all(line.startswith((f"  {seat} g",)) for line in given)


def test_what_was_taken_back_before_somebody_saw_it_is_never_seen() -> None:
    rules = RULES["standard"]
    table = Table(rules, "NS")
    acted: list[Acted] = []
    for event in play_match(Match(rules, seed=4), players(rules, seed=4)):
        if isinstance(event, Asked):
            continue
        table.hot_seat.event(event)
        if isinstance(event, Acted):
            acted.append(event)
            if len(acted) == 4:
                break
    table.hot_seat.take_back(acted[2])
    match = Match(rules, seed=4).deal()
    shown = "\n".join(table.hot_seat.look(match.view("N")))
    assert f"{acted[0].seat} bids" in shown
    assert f"{acted[1].seat} bids" in shown
    assert f"{acted[2].seat} bids" not in shown
    assert f"{acted[3].seat} bids" not in shown
    assert shown.index(f"{acted[2].seat} takes back") > shown.index(f"{acted[1].seat} bids")


def test_who_regrets_at_once_takes_back_before_the_next_one_looks_and_confirms_anew() -> None:
    table = Table(RULES["standard"], "NS")
    deal = Match(table.rules, seed=4).deal()
    first, second = (deal.view(seat) for seat in "NS")
    list(table.hot_seat.look(first))
    table.answers = ["undo"]
    with pytest.raises(Undo):
        list(table.hot_seat.look(second))
    list(table.hot_seat.look(first))
    assert [question[0] for question in table.asked] == ["N", "S", "N"]
    table.refuses_undo, table.answers = "not now", ["undo", ""]
    list(table.hot_seat.look(second))
    assert "not now\n" in table.screen.getvalue()
    assert [question[0] for question in table.asked[3:]] == ["S", "S"]


@pytest.mark.parametrize("answer", ["quit", EOFError()])
def test_who_does_not_confirm_leaves(answer: str | Exception) -> None:
    table = Table(RULES["standard"], "NS")

    def leave(question: str) -> str:
        if isinstance(answer, Exception):
            raise answer
        return answer

    hot_seat = HotSeat({}, io.StringIO(), lambda view: "", leave)
    with pytest.raises(Quit):
        next(hot_seat.look(Match(table.rules, seed=4).deal().view("N")))
