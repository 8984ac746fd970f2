"""Cards, seats, bids and numbers as words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spades_cli.engine.cards import RANK_NAMES, SUIT_NAMES, Card
from spades_cli.variants.explain_words import join, name_card

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.cards import Deck

_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
_CODE = re.compile(r"\b(?:[2-9TJQKA][CDHS]|BJ|LJ)\b")
_NAME = re.compile(r"\b(?:[NESW]{1,2}|(?:P[1-6])+)\b")


def hand_words(cards: Iterable[Card], deck: Deck, order: str) -> str:
    """A hand suit by suit, strongest first: ``spades queen, three; clubs ace``; promoted cards by their full name."""
    held = list(cards)
    groups = []
    for suit in order:
        mine = sorted((card for card in held if deck.suit(card) == suit), key=deck.rank, reverse=True)
        names = [RANK_NAMES[card.rank] if card == card.rank + suit else name_card(card) for card in mine]
        groups += [f"{SUIT_NAMES[suit]} {', '.join(names)}"] if names else []
    return "; ".join(groups) or "no cards"


def name_words(name: str) -> str:
    """A seat or side: ``North``, ``North and South`` for ``NS``, ``Player 3``, ``Players 1 and 4`` for ``P1P4``."""
    if not name.startswith("P"):
        return join([_SEATS[letter] for letter in name])
    numbers = name.split("P")[1:]
    return f"Player{'s' * (len(numbers) > 1)} {join(numbers)}"


def number_words(number: int) -> str:
    """A number, ``minus`` in front of a negative one."""
    return f"minus {-number}" if number < 0 else str(number)


def describe_bid(bid: Bid) -> str:
    """A bid in words."""
    if bid.nil:
        return "blind nil" if bid.blind else "nil"
    return f"blind {bid.tricks}" if bid.blind else str(bid.tricks)


def count_of(number: int, noun: str) -> str:
    """``1 round`` or ``3 rounds``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def spell_out(text: str) -> str:
    """A text with the codes of cards (``QH``), seats and sides (``NS``) as words."""
    cards = _CODE.sub(lambda found: name_card(Card(found[0])), text)
    return _NAME.sub(lambda found: name_words(found[0]), cards)
