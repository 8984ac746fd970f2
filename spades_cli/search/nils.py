"""Cards rated by what can be counted about them: while somebody has a live nil, and for some other turns.

Chances are in 256ths: a card not seen is with each of the seats that may hold it equally often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import above, highest, lowest, popcount
from spades_cli.search.layout import CODE, MATES, PLAYERS, RUNS, SIDE_OF, SPADES

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The chance, in 256ths, that a seat holds none of 0, 1, 2 ... unseen cards of a suit that two or three may hold.
MISS_OF_TWO = (256, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0)
MISS_OF_THREE = (256, 171, 114, 76, 51, 34, 22, 15, 10, 7, 4, 3, 2, 1)
#: How much counts what is looked at in a card, one row for each kind of turn: the chance to win the trick, holding it
#: now, being the master of its suit, guarded, a spade, its height, the chance that a foe's nil (or the own one) and a
#: partner's wins the trick, length, cards of the suit out, a nil foe's and a nil partner's void, another foe's and
#: another partner's, the suit held from its best and second best card, a singleton, a master by the spades out, the
#: chance to win where most tricks are needed, a master spade. First fitted to what the search makes of very many
#: positions, then tuned by playing against themselves.
FEATURES = 20
WEIGHTS = (
    20, 0, -8, -6, 6, 4, 0, 0, -2, -11, 0, 0, -28, 18, -17, 1, -3, 27, -6, 22,
    21, 0, 20, -2, -7, 1, 0, 0, -9, -8, 0, 0, -8, 24, -34, -6, 2, 16, 39, 16,
    -21, -13, 5, 10, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5, 18,
    267, 10, -108, -34, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 130, -56,
    45, 8, 11, 0, -17, -8, 0, 0, 5, 5, 0, 0, 8, 0, 9, 3, -2, -5, -10, 3,
    322, 33, -73, -41, -134, -21, 0, 0, -64, -31, 0, 2, 18, -14, -17, -36, 9, 17, 93, -102,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    -62, 0, -96, -45, 0, -150, -198, 0, 5, -5, 0, 0, 0, 0, -18, -38, 32, -85, -2, 0,
    -265, -491, 13, 99, 0, 103, -805, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -84, 0, 189,
    -229, -154, 27, 42, 0, 129, -578, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, -8, 65,
    -102, -143, 38, 30, -53, 56, -179, 0, -4, -38, -19, 0, -18, -32, -19, 23, 17, 54, 0, 26,
    -123, -257, 62, 40, -60, 100, -309, 0, -30, -12, -25, 0, -30, -17, -57, -3, 52, 52, 2, 78,
    24, 0, 29, 21, 26, 43, 2, -72, 5, -33, -15, 26, -22, 0, -17, 9, 21, 35, 0, -8,
    30, 3, 102, 24, 13, 81, 6, -58, 11, -73, -10, 30, -7, -1, -47, -13, 16, 51, -6, 4,
    -30, 10, 8, 6, -1, 0, 5, -46, 0, 0, -9, -1, 0, -7, -4, 0, 1, -4, 0, 4,
    -8, 71, -8, -6, 0, -143, 435, -1515, -2, 0, -2, 7, -1, 2, 3, 1, 0, -6, 19, 21,
    -303, 59, -22, 3, 18, -80, 23, -443, 31, 25, 14, 25, -12, 2, 23, -3, -55, 35, 24, -14,
    -285, 330, -71, -53, 58, -145, 375, -892, 17, -113, 126, -6, 12, 0, 28, -31, 37, -60, 97, -71,
    -25, 0, -96, 1, -48, -94, 19, 0, -6, -21, -149, -2, -81, 42, 26, -9, -1, -7, -2, 40,
    -59, 3, -78, -22, -74, -6, 53, -3, -25, -17, -87, 4, -72, 40, -19, -18, 5, -10, -6, -9,
    -72, -14, 7, 0, -1, 2, 117, 0, 0, 0, -3, 2, -1, 4, 1, 0, 3, 6, 1, 13,
    97, 3, -70, 10, 0, 55, 1026, -3, 0, 0, 0, 0, 0, 0, -2, 1, -3, 2, 167, 10,
    -41, -14, 25, 23, 16, 69, 307, 0, -12, -9, -12, 1, -22, -35, 6, 60, 24, 33, 1, 83,
    297, -57, 10, 19, 10, -2, 1197, -3, -22, 2, -14, -3, 46, -29, -13, 30, 8, -54, 152, 6,
)  # fmt: skip


def miss(count: int, holders: int) -> int:
    """The chance in 256ths that one of ``holders`` has none of ``count`` cards."""
    if count == 0 or holders < 1:
        return 256
    if holders == 1:
        return 0
    if count > 13:
        return 0
    return MISS_OF_TWO[count] if holders == 2 else MISS_OF_THREE[count]


def count_holders(game: Sequence[int], voids: Sequence[int], seat: int, run: int) -> int:
    """How many other seats may hold cards of a suit."""
    found = 0
    for other in range(game[PLAYERS]):
        if other != seat and not voids[other] & run:
            found += 1
    return 3 if game[PLAYERS] == 2 and found else found


def beat_chance(
    game: Sequence[int], voids: Sequence[int], seat: int, other: int, unseen: int, led: int, level: int
) -> int:
    """The chance in 256ths that ``other`` can beat the trick as it stands."""
    spades = game[SPADES]
    higher = above(level, game[CODE])
    trumps = 0
    if not voids[other] & spades:
        trumps = 256 - miss(popcount(unseen & spades & higher), count_holders(game, voids, seat, spades))
    if led == spades or voids[other] & led:
        return trumps
    holders = count_holders(game, voids, seat, led)
    ruff = miss(popcount(unseen & led), holders) * trumps >> 8
    if level & spades:
        return ruff
    return 256 - miss(popcount(unseen & led & higher), holders) + ruff


def forced_chance(
    game: Sequence[int], voids: Sequence[int], seat: int, other: int, unseen: int, led: int, level: int
) -> int:
    """The chance in 256ths that ``other`` follows and has nothing under the trick as it stands."""
    spades = game[SPADES]
    if voids[other] & led or (level & spades and led != spades):
        return 0
    holders = count_holders(game, voids, seat, led)
    return miss(popcount(unseen & led & (level - 1)), holders) - miss(popcount(unseen & led), holders)


def nil_chance(
    game: Sequence[int], voids: Sequence[int], seat: int, nil: int, holder: int, later: int, unseen: int, led: int,
    level: int,
) -> int:  # fmt: skip
    """The chance in 256ths that the nil bidder wins the trick as it stands."""
    chance = 256
    if holder != nil:
        if not later >> nil & 1:
            return 0
        chance = forced_chance(game, voids, seat, nil, unseen, led, level)
    for other in range(game[PLAYERS]):
        if later >> other & 1 and other != nil and game[MATES + nil] >> other & 1:
            chance = chance * (256 - beat_chance(game, voids, seat, other, unseen, led, level)) >> 8
    return chance


def win_chance(
    game: Sequence[int], voids: Sequence[int], seat: int, holder: int, later: int, unseen: int, led: int, level: int,
    nils: int,
) -> int:  # fmt: skip
    """The chance in 256ths that the side of ``seat`` wins the trick as it stands."""
    foe_miss = 256
    mate_miss = 256
    mates = game[MATES + seat]
    for other in range(game[PLAYERS]):
        if later >> other & 1:
            if mates >> other & 1:
                if not nils >> other & 1:
                    mate_miss = mate_miss * (256 - beat_chance(game, voids, seat, other, unseen, led, level)) >> 8
            elif nils >> other & 1:
                foe_miss = foe_miss * (256 - forced_chance(game, voids, seat, other, unseen, led, level)) >> 8
            else:
                foe_miss = foe_miss * (256 - beat_chance(game, voids, seat, other, unseen, led, level)) >> 8
    regain = (256 - foe_miss) * (256 - mate_miss) >> 9
    if game[SIDE_OF + holder] == game[SIDE_OF + seat]:
        return foe_miss + regain
    return ((256 - mate_miss) * foe_miss >> 8) + regain


def seats_after(game: Sequence[int], seat: int, played: int) -> int:
    """The seats that play to the trick after ``seat``, which plays as number ``played`` from 0, as bits."""
    later = 0
    for i in range(1, game[PLAYERS] - played):
        later |= 1 << (seat + i) % game[PLAYERS]
    return later


def kind_of(game: Sequence[int], seat: int, nils: int, led: int, follows: int, want: int) -> int:
    """The kind of turn: whose nil is live (nobody's, own, a partner's, a foe's), the place in the trick, the plan."""
    mates = game[MATES + seat]
    whose = 0
    if nils >> seat & 1:
        whose = 1
    elif nils & mates:
        whose = 2
    elif nils:
        whose = 3
    place = 0 if not led else 1 if follows else 2
    return (whose * 3 + place) * 2 + want


def rate_card(
    game: Sequence[int], need: Sequence[int], voids: Sequence[int], seat: int, hand: int, card: int, led: int,
    best: int, winner: int, later: int, unseen: int, nils: int, left: int, at: int,
) -> int:  # fmt: skip
    """A card's rating by the weights that begin ``at``."""
    spades = game[SPADES]
    mates = game[MATES + seat]
    players = game[PLAYERS]
    suit = 0
    for number in range(4):
        if card & game[RUNS + number]:
            suit = game[RUNS + number]
    holder = winner
    level = best
    run = led
    if not led or card & (led | spades) & above(best, game[CODE]):
        holder = seat
        level = card
        if not led:
            run = suit
    own = hand & suit
    out = unseen & suit
    count = popcount(own)
    over = popcount(out & -(card << 1))
    win = win_chance(game, voids, seat, holder, later, unseen, run, level, nils)
    rated = WEIGHTS[at] * win
    if holder == seat:
        rated += WEIGHTS[at + 1] << 8
    if over == 0:
        rated += WEIGHTS[at + 2] << 8
        rated += WEIGHTS[at + 17] * 20 * popcount(unseen & spades)
    elif over < count:
        rated += WEIGHTS[at + 3] << 8
    if suit == spades:
        rated += WEIGHTS[at + 4] << 8
        if over == 0:
            rated += WEIGHTS[at + 19] << 8
    if out:
        rated += WEIGHTS[at + 5] * (256 * popcount(out & (card - 1)) // popcount(out))
    else:
        rated += WEIGHTS[at + 5] << 8
    rated += WEIGHTS[at + 8] * 20 * count + WEIGHTS[at + 9] * 20 * popcount(out)
    top = popcount(out & -(highest(own) << 1))
    if top == 0:
        rated += WEIGHTS[at + 14] << 8
    elif top == 1:
        rated += WEIGHTS[at + 15] << 8
    if count == 1:
        rated += WEIGHTS[at + 16] << 8
    if 2 * need[game[SIDE_OF + seat]] > left:
        rated += WEIGHTS[at + 18] * win
    for other in range(players):
        if other == seat:
            continue
        void = voids[other] & suit
        if nils >> other & 1:
            mine = mates >> other & 1
            chance = nil_chance(game, voids, seat, other, holder, later, unseen, run, level)
            rated += WEIGHTS[at + 6 + mine] * chance
            if void:
                rated += WEIGHTS[at + 10 + mine] << 8
        elif void and not voids[other] & spades:
            rated += WEIGHTS[at + 12 + (mates >> other & 1)] << 8
    if nils >> seat & 1:
        rated += WEIGHTS[at + 6] * own_chance(game, voids, seat, holder, later, unseen, run, level)
    return rated


def own_chance(
    game: Sequence[int], voids: Sequence[int], seat: int, holder: int, later: int, unseen: int, led: int, level: int
) -> int:
    """The chance in 256ths that a nil bidder's card keeps the trick: foes stay under it, partners try to beat it."""
    if holder != seat:
        return 0
    chance = 256
    for other in range(game[PLAYERS]):
        if later >> other & 1:
            if game[MATES + seat] >> other & 1:
                chance = chance * (256 - beat_chance(game, voids, seat, other, unseen, led, level)) >> 8
            else:
                chance = chance * (256 - forced_chance(game, voids, seat, other, unseen, led, level)) >> 8
    return chance


def choose_rated(
    game: Sequence[int], need: Sequence[int], voids: Sequence[int], seat: int, hand: int, legal: int, led: int,
    best: int, winner: int, played: int, unseen: int, nils: int, left: int, kind: int,
) -> int:  # fmt: skip
    """The best rated card in a turn of this kind; of equal ones the weakest."""
    later = seats_after(game, seat, played)
    found = 0
    top = 0
    rest = legal
    last = 0
    between = unseen | best
    while rest:
        card = lowest(rest)
        rest ^= card
        if last and not between & (card - last) and not (card & game[SPADES] and not last & game[SPADES]):
            last = card
            continue
        last = card
        rated = rate_card(
            game, need, voids, seat, hand, card, led, best, winner, later, unseen, nils, left, FEATURES * kind
        )
        if not found or rated > top:
            found = card
            top = rated
    return found
