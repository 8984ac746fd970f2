"""A match of random players ends under every bundled variant, by its rules or by the guard."""

from __future__ import annotations

import random

import pytest

from spades_cli import Match, load_rules
from spades_cli.engine.match import GUARD
from spades_cli.variants import VariantLibrary


@pytest.mark.parametrize("name", VariantLibrary().names())
def test_random_players_come_to_an_end(name: str) -> None:
    match, rng = Match(load_rules(name), seed=9), random.Random(9)
    while not match.over:
        deal = match.deal()
        while deal.turn is not None:
            deal.apply(rng.choice(deal.legal()))
        match.add(deal.result)
    assert match.outcome is not None
    assert match.rounds <= GUARD
    assert (match.outcome.reason == "guard") == (match.rounds == GUARD)
