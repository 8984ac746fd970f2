"""``basic``: a rule-based player for every variant.

It counts its tricks, bids by points and score, and rates each card by the trick at hand, by what the hand loses with
it, and by the nils at the table.
"""

from __future__ import annotations

from spades_cli import Bid, Card, Strategy, View, hookimpl

from ._bidding import best_bid, rate_bids
from ._blind import best_blind
from ._card_play import rate_cards
from ._counting import keeps_card
from ._giving import choose_gift
from ._nil_risk import is_safe
from ._table import Table, facts_of


class Basic(Strategy):
    """Plays the same card for the same view, whatever its random numbers."""

    name = "basic"
    summary = "counts its tricks, plays to its bid, shelters and attacks nils; knows every variant"

    def bid(self, view: View) -> Bid:
        """The bid that is worth most, by its points and by the match."""
        return best_bid(rate_bids(facts_of(view.rules), view))

    def play(self, view: View) -> Card:
        """The best rated card; of equally good ones the weakest."""
        facts = facts_of(view.rules)
        if len(view.legal) == 1:
            (only,) = view.legal
            return Card(str(only))
        _, best = max(rate_cards(Table(facts, view)), key=lambda rated: rated[0])
        return facts.names[best]

    def declare_blind(self, view: View) -> Bid | None:
        """A blind bid where it is worth more than an ordinary hand."""
        return best_blind(facts_of(view.rules), view)

    def keep(self, view: View) -> bool:
        """Keep what promises more than an unknown card; what is harmless, once nil is bid."""
        facts = facts_of(view.rules)
        card = facts.copies[view.drawn] if view.drawn else 0
        own = view.bids.get(view.seat)
        if own and own.nil:
            return is_safe(facts, card)
        return keeps_card(facts, facts.hand_bits(view.hand), card)

    def give(self, view: View) -> tuple[Card, ...]:
        """A nil bidder gives what endangers the nil, his partner what shelters it, a dealer what he needs least."""
        facts = facts_of(view.rules)
        return tuple(facts.names[card] for card in choose_gift(facts, view))


@hookimpl
def spades_register_strategies() -> list[type[Strategy]]:
    """Registers ``basic``."""
    return [Basic]
