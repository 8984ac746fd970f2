"""What the program says so that nobody has to read a manual: the first screen, and what may be typed now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.actions import BLIND_NIL
from spades_cli.ui.refusals import list_actions
from spades_cli.variants.explain_words import join

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View


def welcome_lines(rules: Rules, seats: Collection[str], *, saved: bool) -> Iterator[str]:
    """What is played, who you are, how bids and cards are typed, and the commands to know."""
    title, target = rules.variant.title, f"to {rules.match.target}"
    yield f"{title}{'' if title.endswith(f' {target}') else f', {target}'}. {_who(rules, list(seats))}"
    yield f"{_how_to_bid(rules)}; play QH, hq, queen of hearts, or q if only one queen fits."
    yield f"? helps, hint advises, undo takes back, quit leaves{' and keeps the match' * saved}."


def _how_to_bid(rules: Rules) -> str:
    if rules.bidding.mode in ("mirror", "hearts", "fixed"):
        return "Enter bids for you"
    return "Bid a number" + " or nil" * (rules.nil.allowed and rules.bidding.zero != "forbidden")


def _who(rules: Rules, seats: list[str]) -> str:
    """Your seat and partners; all your seats, if there are several."""
    if len(seats) != 1:
        return f"You play {join(seats)}." if seats else ""
    partners = _partners_of(rules, seats[0])
    verb = "are your partners" if len(partners) > 1 else "is your partner"
    return f"You are {seats[0]}" + (f"; {join(partners)} {verb}." if partners else ".")


def _partners_of(rules: Rules, seat: str) -> list[str]:
    """The other seats of a seat's side."""
    side = rules.sides[rules.side_of[rules.seats.index(seat)]]
    return [rules.seats[place] for place in side if rules.seats[place] != seat]


def teach_decision(view: View, *, first: bool) -> list[str]:
    """What may be typed at a decision; only what is special about it unless it is the ``first`` of its kind."""
    match view.phase:
        case "bid":
            return _teach_bid(view) if first or _is_special(view) else []
        case "blind":
            return [_teach_blind(view)]
        case "play" if first:
            only = len(view.legal) == 1
            return ["Only one card is legal: Enter plays it." if only else "Play one of the cards in brackets."]
        case "draft" if first:
            return ["keep (k) takes it; decline (d) throws it away."]
        case "exchange" if first:
            least = view.due.least if view.due else 0
            return ["Name the cards, as in 2C 3D" + ("; none gives nothing." if not least else ".")]
        case _:
            return []


def _is_special(view: View) -> bool:
    """Whether fewer bids are legal than nil and every number of tricks."""
    numbers = [action for action in view.legal if str(action).isdigit() and str(action) != "0"]
    return len(numbers) < view.tricks_in_round


def _teach_bid(view: View) -> list[str]:
    reason = f" ({why})" if (why := reason_of_mode(view.rules)) else ""
    only = "; Enter bids it" if len(view.legal) == 1 else ""
    return [f"You may bid {join(list_actions(view.legal), 'or')}{reason}{only}."]


def reason_of_mode(rules: Rules) -> str:
    """What limits the bids under this mode of bidding, in words; nothing where bids are free."""
    bidding = rules.bidding
    return {
        "mirror": "you bid your spades",
        "whiz": "nil or your spades",
        "hearts": "you bid your hearts",
        "fixed": f"everybody bids {bidding.number}",
        "n_or_nil": f"{bidding.number} or nil",
        "suicide": f"one partner bids nil, the other {bidding.suicide_min} or more",
    }.get(bidding.mode, "")


def _teach_blind(view: View) -> str:
    """How to look or to bid blind, and what that is worth."""
    rules = view.rules
    ways = ["look begins the draft" if rules.deal.method == "draft" else "look shows your cards"]
    if BLIND_NIL in view.legal:
        made, failed = rules.blind_nil.made, rules.blind_nil.failed
        ways.append(f"bn bids blind nil ({made} points made, minus {failed} failed)")
    if numbers := [action for action in view.legal[1:] if action != BLIND_NIL]:
        ways.append(
            f"{join(list_actions(numbers), 'or')} bids blind, for {rules.blind_bid.multiplier} times the points"
        )
    return f"{'; '.join(ways)}."
