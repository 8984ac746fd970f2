"""What each seat and side made of a recorded round, from its line alone; no card is played again."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli.engine.actions import Bid
from spades_cli.engine.rules import BIG
from spades_cli.engine.scoring import forfeit_round, score_round
from spades_cli.errors import SpadesError
from spades_cli.record.lines import split_by_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import Line

#: More than any round takes or brings: what lies beyond is no round.
_MOST_TRICKS, _MOST_POINTS = 104, 10**9


class SeatFigures(NamedTuple):
    """One seat's round; ``kept`` tells whether a nil was made, ``forfeited`` whether somebody gave the round up."""

    bid: Bid | None
    taken: int
    kept: bool
    forfeited: bool


class SideFigures(NamedTuple):
    """One side's round: points as recorded, bags gained before any penalty, whether it had a contract and was set."""

    points: int
    bags: int
    contract: bool
    is_set: bool


class RoundFigures(NamedTuple):
    """A round by seat and by side."""

    seats: dict[str, SeatFigures]
    sides: dict[str, SideFigures]


def read_round(rules: Rules, line: Line) -> RoundFigures:
    """The figures of a ``round`` line; ValueError says in words what it lacks."""
    try:
        return _read(rules, line)
    except KeyError as error:
        raise ValueError(f"no {error}") from None
    except (SpadesError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from None


def _read(rules: Rules, line: Line) -> RoundFigures:
    words, tricks = (split_by_seat(rules.seats, line[key]) for key in ("bids", "taken"))
    bids = [_parse_bid(words[seat]) if seat in words else None for seat in rules.seats]
    taken = [_number(int(tricks[seat]), 0, _MOST_TRICKS, "taken") for seat in rules.seats]
    quitter = line.get("forfeit")
    if quitter is None and None in bids and words:
        raise ValueError("a bid is missing")
    plain, none = _without_penalties(rules), dict.fromkeys(rules.sides, 0)
    if quitter is None:
        result = score_round(plain, bids, taken, none)
        loser = None
    else:
        place = rules.seats.index(quitter)
        result = forfeit_round(plain, bids, none, place, taken)
        loser = rules.side_of[place]
    seats = {}
    for seat, bid, count, side in zip(rules.seats, bids, taken, rules.side_of, strict=True):
        seats[seat] = SeatFigures(bid, count, count == 0 if loser is None else side != loser, loser is not None)
    sides = {}
    for side, places in rules.sides.items():
        contract = sum(bid.tricks for place in places if (bid := bids[place])) > 0
        points = _number(line["points"][side], -_MOST_POINTS, _MOST_POINTS, "points")
        sides[side] = SideFigures(points, result.bags[side], contract, side in result.sets)
    return RoundFigures(seats, sides)


def _number(value: Any, low: int, high: int, name: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise ValueError(f"{name} is not a number that can be")


_parse_bid = lru_cache(maxsize=256)(Bid.parse)


@lru_cache(maxsize=64)
def _without_penalties(rules: Rules) -> Rules:
    """The same rules with a bag limit that no round reaches, so that scoring leaves the bags gained."""
    return replace(rules, bags=replace(rules.bags, limit=BIG)) if rules.bags.limit else rules


class RulesCache:
    """Rules of game lines, built once for all games under the same rules."""

    def __init__(self, size: int = 64) -> None:
        self._size = size
        self._known: dict[str, tuple[Mapping[str, Any], Rules]] = {}

    def get(self, header: Line) -> Rules:
        """The rules of a game line; RulesError for what are no rules."""
        from spades_cli.variants import rules_from_dict

        key, resolved = str(header["rules"].get("sha256")), header["rules"]["resolved"]
        known = self._known.get(key)
        # An edited record may say one hash of two rule sets.
        if known and known[0] == resolved:
            return known[1]
        if len(self._known) >= self._size:
            self._known.clear()
        rules = rules_from_dict(resolved)
        self._known[key] = resolved, rules
        return rules
