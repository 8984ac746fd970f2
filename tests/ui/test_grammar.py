"""What typed lines mean, and how refusals read."""

from __future__ import annotations

import pytest

from spades_cli import BLIND_NIL, NIL, Answer, Bid, Card, Give, Round, Rules, View
from spades_cli.errors import ActionError, AmbiguousAction, IllegalAction, InvalidAction
from spades_cli.ui.commands import Command, CommandMisuse, find_command
from spades_cli.ui.grammar import parse_line
from spades_cli.ui.refusals import list_actions, refusal, script_refusal
from spades_cli.variants.explain_words import join
from tests.engine.builders import make_rules

TWO_PLAYER = make_rules("two-player")

HANDS = {
    "N": "KH 2C 3C 4C",
    "E": "3H 5C 6C 7C",
    "S": "QS AH JH 9C",
    "W": "TC JC QC KC",
}


def hearts_led() -> Round:
    """East has led the three of hearts; South, next to play, holds two hearts."""
    deal = Round.from_hands(Rules(), HANDS, dealer="N")
    for action in ("1", "1", "1", "1", "3H"):
        deal.apply(action)
    return deal


def following() -> View:
    return hearts_led().view("S")


def bidding() -> View:
    return bidding_at("N")


def bidding_at(seat: str) -> View:
    """A view of the first bidder, who sits at ``seat``."""
    dealer = Rules().seats[Rules().seats.index(seat) - 1]
    return Round(Rules(), seed=1, dealer=dealer).view(seat)


@pytest.mark.parametrize(
    "text", ["AH", "ah", "ha", "a♥", "♥a", "ace of hearts", "a of h", "a", " A h ", "S AH", "s: ah"]
)
def test_a_card_may_be_typed_in_many_ways(text: str) -> None:
    assert parse_line(text, following()) == Card("AH")


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("4", Bid(4)),
        ("nil", NIL),
        ("NIL", NIL),
        ("blind nil", BLIND_NIL),
        ("bn", BLIND_NIL),
        ("N 4", Bid(4)),
        ("13", Bid(13)),
    ],
)
def test_a_bid_may_be_typed_with_or_without_its_seat(text: str, bid: Bid) -> None:
    assert parse_line(text, bidding()) == bid


def test_an_empty_line_plays_the_only_legal_card_and_nothing_else() -> None:
    deal = Round.from_hands(Rules(), HANDS | {"S": "QS AH TS 9C"}, dealer="N")
    for action in ("1", "1", "1", "1", "3H"):
        deal.apply(action)
    assert parse_line("", deal.view("S")) == "AH"
    assert parse_line("  ", following()) is None


def test_a_suit_that_fits_two_cards_asks_which() -> None:
    with pytest.raises(AmbiguousAction) as refused:
        parse_line("h", following())
    assert refusal(refused.value) == "Which heart: AH or JH?"


def test_a_rank_that_fits_no_legal_card_says_so() -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_line("q", following())
    assert refusal(refused.value) == "No queen is legal: AH or JH."


def test_another_seats_line_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_line("W AH", following())
    assert "it is S's turn, not W's" in script_refusal(refused.value, "W AH")


@pytest.mark.parametrize("text", ["xx", "AS\x00", "11h", "1h", "♠♠", "QH QS", "-1", "1.5"])
def test_what_is_neither_card_nor_command_is_invalid_and_shown(text: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        parse_line(text, following())
    assert refusal(refused.value).startswith(repr(text))
    assert refusal(refused.value).endswith("? for help.")


def test_the_three_refusals_differ() -> None:
    deal = hearts_led()
    texts = set()
    for line in ("xx", "2D", "QS"):
        with pytest.raises(ActionError) as refused:
            deal.apply(str(parse_line(line, deal.view("S"))))
        texts.add(refusal(refused.value))
    assert texts == {
        "'xx' is not a card or a command. Cards look like QH or \"queen of hearts\"; ? for help.",
        "You do not hold 2D: AH or JH.",
        "You must follow hearts: AH or JH.",
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("?", "help"),
        ("help", "help"),
        ("score", "score"),
        ("sc", "score"),
        ("la", "last"),
        ("qui", "quit"),
        ("rules", "rules"),
        ("hint", "hint"),
        ("HI", "hint"),
    ],
)
def test_commands_are_words_and_their_beginnings(text: str, name: str) -> None:
    assert parse_line(text, following()) == Command(name)


@pytest.mark.parametrize(
    ("text", "command"), [("hint 3", Command("hint", 3)), ("S hi 12", Command("hint", 12)), ("=2", Command("take", 2))]
)
def test_a_hint_may_have_a_number_and_be_taken(text: str, command: Command) -> None:
    assert parse_line(text, following()) == parse_line(text, bidding_at("S")) == command


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *(
            (f"hint {rest}", "hint takes a number from 1 to 99, as in hint 2")
            for rest in ("x", "0", "100", "1 2", "two")
        ),
        ("S hint x", "hint takes a number from 1 to 99, as in hint 2"),
        ("rules foo", "rules takes nothing, or all, as in rules all"),
        ("score 3", "score stands alone, with nothing after it"),
        ("undo everything at once", "undo stands alone, with nothing after it"),
        ("hand over", "hand stands alone, with nothing after it"),
        *((text, "= takes the number of a hint, as in =1") for text in ("=", "=x", "=100")),
    ],
)
def test_a_command_with_something_wrong_after_it_tells_what_it_takes(text: str, told: str) -> None:
    for view in (following(), bidding_at("S")):
        with pytest.raises(CommandMisuse) as refused:
            parse_line(text, view)
        assert refusal(refused.value) == f"{told}."
        assert script_refusal(refused.value, text) == told


@pytest.mark.parametrize(("letter", "names"), [("r", "rules or resign"), ("h", "help or hint"), ("s", "score or save")])
def test_a_letter_that_begins_several_commands_asks_which(letter: str, names: str) -> None:
    with pytest.raises(AmbiguousAction) as refused:
        parse_line(letter, bidding_at("S"))
    assert refusal(refused.value) == f"Which command: {names}?"
    assert script_refusal(refused.value, letter) == f"{letter}: which command: {names}?"


def test_a_letter_that_begins_one_command_is_told_it() -> None:
    with pytest.raises(InvalidAction) as refused:
        parse_line("u", bidding_at("S"))
    assert refusal(refused.value) == "'u' is not a bid or a command; did you mean 'undo'?"


def test_a_bid_that_no_hand_can_make_lists_the_others_once() -> None:
    game = Round(Rules(), seed=1, dealer="W")
    with pytest.raises(IllegalAction) as refused:
        game.apply("14")
    for text in (refusal(refused.value), script_refusal(refused.value, "14")):
        assert "cannot be bid under these rules" in text
        assert text.count("13") == 1


def test_single_letters_are_never_commands() -> None:
    assert find_command("s") is None
    assert find_command("q") is None


@pytest.mark.parametrize(
    ("text", "answer"), [("keep", Answer.KEEP), ("k", Answer.KEEP), ("no", Answer.DECLINE), ("D", Answer.DECLINE)]
)
def test_the_draft_takes_keep_and_decline(text: str, answer: Answer) -> None:
    deal = Round(TWO_PLAYER, seed=1, dealer="P2")
    deal.apply("look")
    assert parse_line(text, deal.view("P1")) == answer


@pytest.mark.parametrize(
    ("text", "action"), [("look", Answer.LOOK), ("no", Answer.LOOK), ("bn", BLIND_NIL), ("blind nil", BLIND_NIL)]
)
def test_blind_choices_are_look_or_a_blind_bid(text: str, action: object) -> None:
    assert parse_line(text, Round(TWO_PLAYER, seed=1, dealer="P2").view("P1")) == action


def test_an_exchange_takes_cards_in_any_order_with_or_without_the_word() -> None:
    deal = Round(TWO_PLAYER, seed=1, dealer="P2")
    deal.apply("bn")
    deal.apply("keep")
    deal.apply("look")
    while deal.phase == "draft":
        deal.apply("keep")
    view = deal.view("P1")
    one, two = view.hand[0], view.hand[5]
    assert parse_line(f"{two} {one}", view) == parse_line(f"give {one}, {two}", view) == Give((one, two))
    assert parse_line("none", view) == Give(())


def test_legal_bids_are_listed_as_runs() -> None:
    assert list_actions([NIL, *map(Bid, range(1, 14))]) == ["nil", "1 to 13"]
    assert list_actions([NIL, Bid(4)]) == ["nil", "4"]
    assert join(["nil", "1 to 13"], "or") == "nil or 1 to 13"
    assert join(["a", "b", "c"], "or") == "a, b or c"
    assert join([], "or") == ""


def test_a_refused_bid_says_what_is_legal() -> None:
    deal = Round(Rules(), seed=1, dealer="W")
    with pytest.raises(IllegalAction) as refused:
        deal.apply("14")
    assert "nil or 1 to 13" in refusal(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "QH", "qh", "hq", "HQ", "q h", "h q", "q♥", "♥q", "Q♡", "q\ufe0e♥", "queen of hearts", "Queen of Hearts",
        "queen hearts", "q of hearts", "the queen of hearts", "queen of hearts.", "play qh", "play the queen of hearts",
        "I play qh", "lead QH", "S qh", "S: qh", "queen h",
    ],
)  # fmt: skip
def test_sloppy_forms_of_a_card(text: str) -> None:
    view = Round.from_hands(Rules(), HANDS | {"S": "QH AH JH 9C"}, dealer="N")
    for action in ("1", "1", "1", "1", "3H"):
        view.apply(action)
    assert parse_line(text, view.view("S")) == Card("QH")


@pytest.mark.parametrize("text", ["10d", "TD", "td", "dt", "d10", "10 d", "10♦", "ten of diamonds", "10 of diamonds"])
def test_a_ten_has_two_names(text: str) -> None:
    assert parse_line(text, following()) == Card("TD")


def with_jokers(spades: str = "BJ LJ 2S 3S") -> View:
    """North leads with jokers in hand."""
    rules = make_rules("jokers")
    hands = {"N": spades, "E": "3H 4H 5H 6H", "S": "3D 4D 5D 6D", "W": "3C 4C 5C 6C"}
    deal = Round.from_hands(rules, hands, dealer="W")
    for _ in range(4):
        deal.apply("1")
    return deal.view("N")


@pytest.mark.parametrize(
    "text", ["BJ", "bj", "big joker", "Big  Joker", "high joker", "the big joker", "big", "bigjoker", "joker big"]
)
def test_the_big_joker_has_many_names(text: str) -> None:
    assert parse_line(text, with_jokers()) == Card("BJ")


@pytest.mark.parametrize(
    "text", ["LJ", "lj", "little joker", "low joker", "small joker", "little", "small", "play the little joker"]
)
def test_the_little_joker_has_many_names(text: str) -> None:
    assert parse_line(text, with_jokers()) == Card("LJ")


def test_a_joker_by_itself_is_the_only_one_or_a_question() -> None:
    assert parse_line("joker", with_jokers("LJ 4S 2S 3S")) == Card("LJ")
    with pytest.raises(AmbiguousAction) as refused:
        parse_line("joker", with_jokers())
    assert refusal(refused.value) == "Which joker: BJ or LJ?"
    with pytest.raises(IllegalAction) as none:
        parse_line("joker", following())
    assert refusal(none.value) == "No joker is legal: AH or JH."


def test_a_bare_suit_counts_jokers_as_spades_and_a_bare_rank_no_joker() -> None:
    with pytest.raises(AmbiguousAction) as refused:
        parse_line("s", with_jokers())
    assert refusal(refused.value) == "Which spade: BJ, LJ, 3S or 2S?"
    assert parse_line("3", with_jokers()) == Card("3S")


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("bid 4", Bid(4)), ("I bid 4", Bid(4)), ("four", Bid(4)), ("4 tricks", Bid(4)), ("bid four tricks", Bid(4)),
        ("0", Bid(0)), ("zero", Bid(0)), ("thirteen", Bid(13)), ("bid nil", NIL), ("b6", Bid(6, blind=True)),
        ("blind six", Bid(6, blind=True)), ("blind double nil", BLIND_NIL), ("double nil", BLIND_NIL),
    ],
)  # fmt: skip
def test_sloppy_forms_of_a_bid(text: str, bid: Bid) -> None:
    assert parse_line(text, bidding()) == bid


@pytest.mark.parametrize("text", ["keep it", "KEEP", "k", "yes"])
def test_sloppy_forms_of_an_answer(text: str) -> None:
    deal = Round(TWO_PLAYER, seed=1, dealer="P2")
    deal.apply("look")
    assert parse_line(text, deal.view("P1")) == Answer.KEEP


def giving() -> View:
    """A player of the draft who may throw away up to three cards."""
    deal = Round(TWO_PLAYER, seed=1, dealer="P2")
    for action in ("bn", "keep", "look"):
        deal.apply(action)
    while deal.phase == "draft":
        deal.apply("keep")
    return deal.view("P1")


@pytest.mark.parametrize(
    "text",
    [
        "2C 3D", "give 2C 3D", "give 2c, 3d", "2c and 3d", "two of clubs and three of diamonds", "pass 2c 3d",
        "give two of clubs, 3d", "the two of clubs and the three of diamonds", "2 of clubs 3 of diamonds", "3d,2c",
    ],
)  # fmt: skip
def test_cards_given_may_be_named_in_words(text: str) -> None:
    assert parse_line(text, giving()) == Give((Card("2C"), Card("3D")))


def test_jokers_may_be_given_by_name() -> None:
    assert parse_line("big joker and little joker", giving()) == Give((Card("BJ"), Card("LJ")))


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("why QH", Command("why", text="QH")),
        ("why queen of hearts", Command("why", text="queen of hearts")),
        ("wh", Command("why")),
        ("save", Command("save")),
        ("save My File.jsonl", Command("save", text="My File.jsonl")),
        ("rules all", Command("rules", text="all")),
        ("un", Command("undo")),
        ("res", Command("resign")),
    ],
)
def test_some_commands_take_words(text: str, command: Command) -> None:
    assert parse_line(text, following()) == parse_line(text, bidding()) == command


@pytest.mark.parametrize("word", ["h", "q", "s", "t", "l", "b", "r", "w", "u"])
def test_no_single_letter_is_a_command(word: str) -> None:
    for view in (following(), bidding(), giving()):
        try:
            assert not isinstance(parse_line(word, view), Command)
        except ActionError:
            continue


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("hnit", "hint"),
        ("scroe", "score"),
        ("quti", "quit"),
        ("quen of hearts", "queen of hearts"),
        ("ace of heats", "ace of hearts"),
        ("udno", "undo"),
        ("hitn 2", "hint 2"),
        ("resing", "resign"),
    ],
)
def test_near_misses_are_guessed(text: str, near: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        parse_line(text, following())
    assert refusal(refused.value) == f"{text!r} is not a card or a command; did you mean '{near}'?"


@pytest.mark.parametrize("text", ["xyzzy", "open door", "x" * 1000, "!?"])
def test_what_is_near_to_nothing_gets_the_usual_help(text: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        parse_line(text, following())
    assert refusal(refused.value).endswith("? for help.")


def test_a_long_line_is_not_said_again_in_full() -> None:
    with pytest.raises(InvalidAction) as refused:
        parse_line("x" * 5000, following())
    assert str(refused.value) == f"'{'x' * 60}...' is not a card"
