"""``lowest``: the smallest complete strategy, to read and to begin from."""

from __future__ import annotations

from spades_cli import Bid, Card, Strategy, View, hookimpl


class Lowest(Strategy):
    """Bids the least number it may and plays its weakest legal card."""

    name = "lowest"
    summary = "bids the least and plays the lowest legal card"

    def bid(self, view: View) -> Bid:
        """The least number, nil only where nothing else is legal."""
        bids = [bid for bid in view.legal if isinstance(bid, Bid)]
        return min(bids, key=lambda bid: (bid.nil, bid.tricks))

    def play(self, view: View) -> Card:
        """The weakest legal card, clubs before diamonds, hearts and spades."""
        cards = [card for card in view.legal if isinstance(card, Card)]
        return min(cards, key=view.deck.rank)


@hookimpl
def spades_register_strategies() -> list[type[Strategy]]:
    """Registers ``lowest``."""
    return [Lowest]
