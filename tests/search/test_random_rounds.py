"""Rounds of random legal play: every card falls once, the engine calls each one legal, both speeds agree."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Round, Rules, load_rules
from spades_cli.engine.kernel import stream
from spades_cli.search.compiled import load_kernels
from spades_cli.search.layout import lay_out_play
from spades_cli.search.random_rounds import deal_hands, play_rounds, random_round, random_rounds
from spades_cli.variants import VariantLibrary
from tests.search.speed import compiled_kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Two to six players, then equal cards, jokers, and the options of play.
TABLES = (
    "two-player",
    "cutthroat-3",
    "standard",
    "five-solo",
    "six-solo-short",
    "six-pairs",
    "jokers",
    "low-club-start",
)


def start_play(rules: Rules, seed: int) -> Round:
    """A round at its first lead, everything before decided by the first legal action."""
    deal = Round(rules, seed=seed)
    while deal.phase != "play":
        deal.apply(deal.legal()[0])
    return deal


class Hands(list[int]):
    """Hands that remember the cards taken out of them, in order."""

    def __init__(self, hands: Sequence[int]) -> None:
        super().__init__(hands)
        self.played: list[int] = []

    def __setitem__(self, place: Any, hand: Any) -> None:
        self.played.append(self[place] & ~hand)
        super().__setitem__(place, hand)


def play_out(deal: Round, seed: int) -> tuple[list[int], list[int]]:
    """Tricks by place and cards in playing order of a random play-out; the round itself is left alone."""
    taken, hands = [0] * deal.rules.table.players, Hands(deal.hands)
    random_round(lay_out_play(deal.rules), hands, deal.leader, taken, stream(seed, 0))
    return taken, hands.played


@pytest.mark.parametrize("name", VariantLibrary().names())
def test_the_engine_calls_every_card_legal_and_counts_the_same_tricks(name: str) -> None:
    rules = load_rules(name)
    for seed in range(12):
        deal = start_play(rules, seed)
        taken, played = play_out(deal, seed)
        for card in played:
            deal.apply(rules.pack.names[card])
        assert deal.phase == "over"
        assert taken == deal.taken


@pytest.mark.parametrize("name", TABLES)
def test_every_card_dealt_falls_once_and_every_trick_is_taken(name: str) -> None:
    rules = load_rules(name)
    deal = start_play(rules, 3)
    taken, played = play_out(deal, 3)
    assert sorted(played) == sorted(bit for bit in rules.pack.order if bit & sum(deal.hands))
    assert sum(taken) == deal.size == rules.hand_size


@pytest.mark.parametrize("name", TABLES)
def test_hands_are_of_one_size_and_share_no_card(name: str) -> None:
    rules = load_rules(name)
    hands = [0] * rules.table.players
    deal_hands(list(rules.pack.order), rules.pack.size, len(hands), rules.hand_size, hands, stream(1, 2))
    assert [hand.bit_count() for hand in hands] == [rules.hand_size] * len(hands)
    assert sum(hands).bit_count() == len(hands) * rules.hand_size


def test_every_legal_card_is_led_equally_often() -> None:
    game, seen, count = lay_out_play(Rules()), Counter[int](), 6000
    for number in range(count):
        hands = Hands([0b1101, 0b10, 1 << 20, 1 << 40])
        random_round(game, hands, 0, [0] * 4, stream(3, number))
        seen[hands.played[0]] += 1
    assert set(seen) == {0b1, 0b100, 0b1000}
    # Five standard errors of a count.
    assert all(abs(found - count / 3) < 183 for found in seen.values())


def test_rounds_are_the_same_for_one_stream_and_others_for_another() -> None:
    plain, rules = load_kernels(compiled=False), Rules()
    first = play_rounds(plain, rules, 9, 0, 20)
    assert play_rounds(plain, rules, 9, 0, 20) == first
    assert play_rounds(plain, rules, 9, 1, 20) != first
    assert play_rounds(plain, rules, 8, 0, 20) != first


def test_tricks_of_all_rounds_add_up_and_go_round_the_table() -> None:
    taken = [0] * 4
    random_rounds(lay_out_play(Rules()), list(Rules().pack.order), 52, 13, [0] * 4, taken, stream(2, 0), 400)
    assert sum(taken) == 400 * 13
    # Five standard errors, of about 1.7 tricks a round.
    assert all(abs(tricks - 1300) < 170 for tricks in taken)


@pytest.mark.parametrize("name", [name for name in TABLES if not load_rules(name).pack.doubled])
def test_interpreted_and_compiled_rounds_are_equal(name: str) -> None:
    kernels = compiled_kernels()
    rules = load_rules(name)
    assert play_rounds(kernels, rules, 4, 0, 200) == play_rounds(load_kernels(compiled=False), rules, 4, 0, 200)
    assert kernels.is_compiled
