"""Who gives cards to whom, when, and what: partner exchange, the draft's discard pile, the dealer's discards."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from spades_cli.engine.actions import Give
from spades_cli.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.cards import Card, Deck
    from spades_cli.engine.rules import Rules


class Exchange(NamedTuple):
    """One hand-over that is due: ``place`` gives ``least`` to ``most`` cards to ``to`` (None: out of play).

    ``kind`` says what comes back: ``partner`` an answer of as many cards, ``discards`` as many drawn from the pile,
    ``answer`` and ``aside`` nothing.
    """

    place: int
    least: int
    most: int
    to: int | None
    kind: Literal["partner", "answer", "discards", "aside"]


class Gift(NamedTuple):
    """An exchange that happened: the cards given and, from the discard pile, the cards drawn for them."""

    place: int
    to: int | None
    cards: int
    drawn: int


def due_before_bids(rules: Rules, dealer: int, bids: Sequence[Bid | None], hands: Sequence[int]) -> list[Exchange]:
    """The exchanges due before the bids."""
    surplus = 0
    if rules.deal.leftover == "dealer_discards":
        surplus = hands[dealer].bit_count() - min(map(int.bit_count, hands))
    discards = [Exchange(dealer, surplus, surplus, None, "aside")] if surplus > 0 else []
    early = rules.blind_nil.exchange_when == "before_bids"
    return discards + (_blind_nil(rules, dealer, bids) if early else [])


def due_after_bids(rules: Rules, dealer: int, bids: Sequence[Bid | None]) -> list[Exchange]:
    """The exchanges due between the last bid and the first lead."""
    late = rules.blind_nil.exchange_when == "after_bids"
    return (_blind_nil(rules, dealer, bids) if late else []) + _nil(rules, dealer, bids)


def _blind_nil(rules: Rules, dealer: int, bids: Sequence[Bid | None]) -> list[Exchange]:
    blind = rules.blind_nil
    places = [place for place in _round_table(rules, dealer) if (bid := bids[place]) and bid.nil and bid.blind]
    if blind.exchange == "discards":
        return [Exchange(place, blind.exchange_min, blind.exchange_max, None, "discards") for place in places]
    if blind.exchange == "partner":
        return _with_partners(rules, bids, places, blind.exchange_min, blind.exchange_max)
    return []


def _nil(rules: Rules, dealer: int, bids: Sequence[Bid | None]) -> list[Exchange]:
    places = [place for place in _round_table(rules, dealer) if (bid := bids[place]) and bid.nil and not bid.blind]
    return _with_partners(rules, bids, places, rules.nil.pass_, rules.nil.pass_)


def _round_table(rules: Rules, dealer: int) -> list[int]:
    players = rules.table.players
    return [(dealer + 1 + i) % players for i in range(players)]


def _with_partners(
    rules: Rules, bids: Sequence[Bid | None], places: Sequence[int], least: int, most: int
) -> list[Exchange]:
    """Exchanges with the next teammate clockwise; none where that teammate bids nil too."""
    found = []
    for place in places:
        partner = next_teammate(rules, place)
        beside = bids[partner] if partner is not None else None
        if partner is not None and most and not (beside and beside.nil):
            found.append(Exchange(place, least, most, partner, "partner"))
    return found


def next_teammate(rules: Rules, place: int) -> int | None:
    """The next of one's own side clockwise, or None for a seat alone."""
    members = rules.sides[rules.side_of[place]]
    return members[(members.index(place) + 1) % len(members)] if len(members) > 1 else None


def legal_gives(deck: Deck, hand: int, due: Exchange) -> tuple[Give, ...]:
    """Every choice of cards that the exchange allows."""
    cards = deck.cards(hand)
    sizes = range(due.least, due.most + 1)
    return tuple(dict.fromkeys(Give(chosen) for chosen in chain(*(combinations(cards, size) for size in sizes))))


def given_mask(deck: Deck, hand: int, due: Exchange, give: Give) -> int:
    """The bits of ``give`` inside ``hand``; IllegalAction with the reason where it may not be given."""
    count = len(give.cards)
    if not due.least <= count <= due.most:
        raise IllegalAction(give, f"give {span(due.least, due.most)}", deck.cards(hand))
    total = 0
    for card in give.cards:
        free = deck.copies.get(card, 0) & hand & ~total
        if not free:
            raise IllegalAction(give, _why_not_held(card, give, deck, hand), deck.cards(hand))
        total |= free & -free
    return total


def span(least: int, most: int) -> str:
    """``2 cards``, ``up to 3 cards`` or ``1 to 4 cards``."""
    if least == most:
        return f"{most} card{'s' * (most != 1)}"
    return f"up to {most} cards" if not least else f"{least} to {most} cards"


def _why_not_held(card: Card, give: Give, deck: Deck, hand: int) -> str:
    held = deck.copies.get(card, 0) & hand
    return f"{card} is named {give.cards.count(card)} times" if held else f"you do not hold {card}"
