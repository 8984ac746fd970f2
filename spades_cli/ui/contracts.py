"""What each side has bid together, what it has taken for it, and what is still missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_cli.ui.words import count_of, describe_bid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View


class Contract(NamedTuple):
    """The numbers bid by a side and the tricks that count for them; its nil bids and their tricks, by seat.

    ``bid`` is None where no number of the side counts: nobody bid one, or nil leaves the partner's number out.
    """

    bid: int | None
    taken: int
    nils: Mapping[str, tuple[Bid, int]]

    @property
    def bags(self) -> int:
        """Tricks over the bid; 0 while it is not made."""
        return max(0, self.taken - (self.bid or 0)) if self.bid is not None else 0


def find_contract(rules: Rules, side: str, bids: Mapping[str, Bid], taken: Mapping[str, int], size: int) -> Contract:
    """The contract of ``side`` in a round of ``size`` tricks; a seat without a bid counts for nothing.

    Where a player's bid of every trick is a moon, it stands alone.
    """
    seats = [seat for place in rules.sides[side] if (seat := rules.seats[place]) in bids]
    nils = {seat: (bids[seat], taken[seat]) for seat in seats if bids[seat].nil}
    numbers = [seat for seat in seats if seat not in nils]
    if rules.moon.mode == "player" and (moons := [seat for seat in numbers if bids[seat].tricks == size]):
        return Contract(size, taken[moons[0]], nils)
    tricks = sum(taken[seat] for seat in numbers)
    if rules.nil.failed_tricks == "count":
        tricks += sum(count for _, count in nils.values())
    bid = sum(bids[seat].tricks for seat in numbers) if numbers else None
    kept = all(count == 0 for _, count in nils.values())
    beside = rules.nil.partner_contract if nils else "score"
    if beside == "void" or (beside == "void_if_made" and kept):
        bid = None
    return Contract(bid, tricks, nils)


def describe_needs(view: View) -> list[str]:
    """What each side needs in play: ``NS need 3 of 5``, ``EW made 6, 1 bag``, ``W keeps nil``; empty before play."""
    if view.phase != "play":
        return []
    if not view.bids:
        return [f"no bids this round: each trick counts {view.rules.scoring.trick}"]
    left = view.tricks_in_round - len(view.tricks)
    return [text for side in view.rules.sides for text in [_describe_side(view, side, left)] if text]


def _describe_side(view: View, side: str, left: int) -> str:
    """One side's needs and nils, comma between them."""
    contract = find_contract(view.rules, side, view.bids, view.taken, view.tricks_in_round)
    alone = len(view.rules.sides[side]) == 1
    needs = _describe_number(view.rules, contract, left, "s" * alone)
    nils = [_describe_nil(bid, count) for bid, count in contract.nils.values()]
    if alone:
        return f"{side} {needs or ''.join(nils)}".strip()
    named = [f"{seat} {text}" for seat, text in zip(contract.nils, nils, strict=True)]
    return ", ".join([*([f"{side} {needs}"] if needs else []), *named])


def _describe_number(rules: Rules, contract: Contract, left: int, ending: str) -> str:
    if contract.bid is None:
        return ""
    missing = contract.bid - contract.taken
    if missing > left:
        return f"{'is' if ending else 'are'} set with {contract.taken} of {contract.bid}"
    if missing > 0:
        return f"need{ending} {missing} of {contract.bid}"
    over = count_of(contract.bags, "bag" if rules.bags.limit else "overtrick")
    return f"made {contract.bid}" + (f", {over}" if contract.bags else "")


def _describe_nil(bid: Bid, taken: int) -> str:
    return f"lost {describe_bid(bid)} ({taken})" if taken else f"keeps {describe_bid(bid)}"
