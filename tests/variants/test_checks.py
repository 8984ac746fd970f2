"""Keys that cannot be played together, in words; and those that only look as if."""

from __future__ import annotations

import tomllib

import pytest

from spades_cli.variants import check
from spades_cli.variants.schema import build_rules, validate

SOLO = 'table.teams = "solo"\nblind_nil.exchange = "none"\n'
THREE = f"table.players = 3\n{SOLO}"
DRAFT = f'table.players = 2\n{SOLO}deal.method = "draft"\n'
LEFT_OVER = "set_aside, dealer_discards or another deck would do"
NO_POINTS = "scoring.trick = 0\nscoring.overtrick = 0\nnil.made = 0\nblind_nil.made = 0\n"


def faults(text: str) -> list[str]:
    tables, flaws = validate(tomllib.loads(text))
    assert flaws == []
    return list(map(str, check(build_rules(tables))))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        # --- who plays
        (
            'table.players = 5\ndeck.remove = ["2C", "2D"]',
            'table.teams: "pairs" needs an even number of players, 4 or 6, not 5',
        ),
        ('table.teams = "triples"', 'table.teams: "triples" needs 6 players, not 4'),
        (
            'deal.first_dealer = "seat4"',
            "deal.first_dealer: a table of 4 has the seats seat0 to seat3, not seat4",
        ),
        # --- the pack
        ("deck.jokers = 3", "deck.jokers: must be 0, 2 or 4, not 3"),
        ("deck.jokers = 2", "deck.promote: must place BJ, which deck.jokers puts into the pack"),
        ('deck.promote = ["BJ"]', "deck.promote: BJ is not in the pack"),
        ('deck.promote = ["2S", "2s"]', "deck.promote: 2S is named twice"),
        ('deck.remove = ["2S"]\ndeck.promote = ["2S"]', "deck.promote: 2S is not in the pack"),
        ('deck.remove = ["2S", "2S"]', "deck.remove: 2S is not in the pack that often"),
        # --- the deal
        (THREE, f"deal.leftover: of 52 cards for 3 players 1 card is left over; {LEFT_OVER}"),
        ("deal.hand_size = 12", f"deal.leftover: of 52 cards for 4 players 4 cards are left over; {LEFT_OVER}"),
        ("deal.hand_size = 14", "deal.hand_size: 52 cards are too few for 4 hands of 14"),
        (
            'deal.hand_size = 11\ndeal.leftover = "dealer_discards"',
            "deal.leftover: the dealer can discard 6 cards at most, not 8",
        ),
        # --- the draft
        (f'{SOLO}deal.method = "draft"', "deal.method: a draft needs 2 players, not 4"),
        (f'{DRAFT}deck.remove = ["2C"]', "deal.method: a draft needs a pack of 52 cards, not 51"),
        (f"{DRAFT}deal.hand_size = 12", "deal.hand_size: a draft gives 13 cards, not 12"),
        ('blind_nil.exchange = "discards"', 'blind_nil.exchange: "discards" needs deal.method = "draft"'),
        ('blind_nil.declare = "before_draft"', 'blind_nil.declare: "before_draft" needs deal.method = "draft"'),
        # --- numbers and hands
        ("bidding.min = 5\nbidding.max = 4", "bidding.min: must not be more than bidding.max, which is 4"),
        ("bidding.min = 14", "bidding.min: must be 13 or less with hands of 13 cards, not 14"),
        ("bidding.max = 14", "bidding.max: must be 13 or less with hands of 13 cards, not 14"),
        (
            'bidding.mode = "fixed"\nbidding.number = 14',
            "bidding.number: must be 13 or less with hands of 13 cards, not 14",
        ),
        (
            'bidding.mode = "suicide"\nbidding.suicide_min = 14',
            "bidding.suicide_min: must be 13 or less with hands of 13 cards, not 14",
        ),
        (
            "blind_bid.allowed = true\nblind_bid.min = 14",
            "blind_bid.min: must be 13 or less with hands of 13 cards, not 14",
        ),
        (
            "blind_bid.allowed = true\nbidding.max = 5",
            "blind_bid.min: must be 5 or less with hands of 13 cards, not 6",
        ),
        ("nil.partner_min = 14", "nil.partner_min: must be 13 or less with hands of 13 cards, not 14"),
        ("bidding.team_min = 27", "bidding.team_min: a team can bid 26 at most, not 27"),
        (
            "bidding.team_min = 5\nbidding.team_max = 4",
            "bidding.team_min: must not be more than bidding.team_max, which is 4",
        ),
        (
            'deal.hand_size = 2\ndeal.leftover = "set_aside"\nnil.pass = 3',
            "nil.pass: must be 2 or less with hands of 2 cards, not 3",
        ),
        (
            "blind_nil.exchange_min = 3",
            "blind_nil.exchange_min: must not be more than blind_nil.exchange_max, which is 2",
        ),
        # --- forced bids
        ('bidding.mode = "mirror"\nnil.allowed = false', 'bidding.mode: "mirror" needs nil.allowed = true'),
        ('bidding.mode = "hearts"\nnil.allowed = false', 'bidding.mode: "hearts" needs nil.allowed = true'),
        ('bidding.mode = "whiz"\nnil.allowed = false', 'bidding.mode: "whiz" needs nil.allowed = true'),
        ('bidding.mode = "n_or_nil"\nnil.allowed = false', 'bidding.mode: "n_or_nil" needs nil.allowed = true'),
        ('bidding.mode = "suicide"\nnil.allowed = false', 'bidding.mode: "suicide" needs nil.allowed = true'),
        (
            'bidding.mode = "whiz"\nbidding.zero = "forbidden"',
            'bidding.mode: "whiz" needs bids of 0: bidding.zero forbids them',
        ),
        (
            'bidding.mode = "mirror"\nbidding.mirror_zero = "zero"\nbidding.zero = "forbidden"',
            'bidding.mode: "mirror" needs bids of 0: bidding.zero forbids them',
        ),
        (f'{SOLO}bidding.mode = "suicide"', 'bidding.mode: "suicide" needs table.teams = "pairs"'),
        # --- teams
        (
            'table.teams = "solo"',
            'blind_nil.exchange: "partner" needs teams, and table.teams is "solo"; "none" would do',
        ),
        (f"{SOLO}bidding.team_min = 4", 'bidding.team_min: needs teams, and table.teams is "solo"'),
        (f"{SOLO}bidding.team_max = 13", 'bidding.team_max: needs teams, and table.teams is "solo"'),
        (f"{SOLO}nil.pass = 1", 'nil.pass: needs teams, and table.teams is "solo"'),
        (f'{SOLO}moon.mode = "team"', 'moon.mode: needs teams, and table.teams is "solo"'),
        # --- the end
        (NO_POINTS, "match.max_rounds: must be set: no points lead to the target"),
        (
            f'{NO_POINTS}scoring.exact_bonus = -5\nmatch.lose_at = -100\nmoon.made = 0\nmoon.mode = "player"',
            "match.max_rounds: must be set: no points lead to the target",
        ),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_played_are_told_why(text: str, fault: str) -> None:
    assert faults(text) == [fault]


@pytest.mark.parametrize(
    "text",
    [
        f'{THREE}deal.leftover = "set_aside"',
        f'{THREE}deal.leftover = "dealer_discards"',
        'deal.hand_size = 12\ndeal.leftover = "set_aside"',
        DRAFT,
        f"{DRAFT}deal.hand_size = 13",
        f'{DRAFT}deck.jokers = 2\ndeck.remove = ["2C", "2D"]\ndeck.promote = ["BJ", "LJ"]',
        'deck.jokers = 2\ndeck.remove = ["10c", "nine of spades"]\ndeck.promote = ["BJ", "LJ"]',
        'deck.packs = 2\ndeck.jokers = 4\ndeck.promote = ["BJ", "LJ"]\ndeck.remove = ["2C", "2C", "2D", "2D"]',
        "draft.peek = true",
        'draft.discards = "up"',
        'table.teams = "solo"\nblind_nil.allowed = false',
        'blind_nil.exchange = "discards"\nblind_nil.allowed = false',
        'blind_nil.declare = "before_draft"\nblind_nil.allowed = false',
        f'{SOLO}nil.both = false\nnil.partner_min = 4\nnil.both_score = "all_or_lose"\nnil.partner_contract = "void"',
        'bidding.mode = "mirror"\nbidding.mirror_zero = "zero"\nnil.allowed = false',
        'bidding.mode = "fixed"\nnil.allowed = false\nbidding.zero = "forbidden"',
        "bidding.number = 14",
        "blind_bid.min = 14",
        f"{NO_POINTS}match.max_rounds = 4",
        f'{NO_POINTS}moon.boston_bonus = "win"',
        f'{NO_POINTS}moon.mode = "player"',
        f'{NO_POINTS}moon.mode = "player"\nmoon.made = 0\nmoon.scoring = "win"',
        f'{NO_POINTS}ten.mode = "exact"',
        f'{NO_POINTS}bags.to = "opponents"',
        "scoring.trick = 0",
    ],
)
def test_rules_that_can_be_played_have_no_fault(text: str) -> None:
    assert faults(text) == []


def test_every_fault_of_a_rule_set_is_told() -> None:
    found = faults('table.players = 5\nbidding.mode = "whiz"\nnil.allowed = false\nblind_nil.exchange_min = 3')
    assert [fault.partition(":")[0] for fault in found] == [
        "table.teams",
        "deal.leftover",
        "bidding.mode",
        "blind_nil.exchange_min",
    ]
