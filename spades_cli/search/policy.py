"""The rule player: one card from what a seat may know, fast enough to play rounds out by the thousand.

It has a plan for the trick: take it (the own side needs it, or it sets somebody), or stay out of it (it is a bag). A
live nil changes the plan of everybody: its bidder stays under, partners cover, opponents attack. All functions run
interpreted or compiled.

``need`` are the tricks each side still needs (zero and less once made); ``fear`` says by side what a bag is: 0 no
harm, else the overtrick of this round that brings the penalty. ``nils`` are the seats with a live nil as bits,
``voids`` the suits each seat has shown to be out of, ``unseen`` the cards that others may hold, ``left`` the tricks to
come with this one. Numbers that weigh one thing against another were tuned by playing against themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.kernel import above, bit_length, highest, lowest, popcount
from spades_cli.search.layout import CODE, MATES, PLAYERS, RUNS, SIDE_OF, SIDES, SPADES
from spades_cli.search.nils import choose_rated, kind_of, seats_after

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Discards: what a suit's length, a guarded card, a master and low cards count, high cards where tricks do harm.
T_COUNT, T_GUARD, T_MASTER, T_LOW, T_HIGH, T_LONG = 9, 36, 90, 1, 4, 5
#: A nil bidder's discards.
N_HIGH, N_LONG = 4, 5
#: Leads that should lose: higher and lower cards out, spades.
L_OVER, L_UNDER, L_SPADE = 8, 6, 30
#: Leads that should win: cards of the suit out, own length, a foe who is void, few cards out; when to lead none.
M_OUT, M_LONG, M_RUFF, M_FEW, M_LEAST, M_SAFE = 20, 7, 200, 40, -45, 4
#: Other leads: spades long and short, from a master, singletons, length, from the second, best and third card, a
#: partner and a foe who are void.
S_LONG, S_SHORT, S_MASTER, S_SINGLE, S_COUNT, S_KING, S_ACE, S_QUEEN, S_MATE, S_FOE = 3, -35, 15, 7, 1, 15, 16, 6, 25, 5
#: Cards of a suit that must be out for a master to hold; higher cards out that make a ruff of a partner's worth it.
F_SURE, F_RUFF = 3, 2
#: The kinds of turn in which cards are rated, as bits: those of a partner's or a foe's nil, and where nobody has a nil
#: leads that should lose and discards that should win.
RATED = (1 << 24) - (1 << 12) + (1 << 5) + 1


def wants_trick(game: Sequence[int], need: Sequence[int], fear: Sequence[int], side: int, left: int) -> int:
    """Whether a side wants the trick: it needs it, it sets somebody with it, or a bag does no harm."""
    mine = need[side]
    others = 0
    for other in range(game[SIDES]):
        if other != side and 0 < need[other] <= left:
            others += need[other]
    if 0 < mine <= left:
        return 1
    if others and left - others <= (0 if 1 - mine == fear[side] else 1):
        return 1
    return 1 if fear[side] == 0 else 0


def throw(game: Sequence[int], cards: int, unseen: int, keep: int) -> int:
    """The card to part with when none of ``cards`` will win: a low one to ``keep`` tricks, else the most dangerous."""
    spades = game[SPADES]
    plain = cards & ~spades
    if not plain:
        return lowest(cards)
    found = 0
    rating = -1
    for suit in range(3):
        own = plain & game[RUNS + suit]
        if own:
            out = unseen & game[RUNS + suit]
            count = popcount(own)
            if keep:
                # A short suit is a ruff to come; a card that guards a high one is not thrown.
                card = lowest(own)
                guard = 1 if count > 1 and out and bit_length(own) > bit_length(out & ~highest(out)) else 0
                master = 1 if card > out else 0
                rated = -T_COUNT * count - T_GUARD * guard - T_MASTER * master - T_LOW * popcount(out & (card - 1))
            else:
                card = highest(own)
                rated = T_HIGH * popcount(out & (card - 1)) - T_LONG * count
            if rated > rating or not found:
                rating = rated
                found = card
    return found


def cheapest(cards: int, unseen: int, code: int) -> int:
    """The weakest of ``cards`` that is as good as the strongest one: no unseen card lies between."""
    found = highest(cards)
    rest = cards ^ found
    while rest:
        card = highest(rest)
        if unseen & above(card, code) & (found - 1):
            return found
        found = card
        rest ^= card
    return found


def play_nil(game: Sequence[int], legal: int, led: int, best: int, played: int, unseen: int) -> int:
    """A live nil bidder's card: under the trick, else rid of what is most dangerous."""
    spades = game[SPADES]
    code = game[CODE]
    if not led:
        return lead_low(game, legal, unseen)
    winning = legal & (led | spades) & above(best, code)
    losing = legal & ~winning
    if not losing:
        return highest(legal) if played == game[PLAYERS] - 1 else lowest(legal)
    if losing & led:
        return highest(losing & led)
    if losing & spades:
        return highest(losing & spades)
    found = 0
    rating = -1
    for suit in range(3):
        own = losing & game[RUNS + suit]
        if own:
            card = highest(own)
            out = unseen & game[RUNS + suit]
            rated = N_HIGH * popcount(out & (card - 1)) - N_LONG * popcount(own)
            if rated > rating or not found:
                rating = rated
                found = card
    return found


def lead_low(game: Sequence[int], legal: int, unseen: int) -> int:
    """The lead least likely to win: many higher cards out, few lower ones; spades last."""
    found = 0
    rating = 0
    for suit in range(4):
        own = legal & game[RUNS + suit]
        if own:
            card = lowest(own)
            out = unseen & game[RUNS + suit]
            higher = popcount(out & -(card << 1))
            rated = L_OVER * higher - L_UNDER * (popcount(out) - higher) - (L_SPADE if suit == 3 else 0)
            if not found or rated > rating:
                rating = rated
                found = card
    return found


def lead_masters(game: Sequence[int], voids: Sequence[int], seat: int, legal: int, hand: int, unseen: int) -> int:
    """A master that nobody is likely to ruff, from the shortest suit; 0 if there is none."""
    spades = game[SPADES]
    mates = game[MATES + seat]
    found = 0
    rating = -1000
    for suit in range(3):
        run = game[RUNS + suit]
        own = legal & run
        out = unseen & run
        if own and own > out:
            rated = M_OUT * (popcount(out) if popcount(out) < 8 else 8) - M_LONG * popcount(own)
            for other in range(game[PLAYERS]):
                if other != seat and not mates >> other & 1 and voids[other] & run and not voids[other] & spades:
                    rated -= M_RUFF if unseen & spades else 0
            if popcount(out) < M_SAFE and unseen & spades:
                rated -= M_FEW
            if rated > rating:
                rating = rated
                found = cheapest(own, out, game[CODE])
    return found if rating > M_LEAST else 0


def choose_lead(
    game: Sequence[int], voids: Sequence[int], seat: int, hand: int, legal: int, unseen: int, want: int
) -> int:
    """The card to lead."""
    spades = game[SPADES]
    if not want:
        return lead_low(game, legal, unseen)
    own = legal & spades
    out = unseen & spades
    if own and own > out and (popcount(own) >= popcount(out) or not hand & ~spades):
        return cheapest(own, out, game[CODE])
    card = lead_masters(game, voids, seat, legal, hand, unseen)
    if card:
        return card
    return lead_low_suit(game, voids, seat, legal, hand, unseen)


def lead_low_suit(game: Sequence[int], voids: Sequence[int], seat: int, legal: int, hand: int, unseen: int) -> int:
    """A low lead that gives least away: towards a partner's void, from short suits, not from under a high card."""
    spades = game[SPADES]
    mates = game[MATES + seat]
    found = 0
    rating = 0
    for suit in range(4):
        run = game[RUNS + suit]
        own = legal & run
        if not own:
            continue
        out = unseen & run
        count = popcount(own)
        top = highest(own)
        over = popcount(out & -(top << 1))
        rated = 0
        if suit == 3:
            rated = (S_LONG if count >= 5 else S_SHORT) - (S_MASTER if over == 0 else 0)
        else:
            rated = (S_SINGLE if count == 1 and hand & spades else 0) - S_COUNT * count
            if over == 1 and count > 1:
                rated -= S_KING
            if over == 0:
                rated -= S_ACE
            if over == 2 and count > 2:
                rated -= S_QUEEN
            for other in range(game[PLAYERS]):
                if other != seat and voids[other] & run and not voids[other] & spades and unseen & spades:
                    rated += S_MATE if mates >> other & 1 else -S_FOE
        if not found or rated > rating:
            rating = rated
            # From touching honours the top one, else the lowest.
            found = lowest(own)
    return found


def choose_follow(
    game: Sequence[int], need: Sequence[int], seat: int, legal: int, led: int, best: int, winner: int, played: int,
    unseen: int, nils: int, want: int,
) -> int:  # fmt: skip
    """The card to play to a trick that has been led."""
    spades = game[SPADES]
    code = game[CODE]
    mates = game[MATES + seat]
    is_last = played == game[PLAYERS] - 1
    winning = legal & (led | spades) & above(best, code)
    losing = legal & ~winning
    mate_wins = mates & ~nils & 1 << winner
    higher = unseen & (led | spades) & above(best, code)
    if not want:
        if not losing:
            return highest(winning) if is_last else lowest(winning)
        if losing & led:
            return highest(losing & led)
        if losing & spades:
            return highest(losing & spades)
        return throw(game, losing, unseen, 0)
    if not winning:
        return lowest(legal & led) if legal & led else throw(game, legal, unseen, 1)
    if mate_wins:
        if is_last or not higher:
            return give_low(game, losing, winning, led, unseen)
        if not higher & led and popcount(unseen & led) > F_SURE:
            return give_low(game, losing, winning, led, unseen)
        if winning & led:
            top = highest(winning)
            between = unseen & led & (top - 1) & above(best, code)
            if not between or (unseen & led & above(top, code)):
                return give_low(game, losing, winning, led, unseen)
            return cheapest(winning, unseen, code)
        if popcount(higher & led) >= F_RUFF:
            return lowest(winning)
        return give_low(game, losing, winning, led, unseen)
    if is_last or not winning & led:
        return lowest(winning)
    top = cheapest(winning, unseen & led, code)
    if not unseen & led & above(top, code):
        return top
    if not seats_after(game, seat, played) & mates and need[game[SIDE_OF + seat]] > 0:
        return top
    return lowest(losing & led) if losing & led else lowest(winning)


def give_low(game: Sequence[int], losing: int, winning: int, led: int, unseen: int) -> int:
    """The least card to a trick that a partner wins."""
    if losing & led:
        return lowest(losing & led)
    if losing:
        return throw(game, losing, unseen, 1)
    return lowest(winning)


def choose_card(
    game: Sequence[int], need: Sequence[int], fear: Sequence[int], voids: Sequence[int], seat: int, hand: int,
    legal: int, led: int, best: int, winner: int, played: int, unseen: int, nils: int, left: int,
) -> int:  # fmt: skip
    """The card that the rule player plays."""
    if not legal & (legal - 1):
        return legal
    side = game[SIDE_OF + seat]
    want = wants_trick(game, need, fear, side, left)
    kind = kind_of(game, seat, nils, led, legal & led, want)
    # A side that needs every trick looks at nothing else, but for its own nil.
    if RATED >> kind & 1 and (nils >> seat & 1 or need[side] != left):
        return choose_rated(game, need, voids, seat, hand, legal, led, best, winner, played, unseen, nils, left, kind)
    if nils >> seat & 1:
        return play_nil(game, legal, led, best, played, unseen)
    if not led:
        return choose_lead(game, voids, seat, hand, legal, unseen, want)
    return choose_follow(game, need, seat, legal, led, best, winner, played, unseen, nils, want)
