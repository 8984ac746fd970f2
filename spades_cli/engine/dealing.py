"""How hands arise: shuffling, dealing round the table, misdeals, and the order of the two-player draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine import kernel
from spades_cli.engine.cards import Card, parse_cards
from spades_cli.engine.seats import find_place
from spades_cli.engine.seeds import derive
from spades_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spades_cli.engine.cards import Deck
    from spades_cli.engine.rules import Rules

#: A hand that keeps being a misdeal is played after this many new deals, so that dealing always ends.
MOST_MISDEALS = 100


def shuffled(deck: Deck, seed: int, again: int = 0) -> list[int]:
    """The pack in the order that ``seed`` gives, top first; ``again`` counts new deals of the same round."""
    cards = list(deck.order)
    kernel.shuffle(cards, len(cards), kernel.stream(seed, again))
    return cards


def deal(rules: Rules, seed: int, dealer: int) -> tuple[list[int], int, int]:
    """Deal a round: the hands by place, the cards left over, and how many misdeals were thrown in."""
    for again in range(MOST_MISDEALS + 1):
        hands, left = deal_out(rules, shuffled(rules.pack, seed, again), dealer)
        if not rules.deal.misdeal or not any(is_misdeal(rules, hand) for hand in hands):
            break
    return hands, left, again


def deal_out(rules: Rules, cards: Sequence[int], dealer: int) -> tuple[list[int], int]:
    """Deal ``cards`` one at a time from the dealer's left; what is left over goes to the dealer or aside."""
    players, size = rules.table.players, rules.hand_size
    dealt = players * size
    hands = [0] * players
    for i in range(players):
        hands[(dealer + 1 + i) % players] = sum(cards[i:dealt:players])
    left = sum(cards[dealt:])
    if rules.deal.leftover == "dealer_discards":
        hands[dealer] |= left
        left = 0
    return hands, left


def read_hands(rules: Rules, hands: Mapping[str, str | Sequence[str]], dealer: int) -> tuple[list[int], int]:
    """Hands by place from hands by seat, and the discard pile where there is a draft (every card not named).

    Raises UsageError for hands of unequal size, InvalidAction for a card that is not there (again).
    """
    for seat in hands:
        find_place(rules.seats, seat)
    cards = [_read_hand(hands.get(seat, "")) for seat in rules.seats]
    counts = [len(held) for held in cards]
    least = min(counts)
    surplus = counts[dealer] - least if rules.deal.leftover == "dealer_discards" else 0
    counts[dealer] -= surplus
    if max(counts) != least or not 0 < least <= rules.hand_size:
        found = " ".join(f"{seat} {count}" for seat, count in zip(rules.seats, counts, strict=True))
        raise UsageError(f"every seat needs the same number of cards, {rules.hand_size} at most, not {found}")
    used, masks = 0, []
    for held in cards:
        masks.append(rules.pack.mask(held, used))
        used |= masks[-1]
    return masks, (sum(rules.pack.order) ^ used if rules.deal.method == "draft" else 0)


def _read_hand(cards: str | Sequence[str]) -> tuple[Card, ...]:
    return parse_cards(cards) if isinstance(cards, str) else tuple(Card(card) for card in cards)


def read_order(deck: Deck, cards: Sequence[str]) -> list[int]:
    """A whole pack named card by card, top first, as bits; UsageError or InvalidAction if it is not the pack."""
    if len(cards) != deck.size:
        raise UsageError(f"a pack of {deck.size} cards is needed, not {len(cards)}")
    used, order = 0, []
    for card in cards:
        order.append(deck.mask([card], used))
        used |= order[-1]
    return order


def is_misdeal(rules: Rules, hand: int) -> bool:
    """Whether ``deal.misdeal`` throws this hand in."""
    return any(MISDEALS[kind](rules.pack, hand) for kind in rules.deal.misdeal)


def _no_faces(deck: Deck, hand: int) -> bool:
    return not any(card.rank in "KQJ" for card in deck.cards(hand))


def _long_suit(deck: Deck, hand: int) -> bool:
    return any((hand & run).bit_count() >= 7 for run in deck.runs)


MISDEALS: dict[str, Callable[[Deck, int], bool]] = {
    "no_spades": lambda deck, hand: not hand & deck.spades,
    "one_spade": lambda deck, hand: (hand & deck.spades).bit_count() == 1,
    "no_faces": _no_faces,
    "long_suit": _long_suit,
}


def draw_from(deck: Deck, pile: int, count: int, seed: int, *names: object) -> int:
    """``count`` cards drawn at random from ``pile``."""
    bits = [bit for bit in deck.order if bit & pile]
    kernel.shuffle(bits, len(bits), kernel.stream(derive(seed, *names), 0))
    return sum(bits[:count])
