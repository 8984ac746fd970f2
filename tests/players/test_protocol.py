"""A request says all that its view does, so that a strategy behind a pipe decides as it would in the program."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spades_cli import Round, load_rules
from spades_cli.engine.rules import Rules
from spades_cli.players import protocol
from spades_cli.players.spec import PlayerSpec, make_strategy
from tests.engine.builders import make_rules
from tests.players.makers import load
from tests.properties.tables import random_actions, rounds, seeds

if TYPE_CHECKING:
    from spades_cli.engine.view import View

VARIANTS = (
    "standard",
    "jjdd",
    "ggz",
    "suicide",
    "two-player",
    "cutthroat-3-jokers",
    "six-pairs",
    "tournament-board-four",
)


def sent(message: dict[str, Any]) -> dict[str, Any]:
    """A message after its way through a pipe."""
    line = protocol.to_line(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    found: dict[str, Any] = json.loads(line)
    return found


def rebuilt(view: View) -> View:
    return protocol.view_from_dict(sent(protocol.request(1, view, 10)), view.rules)


@settings(max_examples=30, deadline=None)
@given(rounds(), seeds)
def test_a_request_gives_its_view_back_under_any_rules(deal: Round, seed: int) -> None:
    for _ in random_actions(deal, seed):
        assert deal.turn is not None
        view = deal.view(deal.turn)
        assert rebuilt(view) == view
    for seat in deal.rules.seats:
        notice = sent(protocol.round_notice(deal.view(seat), deal.result))
        assert protocol.view_from_dict(notice, deal.rules) == deal.view(seat)
        assert protocol.result_from_dict(notice["result"]) == deal.result


@settings(max_examples=10, deadline=None)
@given(rounds(drafted=True), seeds)
def test_a_draft_and_its_discards_come_back_too(deal: Round, seed: int) -> None:
    for _ in random_actions(deal, seed):
        assert deal.turn is not None
        view = deal.view(deal.turn)
        assert rebuilt(view) == view


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("strategy", ["basic", "lowest", "random"])
def test_strategies_decide_the_same_from_a_request(name: str, strategy: str) -> None:
    rules, plugins = load_rules(name), load(without=())
    spec = PlayerSpec.parse(strategy)
    for seed in range(3):
        here = {seat: make_strategy(spec, plugins, seed=seed, seat=seat) for seat in rules.seats}
        there = {seat: make_strategy(spec, plugins, seed=seed, seat=seat) for seat in rules.seats}
        deal = Round(rules, seed=seed, scores=dict.fromkeys(rules.sides, 0) | {next(iter(rules.sides)): -150})
        while (seat := deal.turn) is not None:
            view = deal.view(seat)
            action = here[seat].decide(view)
            assert there[seat].decide(rebuilt(view)) == action
            deal.apply(action)


def test_only_the_last_round_of_all_is_told_to_be_the_last() -> None:
    for last in (True, False):
        view = Round(Rules(), seed=2, dealer="W", last=last).view("N")
        assert protocol.request(1, view, 10).get("last", False) == last
        assert rebuilt(view) == view


def test_discards_of_given_hands_are_seen_without_a_draft() -> None:
    rules = make_rules("two-player", **{"blind_nil.exchange_min": 1, "draft.discards": "up"})
    deal = Round.from_hands(rules, {"P1": "AS KS 2C", "P2": "QS JS 3C"}, dealer="P1", scores={"P1": -300, "P2": -300})
    rng = random.Random(1)
    while deal.turn is not None:
        view = deal.view(deal.turn)
        assert rebuilt(view) == view
        legal = deal.legal()
        deal.apply("bn" if "bn" in map(str, legal) else rng.choice(legal))


@given(st.sampled_from(protocol.DECISIONS))
def test_a_message_without_its_fields_is_an_error(kind: str) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        protocol.view_from_dict({"type": kind, "seat": "N"}, Rules())
