"""``expert``: bids by tables fitted to very many rounds, plays by plan.

What searches is imported by what needs it: the program loads every strategy, whoever plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli import Bid, Card, Choice, Strategy, View, hookimpl

from ._reasons import why_card
from ._table import Table, facts_of
from .basic import Basic

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from spades_cli.search import Offer


class Expert(Basic):
    """Decides drafts and blind bids as ``basic`` does; its bids, cards and gifts for a nil are its own."""

    name = "expert"
    summary = "bids by fitted tables, plays by plan: make, set, duck, keep, cover or attack a nil"

    def __init__(self, *, rng: random.Random, margin: float = 0.5, spread: float = 0.9, nil: float = -0.25) -> None:
        from spades_cli.search import Style

        super().__init__(rng=rng)
        self.style = Style(margin, spread, nil)

    def bid(self, view: View) -> Bid:
        """The bid that is worth most."""
        return self.offers(view)[0].bid

    def offers(self, view: View) -> list[Offer]:
        """The bids to choose from, best first."""
        from spades_cli.search import rate_bids

        return rate_bids(view, self.style)

    def give(self, view: View) -> tuple[Card, ...]:
        """For a nil by the odds to keep it, otherwise as ``basic`` gives."""
        from spades_cli.search import choose_gift

        return choose_gift(view) or super().give(view)

    def play(self, view: View) -> Card:
        """The card that the plan asks for; at tables where none was learned, the card of ``basic``."""
        from spades_cli.search import Position, choose_by_rule, knows_table

        if len(view.legal) == 1:
            return only_card(view)
        if not knows_table(view.rules):
            return super().play(view)
        return view.deck.names[choose_by_rule(Position(view))]

    def rank(self, view: View) -> Sequence[Choice]:
        """The bids with their worth; the card of the plan first and the others as ``basic`` rates them."""
        if view.phase == "bid":
            return [Choice(offer.bid, offer.value, reason=why_offer(offer)) for offer in self.offers(view)]
        if view.phase == "play":
            return rank_by_plan(view, self.play(view))
        return super().rank(view)


def only_card(view: View) -> Card:
    """The one legal card."""
    (card,) = view.legal
    return Card(str(card))


def rank_by_plan(view: View, chosen: Card) -> list[Choice]:
    """The chosen card first, then the others; a plan gives no values."""
    table = Table(facts_of(view.rules), view)
    others = [card for card in dict.fromkeys(map(str, view.legal)) if card != chosen]
    copies = table.facts.copies
    return [
        Choice(Card(card), reason=why_card(table, copies[card] & table.hand & -(copies[card] & table.hand)))
        for card in (str(chosen), *others)
    ]


def why_offer(offer: Offer) -> str:
    """What a bid rests on."""
    if offer.chance is not None:
        return f"takes no trick in {offer.chance:.0%} of such hands"
    return f"the hand promises {offer.tricks:.1f} tricks"


@hookimpl
def spades_register_strategies() -> list[type[Strategy]]:
    """Registers ``expert``."""
    return [Expert]
