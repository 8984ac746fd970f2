"""What a hand promises grows with its high cards and spades, a nil with its low ones."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from spades_cli import load_rules
from spades_cli.search.promise import (
    LENGTHS,
    NIL_BASE,
    PATTERNS,
    TABLES,
    height,
    nil_odds,
    suit_place,
    tricks_of,
)
from spades_cli.search.tables import find_tables
from tests.search.rounds import ONE_PACK, RULES
from tests.search.speed import compiled_kernels

if TYPE_CHECKING:
    from spades_cli import Rules

STANDARD = load_rules("standard")


def tricks(hand: str, rules: Rules = STANDARD) -> float:
    return tricks_of(find_tables(rules), rules.pack.runs, 0, rules.pack.mask(hand.split())) / 1000


def odds(hand: str, rules: Rules = STANDARD) -> float:
    return nil_odds(find_tables(rules), rules.pack.runs, 0, rules.pack.mask(hand.split())) / 1000


def test_a_suit_has_its_place_by_its_length_and_its_four_highest_cards() -> None:
    run = STANDARD.pack.runs[2]
    cards = [1 << bit for bit in range(64) if run >> bit & 1]
    assert suit_place(run, 0) == 0
    assert suit_place(run, cards[-1]) == PATTERNS + 8
    assert suit_place(run, cards[-1] | cards[-4] | cards[0]) == 3 * PATTERNS + 9
    assert suit_place(run, run) == 13 * PATTERNS + 15


def test_longer_suits_share_the_last_place() -> None:
    rules = load_rules("six-pairs")
    run = rules.pack.runs[3]
    assert run.bit_count() > LENGTHS
    assert suit_place(run, run) // PATTERNS == LENGTHS - 1
    short = 0b111
    assert suit_place(short, short) == 3 * PATTERNS + 14


def test_a_card_stands_as_high_as_cards_are_below_it() -> None:
    for rules in RULES.values():
        for run in rules.pack.runs:
            cards = [1 << bit for bit in range(run.bit_length()) if run >> bit & 1]
            heights = [height(run, card) for card in cards]
            assert (heights[0], heights[-1]) == (0, 12)
            assert heights == sorted(heights)


def test_the_only_card_of_a_suit_stands_low() -> None:
    assert height(0b100, 0b100) == 0


@pytest.mark.parametrize("name", RULES)
def test_there_are_tables_for_every_variant(name: str) -> None:
    assert len(find_tables(RULES[name])) == TABLES
    assert NIL_BASE < TABLES


def test_high_cards_and_spades_promise_tricks() -> None:
    ladder = (
        "2S 3S 4S 2H 3H 4H 5H 2D 3D 4D 2C 3C 4C",
        "2S 3S 4S 2H 3H 4H AH 2D 3D 4D 2C 3C 4C",
        "2S 3S AS 2H 3H 4H AH 2D 3D 4D 2C 3C AC",
        "KS QS AS 2H 3H KH AH 2D KD AD 2C 3C AC",
    )
    promised = [tricks(hand) for hand in ladder]
    assert promised == sorted(promised)
    assert promised[0] < 1
    assert 6 < promised[-1] < 10
    assert tricks("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S") > 11
    assert tricks("7S 6S 5S 4S 3S 2S 2H 2D 3D 4D 2C 3C 4C") > tricks("7S 6S 5S 2H 3H 4H 2D 3D 4D 5D 2C 3C 4C") + 1


def test_low_cards_promise_a_nil() -> None:
    low = "2S 3S 2H 3H 4H 5H 2D 3D 4D 2C 3C 4C 5C"
    for worse in ("AS KS QS", "AS 3S KH", "QS JS 9H"):
        cards = worse.split()
        assert odds(low) > odds(" ".join([*cards, *low.split()[3:]]))
    assert odds(low) > 0
    assert odds("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S") < 0


@pytest.mark.parametrize("name", ONE_PACK)
def test_compiled_promises_are_equal(name: str) -> None:
    kernels = compiled_kernels()
    rules, rng = RULES[name], random.Random(name)
    tables, runs = find_tables(rules), rules.pack.runs
    arrays = kernels.array(tables), kernels.array(runs)
    for _ in range(20):
        hand = sum(rng.sample(rules.pack.order, rules.hand_size))
        assert kernels.promise.tricks_of(*arrays, 0, hand) == tricks_of(tables, runs, 0, hand)
        assert kernels.promise.nil_odds(*arrays, 0, hand) == nil_odds(tables, runs, 0, hand)
