"""The trick on the table: its cards, and who takes it as it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_cli.engine.cards import Card
    from spades_cli.engine.round import Round
    from spades_cli.engine.view import View


def on_table(deal: Round) -> dict[str, Card]:
    """The cards of a trick that is not finished, by seat in playing order."""
    seats, names = deal.rules.seats, deal.rules.pack.names
    return {seats[(deal.leader + i) % len(seats)]: names[card] for i, card in enumerate(deal.trick)}


def best_played(view: View) -> tuple[str, Card] | None:
    """The seat and card that win the trick so far; None before the first card."""
    if not view.trick:
        return None
    deck, led = view.deck, view.led
    last_wins = view.rules.deck.duplicates == "last"
    best = view.trick[0]
    for played in view.trick[1:]:
        suit = deck.suit(played.card)
        # Spades rank above every other suit, so ranks compare across the two suits that can win.
        ahead = deck.rank(played.card) - deck.rank(best.card)
        if suit in (led, "S") and (ahead > 0 or (not ahead and last_wins)):
            best = played
    return best.seat, best.card
