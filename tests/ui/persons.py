"""Scripted persons for the prompt: a table at which every seat types its decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spades_cli import Bid, Card, Give, Round
from spades_cli.engine.actions import Answer
from spades_cli.engine.events import Event, RoundScored, advance, describe_deal
from spades_cli.players.strategy import Choice
from spades_cli.ui.lines import ScriptLine
from spades_cli.ui.typed import Script, TypedPlayer
from spades_cli.variants.explain_words import name_card

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from spades_cli import Action, View
    from spades_cli.ui.render import Renderer


class Desk:
    """Advises the first legal actions, saves nowhere, and lets everything be undone that follows a trick."""

    def __init__(self, choices: list[Choice] | None = None, refuses_undo: str = "") -> None:
        self.choices, self.refuses_undo = choices, refuses_undo
        self.saved: list[str] = []

    def advise(self, view: View) -> list[Choice]:
        return self.choices or [Choice(action) for action in view.legal[:3]]

    def save(self, name: str) -> str:
        self.saved.append(name)
        return f"the match is in {name or 'its place'}"

    def check_undo(self, view: View) -> str:
        return self.refuses_undo


def spell(action: Action, number: int) -> str:
    """One of the ways in which a person types an action; the number chooses."""
    match action:
        case Card():
            return [str(action), action.lower(), f"play {action}", name_card(action)][number % 4]
        case Bid() if not action.nil and not action.blind:
            return [str(action), f"bid {action}"][number % 2]
        case Give():
            return f"give {' and '.join(name_card(card) for card in action.cards)}" if action.cards else "none"
        case Answer():
            return {"keep": "k", "decline": "d", "look": "look"}[str(action)]
        case _:
            return str(action)


@dataclass
class Table:
    """A round at which every seat is typed; ``choose`` picks the actions, ``lines`` is what everybody saw."""

    deal: Round
    make_renderer: Callable[[str], Renderer]
    choose: Callable[[View], Action]
    lines: dict[str, list[str]] = field(default_factory=dict)
    asked: list[View] = field(default_factory=list)

    def play(self) -> RoundScored:
        """Play the round to its end."""
        seats = self.deal.rules.seats
        renderers = {seat: self.make_renderer(seat) for seat in seats}
        self.lines = {seat: [*renderers[seat].welcome()] for seat in seats}
        script = Script(self._typed(), "script")
        players = {seat: TypedPlayer(script, renderers[seat], self.lines[seat].append, Desk()) for seat in seats}
        events: list[Event] = [describe_deal(self.deal)]
        while True:
            for event in events:
                for seat in seats:
                    self.lines[seat] += renderers[seat].event(event)
            if (turn := self.deal.turn) is None:
                break
            view = self.deal.view(turn)
            self.asked.append(view)
            self.lines[turn] += renderers[turn].block(view)
            events = advance(self.deal, players[turn].decide(view))
        scored = RoundScored(1, self.deal, self.deal.result, dict(self.deal.result.points))
        for seat in seats:
            self.lines[seat] += [*renderers[seat].event(scored), *renderers[seat].summary([scored])]
        return scored

    def _typed(self) -> Iterator[ScriptLine]:
        """A line for each decision, made when it is due; commands between them."""
        number = 0
        while True:
            for command in ("bids", "score", "tricks", "why", "?") if number % 9 == 0 else ():
                yield ScriptLine(number, command)
            number += 1
            yield ScriptLine(number, spell(self.choose(self.asked[-1]), number))


def chooser(rng: random.Random) -> Callable[[View], Action]:
    """Takes any legal action, all equally likely."""
    return lambda view: rng.choice(view.legal)
