"""Search for strategies: positions as bits, deals of the unseen cards, play-outs, exact endings and bids.

Names are loaded when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.lazy import load_lazily

if TYPE_CHECKING:
    from spades_cli.search.bidding import Offer, Style, rate_bids
    from spades_cli.search.budget import Budget
    from spades_cli.search.compiled import prepare
    from spades_cli.search.counting import blind_chance, distribution, sure_tricks
    from spades_cli.search.foreseeing import Foreseen, Foresight, foresees_bids, shared_foresight
    from spades_cli.search.giving import choose_gift
    from spades_cli.search.position import Position
    from spades_cli.search.ratings import knows_table
    from spades_cli.search.rule_player import choose_by_rule
    from spades_cli.search.searcher import Searcher, shared_searcher
    from spades_cli.search.tally import Rated

__all__ = [
    "Budget",
    "Foreseen",
    "Foresight",
    "Offer",
    "Position",
    "Rated",
    "Searcher",
    "Style",
    "blind_chance",
    "choose_by_rule",
    "choose_gift",
    "distribution",
    "foresees_bids",
    "knows_table",
    "prepare",
    "rate_bids",
    "shared_foresight",
    "shared_searcher",
    "sure_tricks",
]

_HOMES = {
    "spades_cli.search.bidding": "Offer Style rate_bids",
    "spades_cli.search.budget": "Budget",
    "spades_cli.search.compiled": "prepare",
    "spades_cli.search.counting": "blind_chance distribution sure_tricks",
    "spades_cli.search.foreseeing": "Foreseen Foresight foresees_bids shared_foresight",
    "spades_cli.search.giving": "choose_gift",
    "spades_cli.search.position": "Position",
    "spades_cli.search.ratings": "knows_table",
    "spades_cli.search.rule_player": "choose_by_rule",
    "spades_cli.search.searcher": "Searcher shared_searcher",
    "spades_cli.search.tally": "Rated",
}
_HOME_OF, __getattr__, __dir__ = load_lazily(globals(), _HOMES)
