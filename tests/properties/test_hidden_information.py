"""What a seat may know does not depend on the cards it has not seen.

Two worlds are compared. The second one is the first with the unseen cards renamed among themselves, wherever they
are: in other hands, in the rest of the pack, in the discard pile, in exchanges between others. A seat that has seen
none of these cards must get equal views, be offered equal actions and be refused in equal words, now and for as long
as no renamed card turns up. Once suits have been followed or bids forced by the cards, cards are renamed within
their suits only, so that both worlds obey the rules.
"""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from spades_cli import Action, Answer, Bid, Card, Give, Round, Rules, View
from spades_cli.engine.exchange import Gift
from spades_cli.engine.round import Draw, Trick
from spades_cli.errors import ActionError
from tests.properties.tables import played, random_actions, rounds, seeds

if TYPE_CHECKING:
    from collections.abc import Iterator

fast = settings(derandomize=True, deadline=None, max_examples=150)


# --- what a seat has seen, worked out without the view ---------------------------------------------------------------


def seen_cards(deal: Round, place: int) -> int:
    """Every card whose face the seat has seen, or whose place it can tell."""
    seen = sum(deal.trick) + sum(card for trick in deal.tricks for card in trick.cards)
    if deal.phase != "blind":
        seen |= deal.hands[place]
    face_up = deal.rules.draft.discards == "up"
    for draw in deal.draws:
        own = draw.place == place
        if own:
            seen |= draw.kept
        if face_up or (own and (draw.answer == "decline" or deal.rules.draft.peek)):
            seen |= draw.gone
    for gift in deal.gifts:
        if place in (gift.place, gift.to):
            seen |= gift.cards
        if place == gift.place:
            seen |= gift.drawn
        if face_up and deal.rules.deal.method == "draft":
            seen |= gift.cards | gift.drawn
    if deal.phase == "draft" and deal.place == place:
        seen |= deal.drawn_card()
    clubs = deal.rules.pack.runs[0]
    if deal.phase in ("play", "over") and "low_club" in (deal.rules.play.lead, deal.rules.play.first_trick):
        # Who leads, and what is played to the first trick, tells something of every hand's clubs.
        seen |= clubs
    return seen


# --- the other world ---------------------------------------------------------------------------------------------


class Renaming:
    """A permutation of the cards of a pack, as bits."""

    def __init__(self, deal: Round, fixed: int, rng: random.Random, *, by_suit: bool) -> None:
        self.deck = deal.rules.pack
        self.bits = {bit: bit for bit in self.deck.order}
        for group in self.deck.runs if by_suit else (sum(self.deck.order),):
            free = [bit for bit in self.deck.order if bit & group & ~fixed]
            self.bits.update(zip(free, rng.sample(free, len(free)), strict=True))

    def mask(self, mask: int) -> int:
        return sum(new for bit, new in self.bits.items() if bit & mask)

    def action(self, action: Action, cards: int) -> Action:
        """The same action of a player who holds renamed cards; ``cards`` are the bits that were given."""
        return Give(self.deck.cards(self.mask(cards))) if isinstance(action, Give) else action

    def world(self, deal: Round) -> Round:
        """The round with every card renamed."""
        other = deal.copy()
        other.hands = [self.mask(hand) for hand in deal.hands]
        other.pile = self.mask(deal.pile)
        other.pack = tuple(self.mask(card) for card in deal.pack)
        other.trick = [self.mask(card) for card in deal.trick]
        other.tricks = [Trick(leader, tuple(map(self.mask, cards)), winner) for leader, cards, winner in deal.tricks]
        other.draws = [
            Draw(place, answer, self.mask(kept), self.mask(gone)) for place, answer, kept, gone in deal.draws
        ]
        other.gifts = [Gift(place, to, self.mask(cards), self.mask(drawn)) for place, to, cards, drawn in deal.gifts]
        # What the round has worked out from its cards already, it has to work out again.
        if other.phase == "play":
            other._mask = other._find_mask()
        elif other.turn is not None:
            other._choices = None
        return other


def refusals(deal: Round) -> list[str]:
    """What the seat is told when it offers each card, some bids and some cards to give."""
    told = []
    names = sorted(deal.rules.pack.copies)
    for offered in (*map(Card, names), *map(Bid, range(0, 20, 3)), *Answer, Give(()), Give((Card(names[0]),))):
        try:
            deal.copy().apply(offered)
        except ActionError as refused:
            told.append(str(refused))
        else:
            told.append("done")
    return told


def assert_equal_to(seat: str, one: Round, two: Round) -> None:
    assert one.view(seat) == two.view(seat)
    if one.turn == seat:
        assert one.legal() == two.legal()
        assert refusals(one) == refusals(two)


def cards_given(deal: Round, action: Action) -> int:
    """The bits that leave the hand with the action of the seat whose turn it is, if it gives cards."""
    if not isinstance(action, Give):
        return 0
    after = deal.copy()
    after.apply(action)
    return after.gifts[-1].cards


def unpredictable(deal: Round) -> bool:
    """Whether the next action depends on cards that are renamed: random cards from a renamed discard pile."""
    due = deal.due_exchange()
    return due is not None and due.kind == "discards"


def compare_worlds(deal: Round, seed: int, start: int, steps: int, seat: str) -> None:
    """Rename the cards unseen after ``start`` actions and go on for up to ``steps`` more in both worlds."""
    played(deal, seed, start)
    # What comes next, and so which cards the seat will have seen by then. Beating cards depends on every hand.
    future: list[tuple[Action, int]] = []
    end = deal.copy()
    for action in random_actions(end, seed + 1):
        if len(future) == steps or deal.rules.play.must_beat or unpredictable(end):
            break
        future.append((action, cards_given(end, action)))
    place = deal.rules.seats.index(seat)
    fixed = seen_cards(deal, place) | seen_cards(end, place)
    by_suit = deal.rules.bidding.mode in ("mirror", "whiz", "hearts") or end.phase in ("play", "over")
    renaming = Renaming(deal, fixed, random.Random(seed), by_suit=by_suit)

    other = renaming.world(deal)
    assert_equal_to(seat, deal, other)
    for action, given_away in future:
        deal.apply(action)
        other.apply(renaming.action(action, given_away))
        assert_equal_to(seat, deal, other)


@st.composite
def moments(draw: st.DrawFn, *, drafted: bool | None = None) -> tuple[Round, int, int, str]:
    """A new round, the seed of its players, a number of actions it may have, and a seat."""
    deal, seed = draw(rounds(drafted=drafted)), draw(seeds)
    ahead = deal.copy()
    before_play = sum(ahead.phase != "play" for _ in random_actions(ahead, seed))
    after = draw(st.integers(0, before_play) | st.integers(0, before_play + len(deal.rules.seats) * deal.size))
    return deal, seed, after, draw(st.sampled_from(deal.rules.seats))


@settings(fast, max_examples=400)
@given(moments(), st.integers(0, 12))
def test_a_seat_cannot_tell_how_unseen_cards_lie(moment: tuple[Round, int, int, str], steps: int) -> None:
    deal, seed, start, seat = moment
    compare_worlds(deal, seed, start, steps, seat)


@fast
@given(moments(drafted=True), st.integers(0, 12))
def test_a_drafter_cannot_tell_what_is_left_or_what_the_other_took(
    moment: tuple[Round, int, int, str], steps: int
) -> None:
    deal, seed, start, seat = moment
    compare_worlds(deal, seed, start, steps, seat)


@fast
@given(rounds(), seeds)
def test_nobody_sees_a_card_while_blind_bids_are_open(deal: Round, seed: int) -> None:
    for _ in random_actions(deal, seed):
        if deal.phase == "blind" and not deal.draws:
            views = [deal.view(seat) for seat in deal.rules.seats]
            assert [card for view in views for card in reachable(view) if isinstance(card, Card)] == []
            assert {view.hand for view in views} == {()}


@fast
@given(rounds(), seeds)
def test_a_view_names_no_card_that_the_seat_has_not_seen(deal: Round, seed: int) -> None:
    for _ in random_actions(deal, seed):
        for place, seat in enumerate(deal.rules.seats):
            seen = set(deal.rules.pack.cards(seen_cards(deal, place)))
            assert {value for value in reachable(deal.view(seat)) if isinstance(value, Card)} <= seen


@fast
@given(rounds(), seeds)
def test_a_view_is_made_of_plain_values_and_never_changes(deal: Round, seed: int) -> None:
    kept: list[tuple[View, list[object]]] = []
    for step, _ in enumerate(random_actions(deal, seed)):
        view = deal.view(deal.rules.seats[step % len(deal.rules.seats)])
        values = list(reachable(view))
        assert {type(value) for value in values} <= PLAIN_TYPES
        kept.append((view, values))
    for view, values in kept:
        assert list(reachable(view)) == values


PLAIN_TYPES = {str, int, bool, type(None), Card, Answer}


def reachable(value: object) -> Iterator[object]:
    """The simple values inside a view, its rules apart; whatever is not a container counts as simple."""
    if isinstance(value, Rules):
        return
    if is_dataclass(value):
        parts: list[object] = [getattr(value, item.name) for item in fields(value)]
    elif isinstance(value, MappingProxyType):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, (tuple, frozenset)):
        parts = sorted(value) if isinstance(value, frozenset) else list(value)
    else:
        yield value
        return
    for part in parts:
        yield from reachable(part)
