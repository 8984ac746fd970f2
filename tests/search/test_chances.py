"""Chances against every way to share out a few cards, and what must be true of them in any position."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

from spades_cli.engine.kernel import takes
from spades_cli.search.chances import (
    beat_chance,
    count_holders,
    forced_chance,
    miss,
    nil_chance,
    own_chance,
    seats_after,
    win_chance,
)
from spades_cli.search.layout import CODE, PLAYERS, SIDE_OF, SPADES
from spades_cli.search.rollout import BEST, LED, NILS, PLAYED, WINNER
from tests.search.rounds import RULES, random_positions
from tests.search.turns import STANDARD, holders_of, position_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PACK = STANDARD.pack
GAME = position_of("2C", "", bids={seat: "3" for seat in "NESW"}).game
NORTH, EAST, SOUTH, WEST = range(4)
ANY = [0, 0, 0, 0]
HEARTS = PACK.suit_mask("H")
#: Rounding in three steps.
ROUNDED = 3


def beat(voids: Sequence[int], other: int, unseen: int, led: int, level: int) -> int:
    """What South thinks of another seat's chance to beat the trick."""
    return beat_chance(GAME, voids, other, unseen, led, level, *holders_of(GAME, voids, SOUTH, led))


def force(voids: Sequence[int], other: int, unseen: int, led: int, level: int) -> int:
    """What South thinks of another seat's chance to be forced over the trick."""
    return forced_chance(GAME, voids, other, unseen, led, level, count_holders(GAME, voids, SOUTH, led))


def win(voids: Sequence[int], holder: int, later: int, unseen: int, led: int, level: int) -> int:
    """South's chance that its side wins the trick when no nil is live."""
    holders = holders_of(GAME, voids, SOUTH, led)
    return win_chance(GAME, voids, SOUTH, holder, later, unseen, led, level, 0, *holders)


def mask(cards: str) -> int:
    return PACK.mask(cards.split())


def shares(cards: int, voids: Sequence[int]) -> Iterator[list[int]]:
    """Every way to share cards out among all but South, each card to any seat that may hold it."""
    bits = [card for card in PACK.order if card & cards]
    free = [[seat for seat in (NORTH, EAST, WEST) if not voids[seat] & suit_of(card)] for card in bits]
    for seats in product(*free):
        hands = [0, 0, 0, 0]
        for seat, card in zip(seats, bits, strict=True):
            hands[seat] |= card
        yield hands


def suit_of(card: int) -> int:
    return next(run for run in PACK.runs if run & card)


def can_beat(hand: int, led: int, level: int) -> bool:
    legal = hand & led or hand
    return any(takes(card, level, led, PACK.spades, GAME[CODE]) for card in PACK.order if card & legal)


def is_forced(hand: int, led: int, level: int) -> bool:
    """Whether the hand follows suit and has to beat the trick."""
    legal = hand & led
    return bool(legal) and all(takes(card, level, led, PACK.spades, GAME[CODE]) for card in PACK.order if card & legal)


def share_of(found: Sequence[bool]) -> float:
    return 256 * sum(found) / len(found)


def some_voids(rng: random.Random) -> list[int]:
    """At most one void at each other seat."""
    return [0 if seat == SOUTH else rng.choice((0, 0, *PACK.runs)) for seat in range(4)]


def turns(count: int) -> Iterator[tuple[int, list[int], int, int]]:
    """Unseen hearts and spades, voids, the suit led and the card to beat."""
    rng = random.Random(count)
    while count:
        led = rng.choice((HEARTS, HEARTS, PACK.spades))
        cards = rng.sample([card for card in PACK.order if card & (HEARTS | PACK.spades)], 7)
        level, unseen, voids = cards[0], sum(cards[1:]), some_voids(rng)
        homeless = any(suit & unseen and count_holders(GAME, voids, SOUTH, suit) == 0 for suit in PACK.runs)
        if level & (led | PACK.spades) and not homeless:
            count -= 1
            yield unseen, voids, led, level


@pytest.mark.parametrize("seat", [NORTH, EAST, WEST])
@pytest.mark.parametrize(("chance", "is_so"), [(beat, can_beat), (force, is_forced)])
def test_what_one_seat_can_do_is_as_often_true_as_the_ways_to_share_out_the_cards(
    chance: Callable[..., int], is_so: Callable[[int, int, int], bool], seat: int
) -> None:
    for unseen, voids, led, level in turns(12):
        true = share_of([is_so(hands[seat], led, level) for hands in shares(unseen, voids)])
        assert chance(voids, seat, unseen, led, level) == pytest.approx(true, abs=ROUNDED)


def test_with_hands_of_equal_length_it_is_nearly_as_often_true() -> None:
    unseen = [card for card in PACK.order if card & mask("3H 6H 9H KH 4S TS 2C 5C 8C")]
    dealt = [sum(cards) for cards in combinations(unseen, 3)]
    for level in map(mask, ("5H", "8H", "QH", "AH", "6S")):
        true = share_of([can_beat(hand, HEARTS, level) for hand in dealt])
        assert beat(ANY, EAST, sum(unseen), HEARTS, level) == pytest.approx(true, abs=26)


def play_trick(hands: Sequence[int], later: Sequence[int], led: int, level: int, holder: int) -> int:
    """Who wins when each seat in turn beats the trick if it can and it is not its partner's."""
    for seat in later:
        if (holder - seat) % 2 and can_beat(hands[seat], led, level):
            legal = hands[seat] & led or hands[seat]
            level = max(
                card for card in PACK.order if card & legal and takes(card, level, led, PACK.spades, GAME[CODE])
            )
            holder = seat
    return holder


@pytest.mark.parametrize(
    ("later", "most", "mean"),
    [([], 0, 0), ([WEST], ROUNDED, ROUNDED), ([WEST, NORTH], 128, 16), ([WEST, NORTH, EAST], 128, 40)],
)
def test_a_side_wins_a_trick_about_as_often_as_in_the_ways_to_share_out_the_cards(
    later: list[int], most: float, mean: float
) -> None:
    bits, errors = sum(1 << seat for seat in later), []
    for unseen, voids, led, level in turns(40):
        winners = [play_trick(hands, later, led, level, SOUTH) for hands in shares(unseen, voids)]
        chance = win(voids, SOUTH, bits, unseen, led, level)
        errors.append(abs(chance - share_of([winner % 2 == 0 for winner in winners])))
    # What one seat holds the others do not; the chances of single seats leave that out.
    assert max(errors) <= most
    assert sum(errors) / len(errors) <= mean


def test_a_trick_of_a_foe_is_won_as_often_as_the_partner_beats_it() -> None:
    for unseen, voids, led, level in turns(20):
        chance = win(voids, EAST, 1 << NORTH, unseen, led, level)
        assert chance == pytest.approx(beat(voids, NORTH, unseen, led, level), abs=1)
        assert win(voids, EAST, 0, unseen, led, level) == 0


def test_a_nil_bidder_wins_what_he_holds_unless_his_partner_takes_it_over() -> None:
    unseen, led = mask("KH TH 9H 2S"), HEARTS

    def chance(holder: int, later: int, unseen: int, led: int, level: int) -> int:
        return nil_chance(GAME, ANY, WEST, holder, later, unseen, led, level, *holders_of(GAME, ANY, SOUTH, led))

    assert chance(WEST, 0, unseen, led, mask("5H")) == 256
    assert chance(EAST, 0, unseen, led, mask("5H")) == 0
    assert chance(SOUTH, 0, unseen, led, mask("5H")) == 0
    over = beat(ANY, EAST, unseen, led, mask("5H"))
    assert chance(WEST, 1 << EAST, unseen, led, mask("5H")) == pytest.approx(256 - over, abs=1)
    forced = force(ANY, WEST, unseen, led, mask("TH"))
    assert chance(SOUTH, 1 << WEST, unseen, led, mask("TH")) == forced


def test_the_own_nil_loses_only_tricks_that_its_bidder_holds() -> None:
    unseen, led, level = mask("KH TH 9H 2S"), HEARTS, mask("5H")

    def chance(holder: int, later: int, unseen: int, led: int, level: int) -> int:
        return own_chance(GAME, ANY, SOUTH, holder, later, unseen, led, level, *holders_of(GAME, ANY, SOUTH, led))

    assert chance(EAST, 1 << NORTH, unseen, led, level) == 0
    assert chance(SOUTH, 0, unseen, led, level) == 256
    over = beat(ANY, NORTH, unseen, led, level)
    assert chance(SOUTH, 1 << NORTH, unseen, led, level) == pytest.approx(256 - over, abs=1)


def test_the_more_cards_are_out_and_the_fewer_may_hold_them_the_rarer_a_seat_has_none() -> None:
    for holders in range(7):
        chances = [miss(count, holders) for count in range(40)]
        assert chances[0] == 256
        assert chances == sorted(chances, reverse=True)
        assert chances[-1] == (0 if holders else 256)
    for count in range(40):
        chances = [miss(count, holders) for holders in range(1, 7)]
        assert chances == sorted(chances)


def test_a_higher_card_is_beaten_no_more_often() -> None:
    for unseen, voids, led, level in turns(60):
        for seat in (NORTH, EAST, WEST):
            over = [card for card in PACK.order if card & suit_of(level) and not card & unseen]
            chances = [beat(voids, seat, unseen, led, card) for card in over]
            assert chances == sorted(chances, reverse=True)
            chances = [force(voids, seat, unseen, led, card) for card in over]
            assert chances == sorted(chances, reverse=True)


def test_one_more_card_over_the_trick_lets_it_be_beaten_no_less_often() -> None:
    for unseen, voids, led, level in turns(60):
        for card in PACK.order:
            if card > level and card & (level if level & PACK.spades else HEARTS) & ~unseen:
                for seat in (NORTH, EAST, WEST):
                    before = beat(voids, seat, unseen, led, level)
                    assert beat(voids, seat, unseen | card, led, level) >= before - 1


def test_one_more_foe_after_a_seat_lets_it_win_no_more_often() -> None:
    for unseen, voids, led, level in turns(60):
        wins = [win(voids, SOUTH, later, unseen, led, level) for later in (0, 1 << WEST, 1 << WEST | 1 << EAST)]
        assert wins == sorted(wins, reverse=True)


def test_a_seat_shown_to_be_out_of_a_suit_holds_none_of_it() -> None:
    voids = [HEARTS, 0, 0, PACK.spades]
    assert count_holders(GAME, ANY, SOUTH, HEARTS) == 3
    assert count_holders(GAME, voids, SOUTH, HEARTS) == 2
    assert count_holders(GAME, voids, NORTH, HEARTS) == 3
    assert beat(voids, WEST, PACK.spades, PACK.spades, mask("5S")) == 0
    assert beat(voids, NORTH, HEARTS, HEARTS, mask("5H")) == 0
    assert force(voids, NORTH, HEARTS, HEARTS, mask("2H")) == 0


def test_of_two_players_the_pile_may_hold_what_the_other_does_not() -> None:
    game = [0] * len(GAME)
    game[PLAYERS], game[SPADES] = 2, PACK.spades
    assert count_holders(game, [0, 0], 0, HEARTS) == 3
    assert count_holders(game, [0, HEARTS], 0, HEARTS) == 0


def test_seats_after_play_in_turn() -> None:
    assert seats_after(GAME, SOUTH, 0) == 1 << WEST | 1 << NORTH | 1 << EAST
    assert seats_after(GAME, SOUTH, 2) == 1 << WEST
    assert seats_after(GAME, SOUTH, 3) == 0


@pytest.mark.parametrize("name", RULES)
def test_chances_are_from_0_to_256_in_every_variant(name: str) -> None:
    for _, position in random_positions(RULES[name], 11, 3):
        game, voids, seat, state = position.game, position.voids, position.place, position.state
        later, unseen = seats_after(game, seat, state[PLAYED]), position.unseen
        for card in position.deck.cards(position.legal):
            bit = position.deck.mask([card])
            led = state[LED] or next(run for run in position.deck.runs if run & bit)
            holder, level = (seat, bit) if not state[LED] else (state[WINNER], state[BEST])
            holders = holders_of(game, voids, seat, led)
            found = [win_chance(game, voids, seat, holder, later, unseen, led, level, state[NILS], *holders)]
            found.append(own_chance(game, voids, seat, holder, later, unseen, led, level, *holders))
            for other in range(game[PLAYERS]):
                if other != seat:
                    found.append(beat_chance(game, voids, other, unseen, led, level, *holders))
                    found.append(forced_chance(game, voids, other, unseen, led, level, holders[0]))
                    found.append(nil_chance(game, voids, other, holder, later, unseen, led, level, *holders))
            assert all(0 <= chance <= 256 for chance in found)
            if not later:
                assert found[0] == 256 * (game[SIDE_OF + holder] == game[SIDE_OF + seat])
