"""Finds deals in PBN files, which the programs of the bridge world write: as they are, not as they should be.

Comments, escape lines, unknown tags, foreign lines, lower case, ``10`` for ``T``, voids as ``-`` and any first seat are
taken as they come.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.engine.cards import RANKS, SUITS, Card
from spades_cli.errors import SpadesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: A hand, or None for one that is not given.
Hand = tuple[Card, ...] | None

_TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*"|;[^\n]*|\{[^}]*\}|^%[^\n]*', re.MULTILINE)
_TAG = re.compile(r'\[\s*(\w+)\s*"?([^"\]\n]*)"?\s*\]')
_BARE = re.compile(r"^[ \t]*([A-Za-z][0-9]?:[ \t]*\S*[.-].*)$", re.MULTILINE)
_HINT = 'a deal is the first seat and every hand from there on: "N:AK2.QJ3.T98.5432 ..."'
_GAP = re.compile(r"\n[ \t]*\n")
_TAGS_OF_DEAL = ("event", "board", "dealer", "deal", "dealt")
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class PbnDeal:
    """One deal of a file: where it stands, its text, and who deals, where the file says that."""

    place: str
    text: str
    dealer: str = ""

    def dealer_among(self, seats: Sequence[str]) -> str | None:
        """The seat that deals, None if the file names none; SpadesError for one that is not at this table."""
        if self.dealer in ("", "?"):
            return None
        if self.dealer.upper() not in seats:
            raise SpadesError(
                f"{self.place}: the dealer {self.dealer[:_SHOWN]!r} has no seat at this table",
                hint=f"seats are {' '.join(seats)}",
            )
        return self.dealer.upper()

    def hands(self, seats: Sequence[str]) -> dict[str, Hand]:
        """The hands by seat (None: not given); SpadesError if this is no deal for these seats."""
        first, colon, rest = self.text.partition(":")
        words = rest.split()
        if not colon or len(words) != len(seats):
            count = f"{len(words)} hand{'s' * (len(words) != 1)}"
            raise SpadesError(
                f"{self.place}: not a deal for {len(seats)} seats, {count}: {self.text[:_SHOWN]!r}",
                hint=f"{_HINT}; - is a hand not given",
            )
        leader = first.strip().upper()
        if leader not in seats:
            raise SpadesError(f"{self.place}: no seat {leader!r} at this table; seats are {' '.join(seats)}")
        start = seats.index(leader)
        order = [*seats[start:], *seats[:start]]
        found = {seat: _read_hand(word, f"{self.place}: {seat}") for seat, word in zip(order, words, strict=True)}
        return {seat: found[seat] for seat in seats}


def find_deals(text: str, name: str = "") -> list[PbnDeal]:
    """Every deal of a PBN text, or of a text whose lines are bare deals (``N:JT6.T8.KQ96.AT54 ...``).

    SpadesError if there is none. A deal's place is ``NAME:3`` or, without a name, ``line 3``.
    """
    found: list[PbnDeal] = []
    for game in _find_games(text):
        line, value = game.get("deal", (0, ""))
        if value in ("", "?"):
            continue
        last = found[-1] if found else PbnDeal("", value)
        dealer = game.get("dealer", (0, ""))[1]
        # Dealt is our own tag: the cards before an exchange, after which Deal has them.
        cards = game.get("dealt", (0, last.text if value == "#" else value))[1]
        place = f"{name}:{line}" if name else f"line {line}"
        found.append(PbnDeal(place, cards, last.dealer if dealer == "#" else dealer))
    if not found:
        raise SpadesError(f"{name or 'this text'}: holds no deal", hint=_HINT)
    return found


def _find_games(text: str) -> Iterator[dict[str, tuple[int, str]]]:
    """What each game says of its deal, with lines: a tag that comes again, or a dealer behind a gap, begins another."""
    game: dict[str, tuple[int, str]] = {}
    for line, tag, value, is_behind_gap in _find_tags(text):
        if tag in game or (is_behind_gap and tag == "dealer" and "deal" in game):
            yield game
            game = {}
        if tag in _TAGS_OF_DEAL:
            game[tag] = line, value
    yield game


def _find_tags(text: str) -> Iterator[tuple[int, str, str, bool]]:
    """Line, lower-case name and value of each tag, and whether an empty line stands before it.

    A bare deal counts as a tag where there are no others.
    """
    clean = _TOKENS.sub(_blank_comment, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    tags = [(found.start(), found[1].lower(), found[2].strip()) for found in _TAG.finditer(clean)]
    if not any(name == "deal" for _, name, _ in tags):
        tags = [(found.start(1), "deal", found[1].strip()) for found in _BARE.finditer(clean)]
        if not tags and ":" in clean and "\n" not in clean.strip():
            # Whoever writes a single line with a colon means a deal, and is told what is wrong with it.
            tags = [(0, "deal", clean.strip())]
    line, counted = 1, 0
    for start, name, value in tags:
        line += clean.count("\n", counted, start)
        gap = _GAP.search(clean, counted, start)
        counted = start
        yield line, name, value, gap is not None


def _blank_comment(found: re.Match[str]) -> str:
    """A string as it is, a comment as the line ends in it."""
    return found[0] if found[0].startswith('"') else "\n" * found[0].count("\n")


def _read_hand(word: str, place: str) -> Hand:
    if word == "-":
        return None
    suits = word.upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise SpadesError(
            f"{place}: {len(suits)} suits, not 4: {word[:_SHOWN]!r}",
            hint="a hand is spades.hearts.diamonds.clubs: AK2.QJ3.T98.5432, and a void is nothing between its dots",
        )
    held: list[Card] = []
    for suit, ranks in zip(reversed(SUITS), suits, strict=True):
        held += (_read_card(rank, suit, place) for rank in ("" if ranks == "-" else ranks))
    return tuple(held)


def _read_card(rank: str, suit: str, place: str) -> Card:
    if suit == "S" and rank in "BL":
        return Card(f"{rank}J")
    if rank not in RANKS:
        raise SpadesError(f"{place}: {rank!r} is no card", hint=f"cards are {RANKS[::-1]}, and B and L for jokers")
    return Card(rank + suit)
