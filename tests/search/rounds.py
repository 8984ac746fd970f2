"""Rounds of random play, and the positions in them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spades_cli import Bid, Round, Rules, load_rules
from spades_cli.search.position import Position
from spades_cli.variants import VariantLibrary

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = VariantLibrary().names()


def change(rules: Rules, **tables: dict[str, Any]) -> Rules:
    """The same rules with some keys of some tables changed."""
    return replace(rules, **{name: replace(getattr(rules, name), **keys) for name, keys in tables.items()})


#: Bundled variants, and exchanges in which cards come back or go on to a third seat.
RULES = {name: load_rules(name) for name in NAMES} | {
    "passing": change(load_rules("standard"), nil={"pass_": 3}, blind_nil={"behind": 0}),
    "passing on": change(
        load_rules("six-triples"),
        nil={"pass_": 2},
        blind_nil={"allowed": True, "behind": 0, "exchange": "partner", "exchange_when": "before_bids"},
    ),
    "dealer discards": change(load_rules("cutthroat-3"), deck={"remove": ()}, deal={"leftover": "dealer_discards"}),
    "set aside": change(load_rules("cutthroat-3"), deck={"remove": ()}, deal={"leftover": "set_aside"}),
}
ONE_PACK = [name for name, rules in RULES.items() if not rules.pack.doubled]


def random_round(rules: Rules, seed: int) -> Round:
    """A round at its first lead; nils and blind nils are bid more often than chance would have it."""
    rng = random.Random(seed)
    scores = {side: rng.randrange(-10, 40) * 10 for side in rules.sides}
    bags = {side: rng.randrange(10) for side in rules.sides}
    deal = Round(rules, seed=seed, number=2, scores=scores, bags=bags)
    while deal.phase != "play":
        legal = deal.legal()
        nils = [action for action in legal if isinstance(action, Bid) and action.nil]
        deal.apply(rng.choice(nils if nils and rng.random() < 0.3 else legal))
    return deal


def random_positions(rules: Rules, seed: int, apart: int = 1) -> Iterator[tuple[Round, Position]]:
    """Positions of a round in which there is a choice, each so many cards after the last one, and the round then."""
    deal, rng, wait = random_round(rules, seed), random.Random(seed), seed % apart
    while deal.turn:
        legal = deal.legal()
        if len(legal) > 1:
            wait -= 1
            if wait < 0:
                yield deal, Position(deal.view(deal.turn))
                wait = apart - 1
        deal.apply(rng.choice(legal))
