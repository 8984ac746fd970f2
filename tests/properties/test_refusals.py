"""A refused action changes nothing, and the error says which kind of mistake it was."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spades_cli import NIL, Action, Answer, Bid, Card, Give, IllegalAction, InvalidAction, Round, format_action
from spades_cli.engine.cards import JOKERS
from tests.properties.tables import PLAIN_CARDS, played, random_actions, rounds, seeds, snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

fast = settings(derandomize=True, deadline=None, max_examples=100)

CARDS = tuple(Card(text) for text in (*PLAIN_CARDS, *JOKERS))
BIDS = tuple(Bid(tricks, blind=blind) for blind in (False, True) for tricks in range(60))
NILS = (NIL, Bid(0, nil=True, blind=True))

NONSENSE: tuple[Any, ...] = (
    None, 3, 3.5, True, b"AS", [], {}, ("AS",), ["AS"], object(), Card, 1 << 13,
    "", "  ", "xyzzy", "AX", "1S", "14 of spades", "AS KS", "give AX", "give 2", "-3", "4.0", "b", "1000", "blind",
    "kept",
    "\N{BLACK SPADE SUIT}", "A" * 1000, "\N{SUPERSCRIPT TWO}S", "\N{ARABIC-INDIC DIGIT TWO}", "\x00", "A\nS K",
)  # fmt: skip


def well_formed(deal: Round) -> Iterator[Action]:
    """Every answer, bid and card, and some ways to give cards, whether legal now or not."""
    yield from (*CARDS, *BIDS, *NILS, *Answer)
    held = deal.rules.pack.cards(deal.hands[deal.place])
    for cards in (held[:6], held[:2] * 2, CARDS[:2], CARDS[-3:]):
        yield from (Give(chosen) for size in range(5) for chosen in combinations(cards, size))


def meaning(deal: Round, action: Action) -> Action:
    """What the action stands for under the rules of the round: a bid of 0 may be nil."""
    return NIL if action == Bid(0) and deal.rules.bidding.zero == "nil" and Bid(0) not in deal.legal() else action


@fast
@given(rounds(), seeds, st.integers(0, 80))
def test_an_action_is_applied_if_legal_and_refused_in_words_if_not(deal: Round, seed: int, steps: int) -> None:
    played(deal, seed, steps)
    legal, before = deal.legal(), snapshot(deal)
    for action in well_formed(deal):
        if meaning(deal, action) in legal:
            assert deal.copy().apply(action) in legal
            continue
        with pytest.raises(IllegalAction) as refused:
            deal.apply(action)
        assert snapshot(deal) == before
        error = refused.value
        assert error.action in (action, meaning(deal, action))
        assert error.reason
        if deal.phase == "exchange" and isinstance(action, Give):
            # Choices of cards are too many to list; the cards to choose from are named.
            assert error.legal == deal.rules.pack.cards(deal.hands[deal.place])
        else:
            assert error.legal == legal


@fast
@given(rounds(), seeds, st.integers(0, 80))
def test_text_of_an_illegal_action_is_refused_like_the_action(deal: Round, seed: int, steps: int) -> None:
    played(deal, seed, steps)
    legal, before = deal.legal(), snapshot(deal)
    # Where cards are given, the text of a card is a way to give it.
    cards = () if deal.phase == "exchange" else CARDS[::5]
    for action in (*cards, *BIDS[::7], *NILS, *Answer, Give(()), Give(CARDS[:1])):
        if meaning(deal, action) not in legal:
            with pytest.raises(IllegalAction) as by_value:
                deal.apply(action)
            with pytest.raises(IllegalAction) as by_text:
                deal.apply(format_action(action))
            assert str(by_text.value) == str(by_value.value)
    assert snapshot(deal) == before


@fast
@given(rounds(), seeds)
def test_nonsense_is_invalid_at_every_step_and_changes_nothing(deal: Round, seed: int) -> None:
    for step, _ in enumerate(random_actions(deal, seed)):
        before = snapshot(deal) if deal.legal() else {}
        offered = NONSENSE[step % len(NONSENSE)]
        with pytest.raises(InvalidAction):
            deal.apply(offered)
        assert snapshot(deal) == before
    before = snapshot(deal)
    for offered in NONSENSE:
        with pytest.raises(InvalidAction):
            deal.apply(offered)
    assert snapshot(deal) == before


@fast
@given(rounds(), seeds, st.integers(0, 80), st.text())
def test_any_text_is_an_action_or_refused(deal: Round, seed: int, steps: int, text: str) -> None:
    played(deal, seed, steps)
    legal, before = deal.legal(), snapshot(deal)
    try:
        done = deal.apply(text)
    except (InvalidAction, IllegalAction):
        assert snapshot(deal) == before
    else:
        assert done in legal
