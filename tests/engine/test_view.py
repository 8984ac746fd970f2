"""What a seat may know: everything public, its own cards, and nothing that depends on hidden ones."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError

import pytest

from spades_cli.engine.cards import parse_cards
from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.engine.view import Played, SeenTrick, View
from tests.engine.builders import apply_all, fill, make_rules, start_play

HANDS = {"N": "KH 3C 4C", "E": "5H AS 7D", "S": "2D 6C 8D", "W": "AH 7C 9D"}


def table(plays: str) -> Round:
    """N leads; nobody holds more than three cards."""
    return apply_all(start_play(make_rules(), HANDS), plays)


def test_a_view_shows_finished_tricks_with_players_and_winner() -> None:
    view = table("KH, 5H, 2D, AH").view("S")
    played = zip("NESW", parse_cards("KH 5H 2D AH"), strict=True)
    assert view.tricks == (SeenTrick(tuple(Played(seat, card) for seat, card in played), "W"),)
    assert dict(view.taken) == {"N": 0, "E": 0, "S": 0, "W": 1}


def test_a_view_shows_the_trick_on_the_table_its_leader_and_the_suit_led() -> None:
    view = table("KH, 5H, 2D, AH, 7C, 3C").view("E")
    assert (view.leader, view.led) == ("W", "C")
    assert [(played.seat, str(played.card)) for played in view.trick] == [("W", "7C"), ("N", "3C")]
    assert table("").view("E").led is None


def test_legal_actions_show_to_the_seat_in_turn_alone() -> None:
    deal = table("KH")
    assert [bool(deal.view(seat).legal) for seat in "NESW"] == [False, True, False, False]
    assert deal.view("E").turn == deal.view("N").turn == "E"


def test_who_does_not_follow_has_shown_a_void() -> None:
    voids = table("KH, 5H, 2D, AH, 7C, 3C, AS").view("N").voids
    assert {seat: set(suits) for seat, suits in voids.items()} == {"N": set(), "E": {"C"}, "S": {"H"}, "W": set()}
    assert table("KH, 5H, 2D, AH, 7C, 3C, AS").view("W").broken


def test_nobody_leads_before_play() -> None:
    view = Round(make_rules(), seed=1, dealer="N").view("E")
    assert (view.phase, view.leader, view.trick, view.tricks, dict(view.bids)) == ("bid", None, (), (), {})


@pytest.mark.parametrize(
    ("base", "seat", "side", "partners"),
    [
        ("standard", "E", "EW", ("W",)),
        ("solo", "E", "E", ()),
        ("two-packs", "P2", "P2P5", ("P5",)),
        ("triples", "P4", "P2P4P6", ("P6", "P2")),
    ],
)
def test_a_view_names_side_and_partners_next_one_first(
    base: str, seat: str, side: str, partners: tuple[str, ...]
) -> None:
    rules = make_rules("two-packs", **{"table.teams": "triples"}) if base == "triples" else make_rules(base)
    view = Round(rules, seed=1).view(seat)
    assert (view.side, view.partners) == (side, partners)


def test_a_view_cannot_be_changed() -> None:
    view = table("KH").view("N")
    with pytest.raises(FrozenInstanceError):
        view.hand = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        view.scores["NS"] = 500  # type: ignore[index]


def test_a_view_keeps_what_it_showed_when_the_round_goes_on() -> None:
    deal = table("KH")
    view = deal.view("N")
    before = (view.hand, view.trick, view.turn, dict(view.taken))
    apply_all(deal, "5H, 2D, AH, 7C, 3C")
    assert (view.hand, view.trick, view.turn, dict(view.taken)) == before


# --- hidden cards -----------------------------------------------------------------------------------------------------


def shuffle_hidden(rules: Rules, deal: Round, seat: str, seed: int) -> Round:
    """The same round with the hidden cards of the other seats dealt among them another way."""
    own = rules.seats.index(seat)
    hidden = [bit for place, hand in enumerate(deal.hands) if place != own for bit in rules.pack.order if bit & hand]
    random.Random(seed).shuffle(hidden)
    other = deal.copy()
    for place, hand in enumerate(deal.hands):
        if place != own:
            other.hands[place] = sum(hidden[: hand.bit_count()])
            del hidden[: hand.bit_count()]
    return other


@pytest.mark.parametrize("base", ["standard", "jokers", "three", "two-packs"])
@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_leave_no_trace_in_a_view(base: str, seed: int) -> None:
    rules = make_rules(base)
    deal = Round(rules, seed=seed)
    rng = random.Random(seed)
    while deal.turn:
        for seat in rules.seats:
            assert shuffle_hidden(rules, deal, seat, seed).view(seat) == deal.view(seat)
        deal.apply(rng.choice(deal.legal()))


def test_a_view_holds_no_other_hand() -> None:
    deal = start_play(make_rules(), fill(make_rules(), {"N": "AS KS QS"}))
    view: View = deal.view("E")
    assert not {"AS", "KS", "QS"} & set(repr(view).replace("'", " ").split())
