"""In which order the exact search tries cards: the sooner the best one, the less there is to search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import bit_length, takes
from spades_cli.search.layout import CODE, PLAYERS, SIDE_OF, SPADES
from spades_cli.search.solver_bounds import ADVICE, CHANCE, ME, ROOM, SPOTS, UNIT
from spades_cli.search.solver_frames import COUNT, LED, MOVES, PLAYED, SEAT, SPOT, TOP, WINNER
from spades_cli.search.solver_moves import suit_of

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

#: The number of no seat.
NOBODY = 7
#: More than any rating.
FIRST = 1 << 40


def reach(hand: int, led: int, spades: int) -> int:
    """The cards of a hand that can take a trick in which ``led`` is led."""
    follow = hand & led
    return follow if follow else hand & spades


def takers(game: Sequence[int], hands: Sequence[int], seat: int, played: int, led: int) -> int:
    """Who can put the strongest card on a trick after ``seat``: 8 times the rival plus the friend, each may be NOBODY.

    ``played`` counts the cards on the table before its own.
    """
    spades = game[SPADES]
    rival = friend = NOBODY
    against = beside = 0
    other = seat
    for _ in range(game[PLAYERS] - 1 - played):
        other = other + 1 if other + 1 < game[PLAYERS] else 0
        cards = reach(hands[other], led, spades)
        if game[SIDE_OF + other] != game[SIDE_OF + seat]:
            if cards > against:
                against = cards
                rival = other
        elif cards > beside:
            beside = cards
            friend = other
    return rival * 8 + friend


def rate(
    game: Sequence[int],
    work: Sequence[int],
    bounds: Sequence[int],
    hands: Sequence[int],
    frame: int,
    card: int,
    suit: int,
    ahead: int,
) -> int:
    """How promising a card is: the chance if the trick goes where it now seems to go, and among equals a cheap card.

    A seat of ``ahead`` (as ``takers`` gives them) takes the trick if it can and its side likes that. A leader's winners
    come first, and who does not want the trick sheds high cards.
    """
    spades = game[SPADES]
    seat = work[frame + SEAT]
    led = work[frame + LED]
    chances = CHANCE * work[SPOTS] + work[frame + SPOT]
    sign = 1 if game[SIDE_OF + seat] == work[ME] else -1
    holder = work[frame + WINNER]
    top = work[frame + TOP]
    if led == 0 or takes(card, top, led, spades, game[CODE]):
        holder = seat
        top = card
    own = sign * bounds[chances + work[UNIT + seat]]
    now = sign * bounds[chances + work[UNIT + holder]]
    rival = ahead >> 3
    friend = ahead & 7
    if rival != NOBODY and reach(hands[rival], suit, spades) > top:
        other = sign * bounds[chances + work[UNIT + rival]]
        if other < now:
            now = other
            holder = rival
            top = reach(hands[rival], suit, spades)
    if friend != NOBODY and reach(hands[friend], suit, spades) > top:
        other = sign * bounds[chances + work[UNIT + friend]]
        if other > now:
            now = other
            holder = friend
    run = suit if card & suit else suit_of(game, card)
    rank = bit_length(card) - bit_length(run & -run)
    if holder == seat and led == 0:
        return now * 256 + 128 + rank
    if own < now and holder != seat:
        return now * 256 + rank
    return now * 256 - rank - (32 if card & spades and led != spades else 0)


def arrange(
    game: Sequence[int], work: MutableSequence[int], bounds: Sequence[int], hands: Sequence[int], frame: int
) -> int:
    """Sort the moves of a frame, most promising first and the one the table advises before all; returns how many."""
    moves = frame + MOVES
    ratings = moves + work[ROOM]
    suit = work[frame + LED]
    ahead = takers(game, hands, work[frame + SEAT], work[frame + PLAYED], suit) if suit else 0
    for i in range(work[frame + COUNT]):
        card = work[moves + i]
        if work[frame + LED] == 0 and card & suit == 0:
            suit = suit_of(game, card)
            ahead = takers(game, hands, work[frame + SEAT], 0, suit)
        rating = FIRST
        if card != work[ADVICE]:
            rating = rate(game, work, bounds, hands, frame, card, suit, ahead)
        j = i - 1
        while j >= 0 and work[ratings + j] < rating:
            work[ratings + j + 1] = work[ratings + j]
            work[moves + j + 1] = work[moves + j]
            j -= 1
        work[ratings + j + 1] = rating
        work[moves + j + 1] = card
    return work[frame + COUNT]
