"""One line of a score sheet, ``N2/3 E4/5 S1/3 W2/2``: what every seat bid and took."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.actions import NIL, Bid
from spades_cli.engine.bidding import why_never
from spades_cli.errors import InvalidAction

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules


class Entry(NamedTuple):
    """Bids and tricks by place; no bids (None) in a round that is not bid."""

    bids: tuple[Bid | None, ...]
    taken: tuple[int, ...]


def parse_entry(rules: Rules, text: str, *, unbid: bool = False) -> Entry:
    """Read a line; InvalidAction for one that does not say what every seat bid and took.

    Each seat is written ``N2/3``, ``N:2/3`` or ``N=2/3`` (its name set apart where names end with a digit), or all of
    them without names in seat order. A round that is not bid (``unbid``) has ``N3`` or ``N-/3``.
    """
    hint = describe_line(rules, unbid=unbid)
    try:
        found = _parse_seats(rules, text, unbid=unbid)
    except InvalidAction as error:
        raise InvalidAction(str(error), hint=hint) from None
    missing = [seat for seat in rules.seats if seat not in found]
    if missing:
        raise InvalidAction(f"{' '.join(missing)} missing", hint=hint)
    values = [found[seat] for seat in rules.seats]
    return Entry(tuple(bid for bid, _ in values), tuple(taken for _, taken in values))


def describe_line(rules: Rules, *, unbid: bool = False) -> str:
    """How a line looks at this table: ``write bid/tricks of every seat, as in N3/4 E3/3 S3/3 W3/3``."""
    share, more = divmod(rules.hand_size, len(rules.seats))
    colon = ":" if rules.seats[0][-1].isdigit() else ""
    bid = "" if unbid else f"{share}/"
    seats = [f"{seat}{colon}{bid}{share + (i < more)}" for i, seat in enumerate(rules.seats)]
    return f"write {'the tricks' if unbid else 'bid/tricks'} of every seat, as in {' '.join(seats)}"


def _parse_seats(rules: Rules, text: str, *, unbid: bool) -> dict[str, tuple[Bid | None, int]]:
    found: dict[str, tuple[Bid | None, int]] = {}
    parts = [(token, *_split_seat(rules, token)) for token in _tokens(rules, text)]
    named = [seat for _, seat, _ in parts if seat]
    if named and len(named) < len(parts):
        raise InvalidAction("name every seat or none of them")
    if len(parts) > len(rules.seats):
        raise InvalidAction(f"{len(parts)} values for {len(rules.seats)} seats")
    for (token, _, value), seat in zip(parts, named or rules.seats, strict=False):
        if seat in found:
            raise InvalidAction(f"{seat} stands there twice")
        found[seat] = _parse_value(rules, token, value, unbid=unbid)
    return found


def _tokens(rules: Rules, text: str) -> list[str]:
    """The line's parts, one a seat; a seat's name standing alone belongs to what follows it."""
    words = re.sub(r"\s*([:=]|/(?=\s*[0-9]))\s*", r"\1", text).replace(",", " ").replace(";", " ").split()
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
    seat, value = (apart[1].upper(), apart[2]) if apart else (token[0].upper(), token[1:])
    if not apart and (not token[0].isalpha() or _is_bid(token.partition("/")[0])):
        return "", token
    if seat not in rules.seats:
        raise InvalidAction(f"{token!r} does not begin with a seat; seats are {' '.join(rules.seats)}")
    return seat, value


def _is_bid(text: str) -> bool:
    try:
        Bid.parse(text)
    except InvalidAction:
        return False
    return True


def _parse_value(rules: Rules, token: str, value: str, *, unbid: bool) -> tuple[Bid | None, int]:
    bid, slash, tricks = value.rpartition("/")
    if not re.fullmatch("[0-9]{1,3}", tricks):
        raise InvalidAction(f"{token!r} does not end with the tricks taken")
    if unbid:
        if bid not in ("", "-"):
            raise InvalidAction(f"{token!r}: this round is not bid")
        return None, int(tricks)
    if not slash:
        raise InvalidAction(f"{token!r} is not bid/tricks")
    if not _is_bid(bid):
        raise InvalidAction(f"{token!r}: {bid!r} is not a bid")
    return _read_zero(rules, Bid.parse(bid)), int(tricks)


def _read_zero(rules: Rules, bid: Bid) -> Bid:
    """A bid of 0 is nil where the rules say so."""
    plain = bid != Bid(0) or rules.bidding.zero != "nil" or not why_never(rules, bid, rules.hand_size)
    return bid if plain else NIL
