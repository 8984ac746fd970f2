"""A finished match in a few lines: what each side made and missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.ui.told import contract_of
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.events import RoundScored
    from spades_cli.engine.rules import Rules


def summary_parts(rules: Rules, results: Sequence[RoundScored], side: str) -> list[str]:
    """What one side did in a match: score, contracts, nils, bags and its best and worst round."""
    parts = [str(results[-1].scores[side]), _contracts(results, side)]
    parts += [text for blind in (False, True) if (text := _nils(results, side, blind=blind))]
    if rules.bags.limit:
        parts.append(count_of(sum(_bags(rules, result, side) for result in results), "bag"))
    points = [(event.result.points[side], event.number) for event in results]
    best, worst = max(points, key=lambda each: each[0]), min(points, key=lambda each: each[0])
    parts.append(f"best {best[0]:+d} (round {best[1]})")
    if worst[0] != best[0]:
        parts.append(f"worst {worst[0]:+d} (round {worst[1]})")
    return [part for part in parts if part]


def _contracts(results: Sequence[RoundScored], side: str) -> str:
    bid = [event for event in results if any(line.name in _CONTRACTS for line in event.result.lines[side])]
    lost = sum(side in event.result.sets for event in results)
    return f"made {len(bid) - lost}, set {lost}" if bid else ""


#: The score lines of which a side has one if its contract counted.
_CONTRACTS = ("contract", "ten", "moon", "twice the bid")


def _nils(results: Sequence[RoundScored], side: str, *, blind: bool) -> str:
    """``nils made 1, failed 2``, or nothing where none was bid."""
    made = [
        _is_kept(event, side, taken)
        for event in results
        for bid, taken in contract_of(event, side).nils.values()
        if bid.blind is blind
    ]
    return f"{'blind ' * blind}nils made {sum(made)}, failed {len(made) - sum(made)}" if made else ""


def _is_kept(event: RoundScored, side: str, taken: int) -> bool:
    """Whether a nil counted as made; in a round that was given up, those of the others do."""
    if forfeited := event.result.forfeited:
        rules = event.deal.rules
        return rules.seats.index(forfeited) not in rules.sides[side]
    return not taken


def _bags(rules: Rules, event: RoundScored, side: str) -> int:
    """Bags of one round, before any penalty takes them away."""
    if event.result.forfeited or event.deal.is_unbid:
        return 0
    contract = contract_of(event, side)
    overtricks = 0 if side in event.result.sets else contract.bags
    lost = sum(taken for _, taken in contract.nils.values())
    return overtricks + lost * (rules.nil.failed_tricks in ("bags", "bags_no_points"))
