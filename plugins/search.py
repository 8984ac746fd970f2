"""``search``."""
from __future__ import annotations
from typing import TYPE_CHECKING
import random
from spades_cli import Bid, Card, Strategy, View, hookimpl
from spades_cli.search.position import Position
from spades_cli.search.searcher import Searcher, Budget
from .expert import Expert
S = {}
class Search(Expert):
    name = "search"
    summary = "x"
    def __init__(self, *, rng: random.Random, samples: int = 120, drawn: int = 6, noise: int = 50, tail: int = 4, solved: int = 40, plays: bool = True, margin: float = 0.5, spread: float = 0.8, nil: float = -0.4, basicbid: bool = False):
        super().__init__(rng=rng, margin=margin, spread=spread, nil=nil, basicbid=basicbid)
        self.budget = Budget(samples, drawn, noise, tail, solved)
        self.plays = plays
    def play(self, view: View) -> Card:
        if len(view.legal)==1:
            return view.legal[0]
        key=(self.budget, view.deck.doubled)
        if key not in S: S[key]=Searcher(self.budget, doubled=view.deck.doubled)
        p = Position(view)
        if not self.plays: p.history=[]
        rated = S[key].rate(p, self.rng.getrandbits(60))
        return p.deck.names[rated[0].card]
@hookimpl
def spades_register_strategies():
    return [Search]
