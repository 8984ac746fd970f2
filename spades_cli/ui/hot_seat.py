"""Several people at one keyboard: each sees the table alone, and what has happened since he looked last."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from itertools import takewhile
from typing import TYPE_CHECKING, TextIO

from spades_cli.ui.typed import Quit, Undo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from spades_cli.engine.events import Acted, Event
    from spades_cli.engine.view import View
    from spades_cli.ui.render import Renderer

#: To the top, wipe the screen, and wipe what was scrolled off it.
_WIPE = "\x1b[H\x1b[2J\x1b[3J"


class HotSeat:
    """Shows events and decisions to one person at a time; ``renderers`` are those of the seats that people play.

    Events wait until the seat that is asked next has confirmed that nobody else sees the screen. ``check_undo`` says
    why the last decision cannot be taken back, or nothing; ``ask`` reads a line after a question.
    """

    def __init__(
        self,
        renderers: Mapping[str, Renderer],
        stream: TextIO,
        check_undo: Callable[[View], str],
        ask: Callable[[str], str] = input,
    ) -> None:
        self._renderers, self._stream = renderers, stream
        self._check_undo, self._ask = check_undo, ask
        self._missed: dict[str, list[Event | str]] = {seat: [] for seat in renderers}
        #: Who looked at the screen last.
        self._seat = ""

    def event(self, event: Event) -> None:
        """Something that everybody will be shown in turn."""
        for missed in self._missed.values():
            missed.append(event)

    def take_back(self, undone: Acted) -> None:
        """A decision is taken back, which everybody is told; who has not seen it never will.

        Comes before the renderers are told again what led there, so what waits is put into words now.
        """
        for seat, missed in self._missed.items():
            before = takewhile(lambda event: event != undone, missed) if undone in missed else ()
            words = [line for event in before for line in self._words(seat, event)]
            self._missed[seat] = [*words, self._renderers[seat].taken_back(undone)]

    def look(self, view: View) -> Iterator[str]:
        """What the seat to decide sees, once it is alone: all that it missed, and its decision."""
        if view.seat != self._seat:
            self._hand_over(view)
        yield from self._catch_up(view.seat)
        yield from self._renderers[view.seat].block(view)

    def finish(self) -> Iterator[str]:
        """The end of the match, for everybody."""
        yield from self._catch_up(self._seat or next(iter(self._missed)))

    def _catch_up(self, seat: str) -> Iterator[str]:
        missed, self._missed[seat] = self._missed[seat], []
        for event in missed:
            yield from self._words(seat, event)

    def _words(self, seat: str, event: Event | str) -> Iterator[str]:
        return iter([event]) if isinstance(event, str) else self._renderers[seat].event(event)

    def _hand_over(self, view: View) -> None:
        """Wipe the screen and wait for the next person; Quit at the end of input, Undo if the last one regrets.

        What stands there before anybody has looked is no secret.
        """
        if self._seat:
            self._wipe()
        _forget_typing()
        # Whoever is asked now may be there already: cards are shown to nobody without a question.
        self._seat = view.seat
        while (answer := self._wait_for(view.seat)) in ("quit", "undo"):
            if answer == "quit":
                raise Quit
            if not (reason := self._check_undo(view)):
                raise Undo
            self._stream.write(f"{reason}\n")
        self._wipe()

    def _wait_for(self, seat: str) -> str:
        """What somebody types when the seat is called."""
        try:
            return self._ask(f"{seat}, press Enter when only you can see the screen ").strip().lower()
        except (EOFError, OSError):
            self._stream.write("\n")
            raise Quit from None

    def _wipe(self) -> None:
        """Nothing of what was on the screen can be seen."""
        if os.environ.get("TERM", "dumb") != "dumb" and self._stream.isatty():
            self._stream.write(_WIPE)
        else:
            self._stream.write("\n" * max(100, 2 * shutil.get_terminal_size().lines))
        self._stream.flush()


def _forget_typing() -> None:
    """Drop what was typed ahead, and the history that another person left, which Arrow Up would show."""
    if readline := sys.modules.get("readline"):
        readline.clear_history()
    try:
        import termios
    except ImportError:
        return
    with suppress(OSError, ValueError, termios.error):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
