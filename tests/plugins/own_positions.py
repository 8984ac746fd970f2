"""Positions of our own, one for each kind of mistake that players complain of, as the views that the engine makes.

A line of the file names its ``rules`` (a variant and the keys that differ), ``seat``, ``dealer``, ``score`` and
``bags`` by side, the ``bids`` by seat in the order they were made, the ``hand``, the ``right`` answers and ``why`` they
are right. A play position gives the whole ``deal`` by seat, the finished ``tricks`` and the cards of the ``trick`` on
the table, in playing order; the engine replays them. ``proof`` is what brute force found out about an ending.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spades_cli import Answer, Round, Rules, load_rules
from tests.plugins.positions import Position
from tests.plugins.proofs import Proof

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "data/own_positions.jsonl"
#: The number of the round; scores before it are not those of a first one.
ROUND = 4

Case = dict[str, Any]


def load() -> list[Position]:
    """Every position of the file."""
    return [read(case) for case in load_cases()]


def load_cases() -> list[Case]:
    """The lines of the file."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def read(case: Case) -> Position:
    """A position from its line."""
    return Position(
        case["id"], replay(case).view(case["seat"]), tuple(case["right"]), is_clear=True, reason=case["why"]
    )


def proof_of(case: Case) -> Proof | None:
    """What the line claims about the ending, None where it rests on arithmetic."""
    return Proof(**case["proof"]) if "proof" in case else None


def replay(case: Case) -> Round:
    """The round up to the decision."""
    rules = read_rules(case["rules"])
    hands = case.get("deal") or {case["seat"]: case["hand"]}
    deal = Round.from_hands(
        rules,
        _fill(rules, hands),
        dealer=case["dealer"],
        number=ROUND,
        scores=case["score"],
        bags=case["bags"],
    )
    _bid(deal, case)
    for cards in (*case.get("tricks", ()), case.get("trick", "")):
        for card in cards.split():
            deal.apply(card)
    return deal


def _bid(deal: Round, case: Case) -> None:
    """Everybody looks at his cards, and those who have bid do so."""
    bids = dict(case["bids"])
    while deal.phase in ("blind", "bid") and deal.turn is not None:
        if deal.phase == "blind":
            deal.apply(Answer.LOOK)
        elif deal.turn in bids:
            deal.apply(bids.pop(deal.turn))
        else:
            break


def read_rules(keys: Mapping[str, Any]) -> Rules:
    """The rules of a variant, with some keys changed."""
    rules = load_rules(keys["variant"])
    for key, value in keys.items():
        table, _, name = key.partition(".")
        if name:
            rules = replace(rules, **{table: replace(getattr(rules, table), **{name: value})})
    return rules


def _fill(rules: Rules, hands: Mapping[str, str]) -> dict[str, str]:
    """The hands, and for seats without one the cards that nobody has, in the order of the pack."""
    held = {card for cards in hands.values() for card in cards.split()}
    free = [card for card in rules.pack.cards(sum(rules.pack.order)) if card not in held]
    size = rules.hand_size
    filled = dict(hands)
    for seat in rules.seats:
        if seat not in filled:
            filled[seat], free = " ".join(free[:size]), free[size:]
    return filled
