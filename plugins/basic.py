from __future__ import annotations

from spades_plugins._card_play import rate_cards
from spades_plugins._bidding import rate_bids, best_bid
from spades_plugins._table import Table, facts_of

from spades_cli import Strategy


class Basic(Strategy):
    name = "basic"
    summary = "x"
    facts = None
    def bid(self, view):
        if self.facts is None or self.facts.rules is not view.rules:
            self.facts = facts_of(view.rules)
        return best_bid(rate_bids(self.facts, view))
    def play(self, view):
        if len(view.legal) == 1:
            return view.legal[0]
        if self.facts is None or self.facts.rules is not view.rules:
            self.facts = facts_of(view.rules)
        table = Table(self.facts, view)
        best = max(rate_cards(table))  # ties: stronger card...
        rated = rate_cards(table)
        best = max(rated, key=lambda r: r[0])[1]
        return self.facts.names[best]
