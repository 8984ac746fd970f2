"""Rounds of random legal play, dealing included: how fast the arithmetic is, and a player without any plan.

Any pack and any options of play. The functions of ints run interpreted or compiled; ``play_rounds`` calls either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import (
    M32,
    MWC_A,
    beats,
    follow_cards,
    lead_cards,
    legal_cards,
    popcount,
    run_of,
    shuffle,
    stream,
    takes,
)
from spades_cli.search.layout import CODE, PLAYERS, RUNS, SPADES, lay_out_play

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.search.compiled import Kernels


def deal_hands(
    order: MutableSequence[int], cards: int, players: int, size: int, hands: MutableSequence[int], state: int
) -> int:
    """Shuffle the ``cards`` of ``order`` and deal ``size`` to every seat; returns the stream's next state.

    What is left over stays out of play.
    """
    state = shuffle(order, cards, state)
    for seat in range(players):
        hand = 0
        for i in range(seat * size, seat * size + size):
            hand |= order[i]
        hands[seat] = hand
    return state


def random_round(
    game: Sequence[int],
    hands: MutableSequence[int],
    leader: int,
    taken: MutableSequence[int],
    state: int,
) -> int:
    """Play the round out from its first trick, every legal card equally likely; returns the stream's next state.

    ``hands`` end empty; ``taken`` gets the tricks of every seat on top of what it holds. The halves of the state are
    kept apart, as in the kernel's ``shuffle``, and cards are drawn on the spot: worth an eighth of the plain speed.
    """
    players, code, spades = game[PLAYERS], game[CODE], game[SPADES]
    runs = (game[RUNS], game[RUNS + 1], game[RUNS + 2], spades)
    low = state & M32
    carry = state >> 32
    broken = 0
    opening = 1
    while hands[leader]:
        seat = winner = leader
        led = best = 0
        for turn in range(players):
            hand = hands[seat]
            if code:
                cards = legal_cards(hand, led, best, broken, opening, code, spades, runs[0])
            elif turn:
                cards = follow_cards(hand, led)
            else:
                cards = lead_cards(hand, spades, broken)
            state = MWC_A * low + carry
            low = state & M32
            carry = state >> 32
            skip = ((low ^ carry) * popcount(cards)) >> 32
            while skip:
                cards &= cards - 1
                skip -= 1
            card = cards & -cards
            hands[seat] = hand ^ card
            if turn == 0:
                led = run_of(card, runs)
                best = card
            elif takes(card, best, led, spades, code) if code else beats(card, best, led, spades):
                best = card
                winner = seat
            seat += 1
            if seat == players:
                seat = 0
        # Where a spade fell, the best card is one.
        broken |= best & spades
        taken[winner] += 1
        leader = winner
        opening = 0
    return state


def random_rounds(
    game: Sequence[int],
    order: MutableSequence[int],
    cards: int,
    size: int,
    hands: MutableSequence[int],
    taken: MutableSequence[int],
    state: int,
    count: int,
) -> int:
    """Deal and play ``count`` rounds, one after the other from one stream; returns a checksum of all tricks.

    ``order`` holds the ``cards`` of the pack, of which every seat is dealt ``size``; ``taken`` gets the tricks of every
    seat on top of what it holds, and ``hands`` is room for every seat. The lead of the first trick goes round the
    table.
    """
    players = game[PLAYERS]
    checksum = 0
    for number in range(count):
        state = deal_hands(order, cards, players, size, hands, state)
        state = random_round(game, hands, number % players, taken, state)
        for seat in range(players):
            checksum = (checksum * 31 + taken[seat]) & M32
    return checksum


def play_rounds(kernels: Kernels, rules: Rules, seed: int, index: int, count: int) -> int:
    """``count`` rounds of stream ``index`` of a seed at a table of these rules, at the speed of ``kernels``.

    Returns ``random_rounds``' checksum, the same at any speed. Packs with equal cards need plain kernels. Threads may
    call this at the same time.
    """
    seats, pack = [0] * rules.table.players, rules.pack
    game, order, hands, taken = map(kernels.array, (lay_out_play(rules), pack.order, seats, seats))
    play = kernels.random_rounds.random_rounds
    return int(play(game, order, pack.size, rules.hand_size, hands, taken, stream(seed, index), count))
