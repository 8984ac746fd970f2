"""What the commands of the prompt say that ask for nothing but the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.ui.commands import COMMANDS
from spades_cli.ui.refusals import refusal
from spades_cli.ui.why import explain_why
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.view import View
    from spades_cli.ui.commands import Command
    from spades_cli.ui.render import Renderer


def answer(command: Command, view: View, renderer: Renderer) -> Iterator[str]:
    """The lines of an answer, as long as the renderer's terminal wants them."""
    yield from renderer.fit(_answer(command, view, renderer))


def _answer(command: Command, view: View, renderer: Renderer) -> Iterator[str]:
    match command.name:
        case "help":
            yield from _help(view, renderer)
        case "table":
            yield from renderer.block(view)
        case "score":
            yield from _score(view, renderer)
        case "last":
            yield renderer.finished_trick(view.tricks[-1]) if view.tricks else "no trick is finished yet"
        case "tricks":
            yield from _tricks(view, renderer)
        case "bids":
            yield from _bids(view, renderer)
        case "rules":
            yield from _rules(view, renderer, every=command.text == "all")
        case "why":
            found = explain_why(command.text, view)
            yield renderer.word(found) if isinstance(found, str) else refusal(renderer.reword(found))


def _help(view: View, renderer: Renderer) -> Iterator[str]:
    yield {
        "play": "Play a card: QH, hq, queen of hearts; or a rank or suit if only one fits. Enter plays the only one.",
        "bid": "Bid a number of tricks, or nil. Enter bids the only legal one.",
        "blind": "look shows your cards; bn bids blind nil, b6 a blind six, where the rules allow them.",
        "draft": "keep (k) takes the card; decline (d) throws it away for the next one unseen.",
        "exchange": "Name the cards to give: 2C 3D; none gives nothing where that is allowed.",
    }[view.phase]
    if view.phase == "play" and renderer.legend:
        yield renderer.legend
    for name, meaning in COMMANDS.items():
        yield from renderer.entry(name, meaning)


def _score(view: View, renderer: Renderer) -> Iterator[str]:
    match, bags = view.rules.match, view.rules.bags
    yield renderer.standing(view)
    if bags.limit:
        cost = f"give every other side {bags.penalty}" if bags.to == "opponents" else f"cost {bags.penalty}"
        yield f"  every {bags.limit} bags {cost} points"
    if match.max_sets:
        sets = renderer.sheet.count_sets(view.number)
        told = f": {', '.join(f'{side} {count}' for side, count in sets.items())} so far" if sets else ""
        yield f"  {count_of(match.max_sets, 'set')} lose the match{told}"
    if match.lose_at:
        yield f"  {match.lose_at} loses the match"
    if match.max_rounds:
        yield f"  round {view.number} of {match.max_rounds}"


def _tricks(view: View, renderer: Renderer) -> Iterator[str]:
    for number, trick in enumerate(view.tricks, 1):
        yield renderer.numbered(number, renderer.finished_trick(trick))
    if view.trick:
        yield renderer.numbered(len(view.tricks) + 1, renderer.trick(view.trick))
    elif not view.tricks:
        yield "no trick is finished yet"


def _bids(view: View, renderer: Renderer) -> Iterator[str]:
    if not view.bids and view.phase != "play":
        yield "no bids yet"
    elif view.bids:
        yield from renderer.bids(view)
    yield from renderer.needs(view)


def _rules(view: View, renderer: Renderer, *, every: bool) -> Iterator[str]:
    """The rules as numbered sentences: those that differ from standard, or ``every`` one of them."""
    from spades_cli.engine.rules import Rules
    from spades_cli.variants.explain import explain

    usual = set(explain(Rules()))
    sentences = [(number, text) for number, text in enumerate(explain(view.rules), 1) if every or text not in usual]
    yield f"{view.rules.name}: {view.rules.variant.title}"
    if sentences:
        yield from renderer.fit((f"{f'{number}.':<4}{text}" for number, text in sentences), hang=4)
    else:
        yield "  the standard rules"
    if not every:
        yield "rules all tells every rule of this match."
