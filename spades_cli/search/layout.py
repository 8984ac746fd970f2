"""How a round is written down as flat arrays of ints, so that the same functions run interpreted and compiled.

``game`` holds what stays the same for a round: the table, and where each side's outcomes stand. How many tricks every
seat of a side has taken is one number, the side's ``index``: each trick adds the winner's stride to it. ``classes``
gives for every index the number of the outcome (its points and bags) that it means, and ``joint``, for every ordered
pair of sides, the worth of each pair of outcomes to the first one, in hundredths of a point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import lowest
from spades_cli.engine.play import play_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.rules import Rules

#: The most seats and sides there can be.
MOST = 6
#: Places in ``game``: players, sides, the play code of the kernel, the four suit masks (clubs first, spades last);
PLAYERS, SIDES, CODE, RUNS = 0, 1, 2, 3
SPADES = RUNS + 3
#: by seat: its side, its partners as bits (1 << place), what one trick of it adds to the side's index, and whether its
#: tricks count towards the side's contract;
SIDE_OF = RUNS + 4
MATES = SIDE_OF + MOST
STRIDE = MATES + MOST
COUNTING = STRIDE + MOST
#: by side: where its outcomes start in ``classes`` and how many different ones there are;
CLASS_AT = COUNTING + MOST
COUNT = CLASS_AT + MOST
#: by pair of sides: where the pair starts in ``joint``;
JOINT_AT = COUNT + MOST
#: by seat: the tricks it bid.
BIDS = JOINT_AT + MOST * MOST
LENGTH = BIDS + MOST
#: The weights of the rule player follow.
RATINGS = LENGTH


def run_in(game: Sequence[int], card: int) -> int:
    """The mask of the suit that ``card`` plays as."""
    for suit in range(3):
        if card & game[RUNS + suit]:
            return game[RUNS + suit]
    return game[SPADES]


def side_worth(game: Sequence[int], classes: Sequence[int], joint: Sequence[int], index: Sequence[int], me: int) -> int:
    """What the end of a round is worth to side ``me``: the sum over all other sides."""
    own = classes[game[CLASS_AT + me] + index[me]]
    total = 0
    for other in range(game[SIDES]):
        if other != me:
            theirs = classes[game[CLASS_AT + other] + index[other]]
            total += joint[game[JOINT_AT + me * MOST + other] + own * game[COUNT + other] + theirs]
    return total


def are_equals(game: Sequence[int], low: int, high: int, others: int) -> bool:
    """Whether two cards of one hand are as good as each other: one suit, and none of ``others`` lies between."""
    return run_in(game, low) & high != 0 and not others & (high - 1) & -(low << 1)


def distinct(game: Sequence[int], cards: int, others: int) -> int:
    """The different cards of a hand: of those that are as good as each other the weakest."""
    last = lowest(cards)
    found = last
    cards ^= last
    while cards:
        card = lowest(cards)
        cards ^= card
        if not are_equals(game, last, card, others):
            found |= card
        last = card
    return found


def lay_out_play(rules: Rules) -> list[int]:
    """The part of the layout's ``game`` that card play reads."""
    game = [0] * LENGTH
    game[PLAYERS], game[CODE] = rules.table.players, play_code(rules)
    game[RUNS : RUNS + 4] = rules.pack.runs
    return game
