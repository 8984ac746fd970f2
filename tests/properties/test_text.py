"""Reading is forgiving, writing has one form, and reading what was written gives the same value."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spades_cli import (
    Action,
    Answer,
    Bid,
    Card,
    Give,
    InvalidAction,
    format_action,
    format_cards,
    parse_action,
    parse_card,
    parse_cards,
)
from spades_cli.engine.cards import JOKERS, RANKS, SUIT_NAMES, SUITS
from tests.properties.tables import PLAIN_CARDS

fast = settings(derandomize=True, deadline=None)

cards = st.sampled_from([Card(text) for text in (*PLAIN_CARDS, *JOKERS)])
numbers = st.builds(Bid, st.integers(0, 104), nil=st.just(False), blind=st.booleans())
nils = st.builds(Bid, st.just(0), nil=st.just(True), blind=st.booleans())
gives = st.lists(cards, max_size=5).map(lambda chosen: Give(tuple(chosen)))
actions: st.SearchStrategy[Action] = st.one_of(cards, numbers, nils, st.sampled_from(Answer), gives)

RANK_WORDS = dict(
    zip(
        RANKS,
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)
SIGNS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}
VARIATION = "\N{VARIATION SELECTOR-16}"


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, str]:
    """A card and one of the ways people write it."""
    rank, suit = draw(st.sampled_from(RANKS)), draw(st.sampled_from(SUITS))
    short_ranks = [rank, *(["10"] if rank == "T" else [])]
    long_ranks = [RANK_WORDS[rank], *(["deuce"] if rank == "2" else [])]
    short_suits = [suit, *SIGNS[suit], *(sign + VARIATION for sign in SIGNS[suit])]
    long_suits = [SUIT_NAMES[suit], SUIT_NAMES[suit][:-1]]
    if draw(st.booleans()):
        parts, joined = [draw(st.sampled_from(short_ranks)), draw(st.sampled_from(short_suits))], ["", " "]
    else:
        parts = [draw(st.sampled_from(short_ranks + long_ranks)), draw(st.sampled_from(short_suits + long_suits))]
        joined = [" ", "  ", " of "]
    if draw(st.booleans()):
        parts.reverse()
    text = draw(st.sampled_from(joined)).join(parts)
    case = draw(st.sampled_from([str.lower, str.upper, str.title]))
    return rank + suit, draw(st.sampled_from(["", " "])) + case(text) + draw(st.sampled_from(["", "\n"]))


@settings(fast, max_examples=1000)
@given(actions)
def test_reading_a_written_action_gives_it_back(action: Action) -> None:
    again = parse_action(format_action(action))
    assert again == action
    assert type(again) is type(action)


@settings(fast, max_examples=1000)
@given(spellings())
def test_a_card_is_read_however_it_is_spelled(spelled: tuple[str, str]) -> None:
    card, text = spelled
    assert parse_card(text) == card
    assert parse_action(text) == card


@fast
@given(st.lists(cards))
def test_reading_written_cards_gives_them_back(several: list[Card]) -> None:
    assert parse_cards(format_cards(several)) == tuple(several)


@settings(fast, max_examples=1000)
@given(st.text() | st.text(alphabet="0123456789abcdhsjqktnilove ♠♥of\N{VARIATION SELECTOR-16}", max_size=12))
def test_any_text_is_read_as_an_action_or_refused(text: str) -> None:
    try:
        action = parse_action(text)
    except InvalidAction:
        return
    assert parse_action(format_action(action)) == action


@fast
@given(st.text())
def test_any_text_is_read_as_a_card_or_refused(text: str) -> None:
    with suppress(InvalidAction):
        assert isinstance(parse_card(text), Card)


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("0", Bid(0)),
        ("NIL", Bid(0, nil=True)),
        ("bn", Bid(0, nil=True, blind=True)),
        ("blind  nil", Bid(0, nil=True, blind=True)),
        ("double nil", Bid(0, nil=True, blind=True)),
        ("b-nil", Bid(0, nil=True, blind=True)),
        ("b6", Bid(6, blind=True)),
        ("blind 6", Bid(6, blind=True)),
    ],
)
def test_bids_are_read_as_people_write_them(text: str, bid: Bid) -> None:
    assert Bid.parse(text) == bid
