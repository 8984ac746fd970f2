"""Rounds that can be entered anywhere, and the places that name a moment."""

from __future__ import annotations

import pytest

from spades_cli import Round
from spades_cli.errors import UsageError
from spades_cli.record.steps import Place, PlayedRound, find_decision
from tests.record.goldens import NAMES, golden_rounds


def state(deal: Round) -> tuple[object, ...]:
    """Everything that a move changes."""
    counts = (tuple(deal.hands), tuple(deal.trick), tuple(deal.taken))
    return (str(deal.phase), deal.turn, counts, tuple(deal.tricks), tuple(deal.bids), tuple(deal.gifts), deal.broken)


@pytest.mark.parametrize("name", NAMES)
def test_every_moment_is_what_the_decisions_before_it_make(name: str) -> None:
    played = golden_rounds(name)[0]
    deal = played.dealt.copy()
    moments = [state(deal)]
    for act in played.acts:
        deal.apply(act.action)
        moments.append(state(deal))
    assert [state(played.at(step)) for step in range(len(moments))] == moments
    assert [state(played.at(step)) for step in reversed(range(len(moments)))] == moments[::-1]


def test_a_moment_is_a_copy() -> None:
    played = golden_rounds("standard")[0]
    deal = played.at(10)
    deal.apply(deal.legal()[0])
    assert state(played.at(10)) != state(deal)


@pytest.mark.parametrize("name", NAMES)
def test_a_trick_begins_where_its_leader_is_to_play(name: str) -> None:
    played = golden_rounds(name)[0]
    for trick in range(1, len(played.taken) + 1):
        step = played.trick_step(trick)
        assert step is not None
        deal = played.at(step)
        assert (len(deal.tricks), deal.trick, str(deal.phase)) == (trick - 1, [], "play")
    assert played.trick_step(len(played.taken) + 1) is None


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("3", Place(3), "round 3"),
        (" 3.5 ", Place(3, 5), "round 3, trick 5"),
        ("3.BID", Place(3, phase="bid"), "round 3, bid"),
        ("12.draft", Place(12, phase="draft"), "round 12, draft"),
    ],
)
def test_a_place_is_read_and_told(text: str, place: Place, words: str) -> None:
    assert Place.parse(text) == place
    assert str(place) == words


@pytest.mark.parametrize("text", ["", "x", "3.", ".5", "3.5.1", "-1", "3.bids", "9999999", "٣", "3,5"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is no place in a game"):
        Place.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9", "no round 9 in this game; its rounds are 1 to 5"),
        ("2.14", "round 2, trick 14 was not played; this round has 13 finished tricks"),
        ("2.0", "round 2, trick 0 was not played"),
        ("2.draft", "round 2, draft was not played"),
    ],
)
def test_a_place_that_the_game_does_not_have_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Place.parse(text).find(golden_rounds("standard"))


def test_a_place_in_no_rounds_is_refused() -> None:
    with pytest.raises(UsageError, match="it holds no round"):
        Place(1).find([])


@pytest.mark.parametrize("seat", ["N", "E", "S", "W", None])
@pytest.mark.parametrize("text", ["2", "2.bid", "2.1", "2.7", "2.13"])
def test_a_decision_is_found_for_every_seat(text: str, seat: str | None) -> None:
    place = Place.parse(text)
    played, step = find_decision(golden_rounds("bicycle"), place, seat)
    deal, act = played.at(step), played.acts[step]
    assert (deal.number, deal.turn) == (2, act.seat)
    assert seat in (None, act.seat)
    assert act.phase == ("play" if place.trick else "bid")
    assert len(deal.tricks) == (place.trick or 1) - 1
    if seat is None:
        assert not deal.trick


def test_a_seat_that_bid_blind_has_no_other_bid() -> None:
    rounds = golden_rounds("four-or-nil")
    number, seat = next(
        (played.start.number, act.seat)
        for played in rounds
        for act in played.acts
        if act.phase == "blind" and str(act.action) == "bn"
    )
    played, step = find_decision(rounds, Place(number, phase="blind"), seat)
    assert str(played.acts[step].action) == "bn"
    with pytest.raises(UsageError, match=f"{seat} has nothing to decide in round {number}, bid"):
        find_decision(rounds, Place(number), seat)


def test_the_decision_that_an_unfinished_game_waits_for_is_found() -> None:
    played = golden_rounds("bicycle")[0]
    for cut in range(len(played.acts)):
        part = PlayedRound(played.start, played.dealt, played.acts[:cut])
        part.taken = {step: taken for step, taken in played.taken.items() if step <= cut}
        deal = part.at(cut)
        place = Place(1, len(deal.tricks) + 1) if deal.phase == "play" else Place(1)
        _, step = find_decision([part], place, deal.turn)
        assert step == cut
