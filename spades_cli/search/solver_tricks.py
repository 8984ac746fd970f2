"""Which tricks are certain, or can be had at once: where the exact search may stop before the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import EQUAL_FIRST, EQUAL_LAST, MUST_TRUMP, bit_length, popcount
from spades_cli.search.layout import CODE, PLAYERS, RUNS, SIDE_OF, SPADES
from spades_cli.search.solver_bounds import UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence


def outranking(cards: int, others: int, code: int) -> int:
    """The part of ``cards`` (of one suit) above every card of ``others``, equal cards left out."""
    length = bit_length(others)
    if code & (EQUAL_FIRST | EQUAL_LAST):
        length = (length + 1) & ~1
    return cards & -(1 << length)


def surplus(mine: int, others: int, code: int) -> int:
    """How many tricks a seat surely takes with its spades: each wins but where a higher one falls on it.

    That is how far, counted from the top, its own spades can be ahead of all others in number.
    """
    doubled = code & (EQUAL_FIRST | EQUAL_LAST)
    ahead = 0
    most = 0
    while mine and ahead + popcount(mine) > most:
        top = outranking(mine, others, code)
        if top:
            mine ^= top
            ahead += popcount(top)
            most = max(most, ahead)
        else:
            place = bit_length(mine) - 1
            top = others & -(1 << (place & ~1 if doubled else place))
            others ^= top
            ahead -= popcount(top)
    return most


def sure_trumps(game: Sequence[int], work: Sequence[int], hands: Sequence[int], live: int) -> int:
    """How far the spot surely moves through trumps, whatever is played."""
    trumps = live & game[SPADES]
    total = 0
    if trumps:
        for seat in range(game[PLAYERS]):
            mine = hands[seat] & trumps
            if mine:
                total += surplus(mine, trumps ^ mine, game[CODE]) * work[UNIT + seat]
    return total


def masters(game: Sequence[int], hand: int, live: int) -> int:
    """The cards of plain suits in a hand that nothing in their suit outranks."""
    found = 0
    for suit in range(3):
        run = game[RUNS + suit]
        if hand & run:
            found |= outranking(hand & run, live & run & ~hand, game[CODE])
    return found


def ruffing_seats(game: Sequence[int], hands: Sequence[int], seat: int) -> int:
    """Which others (a bit each) would spoil a trick of ``seat`` in a plain suit that they do not hold.

    Rivals with a spade do; friends with one only if they must.
    """
    found = 0
    for other in range(game[PLAYERS]):
        rival = game[SIDE_OF + other] != game[SIDE_OF + seat]
        if other != seat and hands[other] & game[SPADES] and (rival or game[CODE] & MUST_TRUMP):
            found |= 1 << other
    return found


def cashing_suit(game: Sequence[int], hands: Sequence[int], seat: int, run: int, sure: int, ruffing: int) -> int:
    """How many tricks of one plain suit ``seat`` takes when it leads its ``sure`` top cards and then the rest."""
    safe = popcount(hands[seat] & run)
    longest = 0
    for other in range(game[PLAYERS]):
        if other != seat:
            length = popcount(hands[other] & run)
            longest = max(longest, length)
            if ruffing >> other & 1:
                safe = min(safe, length)
    return safe if longest <= sure else min(safe, sure)


def cashing(game: Sequence[int], hands: Sequence[int], seat: int, live: int, entries: int) -> int:
    """How many tricks ``seat`` can take at once with cards of plain suits, whatever the rivals do.

    ``entries`` is the hand that leads first, its own or a friend's, whose side plays along.
    """
    tops = masters(game, hands[seat], live)
    if not tops:
        return 0
    ruffing = ruffing_seats(game, hands, seat)
    count = 0
    reached = 0
    for suit in range(3):
        run = game[RUNS + suit]
        sure = popcount(tops & run)
        if sure:
            tricks = cashing_suit(game, hands, seat, run, sure, ruffing)
            count += tricks
            if tricks:
                reached |= entries & run
    if not reached:
        return 0
    # A friend without another card to throw would have to trump.
    for other in range(game[PLAYERS]):
        if other != seat and game[SIDE_OF + other] == game[SIDE_OF + seat] and hands[other] & game[SPADES]:
            count = min(count, popcount(hands[other] & ~game[SPADES]))
    return count
