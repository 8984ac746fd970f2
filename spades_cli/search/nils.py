"""The rule player's card while somebody has a live nil: its partner shelters it, the foes try to make it win a trick.

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
#: What is looked at in a card, and how much each of it counts: one row for each kind of turn.
FEATURES = 20
WEIGHTS = (
    10, 0, -4, 1, 0, 3, 0, 0, -1, 4, 0, 0, -10, 8, 1, 1, 4, 7, -2, 0,
    35, 0, 46, -6, -24, 1, 0, 0, -1, -9, 0, 0, -10, 35, -62, -9, -4, 5, 69, 32,
    -2, -24, 14, 8, 0, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, -7, -3,
    239, 17, -88, -30, 0, -6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 89, -57,
    35, 5, 25, -14, -1, -16, 0, 0, 9, 15, 0, 0, 19, -9, 17, -3, -2, -14, -7, 15,
    304, 45, -86, -39, -132, -19, 0, 0, -81, -32, 0, 0, 19, -19, -16, -44, 16, 5, 129, -91,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    -33, 0, -56, -53, 0, -103, -112, 0, 1, -1, 0, 0, 0, 0, -21, -29, 11, -49, -2, 0,
    -191, -492, -4, 53, 0, 10, -594, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -62, 0, 112,
    -368, -390, 105, 98, 0, 200, -1103, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -14, -26, 271,
    -216, -384, 200, 76, -136, 153, -462, 0, 15, -108, -96, 0, 23, -72, -153, 44, 53, 59, 0, 40,
    -109, -212, 53, 36, -128, 92, -217, 0, -7, -12, -24, 0, -21, -18, -34, 8, 54, 50, 0, 32,
    29, 0, 28, 17, 13, 38, 1, -61, 0, -31, -9, 27, -14, 0, 9, 7, 27, 23, 0, -11,
    53, 0, 96, 30, 22, 176, 33, -84, 6, -60, 6, 99, -89, 0, -90, -25, 39, 40, 19, -13,
    -47, 96, 0, 33, 0, 25, 4, -181, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, -3,
    -24, 186, -23, -4, 0, -102, 75, -756, 0, 0, 0, 0, 0, 0, 0, 0, 0, -32, 17, 17,
    -104, 47, -47, 6, 30, -30, 2, -205, 15, 17, 7, 13, -44, 0, -27, 34, -82, -1, -1, -69,
    -303, 238, -88, -46, 116, -160, 63, -786, 2, -77, 33, 10, 23, 0, 55, 8, 38, -63, 45, -59,
    -6, 0, -20, 13, -20, -25, 6, 0, -2, -17, -19, 0, -3, -7, 15, 6, 9, -7, 0, 5,
    -53, 0, -38, -16, -25, -23, 17, 0, -14, -20, -23, 0, -24, 20, -10, -17, 11, -33, -1, -7,
    -12, -16, 6, -5, 0, 5, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5,
    65, -11, -33, 15, 0, 36, 836, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 111, -13,
    -2, -5, 19, -1, -7, 17, 11, 0, -3, -8, 1, 0, -9, -11, -5, 5, 26, 17, 0, 13,
    160, -53, 25, 23, -18, 53, 852, 0, 7, 32, 13, 0, 29, -29, -30, 8, 66, -17, 171, 5,
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
    best: int, winner: int, played: int, unseen: int, nils: int, left: int, want: int,
) -> int:  # fmt: skip
    """The best rated card; of equal ones the weakest."""
    later = 0
    for i in range(1, game[PLAYERS] - played):
        later |= 1 << (seat + i) % game[PLAYERS]
    at = FEATURES * kind_of(game, seat, nils, led, 1 if legal & led else 0, want)
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
        rated = rate_card(game, need, voids, seat, hand, card, led, best, winner, later, unseen, nils, left, at)
        if not found or rated > top:
            found = card
            top = rated
    return found
