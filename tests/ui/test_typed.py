"""What a person types at the prompt, and what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spades_cli import Card, Choice, Round, Rules
from spades_cli.engine.events import RoundScored
from spades_cli.errors import IllegalAction, InvalidAction, SpadesError
from spades_cli.ui.commands import COMMANDS
from spades_cli.ui.editing import Editing
from spades_cli.ui.lines import ScriptLine
from spades_cli.ui.plain import PlainRenderer, PlainStyle
from spades_cli.ui.render import Renderer
from spades_cli.ui.sheet import Sheet
from spades_cli.ui.style import Style
from spades_cli.ui.typed import Prompt, Quit, Resign, Script, TypedPlayer, Undo
from tests.engine.builders import make_rules
from tests.ui.persons import Desk
from tests.ui.test_grammar import bidding, following, hearts_led

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli import View


class Typist:
    """Types lines; ``confirms`` is the answer to a question."""

    def __init__(self, *lines: str, confirms: bool = True) -> None:
        self._lines, self._confirms = iter(lines), confirms
        self.refusals: list[str] = []
        self.questions: list[str] = []

    def read(self, view: View) -> str:
        return next(self._lines)

    def refuse(self, view: View, error: Exception) -> None:
        self.refusals.append(str(error))

    def confirm(self, question: str) -> bool:
        self.questions.append(question)
        return self._confirms


class Seat:
    """A typed player with everything around it; ``said`` is what it was told."""

    def __init__(self, *lines: str, desk: Desk | None = None, confirms: bool = True, plain: bool = False) -> None:
        self.said: list[str] = []
        renderer = PlainRenderer(Rules(), PlainStyle(), ["S"]) if plain else Renderer(Rules(), Style(), ["S"])
        self.typist, self.desk = Typist(*lines, confirms=confirms), desk or Desk()
        self.player = TypedPlayer(self.typist, renderer, self.said.append, self.desk)

    def decide(self, view: View | None = None) -> object:
        return self.player.decide(view or following())


def test_the_first_action_decides_and_what_is_none_is_refused_first() -> None:
    seat = Seat("xx", "", "ah")
    assert seat.decide() == Card("AH")
    assert seat.typist.refusals == ["'xx' is not a card"]


def test_undo_goes_back_if_the_desk_lets_it() -> None:
    with pytest.raises(Undo):
        Seat("undo").decide()
    seat = Seat("undo", "ah", desk=Desk(refuses_undo="nothing of yours can be taken back yet"))
    assert (seat.decide(), seat.said) == (Card("AH"), ["nothing of yours can be taken back yet"])


def test_resigning_asks_first_and_names_the_seat() -> None:
    with pytest.raises(Resign) as resigned:
        Seat("resign").decide()
    assert resigned.value.seat == "S"
    seat = Seat("resign", "ah", confirms=False)
    assert (seat.decide(), seat.typist.questions, seat.said) == (Card("AH"), ["resign?"], [])


@pytest.mark.parametrize(("line", "name"), [("save", ""), ("save my match.jsonl", "my match.jsonl"), ("SAVE X", "X")])
def test_save_names_the_file_as_it_was_typed(line: str, name: str) -> None:
    seat = Seat(line, "ah")
    seat.decide()
    assert (seat.desk.saved, seat.said) == ([name], [f"the match is in {name or 'its place'}"])


def test_what_cannot_be_saved_or_advised_costs_nothing_else() -> None:
    class Broken(Desk):
        def save(self, name: str) -> str:
            raise SpadesError("x: no such folder")

        def advise(self, view: View) -> list[Choice]:
            raise SpadesError("no advisor")

    seat = Seat("save x", "hint", "=1", "ah", desk=Broken())
    assert (seat.decide(), seat.said) == (
        Card("AH"),
        ["not saved: x: no such folder", "no hint: no advisor", "no hint: no advisor"],
    )


CHOICES = [Choice(Card("JH"), 4.0, 0.5, "ducks"), Choice(Card("AH"), 1.5, reason="wins"), Choice(Card("JH"))]


def test_hints_are_ranked_with_what_each_is_worth_less_than_the_best() -> None:
    seat = Seat("hint", "hint 1", "=2", desk=Desk(CHOICES))
    assert seat.decide() == Card("AH")
    assert seat.said == [
        "1. JH    +4.0 +- 0.5          ducks",
        "2. AH    +1.5         (-2.5)  wins",
        "3. JH",
        "1. JH    +4.0 +- 0.5  ducks",
    ]


def test_hints_are_read_out_in_words() -> None:
    seat = Seat("hint 2", "=3", desk=Desk(CHOICES), plain=True)
    assert seat.decide() == Card("JH")
    assert seat.said == [
        "1: jack of hearts, worth 4.0 points give or take 0.5, ducks.",
        "2: ace of hearts, worth 1.5 points, 2.5 less, wins.",
    ]


def test_a_hint_that_does_not_exist_is_told() -> None:
    seat = Seat("=9", "ah", desk=Desk(CHOICES))
    seat.decide()
    assert seat.said == ["there is no hint 9: the last one is 3"]


def test_an_advisor_is_asked_once_for_a_decision() -> None:
    class Counting(Desk):
        asked = 0

        def advise(self, view: View) -> list[Choice]:
            self.asked += 1
            return CHOICES

    desk = Counting()
    Seat("hint", "hint 1", "=1", desk=desk).decide()
    assert desk.asked == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("why qs", "You must follow hearts: AH or JH."),
        ("why ah", "AH is legal."),
        ("why 2d", "You do not hold 2D: AH or JH."),
        ("why q", "No queen is legal: AH or JH."),
        ("why", "Legal now: AH or JH."),
        ("why xx", "'xx' is not a card or a command. Cards look like QH or \"queen of hearts\"; ? for help."),
        ("why hint", "why takes one card or bid, as in why QH, or why nil."),
        ("why qs now", "why takes one card or bid, as in why QH, or why nil."),
        ("why hint x", "hint takes a number from 1 to 99, as in hint 2."),
        ("why nil", "Cards are played now: AH or JH."),
    ],
)
def test_why_tells_why_a_card_is_not_legal(line: str, told: str) -> None:
    seat = Seat(line, "ah")
    seat.decide()
    assert seat.said == [told]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("why 0", "nil is legal."),
        ("why nil", "nil is legal."),
        ("why 13", "a bid of 13 is legal."),
        ("why 14", "14 cannot be bid under these rules: nil or 1 to 13."),
        ("why bn", "You have looked at your cards: nil or 1 to 13."),
        ("why qh", "Bids are made now: nil or 1 to 13."),
    ],
)
def test_why_tells_it_of_bids_too(line: str, told: str) -> None:
    seat = Seat(line, "4")
    seat.decide(bidding())
    assert seat.said[0].startswith(told)


def test_commands_between_decisions_answer_from_the_view() -> None:
    seat = Seat("bids", "score", "last", "tricks", "S bids", "ah")
    seat.decide()
    assert seat.said == [
        "N 1 took 0   E 1 took 0   S 1 took 0   W 1 took 0",
        "NS need 2 of 2   EW need 2 of 2",
        "NS 0 (0 bags)   EW 0 (0 bags)   to 500",
        "  every 10 bags cost 100 points",
        "no trick is finished yet",
        " 1  E 3H",
        "N 1 took 0   E 1 took 0   S 1 took 0   W 1 took 0",
        "NS need 2 of 2   EW need 2 of 2",
    ]


def test_the_table_is_shown_again_when_it_has_scrolled_away() -> None:
    seat = Seat("table", "hand", "ah")
    seat.decide()
    block = list(Renderer(Rules(), Style(), ["S"]).block(following()))
    assert seat.said == block + block


@pytest.mark.parametrize("plain", [False, True])
def test_help_names_every_command_on_one_screen(plain: bool) -> None:
    for view in (following(), bidding()):
        seat = Seat("?", "ah" if view.phase == "play" else "4", plain=plain)
        seat.decide(view)
        for name in COMMANDS:
            assert any(line.strip().startswith(name) for line in seat.said)
        assert len(seat.said) < 20
        assert any("brackets" in line for line in seat.said) == (not plain and view.phase == "play")


def test_rules_are_told_where_they_differ_or_all_of_them() -> None:
    seat = Seat("rules", "rules all", "4")
    seat.decide(Round(make_rules("whiz"), seed=1, dealer="E").view("S"))
    few, every = "\n".join(seat.said).split("rules all tells every rule of this match.\n")
    assert "exactly the number of spades you hold" in few
    assert "follow suit" not in few
    assert "follow suit" in every
    assert set(few.splitlines()) <= set(every.splitlines())


def test_the_standard_rules_differ_nowhere() -> None:
    seat = Seat("rules", "ah")
    seat.decide()
    assert seat.said == [
        "standard: Standard partnership Spades",
        "  the standard rules",
        "rules all tells every rule of this match.",
    ]


def test_the_score_tells_what_else_ends_the_match() -> None:
    rules = make_rules("standard", **{"match.max_sets": 2, "match.lose_at": -200, "match.max_rounds": 9})
    seat = Seat("score", "4")
    seat.decide(Round(rules, seed=1, dealer="E").view("S"))
    assert seat.said == [
        "NS 0 (0 bags)   EW 0 (0 bags)   to 500",
        "  every 10 bags cost 100 points",
        "  2 sets lose the match: NS 0, EW 0 so far",
        "  -200 loses the match",
        "  round 1 of 9",
    ]


def test_sets_are_counted_where_every_round_is_known() -> None:
    sheet = Sheet(Rules())
    assert sheet.count_sets(2) == {}
    deal = Round(Rules(), seed=1)
    while deal.turn:
        deal.apply(deal.legal()[-1])
    for _ in range(2):  # told twice, as after an undo
        sheet.note(RoundScored(1, deal, deal.result, {}))
    assert sheet.count_sets(2) == {side: int(side in deal.result.sets) for side in ("NS", "EW")}
    assert sum(sheet.count_sets(2).values()) > 0
    assert sheet.count_sets(3) == {}


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """What ``input`` returns in turn (then the end), and the questions that it was asked."""
    asked: list[str] = []
    waiting: Iterator[str] = iter(lines)

    def answer(question: str) -> str:
        asked.append(question)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return asked


def test_the_prompt_names_the_phase_and_the_end_of_input_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, said = typing(monkeypatch, "3"), list[str]()
    prompt = Prompt(said.append)
    assert prompt.read(bidding()) == "3"
    with pytest.raises(Quit):
        prompt.read(following())
    assert (asked, said) == (["bid> ", "play> "], [""])


def test_a_silent_prompt_asks_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = typing(monkeypatch, "3")
    Prompt(print, silent=True).read(bidding())
    assert asked == [""]


def test_the_first_refusal_teaches_and_the_others_are_short() -> None:
    said: list[str] = []
    prompt = Prompt(said.append)
    for line in ("QS", "2D"):
        deal = hearts_led()
        with pytest.raises(IllegalAction) as refused:
            deal.apply(line)
        prompt.refuse(deal.view("S"), refused.value)
    assert said == ["You must follow hearts: AH or JH. ? for help.", "You do not hold 2D: AH or JH."]


def test_no_lesson_is_said_twice_in_a_line() -> None:
    said: list[str] = []
    Prompt(said.append).refuse(following(), InvalidAction("'xx' is not a card", hint="cards look like QH"))
    Prompt(said.append).refuse(following(), InvalidAction("'hnit' is not a card", hint="did you mean 'hint'?"))
    assert said == [
        "'xx' is not a card or a command. Cards look like QH; ? for help.",
        "'hnit' is not a card or a command; did you mean 'hint'?",
    ]


@pytest.mark.parametrize(
    ("answer", "meant"), [(["yes"], True), (["Y"], True), (["no"], False), (["x"], False), ([], False)]
)
def test_only_yes_confirms(monkeypatch: pytest.MonkeyPatch, answer: list[str], meant: bool) -> None:
    asked = typing(monkeypatch, *answer)
    assert Prompt(list[str]().append).confirm("resign?") is meant
    assert asked == ["resign? yes or no> "]


def test_a_silent_prompt_asks_its_question_beside_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, said = typing(monkeypatch, "yes"), list[str]()
    assert Prompt(said.append, silent=True).confirm("resign?")
    assert (asked, said) == ([""], ["resign? yes or no"])


def test_completion_offers_what_may_be_typed_only_while_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    editing, offered = Editing(None, None), list[str | None]()

    def answer(question: str) -> str:
        offered.append(editing.complete("ac", 0))
        return "ah"

    monkeypatch.setattr("builtins.input", answer)
    Prompt(print, editing=editing).read(following())
    assert offered == ["ace of hearts"]
    assert editing.complete("ac", 0) is None
    assert editing.complete("", 0) is None


def test_scripts_answer_undo_and_resign_without_questions() -> None:
    def play(text: str) -> object:
        script = Script(iter([ScriptLine(1, text)]), "x")
        return TypedPlayer(script, Renderer(Rules(), Style(), ["S"]), print, Desk()).decide(following())

    with pytest.raises(Undo):
        play("undo")
    with pytest.raises(Resign):
        play("resign")
    with pytest.raises(SpadesError, match=r"x:1: 'xx' is not a card"):
        play("xx")


def test_why_answers_a_listener_in_words() -> None:
    seat = Seat("why ah", "why qs", "why", "ah", plain=True)
    seat.decide()
    assert seat.said == [
        "ace of hearts is legal.",
        "You must follow hearts: hearts ace, jack.",
        "Legal now: ace of hearts or jack of hearts.",
    ]


def test_refusals_are_read_out_in_words() -> None:
    seat = Seat("2d", plain=True)
    with pytest.raises(IllegalAction) as refused:
        hearts_led().apply("2D")
    seat.player.refused(following(), refused.value)
    assert seat.typist.refusals == ["2D: you do not hold two of diamonds"]


def test_a_whole_round_of_forced_cards_is_played_by_pressing_enter() -> None:
    deal = Round.from_hands(Rules(), {"N": "2C", "E": "3C", "S": "4C", "W": "5C"}, dealer="W")
    player = TypedPlayer(Typist(*["1"] * 4, *[""] * 4), Renderer(Rules(), Style(), "NESW"), print, Desk())
    while deal.turn:
        deal.apply(player.decide(deal.view(deal.turn)))
    assert deal.result.taken["W"] == 1
