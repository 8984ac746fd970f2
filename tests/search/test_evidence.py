"""How cards played tell of hands: seat by seat, by whether the rule player would have played them."""

from __future__ import annotations

import random
from itertools import chain, product
from typing import TYPE_CHECKING

import pytest

from spades_cli import load_rules
from spades_cli.search import choose_by_rule
from spades_cli.search.evidence import weigh_plays
from spades_cli.search.layout import distinct
from spades_cli.search.position import Position
from spades_cli.search.recall import (
    ALIKE,
    FREE,
    SURPRISE,
    TURN,
    UNALIKE,
    judge_card,
    weigh_seat,
    weigh_turns,
)
from spades_cli.search.rollout import BEST
from tests.search.rounds import RULES, random_positions, random_round
from tests.search.turns import STANDARD, position_of, recall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli import Round, Rules

#: The most cards of one seat.
MOST = 26


def judge(position: Position, card: int) -> int:
    """How a card of the seat to play is judged by those who know its hand."""
    live = position.unseen | position.hand
    return judge_card(
        position.game, position.need, position.fear, position.voids, position.place, position.hand, live,
        position.state, card,
    )  # fmt: skip


# --- one card --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_the_card_of_the_rule_player_and_those_as_good_are_as_expected_all_others_not(name: str) -> None:
    for _, position in random_positions(RULES[name], 3, 3):
        others = position.unseen | position.state[BEST]
        choices = distinct(position.game, position.legal, others)
        chosen = choose_by_rule(position)
        cards = [card for card in position.deck.order if card & position.legal]
        for card in cards:
            (alike,) = (low for low in cards if low & choices and stands_for(position, low, card))
            expected = 2 - (alike == chosen) if choices.bit_count() > 1 else 0
            assert judge(position, card) == expected


def stands_for(position: Position, low: int, card: int) -> bool:
    """Whether a card is in the group of which ``low`` is the weakest."""
    group = distinct(position.game, low | card, position.unseen | position.state[BEST])
    return low <= card and group == low


def test_of_equal_cards_any_is_as_expected_and_where_all_are_equal_nothing_is() -> None:
    position = position_of("AH KH 3H", "W 5H N 2H E TH", bids={"N": "3", "E": "3", "S": "3", "W": "2"})
    mask = position.deck.mask
    assert judge(position, mask(["AH"])) == judge(position, mask(["KH"])) != judge(position, mask(["3H"]))
    alike = position_of("AH KH 4C", "W 5H N 2H E TH")
    assert [judge(alike, mask([card])) for card in ("AH", "KH")] == [0, 0]


# --- all cards of a seat ---------------------------------------------------------------------------------------------


def test_a_seat_that_plays_as_the_rule_player_is_told_apart_from_one_that_does_not() -> None:
    for cards in range(4, MOST):
        # One card that it would not have played speaks loudly against a deal where the seat else plays as expected,
        # and softly where it surprises half the time anyway.
        strict = weigh_seat(cards, 0) - weigh_seat(cards - 1, 1)
        half = cards // 2
        free = weigh_seat(cards - half, half) - weigh_seat(cards - half - 1, half + 1)
        assert free == FREE - SURPRISE
        assert 0 < free < strict <= ALIKE - UNALIKE
    assert strict == ALIKE - UNALIKE


def test_every_card_that_is_not_as_expected_makes_a_deal_less_likely() -> None:
    for cards in range(MOST):
        logs = [weigh_seat(cards - surprises, surprises) for surprises in range(cards + 1)]
        assert logs == sorted(logs, reverse=True)
        assert len(set(logs)) == len(logs)


def test_a_seat_without_a_choice_tells_nothing() -> None:
    assert weigh_seat(0, 0) == 0


def test_no_cards_are_impossible() -> None:
    for likely, surprises in product(range(MOST), repeat=2):
        assert FREE * likely + SURPRISE * surprises <= weigh_seat(likely, surprises) <= 0


# --- a round ---------------------------------------------------------------------------------------------------------


def play(rules: Rules, seed: int, odd: Sequence[str] = ()) -> tuple[Round, Position]:
    """A round played by rule players until four tricks are to come; seats that are ``odd`` play any card."""
    deal, rng = random_round(rules, seed), random.Random(seed)
    while deal.turn:
        view = deal.view(deal.turn)
        position = Position(view)
        if position.hand.bit_count() <= 4 and len(view.legal) > 1:
            return deal, position
        chosen = position.deck.names[choose_by_rule(position)]
        deal.apply(rng.choice(view.legal) if deal.turn in odd else chosen)
    pytest.fail("no such position")


def weigh(position: Position, hands: Sequence[int]) -> int:
    """The likelihood of the cards played so far when the seats, and the pile, hold these cards now."""
    return weigh_all(position, [hands])[0]


def weigh_all(position: Position, deals: Sequence[Sequence[int]]) -> list[int]:
    logs, dealt = [0] * len(deals), list(chain.from_iterable(deals))
    turns, starts, memory = recall(position, dealt)
    weigh_plays(
        position.game, position.fear, turns, starts, memory, position.played, dealt, 0, len(deals), position.place, logs
    )
    return logs


def true_weight(rules: Rules, seed: int, odd: Sequence[str] = ()) -> int:
    deal, position = play(rules, seed, odd)
    return weigh(position, [*deal.hands, deal.pile])


# Of two packs it is not seen which of two equal cards a seat held.
@pytest.mark.parametrize("name", ["standard", "jokers", "cutthroat-3", "six-solo-short"])
def test_rule_players_never_surprise_who_knows_their_hands(name: str) -> None:
    rules = load_rules(name)
    for seed in range(4):
        deal, position = play(rules, seed)
        weight = weigh(position, [*deal.hands, deal.pile])
        assert weight % ALIKE == 0
        assert ALIKE * len(position.history) <= weight < 0


def test_one_seat_with_a_mind_of_its_own_does_not_excuse_the_others() -> None:
    weights = [[true_weight(STANDARD, seed, odd) for seed in range(4)] for odd in ("", "E", "NEW")]
    for calm, one, three in zip(*weights, strict=True):
        assert three < min(one, calm)
    # Who plays any card may meet fewer choices, and so tell less than a seat that plays as expected at each of many.
    assert sum(weights[1]) < sum(weights[0])


def test_a_hand_weighs_what_it_weighed_before_whatever_the_limit() -> None:
    limits = [0, -900, -2000, -1 << 40]
    for seed in range(3):
        deal, position = play(STANDARD, seed, "NEW")
        turns, starts, memory = recall(position, [*deal.hands, deal.pile])
        for seat in (place for place in range(4) if place != position.place):
            hand = deal.hands[seat]
            dealt = hand | position.played[seat]
            for limit, again in product(limits, repeat=2):
                fresh = [0] * len(memory)
                found, true = (
                    weigh_turns(position.game, position.fear, turns, starts, fresh, seat, hand, dealt, least)
                    for least in (limit, limits[-1])
                )
                assert found == true or max(found, true) < limit
                later = weigh_turns(position.game, position.fear, turns, starts, fresh, seat, hand, dealt, again)
                assert later == true


def test_nothing_is_remembered_from_one_position_to_the_next() -> None:
    deal, position = play(STANDARD, 1)
    memory = recall(position, [*deal.hands, deal.pile])[2]
    assert not any(memory[::2])


def test_the_turns_of_a_seat_are_its_cards_in_their_order() -> None:
    deal, position = play(STANDARD, 2)
    turns, starts, _ = recall(position, [*deal.hands, deal.pile])
    for seat in range(4):
        played = [turns[TURN * turn] for turn in range(starts[seat], starts[seat + 1])]
        expected = [card for card in position.history if card & position.played[seat] and seat != position.place]
        assert played == expected
