"""Recorded rounds as PBN games, for the programs of the bridge world.

PBN knows four seats, one pack without jokers, bridge bids and a contract. The cards fit; the bids stand as notes and in
tags of our own. ``Contract`` is ``1S`` by the seat whose left hand led, which says nothing but that spades are trumps:
programs need it to see who won a trick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spades_cli.record import lines
from spades_cli.record.deals import format_deal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.engine.cards import Card
    from spades_cli.engine.round import Round
    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import GameRecord
    from spades_cli.record.steps import PlayedRound

_NAMES = {"W": "West", "N": "North", "E": "East", "S": "South"}
#: The standard ends a line at 255 characters.
_LONGEST = 200


def why_no_pbn(rules: Rules) -> str:
    """Why PBN cannot hold rounds under these rules, or nothing."""
    if len(rules.seats) != 4:
        return f"PBN has four seats, not {len(rules.seats)}"
    if rules.deal.method == "draft":
        return "PBN has no drafts"
    if rules.pack.doubled:
        return "PBN has one pack, in which no two cards are equal"
    if any(joker in rules.pack.copies for joker in ("BJ", "LJ")):
        return "PBN has no jokers"
    return ""


def pbn_lines(
    game: GameRecord, rules: Rules, played: PlayedRound, board: int, seat: str | None = None
) -> Iterator[str]:
    """One round as a PBN game, with a blank line behind it; ``seat`` shows the cards of one hand only."""
    deal = played.at(len(played.acts))
    leader = _first_leader(deal) if any(act.phase == "play" for act in played.acts) else None
    players = game.header["players"]
    yield _tag("Event", f"Spades, {rules.name}")
    yield _tag("Site", "?")
    yield _tag("Date", "????.??.??")
    yield _tag("Board", board)
    yield from (_tag(name, players.get(short, "?")) for short, name in _NAMES.items())
    yield _tag("Dealer", played.start.dealer)
    yield _tag("Vulnerable", "None")
    yield _tag("Deal", _format_hands(_hands_played(played), seat))
    yield _tag("Scoring", "None")
    yield from _contract(rules, deal, leader, complete=_is_played_out(deal))
    yield from _own_tags(game, played, deal, seat)
    yield from _auction(rules, deal)
    if leader is not None:
        yield from _plays(rules.seats, deal, leader, complete=_is_played_out(deal))
    yield ""


def _tag(name: str, value: object) -> str:
    text = str(value).replace("\\", "/").replace('"', "'").encode("ascii", "replace").decode()
    return f'[{name} "{text[:_LONGEST]}"]'


def _format_hands(hands: Mapping[str, Sequence[Card]], seat: str | None) -> str:
    if seat is None:
        return format_deal(hands)
    first, _, texts = format_deal(hands).partition(":")
    shown = (text if name == seat else "-" for name, text in zip(hands, texts.split(" "), strict=True))
    return f"{first}:" + " ".join(shown)


def _hands_played(played: PlayedRound) -> dict[str, tuple[Card, ...]]:
    """The hands after all exchanges, so that every card is played from the hand that holds it."""
    deal = played.at(next((i for i, act in enumerate(played.acts) if act.phase == "play"), len(played.acts)))
    return {seat: deal.rules.pack.cards(deal.hands[place]) for place, seat in enumerate(deal.rules.seats)}


def _first_leader(deal: Round) -> int:
    return deal.tricks[0].leader if deal.tricks else deal.leader


def _is_played_out(deal: Round) -> bool:
    return len(deal.tricks) == deal.size


def _contract(rules: Rules, deal: Round, leader: int | None, *, complete: bool) -> Iterator[str]:
    if leader is None:
        yield from (_tag(name, "?") for name in ("Declarer", "Contract", "Result"))
        return
    declarer = (leader - 1) % 4
    yield _tag("Declarer", rules.seats[declarer])
    yield _tag("Contract", "1S")
    yield _tag("Result", deal.taken[declarer] + deal.taken[(declarer + 2) % 4] if complete else "?")


def _own_tags(game: GameRecord, played: PlayedRound, deal: Round, seat: str | None) -> Iterator[str]:
    """What PBN has no words for, as in the record."""
    line: dict[str, Any] = (
        lines.round_line(game.id, played.start, played.scored)
        if played.scored
        else {"bids": lines.format_bids(deal), "exchange": lines.list_gifts(deal)}
    )
    yield _tag("Game", game.id)
    yield _tag("Round", played.start.number)
    yield _tag("Rules", game.header["rules"].get("name"))
    yield _tag("Bids", line["bids"])
    if line.get("exchange"):
        yield _tag("Dealt", _format_hands(played.start.hands, seat))
        known = [gift for gift in line["exchange"] if seat in (None, gift["seat"], gift["to"])]
        yield _tag("Exchange", "; ".join(map(_format_gift, known)))
    if not played.scored:
        return
    yield _tag("Taken", line["taken"])
    if "forfeit" in line:
        yield _tag("Forfeit", line["forfeit"])
    for key in ("points", "bags", "score"):
        yield _tag(key.title(), " ".join(f"{side} {number}" for side, number in line[key].items()))


def _format_gift(gift: Mapping[str, Any]) -> str:
    return f"{gift['seat']}-{gift['to'] or 'away'} {gift['cards'] or 'none'}"


def _auction(rules: Rules, deal: Round) -> Iterator[str]:
    """The bids as notes to passes, since no bid of bridge means them."""
    bids = [(rules.seats[place], bid) for place in deal.order if (bid := deal.bids[place]) is not None]
    if not bids:
        return
    yield _tag("Auction", bids[0][0])
    yield " ".join(f"Pass ={number}=" for number in range(1, len(bids) + 1))
    for number, (seat, bid) in enumerate(bids, 1):
        yield _tag("Note", f"{number}:{seat} bids {bid}")


def _plays(seats: Sequence[str], deal: Round, leader: int, *, complete: bool) -> Iterator[str]:
    """A row per trick, the first leader's cards in the first column, suits before ranks."""
    yield _tag("Play", seats[leader])
    names = deal.rules.pack.names
    for first, cards in [*((trick.leader, trick.cards) for trick in deal.tricks), (deal.leader, tuple(deal.trick))]:
        if cards:
            row = {(first + i) % 4: names[card] for i, card in enumerate(cards)}
            places = ((leader + i) % 4 for i in range(4))
            yield " ".join(row[place].suit + row[place].rank if place in row else "- " for place in places).rstrip()
    if not complete:
        yield "*"
