"""The two-player Double Nil step by step: declaring, drafting, exchanging with the pile, bidding, scoring."""

from __future__ import annotations

import pytest

from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.errors import IllegalAction
from tests.engine.builders import Script, apply_all, legal_set, make_rules

RULES = make_rules("two-player")
FIRST_BIDS = make_rules("two-player-first-bids")


def declared(first: str, second: str, *, rules: Rules = RULES, seed: int = 3) -> Round:
    """A round whose draft is done; both players have answered whether they bid Double Nil."""
    deal = Round(rules, seed=seed, dealer="P2")
    answers = [first, second]
    while deal.phase in ("blind", "draft"):
        if deal.phase == "blind":
            deal.apply(answers.pop(0))
        else:
            deal.apply("decline" if len(deal.draws) % 4 == 0 else "keep")
    return deal


def throw(deal: Round, count: int) -> int:
    """The player to exchange throws her weakest cards; gives back what came for them."""
    place, before = deal.place, deal.hands[deal.place]
    cards = deal.rules.pack.cards(before)[:count]
    deal.apply(f"give {' '.join(cards) or 'none'}")
    return deal.hands[place] & ~before


# --- 1 and 2: declaring and drafting ----------------------------------------------------------------------------------


def test_each_is_asked_just_before_the_own_first_draw_with_no_card_seen() -> None:
    deal = Round(RULES, seed=3, dealer="P2")
    seen = []
    for action in ("bn", "keep", "bn", "keep"):
        seen.append((deal.turn, str(deal.phase), len(deal.view(str(deal.turn)).hand)))
        deal.apply(action)
    assert seen == [("P1", "blind", 0), ("P1", "draft", 0), ("P2", "blind", 0), ("P2", "draft", 0)]


def test_asking_ahead_of_the_draft_is_an_option() -> None:
    rules = make_rules("two-player", **{"blind_nil.declare": "before_look"})
    deal = Round(rules, seed=3, dealer="P2")
    seen = []
    for action in ("look", "look", "keep", "keep"):
        seen.append(f"{deal.turn} {deal.phase}")
        deal.apply(action)
    assert seen == ["P1 blind", "P2 blind", "P1 draft", "P2 draft"]


def test_the_declaration_is_public_and_binding() -> None:
    deal = Round(RULES, seed=3, dealer="P2")
    deal.apply("bn")
    assert {str(bid) for bid in deal.view("P2").bids.values()} == {"bn"}
    deal = declared("bn", "look")
    assert str(deal.bids[0]) == "bn"


def test_the_bidder_drafts_like_anybody() -> None:
    deal = Round(RULES, seed=3, dealer="P2")
    deal.apply("bn")
    assert deal.view("P1").drawn == RULES.pack.names[deal.pack[0]]
    assert legal_set(deal) == {"keep", "decline"}
    assert [hand.bit_count() for hand in declared("bn", "look").hands] == [13, 13]


# --- 3: the exchange --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(4))
def test_up_to_three_cards_are_thrown_for_as_many_of_the_pile(count: int) -> None:
    deal = declared("bn", "look")
    assert (deal.turn, deal.phase, deal.view("P1").due) == ("P1", "exchange", (0, 3, None))
    hand, pile = deal.hands[0], deal.pile
    came = throw(deal, count)
    assert came.bit_count() == count
    assert came & pile == came
    assert deal.hands[0].bit_count() == 13
    assert deal.pile == pile ^ came | hand & ~deal.hands[0]
    assert deal.phase == "bid"


def test_four_cards_are_too_many() -> None:
    deal = declared("bn", "look")
    cards = " ".join(deal.view("P1").hand[:4])
    with pytest.raises(IllegalAction, match="give up to 3 cards"):
        deal.apply(f"give {cards}")


def test_cards_thrown_now_never_come_straight_back() -> None:
    for seed in range(40):
        deal = declared("bn", "look", seed=seed)
        hand = deal.hands[0]
        assert not throw(deal, 3) & hand


def test_the_cards_that_come_are_drawn_from_the_whole_pile() -> None:
    came: set[str] = set()
    for seed in range(60):
        deal = declared("bn", "look")
        deal.seed = seed
        came.update(RULES.pack.cards(throw(deal, 3)))
    assert came == set(RULES.pack.cards(declared("bn", "look").pile))


def test_what_comes_depends_on_the_seed_alone() -> None:
    assert throw(declared("bn", "look"), 3) == throw(declared("bn", "look"), 3)


def test_everybody_sees_how_many_and_the_bidder_alone_which() -> None:
    deal = declared("bn", "look")
    thrown = deal.view("P1").hand[:2]
    came = RULES.pack.cards(throw(deal, 2))
    own, other = deal.view("P1").gifts[0], deal.view("P2").gifts[0]
    assert (own.giver, own.receiver, own.size, own.cards, own.drawn) == ("P1", None, 2, thrown, came)
    assert (other.giver, other.receiver, other.size, other.cards, other.drawn) == ("P1", None, 2, (), ())


def test_thrown_cards_join_the_discards_she_has_seen() -> None:
    deal = declared("bn", "look")
    thrown = set(deal.view("P1").hand[:2])
    seen = set(deal.view("P1").discards)
    came = set(RULES.pack.cards(throw(deal, 2)))
    assert set(deal.view("P1").discards) == (seen | thrown) - came
    assert not thrown & set(deal.view("P2").discards)


# --- 4: both declare --------------------------------------------------------------------------------------------------


def test_when_both_declare_the_first_drawer_exchanges_first_and_her_cards_are_in_the_pile_for_the_second() -> None:
    deal = declared("bn", "bn")
    assert deal.turn == "P1"
    pile, thrown = deal.pile, deal.hands[0]
    throw(deal, 3)
    thrown &= ~deal.hands[0]
    assert (deal.turn, deal.phase) == ("P2", "exchange")
    assert deal.pile & thrown == thrown
    assert deal.pile.bit_count() == pile.bit_count() == 26
    throw(deal, 1)
    assert (deal.phase, deal.turn) == ("play", "P2")


def test_the_second_may_draw_what_the_first_has_thrown() -> None:
    found = False
    for seed in range(60):
        deal = declared("bn", "bn", seed=seed)
        hand = deal.hands[0]
        throw(deal, 3)
        found = found or bool(throw(deal, 3) & hand)
    assert found


# --- 5 and 6: bids and score ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [RULES, FIRST_BIDS], ids=["second bids first", "first bids first"])
@pytest.mark.parametrize(("first", "second", "bidder"), [("bn", "look", "P2"), ("look", "bn", "P1")])
def test_a_double_nil_is_skipped_in_the_bidding(rules: Rules, first: str, second: str, bidder: str) -> None:
    deal = declared(first, second, rules=rules)
    throw(deal, 0)
    assert (deal.turn, deal.phase) == (bidder, "bid")
    assert legal_set(deal) == {"nil", *map(str, range(1, 14))}
    deal.apply("nil")
    assert deal.phase == "play"


def test_the_exchange_may_follow_the_bids_instead() -> None:
    rules = make_rules("two-player", **{"blind_nil.exchange_when": "after_bids"})
    deal = declared("bn", "look", rules=rules)
    assert (deal.turn, deal.phase) == ("P2", "bid")
    deal.apply("5")
    assert (deal.turn, deal.phase) == ("P1", "exchange")


@pytest.mark.parametrize(("taken", "points"), [([0, 13], {"P1": 200, "P2": 94}), ([1, 12], {"P1": -200, "P2": 93})])
def test_a_whole_round_with_a_double_nil_scores_200_either_way(taken: list[int], points: dict[str, int]) -> None:
    script = Script(RULES, taken)
    deal = apply_all(Round.from_hands(RULES, script.hands, dealer="P2"), "bn, look, give none, 9")
    assert dict(script.play(deal).points) == points
