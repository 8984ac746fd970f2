"""Spades under any house rule: rules, rounds and matches for programs, and the strategies that play them.

Names are loaded when they are first used, so that the command line starts without the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.lazy import load_lazily

if TYPE_CHECKING:
    from spades_cli.engine.actions import BLIND_NIL, NIL, Action, Answer, Bid, Give, format_action, parse_action
    from spades_cli.engine.cards import Card, Deck, format_cards, parse_card, parse_cards
    from spades_cli.engine.match import Match
    from spades_cli.engine.round import Round
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import Due, Played, SeenGift, SeenTrick, View
    from spades_cli.errors import (
        AmbiguousAction,
        ExitCode,
        IllegalAction,
        InvalidAction,
        PluginError,
        RulesError,
        SpadesError,
        UsageError,
    )
    from spades_cli.players.hooks import hookimpl
    from spades_cli.players.strategy import Choice, Strategy
    from spades_cli.variants import load_rules

__all__ = [
    "BLIND_NIL",
    "NIL",
    "Action",
    "AmbiguousAction",
    "Answer",
    "Bid",
    "Card",
    "Choice",
    "Deck",
    "Due",
    "ExitCode",
    "Give",
    "IllegalAction",
    "InvalidAction",
    "Match",
    "Played",
    "PluginError",
    "Round",
    "RoundResult",
    "Rules",
    "RulesError",
    "SeenGift",
    "SeenTrick",
    "SpadesError",
    "Strategy",
    "UsageError",
    "View",
    "format_action",
    "format_cards",
    "hookimpl",
    "load_rules",
    "parse_action",
    "parse_card",
    "parse_cards",
]

#: Where each public name lives.
_HOMES = {
    "spades_cli.engine.actions": "BLIND_NIL NIL Action Answer Bid Give format_action parse_action",
    "spades_cli.engine.cards": "Card Deck format_cards parse_card parse_cards",
    "spades_cli.engine.match": "Match",
    "spades_cli.engine.round": "Round",
    "spades_cli.engine.rules": "Rules",
    "spades_cli.engine.scoring": "RoundResult",
    "spades_cli.engine.view": "Due Played SeenGift SeenTrick View",
    "spades_cli.errors": (
        "AmbiguousAction ExitCode IllegalAction InvalidAction PluginError RulesError SpadesError UsageError"
    ),
    "spades_cli.players.hooks": "hookimpl",
    "spades_cli.players.strategy": "Choice Strategy",
    "spades_cli.variants": "load_rules",
}
_HOME_OF, __getattr__, __dir__ = load_lazily(globals(), _HOMES)
