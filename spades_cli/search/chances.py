"""The chances of who wins a trick, from what cards have not been seen and who is known to be void.

Chances are in 256ths: a card not seen is with each of the seats that may hold it equally often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import above, popcount
from spades_cli.search.layout import CODE, MATES, PLAYERS, SIDE_OF, SPADES

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The chance, in 256ths, that a seat holds none of 0, 1, 2 ... unseen cards of a suit that two or three may hold.
MISS_OF_TWO = (256, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0)
MISS_OF_THREE = (256, 171, 114, 76, 51, 34, 22, 15, 10, 7, 4, 3, 2, 1)


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
    game: Sequence[int],
    voids: Sequence[int],
    other: int,
    unseen: int,
    led: int,
    level: int,
    holders: int,
    trumpers: int,
) -> int:
    """The chance in 256ths that ``other`` can beat the trick as it stands.

    ``holders`` of the suit led and ``trumpers`` are how many seats may hold such cards.
    """
    spades = game[SPADES]
    higher = above(level, game[CODE])
    trumps = 0
    if not voids[other] & spades:
        trumps = 256 - miss(popcount(unseen & spades & higher), trumpers)
    if led == spades or voids[other] & led:
        return trumps
    ruff = miss(popcount(unseen & led), holders) * trumps >> 8
    if level & spades:
        return ruff
    return 256 - miss(popcount(unseen & led & higher), holders) + ruff


def forced_chance(
    game: Sequence[int], voids: Sequence[int], other: int, unseen: int, led: int, level: int, holders: int
) -> int:
    """The chance in 256ths that ``other`` follows and has nothing under the trick as it stands."""
    spades = game[SPADES]
    if voids[other] & led or (level & spades and led != spades):
        return 0
    return miss(popcount(unseen & led & (level - 1)), holders) - miss(popcount(unseen & led), holders)


def nil_chance(
    game: Sequence[int], voids: Sequence[int], nil: int, holder: int, later: int, unseen: int, led: int,
    level: int, holders: int, trumpers: int,
) -> int:  # fmt: skip
    """The chance in 256ths that the nil bidder wins the trick as it stands."""
    chance = 256
    if holder != nil:
        if not later >> nil & 1:
            return 0
        chance = forced_chance(game, voids, nil, unseen, led, level, holders)
    for other in range(game[PLAYERS]):
        if later >> other & 1 and other != nil and game[MATES + nil] >> other & 1:
            chance = chance * (256 - beat_chance(game, voids, other, unseen, led, level, holders, trumpers)) >> 8
    return chance


def win_chance(
    game: Sequence[int], voids: Sequence[int], seat: int, holder: int, later: int, unseen: int, led: int, level: int,
    nils: int, holders: int, trumpers: int,
) -> int:  # fmt: skip
    """The chance in 256ths that the side of ``seat`` wins the trick as it stands."""
    ours = game[SIDE_OF + holder] == game[SIDE_OF + seat]
    if not later & nils and not (later and unseen & (led | game[SPADES]) & above(level, game[CODE])):
        return 256 if ours else 0
    foe_miss = 256
    mate_miss = 256
    mates = game[MATES + seat]
    for other in range(game[PLAYERS]):
        if not later >> other & 1:
            continue
        if not nils >> other & 1:
            missed = 256 - beat_chance(game, voids, other, unseen, led, level, holders, trumpers)
            if mates >> other & 1:
                mate_miss = mate_miss * missed >> 8
            else:
                foe_miss = foe_miss * missed >> 8
        elif not mates >> other & 1:
            foe_miss = foe_miss * (256 - forced_chance(game, voids, other, unseen, led, level, holders)) >> 8
    regain = (256 - foe_miss) * (256 - mate_miss) >> 9
    if ours:
        return foe_miss + regain
    return ((256 - mate_miss) * foe_miss >> 8) + regain


def seats_after(game: Sequence[int], seat: int, played: int) -> int:
    """The seats that play to the trick after ``seat``, which plays as number ``played`` from 0, as bits."""
    later = (1 << game[PLAYERS] - played) - 2 << seat
    return (later | later >> game[PLAYERS]) & (1 << game[PLAYERS]) - 1


def own_chance(
    game: Sequence[int], voids: Sequence[int], seat: int, holder: int, later: int, unseen: int, led: int, level: int,
    holders: int, trumpers: int,
) -> int:  # fmt: skip
    """The chance in 256ths that a nil bidder's card keeps the trick: foes stay under it, partners try to beat it."""
    if holder != seat:
        return 0
    chance = 256
    for other in range(game[PLAYERS]):
        if later >> other & 1:
            if game[MATES + seat] >> other & 1:
                chance = chance * (256 - beat_chance(game, voids, other, unseen, led, level, holders, trumpers)) >> 8
            else:
                chance = chance * (256 - forced_chance(game, voids, other, unseen, led, level, holders)) >> 8
    return chance
