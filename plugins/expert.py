"""``expert``."""
from __future__ import annotations
from typing import TYPE_CHECKING
import random
from spades_cli import Bid, Card, Strategy, View, hookimpl
from spades_cli.search.position import Position
from spades_cli.search import policy
from spades_cli.search.rollout import *
from spades_cli.search.bidding import Style, rate_bids
from .basic import Basic
class Expert(Basic):
    name = "expert"
    summary = "x"
    def __init__(self, *, rng: random.Random, margin: float = 0.5, spread: float = 0.8, nil: float = -0.4, basicbid: bool = False):
        super().__init__(rng=rng)
        self.style = Style(margin, spread, nil)
        self.basicbid = basicbid
    def bid(self, view: View) -> Bid:
        if self.basicbid: return super().bid(view)
        return rate_bids(view, self.style)[0].bid
    def play(self, view: View) -> Card:
        if len(view.legal)==1:
            return view.legal[0]
        p = Position(view)
        s = p.state
        c = policy.choose_card(p.worth.game, p.need, p.fear, p.voids, p.place, p.hand, p.legal, s[LED], s[BEST], s[WINNER], s[PLAYED], p.unseen, s[NILS], s[LEFT])
        return p.deck.names[c]
@hookimpl
def spades_register_strategies():
    return [Expert]
