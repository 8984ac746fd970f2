"""Rounds and matches told in words: who made what, who was set, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spades_cli import Round, Rules
from spades_cli.engine.events import RoundScored
from spades_cli.ui.plain import PlainRenderer, PlainStyle
from spades_cli.ui.render import Renderer
from spades_cli.ui.style import Style
from spades_cli.ui.summary import summary_parts
from spades_cli.ui.told import describe_outcome
from tests.engine.builders import make_rules
from tests.support import play

if TYPE_CHECKING:
    from collections.abc import Sequence

#: South takes both tricks.
HANDS = {"N": "2C 3C", "E": "4C 5C", "S": "AS KS", "W": "2D 3D"}


def scored(
    *bids: str, rules: Rules | None = None, hands: dict[str, str] = HANDS, bags: int = 0, plays: Sequence[str] = ()
) -> RoundScored:
    """A round with the bids of E, S, W and N, then these cards and the lowest legal ones."""
    deal = Round.from_hands(rules or Rules(), hands, dealer="N", bags={"NS": bags} if bags else None)
    for action in (*bids, *plays):
        deal.apply(action)
    while deal.turn:
        deal.apply(deal.legal()[0])
    return RoundScored(1, deal, deal.result, dict(deal.result.points))


@pytest.mark.parametrize(
    ("bids", "told"),
    [
        (("nil", "1", "nil", "1"), {"NS": "made 2", "EW": "E kept nil, W kept nil"}),
        (("1", "1", "nil", "nil"), {"NS": "N lost nil with 1 trick, made 1", "EW": "W kept nil, set with 0 of 1"}),
        (("1", "2", "1", "2"), {"NS": "set with 2 of 4", "EW": "set with 0 of 2"}),
    ],
)
def test_the_outcome_names_nils_and_contract(bids: tuple[str, ...], told: dict[str, str]) -> None:
    hands = {"N": "4S 2S", "E": "2C 3C", "S": "5S 3S", "W": "2D 3D"}
    event = scored(*bids, hands=hands, plays=("2C", "3S", "2D", "4S", "2S", "3C", "5S", "3D"))
    assert {side: describe_outcome(event, side) for side in ("NS", "EW")} == told


def test_overtricks_show_as_more_tricks_than_bid() -> None:
    event = scored("nil", "1", "1", "nil")
    assert describe_outcome(event, "NS") == "N kept nil, made 1 with 2"
    assert describe_outcome(event, "EW") == "E kept nil, set with 0 of 1"


def test_players_alone_keep_their_nils_without_a_name() -> None:
    rules = make_rules("solo")
    event = scored("nil", "1", "1", "nil", rules=rules)
    assert describe_outcome(event, "E") == "kept nil"


@pytest.mark.parametrize(
    ("keys", "bids", "told"),
    [
        ({"nil.partner_contract": "void"}, ("nil", "1", "nil", "nil"), "N kept nil, the 1 does not count"),
        ({"scoring.double_bid_penalty": 100}, ("nil", "1", "nil", "nil"), "N kept nil, took 2, twice the 1 bid"),
        ({"moon.mode": "player"}, ("nil", "2", "nil", "nil"), "N kept nil, shot the moon"),
        ({"moon.mode": "team"}, ("nil", "2", "nil", "nil"), "N kept nil, shot the moon"),
    ],
)
def test_house_rules_have_their_words(keys: dict[str, object], bids: tuple[str, ...], told: str) -> None:
    event = scored(*bids, rules=make_rules("standard", **keys))
    assert describe_outcome(event, "NS") == told


def test_a_round_given_up_says_by_whom_and_what_the_others_get() -> None:
    deal = Round(Rules(), seed=1)
    while deal.phase == "bid":
        deal.apply("3")
    deal.forfeit("E")
    event = RoundScored(1, deal, deal.result, dict(deal.result.points))
    assert (describe_outcome(event, "EW"), describe_outcome(event, "NS")) == ("gave the round up", "is given its bids")


def test_a_nil_in_a_round_given_up_counts_as_it_was_scored() -> None:
    deal = Round(Rules(), seed=1, dealer="N")
    for bid in ("nil", "nil", "3", "3"):
        deal.apply(bid)
    deal.forfeit("E")
    event = RoundScored(1, deal, deal.result, dict(deal.result.points))
    assert "nils made 0, failed 1" in summary_parts(Rules(), [event], "EW")
    assert "nils made 1, failed 0" in summary_parts(Rules(), [event], "NS")


def explained(event: RoundScored, rules: Rules | None = None) -> list[str]:
    return list(Renderer(rules or Rules(), Style(), ["S"], explain=True).event(event))


def test_an_explained_round_has_one_line_for_each_side() -> None:
    assert explained(scored("nil", "1", "1", "nil", bags=9)) == [
        "Round 1 scored",
        "  NS  N kept nil, made 1 with 2: nil 100 + contract 10 + overtricks 1 - bag penalty 100 = 11   "
        "score 11, 0 bags",
        "  EW  E kept nil, set with 0 of 1: nil 100 - contract 10 = 90   score 90, 0 bags",
    ]


def test_a_listener_hears_a_sentence_for_each_side() -> None:
    event = scored("nil", "1", "1", "nil", bags=9)
    assert list(PlainRenderer(Rules(), PlainStyle(), ["S"]).event(event)) == [
        "Round 1 is over.",
        "North and South: North kept nil, made 1 with 2, nil 100, contract 10, overtricks 1, "
        "bag penalty minus 100, together 11, score 11 and 0 bags.",
        "East and West: East kept nil, set with 0 of 1, nil 100, contract minus 10, together 90, score 90 and 0 bags.",
    ]


def test_the_summary_counts_contracts_nils_and_bags_and_names_the_extremes() -> None:
    rounds = [
        scored("nil", "1", "1", "nil"),
        scored("1", "2", "1", "1"),
        scored("1", "nil", "1", "2"),
    ]
    rounds = [RoundScored(number, e.deal, e.result, {"NS": 7, "EW": -8}) for number, e in enumerate(rounds, 1)]
    assert summary_parts(Rules(), rounds, "NS") == [
        "7", "made 1, set 2", "nils made 1, failed 1", "3 bags", "best +111 (round 1)", "worst -118 (round 3)",
    ]  # fmt: skip
    assert summary_parts(Rules(), rounds, "EW")[:4] == ["-8", "made 0, set 3", "nils made 1, failed 0", "0 bags"]


@pytest.mark.parametrize("name", ["standard", "solo", "jokers", "two-player"])
def test_the_summary_of_whole_matches_adds_up(name: str) -> None:
    rules = make_rules(name, **{"match.max_rounds": 4, "match.tie": "draw"})
    results = [event for event in play(rules, seed=8) if isinstance(event, RoundScored)]
    for side in rules.sides:
        parts = summary_parts(rules, results, side)
        assert parts[0] == str(results[-1].scores[side])
        best = max(event.result.points[side] for event in results)
        assert any(part.startswith(f"best {best:+d}") for part in parts)
    lines = list(Renderer(rules, Style(), rules.seats[:1]).summary(results))
    assert len(lines) == len(rules.sides)


def test_bags_of_the_summary_are_those_that_the_scores_counted() -> None:
    rules = make_rules("standard", **{"match.max_rounds": 6, "match.tie": "draw", "bags.limit": 1000})
    results = [event for event in play(rules, seed=9) if isinstance(event, RoundScored)]
    for side in rules.sides:
        counted = results[-1].result.bags[side]
        assert f"{counted} bag{'s' * (counted != 1)}" in summary_parts(rules, results, side)


def test_a_match_without_rounds_has_no_summary() -> None:
    assert list(Renderer(Rules(), Style(), ["S"]).summary([])) == []
