"""A deal that somebody wrote down, made fit to be played: checked against the rules, and completed.

A hand that is not given is dealt at random from what is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.cards import Card, parse_cards
from spades_cli.engine.dealing import draw_from
from spades_cli.errors import InvalidAction, SpadesError, UsageError
from spades_cli.record.pbn_text import PbnDeal, find_deals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.record.pbn_text import Hand


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
    deal = _find_deal(text, number, name)
    given, place = deal.hands(rules.seats), deal.place
    _check_cards(given, place, rules)
    hands = _complete(given, place, rules, seed)
    _check_counts(hands, place, rules)
    return hands


def read_dealer(text: str, rules: Rules, *, number: int = 1, name: str = "") -> str | None:
    """The seat that deals the hands of ``read_deal``, None where the text does not say; errors as there."""
    return None if rules.deal.method == "draft" else _find_deal(text, number, name).dealer_among(rules.seats)


def _find_deal(text: str, number: int, name: str) -> PbnDeal:
    deals = find_deals(text, name)
    if not 1 <= number <= len(deals):
        raise UsageError(f"{name or 'this text'}: no deal {number}, only {len(deals)}")
    return deals[number - 1]


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
