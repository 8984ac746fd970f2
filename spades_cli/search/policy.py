"""The rule player: one card from what a seat may know, fast enough to play rounds out by the thousand.

It sees what kind of turn it has (whose nil is live, its place in the trick, what its side is after) and takes the card
that is rated best by the weights for that kind. All functions run interpreted or compiled.

``need`` are the tricks each side still needs (zero and less once made); ``fear`` says by side what a bag is: 0 no
harm, else the overtrick of this round that brings the penalty. ``nils`` are the seats with a live nil as bits,
``voids`` the suits each seat has shown to be out of, ``unseen`` the cards that others may hold, ``left`` the tricks to
come with this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import lowest
from spades_cli.search.chances import count_holders, seats_after, win_chance
from spades_cli.search.layout import MATES, PLAYERS, RATINGS, RUNS, SIDE_OF, SIDES, SPADES, distinct, run_in
from spades_cli.search.outlook import ease_of, slack_of
from spades_cli.search.rating import FEATURES, rate_card, winning_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What a side may be after: a contract with no trick to spare, tricks, somebody's set, no more tricks, every trick.
MUST, NEED, SET, DUCK, ALL = range(5)
PLANS = 5
#: A contract is hard with so many tricks to come that nobody needs; a side can be set with so few.
SPARE, SETTING = 1, 2
#: Places in a trick: the lead, following suit or not, and either as the last seat.
PLACES = 5
#: Whose nil is live: nobody's, the own, a partner's, a foe's, both theirs.
WHOSE = 5
KINDS = WHOSE * PLACES * PLANS


def plan_of(game: Sequence[int], need: Sequence[int], fear: Sequence[int], side: int, left: int) -> int:
    """What a side is after."""
    mine = need[side]
    if mine == left:
        return ALL
    others = 0
    for other in range(game[SIDES]):
        if other != side and 0 < need[other] <= left:
            others += need[other]
    if 0 < mine <= left:
        return MUST if left - mine - others <= SPARE else NEED
    if others and left - others <= SETTING:
        return SET
    # Where bags do no harm more tricks are welcome.
    return DUCK if fear[side] else NEED


def kind_of(game: Sequence[int], seat: int, nils: int, led: int, follows: int, played: int, plan: int) -> int:
    """The kind of turn, 0 to ``KINDS`` - 1; ``follows`` are the legal cards of the suit led."""
    mates = game[MATES + seat]
    whose = 0
    if nils >> seat & 1:
        whose = 1
    elif nils & mates:
        whose = 4 if nils & ~mates else 2
    elif nils:
        whose = 3
    place = 0
    if led:
        place = (1 if follows else 3) + (1 if played == game[PLAYERS] - 1 else 0)
    return (whose * PLACES + place) * PLANS + plan


def drop_blunders(
    game: Sequence[int], seat: int, nils: int, led: int, winner: int, later: int, plan: int, winning: int, cards: int
) -> int:
    """The cards without those that only a slip would play.

    Who must win every trick plays one that can win where no partner can; the last seat does not save a foe's nil that
    holds the trick; of a suit that is thrown away, who has a partner's nil to cover keeps the highest.
    """
    mates = game[MATES + seat]
    if nils & mates and not (cards & led or nils >> seat & 1):
        kept = cards & winning
        for suit in range(4):
            thrown = cards & ~winning & game[RUNS + suit]
            kept |= thrown & -thrown
        cards = kept
    if nils & ~mates & 1 << winner and not later:
        return cards & ~winning if cards & ~winning else cards
    if plan == ALL and winning and not (mates >> winner | nils >> seat) & 1 and not later & mates & ~nils:
        return cards & winning
    return cards


def choose_card(
    game: Sequence[int], need: Sequence[int], fear: Sequence[int], voids: Sequence[int], seat: int, hand: int,
    legal: int, led: int, best: int, winner: int, played: int, unseen: int, nils: int, left: int,
) -> int:  # fmt: skip
    """The card that the rule player plays: the best rated, of equal ones the weakest."""
    different = distinct(game, legal, unseen | best)
    if not different & (different - 1):
        return different
    plan = plan_of(game, need, fear, game[SIDE_OF + seat], left)
    later = seats_after(game, seat, played)
    winning = winning_cards(game, legal, led, best)
    if led:
        different = drop_blunders(game, seat, nils, led, winner, later, plan, winning, different)
    at = RATINGS + FEATURES * kind_of(game, seat, nils, led, legal & led, played, plan)
    trumpers = count_holders(game, voids, seat, game[SPADES])
    holders = count_holders(game, voids, seat, led) if led else 0
    held = 0
    if led and (different & ~winning or game[MATES + seat] >> winner & 1):
        held = win_chance(game, voids, seat, winner, later, unseen, led, best, nils, holders, trumpers)
    ease = ease_of(game, need, seat, hand, unseen, left)
    slack = slack_of(game, need, left)
    found = 0
    top = 0
    while different:
        card = lowest(different)
        different ^= card
        if not led:
            holders = count_holders(game, voids, seat, run_in(game, card))
        rated = rate_card(
            game, need, voids, seat, hand, card, led, best, winner, later, unseen, nils, left, winning, held, holders,
            trumpers, ease, slack, at,
        )  # fmt: skip
        if not found or rated > top:
            found = card
            top = rated
    return found
