"""One line of a score sheet, ``N2/3 E4/5 S1/3 W2/2``: what every seat bid and took."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.actions import NIL, Bid
from spades_cli.engine.bidding import why_never
from spades_cli.engine.seats import find_place
from spades_cli.errors import InvalidAction

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules


class Entry(NamedTuple):
    """Bids and tricks by place; no bids (None) in a round that is not bid."""

    bids: tuple[Bid | None, ...]
    taken: tuple[int, ...]


def parse_entry(rules: Rules, text: str, *, unbid: bool = False) -> Entry:
    """Read a line; InvalidAction for one that does not say what every seat bid and took.

    Each seat is written ``N2/3``, ``N:2/3`` or ``N=2/3`` (its name apart from the bid where names end with a digit),
    or without names in seat order. A round that is not bid (``unbid``) has ``N3`` or ``N-/3``.
    """
    found: dict[int, tuple[Bid | None, int]] = {}
    tokens = _tokens(rules, text)
    named = [_split_seat(rules, token) for token in tokens]
    if any(seat for seat, _ in named) and not all(seat for seat, _ in named):
        raise InvalidAction("name every seat or none of them", hint=describe_line(rules, unbid=unbid))
    for i, (seat, value) in enumerate(named):
        place = find_place(rules.seats, seat) if seat else i
        if place in found:
            raise InvalidAction(f"{seat} stands there twice")
        found[place] = _parse_value(rules, tokens[i], value, unbid=unbid)
    missing = [seat for place, seat in enumerate(rules.seats) if place not in found]
    if missing or len(found) > len(rules.seats):
        count = f"{len(found)} of {len(rules.seats)} seats" if missing else f"{len(found)} values"
        lacking = f": {' '.join(missing)} missing" if missing else f" for {len(rules.seats)} seats"
        raise InvalidAction(count + lacking, hint=describe_line(rules, unbid=unbid))
    values = [found[place] for place in range(len(rules.seats))]
    return Entry(tuple(bid for bid, _ in values), tuple(taken for _, taken in values))


def describe_line(rules: Rules, *, unbid: bool = False) -> str:
    """An example of a line for this table."""
    share, more = divmod(rules.hand_size, len(rules.seats))
    tricks = [share + (i < more) for i in range(len(rules.seats))]
    colon = "" if rules.seats[0].isalpha() else ":"
    told = [f"{seat}{colon or ('' if not unbid else '')}{'' if unbid else f'{share}/'}{count}" for seat, count in zip(rules.seats, tricks, strict=True)]
    return f"write {'tricks' if unbid else 'bid/tricks'} of every seat: {' '.join(told)}"


def _tokens(rules: Rules, text: str) -> list[str]:
    """The line's parts, one a seat; a seat's name standing alone belongs to what follows it."""
    words = re.sub(r"\s*([/:=])\s*", r"\1", text).replace(",", " ").replace(";", " ").split()
    tokens: list[str] = []
    for word in words:
        if tokens and tokens[-1].upper() in rules.seats:
            tokens[-1] += f":{word}"
        else:
            tokens.append(word)
    return tokens


def _split_seat(rules: Rules, token: str) -> tuple[str, str]:
    """The seat's name, empty if there is none, and the rest."""
    apart = re.fullmatch(r"([A-Za-z]\w*)[:=](.*)", token, re.ASCII)
    if apart:
        return apart[1].upper(), apart[2]
    first = token[:1].upper()
    if first in rules.seats and not _is_bid(token.partition("/")[0]):
        return first, token[1:]
    return "", token


def _is_bid(text: str) -> bool:
    try:
        Bid.parse(text)
    except InvalidAction:
        return False
    return True


def _parse_value(rules: Rules, token: str, value: str, *, unbid: bool) -> tuple[Bid | None, int]:
    bid, slash, tricks = value.rpartition("/")
    if not re.fullmatch("[0-9]{1,3}", tricks):
        raise InvalidAction(f"{token!r} does not say how many tricks were taken", hint=describe_line(rules, unbid=unbid))
    if unbid:
        if bid not in ("", "-"):
            raise InvalidAction(f"{token!r}: this round is not bid", hint=describe_line(rules, unbid=True))
        return None, int(tricks)
    if not slash:
        raise InvalidAction(f"{token!r} is not bid/tricks", hint=describe_line(rules))
    try:
        return _read_zero(rules, Bid.parse(bid)), int(tricks)
    except InvalidAction:
        raise InvalidAction(f"{token!r}: {bid!r} is not a bid", hint=describe_line(rules)) from None


def _read_zero(rules: Rules, bid: Bid) -> Bid:
    """A bid of 0 is nil where the rules say so."""
    plain = bid != Bid(0) or rules.bidding.zero != "nil" or not why_never(rules, bid, rules.hand_size)
    return bid if plain else NIL
