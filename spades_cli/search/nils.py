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
#: What a nil foe caught counts against a trick won, in points of 256; and a partner's nil that is in danger.
CATCH, SAVE, LATER = 302, 200, 60
#: The worth of a trick: needed now, needed, a bag.
MUST, NEED, BAG = 90, 36, 9
HEIGHT = 12
V_TOP, V_GUARD, V_SPADE, V_RANK, V_MASTER, V_HOLD, V_OVER = 190, 120, 75, 3, 110, 70, 10
A_WIN, A_LOSS, A_FORCE, A_MASTER = 6, 5, 108, 20
C_HIGH, C_LEAD, C_VOID, C_SPADE = 30, 200, 40, 38
BESIDE = 3


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


def loss_of(game: Sequence[int], hand: int, card: int, unseen: int) -> int:
    """What the hand loses with a card, in 256ths of a trick."""
    spades = game[SPADES]
    for suit in range(4):
        run = game[RUNS + suit]
        if card & run:
            out = unseen & run
            over = popcount(out & -(card << 1))
            count = popcount(hand & run)
            rank = 10 * popcount(run & (card - 1)) // popcount(run)
            if run == spades:
                return (V_TOP if over == 0 else V_GUARD if over < count else V_SPADE) + V_RANK * rank
            if over == 0:
                return V_MASTER + rank
            if over < count:
                return V_HOLD - V_OVER * over + rank
            return 4 + rank
    return 0


def rate_beside_nils(
    game: Sequence[int], need: Sequence[int], voids: Sequence[int], seat: int, hand: int, card: int, led: int,
    best: int, winner: int, later: int, unseen: int, nils: int, left: int, want: int,
) -> int:  # fmt: skip
    """A card's rating in 256ths of a point while a partner's or a foe's nil is live."""
    spades = game[SPADES]
    code = game[CODE]
    mates = game[MATES + seat]
    side = game[SIDE_OF + seat]
    lead = 0
    suit = 0
    for number in range(4):
        if card & game[RUNS + number]:
            suit = game[RUNS + number]
    holder = winner
    level = best
    run = led
    if not led:
        lead = 1
        run = suit
        holder = seat
        level = card
    elif card & (led | spades) & above(best, code):
        holder = seat
        level = card
    value = -BAG
    if want:
        value = MUST if need[side] == left else NEED
    if nils & mates and need[side] < left:
        value = value * BESIDE // 16
    out = unseen & suit
    height = 256 * popcount(out & (card - 1)) // popcount(out) if out else 256
    rated = 0
    if lead:
        win = win_chance(game, voids, seat, holder, later, unseen, run, level, nils)
        rated = value * (A_WIN * win - A_LOSS * loss_of(game, hand, card, unseen)) // 16
    else:
        win = win_chance(game, voids, seat, holder, later, unseen, run, level, nils)
        rated = value * (win - loss_of(game, hand, card, unseen))
    higher = popcount(out & -(card << 1))
    for nil in range(game[PLAYERS]):
        if not nils >> nil & 1 or nil == seat:
            continue
        chance = nil_chance(game, voids, seat, nil, holder, later, unseen, run, level)
        if mates >> nil & 1:
            if lead:
                shelter = C_HIGH * height - C_LEAD * chance
                if voids[nil] & suit:
                    shelter = C_VOID * (256 - height)
                if suit == spades and higher <= 1:
                    shelter += C_SPADE << 8
                rated += shelter
            else:
                rated -= (SAVE if holder == nil else LATER) * chance + HEIGHT * height
        elif lead:
            rated += A_FORCE * chance - (A_MASTER << 8 if higher == 0 else 0)
        else:
            rated += CATCH * chance
    return rated


def choose_beside_nils(
    game: Sequence[int], need: Sequence[int], voids: Sequence[int], seat: int, hand: int, legal: int, led: int,
    best: int, winner: int, played: int, unseen: int, nils: int, left: int, want: int,
) -> int:  # fmt: skip
    """The best rated card while a partner's or a foe's nil is live; of equal ones the lowest."""
    later = 0
    for i in range(1, game[PLAYERS] - played):
        later |= 1 << (seat + i) % game[PLAYERS]
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
        rated = rate_beside_nils(
            game, need, voids, seat, hand, card, led, best, winner, later, unseen, nils, left, want
        )
        if not found or rated > top:
            found = card
            top = rated
    return found
