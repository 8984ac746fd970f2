"""Rounds of the rule player from which its weights are learned: turns of which every card is played out.

A card is played out in the very deal that was dealt, so its worth is exact for that deal; over very many turns a
regression averages over what the seat could not see. Bids, the hands that bid nil and the harm of bags are drawn at
random around what tables do, and now and then a random card is played, so that few situations are never seen.

Worths are in tenths of a point. ``game`` is a round's layout with the strides of all seats of a side apart, and ends
with ``FEATURES`` zeros from ``PROBE`` on; ``how`` says how rounds are dealt, bid and scored. ``now`` and what begins
with it is room for a second round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import below, legal_cards, lowest, popcount, step, stream
from spades_cli.search.chances import count_holders, seats_after, win_chance
from spades_cli.search.fitting import deal_round
from spades_cli.search.foresight import bid_of
from spades_cli.search.layout import (
    BIDS,
    CODE,
    COUNTING,
    MATES,
    PLAYERS,
    RATINGS,
    RUNS,
    SIDE_OF,
    SIDES,
    SPADES,
    STRIDE,
    distinct,
    run_in,
)
from spades_cli.search.outlook import ease_of, slack_of
from spades_cli.search.policy import KINDS, choose_card, kind_of, plan_of
from spades_cli.search.rating import FEATURES, rate_card, winning_cards
from spades_cli.search.rollout import (
    BEST,
    BROKEN,
    LEADER,
    LED,
    LEFT,
    NILS,
    OPENING,
    PLAYED,
    STATE,
    WINNER,
    begin,
    pick,
    play_out,
    put_card,
)

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: Places in ``how``: the cards of the pack, those of a hand, whether they are drafted in pairs;
CARDS, SIZE, DRAFT = 0, 1, 2
#: what a seat bids under the tricks it is promised, in thousandths: the least, and how many numbers from there on;
MARGIN, MARGIN_SPAN = 3, 4
#: the log odds over which it bids nil, in thousandths: the least, and how many numbers from there on;
ODDS, ODDS_SPAN = 5, 6
#: in 1024ths: rounds whose leader drafts for a nil, sides that bags do no harm, turns that are studied (never 0), and
#: random cards;
LOW_DRAFT, HARMLESS, SHARE, NOISE = 7, 8, 9, 10
#: in tenths of a point: a trick bid, a nil, what a bag costs, and one that does no harm; and whether the tricks of a
#: failed nil are bags, or count towards the contract.
TRICK, NIL, BAG, FREE_BAG, LOST, COUNTS = range(11, 17)
HOW = 17
#: Where ``game`` has room for the weights that ask for features.
PROBE = RATINGS + KINDS * FEATURES
#: Features are counted so many at a time, as digits of one number, of so many bits.
DIGITS, DIGIT = 4, 13
#: Bags that are penalised, for sides that they do harm.
LIMIT = 10


def set_up(
    game: MutableSequence[int], how: Sequence[int], tables: Sequence[int], deck: MutableSequence[int], seed: int,
    number: int, state: MutableSequence[int], hands: MutableSequence[int], need: MutableSequence[int],
    fear: MutableSequence[int], voids: MutableSequence[int], index: MutableSequence[int],
) -> int:  # fmt: skip
    """Deal a round and let all seats bid; returns the random state."""
    players = game[PLAYERS]
    leader = number % players
    random = step(stream(seed, number))
    low = leader if below(random, 1024) < how[LOW_DRAFT] else -1
    random = deal_round(game, deck, how[CARDS], how[SIZE], how[DRAFT], low, random, hands)
    begin(state, how[SIZE], leader)
    for side in range(game[SIDES]):
        random = step(random)
        need[side] = 0
        index[side] = 0
        fear[side] = 0 if below(random, 1024) < how[HARMLESS] else LIMIT
    for turn in range(players):
        seat = (leader + turn) % players
        random = step(random)
        margin = how[MARGIN] + below(random, how[MARGIN_SPAN])
        random = step(random)
        least = how[ODDS] + below(random, how[ODDS_SPAN])
        bid = bid_of(game, tables, hands[seat], margin, least, state[NILS] & game[MATES + seat])
        if bid == 0:
            state[NILS] |= 1 << seat
        game[BIDS + seat] = bid
        game[COUNTING + seat] = 1 if bid else how[COUNTS]
        need[game[SIDE_OF + seat]] += bid
        voids[seat] = 0
    return random


def side_points(game: Sequence[int], how: Sequence[int], side: int, taken: int, fear: int) -> int:
    """What a side makes of a round, its bags at what they cost; ``taken`` is its index."""
    bag = how[BAG] if fear else how[FREE_BAG]
    points = 0
    bid = 0
    tricks = 0
    for seat in range(game[PLAYERS]):
        if game[SIDE_OF + seat] != side:
            continue
        own = taken // game[STRIDE + seat] % (how[SIZE] + 1)
        bid += game[BIDS + seat]
        if game[BIDS + seat] == 0:
            points += -how[NIL] if own else how[NIL]
        if game[COUNTING + seat]:
            tricks += own
        else:
            points -= how[LOST] * bag * own
    if tricks < bid:
        return points - how[TRICK] * bid
    return points + how[TRICK] * bid - bag * (tricks - bid)


def end_worth(game: Sequence[int], how: Sequence[int], me: int, index: Sequence[int], fear: Sequence[int]) -> int:
    """The worth of a round's end to side ``me``: its points less the mean of the other sides'."""
    others = 0
    for side in range(game[SIDES]):
        if side != me:
            others += side_points(game, how, side, index[side], fear[side])
    return side_points(game, how, me, index[me], fear[me]) - others // (game[SIDES] - 1)


def copy_round(
    game: Sequence[int], state: Sequence[int], hands: Sequence[int], need: Sequence[int], voids: Sequence[int],
    index: Sequence[int], now: MutableSequence[int], now_hands: MutableSequence[int], now_need: MutableSequence[int],
    now_voids: MutableSequence[int], now_index: MutableSequence[int],
) -> None:  # fmt: skip
    """Copy where a round stands."""
    for place in range(STATE):
        now[place] = state[place]
    for seat in range(game[PLAYERS]):
        now_hands[seat] = hands[seat]
        now_voids[seat] = voids[seat]
    for side in range(game[SIDES]):
        now_need[side] = need[side]
        now_index[side] = index[side]


def count_features(
    game: MutableSequence[int], state: Sequence[int], hands: Sequence[int], need: Sequence[int],
    voids: Sequence[int], legal: int, card: int, unseen: int, features: MutableSequence[int], row: int,
) -> None:  # fmt: skip
    """Write what is counted about a card, number by number: the digits of its ratings by weights that are their places.

    All weights but a few are 0, and what is counted is never below it.
    """
    seat = (state[LEADER] + state[PLAYED]) % game[PLAYERS]
    led = state[LED]
    best = state[BEST]
    winner = state[WINNER]
    later = seats_after(game, seat, state[PLAYED])
    winning = winning_cards(game, legal, led, best)
    trumpers = count_holders(game, voids, seat, game[SPADES])
    holders = count_holders(game, voids, seat, led if led else run_in(game, card))
    held = 0
    if led and game[MATES + seat] >> winner & 1:
        held = win_chance(game, voids, seat, winner, later, unseen, led, best, state[NILS], holders, trumpers)
    ease = ease_of(game, need, seat, hands[seat], unseen, state[LEFT])
    slack = slack_of(game, need, state[LEFT])
    for first in range(0, FEATURES, DIGITS):
        last = first + DIGITS if first + DIGITS < FEATURES else FEATURES
        for number in range(first, last):
            game[PROBE + number] = 1 << DIGIT * (number - first)
        digits = rate_card(
            game, need, voids, seat, hands[seat], card, led, best, winner, later, unseen, state[NILS], state[LEFT],
            winning, held, holders, trumpers, ease, slack, PROBE,
        )  # fmt: skip
        for number in range(first, last):
            features[row * FEATURES + number] = digits >> DIGIT * (number - first) & (1 << DIGIT) - 1
            game[PROBE + number] = 0


def study_turn(
    game: MutableSequence[int], how: Sequence[int], state: Sequence[int], hands: Sequence[int], need: Sequence[int],
    fear: Sequence[int], voids: Sequence[int], index: Sequence[int], now: MutableSequence[int],
    now_hands: MutableSequence[int], now_need: MutableSequence[int], now_voids: MutableSequence[int],
    now_index: MutableSequence[int], legal: int, unseen: int, features: MutableSequence[int],
    worths: MutableSequence[int], row: int,
) -> int:  # fmt: skip
    """Write features and worths of the different ``legal`` cards from ``row`` on; returns the row after them.

    The seat to act holds them, ``unseen`` is what it has not seen.
    """
    players = game[PLAYERS]
    me = game[SIDE_OF + (state[LEADER] + state[PLAYED]) % players]
    rest = distinct(game, legal, unseen | state[BEST])
    while rest:
        card = lowest(rest)
        rest ^= card
        count_features(game, state, hands, need, voids, legal, card, unseen, features, row)
        copy_round(game, state, hands, need, voids, index, now, now_hands, now_need, now_voids, now_index)
        put_card(game, now, now_need, now_voids, now_hands, now_index, card)
        play_out(game, now, now_need, fear, now_voids, now_hands, now_index, hands[players], 0, 1)
        worths[row] = end_worth(game, how, me, now_index, fear)
        row += 1
    return row


def study_round(
    game: MutableSequence[int], how: Sequence[int], state: MutableSequence[int], hands: MutableSequence[int],
    need: MutableSequence[int], fear: Sequence[int], voids: MutableSequence[int], index: MutableSequence[int],
    now: MutableSequence[int], now_hands: MutableSequence[int], now_need: MutableSequence[int],
    now_voids: MutableSequence[int], now_index: MutableSequence[int], random: int, features: MutableSequence[int],
    worths: MutableSequence[int], kinds: MutableSequence[int], starts: MutableSequence[int], done: int, turns: int,
) -> int:  # fmt: skip
    """Play a round and study some of its turns, until ``turns`` are ``done``; returns how many then are."""
    players = game[PLAYERS]
    spades = game[SPADES]
    unseen = hands[players]
    for seat in range(players):
        unseen |= hands[seat]
    while state[LEFT] and done < turns:
        seat = (state[LEADER] + state[PLAYED]) % players
        hand = hands[seat]
        legal = legal_cards(
            hand, state[LED], state[BEST], state[BROKEN], state[OPENING], game[CODE], spades, game[RUNS]
        )
        random = step(random)
        if legal & (legal - 1) and below(random, 1024) < how[SHARE]:
            row = study_turn(
                game, how, state, hands, need, fear, voids, index, now, now_hands, now_need, now_voids, now_index,
                legal, unseen & ~hand, features, worths, starts[done],
            )  # fmt: skip
            # Of cards that are all as good as each other there is nothing to learn.
            if row > starts[done] + 1:
                plan = plan_of(game, need, fear, game[SIDE_OF + seat], state[LEFT])
                kinds[done] = kind_of(
                    game, seat, state[NILS], state[LED], legal & state[LED], state[PLAYED], plan
                )  # fmt: skip
                done += 1
                starts[done] = row
        random = step(random)
        if below(random, 1024) < how[NOISE]:
            random = step(random)
            card = pick(legal, below(random, popcount(legal)))
        else:
            card = choose_card(
                game, need, fear, voids, seat, hand, legal, state[LED], state[BEST], state[WINNER], state[PLAYED],
                unseen & ~hand, state[NILS], state[LEFT],
            )  # fmt: skip
        unseen ^= card
        put_card(game, state, need, voids, hands, index, card)
    return done


def study_rounds(
    game: MutableSequence[int], how: Sequence[int], tables: Sequence[int], deck: MutableSequence[int], seed: int,
    first: int, turns: int, state: MutableSequence[int], hands: MutableSequence[int], need: MutableSequence[int],
    fear: MutableSequence[int], voids: MutableSequence[int], index: MutableSequence[int], now: MutableSequence[int],
    now_hands: MutableSequence[int], now_need: MutableSequence[int], now_voids: MutableSequence[int],
    now_index: MutableSequence[int], features: MutableSequence[int], worths: MutableSequence[int],
    kinds: MutableSequence[int], starts: MutableSequence[int],
) -> int:  # fmt: skip
    """Play rounds, from number ``first`` on, until ``turns`` turns are studied; returns how many rows they fill.

    Writes the kind of each turn and where its rows start (and, once more, where they end), and for each card a row of
    ``FEATURES`` features and its worth to its side. There are at most a hand's number of rows a turn.
    """
    done = 0
    number = first
    starts[0] = 0
    while done < turns:
        random = set_up(game, how, tables, deck, seed, number, state, hands, need, fear, voids, index)
        done = study_round(
            game, how, state, hands, need, fear, voids, index, now, now_hands, now_need, now_voids, now_index, random,
            features, worths, kinds, starts, done, turns,
        )  # fmt: skip
        number += 1
    return starts[turns]


def play_against(
    game: Sequence[int], other: Sequence[int], state: MutableSequence[int], hands: MutableSequence[int],
    need: MutableSequence[int], fear: Sequence[int], voids: MutableSequence[int], index: MutableSequence[int],
) -> None:  # fmt: skip
    """Play a round out: side 0 by the weights of ``game``, the others by those of ``other``."""
    players = game[PLAYERS]
    unseen = hands[players]
    for seat in range(players):
        unseen |= hands[seat]
    while state[LEFT]:
        seat = (state[LEADER] + state[PLAYED]) % players
        hand = hands[seat]
        legal = legal_cards(
            hand, state[LED], state[BEST], state[BROKEN], state[OPENING], game[CODE], game[SPADES], game[RUNS]
        )
        card = choose_card(
            other if game[SIDE_OF + seat] else game, need, fear, voids, seat, hand, legal, state[LED], state[BEST],
            state[WINNER], state[PLAYED], unseen & ~hand, state[NILS], state[LEFT],
        )  # fmt: skip
        unseen ^= card
        put_card(game, state, need, voids, hands, index, card)


def duel(
    game: MutableSequence[int], other: MutableSequence[int], how: Sequence[int], tables: Sequence[int],
    deck: MutableSequence[int], seed: int, first: int, last: int, state: MutableSequence[int],
    hands: MutableSequence[int], need: MutableSequence[int], fear: MutableSequence[int], voids: MutableSequence[int],
    index: MutableSequence[int], now: MutableSequence[int], now_hands: MutableSequence[int],
    now_need: MutableSequence[int], now_voids: MutableSequence[int], now_index: MutableSequence[int],
    gains: MutableSequence[int],
) -> None:  # fmt: skip
    """What the weights of ``game`` gain on those of ``other`` in each of the rounds from ``first`` to before ``last``.

    Side 0 plays a round by either, after the same bids and against the other: the gain is the difference of the worths.
    """
    players = game[PLAYERS]
    for number in range(first, last):
        set_up(game, how, tables, deck, seed, number, state, hands, need, fear, voids, index)
        for seat in range(players):
            other[BIDS + seat] = game[BIDS + seat]
            other[COUNTING + seat] = game[COUNTING + seat]
        now_hands[players] = hands[players]
        copy_round(game, state, hands, need, voids, index, now, now_hands, now_need, now_voids, now_index)
        play_against(game, other, now, now_hands, now_need, fear, now_voids, now_index)
        gain = end_worth(game, how, 0, now_index, fear)
        play_against(other, game, state, hands, need, fear, voids, index)
        gains[number - first] = gain - end_worth(game, how, 0, index, fear)
