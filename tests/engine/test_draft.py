"""The two-player draft to the letter: who draws what when, and what each player learns."""

from __future__ import annotations

import pytest

from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.engine.view import View
from tests.engine.builders import apply_all, make_rules

RULES = make_rules("two-player")
#: A known pack, top first: the 52 cards strided so that suits mix.
CARDS = [str(card) for card in RULES.pack.cards(sum(RULES.pack.order))]
PACK = [CARDS[i * 11 % 52] for i in range(52)]
#: Every third card is declined.
ANSWERS = ["decline" if turn % 3 == 0 else "keep" for turn in range(26)]


def draft(turns: int, *, pack: list[str] = PACK, rules: Rules = RULES) -> Round:
    """A round in which P1 draws first, after so many turns of the draft."""
    deal = Round.from_pack(rules, pack, dealer="P2")
    done = 0
    while done < turns or deal.phase == "blind":
        if deal.phase == "blind":
            deal.apply("look")
        else:
            deal.apply(ANSWERS[done])
            done += 1
    return deal


def swap(pack: list[str], one: int, two: int) -> list[str]:
    """The pack with two of its cards in each other's place."""
    changed = pack.copy()
    changed[one], changed[two] = changed[two], changed[one]
    return changed


@pytest.mark.parametrize("turn", range(26))
def test_each_turn_moves_the_next_two_cards(turn: int) -> None:
    before, after = draft(turn), draft(turn + 1)
    first, second = PACK[2 * turn : 2 * turn + 2]
    drawer = turn % 2
    assert before.turn == RULES.seats[drawer]
    kept, gone = (first, second) if ANSWERS[turn] == "keep" else (second, first)
    names = RULES.pack.cards
    assert set(names(after.hands[drawer] & ~before.hands[drawer])) == {kept}
    assert set(names(after.pile & ~before.pile)) == {gone}
    assert after.hands[1 - drawer] == before.hands[1 - drawer]


def test_after_26_turns_everybody_has_decided_13_times_and_holds_13_cards() -> None:
    deal = draft(26)
    assert [draw.place for draw in deal.draws] == [0, 1] * 13
    assert [hand.bit_count() for hand in deal.hands] == [13, 13]
    assert (deal.pile.bit_count(), deal.phase) == (26, "bid")


# --- who knows what ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(26))
def test_only_the_drawer_sees_the_card_drawn(turn: int) -> None:
    deal = draft(turn)
    drawer, other = RULES.seats[turn % 2], RULES.seats[1 - turn % 2]
    assert deal.view(drawer).drawn == PACK[2 * turn]
    assert deal.view(other).drawn is None


@pytest.mark.parametrize("turn", [0, 1, 12, 24])
def test_while_a_card_is_considered_nobody_knows_the_one_below_it(turn: int) -> None:
    deal = draft(turn)
    other = draft(turn, pack=swap(PACK, 2 * turn + 1, 51))
    assert [deal.view(seat) for seat in RULES.seats] == [other.view(seat) for seat in RULES.seats]


def test_after_keeping_nobody_has_seen_the_card_that_went() -> None:
    deal = draft(2)  # P1 declined, P2 kept
    other = draft(2, pack=swap(PACK, 3, 51))
    assert [deal.view(seat) for seat in RULES.seats] == [other.view(seat) for seat in RULES.seats]


def test_the_drawer_alone_knows_what_was_declined_and_what_came() -> None:
    deal, other = draft(1), draft(1, pack=swap(swap(PACK, 0, 50), 1, 51))
    assert deal.view("P1").discards == (PACK[0],)
    assert deal.view("P1").hand == (PACK[1],)
    assert deal.view("P2") == other.view("P2")
    assert (deal.view("P2").discards, deal.view("P2").hand) == ((), ())


def test_both_see_every_answer() -> None:
    answers = tuple((RULES.seats[turn % 2], answer) for turn, answer in enumerate(ANSWERS))
    deal = draft(26)
    assert deal.view("P1").answers == deal.view("P2").answers == answers


@pytest.mark.parametrize("seat", ["P1", "P2"])
def test_who_declined_d_times_has_39_minus_d_unseen_cards(seat: str) -> None:
    view = draft(26).view(seat)
    declined = [answer for drawer, answer in view.answers if drawer == seat].count("decline")  # type: ignore[arg-type]
    assert len(unseen(view)) == 52 - 13 - declined


def unseen(view: View) -> set[str]:
    return set(CARDS) - set(view.hand) - set(view.discards)


def test_the_players_hands_never_show_in_the_other_view() -> None:
    deal = draft(26)
    for own, other in (("P1", "P2"), ("P2", "P1")):
        assert not set(deal.view(own).discards) & set(deal.view(other).hand)
        assert not set(deal.view(own).hand) & set(deal.view(other).discards)


# --- options ----------------------------------------------------------------------------------------------------------


def test_with_peek_who_keeps_sees_the_second_card_go_and_the_other_does_not() -> None:
    rules = make_rules("two-player", **{"draft.peek": True})
    deal = draft(2, rules=rules)
    assert deal.view("P2").discards == (PACK[3],)
    assert deal.view("P1").discards == (PACK[0],)


def test_peek_shows_nothing_before_the_decision() -> None:
    rules = make_rules("two-player", **{"draft.peek": True})
    deal, other = draft(1, rules=rules), draft(1, rules=rules, pack=swap(PACK, 3, 51))
    assert deal.view("P2") == other.view("P2")


def test_a_pile_that_lies_face_up_is_seen_by_both() -> None:
    rules = make_rules("two-player", **{"draft.discards": "up"})
    deal = draft(26, rules=rules)
    pile = RULES.pack.cards(deal.pile)
    assert deal.view("P1").discards == deal.view("P2").discards == pile


def test_given_hands_leave_the_other_cards_as_the_discard_pile() -> None:
    deal = apply_all(Round.from_hands(RULES, {"P1": "2C 3C", "P2": "2D 3D"}, dealer="P2"), "look, look")
    assert (deal.phase, deal.pile.bit_count(), deal.draws) == ("bid", 48, [])
