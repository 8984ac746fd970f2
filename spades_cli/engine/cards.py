"""Cards, their text, and the pack of a rule set laid out as bits.

A :class:`Card` is its own text (``AS``, ``TD``, ``BJ``). A :class:`Deck` gives every card of a pack a bit:
each suit is one run of bits, weakest card first, and spades with jokers and promoted cards are the top run.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from spades_cli.engine import kernel
from spades_cli.errors import InvalidAction, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
JOKERS = ("BJ", "LJ")


class Card(str):
    """One card, equal to its text: ``Card("AS") == "AS"``.

    >>> Card("TD").rank, Card("TD").suit
    ('T', 'D')

    ``suit`` is the printed suit, and ``S`` for the jokers ``BJ`` and ``LJ``; the suit a card *plays* as, which
    differs for promoted cards, is ``Deck.suit``.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Card:
        try:
            return _CARDS[text]
        except KeyError:
            raise InvalidAction(f"{text!r} is not a card", hint="cards look like QH, TS or BJ") from None

    @property
    def rank(self) -> str:
        return self[0]

    @property
    def suit(self) -> str:
        return "S" if self in JOKERS else self[1]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


_CARDS = {text: str.__new__(Card, text) for text in (*(r + s for s in SUITS for r in RANKS), *JOKERS)}

RANK_NAMES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
_RANK_WORDS = {name: rank for rank, name in RANK_NAMES.items()} | {"10": "T", "deuce": "2"}
_SUIT_WORDS = {name: letter for letter, full in SUIT_NAMES.items() for name in (full, full[:-1])}
_SUIT_WORDS |= {
    sign: letter for signs, letter in (("♠♤", "S"), ("♥♡", "H"), ("♦♢", "D"), ("♣♧", "C")) for sign in signs
}
_JOKER_WORDS = {"big joker": "BJ", "high joker": "BJ", "little joker": "LJ", "low joker": "LJ"}
_WORD = re.compile(r"10|[a-z]+|[0-9]|[♠♤♥♡♦♢♣♧]")


def read_rank(text: str) -> str | None:
    """The rank that ``text`` names (``a``, ``10``, ``queen``), or None."""
    rank = _RANK_WORDS.get(text.lower(), text.upper())
    return rank if len(rank) == 1 and rank in RANKS else None


def read_suit(text: str) -> str | None:
    """The suit that ``text`` names (``h``, ``hearts``, ``♥``), or None."""
    suit = _SUIT_WORDS.get(text.lower(), text.upper())
    return suit if len(suit) == 1 and suit in SUITS else None


def parse_card(text: str) -> Card:
    """Read a card forgivingly: ``10s``, ``sT``, ``t♠`` and ``ten of spades`` are all ``TS``.

    Raises InvalidAction for anything else.
    """
    words = text.strip().lower().replace("\N{VARIATION SELECTOR-16}", "").replace("\N{VARIATION SELECTOR-15}", "")
    if (plain := words.upper()) in _CARDS:
        return _CARDS[plain]
    if (joker := _JOKER_WORDS.get(" ".join(words.split()))) is not None:
        return _CARDS[joker]
    parts = [part for part in _WORD.findall(words) if part != "of"]
    if "".join(_WORD.findall(words)) == "".join(words.split()):
        for one, two in _pairs(parts):
            rank, suit = read_rank(one), read_suit(two)
            if rank and suit:
                return _CARDS[rank + suit]
    raise InvalidAction(f"{text.strip()!r} is not a card", hint='cards look like QH or "queen of hearts"')


def _pairs(parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Ways to read the parts as (rank, suit), in either order; ``hq`` is one part of two letters."""
    letters = list(parts[0]) if len(parts) == 1 and len(parts[0]) == 2 else parts
    if len(letters) == 2:
        one, two = letters
        yield one, two
        yield two, one


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas: ``AS KS, 10d``."""
    return tuple(parse_card(part) for part in text.replace(",", " ").split())


def format_cards(cards: Iterable[Card]) -> str:
    """The one written form of several cards: ``AS KS TD``."""
    return " ".join(cards)


class _KnownCards(dict[int, tuple[Card, ...]]):
    """The cards of each mask within one suit, remembered: play asks for the same few again and again.

    Suits of packs with equal cards have too many masks to keep.
    """

    def __init__(self, names: dict[int, Card], *, keep: bool) -> None:
        self._names, self._keep = names, keep

    def __missing__(self, mask: int) -> tuple[Card, ...]:
        rest, found = mask, []
        while rest:
            bit = rest & -rest
            found.append(self._names[bit])
            rest ^= bit
        cards = tuple(found)
        if self._keep:
            self[mask] = cards
        return cards


class Deck:
    """The pack of a rule set as bits.

    ``runs`` holds the bits of clubs, diamonds, hearts and spades in that order; ``order`` is every card of the
    pack as one bit each, weakest first. ``doubled`` packs hold equal cards: then every rank takes two bits
    (the lower one even), and a card's ``copies`` is the mask of both.
    """

    __slots__ = ("copies", "doubled", "known", "names", "order", "ranks", "run_of", "runs", "size", "spades", "suits")

    def __init__(
        self, *, packs: int = 1, jokers: int = 0, remove: Sequence[str] = (), promote: Sequence[str] = ()
    ) -> None:
        counts = _count_cards(packs, jokers, remove)
        promoted = _check_promoted(counts, promote)
        self.doubled = max(counts.values()) > 1
        width = 2 if self.doubled else 1
        self.names: dict[int, Card] = {}
        self.known = _KnownCards(self.names, keep=not self.doubled)
        self.copies: dict[str, int] = {}
        self.ranks: dict[Card, int] = {}
        self.suits: dict[Card, str] = {}
        runs, place = [], 0
        for suit in SUITS:
            plain = [Card(rank + suit) for rank in RANKS if rank + suit not in promoted]
            run = 0
            for card in (*plain, *reversed(promoted)) if suit == "S" else plain:
                bits = [1 << (place + copy) for copy in range(counts[card])]
                self.names.update((bit, card) for bit in bits)
                self.ranks[card] = place // width
                self.suits[card] = suit
                if bits:
                    self.copies[card] = sum(bits)
                    run |= sum(bits)
                    place += width
            runs.append(run)
        self.runs: tuple[int, int, int, int] = (runs[0], runs[1], runs[2], runs[3])
        self.spades = runs[3]
        self.run_of = {bit: kernel.run_of(bit, self.runs) for bit in self.names}
        self.order = tuple(sorted(self.names))
        self.size = len(self.order)

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of ``mask``, weakest first, clubs before diamonds, hearts and spades."""
        known = self.known
        if mask in known:
            return known[mask]
        clubs, diamonds, hearts, spades = self.runs
        return known[mask & clubs] + known[mask & diamonds] + known[mask & hearts] + known[mask & spades]

    def mask(self, cards: Iterable[str], used: int = 0) -> int:
        """The bits of ``cards`` outside ``used``; equal cards take one copy each.

        Raises InvalidAction for a card this pack does not hold, or holds fewer times.
        """
        total = 0
        for card in cards:
            free = self.copies.get(card, 0) & ~(total | used)
            if not free:
                raise InvalidAction(f"{card} is named twice" if card in self.copies else f"{card} is not in this pack")
            total |= free & -free
        return total

    def suit(self, card: Card) -> str:
        """The suit ``card`` plays as: jokers and promoted cards are spades."""
        return self.suits[card]

    def suit_mask(self, suit: str) -> int:
        """The bits of one suit as it plays."""
        return self.runs[SUITS.index(suit)]

    def rank(self, card: Card) -> int:
        """How strong ``card`` is: a larger number beats a smaller one of its suit; equal cards have equal ranks."""
        return self.ranks[card]


def _count_cards(packs: int, jokers: int, remove: Sequence[str]) -> Counter[Card]:
    counts: Counter[Card] = Counter({Card(rank + suit): packs for suit in SUITS for rank in RANKS})
    for joker in JOKERS:
        counts[Card(joker)] = jokers // 2
    for text in remove:
        card = parse_card(text)
        if not counts[card]:
            raise RulesError([f"deck.remove: {card} is not in the pack that often"])
        counts[card] -= 1
    return counts


def _check_promoted(counts: Counter[Card], promote: Sequence[str]) -> list[Card]:
    promoted = [parse_card(text) for text in promote]
    for card, times in Counter(promoted).items():
        if not counts[card]:
            raise RulesError([f"deck.promote: {card} is not in the pack"])
        if times > 1:
            raise RulesError([f"deck.promote: {card} is named twice"])
    for joker in JOKERS:
        if counts[Card(joker)] and joker not in promoted:
            raise RulesError([f"deck.promote: must place {joker}, which deck.jokers puts into the pack"])
    return promoted
