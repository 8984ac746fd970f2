"""``random``: any legal action, the floor that every other strategy must clear."""

from __future__ import annotations

from spades_cli import Action, Bid, Card, Strategy, View, hookimpl


class Random(Strategy):
    """Chooses uniformly among the legal actions of every phase."""

    name = "random"
    summary = "any legal action, all equally likely"

    def decide(self, view: View) -> Action:
        """One of ``view.legal``."""
        return self.rng.choice(view.legal)

    def bid(self, view: View) -> Bid:
        """Any legal bid."""
        return self.rng.choice([bid for bid in view.legal if isinstance(bid, Bid)])

    def play(self, view: View) -> Card:
        """Any legal card."""
        return self.rng.choice([card for card in view.legal if isinstance(card, Card)])


@hookimpl
def spades_register_strategies() -> list[type[Strategy]]:
    """Registers ``random``."""
    return [Random]
