"""What is legal in a position, by the engine's own functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine import exchange, play
from spades_cli.engine.actions import Answer
from spades_cli.engine.bidding import Holding, legal_bids, legal_blind
from spades_cli.engine.view import Due
from spades_cli.players.position_tricks import standing
from spades_cli.players.position_values import wrong

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.actions import Action, Bid
    from spades_cli.players.position_fields import Fields


def legal_actions(fields: Fields, *, broken: bool) -> tuple[Action, ...]:
    """The actions to choose from, but for an exchange, in the engine's order."""
    match fields.phase:
        case "draft":
            return (Answer.KEEP, Answer.DECLINE)
        case "blind":
            return (Answer.LOOK, *_blind_bids(fields))
        case "bid":
            pack, hand = fields.rules.pack, fields.rules.pack.mask(fields.hand)
            spades, hearts = ((hand & pack.suit_mask(suit)).bit_count() for suit in "SH")
            return legal_bids(fields.rules, _bids(fields), fields.place, Holding(fields.size, spades, hearts))
        case _:
            return _legal_cards(fields, broken)


def _blind_bids(fields: Fields) -> tuple[Bid, ...]:
    bids = legal_blind(fields.rules, _bids(fields), fields.place, fields.size, fields.by_side("score"))
    if not bids:
        raise wrong("type", f"{fields.seat} may not bid blind at this score, so there is nothing to choose")
    return bids


def _bids(fields: Fields) -> list[Bid | None]:
    return [fields.bids.get(seat) for seat in fields.rules.seats]


def _legal_cards(fields: Fields, broken: bool) -> tuple[Action, ...]:
    rules, pack = fields.rules, fields.rules.pack
    led, best, _ = standing(rules, [card for _, card in fields.trick])
    state = play.TrickState(pack.mask(fields.hand), led, best, broken, fields.finished == 0)
    return tuple(dict.fromkeys(pack.cards(play.legal_mask(rules, state))))


def find_due(fields: Fields, dealer: int) -> Due:
    """The cards to give: as told, or as the rules ask of this seat; ``dealer`` is the dealer's place."""
    if fields.due:
        return _check_due(fields, fields.due)
    due = next(_possible_dues(fields, dealer), None)
    if due is None:
        hint = 'say what is asked, as in {"least":1,"most":1,"to":"N"}'
        raise wrong("give", f"missing, and nothing else here asks {fields.seat} for cards", hint)
    return due


def _check_due(fields: Fields, due: Due) -> Due:
    """No more cards than the rules ever ask for, as every choice of them has to be listed."""
    rules = fields.rules
    spare = rules.pack.size - rules.table.players * rules.hand_size
    most = max(rules.nil.pass_, rules.blind_nil.exchange_max, spare)
    if due.most > most:
        raise wrong("give", f"nobody gives more than {most} cards under these rules")
    return due


def _possible_dues(fields: Fields, dealer: int) -> Iterator[Due]:
    """An answer to a gift, then the exchanges of the rules."""
    rules, seat = fields.rules, fields.seat
    for gift in fields.gifts:
        if gift["to"] == seat and not any(other["seat"] == seat for other in fields.gifts):
            yield Due(gift["size"], gift["size"], gift["seat"])
    # Of the other hands only the size counts.
    hands = [(1 << fields.size) - 1] * rules.table.players
    hands[fields.place] = rules.pack.mask(fields.hand)
    bids = _bids(fields)
    before, after = exchange.due_before_bids(rules, dealer, bids, hands), exchange.due_after_bids(rules, dealer, bids)
    for due in (*before, *after):
        if due.place == fields.place:
            yield Due(due.least, due.most, rules.seats[due.to] if due.to is not None else None)
