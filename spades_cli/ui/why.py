"""Why an action is not legal now, or that it is: the answer to ``why``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.actions import Bid, Give
from spades_cli.engine.bidding import why_never, why_not
from spades_cli.engine.cards import Card
from spades_cli.engine.play import TrickState, why_illegal
from spades_cli.errors import ActionError, IllegalAction, InvalidAction
from spades_cli.ui.commands import Command, CommandMisuse
from spades_cli.ui.grammar import parse_line
from spades_cli.ui.lessons import reason_of_mode
from spades_cli.ui.refusals import list_actions
from spades_cli.ui.trick import best_played
from spades_cli.variants.explain_words import join

if TYPE_CHECKING:
    from spades_cli.engine.actions import Action
    from spades_cli.engine.view import View


_MISUSE = CommandMisuse("why takes one card or bid, as in why QH, or why nil")


def explain_why(text: str, view: View) -> ActionError | str:
    """The refusal that an action would meet, or a sentence that it is legal.

    Nothing is legal by itself: without ``text`` the answer is what is legal now, and by which rule.
    """
    if not text:
        return _what_is_legal(view)
    try:
        action = parse_line(text, view)
    except ActionError as error:
        is_odd = isinstance(error, InvalidAction) and " " in text and not error.hint.endswith("?")
        return _MISUSE if is_odd else error
    if action is None or isinstance(action, Command):
        return _MISUSE
    return judge(action, view)


def judge(action: Action, view: View) -> ActionError | str:
    """The refusal of an action that was read, or that it is legal."""
    if action == Bid(0) and view.rules.bidding.zero == "nil" and Bid(0) not in view.legal:
        action = Bid(0, nil=True)
    if action in view.legal:
        return f"{_name(action)} is legal."
    reason = _reason(action, view)
    return IllegalAction(action, reason, view.hand if view.phase == "exchange" else view.legal)


def _name(action: Action) -> str:
    return f"a bid of {action}" if isinstance(action, Bid) and not action.nil else str(action)


def _reason(action: Action, view: View) -> str:
    match view.phase, action:
        case "play", Card():
            return why_illegal(view.rules, _trick_state(view), action)
        case "bid" | "blind", Bid():
            return _why_no_bid(action, view)
        case "exchange", Give():
            return _why_no_gift(action, view)
        case phase, _:
            return _WANTED[phase]


_WANTED = {
    "play": "cards are played now",
    "bid": "bids are made now",
    "blind": "it is time to look, or to bid blind",
    "draft": "it is time to keep or decline the card drawn",
    "exchange": "cards are given now",
}


def _trick_state(view: View) -> TrickState:
    """What decides the legal cards, as far as it shows in a view: all of it."""
    deck, best = view.deck, best_played(view)
    led = deck.suit_mask(view.led) if view.led else 0
    return TrickState(deck.mask(view.hand), led, deck.copies[best[1]] if best else 0, view.broken, not view.tricks)


def _why_no_bid(bid: Bid, view: View) -> str:
    rules, size = view.rules, view.tricks_in_round
    if view.phase == "blind" and not bid.blind:
        return "look at your cards first, or bid blind"
    bids = [bid if seat == view.seat else view.bids.get(seat) for seat in rules.seats]
    place = rules.seats.index(view.seat)
    if reason := why_never(rules, bid, size) or why_not(rules, bids, place, size):
        return reason
    if view.phase == "blind":
        return "you are not far enough behind to bid blind"
    if bid.blind:
        return "you have looked at your cards"
    return f"your hand does not allow it ({reason})" if (reason := reason_of_mode(rules)) else "it is not legal here"


def _why_no_gift(give: Give, view: View) -> str:
    missing = [card for card in give.cards if give.cards.count(card) > view.hand.count(card)]
    if missing:
        return f"you do not hold {missing[0]}" + (" that often" if missing[0] in view.hand else "")
    due = view.due
    return (
        f"give {due.least} to {due.most} cards" if due and due.least != due.most else f"give {due.most if due else 0}"
    )


def _what_is_legal(view: View) -> str:
    if len(view.legal) > 20:
        return "Too many choices to name."
    return f"Legal now: {join(list_actions(view.legal), 'or')}."
