"""The bundled variants: each loads, says what its source says, can be dealt and played, and is in the README."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from spades_cli.engine.rules import Rules
from spades_cli.variants import VariantLibrary, check, diff
from tests.support import play

if TYPE_CHECKING:
    from pathlib import Path

LIBRARY = VariantLibrary()
NAMES = LIBRARY.names()

JOKERS = {"deck.jokers": 2, "deck.promote": ["BJ", "LJ"]}
TWO_PLAYER = {
    "table.players": 2, "table.teams": "solo", "deal.method": "draft", "bidding.first": "second",
    "play.lead": "second", "nil.failed_tricks": "ignore", "blind_nil.behind": 0,
    "blind_nil.declare": "before_draft", "blind_nil.exchange": "discards", "blind_nil.exchange_min": 0,
    "blind_nil.exchange_max": 3, "blind_nil.exchange_when": "before_bids",
}  # fmt: skip
FIRST_BIDS = {key: value for key, value in TWO_PLAYER.items() if key != "bidding.first"}
BICYCLE = {
    "table.teams": "solo", "bidding.zero": "forbidden", "nil.allowed": False, "blind_nil.allowed": False,
    "scoring.set": "zero", "bags.limit": 0,
}  # fmt: skip
CUTTHROAT = {"table.players": 3, "table.teams": "solo", "blind_nil.exchange": "none"}
FLOOR_WITHOUT_BLIND = {"blind_nil.allowed": False, "match.lose_at": -200}
JJDD = {
    "deck.jokers": 2, "deck.remove": ["2H", "2C"], "deck.promote": ["BJ", "LJ", "2D", "2S"], "bidding.team_min": 4,
    "ten.mode": "exact",
}  # fmt: skip

#: What differs from the defaults, and nothing else does.
SETTINGS: dict[str, dict[str, object]] = {
    "standard": {},
    "two-player": TWO_PLAYER,
    "two-player-first-bids": FIRST_BIDS,
    "two-player-300": {key: value for key, value in FIRST_BIDS.items() if key != "play.lead"} | {"match.target": 300},
    "jokers": JOKERS | {
        "deck.remove": ["2C", "2D"], "nil.failed_tricks": "ignore", "nil.partner_contract": "void",
        "blind_nil.allowed": False, "moon.mode": "player", "moon.made": 100, "moon.failed": 100, "bags.limit": 0,
        "match.target": 1000,
    },
    "msn-zone": {"match.lose_at": -200, "bags.carry": False, "nil.failed_tricks": "bags_no_points"},
    "bicycle": BICYCLE,
    "bicycle-jokers": BICYCLE | JOKERS | {"deck.remove": ["2C", "2D"]},
    "cutthroat-3": CUTTHROAT | {"deck.remove": ["2C"]},
    "cutthroat-3-jokers": CUTTHROAT | JOKERS,
    "solo-4": {
        "table.teams": "solo", "blind_nil.exchange": "none", "nil.made": 50, "nil.failed": 50, "bags.limit": 5,
        "bags.penalty": 50, "bags.carry": False,
    },
    "solo-sprint-40": {
        "table.teams": "solo", "blind_nil.allowed": False, "nil.made": 50, "nil.failed": 50,
        "nil.failed_tricks": "ignore", "bags.limit": 3, "bags.penalty": 30, "match.target": 40,
    },
    "mirror": FLOOR_WITHOUT_BLIND | {"bidding.mode": "mirror"},
    "whiz": FLOOR_WITHOUT_BLIND | {"bidding.mode": "whiz"},
    "suicide": FLOOR_WITHOUT_BLIND | {"bidding.mode": "suicide"},
    "jjdd": JJDD,
    "jja": JOKERS | {"deck.remove": ["2C", "2H"]},
    "jjd": {
        "deck.jokers": 2, "deck.remove": ["2H", "2D"], "deck.promote": ["BJ", "LJ", "2S"], "bidding.team_min": 4,
        "nil.allowed": False, "blind_nil.allowed": False, "match.max_sets": 2, "match.target": 350,
    },
    "deuces-high": {"deck.promote": ["2H", "2C", "2D", "2S"]},
    "trickster": {"scoring.set": "zero", "blind_nil.exchange": "none"},
    "openspiel": {
        "blind_nil.allowed": False, "nil.failed_tricks": "count", "bidding.team_max": 13, "match.lose_at": -350,
        "deal.first_dealer": "seat3", "deal.rotation": "fixed",
    },
    "ggz": {
        "bidding.team_min": 3, "bidding.team_max": 13, "blind_nil.allowed": False, "nil.failed_tricks": "count",
    },
    "six-pairs": {"table.players": 6, "deck.packs": 2, "deck.remove": ["2C", "2C"]},
    "six-triples": {"table.players": 6, "table.teams": "triples", "deck.packs": 2, "deck.remove": ["2C", "2C"]},
    "six-solo-short": {
        "table.players": 6, "table.teams": "solo", "deck.remove": ["2C", "2D", "2H", "2S"],
        "blind_nil.exchange": "none",
    },
    "five-solo": {
        "table.players": 5, "table.teams": "solo", "deck.remove": ["2C", "2D"], "blind_nil.exchange": "none",
    },
    "tournament-board-four": {
        "bidding.team_min": 4, "blind_nil.allowed": False, "play.lead_spades": "any", "scoring.overtrick": 0,
        "bags.limit": 0, "ten.mode": "exact", "ten.failed": 100, "moon.boston_bonus": "win", "match.max_rounds": 4,
    },
    "house-first-hand-itself": JJDD | {
        "bidding.first_hand": "itself", "play.lead_spades": "any", "blind_bid.allowed": True, "match.max_sets": 2,
        "scoring.double_bid_penalty": 100,
    },
    "low-club-start": {
        "play.lead": "low_club", "play.first_trick": "no_spades", "bags.limit": 0, "nil.pass": 2,
        "blind_nil.exchange_min": 3, "blind_nil.exchange_max": 3,
    },
    "worldwinner-250": {
        "match.target": 250, "nil.made": 75, "nil.failed": 75, "bags.limit": 5, "bags.penalty": 50,
        "bags.to": "opponents",
    },
    "bid-3": {"bidding.mode": "fixed"},
    "four-or-nil": {"bidding.mode": "n_or_nil", "bidding.number": 4},
    "bid-hearts": {"bidding.mode": "hearts"},
}  # fmt: skip

HAND_SIZES = {
    "cutthroat-3": 17, "cutthroat-3-jokers": 18, "five-solo": 10, "six-solo-short": 8, "six-pairs": 17,
    "six-triples": 17,
}  # fmt: skip


def flatten(rules: Rules) -> dict[str, object]:
    """The keys that differ from the defaults, dotted."""
    tables = diff(rules, Rules())
    return {
        f"{table}.{key}": value for table, keys in tables.items() if table != "variant" for key, value in keys.items()
    }


def test_the_settings_of_every_bundled_variant_are_tested() -> None:
    assert sorted(SETTINGS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_says_what_its_source_says(name: str) -> None:
    assert flatten(LIBRARY.load(name)) == SETTINGS[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_can_be_played_and_is_named_after_its_file(name: str) -> None:
    rules = LIBRARY.load(name)
    assert check(rules) == []
    assert rules.name == name
    assert rules.variant.title != name


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_deals_the_whole_pack_or_drafts_half_of_it(name: str) -> None:
    rules = LIBRARY.load(name)
    assert rules.hand_size == HAND_SIZES.get(name, 13)
    hands = rules.hand_size * rules.table.players
    assert rules.pack.size == (2 * hands if rules.deal.method == "draft" else hands)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_of_a_variant_is_played_to_an_end(name: str) -> None:
    assert play(LIBRARY.load(name), guard=3)


def test_standard_is_every_default() -> None:
    assert LIBRARY.load("standard") == Rules()


@pytest.mark.parametrize("name", NAMES)
def test_a_file_tells_where_its_rules_come_from(root: Path, name: str) -> None:
    first, *rest = (root / "rules" / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    assert first.startswith("# ")
    assert all(len(line) <= 120 for line in rest)


def cited(text: str, letter: str) -> set[int]:
    """The rule numbers a text cites, those inside ``T-04 to T-09`` too."""
    ranges = re.findall(rf"{letter}-(\d+) to {letter}-(\d+)", text)
    inside = {number for low, high in ranges for number in range(int(low), int(high) + 1)}
    return inside | {int(number) for number in re.findall(rf"{letter}-(\d+)", text)}


@pytest.mark.parametrize(
    ("name", "letter", "numbers"),
    [
        ("two-player", "T", range(1, 40)),
        ("two-player", "AMB", range(1, 23)),
        ("two-player-first-bids", "T", [10, 23]),
        ("two-player-first-bids", "AMB", [1, 2, 7, 14, 17]),
        ("jokers", "J", range(1, 22)),
        ("jokers", "AMB", range(24, 40)),
    ],
)
def test_a_seed_variant_cites_its_rules(root: Path, name: str, letter: str, numbers: list[int]) -> None:
    text = (root / "rules" / f"{name}.toml").read_text(encoding="utf-8")
    assert set(numbers) - cited(text, letter) == set()


# --- the README -------------------------------------------------------------------------------------------------------


def table_row(rules: Rules) -> list[str]:
    """The cells of the README that follow from the rules."""
    deck = str(rules.pack.size)
    if rules.deck.remove:
        deck += f", no {' '.join(rules.deck.remove)}"
    if rules.deck.promote:
        deck += f", {' '.join(rules.deck.promote)} on top"
    sign = "+" if rules.bags.to == "opponents" else "-"
    return [
        f"`{rules.name}`",
        f"{rules.table.players} {'alone' if rules.table.teams == 'solo' else f'in {rules.table.teams}'}",
        deck,
        str(rules.match.target),
        f"{rules.bags.limit} for {sign}{rules.bags.penalty}" if rules.bags.limit else "none",
    ]


def test_the_readme_lists_exactly_the_bundled_variants(root: Path) -> None:
    text = (root / "rules/README.md").read_text(encoding="utf-8").split("## Your own rules")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    assert {row[0]: row[:5] for row in rows} == {f"`{name}`": table_row(LIBRARY.load(name)) for name in NAMES}
    assert all(len(row) == 7 for row in rows)


def test_the_example_of_the_readme_is_sound(root: Path) -> None:
    example = (root / "rules/README.md").read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    rules = LIBRARY.load("-", example)
    assert (rules.name, rules.nil.made, rules.moon.made, rules.match.lose_at) == ("friday", 150, 100, -300)
