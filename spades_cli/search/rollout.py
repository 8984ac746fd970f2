"""Playing a round out with the rule player, with a little noise, for every card that may be played now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import below, legal_cards, popcount, step, stream, takes
from spades_cli.search.layout import CODE, COUNTING, PLAYERS, RUNS, SIDE_OF, SIDES, SPADES, STRIDE, run_in, side_worth
from spades_cli.search.policy import choose_card

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: Places in ``state``: who led, the suit led, the card to beat, who holds the trick, cards played to it, whether spades
#: are broken, whether this is the first trick, the live nils as bits, tricks to come, this one included.
LEADER, LED, BEST, WINNER, PLAYED, BROKEN, OPENING, NILS, LEFT = range(9)
STATE = 9


def pick(cards: int, number: int) -> int:
    """One card of a mask, by its number from below."""
    for _ in range(number):
        cards &= cards - 1
    return cards & -cards


def begin(state: MutableSequence[int], size: int, leader: int) -> None:
    """The first lead of a round."""
    for place in range(STATE):
        state[place] = 0
    state[LEADER] = leader
    state[OPENING] = 1
    state[LEFT] = size


def put_card(
    game: Sequence[int], state: MutableSequence[int], need: MutableSequence[int], voids: MutableSequence[int],
    hands: MutableSequence[int], index: MutableSequence[int], card: int,
) -> None:  # fmt: skip
    """Play ``card`` from the hand of the seat to act, and finish the trick if it was the last one."""
    players = game[PLAYERS]
    spades = game[SPADES]
    seat = (state[LEADER] + state[PLAYED]) % players
    hands[seat] ^= card
    if state[PLAYED] == 0:
        state[LED] = run_in(game, card)
        state[BEST] = card
        state[WINNER] = seat
    else:
        if takes(card, state[BEST], state[LED], spades, game[CODE]):
            state[BEST] = card
            state[WINNER] = seat
        if not card & state[LED]:
            voids[seat] |= state[LED]
    if card & spades:
        state[BROKEN] = 1
    state[PLAYED] += 1
    if state[PLAYED] == players:
        winner = state[WINNER]
        side = game[SIDE_OF + winner]
        index[side] += game[STRIDE + winner]
        need[side] -= game[COUNTING + winner]
        state[NILS] &= ~(1 << winner)
        state[LEADER] = winner
        state[LED] = 0
        state[BEST] = 0
        state[PLAYED] = 0
        state[OPENING] = 0
        state[LEFT] -= 1


def play_out(
    game: Sequence[int], state: MutableSequence[int], need: MutableSequence[int], fear: Sequence[int],
    voids: MutableSequence[int], hands: MutableSequence[int], index: MutableSequence[int], pile: int, noise: int,
    random: int,
) -> int:  # fmt: skip
    """Play all hands to the end; returns the random state.

    ``noise`` is the chance of a random card in 256, ``pile`` the cards that nobody holds and nobody has seen.
    """
    players = game[PLAYERS]
    spades = game[SPADES]
    unseen = pile
    for seat in range(players):
        unseen |= hands[seat]
    while state[LEFT]:
        seat = (state[LEADER] + state[PLAYED]) % players
        hand = hands[seat]
        legal = legal_cards(
            hand, state[LED], state[BEST], state[BROKEN], state[OPENING], game[CODE], spades, game[RUNS]
        )
        random = step(random)
        if below(random, 256) < noise:
            random = step(random)
            card = pick(legal, below(random, popcount(legal)))
        else:
            card = choose_card(
                game, need, fear, voids, seat, hand, legal, state[LED], state[BEST], state[WINNER], state[PLAYED],
                unseen & ~hand, state[NILS], state[LEFT],
            )  # fmt: skip
        unseen ^= card
        put_card(game, state, need, voids, hands, index, card)
    return random


def rate_cards(
    game: Sequence[int], classes: Sequence[int], joint: Sequence[int], state: Sequence[int], need: Sequence[int],
    fear: Sequence[int], voids: Sequence[int], index: Sequence[int], deals: Sequence[int], first: int, last: int,
    cards: Sequence[int], count: int, noise: int, seed: int, space: MutableSequence[int],
    now: MutableSequence[int], now_need: MutableSequence[int], now_voids: MutableSequence[int],
    now_index: MutableSequence[int], worths: MutableSequence[int],
) -> None:  # fmt: skip
    """The worth of each of ``count`` cards in the deals from ``first`` to before ``last``, one row a deal.

    ``deals`` holds the hands of all places, the pile last, deal after deal. All cards of a deal meet the same random
    numbers.
    """
    players = game[PLAYERS]
    places = players + 1
    sides = game[SIDES]
    me = game[SIDE_OF + (state[LEADER] + state[PLAYED]) % players]
    for deal in range(first, last):
        random = stream(seed, deal)
        for number in range(count):
            for seat in range(players):
                space[seat] = deals[deal * places + seat]
                now_voids[seat] = voids[seat]
            for side in range(sides):
                now_need[side] = need[side]
                now_index[side] = index[side]
            for place in range(STATE):
                now[place] = state[place]
            put_card(game, now, now_need, now_voids, space, now_index, cards[number])
            play_out(
                game, now, now_need, fear, now_voids, space, now_index, deals[deal * places + players], noise, random
            )
            worths[deal * count + number] = side_worth(game, classes, joint, now_index, me)


def copy_deals(
    deals: Sequence[int], chosen: Sequence[int], count: int, places: int, picked: MutableSequence[int]
) -> None:
    """Copy the chosen deals one after the other."""
    for number in range(count):
        for place in range(places):
            picked[number * places + place] = deals[chosen[number] * places + place]
