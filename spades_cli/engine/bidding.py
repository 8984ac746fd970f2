"""Which bids are legal now, under every bidding mode.

A mode gives the candidates that a hand and its place allow; limits (small functions over the bids so far) then take
candidates away. A limit that would leave nothing does not apply, so a seat can always bid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from spades_cli.engine.actions import BLIND_NIL, NIL, Bid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.engine.rules import Rules

#: The bids of all places, None where no bid is made yet.
Bids: TypeAlias = Sequence[Bid | None]


class Holding(NamedTuple):
    """What a forced bid depends on: the size of the hand and how many spades and hearts it has."""

    size: int
    spades: int = 0
    hearts: int = 0


def legal_bids(rules: Rules, bids: Bids, place: int, holding: Holding) -> tuple[Bid, ...]:
    """The bids open to ``place``, which has seen its cards, nil first and then rising."""
    allowed = MODES[rules.bidding.mode](rules, holding)
    return _limit(rules, bids, place, holding.size, allowed)


def legal_blind(rules: Rules, bids: Bids, place: int, size: int, scores: Mapping[str, int]) -> tuple[Bid, ...]:
    """The blind bids open to ``place``; empty where it may only look."""
    options: list[Bid] = []
    if rules.blind_nil.allowed and _is_behind(rules, place, scores, rules.blind_nil.behind):
        options.append(BLIND_NIL)
    if rules.blind_bid.allowed and _is_behind(rules, place, scores, rules.blind_bid.behind):
        top = rules.bidding.max or size
        options += [Bid(tricks, blind=True) for tricks in range(rules.blind_bid.min, top + 1)]
    return tuple(bid for bid in options if not why_not(rules, _with(bids, place, bid), place, size))


def may_be_blind(rules: Rules, scores: Mapping[str, int]) -> bool:
    """Whether anybody is far enough behind to bid blind, as far as the scores alone can tell."""
    gaps = [table.behind for table in (rules.blind_nil, rules.blind_bid) if table.allowed]
    return bool(gaps) and max(scores.values()) - min(scores.values()) >= min(gaps)


@lru_cache(maxsize=256)
def bidding_order(rules: Rules, dealer: int) -> tuple[int, ...]:
    """The places in bidding order."""
    start = {"first": 1, "second": 2, "dealer": 0}[rules.bidding.first]
    players = rules.table.players
    return tuple((dealer + start + i) % players for i in range(players))


def why_not(rules: Rules, bids: Bids, place: int, size: int) -> str:
    """Why the bid of ``place`` breaks a limit, in words; empty if it breaks none."""
    return next((reason for limit in _limits(rules) if (reason := limit(rules, bids, place, size))), "")


def why_never(rules: Rules, bid: Bid, size: int) -> str:
    """Why no hand of ``size`` cards could make ``bid`` under these rules, in words; empty if some could.

    For a table whose cards nobody shows, as in score keeping.
    """
    if bid.blind:
        table = rules.blind_nil if bid.nil else rules.blind_bid
        if not table.allowed:
            return f"{'blind nil' if bid.nil else 'blind bids'} cannot be bid under these rules"
        least, top = rules.blind_bid.min, rules.bidding.max or size
        return "" if bid.nil or least <= bid.tricks <= top else f"a blind bid is {least} to {top}"
    holdings = [Holding(size, count, count) for count in range(size + 1)]
    possible = {option for holding in holdings for option in MODES[rules.bidding.mode](rules, holding)}
    if bid in possible:
        return ""
    names = [str(option) for option in sorted(possible, key=lambda option: (not option.nil, option.tricks))]
    return f"{bid} cannot be bid under these rules; possible are {', '.join(names)}"


def _with(bids: Bids, place: int, bid: Bid) -> list[Bid | None]:
    changed = list(bids)
    changed[place] = bid
    return changed


def _is_behind(rules: Rules, place: int, scores: Mapping[str, int], least: int) -> bool:
    """Whether the side of ``place`` is at least so far behind the best other side; 0 asks nothing, even of a leader."""
    own = rules.side_of[place]
    return not least or max(scores[side] for side in rules.sides if side != own) - scores[own] >= least


def _limit(rules: Rules, bids: Bids, place: int, size: int, options: tuple[Bid, ...]) -> tuple[Bid, ...]:
    changed = list(bids)
    for limit in _limits(rules):
        kept = []
        for option in options:
            changed[place] = option
            if not limit(rules, changed, place, size):
                kept.append(option)
        options = tuple(kept) or options
    return options


@lru_cache(maxsize=256)
def _limits(rules: Rules) -> tuple[Limit, ...]:
    """The limits that these rules switch on."""
    return tuple(limit for is_on, limit in LIMITS if is_on(rules))


# --- modes: what a hand may bid before any limit -------------------------------------------------------------------


def _zeros(rules: Rules) -> tuple[Bid, ...]:
    """Nil and a plain zero, as far as the rules have them."""
    zero = rules.bidding.zero
    nil = (NIL,) if rules.nil.allowed and zero != "forbidden" else ()
    return (*nil, Bid(0)) if zero == "zero" else nil


def _forced(rules: Rules, tricks: int) -> Bid:
    return Bid(tricks) if tricks or rules.bidding.mirror_zero == "zero" else NIL


def _numbers(rules: Rules, size: int) -> tuple[Bid, ...]:
    bidding = rules.bidding
    return tuple(Bid(tricks) for tricks in range(max(1, bidding.min), (bidding.max or size) + 1))


def _free(rules: Rules, holding: Holding) -> tuple[Bid, ...]:
    return _any_bid(rules, holding.size)


@lru_cache(maxsize=256)
def _any_bid(rules: Rules, size: int) -> tuple[Bid, ...]:
    return _zeros(rules) + _numbers(rules, size)


def _mirror(rules: Rules, holding: Holding) -> tuple[Bid, ...]:
    return (_forced(rules, holding.spades),)


def _whiz(rules: Rules, holding: Holding) -> tuple[Bid, ...]:
    return tuple(dict.fromkeys((NIL, _forced(rules, holding.spades))))


def _hearts(rules: Rules, holding: Holding) -> tuple[Bid, ...]:
    return (_forced(rules, holding.hearts),)


def _fixed(rules: Rules, holding: Holding) -> tuple[Bid, ...]:
    return (Bid(rules.bidding.number),)


def _n_or_nil(rules: Rules, holding: Holding) -> tuple[Bid, ...]:
    number = Bid(rules.bidding.number)
    return (NIL, number) if rules.nil.allowed else (number,)


MODES: dict[str, Callable[[Rules, Holding], tuple[Bid, ...]]] = {
    "free": _free,
    "suicide": _free,
    "mirror": _mirror,
    "whiz": _whiz,
    "hearts": _hearts,
    "fixed": _fixed,
    "n_or_nil": _n_or_nil,
}


# --- limits: why the bids so far, the one of ``place`` included, may not stand --------------------------------------


def _team(rules: Rules, bids: Bids, place: int) -> list[Bid | None]:
    return [bids[member] for member in rules.sides[rules.side_of[place]]]


def _suicide(rules: Rules, bids: Bids, place: int, size: int) -> str:
    """One partner bids nil and the other at least ``suicide_min``."""
    team, least = _team(rules, bids, place), rules.bidding.suicide_min
    if any(bid and not bid.nil and bid.tricks < least for bid in team):
        return f"in suicide one partner bids nil and the other at least {least}"
    nils = sum(bid.nil for bid in team if bid)
    if None not in team and nils != 1:
        return "in suicide exactly one partner bids nil"
    return ""


def _nil_both(rules: Rules, bids: Bids, place: int, size: int) -> str:
    if sum(bid.nil for bid in _team(rules, bids, place) if bid) > 1:
        return "only one of a team may bid nil"
    return ""


def _partner_min(rules: Rules, bids: Bids, place: int, size: int) -> str:
    least, team = rules.nil.partner_min, [bid for bid in _team(rules, bids, place) if bid]
    nils = sum(bid.nil for bid in team)
    if nils and (nils > 1 or any(bid.tricks < least for bid in team if not bid.nil)):
        return f"the partner of a nil bids at least {least}"
    return ""


def _team_max(rules: Rules, bids: Bids, place: int, size: int) -> str:
    most, team = rules.bidding.team_max, _team(rules, bids, place)
    least = 0 if _zeros(rules) else max(1, rules.bidding.min)
    total = sum(bid.tricks if bid else least for bid in team)
    return f"a team may bid {most} at most" if total > most else ""


def _team_min(rules: Rules, bids: Bids, place: int, size: int) -> str:
    least, team = rules.bidding.team_min, _team(rules, bids, place)
    made = [bid for bid in team if bid]
    total = sum(bid.tricks for bid in made)
    most = (rules.bidding.max or size) * (len(team) - len(made))
    return f"a team bids {least} at least" if total + most < least else ""


def _forbid_total(rules: Rules, bids: Bids, place: int, size: int) -> str:
    if None in bids:
        return ""
    total = sum(bid.tricks for bid in bids if bid)
    return f"the bids may not add up to {size}" if total == size else ""


Limit: TypeAlias = Callable[["Rules", Bids, int, int], str]
#: When a limit is on, and the limit.
LIMITS: tuple[tuple[Callable[[Rules], bool], Limit], ...] = (
    (lambda rules: rules.bidding.mode == "suicide", _suicide),
    (lambda rules: not rules.nil.both, _nil_both),
    (lambda rules: rules.nil.partner_min > 0, _partner_min),
    (lambda rules: rules.bidding.team_max > 0, _team_max),
    (lambda rules: rules.bidding.team_min > 0, _team_min),
    (lambda rules: rules.bidding.forbid_total, _forbid_total),
)
