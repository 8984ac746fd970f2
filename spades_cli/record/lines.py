"""The lines of a match record: what each one holds, from the events of a match.

``game`` (header), ``deal``, one line per action while a round lasts, ``round`` when it ends, and ``end``. Every line
carries the game's id ``g``. Fields that follow from others (``taken``, ``points`` ...) are there for other programs,
and checked by ``replay --verify``.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from spades_cli.engine.cards import format_cards
from spades_cli.engine.match import GUARD, first_dealer
from spades_cli.record.deals import format_deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spades_cli.engine.events import Acted, Dealt, Faulted, MatchEnded, RoundScored, TrickTaken
    from spades_cli.engine.match import Match
    from spades_cli.engine.round import Round
    from spades_cli.engine.rules import Rules

#: Changes only when old readers could misread a record.
VERSION = 1

Line = dict[str, Any]


def game_id(match: Match) -> str:
    """The id of a game: its seed and its number under that seed."""
    return f"{match.seed}-{match.game}"


def game_line(match: Match, players: Mapping[str, str], plugins: Mapping[str, str]) -> Line:
    """The header of a match before its first round: resolved rules and their hash, who plays, the seed, and versions.

    The first dealer stands there only if it is not the one that rules and seed give.
    """
    guard: Line = {} if match.guard == GUARD else {"guard": match.guard}
    if match.dealer != first_dealer(match.rules, match.seed, match.game):
        guard["dealer"] = match.dealer
    return {
        "t": "game",
        "v": VERSION,
        "g": game_id(match),
        "rules": _describe_rules(match.rules),
        "players": dict(players),
        "seed": match.seed,
        "game": match.game,
        **guard,
        "app": f"spades-cli {_version()}",
        "plugins": dict(plugins),
    }


@lru_cache(maxsize=64)
def _describe_rules(rules: Rules) -> Line:
    """The rules part of a header; the same object for the same rules, so it must not be changed."""
    from spades_cli.variants import rules_hash, rules_to_dict

    return {"name": rules.name, "sha256": rules_hash(rules), "resolved": rules_to_dict(rules)}


@lru_cache(maxsize=1)
def _version() -> str:
    return version("spades-cli")


def deal_line(game: str, event: Dealt) -> Line:
    """The cards of a round, and who deals."""
    line: Line = {"t": "deal", "g": game, "n": event.number, "dealer": event.dealer, **_cards(event)}
    return line


def _cards(event: Dealt) -> Line:
    cards: Line = {}
    if event.pack:
        cards["pack"] = format_cards(event.pack)
    elif event.hands:
        cards["deal"] = format_deal(event.hands)
    if event.given:
        cards["given"] = True
    if event.misdeals:
        cards["misdeals"] = event.misdeals
    return cards


def action_line(game: str, event: Acted) -> Line:
    """One decision."""
    return {"t": event.phase, "g": game, "n": event.number, "seat": event.seat, "action": str(event.action)}


def trick_line(game: str, event: TrickTaken) -> Line:
    """A finished trick; in streams only, since it follows from the plays."""
    cards = format_cards(card for _, card in event.cards)
    leader = event.cards[0].seat
    return {
        "t": "trick", "g": game, "n": event.number, "trick": event.trick, "leader": leader, "cards": cards,
        "winner": event.winner,
    }  # fmt: skip


def fault_line(game: str, event: Faulted) -> Line:
    """A refused answer of a strategy and what the table did about it."""
    return {
        "t": "fault", "g": game, "n": event.number, "seat": event.seat, "kind": event.kind, "answer": event.answer,
        "detail": event.detail, "remedy": event.remedy,
    }  # fmt: skip


def round_line(game: str, start: Dealt, event: RoundScored) -> Line:
    """A whole round in one line."""
    deal, result = event.deal, event.result
    seats = deal.rules.seats
    line: Line = {"t": "round", "g": game, "n": event.number, "dealer": start.dealer, **_cards(start)}
    if deal.draws:
        line["draft"] = "".join(draw.answer[0] for draw in deal.draws)
    line["bids"] = format_bids(deal)
    if deal.gifts:
        line["exchange"] = list_gifts(deal)
    line["plays"] = format_cards(deal.rules.pack.names[card] for card in played(deal))
    line["taken"] = _by_seat(seats, result.taken.items())
    if result.forfeited:
        line["forfeit"] = result.forfeited
    line |= {"points": dict(result.points), "bags": dict(result.bags), "score": dict(event.scores)}
    return line


def format_bids(deal: Round) -> str:
    """The bids so far in their order: ``N2 E4 S1 W2``."""
    bids = ((deal.rules.seats[place], deal.bids[place]) for place in deal.order)
    return _by_seat(deal.rules.seats, ((seat, str(bid)) for seat, bid in bids if bid is not None))


def end_line(game: str, event: MatchEnded) -> Line:
    """How the match ended."""
    return {
        "t": "end", "g": game, "winner": event.winner, "score": dict(event.scores), "reason": event.reason,
        "rounds": event.rounds,
    }  # fmt: skip


def played(deal: Round) -> list[int]:
    """Every card played so far, in order, as bits."""
    return [card for trick in deal.tricks for card in trick.cards] + deal.trick


def _by_seat(seats: Iterable[str], items: Iterable[tuple[str, object]]) -> str:
    """``N2 E4 S1 W2``, or ``P1:2 P2:nil`` where seats end in digits."""
    colon = "" if all(len(seat) == 1 for seat in seats) else ":"
    return " ".join(f"{seat}{colon}{value}" for seat, value in items)


def split_by_seat(seats: Iterable[str], text: str) -> dict[str, str]:
    """The inverse: what stands behind each seat's name."""
    pairs = (word.partition(":")[::2] if ":" in word else (word[:1], word[1:]) for word in text.split())
    names = set(seats)
    return {seat: value for seat, value in pairs if seat in names}


def seat_order(seat: str) -> int:
    """Where a seat stands in the order of its table, from its name alone."""
    return "NESW".find(seat) if seat in "NESW" else 4 + int(seat[1:])


def list_gifts(deal: Round) -> list[Line]:
    """The exchanges so far: ``seat``, ``to``, ``cards``, and ``drew`` where cards came from the discard pile."""
    names, found = deal.rules.seats, []
    for gift in deal.gifts:
        line: Line = {
            "seat": names[gift.place],
            "to": names[gift.to] if gift.to is not None else None,
            "cards": format_cards(deal.rules.pack.cards(gift.cards)),
        }
        if gift.drawn:
            line["drew"] = format_cards(deal.rules.pack.cards(gift.drawn))
        found.append(line)
    return found
