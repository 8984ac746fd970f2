"""``--on-end``: who decides for a seat once its script has no more lines."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.folders import state_folder
from spades_cli.errors import UsageError
from spades_cli.players.spec import PlayerSpec, make_strategy, prepare_strategy
from spades_cli.ui.editing import open_editing
from spades_cli.ui.typed import Prompt

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli.cli.setting import Request, Setting
    from spades_cli.players.manager import Plugins
    from spades_cli.players.strategy import Player
    from spades_cli.ui.typed import ScriptEnded, Source

#: Who plays on after ``--on-end bot``.
BOT = PlayerSpec.parse("basic")
_TERMINAL = "/dev/tty"


class Successors:
    """Finds who plays on: nobody (``stop``), the strategy ``basic`` (``bot``) or who sits at the terminal (``ask``)."""

    def __init__(self, setting: Setting, request: Request, plugins: Plugins, say: Callable[[str], None]) -> None:
        self._setting, self._request, self._plugins, self._say = setting, request, plugins, say
        self._prompt: Prompt | None = None
        self._told: set[str] = set()

    def check(self) -> None:
        """UsageError where what is to happen at the end of a script cannot happen, or no script is read."""
        how = self._request.on_end
        scripts = [seat for seat, spec in self._setting.specs.items() if spec.kind == "script"]
        reads = bool(scripts or (self._setting.human_seats and not self._request.is_asked))
        if self._request.is_on_end_typed and not reads:
            raise UsageError(f"--on-end {how}: no script is read that could end", hint="--script FILE reads one")
        if how == "stop" or not reads:
            return
        if scripts and self._setting.saved is not None:
            # Such a script is read from its beginning, which would ask the successor about the past.
            raise UsageError(f"a match with script players goes on with --on-end stop only, not {how}")
        if how == "ask" and not _is_terminal_there():
            raise UsageError("--on-end ask needs a terminal", hint="--on-end bot lets basic play on")
        if how == "bot":
            prepare_strategy(BOT, self._plugins, self._setting.rules)

    def find(self, seat: str, place: str, ended: ScriptEnded, sit_down: Callable[[Source], Player]) -> Player:
        """Who plays on for ``seat``; ``sit_down`` makes a player of somebody who types. Raises ``ended`` for nobody."""
        how = self._request.on_end
        if how == "stop":
            raise ended
        if seat not in self._told:
            self._told.add(seat)
            console.talk(
                f"note: the script ended at {place}: {'you play' if how == 'ask' else f'{BOT} plays'} {seat} on"
            )
        if how == "bot":
            return make_strategy(BOT, self._plugins, seed=self._setting.seed, seat=seat)
        if self._prompt is None:
            _take_terminal()
            editing = open_editing(state_folder() / "history")
            self._prompt = Prompt(self._say, silent=self._request.form == "jsonl", editing=editing)
        return sit_down(self._prompt)


def _is_terminal_there() -> bool:
    if sys.stdin.isatty():
        return True
    try:
        os.close(os.open(_TERMINAL, os.O_RDWR))
    except OSError:
        return False
    return True


def _take_terminal() -> None:
    """Put the terminal in the place of a pipe or file that standard input was."""
    if sys.stdin.isatty():
        return
    terminal = os.open(_TERMINAL, os.O_RDWR)
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - read until exit
