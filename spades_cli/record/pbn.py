"""Reads deals that other programs wrote: PBN files of the bridge world, as they are met rather than as they should be.

Comments, escape lines, unknown tags, foreign lines, lower case, ``10`` for ``T``, voids as ``-`` and any first seat are
taken as they come. A hand ``-`` is not given, and is dealt at random from what is left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.engine.cards import RANKS, SUITS, Card, parse_cards
from spades_cli.engine.dealing import draw_from
from spades_cli.errors import InvalidAction, SpadesError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.engine.rules import Rules

#: A hand, or None for one that is not given.
Hand = tuple[Card, ...] | None

_TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*"|;[^\n]*|\{[^}]*\}|^%[^\n]*', re.MULTILINE)
_TAG = re.compile(r'\[\s*(\w+)\s*"?([^"\]\n]*)"?\s*\]')
_BARE = re.compile(r"^[ \t]*([A-Za-z][0-9]?:[ \t]*\S*[.-].*)$", re.MULTILINE)
_HINT = 'a deal is the first seat and every hand from there on: "N:AK2.QJ.T98.5432 ..."'
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class PbnDeal:
    """One deal of a file: the hands by seat (None: not given), where it stands, and the board it calls itself."""

    hands: Mapping[str, Hand]
    place: str
    board: str = ""


def read_pbn_deals(text: str, seats: Sequence[str], name: str = "") -> list[PbnDeal]:
    """Every deal of a PBN text, or of a text whose lines are bare deals (``N:JT6.T8.KQ96.AT54 ...``).

    Raises SpadesError for a deal that cannot be read, and if there is none; it says ``NAME:3`` or, without a name,
    ``line 3``.
    """
    return [PbnDeal(_read_hands(value, seats, place), place, board) for place, value, board in _find_deals(text, name)]


def _find_deals(text: str, name: str) -> list[tuple[str, str, str]]:
    """Where each deal stands, its text and its board; SpadesError if there is none."""
    found: list[tuple[str, str, str]] = []
    board = ""
    for line, tag, value in _find_tags(text):
        if tag == "board":
            board = value
        elif tag == "deal" and value not in ("", "?"):
            same = value == "#" and found
            found.append((f"{name}:{line}" if name else f"line {line}", found[-1][1] if same else value, board))
            board = ""
        elif tag == "dealt" and found:
            # Our own tag: the cards before an exchange, after which Deal has them.
            found[-1] = (found[-1][0], value, found[-1][2])
    if not found:
        raise SpadesError(f"{name or 'this text'}: holds no deal", hint=_HINT)
    return found


def _find_tags(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, lower-case name and value of each tag; a bare deal counts as a tag where there are no others."""
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
        counted = start
        yield line, name, value


def _blank_comment(found: re.Match[str]) -> str:
    """A string as it is, a comment as the line ends in it."""
    return found[0] if found[0].startswith('"') else "\n" * found[0].count("\n")


def _read_hands(value: str, seats: Sequence[str], place: str) -> dict[str, Hand]:
    first, colon, rest = value.partition(":")
    words = rest.split()
    if not colon or len(words) != len(seats):
        count = f"{len(words)} hand{'s' * (len(words) != 1)}"
        raise SpadesError(
            f"{place}: not a deal for {len(seats)} seats, {count}: {value[:_SHOWN]!r}",
            hint=f"{_HINT}; - is a hand not given",
        )
    leader = first.strip().upper()
    if leader not in seats:
        raise SpadesError(f"{place}: no seat {leader!r} at this table; seats are {' '.join(seats)}")
    start = seats.index(leader)
    order = [seats[(start + i) % len(seats)] for i in range(len(seats))]
    hands = {seat: _read_hand(word, f"{place}: {seat}") for seat, word in zip(order, words, strict=True)}
    return {seat: hands[seat] for seat in seats}


def _read_hand(word: str, place: str) -> Hand:
    if word == "-":
        return None
    suits = word.upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise SpadesError(
            f"{place}: {len(suits)} suits, not 4: {word[:_SHOWN]!r}",
            hint="a hand is spades.hearts.diamonds.clubs: AK2.QJ.T98.5432, and a void is nothing between its dots",
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


def read_deal(
    text: str, rules: Rules, *, number: int = 1, seed: int = 0, name: str = ""
) -> Mapping[str, Sequence[Card]] | tuple[Card, ...]:
    """The hands by seat for a round under ``rules``; for a draft the pack, its cards in drawing order.

    ``number`` counts the deals of a text from 1, ``name`` is what errors call it. Hands that are not given are dealt
    at random from the cards left, by ``seed``. Raises SpadesError for what is no such deal or does not fit the table,
    UsageError for a deal that is not there.
    """
    if rules.deal.method == "draft":
        return _read_pack(text, rules, name)
    deals = _find_deals(text, name)
    if not 1 <= number <= len(deals):
        raise UsageError(f"{name or 'this text'}: no deal {number}, only {len(deals)}")
    place, value, _ = deals[number - 1]
    given = _read_hands(value, rules.seats, place)
    _check_cards(given, place, rules)
    hands = _complete(given, place, rules, seed)
    _check_counts(hands, place, rules)
    return hands


def _read_pack(text: str, rules: Rules, name: str) -> tuple[Card, ...]:
    """A whole pack; lines that begin with % are skipped, so that it may be described."""
    kept = (line.partition(";")[0] for line in text.removeprefix("\ufeff").splitlines() if not line.startswith("%"))
    words, place = " ".join(kept), f"{name}: the pack" if name else "the pack"
    try:
        pack = parse_cards(words)
        rules.pack.mask(pack)
    except InvalidAction as error:
        raise SpadesError(
            f"{place}: {error}", hint=f"a draft needs all {rules.pack.size} cards in drawing order: AS 7D QH ..."
        ) from error
    if len(pack) != rules.pack.size:
        raise SpadesError(f"{place}: {len(pack)} cards, not {rules.pack.size}")
    return pack


def _check_cards(hands: Mapping[str, Hand], place: str, rules: Rules) -> None:
    """SpadesError for a card that is not in the pack, or there more often than in it."""
    holders: dict[Card, list[str]] = {}
    for seat, hand in hands.items():
        for card in hand or ():
            holders.setdefault(card, []).append(seat)
    for card, seats in holders.items():
        copies = rules.pack.copies.get(card, 0).bit_count()
        if not copies:
            raise SpadesError(f"{place}: {seats[0]} holds {card}, which is not in the pack of {rules.name}")
        if len(seats) > copies:
            owners = " and ".join(dict.fromkeys(seats))
            times = "twice" if copies == 1 else f"{len(seats)} times"
            raise SpadesError(f"{place}: {card} is named {times} ({owners})")


def _complete(hands: Mapping[str, Hand], place: str, rules: Rules, seed: int) -> dict[str, tuple[Card, ...]]:
    """The hands, the missing ones drawn from the cards that nobody holds."""
    given = {seat: hand for seat, hand in hands.items() if hand is not None}
    missing = [seat for seat in rules.seats if seat not in given]
    if missing and rules.deal.leftover == "dealer_discards":
        raise SpadesError(f"{place}: {_name(missing)} not given, and the dealer takes more cards than the others")
    size = rules.hand_size
    odd = next((seat for seat, hand in given.items() if len(hand) != size), None) if missing else None
    if odd:
        raise SpadesError(f"{place}: {odd} holds {len(given[odd])} cards, a hand of {rules.name} {size}")
    left = sum(rules.pack.order) ^ rules.pack.mask(card for hand in given.values() for card in hand)
    for seat in missing:
        drawn = draw_from(rules.pack, left, size, seed, "deal", seat)
        left ^= drawn
        given[seat] = rules.pack.cards(drawn)
    return {seat: given[seat] for seat in rules.seats}


def _check_counts(hands: Mapping[str, Sequence[Card]], place: str, rules: Rules) -> None:
    """SpadesError for hands of unequal size; the dealer of some tables holds more, which the round itself checks."""
    counts = {seat: len(hand) for seat, hand in hands.items()}
    usual = max(counts.values(), key=list(counts.values()).count)
    odd = [seat for seat, count in counts.items() if count != usual]
    if odd and rules.deal.leftover != "dealer_discards":
        told = ", ".join(f"{seat} holds {counts[seat]} cards" for seat in odd)
        raise SpadesError(f"{place}: {told}, the others {usual}")
    if not 0 < usual <= rules.hand_size and rules.deal.leftover != "dealer_discards":
        raise SpadesError(f"{place}: hands of {usual} cards; a hand of {rules.name} has {rules.hand_size}")


def _name(seats: Sequence[str]) -> str:
    return f"the hand of {seats[0]}" if len(seats) == 1 else f"the hands of {' and '.join(seats)}"
