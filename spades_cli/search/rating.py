"""How good a card is for the rule player: what can be counted about it, weighed by fitted numbers.

The weights of a round follow its layout: ``FEATURES`` numbers for every kind of turn (``policy.kind_of``), in 64ths of
a point. What is counted is 256 for a yes, a chance in 256ths, or a count on about that scale. By number:

- 0 the chance that the own side wins the trick; 25 again where it needs most tricks to come; 36 it surely does, 37 not
- 1 the card holds the trick; 7 its height among the cards out, 8 if it holds, 9 if not, 41 by the tricks to come
- of a card that holds the trick: 16 a partner held it, 27 the chance that he would have won it, 17 a partner plays yet,
  42 the tricks to come, 46 it is the weakest that does, 31 a ruff, 32 a ruff by the spades held
- 2 a master; 3 by the spades out, 6 in spades, 40 by the tricks to come
- 4 guarded; 43 with an equal in the hand, 47 that one card beats; 50 one card beats it while spades are out
- 5 a spade; 28 by the spades held, 33 by those out, 39 by the tricks to come
- of a side suit: 10 its length in the hand, 11 out, 29 the cards that beat this one, 14 a singleton, 15 with spades in
  the hand, 34 from two cards with spades in the hand
- 12, 13 from a suit of which the best, the second best card is held; 26 the lowest, 35 the highest held of its suit, 48
  the highest that does not win, 30 one that leaves a high one bare, 49 the lowest of the hand
- 18 height with a partner to play; 44, 45 by what a foe, a partner who plays yet has bid
- 21 the chance that a foe's nil, or the own one, wins the trick, 22 a partner's; 23, 24 he is void in the suit
- 19, 20 a foe, a partner who is void and may ruff; 38 a seat that is void of it and of spades
- by the ease of the contract: 51 the chance that the own side wins the trick, 52 the height, 53 a master, 54 the card
  holds the trick, 58 a spade, 59 the lowest of its suit; by the slack: 55 that chance, 56 the height, 57 a master
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import above, highest, lowest, popcount
from spades_cli.search.chances import nil_chance, own_chance, win_chance
from spades_cli.search.layout import BIDS, CODE, MATES, PLAYERS, SIDE_OF, SPADES, run_in
from spades_cli.search.outlook import EVEN

if TYPE_CHECKING:
    from collections.abc import Sequence

#: How many weights there are for a kind of turn.
FEATURES = 60
#: A chance in 256ths that is as good as sure.
SURE = 250


def rate_suit(
    game: Sequence[int], hand: int, card: int, suit: int, unseen: int, left: int, winning: int, eased: int, slack: int,
    at: int,
) -> int:  # fmt: skip
    """What a card's place in its suit and its suit's in the hand count for; ``eased`` is the ease in 256ths."""
    spades = game[SPADES]
    own = hand & suit
    out = unseen & suit
    count = popcount(own)
    outs = popcount(out)
    over = popcount(out & -(card << 1))
    trumps = popcount(unseen & spades)
    best = highest(own)
    top = popcount(out & -(best << 1))
    rated = 0
    if over == 0:
        rated += game[at + 2] * 256 + game[at + 3] * (20 * trumps) + game[at + 40] * (20 * left)
        rated += game[at + 53] * eased + game[at + 57] * (64 * slack)
    elif over < count:
        rated += game[at + 4] * 256
    if over == 1 and trumps:
        rated += game[at + 50] * 256
    if suit == spades:
        rated += game[at + 5] * 256 + game[at + 28] * (20 * count) + game[at + 33] * (20 * trumps)
        rated += game[at + 39] * (20 * left) + game[at + 58] * eased
        if over == 0:
            rated += game[at + 6] * 256
    else:
        rated += game[at + 29] * (40 * over) + game[at + 10] * (20 * count) + game[at + 11] * (20 * outs)
        if count == 1:
            rated += game[at + 14] * 256
        if count <= 2 and hand & spades:
            rated += game[at + (15 if count == 1 else 34)] * 256
    if top <= 1:
        rated += game[at + 12 + top] * 256
    if card == lowest(own):
        rated += game[at + 26] * 256 + game[at + 59] * eased
    if card == best:
        rated += game[at + 35] * 256
    elif count - 1 <= top < count:
        rated += game[at + 30] * 256
    if card == highest(own & ~winning):
        rated += game[at + 48] * 256
    if card == lowest(hand):
        rated += game[at + 49] * 256
    equals = own & -(card << 1)
    if equals and not out & (lowest(equals) - 1) & -(card << 1):
        rated += game[at + 43] * 256
        if over == 1:
            rated += game[at + 47] * 256
    return rated


def rate_card(
    game: Sequence[int], need: Sequence[int], voids: Sequence[int], seat: int, hand: int, card: int, led: int,
    best: int, winner: int, later: int, unseen: int, nils: int, left: int, winning: int, held: int, holders: int,
    trumpers: int, ease: int, slack: int, at: int,
) -> int:  # fmt: skip
    """A card's rating by the weights that begin ``at``.

    ``winning`` are the legal cards that beat the trick, ``held`` is the chance that a partner wins it as it stands,
    ``holders`` and ``trumpers`` are as in ``chances``, of the suit that is or would be led; ``ease`` and ``slack``
    as in ``outlook``.
    """
    spades = game[SPADES]
    mates = game[MATES + seat]
    suit = run_in(game, card)
    holder = winner
    level = best
    run = led
    out = unseen & suit
    outs = popcount(out)
    height = 256 * popcount(out & (card - 1)) // outs if outs else 256
    eased = 256 * ease // EVEN
    rated = rate_suit(game, hand, card, suit, unseen, left, winning, eased, slack, at)
    rated += game[at + 7] * height + game[at + 41] * (height * left // 13)
    rated += game[at + 52] * (height * ease // EVEN) + game[at + 56] * (height * slack // 4)
    helpers = later & mates & ~nils
    if not led or card & winning:
        holder = seat
        level = card
        rated += game[at + 1] * 256 + game[at + 8] * height + game[at + 42] * (20 * left)
        rated += game[at + 54] * eased
        if helpers:
            rated += game[at + 17] * 256
        if not led:
            run = suit
        else:
            if game[SIDE_OF + winner] == game[SIDE_OF + seat]:
                rated += game[at + 16] * 256 + game[at + 27] * held
            if card == lowest(winning):
                rated += game[at + 46] * 256
            if suit == spades and led != spades:
                rated += game[at + 31] * 256 + game[at + 32] * (20 * popcount(hand & spades))
    else:
        rated += game[at + 9] * height
    if helpers:
        rated += game[at + 18] * height
    win = held
    if holder == seat:
        win = win_chance(game, voids, seat, seat, later, unseen, run, level, nils, holders, trumpers)
    rated += game[at] * win + game[at + 51] * (win * ease // EVEN) + game[at + 55] * (win * slack // 4)
    if 2 * need[game[SIDE_OF + seat]] > left:
        rated += game[at + 25] * win
    if win >= SURE:
        rated += game[at + 36] * 256
    elif win <= 256 - SURE:
        rated += game[at + 37] * 256
    if nils >> seat & 1:
        rated += game[at + 21] * own_chance(game, voids, seat, holder, later, unseen, run, level, holders, trumpers)
    return rated + rate_others(
        game, voids, seat, suit, holder, later, unseen, run, level, nils, height, holders, trumpers, at
    )


def rate_others(
    game: Sequence[int], voids: Sequence[int], seat: int, suit: int, holder: int, later: int, unseen: int, run: int,
    level: int, nils: int, height: int, holders: int, trumpers: int, at: int,
) -> int:  # fmt: skip
    """What the other seats make of a card: their bids, their voids and their nils."""
    spades = game[SPADES]
    mates = game[MATES + seat]
    rated = 0
    for other in range(game[PLAYERS]):
        if other == seat:
            continue
        mate = mates >> other & 1
        void = voids[other] & suit
        if nils >> other & 1:
            chance = nil_chance(game, voids, other, holder, later, unseen, run, level, holders, trumpers)
            rated += game[at + 21 + mate] * chance
            if void:
                rated += game[at + 23 + mate] * 256
        else:
            if later >> other & 1:
                rated += game[at + 44 + mate] * (height * game[BIDS + other] // 4)
            if void and not voids[other] & spades:
                rated += game[at + 19 + mate] * 256
        if void and voids[other] & spades:
            rated += game[at + 38] * 256
    return rated


def winning_cards(game: Sequence[int], legal: int, led: int, best: int) -> int:
    """The legal cards that beat the trick as it stands; none of a lead."""
    return legal & (led | game[SPADES]) & above(best, game[CODE]) if led else 0
