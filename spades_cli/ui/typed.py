"""A seat whose decisions are typed: by a person at the prompt, or line by line in a script or pipe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol

from spades_cli.errors import ActionError, SpadesError
from spades_cli.ui.answers import answer
from spades_cli.ui.commands import Command
from spades_cli.ui.grammar import parse_line
from spades_cli.ui.layout import terminal_width, wrap
from spades_cli.ui.refusals import list_actions, refusal, script_refusal
from spades_cli.variants.explain_words import join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spades_cli.engine.actions import Action
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import View
    from spades_cli.players.strategy import Choice
    from spades_cli.ui.editing import Editing
    from spades_cli.ui.lines import ScriptLine
    from spades_cli.ui.render import Renderer


class Quit(Exception):
    """The player leaves the match."""


class Undo(Exception):
    """The player takes the last decision back."""


class Resign(Exception):
    """The player at ``seat`` gives the match up."""

    def __init__(self, seat: str) -> None:
        super().__init__(seat)
        self.seat = seat


class ScriptEnded(SpadesError):
    """A script has no line for the decision that is due."""


class Desk(Protocol):
    """What commands need from whoever runs the match."""

    def advise(self, view: View) -> Sequence[Choice]:
        """The actions of a view, best first; SpadesError where there is no hint."""

    def save(self, name: str) -> str:
        """Copy the record to a file, or say where it is kept (no name), in a sentence; SpadesError where it fails."""

    def check_undo(self, view: View) -> str:
        """Nothing if the last decision can be taken back, else one sentence why not."""


class Source(Protocol):
    """Where typed lines come from."""

    def read(self, view: View) -> str:
        """The next line for this decision; Quit or SpadesError where there is none."""

    def refuse(self, view: View, error: ActionError) -> None:
        """Say why the last line was refused, or raise."""

    def confirm(self, question: str) -> bool:
        """Whether the player means it."""


class Prompt:
    """Lines typed at a terminal: a refused one is explained and asked again."""

    def __init__(self, say: Callable[[str], None], *, silent: bool = False, editing: Editing | None = None) -> None:
        self._say, self._silent, self._editing = say, silent, editing
        self._taught = silent

    def read(self, view: View) -> str:
        """Ask with a prompt that names the phase (none if silent); the end of input leaves the match."""
        if self._editing:
            self._editing.offer(view)
        try:
            return input("" if self._silent else f"{VERBS[view.phase]}> ")
        except EOFError:
            self._say("")
            raise Quit from None
        finally:
            if self._editing:
                self._editing.withdraw()

    def refuse(self, view: View, error: ActionError) -> None:
        """Explain in one line; the first time, say where to look too."""
        text = refusal(error)
        lesson = "" if self._taught or text.endswith((_LESSON, "?")) else f" {_LESSON}"
        self._taught = True
        for line in wrap((text + lesson).split(" "), " ", terminal_width(sys.stdout), "  "):
            self._say(line)

    def confirm(self, question: str) -> bool:
        """Ask for yes or no; anything but yes, and the end of input, mean no."""
        asked = f"{question} yes or no> "
        if self._silent:
            self._say(asked.rstrip("> "))
        try:
            return input("" if self._silent else asked).strip().lower() in ("y", "yes")
        except EOFError:
            self._say("")
            return False


#: Said with the first refusal, whatever it was.
_LESSON = "? for help."

#: What is decided in each phase.
VERBS = {"play": "play", "bid": "bid", "blind": "look or bid blind", "draft": "keep or decline", "exchange": "give"}


class Script:
    """Decisions from a file or pipe, one a line; the first bad one stops the match and names its line.

    Several seats may share one script: they take its lines in the order in which they are asked.
    """

    def __init__(self, lines: Iterator[ScriptLine], name: str) -> None:
        self.name = name
        self._lines = lines
        self._last: ScriptLine | None = None

    def read(self, view: View) -> str:
        """The next line; ScriptEnded where there is none."""
        self._last = next(self._lines, None)
        if self._last is None:
            raise ScriptEnded(f"{self.name}: the input ended at {place_of(view)}", hint=_what_is_due(view))
        return self._last.text

    def refuse(self, view: View, error: ActionError) -> None:
        """Stop, naming the line."""
        number, text = (self._last.number, self._last.text) if self._last else (0, "")
        raise SpadesError(f"{self.name}:{number}: {script_refusal(error, text)}") from error

    def confirm(self, question: str) -> bool:
        """What stands in a script is meant."""
        return True

    def rest(self) -> int | None:
        """The number of the first line that was not used, or None."""
        line = next(self._lines, None)
        return line.number if line else None


def place_of(view: View) -> str:
    """Where the match stands: ``round 2, trick 3, S to play``."""
    trick = f", trick {len(view.tricks) + 1}" if view.phase == "play" else ""
    return f"round {view.number}{trick}, {view.seat} to {VERBS[view.phase]}"


def _what_is_due(view: View) -> str:
    return f"legal: {join(list_actions(view.legal), 'or')}" if len(view.legal) <= 20 and view.legal else ""


class TypedPlayer:
    """Decides for a seat from typed lines, answering commands on the way with the help of ``desk``."""

    def __init__(self, source: Source, renderer: Renderer, say: Callable[[str], None], desk: Desk) -> None:
        self._source, self._renderer, self._say, self._desk = source, renderer, say, desk
        #: The ranking of the view that is decided now, once it was asked for.
        self._choices: Sequence[Choice] = ()

    def decide(self, view: View) -> Action:
        """Read lines until one is an action; Quit, Undo or Resign if the player wants that."""
        self._choices = ()
        while True:
            try:
                said = parse_line(self._source.read(view), view)
            except ActionError as error:
                self.refused(view, error)
                continue
            if isinstance(said, Command):
                said = self._obey(said, view)
            if said is not None:
                return said

    def refused(self, view: View, error: ActionError) -> None:
        """A line made no sense, or the round refused its action."""
        self._source.refuse(view, self._renderer.reword(error))

    def round_over(self, view: View, result: RoundResult) -> None:
        """Nothing to do: the renderer shows the result to everybody."""

    def _obey(self, command: Command, view: View) -> Action | None:
        """Answer a command; the action that it takes, if it takes one."""
        match command.name:
            case "quit":
                raise Quit
            case "undo":
                self._undo(view)
            case "resign":
                if self._source.confirm("resign?"):
                    raise Resign(view.seat)
            case "save":
                self._save(command.text)
            case "hint" | "take":
                return self._hint(command, view)
            case _:
                for line in answer(command, view, self._renderer):
                    self._say(line)
        return None

    def _undo(self, view: View) -> None:
        """Go back, or say why that cannot be."""
        if reason := self._desk.check_undo(view):
            self._say(reason)
        else:
            raise Undo

    def _save(self, name: str) -> None:
        try:
            self._say(self._desk.save(name))
        except SpadesError as error:
            self._say(f"not saved: {error}")

    def _hint(self, command: Command, view: View) -> Action | None:
        """Show the best choices, or take one of them."""
        try:
            self._choices = self._choices or self._desk.advise(view)
        except SpadesError as error:
            self._say(f"no hint: {error}")
            return None
        if command.name == "hint":
            shown = self._renderer.choices(self._choices[: command.number or HINTS], self._choices[0])
            for line in self._renderer.fit(shown):
                self._say(line)
            return None
        if not 0 < command.number <= len(self._choices):
            self._say(f"there is no hint {command.number}: the last one is {len(self._choices)}")
            return None
        return self._choices[command.number - 1].action


#: Choices that a hint shows if no number is asked for.
HINTS = 5
