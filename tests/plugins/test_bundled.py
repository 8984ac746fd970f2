"""The bundled strategies play every bundled variant legally and repeatably, and ``basic`` plays it well."""

from __future__ import annotations

import random
import time

import pytest
from spades_plugins.basic import Basic
from spades_plugins.expert import Expert
from spades_plugins.lowest import Lowest
from spades_plugins.random_cards import Random
from spades_plugins.search import Search

from spades_cli import Match, Round, Strategy, load_rules
from spades_cli.variants import VariantLibrary
from tests.engine.builders import make_rules
from tests.plugins.rounds import duel, play


class Quick(Search):  # type: ignore[misc]
    """``search`` on very few deals."""

    def __init__(self, *, rng: random.Random) -> None:
        super().__init__(rng=rng, samples=4, drawn=2, tail=2, solved=2)


NAMES = VariantLibrary().names()
STRATEGIES = [Basic, Expert, Lowest, Quick, Random]


def actions(name: str, cls: type[Strategy], rounds: int, **start: object) -> list[str]:
    """What four of a kind do in the first rounds of a match; the round refuses anything illegal."""
    rules = load_rules(name)
    match, done = Match(rules, seed=3, **start), []  # type: ignore[arg-type]
    players = {seat: cls(rng=random.Random(seat)) for seat in rules.seats}
    while match.rounds < rounds and not match.over:
        deal = match.deal()
        while (seat := deal.turn) is not None:
            done.append(str(deal.apply(players[seat].decide(deal.view(seat)))))
        match.add(deal.result)
    return done


@pytest.mark.parametrize("cls", STRATEGIES, ids=lambda cls: str(cls.name))
@pytest.mark.parametrize("name", NAMES)
def test_every_strategy_plays_every_variant_legally_and_repeatably(name: str, cls: type[Strategy]) -> None:
    # Two packs are never compiled: there one round takes the time of many.
    rounds = 1 if load_rules(name).pack.doubled else 2
    assert actions(name, cls, rounds) == actions(name, cls, rounds)


@pytest.mark.parametrize(
    "keys",
    [
        {"nil.pass": 3},
        {"blind_nil.behind": 0},
        {"blind_bid.allowed": True, "blind_bid.behind": 0},
        {"bidding.first_hand": "itself"},
        {"bidding.zero": "zero"},
        {"play.must_trump": True, "play.must_beat": True},
        {"moon.mode": "team"},
        {"ten.mode": "at_least"},
        {"deck.jokers": 2, "deck.promote": ("BJ", "LJ"), "deal.hand_size": 13, "deal.leftover": "dealer_discards"},
    ],
    ids=lambda keys: next(iter(keys)),
)
def test_basic_plays_under_house_rules_of_every_kind(keys: dict[str, object]) -> None:
    rules = make_rules("standard", **keys)
    for seed in range(10):
        deal = play(rules, {seat: Basic(rng=random.Random(0)) for seat in rules.seats}, seed)
        assert sum(deal.result.taken.values()) == 13


#: Points a round over random play that basic must clear, about half of what it makes.
LEADS = {
    "standard": 100,
    "two-player": 100,
    "jokers": 90,
    "cutthroat-3": 60,
    "mirror": 50,
    "suicide": 85,
    "six-pairs": 120,
}


@pytest.mark.parametrize(("name", "lead"), LEADS.items())
def test_basic_beats_random_play_by_far(name: str, lead: int) -> None:
    assert duel(load_rules(name), Basic, Random, 40).lead >= lead


@pytest.mark.parametrize("name", ["standard", "jjdd", "solo-sprint-40"])
def test_basic_bids_what_it_takes_among_its_equals(name: str) -> None:
    outcome = duel(load_rules(name), Basic, Basic, 40)
    assert outcome.sets <= 0.35
    assert abs(outcome.trick_error) <= 0.8


def test_basic_ranks_what_it_would_do_first_and_says_why() -> None:
    basic = Basic(rng=random.Random(0))
    deal = Round(load_rules("standard"), seed=5)
    while (seat := deal.turn) is not None:
        view = deal.view(seat)
        ranked, chosen = basic.rank(view), basic.decide(view)
        assert ranked[0].action == chosen
        assert all(choice.action in view.legal and choice.reason for choice in ranked)
        values = [choice.value or 0.0 for choice in ranked]
        assert values == sorted(values, reverse=True)
        deal.apply(chosen)


def test_basic_bids_nil_on_a_nil_hand_and_never_with_the_ace_of_spades() -> None:
    rules = load_rules("standard")
    low = {"N": "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 2S 3S", "E": "6C 7C 8C 9C 6D 7D 8D 9D 5H 6H 7H 4S 5S"}
    rest = {"S": "TC JC QC TD JD QD 8H 9H TH 6S 7S 8S 9S", "W": "KC AC KD AD JH QH KH AH TS JS QS KS AS"}
    deal = Round.from_hands(rules, low | rest, dealer="W")
    basic = Basic(rng=random.Random(0))
    assert str(basic.bid(deal.view("N"))) == "nil"
    for bid in ("nil", "3", "3"):
        deal.apply(bid)
    assert basic.bid(deal.view("W")).tricks >= 5


def test_basic_ignores_bags_where_they_do_not_count() -> None:
    """With bags, a side that has made its bid ducks; without, it takes the trick."""
    hands = {"N": "3H 6H", "E": "2H TC", "S": "4H JC", "W": "5H QC"}
    answers = {}
    for limit in (10, 0):
        rules = make_rules("standard", **{"bags.limit": limit, "bidding.zero": "zero", "nil.allowed": False})
        deal = Round.from_hands(rules, hands, dealer="N")
        for action in ("0", "0", "0", "0", "2H", "4H", "5H"):
            deal.apply(action)
        answers[limit] = str(Basic(rng=random.Random(0)).decide(deal.view("N")))
    assert answers == {10: "3H", 0: "6H"}


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(TypeError, match="depth"):
        Basic(rng=random.Random(0), depth=3)


def test_a_decision_takes_well_under_a_millisecond_on_average() -> None:
    """A guard against accidents of scale, not a measurement: twenty times what it takes."""
    rules = load_rules("standard")
    start = time.process_time()
    for seed in range(10):
        play(rules, {seat: Basic(rng=random.Random(0)) for seat in rules.seats}, seed)
    assert (time.process_time() - start) / (10 * 56) < 0.004


def test_search_claims_no_worth_for_cards_that_are_all_as_good_as_each_other() -> None:
    rules = load_rules("standard")
    hands = {"N": "AS KS", "E": "2H 3H", "S": "4C 5C", "W": "6D 7D"}
    deal = Round.from_hands(rules, hands=hands, dealer="W")
    for bid in ("2", "nil", "nil", "nil"):
        deal.apply(bid)
    choices = Quick(rng=random.Random(0)).rank(deal.view("N"))
    assert [(str(choice.action), choice.value, choice.se, choice.wins) for choice in choices] == [
        ("KS", None, None, None)
    ]
