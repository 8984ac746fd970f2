"""Positions whose answer is proved, as views: the one to act sits in the first seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from spades_cli import View, load_rules
from tests.plugins.positions import Position
from tests.plugins.situations import to_bid, to_play

FILE = Path(__file__).parent / "data/book.jsonl"
#: Any bid that wins the match is right where the book asks for the least such bid.
ALSO_RIGHT = {"bid-last-just-enough-to-win-the-match": ("2",)}


def load() -> list[Position]:
    """Every position of the book."""
    cases = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [
        Position(
            case["name"],
            book_view(case),
            (*map(str, case["expected"]), *ALSO_RIGHT.get(case["name"], ())),
            is_clear=True,
            reason=case["why"],
        )
        for case in cases
    ]


def book_view(case: dict[str, Any]) -> View:
    """Seats turned round so that the one to act is the first."""
    count = case["rules"].get("table.players", 4)
    rules = load_rules({2: "two-player", 3: "cutthroat-3"}.get(count, "standard"))
    turned = [(case["seat"] + i) % count for i in range(count)]
    names = {place: rules.seats[i] for i, place in enumerate(turned)}
    bids = {names[place]: bid for place, bid in enumerate(case["bids"]) if bid is not None}
    sides = len(rules.sides)
    scores = [case["scores"][place % sides] for place in turned[:sides]]
    bags = [case["bags"][place % sides] for place in turned[:sides]]
    if case["kind"] == "bid":
        return to_bid(rules, " ".join(case["hand"]), bids, scores, rules.seats[0])
    taken, voids = dict.fromkeys(rules.seats, 0), dict.fromkeys(rules.seats, "")
    for trick in case["tricks_so_far"]:
        taken[names[trick["winner"]]] += 1
        for i, card in enumerate(trick["cards"]):
            if card[1] != trick["cards"][0][1]:
                voids[names[(trick["leader"] + i) % count]] += trick["cards"][0][1]
    return to_play(
        rules,
        " ".join(case["hand"]),
        " ".join(case["trick"]["cards"]),
        bids=[bids[seat] for seat in rules.seats],
        taken=[taken[seat] for seat in rules.seats],
        gone=" ".join(card for trick in case["tricks_so_far"] for card in trick["cards"]),
        voids=voids,
        scores=scores,
        bags=bags,
    )
