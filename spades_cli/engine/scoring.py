"""What a finished round is worth to each side, line by line. Pure functions of rules, bids, tricks and bags.

The order of the lines is that of the rules reference: nil values, moon or contract (ten included), overtricks,
bonuses, then bag penalties.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.rules import Rules


class Line(NamedTuple):
    """One item of a side's score: what it is for, and its points."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round: tricks by seat; points, bags after the round and score lines by side.

    ``sets`` are the sides that missed a contract, ``wins`` the side that wins the match at once by a moon or by taking
    every trick, where the rules say so. ``forfeited`` is the seat that gave the round up, if one did.
    """

    taken: Mapping[str, int]
    points: Mapping[str, int]
    bags: Mapping[str, int]
    lines: Mapping[str, tuple[Line, ...]]
    sets: frozenset[str] = frozenset()
    wins: str | None = None
    forfeited: str | None = None


@dataclass(slots=True)
class _Side:
    """A side while it is scored."""

    rules: Rules
    seats: list[tuple[Bid, int]]
    tricks: int
    lines: list[Line] = field(default_factory=list)
    bags: int = 0
    is_set: bool = False
    wins: bool = False

    def add(self, name: str, points: int) -> None:
        self.lines.append(Line(name, points))

    @property
    def nils(self) -> list[tuple[Bid, int]]:
        return [(bid, taken) for bid, taken in self.seats if bid.nil]

    @property
    def taken(self) -> int:
        return sum(taken for _, taken in self.seats)


def score_round(
    rules: Rules, bids: Sequence[Bid | None], taken: Sequence[int], bags: Mapping[str, int], *, itself: bool = False
) -> RoundResult:
    """Score a round from the bids and tricks by place and the bags that each side held before it.

    ``itself`` scores a first round without bids: the trick value for every trick taken, and nothing else.
    """
    tricks = sum(taken)
    sides = {}
    for name, places in rules.sides.items():
        seats = [(bid, taken[place]) for place in places if (bid := bids[place]) is not None]
        sides[name] = side = _Side(rules, seats, tricks)
        if itself:
            side.add("tricks", rules.scoring.trick * sum(taken[place] for place in places))
        else:
            _score_side(side)
    return _total(rules, sides, taken, bags)


def forfeit_round(
    rules: Rules, bids: Sequence[Bid | None], bags: Mapping[str, int], place: int, taken: Sequence[int]
) -> RoundResult:
    """Score a round that the seat at ``place`` gave up: its side misses every bid, all others make theirs exactly."""
    loser = rules.side_of[place]
    sides = {}
    for name, places in rules.sides.items():
        made = [bid for other in places if (bid := bids[other]) is not None]
        lost = name == loser
        seats = [(bid, int(lost) if bid.nil else 0 if lost else bid.tricks) for bid in made]
        # No trick total, so no moon; and the trick that stands for a lost nil must not help the lost contract.
        sides[name] = side = _Side(replace(rules, nil=replace(rules.nil, failed_tricks="ignore")), seats, -1)
        for score in (_score_nils, _score_contract):
            score(side)
    return replace(_total(rules, sides, taken, bags), forfeited=rules.seats[place])


def _score_side(side: _Side) -> None:
    for score in (_score_nils, _score_moon, _score_contract, _score_failed_nils, _score_boston):
        score(side)


# --- nil -----------------------------------------------------------------------------------------------------------


def _score_nils(side: _Side) -> None:
    rules, nils = side.rules, side.nils
    made = [taken == 0 for _, taken in nils]
    values = [_nil_value(rules, bid) for bid, _ in nils]
    whole_team = len(nils) > 1 and len(nils) == len(side.seats)
    if whole_team and rules.nil.both_score != "separate" and not all(made):
        loss = 0 if rules.nil.both_score == "win_or_zero" else sum(failed for _, failed in values)
        side.add("nils of the team", -loss)
        return
    for (bid, taken), (won, lost) in zip(nils, values, strict=True):
        side.add("blind nil" if bid.blind else "nil", -lost if taken else won)


def _nil_value(rules: Rules, bid: Bid) -> tuple[int, int]:
    table = rules.blind_nil if bid.blind else rules.nil
    return table.made, table.failed


def _score_failed_nils(side: _Side) -> None:
    """The tricks of failed nils, where they are bags (those that count towards the contract are in it already)."""
    tricks = sum(taken for _, taken in side.nils)
    kind = side.rules.nil.failed_tricks
    if not tricks or kind not in ("bags", "bags_no_points"):
        return
    side.bags += tricks
    if kind == "bags":
        side.add("tricks of a failed nil", tricks * side.rules.scoring.overtrick)


# --- contract ------------------------------------------------------------------------------------------------------


def _moons(side: _Side) -> list[tuple[Bid, int]]:
    if side.rules.moon.mode != "player":
        return []
    return [(bid, taken) for bid, taken in side.seats if not bid.nil and bid.tricks == side.tricks]


def _score_moon(side: _Side) -> None:
    """A player's moon: he must take every trick himself; his partner's number counts for nothing."""
    for bid, taken in _moons(side):
        made = taken == side.tricks
        if side.rules.moon.scoring == "add":
            _score_bid(side, [bid], taken)
        _add_moon(side, made=made)


def _add_moon(side: _Side, *, made: bool) -> None:
    moon = side.rules.moon
    side.add("moon", moon.made if made else -moon.failed)
    side.is_set |= not made
    side.wins |= made and moon.scoring == "win"


def _score_contract(side: _Side) -> None:
    """The numbers bid by the side, after what ``nil.partner_contract`` leaves of them."""
    rules = side.rules
    numbers = [bid for bid, _ in side.seats if not bid.nil]
    if _moons(side) or not side.seats:
        return
    taken = sum(tricks for bid, tricks in side.seats if not bid.nil)
    if rules.nil.failed_tricks == "count":
        taken += sum(tricks for _, tricks in side.nils)
    if not numbers:
        if rules.nil.failed_tricks == "count" and taken:
            _add_overtricks(side, taken)
        return
    total = sum(bid.tricks for bid in numbers)
    if rules.moon.mode == "team" and total == side.tricks:
        if rules.moon.scoring == "add":
            _score_bid(side, numbers, side.taken)
        _add_moon(side, made=side.taken == side.tricks)
        return
    kind = rules.nil.partner_contract if side.nils else "score"
    kept = all(tricks == 0 for _, tricks in side.nils)
    if kind == "void" or (kind == "void_if_made" and kept):
        return
    if kind == "penalty_only" and taken >= total:
        return
    _score_bid(side, numbers, taken)


def _score_bid(side: _Side, numbers: Sequence[Bid], taken: int) -> None:
    rules = side.rules
    total = sum(bid.tricks for bid in numbers)
    if total and rules.scoring.double_bid_penalty and taken >= 2 * total:
        side.add("twice the bid", -rules.scoring.double_bid_penalty)
        return
    weight = sum(bid.tricks * (rules.blind_bid.multiplier if bid.blind else 1) for bid in numbers)
    is_ten = TENS[rules.ten.mode](total)
    name = "ten" if is_ten else "contract"
    if taken < total:
        side.is_set = True
        lost = rules.ten.failed * weight // 10 if is_ten else SETS[rules.scoring.set](rules, weight, total, taken)
        side.add(name, -lost)
        return
    side.add(name, rules.ten.made * weight // 10 if is_ten else rules.scoring.trick * weight)
    if taken > total:
        _add_overtricks(side, taken - total)
    elif total and rules.scoring.exact_bonus:
        side.add("exact bid", rules.scoring.exact_bonus)


def _add_overtricks(side: _Side, count: int) -> None:
    side.bags += count
    if side.rules.scoring.overtrick:
        side.add("overtricks", count * side.rules.scoring.overtrick)


TENS: dict[str, Callable[[int], bool]] = {
    "off": lambda total: False,
    "exact": lambda total: total == 10,
    "at_least": lambda total: total >= 10,
}

#: Points lost by a missed bid, from the bid's weight (blind tricks count more often), its tricks and those taken.
SETS: dict[str, Callable[[Rules, int, int, int], int]] = {
    "bid": lambda rules, weight, total, taken: rules.scoring.trick * weight,
    "zero": lambda rules, weight, total, taken: 0,
    "shortfall": lambda rules, weight, total, taken: rules.scoring.trick * weight * (total - taken) // total,
}


def _score_boston(side: _Side) -> None:
    bonus = side.rules.moon.boston_bonus
    if not bonus or side.taken != side.tricks:
        return
    if bonus == "win":
        side.wins = True
    else:
        side.add("every trick", bonus)


# --- bags ----------------------------------------------------------------------------------------------------------


def _total(rules: Rules, sides: Mapping[str, _Side], taken: Sequence[int], bags: Mapping[str, int]) -> RoundResult:
    """Bag penalties, which may go to the other sides, and the sums."""
    after = {}
    for name, side in sides.items():
        after[name], times = _count_bags(rules, bags[name] + side.bags)
        if not times:
            continue
        cancelled = rules.bags.limit * rules.scoring.overtrick * times if rules.bags.cancel else 0
        if rules.bags.to == "self":
            side.add("bag penalty", -rules.bags.penalty * times - cancelled)
            continue
        if cancelled:
            side.add("cancelled bags", -cancelled)
        for other in sides.values():
            if other is not side:
                other.add("opponents' bags", rules.bags.penalty * times)
    winners = [name for name, side in sides.items() if side.wins]
    return RoundResult(
        taken=MappingProxyType(dict(zip(rules.seats, taken, strict=True))),
        points=MappingProxyType({name: sum(line.points for line in side.lines) for name, side in sides.items()}),
        bags=MappingProxyType(after),
        lines=MappingProxyType({name: tuple(side.lines) for name, side in sides.items()}),
        sets=frozenset(name for name, side in sides.items() if side.is_set),
        wins=winners[0] if winners else None,
    )


def _count_bags(rules: Rules, bags: int) -> tuple[int, int]:
    """The bags left and how many penalties they cost: one for every full limit."""
    limit = rules.bags.limit
    if not limit:
        return 0, 0
    times, left = divmod(bags, limit)
    return (left if rules.bags.carry or not times else 0), times
