"""Which cards are legal in a trick, why others are not, and who leads first: the options of ``[play]``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

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


@lru_cache(maxsize=256)
def play_code(rules: Rules) -> int:
    """The options of ``[play]`` and the pack's equal cards as the kernel reads them."""
    play = rules.play
    equal = kernel.EQUAL_LAST if rules.deck.duplicates == "last" else kernel.EQUAL_FIRST
    options = (
        (play.lead_spades == "any", kernel.LEAD_ANY),
        (play.lead_spades == "not_first", kernel.LEAD_LATER),
        (play.must_trump, kernel.MUST_TRUMP),
        (play.must_beat, kernel.MUST_BEAT),
        (play.first_trick == "no_spades", kernel.NO_SPADES),
        (play.first_trick == "low_club", kernel.LOW_CLUBS),
        (play.lead == "low_club", kernel.CLUB_LEADS),
        (rules.pack.doubled, equal),
    )
    return sum(code for is_on, code in options if is_on)


def is_plain(rules: Rules) -> bool:
    """Whether play needs nothing beyond following suit and the breaking rule."""
    return not play_code(rules) & ~(kernel.EQUAL_FIRST | kernel.EQUAL_LAST)


def legal_mask(rules: Rules, state: TrickState) -> int:
    """The legal cards of ``state.hand`` under every option of ``[play]``; never empty for a hand that is not."""
    deck = rules.pack
    return kernel.legal_cards(*state, play_code(rules), deck.spades, deck.runs[0])


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
