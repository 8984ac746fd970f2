"""Search for strategies: positions as bits, deals of the unseen cards, play-outs, exact endings and bids.

Names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_cli.search.bidding import Offer, Style, rate_bids
    from spades_cli.search.compiled import prepare
    from spades_cli.search.position import Position
    from spades_cli.search.rule_player import choose_by_rule
    from spades_cli.search.searcher import Budget, Rated, Searcher, shared_searcher

__all__ = [
    "Budget",
    "Offer",
    "Position",
    "Rated",
    "Searcher",
    "Style",
    "choose_by_rule",
    "prepare",
    "rate_bids",
    "shared_searcher",
]

_HOMES = {
    "spades_cli.search.bidding": "Offer Style rate_bids",
    "spades_cli.search.compiled": "prepare",
    "spades_cli.search.position": "Position",
    "spades_cli.search.rule_player": "choose_by_rule",
    "spades_cli.search.searcher": "Budget Rated Searcher shared_searcher",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Load a public name from where it lives."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
