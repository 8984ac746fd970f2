"""Every rules key matters: a situation that ends one way by default and another way with the key changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from spades_cli.engine.rules import Rules
from tests.engine.builders import all_keys, make_rules
from tests.engine.scenarios import (
    Outcome,
    Scenario,
    asks,
    cards_dealt,
    ends,
    first_dealers,
    hands_without_spades,
    leads,
    may_bid,
    may_bid_blind,
    may_play,
    next_dealer,
    pack_with_jokers_placed,
    score_of_others,
    scores,
    sees,
    sides,
    wins,
    wins_at_once,
)

#: Keys that the engine leaves to others: an illegal answer of a strategy is met by the arena's table (tests/arena).
OBEYED_ELSEWHERE = {"conduct.illegal"}


@dataclass(frozen=True)
class Change:
    """A key, another value for it, a situation, and how that ends by default and with the value.

    ``given`` are the keys without which the changed one has nothing to do.
    """

    key: str
    value: Any
    scenario: Scenario
    by_default: Outcome
    changed: Outcome
    base: str = "standard"
    given: dict[str, Any] = field(default_factory=dict)


SOLO = {"table.teams": "solo"}
JOKERS_LEFT_OVER = {"deck.jokers": 2, "deck.promote": ("BJ", "LJ")}
ANY_TIME = {"blind_nil.behind": 0}
BLIND_BIDS = {"blind_nil.allowed": False, "blind_bid.allowed": True}
MOON = {"moon.mode": "player"}
LOOK = "look, look, look, look"
BLIND_NIL = "bn, look, look, look"

CHANGES = (
    Change("table.players", 3, sides, "N E S W", "P1 P2 P3", given=SOLO),
    Change("table.teams", "solo", sides, "NS EW", "N E S W"),
    Change("deck.packs", 2, cards_dealt, (13, 52), (26, 104)),
    Change("deck.jokers", 2, pack_with_jokers_placed, 52, 54),
    Change("deck.remove", ("2C", "2D", "2H", "2S"), cards_dealt, (13, 52), (12, 48)),
    Change("deck.promote", ("2D", "2S"), wins("AD KS 2D QD"), "E", "S"),
    Change("deck.duplicates", "last", wins("AH 3H AH 4H 5H 6H"), "P1", "P3", base="two-packs"),
    Change("deal.method", "draft", asks("look, look"), "P2 bid", "P1 draft", base="two-player",
           given={"blind_nil.declare": "before_look"}),
    Change("deal.hand_size", 5, cards_dealt, (13, 52), (5, 52)),
    Change("deal.leftover", "dealer_discards", asks(""), "N bid", "W exchange 2-2", given=JOKERS_LEFT_OVER),
    Change("deal.first_dealer", "seat2", first_dealers, "ENSW", "S"),
    Change("deal.rotation", "fixed", next_dealer, "S", "E"),
    Change("deal.misdeal", ("no_spades",), hands_without_spades, True, False),
    Change("draft.peek", True, sees("P1", "look, keep"), 0, 1, base="two-player"),
    Change("draft.discards", "up", sees("P2", "look, keep"), 0, 1, base="two-player"),
    Change("bidding.first", "dealer", asks(""), "N bid", "W bid"),
    Change("bidding.min", 3, may_bid(), "nil to 13, 14", "nil to 13, 12"),
    Change("bidding.max", 8, may_bid(), "nil to 13, 14", "nil to 8, 9"),
    Change("bidding.zero", "forbidden", may_bid(), "nil to 13, 14", "1 to 13, 13"),
    Change("bidding.team_min", 4, may_bid("1 3"), "nil to 13, 14", "3 to 13, 11"),
    Change("bidding.team_max", 13, may_bid("9 3"), "nil to 13, 14", "nil to 4, 5"),
    Change("bidding.forbid_total", True, may_bid("4 3 3"), "nil to 13, 14", "nil to 13, 13"),
    Change("bidding.mode", "hearts", may_bid(), "nil to 13, 14", "4 to 4, 1"),
    Change("bidding.number", 5, may_bid(), "3 to 3, 1", "5 to 5, 1", given={"bidding.mode": "fixed"}),
    Change("bidding.mirror_zero", "zero", may_bid(spades=0), "nil to nil, 1", "0 to 0, 1", base="mirror"),
    Change("bidding.suicide_min", 6, may_bid("nil 4"), "4 to 13, 10", "6 to 13, 8", base="suicide"),
    Change("bidding.first_hand", "itself", asks(""), "N bid", "N play"),
    Change("nil.allowed", False, may_bid(), "nil to 13, 14", "1 to 13, 13"),
    Change("nil.made", 50, scores("nil 4", "0 4"), (140, 0), (90, 0)),
    Change("nil.failed", 75, scores("nil 4", "1 4"), (-59, 1), (-34, 1)),
    Change("nil.failed_tricks", "count", scores("nil 4", "2 3"), (-138, 2), (-59, 1)),
    Change("nil.partner_contract", "void", scores("nil 4", "0 5"), (141, 1), (100, 0)),
    Change("nil.both", False, may_bid("nil 3"), "nil to 13, 14", "1 to 13, 13"),
    Change("nil.both_score", "all_or_lose", scores("nil nil", "0 1"), (1, 1), (-199, 1)),
    Change("nil.pass", 2, asks("nil, 3, 4, 3"), "N play", "N exchange 2-2"),
    Change("nil.partner_min", 4, may_bid("nil 3"), "nil to 13, 14", "4 to 13, 10"),
    Change("blind_nil.allowed", False, may_bid_blind(100), "bn", ""),
    Change("blind_nil.made", 150, scores("bn 4", "0 4"), (240, 0), (190, 0)),
    Change("blind_nil.failed", 100, scores("bn 4", "1 4"), (-159, 1), (-59, 1)),
    Change("blind_nil.behind", 50, may_bid_blind(60), "", "bn"),
    Change("blind_nil.declare", "before_draft", asks("look"), "P2 blind", "P1 draft", base="two-player"),
    Change("blind_nil.exchange", "none", asks(f"{BLIND_NIL}, 3, 4, 3"), "N exchange 2-2", "N play", given=ANY_TIME),
    Change("blind_nil.exchange_min", 0, asks(f"{BLIND_NIL}, 3, 4, 3"), "N exchange 2-2", "N exchange 0-2",
           given=ANY_TIME),
    Change("blind_nil.exchange_max", 3, asks(f"{BLIND_NIL}, 3, 4, 3"), "N exchange 2-2", "N exchange 2-3",
           given=ANY_TIME),
    Change("blind_nil.exchange_when", "before_bids", asks(BLIND_NIL), "E bid", "N exchange 2-2", given=ANY_TIME),
    Change("blind_bid.allowed", True, may_bid_blind(100), "", "b6 b7 b8 b9 b10 b11 b12 b13",
           given={"blind_nil.allowed": False}),
    Change("blind_bid.min", 11, may_bid_blind(100), "b6 b7 b8 b9 b10 b11 b12 b13", "b11 b12 b13", given=BLIND_BIDS),
    Change("blind_bid.multiplier", 3, scores("b6 2", "6 2"), (140, 0), (200, 0), given=BLIND_BIDS),
    Change("blind_bid.behind", 200, may_bid_blind(150), "b6 b7 b8 b9 b10 b11 b12 b13", "", given=BLIND_BIDS),
    Change("moon.mode", "player", scores("13 1", "13 0"), (-140, 0), (200, 0)),
    Change("moon.made", 500, scores("13 1", "13 0"), (200, 0), (500, 0), given=MOON),
    Change("moon.failed", 500, scores("13 1", "12 1"), (-200, 0), (-500, 0), given=MOON),
    Change("moon.scoring", "win", wins_at_once, None, "NS", given=MOON),
    Change("moon.boston_bonus", 200, scores("4 4", "7 6"), (85, 5), (285, 5)),
    Change("ten.mode", "exact", scores("6 4", "6 4"), (100, 0), (200, 0)),
    Change("ten.made", 150, scores("6 4", "6 4"), (200, 0), (150, 0), given={"ten.mode": "exact"}),
    Change("ten.failed", 100, scores("6 4", "5 4"), (-200, 0), (-100, 0), given={"ten.mode": "exact"}),
    Change("play.lead", "low_club", leads("3, 1, 1, 1"), "N", "S"),
    Change("play.lead_spades", "any", may_play("", "N", "AS 5H 9C"), "5H 9C", "5H 9C AS"),
    Change("play.first_trick", "no_spades", may_play("3H", "E", "AS 9C", N="3H 4H"), "9C AS", "9C"),
    Change("play.must_trump", True, may_play("3H", "E", "AS 9C", N="3H 4H"), "9C AS", "AS"),
    Change("play.must_beat", True, may_play("7H", "E", "3H 9H", N="7H 4H"), "3H 9H", "9H"),
    Change("scoring.trick", 1, scores("4 2", "4 2"), (60, 0), (6, 0)),
    Change("scoring.overtrick", -5, scores("4 2", "5 2"), (61, 1), (55, 1)),
    Change("scoring.set", "shortfall", scores("4 2", "3 2"), (-60, 0), (-10, 0)),
    Change("scoring.exact_bonus", 10, scores("4 2", "4 2"), (60, 0), (70, 0)),
    Change("scoring.double_bid_penalty", 100, scores("2 1", "4 2"), (33, 3), (-100, 0)),
    Change("bags.limit", 5, scores("4 2", "5 2", 4), (61, 5), (-39, 0)),
    Change("bags.penalty", 50, scores("4 2", "5 2", 9), (-39, 0), (11, 0)),
    Change("bags.carry", False, scores("4 2", "5 3", 9), (-38, 1), (-38, 0)),
    Change("bags.cancel", True, scores("4 2", "5 2", 9), (-39, 0), (-49, 0)),
    Change("bags.to", "opponents", score_of_others("4 2", "5 2", 9), 60, 160),
    Change("match.target", 250, ends(260, 240), "plays on", "NS"),
    Change("match.lose_at", -200, ends(-200, 50), "plays on", "EW"),
    Change("match.lose_inclusive", False, ends(-200, 50), "EW", "plays on", given={"match.lose_at": -200}),
    Change("match.tie", "draw", ends(500, 500), "plays on", "draw"),
    Change("match.max_rounds", 4, ends(90, 80, rounds=4), "plays on", "NS"),
    Change("match.max_sets", 2, ends(90, 80, sets=2), "plays on", "EW"),
)  # fmt: skip


def default_of(key: str) -> Any:
    table, _, name = key.partition(".")
    return getattr(getattr(Rules(), table), "pass_" if name == "pass" else name)


def test_every_key_has_one_entry() -> None:
    assert sorted(change.key for change in CHANGES) == sorted(set(all_keys()) - OBEYED_ELSEWHERE)


def test_the_keys_obeyed_elsewhere_exist() -> None:
    assert set(all_keys()) >= OBEYED_ELSEWHERE


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.key)
def test_the_key_changes_what_happens(change: Change) -> None:
    default = default_of(change.key)
    assert default != change.value
    outcomes = [
        change.scenario(make_rules(change.base, **(change.given | {change.key: value})))
        for value in (default, change.value)
    ]
    assert outcomes == [change.by_default, change.changed]
    assert change.by_default != change.changed
