"""The arithmetic of the game on ints: random streams, dealing, legal plays and who wins a trick.

A card is one bit, a hand is a mask. Spades (with jokers and promoted cards) are the top run, so the best card of a
trick is the largest bit among the led suit and spades. Everything here is int in, int out; for packs without equal
cards no value reaches 2**62, so that the same functions can be compiled. ``runs`` are the four suit masks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence

M32 = 0xFFFFFFFF
#: Named here so that compiled code can put processor instructions in their place.
popcount: Callable[[int], int] = int.bit_count
bit_length: Callable[[int], int] = int.bit_length

#: What a rule set's play code is the sum of: spades may be led any time, or any time but the first trick; one must
#: trump; one must beat; no spades on the first trick; the lowest club is played to it; the lowest club leads to it;
#: the pack has equal cards, of which the first or the last played wins.
LEAD_ANY, LEAD_LATER, MUST_TRUMP, MUST_BEAT, NO_SPADES, LOW_CLUBS, CLUB_LEADS, EQUAL_FIRST, EQUAL_LAST = (
    1, 2, 4, 8, 16, 32, 64, 128, 256
)  # fmt: skip
#: MWC_A * 2**32 - 1 is a safe prime below 2**63, so a step never overflows a signed 64-bit word.
MWC_A = 0x6C078345


def mix(x: int) -> int:
    """A 32-bit hash of a 32-bit number; multipliers below 2**31 keep every product under 2**63."""
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & M32
    x ^= x >> 15
    x = (x * 0x735A2D97) & M32
    return x ^ (x >> 15)


def stream(seed: int, index: int) -> int:
    """The first state of random stream ``index`` of ``seed`` (both 0 to 2**62)."""
    low = mix((seed & M32) ^ mix(index & M32))
    high = mix((((seed >> 32) + low) & M32) ^ mix(((index >> 32) + 0x1234567) & M32))
    return (((high & 0x3FFFFFFF) + 1) << 32) | mix(low ^ high)


def step(state: int) -> int:
    """The state that follows ``state`` (multiply with carry)."""
    return MWC_A * (state & M32) + (state >> 32)


def below(state: int, n: int) -> int:
    """A number 0 to n-1 from ``state``, n under 2**31."""
    return (((state ^ (state >> 32)) & M32) * n) >> 32


def shuffle(cards: MutableSequence[int], count: int, state: int) -> int:
    """Shuffle the first ``count`` cards in place; returns the stream's next state.

    The halves of the state are kept apart, which is what ``step`` and ``below`` do, without taking it apart each time.
    """
    low = state & M32
    carry = state >> 32
    for i in range(count - 1, 0, -1):
        state = MWC_A * low + carry
        low = state & M32
        carry = state >> 32
        j = ((low ^ carry) * (i + 1)) >> 32
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
    return (carry << 32) | low


def run_of(card: int, runs: tuple[int, int, int, int]) -> int:
    """The mask of the suit that ``card`` plays as."""
    if card & runs[3]:
        return runs[3]
    if card & runs[2]:
        return runs[2]
    if card & runs[1]:
        return runs[1]
    return runs[0]


def lead_cards(hand: int, spades: int, free: int) -> int:
    """What may be led: any card when ``free``, else no spade unless the hand holds nothing else."""
    if free:
        return hand
    plain = hand & ~spades
    return plain if plain else hand


def follow_cards(hand: int, led: int) -> int:
    """What may follow: the led suit if held, else anything."""
    follow = hand & led
    return follow if follow else hand


def trump_cards(hand: int, led: int, spades: int) -> int:
    """What may follow where a void player must trump."""
    follow = hand & led
    if follow:
        return follow
    trumps = hand & spades
    return trumps if trumps else hand


def beat_cards(cards: int, led: int, best: int, spades: int, code: int) -> int:
    """What is left of the legal ``cards`` where one must beat the ``best`` card if able.

    A follower must beat within the led suit as long as that can win; a void player must overtrump a trump.
    """
    suit = led if cards & led else spades
    winning = cards & suit & above(best, code)
    return winning if winning and best & suit else cards


def opening_cards(hand: int, cards: int, led: int, code: int, spades: int, clubs: int) -> int:
    """What the limits on the first trick leave of the legal ``cards`` of ``hand``."""
    if code & LOW_CLUBS:
        low = lowest(cards & clubs) if led == 0 or led == clubs else 0
        return low if low else prefer(cards, ~spades)
    if code & CLUB_LEADS and led == 0 and cards & clubs:
        cards = lowest(cards & clubs)
    return prefer(cards, ~spades) if code & NO_SPADES else cards


def legal_cards(hand: int, led: int, best: int, broken: int, opening: int, code: int, spades: int, clubs: int) -> int:
    """The legal cards of ``hand`` under every option of play; ``led`` and ``best`` are 0 for the leader.

    ``broken`` says that a spade has been played, ``opening`` that this is the first trick; never empty for a hand that
    is not.
    """
    if led:
        cards = trump_cards(hand, led, spades) if code & MUST_TRUMP else follow_cards(hand, led)
        if code & MUST_BEAT:
            cards = beat_cards(cards, led, best, spades, code)
    else:
        free = code & LEAD_ANY or (code & LEAD_LATER and not opening)
        cards = lead_cards(hand, spades, 1 if free or (broken and not code & LEAD_LATER) else 0)
    if opening and code & (NO_SPADES | LOW_CLUBS | CLUB_LEADS):
        return opening_cards(hand, cards, led, code, spades, clubs)
    return cards


def prefer(cards: int, wanted: int) -> int:
    """The part of ``cards`` inside ``wanted``, or all of them where that is empty."""
    part = cards & wanted
    return part if part else cards


def lowest(cards: int) -> int:
    """The weakest card of a mask (0 for none)."""
    return cards & -cards


def highest(cards: int) -> int:
    """The strongest card of a mask (0 for none)."""
    return 1 << (bit_length(cards) - 1) if cards else 0


def beats(card: int, best: int, led: int, spades: int) -> bool:
    """Whether ``card`` takes the trick from ``best``, in a pack without equal cards."""
    return card > best and card & (led | spades) != 0


def above(best: int, code: int) -> int:
    """The bits that outrank the card ``best``: those over it, and an equal card where the last one played wins.

    Equal cards are two neighbouring bits, the lower one even.
    """
    if not code & (EQUAL_FIRST | EQUAL_LAST):
        return -(best << 1)
    low = best if bit_length(best) & 1 else best >> 1
    return -low if code & EQUAL_LAST else -(low << 2)


def takes(card: int, best: int, led: int, spades: int, code: int) -> bool:
    """Whether ``card`` takes the trick from ``best``, in any pack."""
    return card & (led | spades) & above(best, code) != 0
