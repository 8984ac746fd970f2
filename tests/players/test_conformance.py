"""Conformance: bundled strategies pass every step, and each kind of misconduct fails the step that looks for it."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import pytest
from spades_plugins.basic import Basic
from spades_plugins.lowest import Lowest
from spades_plugins.random_cards import Random

from spades_cli import NIL, Action, Bid, Card, Choice, Round, Strategy, View, load_rules
from spades_cli.players.conformance import make_subject, run_steps
from spades_cli.players.conformance_steps import STEPS
from spades_cli.testing import check_strategy
from tests.support import FirstLegal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli import RoundResult
    from spades_cli.players.conformance import Failure

VARIANTS = ("standard", "two-player", "jokers", "low-club-start", "six-pairs")


def failures(cls: type[Strategy], seconds: float = 1.0, **options: Any) -> dict[str, Failure]:
    """The steps that fail under the standard rules, and how."""
    subject = replace(make_subject(cls, options), seconds=seconds)
    results = run_steps(subject, {"standard": load_rules("standard")}, 7)
    return {result.name: result.failure for result in results if result.failure}


@pytest.mark.parametrize("cls", [Basic, Lowest, Random], ids=lambda cls: str(cls.name))
def test_bundled_strategies_pass(cls: type[Strategy]) -> None:
    check_strategy(cls, *VARIANTS)


# --- misconduct, and the one step that fails -------------------------------------------------------------------------


class Revokes(FirstLegal):
    """Plays any card of its hand in the first round."""

    def play(self, view: View) -> Card:
        return view.hand[-1] if view.number == 1 else super().play(view)


class Sulks(FirstLegal):
    def round_over(self, view: View, result: RoundResult) -> None:
        raise RuntimeError("I never win")


class Gambles(FirstLegal):
    """Uses chance that no seed governs."""

    def play(self, view: View) -> Card:
        return random.choice([card for card in view.legal if isinstance(card, Card)])


class Scribbles(FirstLegal):
    def play(self, view: View) -> Card:
        card = super().play(view)
        object.__setattr__(view, "hand", ())
        return card


class Peeks(FirstLegal):
    """Looks for the round in its callers and keeps it."""

    def play(self, view: View) -> Card:
        frame = sys._getframe()
        while frame.f_back:
            frame = frame.f_back
            self.kept = [value for value in frame.f_locals.values() if isinstance(value, Round)] or self.kept
        return super().play(view)

    kept: list[Round] = []  # noqa: RUF012 - replaced, never changed


class HalfBuilt(FirstLegal):
    def __init__(self, *, rng: random.Random, mode: Literal["low", "high"] = "low") -> None:
        super().__init__(rng=rng)
        if mode == "high":
            raise NotImplementedError("high is to come")


class WrongDefault(FirstLegal):
    def __init__(self, *, rng: random.Random, depth: int = "deep") -> None:  # type: ignore[assignment]
        super().__init__(rng=rng)


class FearsNil(FirstLegal):
    def play(self, view: View) -> Card:
        if view.bids.get(view.seat) == NIL:
            raise LookupError("nil?")
        return super().play(view)


class FearsBlind(FirstLegal):
    def declare_blind(self, view: View) -> Bid | None:
        return Bid(1 + view.hand.index(Card("AS")))


class FearsSpades(FirstLegal):
    def bid(self, view: View) -> Bid:
        next(card for card in view.hand if view.deck.suit(card) != "S")
        return super().bid(view)


class Dawdles(FirstLegal):
    def bid(self, view: View) -> Bid:
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        return super().bid(view)


class RanksNothing(FirstLegal):
    def rank(self, view: View) -> Sequence[Choice]:
        return []


class RanksAnother(FirstLegal):
    def rank(self, view: View) -> Sequence[Choice]:
        return [Choice(action) for action in reversed(view.legal)]


class RanksIllegal(FirstLegal):
    def rank(self, view: View) -> Sequence[Choice]:
        return [Choice(self.decide(view)), Choice(Bid(3)), Choice(Card("2C"))]


class RanksBeyondNumbers(FirstLegal):
    def rank(self, view: View) -> Sequence[Choice]:
        return [Choice(self.decide(view), value=float("nan"))]


class DoubtsBeyondNumbers(FirstLegal):
    def rank(self, view: View) -> Sequence[Choice]:
        return [Choice(self.decide(view), value=1.0, se=float("inf"))]


class WinsInPercent(FirstLegal):
    def rank(self, view: View) -> Sequence[Choice]:
        return [Choice(self.decide(view), wins=63.0)]


@pytest.mark.parametrize(
    ("cls", "step", "what"),
    [
        (Revokes, "legal", "its answer is refused: "),
        (Sulks, "legal", "it raised when the round was over: RuntimeError: I never win"),
        (Gambles, "repeat", "with the same seed it chose "),
        (Scribbles, "view", "it changed view.hand"),
        (Peeks, "round", "it has got hold of the round itself"),
        (HalfBuilt, "options", "with mode=high, it did not start: NotImplementedError: high is to come"),
        (WrongDefault, "options", "the default 'deep' of option 'depth' is no int"),
        (FearsNil, "hands", "after a nil, it raised: LookupError: nil?"),
        (FearsBlind, "hands", "after a blind bid, it raised: ValueError: "),
        (FearsSpades, "hands", "with all the spades, it raised: StopIteration"),
        (Dawdles, "time", "a decision takes 0.0"),
        (RanksNothing, "rank", "rank() gave no choice"),
        (RanksAnother, "rank", "rank() puts 13 first, but it chose 1"),
        (RanksIllegal, "rank", "rank() gave an action that is refused: 2C: "),
        (RanksBeyondNumbers, "rank", "rank() gave 1 the value nan"),
        (DoubtsBeyondNumbers, "rank", "rank() gave 1 the se inf"),
        (WinsInPercent, "rank", "rank() gave 1 the wins 63.0, which is no chance"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_misconduct_fails_the_one_step_that_looks_for_it(cls: type[Strategy], step: str, what: str) -> None:
    failed = failures(cls, seconds=0.0005 if cls is Dawdles else 1.0)
    assert list(failed) == [step]
    assert failed[step].what.startswith(what)


def test_every_step_is_failed_by_somebody() -> None:
    marks = test_misconduct_fails_the_one_step_that_looks_for_it.pytestmark  # type: ignore[attr-defined]
    assert {case[1] for case in marks[0].args[1]} == set(STEPS)


class Imagines(FirstLegal):
    """Keeps a round that it made up itself."""

    def play(self, view: View) -> Card:
        hands = {"N": "AS", "E": "2S", "S": "3S", "W": "4S"}
        self.imagined = Round.from_hands(view.rules, hands, dealer=view.dealer)
        self.seen = view
        return super().play(view)


class RanksAtRandom(FirstLegal):
    """Ranks by chance, the same chance that it decides by."""

    def decide(self, view: View) -> Action:
        return self.rank(view)[0].action

    def rank(self, view: View) -> Sequence[Choice]:
        return [Choice(self.rng.choice(view.legal))]


@pytest.mark.parametrize("cls", [Imagines, RanksAtRandom])
def test_own_rounds_and_seeded_chance_are_no_misconduct(cls: type[Strategy]) -> None:
    assert failures(cls) == {}


def test_a_failure_tells_where_with_which_cards_and_how_to_see_it_again() -> None:
    (failure,) = failures(FearsNil).values()
    lines = str(failure).splitlines()
    assert lines[1].startswith("variant standard, seed 7, seat ")
    assert lines[1].endswith(", round 2, play, trick 1")
    assert lines[2].startswith("hand: ")
    assert len(lines[2].split()) == 14
    assert lines[3] == "again: spades-cli strategies check first-legal --variant standard --seed 7"
    assert lines[4] == "Traceback (most recent call last):"
    assert lines[5].endswith("in play")
    assert __file__ in lines[5]


def test_check_strategy_raises_with_the_lines_of_each_failed_step() -> None:
    with pytest.raises(AssertionError) as raised:
        check_strategy(HalfBuilt, "standard", mode="high")
    lines = str(raised.value).splitlines()
    assert [line.split()[1] for line in lines if line.startswith("FAILED")] == list(STEPS)
    words = f"first-legal:mode=high --plugin {__name__} --variant standard --seed 0"
    assert f"        again: spades-cli strategies check {words}" in lines


def test_a_factory_is_checked_as_a_class_is_and_its_players_are_closed() -> None:
    closed = []

    class Player:
        def __init__(self, seat: str, seed: int) -> None:
            self.seat = seat

        def decide(self, view: View) -> str:
            assert view.seat == self.seat
            return str(view.legal[0])

        def round_over(self, view: View, result: RoundResult) -> None:
            pass

        def close(self) -> None:
            closed.append(self.seat)

    check_strategy(Player, "standard")
    assert closed[:4] == ["N", "E", "S", "W"]


def test_a_player_is_not_refused_for_what_another_step_looks_for() -> None:
    class Broken(FirstLegal):
        def decide(self, view: View) -> Action:
            raise KeyError(view.seat)

    assert list(failures(Broken)) == ["legal", "options", "hands"]
