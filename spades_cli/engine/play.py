"""Which cards are legal in a trick, why others are not, and who leads first: the options of ``[play]``."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from spades_cli.engine import kernel
from spades_cli.engine.cards import SUIT_NAMES, SUITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.cards import Card, Deck
    from spades_cli.engine.rules import Rules


class TrickState(NamedTuple):
    """What decides which cards of a hand are legal; ``led`` and ``best`` are 0 for the leader."""

    hand: int
    led: int
    best: int
    broken: bool
    #: Whether this is the first trick of the round.
    opening: bool


Step: TypeAlias = Callable[["Rules", TrickState, int], int]


@lru_cache(maxsize=256)
def is_plain(rules: Rules) -> bool:
    """Whether play needs nothing beyond following suit and the breaking rule."""
    play = rules.play
    limits = (play.lead_spades == "broken", play.first_trick == "any", play.lead != "low_club")
    return all(limits) and not play.must_trump and not play.must_beat


def legal_mask(rules: Rules, state: TrickState) -> int:
    """The legal cards of ``state.hand`` under every option of ``[play]``; never empty for a hand that is not."""
    spades = rules.pack.spades
    if state.led:
        cards = kernel.follow_cards(state.hand, state.led)
        if rules.play.must_trump:
            cards = kernel.trump_cards(state.hand, state.led, spades)
        if rules.play.must_beat:
            cards = _beat_cards(rules, state, cards)
    else:
        cards = kernel.lead_cards(state.hand, spades, LEAD_SPADES[rules.play.lead_spades](state))
    return FIRST_TRICK[rules.play.first_trick](rules, state, cards) if state.opening else cards


def _beat_cards(rules: Rules, state: TrickState, cards: int) -> int:
    """What must_beat leaves of ``cards``; an equal card of two packs beats only where the last of two wins."""
    led, best, spades = state.led, state.best, rules.pack.spades
    if not rules.pack.doubled:
        return kernel.beat_cards(cards, led, best, spades)
    suit, last = led if cards & led else spades, int(rules.deck.duplicates == "last")
    bits = (bit for bit in rules.pack.order if bit & cards & suit)
    winning = sum(bit for bit in bits if kernel.beats_equal(bit, best, led, spades, last))
    return winning if winning and best & suit else cards


LEAD_SPADES: dict[str, Callable[[TrickState], bool]] = {
    "broken": lambda state: state.broken,
    "any": lambda state: True,
    "not_first": lambda state: not state.opening,
}


def _first_any(rules: Rules, state: TrickState, cards: int) -> int:
    clubs = rules.pack.runs[0]
    if rules.play.lead == "low_club" and not state.led:
        return kernel.lowest(cards & clubs) or cards
    return cards


def _first_no_spades(rules: Rules, state: TrickState, cards: int) -> int:
    return kernel.prefer(_first_any(rules, state, cards), ~rules.pack.spades)


def _first_low_club(rules: Rules, state: TrickState, cards: int) -> int:
    clubs = rules.pack.runs[0]
    low = kernel.lowest(cards & clubs) if state.led in (0, clubs) else 0
    return low or kernel.prefer(cards, ~rules.pack.spades)


FIRST_TRICK: dict[str, Step] = {"any": _first_any, "no_spades": _first_no_spades, "low_club": _first_low_club}


def first_leader(
    rules: Rules, dealer: int, order: Sequence[int], bids: Sequence[Bid | None], hands: Sequence[int]
) -> int:
    """The place that leads to the first trick; ``order`` is the bidding order."""
    players = rules.table.players
    match rules.play.lead:
        case "first" | "second" as which:
            return (dealer + (1 if which == "first" else 2)) % players
        case "dealer":
            return dealer
        case "high_bidder":
            return max(order, key=lambda place: bid.tricks if (bid := bids[place]) else 0)
        case _:
            clubs = rules.pack.runs[0]
            low = kernel.lowest(sum(hand & clubs for hand in hands))
            holders = (place for place, hand in enumerate(hands) if hand & low)
            return next(holders, (dealer + 1) % players)


def why_illegal(rules: Rules, state: TrickState, card: Card) -> str:
    """Why ``card`` may not be played now, in words that finish the sentence "you may not, for ..."."""
    deck: Deck = rules.pack
    bits = deck.copies.get(card, 0)
    if not bits & state.hand:
        return f"you do not hold {card}"
    spades = deck.spades
    if state.led and state.hand & state.led and not bits & state.led:
        return f"you must follow {SUIT_NAMES[SUITS[deck.runs.index(state.led)]]}"
    clubs = deck.runs[0] & state.hand
    if state.opening and not state.led and rules.play.lead == "low_club" and clubs:
        return "the lowest club leads"
    if state.opening and rules.play.first_trick == "low_club" and clubs and state.led in (0, deck.runs[0]):
        return "the lowest club is played to the first trick"
    if state.opening and rules.play.first_trick != "any" and bits & spades:
        return "no spades on the first trick"
    if not state.led:
        return "spades are not broken" if rules.play.lead_spades == "broken" else "no spade leads to the first trick"
    if rules.play.must_trump and not bits & (state.led | spades):
        return "you must trump"
    return "you must beat the best card"
