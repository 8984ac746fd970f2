"""How cards look: suit signs or letters, colours or none, always readable without either."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

from spades_cli.engine.actions import Give
from spades_cli.engine.cards import JOKERS, RANKS, Card
from spades_cli.ui.layout import wrap
from spades_cli.ui.signs import can_show_signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spades_cli.engine.actions import Action
    from spades_cli.engine.cards import Deck

Colours: TypeAlias = Literal["four", "two"]
Sort: TypeAlias = Literal["alternate", "suits", "rank"]

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
#: A four-colour deck, so that two suits of one colour cannot be mixed up; or red and the terminal's own colour.
_COLOURS: dict[Colours, dict[str, str]] = {
    "four": {"S": "34", "H": "31", "D": "33", "C": "32"},
    "two": {"H": "31", "D": "31"},
}
SUIT_ORDER = "SHDC"
#: With two colours, neighbours differ.
_ALTERNATING = "SHCD"


@dataclass(frozen=True, slots=True)
class Style:
    """Suit signs (or letters), colour (or none; of four or two colours) and the order of a hand.

    ``sort``: ``suits`` is spades, hearts, diamonds, clubs; ``alternate`` is the same unless two suits of one colour
    would then be neighbours; ``rank`` is strongest first, whatever the suit.
    """

    signs: bool = False
    colour: bool = False
    colours: Colours = "four"
    sort: Sort = "alternate"

    def card(self, card: Card) -> str:
        """A card by itself: ``3♥`` or ``3H``; jokers keep their letters."""
        if card in JOKERS:
            return self._paint(card, "S")
        return self._paint(card.rank + (SIGNS[card.suit] if self.signs else card.suit), card.suit)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in a row."""
        return " ".join(map(self.card, cards))

    def action(self, action: Action | str) -> str:
        """Any action, cards in this style."""
        if isinstance(action, Give) and action.cards:
            return f"give {self.cards(action.cards)}"
        return self.card(action) if isinstance(action, Card) else str(action)

    def hand(self, cards: Iterable[Card], deck: Deck, legal: Iterable[object] = ()) -> str:
        """A hand in one line, legal cards in brackets."""
        return "".join(self.hand_lines(cards, deck, legal))

    def hand_lines(self, cards: Iterable[Card], deck: Deck, legal: Iterable[object] = (), width: int = 0) -> list[str]:
        """The same in lines of ``width`` columns (0: one line), broken between suits, or within one that is longer."""
        held, marked = list(cards), set(legal)
        if not held:
            return ["no cards"]
        if self.sort == "rank":
            return wrap([self._marked(card, self.card(card), marked) for card in by_rank(held, deck)], " ", width)
        groups = [
            " ".join([self.suit(suit), *(self._marked(card, self._within(card, suit), marked) for card in mine)])
            for suit in self.suit_order
            if (mine := sorted((card for card in held if deck.suit(card) == suit), key=deck.rank, reverse=True))
        ]
        return [line for group in wrap(groups, "   ", width) for line in wrap(group.split(" "), " ", width, "  ")]

    def suit(self, suit: str) -> str:
        """The name of a suit in front of its cards."""
        return self._paint(SIGNS[suit] if self.signs else suit, suit)

    @property
    def suit_order(self) -> str:
        """The suits from left to right."""
        return _ALTERNATING if self.sort == "alternate" and self.colour and self.colours == "two" else SUIT_ORDER

    @property
    def dot(self) -> str:
        """The separator of a heading."""
        return "·" if self.signs else "-"

    @property
    def arrow(self) -> str:
        """Points to what follows."""
        return "→" if self.signs else "->"

    @property
    def back(self) -> str:
        """Points at you."""
        return "←" if self.signs else "<-"

    def _within(self, card: Card, suit: str) -> str:
        """A card inside its suit's group: the rank alone unless the card is a joker or a promoted one."""
        plain = card.rank + suit == str(card)
        return self._paint(card.rank, suit) if plain else self.card(card)

    def _marked(self, card: Card, text: str, legal: set[object]) -> str:
        return f"[{text}]" if card in legal else text

    def _paint(self, text: str, suit: str) -> str:
        code = _COLOURS[self.colours].get(suit) if self.colour else None
        return f"\x1b[{code}m{text}\x1b[0m" if code else text


def by_rank(cards: Iterable[Card], deck: Deck) -> list[Card]:
    """Cards strongest first: jokers and promoted ones, then aces, kings, ...; spades first among equals."""
    return sorted(cards, key=lambda card: (-_height(card, deck), SUIT_ORDER.index(deck.suit(card))))


def _height(card: Card, deck: Deck) -> int:
    """The printed rank as a number; more for jokers and promoted cards."""
    if card in JOKERS or deck.suit(card) != card.suit:
        return len(RANKS) + deck.rank(card)
    plain = RANKS.index(card.rank)
    over = any(
        deck.suit(other) == "S" and other not in JOKERS and RANKS.index(other.rank) > plain and rank < deck.rank(card)
        for other, rank in deck.ranks.items()
    )
    return len(RANKS) + deck.rank(card) if card.suit == "S" and over else plain


def pick_style(
    stream: TextIO,
    suits: str,
    environ: Mapping[str, str] = os.environ,
    *,
    colours: Colours = "four",
    sort: Sort = "alternate",
) -> Style:
    """The style a stream can show; ``suits`` is ``auto``, ``symbol`` or ``letter``.

    Signs need UTF-8, and a locale other than C. Colour is as in ``can_show_colour``.
    """
    signs = can_show_signs(stream, environ) if suits == "auto" else suits == "symbol"
    return Style(signs=signs, colour=can_show_colour(stream, environ), colours=colours, sort=sort)


def can_show_colour(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether colour is wanted: never with NO_COLOR, always with FORCE_COLOR, else on a terminal that is not dumb."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and environ.get("TERM") != "dumb"


def open_terminal_input() -> None:
    """Line editing and history at the prompt where the system has them; bytes that are no text become marks."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        import readline  # noqa: F401 - importing it is what switches line editing on
    except ImportError:
        return
