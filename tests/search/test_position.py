"""A position is what a seat knows: the cards as they really lie are always among the deals that agree with it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from spades_cli import Bid, Give, Round, load_rules
from spades_cli.search import layout
from spades_cli.search.position import NEVER, Position, bag_fear, given_away
from spades_cli.search.rollout import (
    BEST,
    BROKEN,
    LEADER,
    LED,
    LEFT,
    NILS,
    OPENING,
    PLAYED,
    STATE,
    WINNER,
    put_card,
)
from tests.search.rounds import RULES, change, random_positions, random_round

if TYPE_CHECKING:
    pass


def assert_hands_agree(deal: Round, position: Position) -> None:
    """The hands of the others, by name, for of equal cards nobody can tell which is which."""
    deck, others = position.deck, Counter[str](position.deck.cards(position.unseen))
    assert not position.slots[position.place]
    for place, hand in enumerate(deal.hands):
        if place == position.place:
            assert position.deck.cards(position.hand) == deck.cards(hand)
            continue
        cards = Counter[str](deck.cards(hand))
        known = Counter[str](deck.cards(position.known[place]))
        assert known <= cards
        assert position.slots[place] == cards.total() - known.total()
        others -= cards
        assert not any(deck.copies[card] & position.voids[place] for card in cards)
    held = sum(hand.bit_count() for place, hand in enumerate(deal.hands) if place != position.place)
    assert others.total() == position.unseen.bit_count() - held
    assert position.slots[-1] == others.total()
    assert not position.known[-1]
    assert position.free == position.unseen & ~sum(position.known)


def assert_trick_agrees(deal: Round, position: Position) -> None:
    deck, state = position.deck, position.state
    assert set(deck.cards(position.legal)) == set(deal.legal())
    assert state[LEADER] == deal.leader
    assert state[LED] == deal.led
    assert deck.cards(state[BEST]) == deck.cards(deal.best)
    assert state[PLAYED] == len(deal.trick)
    if deal.trick:
        assert state[WINNER] == deal.winner
    assert state[BROKEN] == deal.broken
    assert state[OPENING] == (not deal.tricks)
    assert state[LEFT] == deal.size - len(deal.tricks)
    nils = [place for place, bid in enumerate(deal.bids) if bid and bid.nil and not deal.taken[place]]
    assert state[NILS] == sum(1 << place for place in nils)


def assert_contracts_agree(deal: Round, position: Position) -> None:
    rules, game = deal.rules, position.worth.game
    for side, places in enumerate(rules.sides.values()):
        bids = [(deal.bids[place] or Bid(0), deal.taken[place]) for place in places]
        counting = [taken for bid, taken in bids if not bid.nil or rules.nil.failed_tricks == "count"]
        assert position.need[side] == sum(bid.tricks for bid, _ in bids) - sum(counting)
        assert position.index[side] == sum(deal.taken[place] * game[layout.STRIDE + place] for place in places)


@pytest.mark.parametrize("name", RULES)
def test_the_hidden_cards_agree_with_the_position_in_every_variant(name: str) -> None:
    for seed in range(4):
        for deal, position in random_positions(RULES[name], seed, 2):
            assert_hands_agree(deal, position)
            assert_trick_agrees(deal, position)
            assert_contracts_agree(deal, position)


@pytest.mark.parametrize("name", RULES)
def test_the_cards_played_lead_from_the_beginning_to_the_position(name: str) -> None:
    for deal, position in random_positions(RULES[name], 5, 3):
        if not position.history:
            assert not deal.tricks
            assert not deal.trick
            continue
        hands = [hand | position.played[place] for place, hand in enumerate(deal.hands)]
        game, state, need = position.worth.game, list(position.begun), list(position.first_need)
        voids, index = [0] * len(hands), [0] * len(position.index)
        for card in position.history:
            put_card(game, state, need, voids, hands, index, card)
        assert need == position.need
        assert index == position.index
        assert voids == position.voids
        assert [state[i] for i in range(STATE) if i not in (BEST, WINNER)] == [
            position.state[i] for i in range(STATE) if i not in (BEST, WINNER)
        ]
        if position.state[PLAYED]:
            assert state[WINNER] == position.state[WINNER]


def blind_draft(seed: int, kind: str = "down") -> Round:
    """A drafted round in which every blind nil that can be bid is bid, and as many cards as possible are exchanged."""
    rules = change(load_rules("two-player"), draft={"discards": kind}, blind_nil={"behind": 0})
    deal = Round(rules, seed=seed, number=2)
    while deal.phase != "play":
        legal = deal.legal()
        if deal.phase == "exchange":
            legal = tuple(max(legal, key=lambda give: len(give.cards) if isinstance(give, Give) else 0) for _ in "x")
        blind = [action for action in legal if isinstance(action, Bid) and action.blind]
        deal.apply((blind or legal)[seed % len(blind or legal)])
        seed = seed * 5 // 3 + 1
    return deal


@pytest.mark.parametrize("kind", ["down", "up"])
def test_a_card_thrown_away_may_have_been_drawn_back_from_the_pile(kind: str) -> None:
    drawn_back = 0
    for seed in range(12):
        deal = blind_draft(seed, kind)
        drawn = sum(gift.drawn for gift in deal.gifts)
        assert drawn
        for place in range(2):
            view = deal.view(deal.rules.seats[place])
            if view.seat == deal.turn:
                assert_hands_agree(deal, Position(view))
                drawn_back += bool(set(view.discards) & set(deal.rules.pack.cards(deal.hands[1 - place])))
    assert bool(drawn_back) == (kind == "down")


#: South's nil passes the ace and king of hearts.
HANDS = {"N": "AS KS 3H", "E": "4H 5H 6H", "S": "AH KH 2H", "W": "7H 8H 9H"}


def passed(*back: str) -> Round:
    """A round of three tricks in which South's nil has passed two hearts, and got ``back`` from North."""
    rules = change(load_rules("standard"), nil={"pass_": 2})
    deal = Round.from_hands(rules, HANDS, dealer="W")
    for bid in ("2", "1", "nil", "1"):
        deal.apply(bid)
    deal.apply("give AH KH")
    deal.apply(f"give {' '.join(back)}")
    return deal


def known_of(deal: Round, seat: str, holder: str) -> set[str]:
    position = Position(deal.view(seat))
    return set(position.deck.cards(position.known[position.rules.seats.index(holder)]))


def test_cards_passed_are_known_until_they_are_played_or_passed_back() -> None:
    deal = passed("AS", "KS")
    assert deal.turn == "N"
    assert known_of(deal, "S", "N") == {"AH", "KH"}
    assert known_of(deal, "N", "S") == {"AS", "KS"}
    for card in ("KH", "4H"):
        deal.apply(card)
    assert known_of(deal, "S", "N") == {"AH"}
    assert_hands_agree(deal, Position(deal.view("S")))
    assert known_of(passed("AH", "KS"), "S", "N") == {"KH"}
    assert known_of(passed("AH", "KH"), "S", "N") == set()


def test_a_known_card_that_may_have_gone_on_to_a_third_seat_is_known_no_longer() -> None:
    gone_on = 0
    for seed in range(60):
        deal = random_round(RULES["passing on"], seed)
        givers = [gift.place for gift in deal.gifts]
        receivers = [gift.to for gift in deal.gifts]
        gone_on += any(
            receiver in givers[i + 2 :] and deal.gifts[i + 1].place == receiver for i, receiver in enumerate(receivers)
        )
        for seat in deal.rules.seats:
            for holder, cards in given_away(deal.view(seat)).items():
                assert cards <= Counter(deal.view(holder).hand)
    assert gone_on > 3


@pytest.mark.parametrize(
    ("limit", "scoring", "fear"),
    [
        (10, {}, 3),
        (0, {"overtrick": 1}, 0),
        (0, {"overtrick": -10}, NEVER),
        (0, {"exact_bonus": 5}, NEVER),
        (0, {"double_bid_penalty": 50}, NEVER),
    ],
)
def test_what_an_overtrick_is_to_a_side_with_seven_bags(limit: int, scoring: dict[str, int], fear: int) -> None:
    rules = change(load_rules("standard"), bags={"limit": limit}, scoring=scoring)
    assert bag_fear(rules, 7) == fear


def test_where_hands_bid_themselves_every_side_is_after_more_than_its_share() -> None:
    rules = load_rules("house-first-hand-itself")
    deal = Round(rules, seed=5, number=1)
    while deal.phase != "play":
        deal.apply(deal.legal()[0])
    assert deal.is_unbid
    for played in range(24):
        position = Position(deal.view(str(deal.turn)))
        assert position.need == [7 - deal.taken[0] - deal.taken[2], 7 - deal.taken[1] - deal.taken[3]], played
        assert position.fear == [0, 0]
        deal.apply(deal.legal()[-1])
