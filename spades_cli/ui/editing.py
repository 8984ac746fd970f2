"""Line editing at the prompt: history and Tab completion, where the system has readline."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING

from spades_cli.ui.offers import NOTHING, list_offers

if TYPE_CHECKING:
    from pathlib import Path

    from spades_cli.engine.view import View

#: Lines of history that are kept.
KEPT = 500


class Editing:
    """History and completion for one terminal; without readline every method does nothing."""

    def __init__(self, readline: ModuleType | None, history: Path | None) -> None:
        self._readline, self._history = readline, history
        self._offers = NOTHING
        self._typed = ""

    def offer(self, view: View) -> None:
        """Complete to what may be typed at this decision from now on."""
        with suppress(Exception):
            self._offers = list_offers(view)

    def withdraw(self) -> None:
        """Complete to nothing: whoever types next may be somebody else."""
        self._offers = NOTHING

    def prefill(self, text: str) -> None:
        """Begin the next line with ``text``, as if it had been typed."""
        if self._readline:
            self._typed += text

    def complete(self, text: str, state: int) -> str | None:
        """The completion number ``state`` of ``text``, as readline asks for it; None after the last one."""
        try:
            return self._offers.complete(text)[state]
        except Exception:  # an error here would be printed into the line that is typed
            return None

    def start(self) -> None:
        """Bring the history back and take over the Tab key."""
        readline = self._readline
        if not readline:
            return
        for line in self._read_history():
            readline.add_history(line)
        # A card may take several words, so a completion is one of the whole line.
        readline.set_completer_delims("")
        readline.set_completer(self.complete)
        readline.set_startup_hook(self._insert)
        for binding in _bindings(readline):
            readline.parse_and_bind(binding)

    def close(self) -> None:
        """Keep the history; a file that cannot be written is left alone.

        Plain lines, not the library's own file: GNU readline and libedit would not read each other's.
        """
        if not self._readline or not self._history:
            return
        length = self._readline.get_current_history_length()
        numbers = range(max(1, length - KEPT + 1), length + 1)
        lines = [line for number in numbers if (line := self._readline.get_history_item(number))]
        with suppress(OSError):
            self._history.parent.mkdir(parents=True, exist_ok=True)
            private = os.open(self._history, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(private, "w", encoding="utf-8", errors="replace") as file:
                file.writelines(f"{line}\n" for line in lines)

    def _read_history(self) -> list[str]:
        """The lines kept last time, oldest first; none where they cannot be read."""
        try:
            text = self._history.read_text(encoding="utf-8", errors="replace") if self._history else ""
        except OSError:
            return []
        return [line for line in text.splitlines() if line.isprintable()][-KEPT:]

    def _insert(self) -> None:
        if self._typed and self._readline:
            self._readline.insert_text(self._typed)
            self._typed = ""


def open_editing(history: Path | None) -> Editing:
    """Line editing for standard input; ``history`` is read now and written at the end of the program.

    Bytes that are no text become marks. Without readline there is no editing, and everything else works.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        import readline
    except ImportError:
        return Editing(None, None)
    editing = Editing(readline, history)
    editing.start()
    atexit.register(editing.close)
    return editing


def _bindings(readline: ModuleType) -> tuple[str, ...]:
    """How Tab is bound in GNU readline, and in libedit, which goes by the same name on some systems."""
    backend = getattr(readline, "backend", "editline" if "libedit" in (readline.__doc__ or "") else "readline")
    return ("bind ^I rl_complete",) if backend == "editline" else ("tab: complete",)
