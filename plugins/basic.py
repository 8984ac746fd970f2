"""``basic``: a rule-based player for every variant.

It counts its tricks, bids by points and score, and rates each card by the trick at hand, by what the hand loses with
it, and by the nils at the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli import Bid, Card, Choice, Strategy, View, hookimpl

from ._bidding import best_bid, rate_bids
from ._blind import best_blind
from ._card_play import rate_cards
from ._counting import keeps_card
from ._giving import choose_gift
from ._nil_risk import is_safe
from ._reasons import why_bid, why_card
from ._table import Table, facts_of

if TYPE_CHECKING:
    from collections.abc import Sequence


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

    def rank(self, view: View) -> Sequence[Choice]:
        """The bids or the different cards with their points and what speaks for them, best first."""
        facts = facts_of(view.rules)
        if view.phase == "bid":
            bids = [Choice(bid, value, reason=why_bid(facts, view, bid)) for value, bid in rate_bids(facts, view)]
            return _best_first(bids)
        if view.phase == "play":
            table = Table(facts, view)
            rated = rate_cards(table)
            return _best_first(
                [Choice(facts.names[card], value, reason=why_card(table, card)) for value, card in rated]
            )
        return super().rank(view)


def _best_first(choices: list[Choice]) -> list[Choice]:
    """Choices by falling value; equal ones keep their order."""
    return sorted(choices, key=lambda choice: -(choice.value or 0.0))


@hookimpl
def spades_register_strategies() -> list[type[Strategy]]:
    """Registers ``basic``."""
    return [Basic]
