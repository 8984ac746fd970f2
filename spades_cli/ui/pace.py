"""Time to see what others do: a wait after their moves, which any key cuts short."""

from __future__ import annotations

import os
import select
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from spades_cli.engine.events import Acted, Asked, Event, RoundScored, TrickTaken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.ui.editing import Editing
    from spades_cli.ui.look import Look

#: Seconds after each kind of event at normal speed; slow takes twice as long.
WAITS: dict[type[object], float] = {Acted: 0.6, TrickTaken: 1.2, RoundScored: 2.0}
_FACTORS = {"instant": 0.0, "normal": 1.0, "slow": 2.0}


class Pace:
    """Waits after events as ``look.speed`` says, on a terminal only.

    A key ends the wait, and all others up to the next decision. Text that was typed goes to ``editing``, which shows
    it at the next prompt; Enter, space and keys like arrows only skip.
    """

    def __init__(self, look: Look, stream: TextIO, editing: Editing | None = None) -> None:
        self._factor = _FACTORS[look.speed] if stream.isatty() else 0.0
        self._editing = editing
        self._skipping = False

    def after(self, event: Event) -> None:
        """Wait as long as this event deserves; a decision to be made ends the skipping."""
        if isinstance(event, Asked):
            self._skipping = False
            return
        seconds = WAITS.get(type(event), 0.0) * self._factor
        if not seconds or self._skipping:
            return
        typed = _wait(seconds)
        self._skipping = typed is not None
        if typed and self._editing and not typed.startswith("\x1b"):
            self._editing.prefill("".join(filter(str.isprintable, typed)).strip())


def _wait(seconds: float) -> str | None:
    """Sleep; what was typed if that cut it short, else None."""
    try:
        with _single_keys() as descriptor:
            ready, _, _ = select.select([descriptor], [], [], seconds)
            return os.read(descriptor, 64).decode(errors="ignore") if ready else None
    except OSError:
        time.sleep(seconds)
        return None


@contextmanager
def _single_keys() -> Iterator[int]:
    """Standard input key by key and without echo; OSError where it cannot be read that way."""
    try:
        import termios
    except ImportError as error:
        raise OSError("no terminal to read keys from") from error
    if not sys.stdin.isatty():
        raise OSError("no terminal to read keys from")
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    keys = termios.tcgetattr(descriptor)
    keys[3] &= ~(termios.ICANON | termios.ECHO)
    try:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, keys)
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
