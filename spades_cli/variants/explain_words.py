"""Words that sentences share: numbers, lists and cards, and for those about rules what a side is called."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.cards import JOKERS, RANK_NAMES, RANKS, SUIT_NAMES, SUITS, parse_card

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spades_cli.engine.cards import Card
    from spades_cli.engine.rules import Rules

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_JOKER_NAMES = {"BJ": "big joker", "LJ": "little joker"}


class Sentence(NamedTuple):
    """One rule in words, and the dotted keys that it follows from."""

    text: str
    keys: frozenset[str]


def say(text: str, *keys: str) -> Sentence:
    """A sentence about these keys."""
    return Sentence(text, frozenset(keys))


# --- numbers and lists ---------------------------------------------------------------------------------------------


def number(count: int) -> str:
    """Small numbers as words, larger ones in figures."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def count_of(count: int, noun: str) -> str:
    """``one card``, ``two cards``, ``13 cards``."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def points(count: int) -> str:
    """``1 point``, ``100 points``."""
    return f"{count} point{'' if count == 1 else 's'}"


def times(count: int) -> str:
    """``once``, ``twice``, ``three times``."""
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def span(least: int, most: int, noun: str) -> str:
    """``two cards``, ``up to three cards``, ``one to four cards``."""
    if least == most:
        return count_of(most, noun)
    return f"up to {count_of(most, noun)}" if not least else f"{number(least)} to {count_of(most, noun)}"


def join(words: Sequence[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; nothing for no words."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def capital(text: str) -> str:
    """The text as a sentence begins with it."""
    return text[:1].upper() + text[1:]


# --- cards ---------------------------------------------------------------------------------------------------------


def name_card(card: Card) -> str:
    """``ace of spades``, ``big joker``."""
    return _JOKER_NAMES[card] if card in JOKERS else f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def name_cards(cards: Iterable[str]) -> str:
    """Cards by rank: ``the two of clubs``, ``the twos of clubs and hearts``, ``both twos of clubs``."""
    counts = Counter(parse_card(text) for text in cards)
    found = [f"the {name_card(card)}" for card in counts if card in JOKERS]
    alike: dict[tuple[str, int], list[str]] = {}
    for card, copies in sorted(counts.items(), key=lambda item: SUITS.index(item[0].suit)):
        if card not in JOKERS:
            alike.setdefault((card.rank, copies), []).append(SUIT_NAMES[card.suit])
    for (rank, copies), suits in sorted(alike.items(), key=lambda item: RANKS.index(item[0][0])):
        found.append(_name_rank(RANK_NAMES[rank], suits, copies))
    return join(found)


def _name_rank(rank: str, suits: Sequence[str], copies: int) -> str:
    plural = f"{rank}es" if rank == "six" else f"{rank}s"
    named = "all four suits" if len(suits) == len(SUITS) else join(suits)
    if copies > 1:
        return f"both {plural} of {named}"
    return f"the {rank if len(suits) == 1 else plural} of {named}"


# --- people --------------------------------------------------------------------------------------------------------


def is_solo(rules: Rules) -> bool:
    """Whether everybody plays alone."""
    return rules.table.teams == "solo"


def side(rules: Rules) -> str:
    """What keeps one score: ``player`` or ``team``."""
    return "player" if is_solo(rules) else "team"


def whoever(rules: Rules) -> str:
    """``A player who`` or ``A team that``."""
    return "A player who" if is_solo(rules) else "A team that"


def others(rules: Rules) -> str:
    """All other sides: ``the other team``, ``each of the other players``."""
    return f"the other {side(rules)}" if len(rules.sides) == 2 else f"each of the other {side(rules)}s"


def partner(rules: Rules) -> str:
    """``partner``, or ``partners`` in a team of three."""
    return "partners" if rules.table.teams == "triples" else "partner"


def partners_own(rules: Rules) -> str:
    """``partner's``, or ``partners'`` in a team of three."""
    return "partners'" if rules.table.teams == "triples" else "partner's"


def all_partners(rules: Rules) -> str:
    """``both partners``, or ``all three partners``."""
    return "all three partners" if rules.table.teams == "triples" else "both partners"
