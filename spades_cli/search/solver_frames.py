"""The stack of the exact search, written out: one frame of ints for every card played since the root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import legal_cards, takes
from spades_cli.search.layout import CODE, MOST, PLAYERS, RUNS, SPADES
from spades_cli.search.solver_bounds import NODES, OPENING, SPOTS, STAMP, UNIT, WIDTH
from spades_cli.search.solver_moves import line_up, suit_of

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: More than any worth: "not known yet".
UNKNOWN = 1 << 60
#: Places in a frame, one for every card played since the root: what is on the table before it,
SEAT, HAND, PLAYED, LED, TOP, WINNER, BROKEN, SPOT, LEFT, LIVE, TRICK = range(11)
#: and how far its moves have been tried; the moves and their ratings follow.
COUNT, NEXT, VALUE, CHOICE = range(11, 15)
MOVES = 15


def open_frame(game: Sequence[int], hands: Sequence[int], work: MutableSequence[int], frame: int) -> int:
    """Write down the moves of a frame, one of each run of equally good cards; returns how many."""
    seat = work[frame + SEAT]
    hand = hands[seat]
    led = work[frame + LED]
    best = work[frame + TOP]
    opening = 0 if work[frame + TRICK] else work[OPENING]
    cards = legal_cards(hand, led, best, work[frame + BROKEN], opening, game[CODE], game[SPADES], game[RUNS])
    work[frame + HAND] = hand
    work[frame + NEXT] = 0
    work[frame + CHOICE] = 0
    if cards & (cards - 1) == 0:
        work[frame + MOVES] = cards
        count = 1
    else:
        count = line_up(game, cards, best | (work[frame + LIVE] & ~hand), work, frame + MOVES)
    work[frame + COUNT] = count
    work[NODES] += 1
    return count


def play_next(game: Sequence[int], hands: MutableSequence[int], work: MutableSequence[int], frame: int) -> int:
    """Play the next move of a frame; returns the frame it leads to."""
    seat = work[frame + SEAT]
    card = work[frame + MOVES + work[frame + NEXT]]
    work[frame + NEXT] += 1
    hands[seat] = work[frame + HAND] ^ card
    winner = work[frame + WINNER]
    best = work[frame + TOP]
    led = work[frame + LED]
    played = work[frame + PLAYED] + 1
    if led == 0:
        led = suit_of(game, card)
        best = card
        winner = seat
    elif takes(card, best, led, game[SPADES], game[CODE]):
        best = card
        winner = seat
    after = frame + work[WIDTH]
    work[after + BROKEN] = 1 if card & game[SPADES] else work[frame + BROKEN]
    work[after + LIVE] = work[frame + LIVE] ^ card
    if played == game[PLAYERS]:
        return next_trick(work, frame, after, winner)
    work[after + SEAT] = seat + 1 if seat + 1 < game[PLAYERS] else 0
    work[after + PLAYED] = played
    work[after + LED] = led
    work[after + TOP] = best
    work[after + WINNER] = winner
    work[after + SPOT] = work[frame + SPOT]
    work[after + LEFT] = work[frame + LEFT]
    work[after + TRICK] = work[frame + TRICK]
    return after


def next_trick(work: MutableSequence[int], frame: int, after: int, winner: int) -> int:
    """Fill in the frame ``after`` the last card of a trick; returns it."""
    work[after + SEAT] = winner
    work[after + PLAYED] = 0
    work[after + LED] = 0
    work[after + TOP] = 0
    work[after + SPOT] = work[frame + SPOT] + work[UNIT + winner]
    work[after + LEFT] = work[frame + LEFT] - 1
    work[after + TRICK] = work[frame + TRICK] + 1
    return after


def clear_frames(hands: MutableSequence[int], work: Sequence[int], root: int, frame: int) -> int:
    """Give back the cards played from the frame ``root`` to ``frame``; returns UNKNOWN."""
    while frame > root:
        frame -= work[WIDTH]
        hands[work[frame + SEAT]] = work[frame + HAND]
    return UNKNOWN


def last_winner(game: Sequence[int], hands: Sequence[int], leader: int) -> int:
    """Who takes a trick in which everybody plays an only card."""
    winner = seat = leader
    best = hands[leader]
    led = suit_of(game, best)
    for _ in range(game[PLAYERS] - 1):
        seat += 1
        if seat == game[PLAYERS]:
            seat = 0
        if takes(hands[seat], best, led, game[SPADES], game[CODE]):
            best = hands[seat]
            winner = seat
    return winner


def state_of(game: Sequence[int], work: Sequence[int], frame: int) -> int:
    """The part of a key that is not cards; whether spades are broken is idle where none are left."""
    broken = 1 if work[frame + LIVE] & game[SPADES] == 0 else work[frame + BROKEN]
    spot = work[STAMP] * work[SPOTS] + work[frame + SPOT]
    return (spot * MOST + work[frame + SEAT]) * 2 + broken
