"""A rule set as plain sentences that a player can read out at a table, each with the keys it speaks of.

The parts of a game have modules of their own (``explain_deal``, ``explain_bids``, ``explain_blind``, ``explain_play``,
``explain_points``, ``explain_match``); here they are put in the order in which a game is explained.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.rules import Rules
from spades_cli.variants.explain_bids import explain_bids
from spades_cli.variants.explain_blind import explain_blind
from spades_cli.variants.explain_deal import explain_deal
from spades_cli.variants.explain_match import explain_match
from spades_cli.variants.explain_nil import explain_nil
from spades_cli.variants.explain_play import explain_play
from spades_cli.variants.explain_points import explain_points
from spades_cli.variants.explain_words import Sentence, join, say
from spades_cli.variants.writer import differing_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PARTS: tuple[Callable[[Rules], Iterator[Sentence]], ...] = (
    explain_deal,
    explain_bids,
    explain_nil,
    explain_blind,
    explain_play,
    explain_points,
    explain_match,
)


class Change(NamedTuple):
    """Sentences of one rule set and those that stand in their place in another; one of the two may be empty."""

    old: tuple[str, ...]
    new: tuple[str, ...]


def explain(rules: Rules) -> list[str]:
    """The rules as sentences, in the order of a game: table, cards, bids, play, points, end.

    >>> from spades_cli import Rules
    >>> explain(Rules())[0]
    'Four players play in two teams of two; partners sit opposite each other: N with S, E with W.'
    """
    return [sentence.text for sentence in explain_with_keys(rules)]


def explain_with_keys(rules: Rules) -> list[Sentence]:
    """The same with the keys that each sentence speaks of.

    Every key that differs from ``standard`` is in some sentence: those that the game makes no use of are named in the
    last one.
    """
    sentences = list(chain.from_iterable(part(rules) for part in PARTS))
    told = {key for sentence in sentences for key in sentence.keys}
    idle = [key for key in differing_keys(rules, Rules()) if key not in told]
    if idle:
        verb = "settings change" if len(idle) > 1 else "setting changes"
        sentences.append(say(f"The {verb} nothing in this game: {join(idle)}.", *idle))
    return sentences


def compare(old: Rules, new: Rules) -> list[Change]:
    """What of the sentences of ``old`` reads otherwise in ``new``, in order."""
    before, after = explain(old), explain(new)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        Change(tuple(before[i:j]), tuple(after[k:m])) for tag, i, j, k, m in matcher.get_opcodes() if tag != "equal"
    ]
