"""One line on a terminal's stderr that says how far long work has come, and leaves no trace."""

from __future__ import annotations

import shutil
import sys
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

#: Seconds between two states of the line.
_PAUSE = 0.2


class Progress:
    """Shows a line that each new one replaces; nothing at all without a terminal.

    ``beside_output`` says that answers appear on stdout meanwhile: where that is a terminal too, they are enough.
    """

    def __init__(self, *, quiet: bool = False, beside_output: bool = False) -> None:
        self._silent = quiet or not sys.stderr.isatty() or (beside_output and sys.stdout.isatty())
        self._shown = 0
        self._next = monotonic() + _PAUSE

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.wipe()

    def show(self, text: str) -> None:
        """Replace the line, unless the last one is only a moment old."""
        if self._silent or monotonic() < self._next:
            return
        self.wipe()
        shown = "".join(sign if sign.isprintable() else "?" for sign in text)
        shown = shown[: shutil.get_terminal_size().columns - 1]
        print(shown, end="\r", file=sys.stderr, flush=True)
        self._shown, self._next = len(shown), monotonic() + _PAUSE

    def wipe(self) -> None:
        """Take the line away, before anything else is printed."""
        if self._shown:
            print(" " * self._shown, end="\r", file=sys.stderr, flush=True)
            self._shown = 0
