"""How well a deal explains what the other seats have bid and played, so that likely deals are looked at more often.

Likelihoods are logarithms in thousandths, never positive. They are soft: a bid or card that the rule player would not
choose makes a deal less likely, never impossible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import below, popcount, step
from spades_cli.search.layout import PLAYERS, RUNS, SPADES
from spades_cli.search.promise import nil_odds, tricks_of
from spades_cli.search.recall import weigh_turns

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: What a bid tells: nothing, a number of tricks (read by the tables), a nil, the exact spades or hearts of the hand.
SILENT, NUMBER, NIL, ALL_SPADES, ALL_HEARTS = range(5)
#: A bidder's tricks over the bid, and twice the variance of bids around that, in thousandths of a trick.
OVER, VARIANCE = 350, 1280
#: The least likelihood of one bid, of a good nil that was not bid, and from which odds a nil is good.
FLOOR, PASSED_NIL, GOOD_NIL = -9000, -1200, 1300
#: A deal that is so much less likely than one seen before is looked at no further: it would count for less than that
#: one's thousandth part.
ENOUGH = 7000
#: Less likely than any deal.
HOPELESS = -(1 << 40)
#: The logarithm of the chance, in thousandths, from log odds of -6 to 6 in steps of a half.
LOG_CHANCE = (
    -6002, -5504, -5007, -4511, -4018, -3530, -3049, -2579, -2127, -1701, -1313, -974, -693, -474, -313, -201, -127,
    -79, -49, -30, -18, -11, -7, -4, -2,
)  # fmt: skip


def log_chance(odds: int) -> int:
    """The logarithm of the chance that log odds stand for."""
    place = (odds + 6000) // 500
    if place < 0:
        return odds
    return LOG_CHANCE[place] if place < 25 else 0


def weigh_bid(game: Sequence[int], tables: Sequence[int], hand: int, kind: int, bid: int, may_nil: int) -> int:
    """The likelihood of one seat's bid with the cards it was dealt."""
    if kind == SILENT:
        return 0
    if kind >= ALL_SPADES:
        suit = game[SPADES] if kind == ALL_SPADES else game[RUNS + 2]
        return FLOOR if popcount(hand & suit) != bid else 0
    odds = nil_odds(tables, game, RUNS, hand) if kind == NIL or may_nil else 0
    if kind == NIL:
        found = 3 * log_chance(odds)
        return found if found > FLOOR else FLOOR
    off = tricks_of(tables, game, RUNS, hand) - OVER - 1000 * bid
    found = -off * off // VARIANCE
    if may_nil and odds > GOOD_NIL:
        found += PASSED_NIL
    return found if found > FLOOR else FLOOR


def weigh_bids(
    game: Sequence[int], tables: Sequence[int], deals: Sequence[int], first: int, last: int, me: int,
    played: Sequence[int], kinds: Sequence[int], bids: Sequence[int], may_nil: int, logs: MutableSequence[int],
) -> None:  # fmt: skip
    """Write the likelihoods of all bids but the own for the deals from ``first`` to before ``last``.

    ``played`` are the cards each seat has parted with.
    """
    players = game[PLAYERS]
    for deal in range(first, last):
        found = 0
        for seat in range(players):
            if seat != me:
                hand = deals[deal * (players + 1) + seat] | played[seat]
                found += weigh_bid(game, tables, hand, kinds[seat], bids[seat], may_nil)
        logs[deal] = found


def weigh_plays(
    game: Sequence[int], fear: Sequence[int], turns: Sequence[int], starts: Sequence[int], memory: MutableSequence[int],
    played: Sequence[int], deals: Sequence[int], first: int, last: int, me: int, logs: MutableSequence[int],
) -> None:  # fmt: skip
    """Write the likelihoods of the cards played so far by all seats but the own; see ``recall`` for the turns."""
    players = game[PLAYERS]
    best = HOPELESS
    for deal in range(first, last):
        found = 0
        for seat in range(players):
            if seat != me:
                hand = deals[deal * (players + 1) + seat]
                limit = best - ENOUGH - found
                found += weigh_turns(game, fear, turns, starts, memory, seat, hand, hand | played[seat], limit)
                if found < best - ENOUGH:
                    break
        logs[deal] = found
        if found > best:
            best = found


def resample(
    logs: Sequence[int], count: int, weights: Sequence[int], wanted: int, random: int, chosen: MutableSequence[int]
) -> int:
    """Choose ``wanted`` of ``count`` deals in proportion to their likelihood, in their order.

    ``weights`` are what likelihoods of 0, -50, -100 ... weigh; past its end (a -1) deals do not count. Returns how many
    equally likely deals would tell as much as the ``count`` ones.
    """
    best = logs[0]
    for deal in range(count):
        if logs[deal] > best:
            best = logs[deal]
    total = 0
    for deal in range(count):
        total += weight_of(logs[deal] - best, weights)
    start = below(step(random), 1 << 20)
    passed = 0
    deal = -1
    squares = 0
    for number in range(wanted):
        # The points of a comb with ``wanted`` teeth, laid over the weights.
        point = number * total // wanted + (start * (total // wanted) >> 20)
        while passed <= point and deal < count - 1:
            deal += 1
            passed += weight_of(logs[deal] - best, weights)
        chosen[number] = deal
    for other in range(count):
        part = (weight_of(logs[other] - best, weights) << 20) // total
        squares += part * part
    # Parts are rounded down, which must not make more of the deals than there are.
    effective = (1 << 40) // squares
    return effective if effective < count else count


def weight_of(log: int, weights: Sequence[int]) -> int:
    """What a likelihood weighs against the best one."""
    place = -log // 50
    return weights[place] if place < 240 else 0
