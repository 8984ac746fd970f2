"""One table: events in order, refusals, and what conduct.illegal does with a strategy's illegal answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from spades_cli import Bid, Card, Match, Rules, View
from spades_cli.arena.table import play_match
from spades_cli.engine.events import Acted, Asked, Dealt, Event, Faulted, MatchEnded, RoundScored, TrickTaken
from spades_cli.errors import ActionError, PluginError
from spades_cli.players.strategy import Player
from tests.engine.builders import make_rules
from tests.support import FirstLegal, play, players


class Wrong(FirstLegal):
    """Answers the same thing whatever is asked to play."""

    def __init__(self, answer: Any) -> None:
        super().__init__(rng=random.Random(0))
        self.answer = answer

    def play(self, view: View) -> Card:
        if isinstance(self.answer, BaseException):
            raise self.answer
        card: Card = self.answer
        return card


def table(rules: Rules, east: Player | None = None) -> list[Event]:
    """Every event of a match in which East may be somebody special."""
    return play(rules, cls=FirstLegal, others={"E": east} if east else {})


SHORT = {"match.max_rounds": 1}


def test_a_round_is_told_from_deal_to_score() -> None:
    events = table(make_rules("standard", **SHORT))
    assert isinstance(events[0], Dealt)
    assert [type(event) for event in events[-2:]] == [RoundScored, MatchEnded]
    assert sum(isinstance(event, TrickTaken) for event in events) == 13
    assert sum(isinstance(event, Acted) for event in events) == 56
    asked = [event.view.seat for event in events if isinstance(event, Asked)]
    acted = [event.seat for event in events if isinstance(event, Acted)]
    assert asked == acted


def test_the_same_seed_gives_the_same_events() -> None:
    rules = make_rules("standard", **{"match.max_rounds": 3})
    actions = [[event for event in table(rules) if isinstance(event, Acted)] for _ in range(2)]
    assert actions[0] == actions[1]


WRONG = [
    (Card("BJ"), "illegal"),
    (Bid(3), "illegal"),
    ("xyzzy", "malformed"),
    (None, "malformed"),
    (7, "malformed"),
]


@pytest.mark.parametrize(("answer", "kind"), WRONG)
def test_an_illegal_answer_stops_the_game_by_default(answer: object, kind: str) -> None:
    rules = make_rules("standard", **SHORT)
    seated = players(rules, FirstLegal) | {"E": Wrong(answer)}
    seen: list[Event] = []
    with pytest.raises(PluginError, match=rf"the strategy at E failed in round 1, trick 1: {kind}"):
        seen.extend(play_match(Match(rules, seed=5), seated))
    fault = seen[-1]
    assert isinstance(fault, Faulted)
    assert (fault.seat, fault.kind, fault.remedy) == ("E", kind, "stop")


def test_first_legal_plays_on_with_the_first_legal_card() -> None:
    events = table(make_rules("standard", **SHORT, **{"conduct.illegal": "first_legal"}), Wrong(Card("BJ")))
    faults = [event for event in events if isinstance(event, Faulted)]
    assert len(faults) == 13
    assert isinstance(events[-1], MatchEnded)
    assert "BJ" not in [event.action for event in events if isinstance(event, Acted)]


def test_forfeit_hand_loses_the_round_for_the_side_and_makes_the_others_bids() -> None:
    events = table(make_rules("standard", **SHORT, **{"conduct.illegal": "forfeit_hand"}), Wrong(Card("BJ")))
    scored = next(event for event in events if isinstance(event, RoundScored))
    assert scored.result.forfeited == "E"
    assert dict(scored.result.points) == {"NS": 20, "EW": -20}


@pytest.mark.parametrize("error", [ValueError("no"), EOFError(), SystemExit(3), RecursionError()])
def test_a_strategy_that_raises_stops_the_game_with_its_seat_and_cause(error: BaseException) -> None:
    with pytest.raises(
        PluginError, match=rf"the strategy at E failed in round 1, trick 1: exception: {type(error).__name__}"
    ):
        table(make_rules("standard", **SHORT), Wrong(error))


def test_what_a_strategy_prints_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    class Chatty(FirstLegal):
        def play(self, view: View) -> Card:
            print("thinking")
            return super().play(view)

    table(make_rules("standard", **SHORT), Chatty(rng=random.Random(0)))
    out, err = capsys.readouterr()
    assert not out
    assert err.count("thinking") == 13


def test_a_correctable_player_is_told_and_asked_again() -> None:
    class Person(FirstLegal):
        """Tries a card it does not hold first."""

        def __init__(self) -> None:
            super().__init__(rng=random.Random(0))
            self.told: list[str] = []
            self.wrong = True

        def play(self, view: View) -> Card:
            self.wrong = not self.wrong
            return super().play(view) if self.wrong else Card("BJ")

        def refused(self, view: View, error: ActionError) -> None:
            self.told.append(str(error))

    person = Person()
    events = table(make_rules("standard", **SHORT), person)
    assert person.told == ["BJ: you do not hold BJ"] * 13
    assert not any(isinstance(event, Faulted) for event in events)


@pytest.mark.parametrize("policy", ["forfeit", "substitute", "stop"])
@pytest.mark.parametrize(
    ("answer", "kind"), [(Card("BJ"), "illegal"), ("xyzzy", "malformed"), (ValueError("no"), "exception")]
)
def test_a_policy_says_what_follows_every_kind_of_fault(answer: Any, kind: str, policy: Any) -> None:
    rules = make_rules("standard", **{"match.max_rounds": 3})
    seated = players(rules, FirstLegal) | {"E": Wrong(answer)}
    seen: list[Event] = []
    try:
        for event in play_match(Match(rules, seed=5), seated, on_fault=policy):
            seen.append(event)  # noqa: PERF402 - what came before the error counts
    except PluginError:
        assert policy == "stop"
    faults = [event for event in seen if isinstance(event, Faulted)]
    assert {(fault.seat, fault.kind, fault.remedy) for fault in faults} == {("E", kind, policy)}
    ended = seen[-1]
    if policy == "forfeit":
        assert isinstance(ended, MatchEnded)
        assert (ended.winner, ended.reason, ended.rounds) == ("NS", "forfeit", 1)
    if policy == "substitute":
        assert isinstance(ended, MatchEnded)
        assert ended.reason != "forfeit"
