"""What a match at the command line puts on the screen: text at its pace, a hot seat, or JSON lines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.engine.events import Asked, MatchEnded, RoundScored
from spades_cli.record.ledger import to_json, undo_line
from spades_cli.ui.hot_seat import HotSeat
from spades_cli.ui.look import Pace, make_renderer
from spades_cli.ui.sheet import Sheet
from spades_cli.ui.stream import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from spades_cli.cli.setting import Request, Setting
    from spades_cli.engine.events import Acted, Event
    from spades_cli.engine.view import View
    from spades_cli.ui.editing import Editing
    from spades_cli.ui.render import Renderer


class Screen:
    """Shows one match."""

    def __init__(
        self, setting: Setting, request: Request, editing: Editing | None, check_undo: Callable[[View], str]
    ) -> None:
        look, rules = request.look, setting.rules
        self._seats, self._game = setting.typed_seats, setting.ledger.game
        self._stream = Stream(setting.header, self._seats) if request.form == "jsonl" else None
        #: Whether a person reads along, to be welcomed and told how the match went.
        self.is_read = bool(request.is_asked and setting.human_seats and not self._stream and not look.quiet)
        self._pace = Pace(look, sys.stdout, editing)
        self._results: list[RoundScored] = []
        #: The renderers of people who do not see each other's cards; the main one speaks to all.
        self._renderers = {
            seat: make_renderer(rules, look, [seat], sys.stdout)
            for seat in setting.human_seats
            if is_hot(setting, request)
        }
        self._main = make_renderer(rules, look, self._seats, sys.stdout)
        self._hot_seat = HotSeat(self._renderers, sys.stdout, check_undo) if self._renderers else None

    def renderer(self, seat: str) -> Renderer:
        """Who answers the questions of a seat."""
        return self._renderers.get(seat, self._main)

    def welcome(self, *, saved: bool) -> None:
        """The first lines; ``saved`` says that leaving keeps the match."""
        if self._stream:
            console.out(self._stream.header())
        elif self.is_read:
            _print(self._main.welcome(saved=saved))

    def relive(self, event: Event, *, aloud: bool) -> None:
        """Something that happened before, shown to people who may not remember it if ``aloud``."""
        self._remember(event)
        if self._stream:
            shown = [*self._stream.event(event)]
        elif self._hot_seat and aloud:
            self._hot_seat.event(event)
            return
        else:
            # Every renderer follows what happened, whether it is shown or not.
            for renderer in self._renderers.values() or [self._main]:
                shown = [*renderer.event(event)]
        _print(shown if aloud else [])

    def event(self, event: Event) -> None:
        """Something that happens now; the decision of a typed seat is shown for it to be made."""
        self._remember(event)
        if self._stream:
            _print(self._stream.event(event))
        elif isinstance(event, Asked):
            self._pace.after(event)
            if self._hot_seat and event.view.seat in self._renderers:
                _print(self._hot_seat.look(event.view))
            elif not self._hot_seat and event.view.seat in self._seats:
                _print(self._main.block(event.view))
        elif self._hot_seat:
            self._hot_seat.event(event)
            _print(self._hot_seat.finish() if isinstance(event, MatchEnded) else ())
        else:
            _print(self._main.event(event))
            self._pace.after(event)
        if isinstance(event, MatchEnded) and self.is_read:
            _print(self._main.summary(self._results))

    def take_back(self, undone: Acted) -> None:
        """A decision is taken back; what led to it is told again by ``relive``."""
        self._results.clear()
        if self._stream:
            console.out(to_json(undo_line(self._game, undone)))
        elif self._hot_seat:
            self._hot_seat.take_back(undone)
        else:
            console.out(self._main.taken_back(undone))
        for renderer in (self._main, *self._renderers.values()):
            renderer.sheet = Sheet(renderer.rules)

    def _remember(self, event: Event) -> None:
        if isinstance(event, RoundScored):
            self._results.append(event)


def is_hot(setting: Setting, request: Request) -> bool:
    """Whether people at one keyboard are to see their own cards only."""
    if request.form == "jsonl" or not request.is_asked or not setting.human_seats:
        return False
    if request.hot_seat is not None:
        return request.hot_seat
    # Whoever asked for every seat is one person.
    return len(setting.human_seats) > 1 and (request.seat or "").upper() != "ALL"


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        console.out(line)
