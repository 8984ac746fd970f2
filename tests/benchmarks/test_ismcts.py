"""The peer that plays over OpenSpiel's game: its deals fit what its seat has seen, each equally likely."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from spades_cli import Card, Round, Rules, UsageError, load_rules
from spades_cli.players.importing import run_path

FOLDER = Path(__file__).parents[2] / "benchmarks"
ismcts: Any = run_path(FOLDER / "_ismcts.py")
ALL_SPADES = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"


def needs_openspiel() -> None:
    pytest.importorskip("pyspiel", reason="install the extra: pip install 'spades-cli[oracle]'")


def deal_round(seed: int) -> Round:
    """A round of the standard game, bid two everywhere."""
    deal = Round(Rules(), seed=seed)
    while deal.phase == "bid":
        deal.apply("2")
    return deal


def test_cards_and_their_numbers_are_each_others_inverse() -> None:
    assert [ismcts.card_number(ismcts.card_of(number)) for number in range(52)] == list(range(52))
    assert ismcts.card_number(Card("2C")) == 0
    assert ismcts.card_number(Card("AS")) == 51


def test_deals_fit_the_view_at_every_decision_of_a_round() -> None:
    rng = random.Random(3)
    deal = deal_round(11)
    while deal.turn is not None:
        seen = ismcts.read_view(deal.view(deal.turn))
        hands = ismcts.Deals(seen, rng).draw()
        assert sorted(number for hand in hands for number in hand) == list(range(52))
        assert [len(hand) for hand in hands] == [13] * 4
        assert set(seen.hand) <= set(hands[seen.me])
        for player, hand in enumerate(hands):
            later = set(hand) - set(seen.played[player])
            assert len(later) == 13 - len(seen.played[player])
            assert not (later and player != seen.me and seen.voids[player] & {number // 13 for number in later})
        deal.apply(rng.choice(deal.legal()))


def test_every_deal_that_fits_comes_up_equally_often() -> None:
    """Two cards in each hidden hand; one of them is out of spades, one out of hearts and clubs."""
    unseen, own = [0, 1, 14, 27, 40, 41], [2, 15]
    gone = [number for number in range(52) if number not in (*unseen, *own)]
    played, voids = [gone[11 * player : 11 * player + 11] for player in range(4)], [{0, 3}, set(), {3}, {0, 2}]
    deals = ismcts.Deals(ismcts.Seen(0, own, [], played, voids), random.Random(5))
    fitting = {
        tuple(tuple(sorted(order[i : i + 2])) for i in (0, 2, 4))
        for order in permutations(unseen)
        if not any(number // 13 == 3 for number in order[2:4])
        and not any(number // 13 in (0, 2) for number in order[4:])
    }
    count = 400 * len(fitting)
    found = Counter(tuple(tuple(sorted(hand[11:])) for hand in deals.draw()[1:]) for _ in range(count))
    assert set(found) == fitting
    assert len(fitting) > 10
    # Five standard errors of a count.
    assert all(abs(times - 400) < 100 for times in found.values())


def test_a_spade_led_before_the_break_shows_a_hand_of_nothing_else() -> None:
    suits = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDH"]
    deal = Round.from_hands(Rules(), dict(zip("NESW", [ALL_SPADES, *suits], strict=True)), dealer="W")
    for action in ("2", "2", "2", "2", "7S"):
        deal.apply(action)
    seen = ismcts.read_view(deal.view("E"))
    assert seen.voids == [{0, 1, 2}, set(), set(), set()]
    hands = ismcts.Deals(seen, random.Random(1)).draw()
    assert sorted(hands[0]) == list(range(39, 52))


def test_a_later_spade_lead_shows_nothing() -> None:
    hands = {"N": "AC AS 7D", "E": "2C 3C 4C", "S": "5S 2D 6D", "W": "7C 8C 9C"}
    deal = Round.from_hands(Rules(), hands, dealer="W")
    for action in ("1", "1", "1", "1", "AC", "2C", "5S", "7C", "2D", "8C", "7D", "3C", "AS"):
        deal.apply(action)
    assert deal.leader == 0
    assert ismcts.read_view(deal.view("E")).voids[0] == set()


def test_tables_that_openspiel_does_not_know_are_refused() -> None:
    for name in ("cutthroat-3", "jokers"):
        deal = Round(load_rules(name), seed=1)
        with pytest.raises(UsageError, match="52 cards only"):
            ismcts.read_view(deal.view(deal.turn or ""))


@pytest.mark.parametrize("options", [{}, {"quick": True}, {"bidder": "basic"}], ids=str)
def test_a_whole_round_is_legal_and_repeats_from_its_seed(options: dict[str, Any]) -> None:
    needs_openspiel()

    def play() -> list[str]:
        player = ismcts.Ismcts(rng=random.Random(7), simulations=4, **options)
        deal = Round(Rules(), seed=2)
        actions = []
        while deal.turn is not None:
            actions.append(str(deal.apply(player.decide(deal.view(deal.turn)))))
        return actions

    assert play() == play()


def test_the_comparison_prints_the_paired_difference_and_both_times(capsys: pytest.CaptureFixture[str]) -> None:
    needs_openspiel()
    main = run_path(FOLDER / "peers_openspiel.py").main
    main(["--ours", "basic", "--simulations", "2", "--deals", "2", "--bids", "ours"])
    out = capsys.readouterr().out
    assert "standard, 2 deals x 2, seed 1" in out
    assert "ismcts:simulations=2,exploration=100,bidder=basic" in out
    assert "time per decision, theirs over ours" in out


def test_the_comparison_of_kernels_prints_both_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    needs_openspiel()
    pytest.importorskip("numba")
    run_path(FOLDER / "kernel.py").main(["--runs", "1", "--share", "0.01"])
    out = capsys.readouterr().out
    for line in ("compiled over open_spiel in C++", "plain over open_spiel from Python", "2 threads over 1"):
        assert line in out
