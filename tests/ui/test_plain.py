"""The match as a screen reader hears it: one sentence for each event, cards in words."""

from __future__ import annotations

import pytest

from spades_cli import NIL, Card, Give, Round, Rules
from spades_cli.engine.actions import Answer
from spades_cli.engine.events import Acted, Faulted, MatchEnded, advance, describe_deal
from spades_cli.ui.plain import PlainRenderer, PlainStyle
from spades_cli.ui.words import hand_words, name_words, spell_out
from tests.engine.builders import make_rules
from tests.ui.test_contracts import played


def plain(rules: Rules | None = None, *viewers: str, quiet: bool = False) -> PlainRenderer:
    return PlainRenderer(rules or Rules(), PlainStyle(), viewers or ["S"], quiet=quiet)


def test_every_event_is_one_sentence() -> None:
    renderer = plain()
    deal = played()
    events = [describe_deal(deal)]
    said = [*renderer.event(events[0])]
    for action in ("4", "nil", "1", "2", "3H", "AH", "TC", "KH"):
        said += [line for event in advance(deal, action) for line in renderer.event(event)]
    assert said == [
        "Round 1: North deals.",
        "East bids 4.",
        "You bid nil.",
        "West bids 1.",
        "North bids 2.",
        "East plays the three of hearts.",
        "You play the ace of hearts.",
        "West plays the ten of clubs.",
        "North plays the king of hearts.",
        "You take trick 1 with the ace of hearts.",
    ]


def test_quiet_leaves_only_rounds_and_ends() -> None:
    renderer = plain(quiet=True)
    assert list(renderer.event(Acted(1, "E", "play", Card("AH")))) == []
    ended = MatchEnded("NS", "target", {"NS": 512, "EW": -88}, 9)
    assert list(renderer.event(ended)) == [
        "North and South win after 9 rounds, target reached: North and South 512, East and West minus 88."
    ]


def test_a_draw_and_a_single_winner() -> None:
    draw = MatchEnded(None, "rounds", {"NS": 5, "EW": 5}, 1)
    assert next(iter(plain().event(draw))).startswith("The match is drawn after 1 round, last round played")
    solo = make_rules("solo")
    won = MatchEnded("N", "target", {"N": 500, "E": 1, "S": 2, "W": 3}, 4)
    assert next(iter(plain(solo).event(won))).startswith("North wins after 4 rounds")


@pytest.mark.parametrize(("seat", "said"), [("S", "You take back"), ("E", "East takes back")])
def test_a_decision_taken_back_is_told(seat: str, said: str) -> None:
    assert plain().taken_back(Acted(1, seat, "play", Card("7C"))) == f"{said} seven of clubs."
    assert plain().taken_back(Acted(1, seat, "bid", NIL)) == f"{said} nil."
    assert plain().taken_back(Acted(1, seat, "blind", Answer.LOOK)) == f"{said} the answer look."
    given = {"S": "two of clubs and queen of hearts", "E": "2 cards"}[seat]
    assert plain().taken_back(Acted(1, seat, "exchange", Give((Card("QH"), Card("2C"))))) == f"{said} {given}."


def test_a_fault_is_told() -> None:
    fault = Faulted(1, "E", "illegal", "AH", "you must follow clubs", "substitute")
    assert list(plain().event(fault)) == ["East gave an illegal answer AH, you must follow clubs: substitute."]


def test_a_decision_is_asked_with_what_is_legal_and_then_the_hand() -> None:
    deal = played("1", "nil", "1", "2", "3H")
    assert list(plain().block(deal.view("S"))) == [
        "You play to trick 1, hearts led: hearts ace, jack are legal.",
        "Your hand: spades queen; hearts ace, jack; clubs nine.",
    ]


@pytest.mark.parametrize(
    ("actions", "seat", "asked"),
    [
        ((), "E", "Your bid in round 1: nil or 1 to 4."),
        (("1", "1", "1", "1"), "E", "You lead to trick 1, spades are not broken: any card is legal."),
        (
            ("1", "1", "1", "1", "5C"),
            "S",
            "You play to trick 1, clubs led: only the nine of clubs is legal, Enter plays it.",
        ),
    ],
)
def test_what_is_asked_depends_on_the_moment(actions: tuple[str, ...], seat: str, asked: str) -> None:
    assert next(plain(None, seat).block(played(*actions).view(seat))) == asked


def drafted(*actions: str) -> tuple[Round, list[str]]:
    """A draft as P1 hears it."""
    rules = make_rules("two-player")
    deal, renderer = Round(rules, seed=1, dealer="P2"), plain(rules, "P1")
    said = [*renderer.event(describe_deal(deal))]
    for action in actions:
        if deal.turn == "P1":
            said += renderer.block(deal.view("P1"))
        said += [line for event in advance(deal, action) for line in renderer.event(event)]
    return deal, said


def test_a_draft_is_heard_card_by_card() -> None:
    deal, said = drafted("look", "keep", "look", "decline", "decline", "keep")
    first, taken = deal.pack[0], deal.pack[5]
    names = deal.rules.pack.names
    words = PlainStyle().card
    assert said[0] == "Round 1: You draw first."
    assert said[1].startswith("Round 1: no card is drawn yet; look to begin, or bid blind nil.")
    assert said[2] == "You begin to draw."
    assert said[3] == (
        f"Draft, turn 1: you draw the {words(names[first])}; keep it, or decline it for the next card unseen."
    )
    assert f"You keep the {words(names[first])}." in said
    assert "Player 2 begins to draw." in said
    assert "Player 2 declines." in said
    declined = words(names[deal.pack[4]])
    assert f"You decline the {declined}, take the {words(names[taken])}." in said


def test_cards_given_and_received_are_told_to_those_concerned() -> None:
    deal = Round(Rules(), seed=3, dealer="W", scores={"NS": 0, "EW": 300})
    for action in ("bn", "look", "4", "3", "2"):
        deal.apply(action)
    north, south, east = plain(None, "N"), plain(None, "S"), plain(None, "E")
    assert deal.turn == "N"
    assert next(north.block(deal.view("N"))) == "Give 2 cards to South."
    one, two = deal.view("N").hand[:2]
    event = advance(deal, f"give {one} {two}")[0]
    cards = PlainStyle().cards(sorted((one, two)))
    assert list(north.event(event)) == [f"You give {cards}."]
    assert list(east.event(event)) == ["North gives 2 cards."]
    assert f"North gave {cards} to South." in next(south.block(deal.view("S")))


def test_scores_tricks_and_bids_have_no_columns() -> None:
    deal = played("1", "nil", "1", "2", "3H", "AH", "TC", "KH")
    view, renderer = deal.view("S"), plain()
    assert renderer.standing(view) == "North and South 0, 0 bags; East and West 0, 0 bags; the match goes to 500."
    assert renderer.finished_trick(view.tricks[0]) == (
        "East three of hearts, South ace of hearts, West ten of clubs, North king of hearts, taken by South"
    )
    assert renderer.bids(view) == [
        "North bid 2, took 0; East bid 1, took 0; South bid nil, took 1; West bid 1, took 0."
    ]
    assert renderer.needs(view) == ["North and South need 2 of 2, South lost nil (1); East and West need 2 of 2."]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("N", "North"),
        ("EW", "East and West"),
        ("P3", "Player 3"),
        ("P1P4", "Players 1 and 4"),
        ("P1P3P5", "Players 1, 3 and 5"),
    ],
)
def test_seats_and_sides_have_names(name: str, words: str) -> None:
    assert name_words(name) == words


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("you do not hold QH", "you do not hold queen of hearts"),
        ("it is S's turn, not W's", "it is South's turn, not West's"),
        ("P2P4P6 are set", "Players 2, 4 and 6 are set"),
        ("the BJ and the 2C", "the big joker and the two of clubs"),
        ("A card, Sorry, NO", "A card, Sorry, NO"),
    ],
)
def test_codes_are_spelt_out_and_words_are_not(text: str, spelt: str) -> None:
    assert spell_out(text) == spelt


def test_hands_are_read_suit_by_suit_with_jokers_and_promoted_cards_by_name() -> None:
    rules = make_rules("jjdd")
    hand = [Card(text) for text in ("2D", "AS", "BJ", "3D", "2S")]
    assert hand_words(hand, rules.pack, "SHDC") == ("spades big joker, two of diamonds, two, ace; diamonds three")
    assert hand_words([], rules.pack, "SHDC") == "no cards"
