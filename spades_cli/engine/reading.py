"""What a value or text offered to a round means there, and why it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine import play
from spades_cli.engine.actions import NIL, Action, Answer, Bid, Give, parse_action, parse_answer
from spades_cli.engine.cards import Card, parse_card
from spades_cli.errors import IllegalAction, InvalidAction

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli.engine.round import Round


def read_action(deal: Round, offered: Action | str) -> Action:
    """The action that a value or text is in this round's phase.

    Raises InvalidAction for what is no action at all, IllegalAction for one that belongs to another phase.
    """
    action = offered
    if isinstance(offered, str) and not isinstance(offered, (Card, Answer)):
        action = _parse(deal, offered)
    if not isinstance(action, (Card, Bid, Answer, Give)):
        raise InvalidAction(f"{offered!r} is not an action")
    kinds, wanted = _WANTED[deal.phase]
    if not isinstance(action, kinds):
        raise IllegalAction(action, wanted, deal.legal())
    if action == _ZERO and deal.rules.bidding.zero == "nil" and _ZERO not in deal.legal():
        return NIL
    return action


def read_card(deal: Round, offered: Action | str) -> Card:
    """The legal card that ``offered`` means, equal cards of two packs being one; refusals as in ``read_action``."""
    card = read_action(deal, offered)
    legal = deal.legal()
    if isinstance(card, Card) and card in legal:
        return card
    reason = play.why_illegal(deal.rules, deal.trick_state(), card) if isinstance(card, Card) else "play a card now"
    raise IllegalAction(card, reason, legal)


_WANTED: dict[str, tuple[tuple[type, ...], str]] = {
    "draft": ((Answer,), "keep or decline the card first"),
    "blind": ((Answer, Bid), "look, or bid blind"),
    "exchange": ((Give,), "cards are given now"),
    "bid": ((Bid,), "it is time to bid"),
    "play": ((Card,), "play a card now"),
    "over": ((), "the round is over"),
}
_ZERO = Bid(0)


def _parse_blind(text: str) -> Action:
    try:
        return parse_answer(text)
    except InvalidAction:
        return Bid.parse(text)


_READERS: dict[str, Callable[[str], Action]] = {
    "draft": parse_answer,
    "blind": _parse_blind,
    "exchange": Give.parse,
    "bid": Bid.parse,
    "play": parse_card,
}


def _parse(deal: Round, text: str) -> Action:
    """Read the text as this phase expects it, or as any action, which is then refused in words."""
    try:
        return _READERS.get(deal.phase, parse_action)(text)
    except InvalidAction as refused:
        try:
            return parse_action(text)
        except InvalidAction:
            raise refused from None
