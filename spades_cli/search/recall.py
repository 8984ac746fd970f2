"""The cards played so far as everybody saw them, and how well a hand explains those of one seat.

What a seat did depends on its own hand and on what lay open, not on who of the others held what. So the turns are
read once for all deals, and each hand of a seat is weighed by its own turns alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import legal_cards
from spades_cli.search.layout import CODE, MOST, PLAYERS, RUNS, SIDES, SPADES, are_equals, distinct
from spades_cli.search.policy import choose_card
from spades_cli.search.rollout import BEST, BROKEN, LEADER, LED, LEFT, NILS, OPENING, PLAYED, STATE, WINNER, put_card

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: A turn: the card, all cards that were not gone, those that the seat has parted with from then on, the state, what the
#: sides needed, who had shown to be void.
CARD, LIVE, AFTER, STATES = range(4)
NEEDS = STATES + STATE
VOIDS = NEEDS + MOST
TURN = VOIDS + MOST
#: Cards that the rule player would have chosen, and cards that it would not, of a seat that plays much as it does, and
#: of one that has a mind of its own; a seat is what explains its cards better.
ALIKE, UNALIKE = -50, -3000
FREE, SURPRISE = -430, -1050
#: How many hands of a seat are remembered with their likelihoods; a prime number.
REMEMBERED = 8191


def read_turns(
    game: Sequence[int], deals: Sequence[int], me: int, played: Sequence[int], cards: Sequence[int], count: int,
    begun: Sequence[int], need: Sequence[int], state: MutableSequence[int], now_need: MutableSequence[int],
    voids: MutableSequence[int], hands: MutableSequence[int], index: MutableSequence[int],
    turns: MutableSequence[int], starts: MutableSequence[int], memory: MutableSequence[int],
) -> None:  # fmt: skip
    """Write the turns of the ``count`` ``cards`` played so far, seat after seat, none of the own.

    ``starts`` says by seat which turn is its first, and where the last one's end. ``begun`` is the state before the
    first lead, ``need`` what the sides needed then, ``played`` what each seat has parted with. All deals have the same
    cards. Nothing is remembered from before.
    """
    players = game[PLAYERS]
    for slot in range(players * REMEMBERED):
        memory[2 * slot] = 0
    done = 0
    for seat in range(players):
        starts[seat] = done
        live = deals[players]
        for other in range(players):
            hands[other] = played[other]
            voids[other] = 0
            live |= deals[other] | played[other]
        for side in range(game[SIDES]):
            now_need[side] = need[side]
            index[side] = 0
        for place in range(STATE):
            state[place] = begun[place]
        for number in range(count):
            if (state[LEADER] + state[PLAYED]) % players == seat and seat != me:
                at = done * TURN
                turns[at + CARD] = cards[number]
                turns[at + LIVE] = live
                turns[at + AFTER] = hands[seat]
                for place in range(STATE):
                    turns[at + STATES + place] = state[place]
                for side in range(game[SIDES]):
                    turns[at + NEEDS + side] = now_need[side]
                for other in range(players):
                    turns[at + VOIDS + other] = voids[other]
                done += 1
            live ^= cards[number]
            put_card(game, state, now_need, voids, hands, index, cards[number])
    starts[players] = done


def weigh_turns(
    game: Sequence[int], fear: Sequence[int], turns: Sequence[int], starts: Sequence[int], memory: MutableSequence[int],
    seat: int, hand: int, dealt: int, limit: int,
) -> int:  # fmt: skip
    """The likelihood of a seat's cards with the ``hand`` that is left to it, or something under ``limit``.

    ``dealt`` is all that it had, by which its likelihood is remembered in ``memory``.
    """
    slot = 2 * (seat * REMEMBERED + dealt % REMEMBERED)
    if memory[slot] == dealt:
        return memory[slot + 1]
    likely = 0
    surprises = 0
    for turn in range(starts[seat], starts[seat + 1]):
        at = turn * TURN
        judged = judge_card(
            game, turns[at + NEEDS : at + VOIDS], fear, turns[at + VOIDS : at + TURN], seat, hand | turns[at + AFTER],
            turns[at + LIVE], turns[at + STATES : at + NEEDS], turns[at + CARD],
        )  # fmt: skip
        if judged == 1:
            likely += 1
        elif judged == 2:
            surprises += 1
            if weigh_seat(likely, surprises) < limit:
                return limit - 1
    found = weigh_seat(likely, surprises)
    memory[slot] = dealt
    memory[slot + 1] = found
    return found


def weigh_seat(likely: int, surprises: int) -> int:
    """The likelihood of a seat's cards, by how many the rule player would have played and how many not."""
    alike = ALIKE * likely + UNALIKE * surprises
    free = FREE * likely + SURPRISE * surprises
    return alike if alike > free else free


def judge_card(
    game: Sequence[int], need: Sequence[int], fear: Sequence[int], voids: Sequence[int], seat: int, hand: int,
    live: int, state: Sequence[int], card: int,
) -> int:  # fmt: skip
    """Whether the rule player would have played the card or one as good: 1 yes, 2 no, 0 there was no choice."""
    legal = legal_cards(
        hand, state[LED], state[BEST], state[BROKEN], state[OPENING], game[CODE], game[SPADES], game[RUNS]
    )
    unseen = live & ~hand
    different = distinct(game, legal, unseen | state[BEST])
    if not different & (different - 1):
        return 0
    chosen = choose_card(
        game, need, fear, voids, seat, hand, legal, state[LED], state[BEST], state[WINNER], state[PLAYED], unseen,
        state[NILS], state[LEFT],
    )  # fmt: skip
    if chosen == card:
        return 1
    low = card if card < chosen else chosen
    return 1 if are_equals(game, low, card + chosen - low, unseen | state[BEST]) else 2
