"""Small players and whole matches for tests."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from spades_cli import Action, Bid, Card, Match, Rules, Strategy, View
from spades_cli.arena.table import play_match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.events import Event
    from spades_cli.players.strategy import Player


class FirstLegal(Strategy):
    """Bids the least number and plays the weakest legal card."""

    name = "first-legal"
    summary = "the first legal action"

    def bid(self, view: View) -> Bid:
        bids = [bid for bid in view.legal if isinstance(bid, Bid)]
        return next((bid for bid in bids if not bid.nil), bids[0])

    def play(self, view: View) -> Card:
        return next(card for card in view.legal if isinstance(card, Card))


class AnyLegal(FirstLegal):
    """Takes any legal action, blind bids and exchanges included."""

    name = "any-legal"
    summary = "any legal action"

    def decide(self, view: View) -> Action:
        return self.rng.choice(view.legal)


def players(rules: Rules, cls: type[Strategy] = AnyLegal, seed: int = 0) -> dict[str, Player]:
    """The same kind of player at every seat, each with its own random numbers."""
    return {seat: cls(rng=random.Random(f"{seed}/{seat}")) for seat in rules.seats}


def play(
    rules: Rules,
    *,
    seed: int = 5,
    cls: type[Strategy] = AnyLegal,
    others: Mapping[str, Player] | None = None,
    cards: Mapping[str, Sequence[str]] | Sequence[str] | None = None,
    guard: int = 1000,
) -> list[Event]:
    """Every event of a match."""
    seated = players(rules, cls, seed) | dict(others or {})
    return list(play_match(Match(rules, seed=seed, guard=guard), seated, first_cards=cards))
