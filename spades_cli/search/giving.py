"""Which cards to give for a nil: the bidder gives those that endanger it most, the partner those that help to cover it.

The bidder's choice rests on the fitted odds of a nil, the partner's on heights and lengths of suits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import popcount
from spades_cli.search.promise import nil_odds
from spades_cli.search.tables import find_tables

if TYPE_CHECKING:
    from spades_cli.engine.cards import Card, Deck
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View


def choose_gift(view: View) -> tuple[Card, ...]:
    """The cards to give, as many as must be, in an exchange between a nil bidder and a partner; none in any other."""
    due, rules = view.due, view.rules
    if due is None or due.receiver is None:
        return ()
    hand, own, partner = rules.pack.mask(view.hand), view.bids.get(view.seat), view.bids.get(due.receiver)
    if own and own.nil:
        given = swap_dangerous(rules, hand, due.least)[0]
    elif partner and partner.nil:
        given = lowest_of_short_suits(rules.pack, hand, due.least)
    else:
        return ()
    return tuple(rules.pack.names[card] for card in given)


def swap_dangerous(rules: Rules, hand: int, count: int) -> tuple[list[int], int]:
    """The cards most dangerous to a nil, and the hand with such low ones in their place as a partner gives."""
    tables, deck = find_tables(rules), rules.pack
    # The lowest cards of all may be anywhere; a partner has some of the next.
    low = [card for card in by_height(deck, 0) if not card & hand][count:]
    given: list[int] = []
    own = hand
    for new in low[:count]:
        card = max(
            (card for card in deck.order if card & own),
            key=lambda card: nil_odds(tables, deck.runs, 0, hand ^ card | new),
        )
        given.append(card)
        own ^= card
        hand ^= card | new
    return given, hand


def lowest_of_short_suits(deck: Deck, hand: int, count: int) -> list[int]:
    """Low side cards, those of short suits first: who is out of a suit can cover in it with a spade."""
    return [card for card in by_height(deck, hand) if card & hand][:count]


def by_height(deck: Deck, hand: int) -> list[int]:
    """All cards, spades last, by their heights in their suits and the cards of those suits in ``hand``."""

    def height(card: int) -> tuple[bool, int, int]:
        run = deck.run_of[card]
        return run == deck.spades, popcount(run & (card - 1)) + popcount(hand & run), card

    return sorted(deck.order, key=height)
