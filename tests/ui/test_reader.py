"""The reader of records: commands in, lines out, at every kind of table."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from spades_cli import Match, load_rules
from spades_cli.engine.events import Faulted, RoundScored, describe_deal
from spades_cli.errors import UsageError
from spades_cli.record.contents import Entry
from spades_cli.record.replay import Replay
from spades_cli.record.steps import Place, PlayedRound
from spades_cli.ui.gamelist import describe_players
from spades_cli.ui.layout import measure
from spades_cli.ui.moment import Screen
from spades_cli.ui.reader import Book, Reader
from spades_cli.ui.style import Style
from tests.record.goldens import NAMES, golden, golden_rounds

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAIN = Style()


@cache
def book(name: str) -> Book:
    return Book(f"game of {name}", Replay(golden(name)).rules, golden_rounds(name))


class Shelf:
    """Golden matches as the games of a file."""

    name = "m.jsonl"

    def __init__(self, *names: str) -> None:
        self.entries: Sequence[Entry] = [
            Entry(i, f"{i}-0", i, 0, name, dict.fromkeys(book(name).rules.seats, "basic"), 5, None, {})
            for i, name in enumerate(names, 1)
        ]

    def find(self, name: str) -> list[Entry]:
        found = [entry for entry in self.entries if name in (str(entry.number), entry.id)]
        if not found:
            raise UsageError(f"no game {name}")
        return found

    def read(self, entry: Entry) -> Book:
        return book(entry.rules)


def open_reader(*names: str, width: int = 0, seat: str | None = None, place: Place | None = None) -> Reader:
    shelf = Shelf(*(names or ("bicycle",)))
    reader = Reader(shelf, PLAIN, seat=seat, width=lambda: width)
    reader.begin(shelf.entries, place)
    return reader


def ask(reader: Reader, *commands: str) -> str:
    """What the last of some commands shows."""
    shown: list[str] = []
    for command in commands:
        shown = reader.answer(command)
    return "\n".join(shown)


# --- moving --------------------------------------------------------------------------------------------------------


def test_a_game_begins_with_its_title_and_the_first_deal() -> None:
    shelf = Shelf("bicycle")
    lines = Reader(shelf, PLAIN, width=lambda: 0).begin(shelf.entries)
    assert lines[:2] == ["game of bicycle", ""]
    assert lines[2].startswith("Round 1 - bidding")
    assert lines[-1] == f"  {golden_rounds('bicycle')[0].start.dealer} deals"


def test_in_a_draft_nobody_deals() -> None:
    reader = open_reader("two-player")
    assert ask(reader, "go start").endswith("\n  P2 draws first")
    assert "deals" not in "".join(ask(reader, "n") for _ in range(30))


def test_enter_goes_on_decision_by_decision_and_says_each() -> None:
    reader, played = open_reader(), golden_rounds("bicycle")[0]
    for act in played.acts:
        said = ask(reader, "")
        verb = "bids" if act.phase == "bid" else "plays"
        assert f"\n  {act.seat} {verb} {act.action}" in said
    assert "Round 1 scored" in said
    assert "Round 2 - bidding" in ask(reader, "n")


@pytest.mark.parametrize("name", NAMES)
def test_forward_and_back_is_the_same_screen(name: str) -> None:
    rng, reader = random.Random(name), open_reader(name)
    here = ask(reader, "go start")
    total = sum(len(played.acts) + 1 for played in golden_rounds(name)) - 1
    at = 0
    while at < total:
        steps = min(rng.choice((1, 7, rng.randint(1, 60), rng.randint(1, total))), total - at)
        there = ask(reader, f"n {steps}")
        assert ask(reader, f"b {steps}") == here
        assert ask(reader, f"next {steps}") == there
        here, at = there, at + steps


@pytest.mark.parametrize("name", NAMES)
def test_a_jump_is_the_screen_that_stepping_comes_to(name: str) -> None:
    reader, stepper = open_reader(name), open_reader(name)
    last = len(golden_rounds(name))
    for place in ("1.1", f"{last}", f"{last}.4", f"{last}.2"):
        index, step = Place.parse(place).enter(golden_rounds(name))
        before = sum(len(played.acts) + 1 for played in golden_rounds(name)[:index])
        assert ask(reader, f"go {place}") == ask(stepper, "go start", f"n {before + step}")
        assert ask(reader, place) == ask(reader, f"go {place}")


def test_rounds_and_tricks_are_walked_in_both_directions() -> None:
    reader = open_reader()
    assert ask(reader, "r").strip().startswith("Round 2 - bidding")
    assert "trick 1 " in ask(reader, "t")
    assert "wins trick 1" in ask(reader, "b", "n")
    assert "wins trick 2" in ask(reader, "trick")
    assert "wins trick 1" in ask(reader, "tb")
    assert "Round 2 - bidding" in ask(reader, "tb")
    assert "wins trick 13" in ask(reader, "tb")
    assert "Round 1 - bidding" in ask(reader, "rb")
    assert "Round 2 - bidding" in ask(reader, "round")
    assert "Round 1 - bidding" in ask(reader, "roundback")


def test_the_ends_of_a_game_are_told_and_nothing_moves() -> None:
    reader = open_reader()
    for command in ("b", "rb", "tb"):
        assert ask(reader, "go start", command) == "this is the beginning of the game"
    end = ask(reader, "go end")
    assert "Round 5 scored" in end
    assert re.search(r"\n(\w+ wins|Drawn) after 5 rounds", end)
    for command in ("", "n 3", "t"):
        assert ask(reader, command) == "this is the end of the game; b goes back, quit leaves"
    assert ask(reader, "r") == "this is the last round; go end goes to its end"
    assert ask(reader, "all") == end


def test_more_steps_than_there_are_go_to_the_end() -> None:
    reader = open_reader()
    assert ask(reader, "n 99999") == ask(reader, "go end")
    assert ask(reader, "b 99999") == ask(reader, "go start")


# --- what is shown -------------------------------------------------------------------------------------------------


def test_a_moment_shows_table_bids_taken_and_every_hand() -> None:
    played = golden_rounds("bicycle")[0]
    lines = ask(open_reader(), "go 1.3").splitlines()
    deal = played.at(Place.parse("1.3").enter([played])[1])
    assert lines[1].startswith("Round 1 - trick 3 - spades ")
    assert lines[1].endswith(f"   to {deal.rules.match.target}")
    for seat, line in zip(deal.rules.seats, lines[2:6], strict=True):
        place = deal.rules.seats.index(seat)
        assert line.startswith(f"  {seat}  bid {deal.bids[place]}")
        assert f"took {deal.taken[place]}" in line
        assert line.endswith(PLAIN.hand(deal.rules.pack.cards(deal.hands[place]), deal.rules.pack))
    leader = deal.rules.seats[deal.leader]
    assert f"{deal.rules.pack.names[deal.trick[0]]} led" in lines[2 + deal.leader]
    assert lines[6].startswith(f"  {leader} plays ")


@pytest.mark.parametrize("name", NAMES)
def test_one_seat_never_shows_cards_that_it_did_not_know(name: str) -> None:
    rules = load_rules(name)
    seat = rules.seats[0]
    played = golden_rounds(name)[-1]
    screen = Screen(rules, PLAIN, seat=seat, width=0)
    for step in range(len(played.acts) + 1):
        deal = played.at(step)
        text = "\n".join(screen.lines(played, step))
        hidden = {
            str(rules.pack.names[bit])
            for place, held in enumerate(deal.hands)
            if rules.seats[place] != seat
            for bit in rules.pack.order
            if bit & held
        }
        view = deal.view(seat)
        known = {str(card) for card in (*view.hand, *view.discards)}
        known |= {str(card) for trick in view.tricks for _, card in trick.cards} | {str(card) for _, card in view.trick}
        known |= {str(card) for gift in view.gifts for card in (*gift.cards, *gift.drawn)}
        known |= {str(view.drawn)}
        words = set(re.findall(r"\b(?:[2-9TJQKA][CDHS]|BJ|LJ)\b", text))
        assert not words & (hidden - known), (step, text)
        for place, other in enumerate(rules.seats):
            if other != seat:
                held = deal.hands[place].bit_count()
                line = next(line for line in text.splitlines() if line.startswith(f"  {other} "))
                assert line.endswith(f"{held} card{'s' * (held != 1)}") if held else True


def test_the_view_is_changed_inside() -> None:
    reader = open_reader()
    everybody = ask(reader, "go 2.4")
    one = ask(reader, "seat n")
    assert one.count(" cards") == 3
    assert ask(reader, "seat E") != one
    assert ask(reader, "all") == everybody
    assert ask(reader, "seat X") == "no seat 'X'; seats are N E S W"
    assert ask(reader, "seat") == "seat N or E or S or W, or all"


def test_a_hand_that_was_not_looked_at_is_not_shown_to_its_seat() -> None:
    rounds = golden_rounds("four-or-nil")
    number = next(i for i, played in enumerate(rounds) if any(act.phase == "blind" for act in played.acts))
    seat = rounds[number].acts[0].seat
    assert "not looked at yet" in ask(open_reader("four-or-nil", seat=seat), f"go {number + 1}")
    assert "not looked at yet" not in ask(open_reader("four-or-nil"), f"go {number + 1}")


def test_a_draft_shows_the_card_drawn_and_what_became_of_it() -> None:
    reader, played = open_reader("two-player"), golden_rounds("two-player")[0]
    step = next(i for i, act in enumerate(played.acts) if act.phase == "draft")
    drawn = played.start.pack[0]
    before = ask(reader, "go 1.draft")
    assert f"{played.acts[step].seat}" in before
    assert f" {drawn} <-" in before
    kept = str(played.acts[step].action) == "keep"
    after = ask(reader, "n")
    assert (f"keeps {drawn}; {played.start.pack[1]} goes" in after) == kept
    assert (f"declines {drawn} and takes {played.start.pack[1]}" in after) != kept


def test_exchanges_are_told_until_the_first_trick_is_over() -> None:
    name = "bid-3"
    number, gift = next((i, line["exchange"][0]) for i, line in enumerate(golden(name).rounds, 1) if "exchange" in line)
    cards = " ".join(gift["cards"].split()) or "0 cards"
    told = f"{gift['seat']} gave {cards} to {gift['to']}"
    shown = ask(open_reader(name), f"go {number}.1")
    found = next(line for line in shown.splitlines() if f"{gift['seat']} gave" in line)
    assert sorted(found.split()) == sorted(told.split())
    assert " gave " not in ask(open_reader(name), f"go {number}.2")


@pytest.mark.parametrize("width", [80, 60, 40])
@pytest.mark.parametrize("name", NAMES)
def test_screens_fit_the_width(name: str, width: int) -> None:
    played = golden_rounds(name)[-1]
    screen = Screen(load_rules(name), Style(signs=True, colour=True), width=width)
    for step in (0, 5, len(played.acts) // 2, len(played.acts)):
        for line in screen.lines(played, step):
            assert measure(line) <= width, line


@pytest.mark.parametrize("name", NAMES)
def test_without_signs_a_screen_is_ascii(name: str) -> None:
    played = golden_rounds(name)[0]
    for step in range(len(played.acts) + 1):
        assert "\n".join(Screen(load_rules(name), PLAIN).lines(played, step)).isascii()


def test_faults_and_a_forfeit_stand_at_the_end_of_their_round() -> None:
    rules = load_rules("standard")
    match = Match(rules, seed=3)
    deal = match.deal()
    start, dealt = describe_deal(deal), deal.copy()
    deal.forfeit("E")
    match.add(deal.result)
    played = PlayedRound(start, dealt)
    played.faults.append(Faulted(1, "E", "illegal", "QS", "follow suit", "forfeit"))
    played.scored = RoundScored(1, deal, deal.result, dict(match.scores))
    text = "\n".join(Screen(rules, PLAIN).lines(played, 0))
    assert "E: illegal answer QS (follow suit): forfeit" in text
    assert "Round 1 scored (forfeited by E)" in text


def test_an_unfinished_game_says_where_it_stops() -> None:
    shelf = Shelf("bicycle")
    whole = book("bicycle")
    played = golden_rounds("bicycle")[0]
    cut = PlayedRound(played.start, played.dealt, played.acts[:7])
    stopped = replace(whole, rounds=[cut], stop="unfinished: the record stops")
    shelf.read = lambda entry: stopped  # type: ignore[method-assign]
    reader = Reader(shelf, PLAIN, width=lambda: 0)
    reader.begin(shelf.entries)
    assert ask(reader, "go end").endswith("\nunfinished: the record stops")
    assert "unfinished" not in ask(reader, "b")


# --- other commands ------------------------------------------------------------------------------------------------


def test_scores_and_tricks_are_those_up_to_here() -> None:
    reader = open_reader()
    assert ask(reader, "score") == "no round is scored yet"
    assert ask(reader, "tricks") == "no trick is finished yet"
    assert len(ask(reader, "go 3", "score").splitlines()) == 3
    table = ask(reader, "go end", "score").splitlines()
    assert len(table) == 6
    scored = golden_rounds("bicycle")[-1].scored
    assert scored
    assert [int(cell) for cell in re.findall(r"= (-?\d+)", table[-1])] == list(scored.scores.values())
    assert ask(reader, "go 2.5", "tricks").count("->") == 4


def test_help_fits_the_terminal() -> None:
    for width in (80, 40):
        lines = ask(open_reader(width=width), "?").splitlines()
        assert lines
        assert max(map(len, lines)) <= width


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("foo", "'foo' is no command; ? lists them"),
        ("scor", "'scor' is no command; did you mean score?"),
        ("go", "'' is no place in a game"),
        ("go 9", "no round 9 in this game"),
        ("3.99", "round 3, trick 99 was not played"),
        ("n x", "'x' is no number of steps"),
        ("n -1", "'-1' is no number of steps"),
        ("n ²", "'²' is no number of steps"),
        ("r 2", "nothing may follow this command"),
        ("game 7", "no game 7"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_moves(command: str, message: str) -> None:
    reader = open_reader()
    here = ask(reader, "go 2.3")
    (line,) = reader.answer(command)
    assert message in line
    assert ask(reader, "all") == here


@pytest.mark.parametrize("command", ["quit", "q", "exit"])
def test_quit_is_the_end(command: str) -> None:
    reader = open_reader()
    assert reader.answer(command) == []
    assert reader.done


def test_a_game_may_begin_anywhere_and_for_one_seat() -> None:
    shelf = Shelf("bicycle")
    lines = Reader(shelf, PLAIN, seat="S", width=lambda: 0).begin(shelf.entries, Place(3, 2))
    assert lines[2].startswith("Round 3 - trick 2")
    assert sum(line.endswith("cards") for line in lines) == 3
    with pytest.raises(UsageError, match="no seat 'P1' in game 1-0; seats are N E S W, or all"):
        Reader(shelf, PLAIN, seat="P1", width=lambda: 0).begin(shelf.entries)


# --- several games -------------------------------------------------------------------------------------------------


def test_several_games_are_a_list_to_choose_from() -> None:
    shelf = Shelf("bicycle", "jokers", "two-player")
    reader = Reader(shelf, PLAIN, width=lambda: 0)
    lines = reader.begin(shelf.entries)
    assert lines[0] == "m.jsonl: 3 games"
    assert lines[2] == "   2  2-0   jokers   all basic   5 rounds, unfinished"
    assert reader.prompt == "game> "
    assert ask(reader, "2").startswith("game of jokers\n")
    assert reader.prompt == "replay> "
    assert ask(reader, "games").startswith("m.jsonl: 3 games")
    assert ask(reader, "3-0").startswith("game of two-player\n")
    assert ask(reader, "game 1").startswith("game of bicycle\n")
    assert "no game 9; Enter shows more games" in ask(reader, "games", "9")


def test_a_seat_that_a_game_does_not_have_may_be_given_up_in_the_list() -> None:
    shelf = Shelf("bicycle", "two-player")
    reader = Reader(shelf, PLAIN, seat="S", width=lambda: 0)
    reader.begin(shelf.entries)
    assert "no seat 'S' in game 2-0; seats are P1 P2, or all" in ask(reader, "2")
    assert ask(reader, "all").startswith("m.jsonl: 2 games")
    assert ask(reader, "2").startswith("game of two-player\n")


def test_a_long_list_is_turned_page_by_page() -> None:
    shelf = Shelf(*["bicycle"] * 40)
    reader = Reader(shelf, PLAIN, width=lambda: 0)
    assert reader.begin(shelf.entries)[-1] == "type a number to read a game; Enter shows more (25 left)"
    assert ask(reader, "").splitlines()[1].startswith("  16  16-0")
    assert ask(reader, "n").splitlines()[-1] == "type a number to read a game"
    assert ask(reader, "") == "these are the last games"
    assert ask(reader, "b").splitlines()[1].startswith("  16  16-0")
    assert ask(reader, "b", "b") == "these are the first games"
    assert ask(reader, "33").startswith("game of bicycle\n")


def test_a_game_without_a_round_is_refused_and_the_list_stays() -> None:
    shelf = Shelf("bicycle", "jokers")
    empty = replace(book("bicycle"), rounds=(), stop="unfinished: the record stops before round 1")
    shelf.read = lambda entry: empty  # type: ignore[method-assign]
    reader = Reader(shelf, PLAIN, width=lambda: 0)
    reader.begin(shelf.entries)
    (line,) = reader.answer("1")
    assert "game 1-0: no round to show; unfinished: the record stops before round 1" in line
    assert reader.prompt == "game> "


def test_seats_of_one_player_are_told_together() -> None:
    assert (
        describe_players({"N": "basic", "E": "random", "S": "human", "W": "random"}) == "N basic, E W random, S human"
    )
    assert describe_players({"P1": "basic", "P2": "basic"}) == "all basic"
