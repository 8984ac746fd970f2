"""Likely deals changed step by step, so that many different ones are found where few of those drawn are likely.

A step offers to exchange a card of one place for one of another, and takes the offer as often as the new deal is more
likely than a number drawn at random (Metropolis, Rosenbluth and others 1953). After enough steps a deal comes up in
proportion to its likelihood, wherever the steps began.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import below, popcount, step, stream
from spades_cli.search.evidence import weigh_bid
from spades_cli.search.layout import PLAYERS, RUNS
from spades_cli.search.recall import weigh_turns
from spades_cli.search.rollout import pick

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: How many numbers ``luck`` holds: minus the logarithms of chances that are as far from each other.
LUCK = 256


def weigh_place(
    game: Sequence[int], tables: Sequence[int], fear: Sequence[int], turns: Sequence[int], starts: Sequence[int],
    memory: MutableSequence[int], played: Sequence[int], kinds: Sequence[int], bids: Sequence[int], may_nil: int,
    place: int, hand: int, limit: int,
) -> int:  # fmt: skip
    """The likelihood of a seat's bid and cards with a hand, or something under ``limit``; 0 for the pile."""
    if place == game[PLAYERS]:
        return 0
    dealt = hand | played[place]
    found = weigh_bid(game, tables, dealt, kinds[place], bids[place], may_nil)
    if found < limit:
        return found
    return found + weigh_turns(game, fear, turns, starts, memory, place, hand, dealt, limit - found)


def offer_swap(
    game: Sequence[int],
    free: int,
    voids: Sequence[int],
    movable: Sequence[int],
    places: int,
    hands: Sequence[int],
    random: int,
) -> tuple[int, int, int, int]:
    """Two places and a card of each that they may exchange, half of the time two of one suit.

    Returns the random state, the places and both cards as one mask, 0 for none. An exchange and its way back are
    offered equally often.
    """
    random = step(random)
    at = below(random, places)
    one = movable[at]
    random = step(random)
    other = movable[(at + 1 + below(random, places - 1)) % places]
    random = step(random)
    suit = below(random, 8)
    cards = free & game[RUNS + suit] if suit < 4 else free
    mine = hands[one] & cards
    theirs = hands[other] & cards
    if not mine or not theirs:
        return random, one, other, 0
    random = step(random)
    mine = pick(mine, below(random, popcount(mine)))
    random = step(random)
    theirs = pick(theirs, below(random, popcount(theirs)))
    if voids[one] & theirs or voids[other] & mine:
        return random, one, other, 0
    return random, one, other, mine | theirs


def vary_deals(
    game: Sequence[int], tables: Sequence[int], fear: Sequence[int], turns: Sequence[int], starts: Sequence[int],
    memory: MutableSequence[int], played: Sequence[int], kinds: Sequence[int], bids: Sequence[int], may_nil: int,
    free: int, voids: Sequence[int], movable: Sequence[int], places: int, luck: Sequence[int], seed: int,
    deals: Sequence[int], chains: int, kept: int, steps: int, hands: MutableSequence[int], logs: MutableSequence[int],
    varied: MutableSequence[int],
) -> None:  # fmt: skip
    """Change each of the first ``chains`` deals by ``steps`` steps, ``kept`` times, and write down what it then is.

    Cards among ``free`` are exchanged between the ``movable`` places, of which there are ``places``.
    """
    wide = game[PLAYERS] + 1
    for chain in range(chains):
        random = stream(seed, chain)
        for place in range(wide):
            hands[place] = deals[chain * wide + place]
        for number in range(places):
            place = movable[number]
            logs[place] = weigh_place(
                game, tables, fear, turns, starts, memory, played, kinds, bids, may_nil, place, hands[place], -1 << 40
            )
        for number in range(kept):
            for _ in range(steps):
                random, one, other, swap = offer_swap(game, free, voids, movable, places, hands, random)
                if not swap:
                    continue
                random = step(random)
                limit = logs[one] + logs[other] - luck[below(random, LUCK)]
                first = weigh_place(
                    game, tables, fear, turns, starts, memory, played, kinds, bids, may_nil, one, hands[one] ^ swap,
                    limit,
                )  # fmt: skip
                if first < limit:
                    continue
                second = weigh_place(
                    game, tables, fear, turns, starts, memory, played, kinds, bids, may_nil, other,
                    hands[other] ^ swap, limit - first,
                )  # fmt: skip
                if first + second < limit:
                    continue
                hands[one] ^= swap
                hands[other] ^= swap
                logs[one] = first
                logs[other] = second
            for place in range(wide):
                varied[(number * chains + chain) * wide + place] = hands[place]
