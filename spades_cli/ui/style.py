"""How cards look: suit signs or letters, colours or none, always readable without either."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spades_cli.engine.actions import Action
    from spades_cli.engine.cards import Card, Deck

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
#: A four-colour deck, so that two suits of one colour cannot be mixed up.
_COLOURS = {"S": "34", "H": "31", "D": "33", "C": "32"}
SUIT_ORDER = "SHDC"


@dataclass(frozen=True, slots=True)
class Style:
    """Suit signs (or letters) and colour (or none)."""

    signs: bool = False
    colour: bool = False

    def card(self, card: Card) -> str:
        """A card by itself: ``3♥`` or ``3H``; jokers keep their letters."""
        if card in ("BJ", "LJ"):
            return self._paint(card, "S")
        return self._paint(card.rank + (SIGNS[card.suit] if self.signs else card.suit), card.suit)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in a row."""
        return " ".join(map(self.card, cards))

    def action(self, action: Action | str) -> str:
        """Any action, cards in this style."""
        from spades_cli.engine.cards import Card

        return self.card(action) if isinstance(action, Card) else str(action)

    def hand(self, cards: Iterable[Card], deck: Deck, legal: Iterable[object] = ()) -> str:
        """A hand by suits, strongest first, legal cards in brackets."""
        held, marked = list(cards), set(legal)
        groups = []
        for suit in SUIT_ORDER:
            mine = sorted((card for card in held if deck.suit(card) == suit), key=deck.rank, reverse=True)
            if mine:
                texts = (
                    f"[{text}]" if card in marked else text for card in mine for text in [self._within(card, suit)]
                )
                groups.append(self._paint(SIGNS[suit] if self.signs else suit, suit) + " " + " ".join(texts))
        return "   ".join(groups) or "no cards"

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

    def _paint(self, text: str, suit: str) -> str:
        return f"\x1b[{_COLOURS[suit]}m{text}\x1b[0m" if self.colour else text


def pick_style(stream: TextIO, suits: str, environ: Mapping[str, str] = os.environ) -> Style:
    """The style a stream can show; ``suits`` is ``auto``, ``symbol`` or ``letter``.

    Colour needs a terminal, and obeys NO_COLOR and TERM=dumb. Signs need UTF-8, and a locale other than C.
    """
    terminal = stream.isatty()
    colour = terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    signs = can_show_signs(stream, environ) if suits == "auto" else suits == "symbol"
    return Style(signs=signs, colour=colour)


def can_show_signs(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether suit signs can be written to ``stream``."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environ.get(name))), "")
    encoding = (stream.encoding or "").lower().replace("-", "")
    return encoding.startswith("utf") and locale not in ("C", "POSIX")


def open_terminal_input() -> None:
    """Line editing and history at the prompt where the system has them; bytes that are no text become marks."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        import readline  # noqa: F401 - importing it is what switches line editing on
    except ImportError:
        return
