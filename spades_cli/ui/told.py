"""A round and a whole match in words: how they began, who made what, who was set, and what it was worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.ui.contracts import find_contract
from spades_cli.ui.words import count_of, describe_bid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.events import Dealt, RoundScored
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import Line, RoundResult
    from spades_cli.ui.contracts import Contract

REASONS = {
    "target": "target reached",
    "floor": "lowest score reached",
    "sets": "too many sets",
    "rounds": "last round played",
    "every trick": "every trick taken",
    "forfeit": "forfeited",
    "guard": "stopped: the rules would not end it",
}


def describe_start(start: Dealt, rules: Rules) -> str:
    """``N deals``, or ``E draws first`` in a draft, where nobody deals."""
    return f"{first_drawer(rules, start.dealer)} draws first" if start.pack else f"{start.dealer} deals"


def first_drawer(rules: Rules, dealer: str) -> str:
    """Who draws first in a draft: the seat after the one that would deal."""
    return rules.seats[(rules.seats.index(dealer) + 1) % len(rules.seats)]


def describe_misdeals(start: Dealt) -> str:
    """``after 2 misdeals``, or nothing."""
    return f"after {count_of(start.misdeals, 'misdeal')}" if start.misdeals else ""


def bids_of(event: RoundScored) -> dict[str, Bid]:
    """The bids of a finished round by seat."""
    seats = event.deal.rules.seats
    return {seat: bid for seat, bid in zip(seats, event.deal.bids, strict=True) if bid is not None}


def contract_of(event: RoundScored, side: str) -> Contract:
    """The contract of a side in a finished round, and its nils."""
    return find_contract(event.deal.rules, side, bids_of(event), event.result.taken, event.deal.size)


def describe_side(seats: list[str], bids: Mapping[str, Bid], taken: Mapping[str, int]) -> str:
    """What a side bid and took: ``bid 2+1 took 3+3``."""
    told = "+".join(str(bids[seat]) for seat in seats if seat in bids) or "nothing"
    return f"bid {told} took {'+'.join(str(taken[seat]) for seat in seats)}"


def describe_lines(lines: tuple[Line, ...], total: int) -> str:
    """A side's score line by line: ``contract 30 + overtricks 3 = 33``."""
    if not lines:
        return f"nothing = {total}"
    first, rest = lines[0], lines[1:]
    text = f"{first.name} {first.points}"
    for line in rest:
        text += f" {'-' if line.points < 0 else '+'} {line.name} {abs(line.points)}"
    return f"{text} = {total}"


def describe_outcome(event: RoundScored, side: str) -> str:
    """What became of a side's bids: ``made 5 with 6``, ``set with 7 of 8``, ``N kept nil, made 3``."""
    rules, result, bids = event.deal.rules, event.result, bids_of(event)
    seats = [rules.seats[place] for place in rules.sides[side]]
    if result.forfeited:
        return "gave the round up" if result.forfeited in seats else "is given its bids"
    if not bids:
        return f"took {sum(result.taken[seat] for seat in seats)}"
    contract = contract_of(event, side)
    nils = [f"{seat + ' ' if len(seats) > 1 else ''}{_nil_words(*nil)}" for seat, nil in contract.nils.items()]
    number = _number_words(contract, side, seats, bids, result)
    return ", ".join([*nils, *([number] if number else [])])


def _nil_words(bid: Bid, taken: int) -> str:
    return f"lost {describe_bid(bid)} with {count_of(taken, 'trick')}" if taken else f"kept {describe_bid(bid)}"


def _number_words(
    contract: Contract, side: str, seats: Sequence[str], bids: Mapping[str, Bid], result: RoundResult
) -> str:
    names = {line.name for line in result.lines[side]}
    if "moon" in names:
        return "missed the moon" if side in result.sets else "shot the moon"
    if contract.bid is None:
        beside = [str(bids[seat]) for seat in seats if seat in bids and not bids[seat].nil]
        return f"the {'+'.join(beside)} does not count" if beside else ""
    if side in result.sets:
        return f"set with {contract.taken} of {contract.bid}"
    if "twice the bid" in names:
        return f"took {contract.taken}, twice the {contract.bid} bid"
    return f"made {contract.bid}" + (f" with {contract.taken}" if contract.bags else "")
