"""What was done in a recorded round, in words, as far as the viewers of a renderer may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.actions import Answer, Bid, Give
from spades_cli.engine.exchange import span
from spades_cli.ui.blocks import gift_line
from spades_cli.ui.words import describe_bid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.events import Acted
    from spades_cli.engine.round import Draw, Round
    from spades_cli.ui.render import Renderer


def describe_act(act: Acted, draw: Draw | None, renderer: Renderer) -> str:
    """A decision without its seat: ``plays 4♥``, ``keeps 9♣, QD goes``; ``draw`` is its turn of the draft."""
    action = act.action
    if isinstance(action, Bid):
        return f"bids {describe_bid(action)}"
    if isinstance(action, Give):
        return f"gives {renderer.given(act.seat, action)}"
    if action == Answer.LOOK:
        return "looks at the cards"
    if isinstance(action, Answer):
        return _describe_draw(act.seat, draw, renderer, keeps=action == Answer.KEEP)
    return f"plays {renderer.style.card(action)}"


def _describe_draw(seat: str, draw: Draw | None, renderer: Renderer, *, keeps: bool) -> str:
    """A turn of the draft, with the cards that may be seen: one's own, and those that go face up."""
    if draw is None:
        return "keeps" if keeps else "declines"
    names, mine = renderer.rules.pack.names, renderer.sees(seat)
    kept, gone = (renderer.style.card(names[card]) for card in (draw.kept, draw.gone))
    seen = not renderer.viewers or renderer.shows_gone(mine=mine, keeps=keeps)
    if keeps:
        return f"keeps {kept if mine else 'the card'}" + f"; {gone} goes" * seen
    return f"declines {gone if seen else 'the card'} and takes {kept if mine else 'the next'}"


def exchange_lines(deal: Round, renderer: Renderer) -> Iterator[str]:
    """The exchanges of a round, until its first trick is over."""
    pack, seats, style = deal.rules.pack, deal.rules.seats, renderer.style
    for gift in deal.gifts if not deal.tricks else ():
        giver, to = seats[gift.place], seats[gift.to] if gift.to is not None else None
        known = renderer.sees(giver) or (to is not None and renderer.sees(to))
        count = gift.cards.bit_count()
        cards = style.cards(pack.cards(gift.cards)) if known and count else span(count, count)
        yield gift_line(giver, to, cards, style.cards(pack.cards(gift.drawn)) if renderer.sees(giver) else "")
