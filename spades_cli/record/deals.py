"""Hands as one line of text, in the bridge world's PBN form: ``N:JT6.T8.KQ96.AT54 K732...``, spades first.

Jokers stand among the spades as ``B`` and ``L``, promoted cards in their printed suit, equal cards twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.cards import RANKS, SUITS, Card
from spades_cli.engine.seats import find_place
from spades_cli.errors import InvalidAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_STRENGTH = RANKS + "LB"


def format_deal(hands: Mapping[str, Sequence[Card]]) -> str:
    """All hands, beginning with the first seat."""
    return f"{next(iter(hands))}:" + " ".join(_format_hand(held) for held in hands.values())


def _format_hand(cards: Sequence[Card]) -> str:
    suits = []
    for suit in reversed(SUITS):
        ranks = sorted((card.rank for card in cards if card.suit == suit), key=_STRENGTH.index, reverse=True)
        suits.append("".join(ranks))
    return ".".join(suits)


def parse_deal(text: str, seats: Sequence[str]) -> dict[str, tuple[Card, ...]]:
    """The hands of a PBN deal by seat; ``-`` is a hand not given.

    Raises InvalidAction for what is not such a text, UsageError for a seat that is not there.
    """
    first, colon, rest = text.strip().partition(":")
    hands = rest.split()
    if not colon or len(hands) != len(seats):
        raise InvalidAction(
            f"not a deal: {text.strip()!r}",
            hint=f'a deal is "{seats[0]}:" and {len(seats)} hands like AK2.QJ3.T98.5432',
        )
    start = find_place(seats, first.strip().upper())
    ordered = [seats[(start + i) % len(seats)] for i in range(len(seats))]
    found = {seat: _parse_hand(hand) for seat, hand in zip(ordered, hands, strict=True)}
    return {seat: found[seat] for seat in seats}


def _parse_hand(text: str) -> tuple[Card, ...]:
    suits = [""] * 4 if text == "-" else text.upper().split(".")
    if len(suits) != 4:
        raise InvalidAction(f"not a hand: {text!r}", hint="a hand is spades.hearts.diamonds.clubs: AK2.QJ3.T98.5432")
    held = ((rank, suit) for suit, ranks in zip(reversed(SUITS), suits, strict=True) for rank in ranks)
    return tuple(Card(f"{rank}J" if suit == "S" and rank in "BL" else rank + suit) for rank, suit in held)
