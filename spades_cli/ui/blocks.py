"""The lines that make up the block before a decision, from a view and a style."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.exchange import span
from spades_cli.ui.trick import best_played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View
    from spades_cli.ui.style import Style

_TITLES = {"bid": "bidding", "blind": "blind bids", "draft": "draft", "exchange": "exchange", "over": "over"}


def title(view: View, style: Style) -> str:
    """Where the match stands: ``Round 1 · trick 4 · spades not broken``."""
    if view.phase == "play":
        part = trick_parts(view.rules, len(view.tricks) + 1, view.broken)
    else:
        part = phase_parts(view.phase, draft_turn(view), view.tricks_in_round)
    return f" {style.dot} ".join([name_round(view.rules, view.number), *part])


def name_round(rules: Rules, number: int) -> str:
    """``Round 3``, or ``Round 3 of 8`` where the match has a last one."""
    most = rules.match.max_rounds
    return f"Round {number}" + f" of {most}" * bool(most)


def trick_parts(rules: Rules, number: int, broken: bool) -> list[str]:
    """The trick, and whether spades are broken where that matters."""
    spades = [f"spades {'' if broken else 'not '}broken"] if broken or rules.play.lead_spades != "any" else []
    return [f"trick {number}", *spades]


def phase_parts(phase: str, turn: int, turns: int) -> list[str]:
    """What is done before the play; in a draft, with the turn."""
    return [_TITLES[phase] + (f", turn {turn} of {turns}" if phase == "draft" else "")]


def draft_turn(view: View) -> int:
    """Which of its turns in the draft the seat has now, from 1."""
    return sum(seat == view.seat for seat, _ in view.answers) + 1


def seat_line(view: View, seat: str, style: Style) -> str:
    """A seat's bid, tricks, card on the table, and what to know of it: ``E  bid 4   took 2   3♥  led``."""
    bid = view.bids.get(seat)
    deals = seat == view.dealer and view.phase != "play" and view.rules.deal.method != "draft"
    told = f"bid {bid}" if bid else "deals" * deals
    took = f"took {view.taken[seat]}" if view.phase == "play" else ""
    table = next((style.card(card) for player, card in view.trick if player == seat), "")
    return f"  {seat:<2} {told:<7} {took:<7}  {table}  {', '.join(_marks(view, seat, style))}".rstrip()


def _marks(view: View, seat: str, style: Style) -> Iterator[str]:
    if view.trick and view.trick[0].seat == seat:
        yield "led"
    best = best_played(view)
    if best and best[0] == seat and len(view.trick) > 1:
        yield "best"
    if seat == view.seat:
        yield f"{style.back} you"
    elif seat in view.partners:
        yield "partner"


def gift_lines(view: View, style: Style) -> Iterator[str]:
    """The exchanges of this round, until its first trick is over; cards are shown to those concerned."""
    for gift in view.gifts if not view.tricks else ():
        cards = style.cards(gift.cards) or span(gift.size, gift.size)
        yield gift_line(gift.giver, gift.receiver, cards, style.cards(gift.drawn))


def gift_line(giver: str, receiver: str | None, cards: str, drawn: str) -> str:
    """An exchange, its cards in words: ``N gave 3♥ to S``, ``E gave 2 cards away, drew 4♣``."""
    return f"  {giver} gave {cards} {f'to {receiver}' if receiver else 'away'}" + (f", drew {drawn}" if drawn else "")


def describe_due(view: View) -> str:
    """The cards that the seat gives or throws away now, and what comes back."""
    due = view.due
    if due is None:
        return ""
    count = span(due.least, due.most)
    if due.receiver:
        return f"give {count} to {due.receiver}"
    own = view.bids.get(view.seat)
    draws = own is not None and own.blind and view.rules.blind_nil.exchange == "discards"
    return f"throw away {count}" + "; as many come back from the discard pile" * draws
