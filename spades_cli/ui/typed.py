"""A seat whose decisions are typed: by a person at the prompt, or line by line in a script or pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from spades_cli.errors import ActionError, SpadesError
from spades_cli.ui.choices import choice_lines
from spades_cli.ui.grammar import COMMANDS, Command, join_or, list_actions, parse_line, refusal, script_refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spades_cli.engine.actions import Action
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import View
    from spades_cli.players.strategy import Choice
    from spades_cli.ui.lines import ScriptLine
    from spades_cli.ui.render import Renderer


class Quit(Exception):
    """The player leaves the match."""


class Source(Protocol):
    """Where typed lines come from."""

    def read(self, view: View) -> str:
        """The next line for this decision; Quit or SpadesError where there is none."""

    def refuse(self, view: View, error: ActionError) -> None:
        """Say why the last line was refused, or raise."""


class Prompt:
    """Lines typed at a terminal: a refused one is explained and asked again."""

    def __init__(self, say: Callable[[str], None], *, silent: bool = False) -> None:
        self._say, self._silent = say, silent

    def read(self, view: View) -> str:
        """Ask with a prompt that names the phase (none if silent); the end of input leaves the match."""
        try:
            return input("" if self._silent else f"{VERBS[view.phase]}> ")
        except EOFError:
            self._say("")
            raise Quit from None

    def refuse(self, view: View, error: ActionError) -> None:
        """Explain in one line."""
        self._say(refusal(error))


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
        """The next line; SpadesError where the script has ended."""
        self._last = next(self._lines, None)
        if self._last is None:
            raise SpadesError(f"{self.name}: the input ended at {place_of(view)}", hint=_what_is_due(view))
        return self._last.text

    def refuse(self, view: View, error: ActionError) -> None:
        """Stop, naming the line."""
        number, text = (self._last.number, self._last.text) if self._last else (0, "")
        raise SpadesError(f"{self.name}:{number}: {script_refusal(error, text)}") from error

    def rest(self) -> int | None:
        """The number of the first line that was not used, or None."""
        line = next(self._lines, None)
        return line.number if line else None


def place_of(view: View) -> str:
    """Where the match stands: ``round 2, trick 3, S to play``."""
    trick = f", trick {len(view.tricks) + 1}" if view.phase == "play" else ""
    return f"round {view.number}{trick}, {view.seat} to {VERBS[view.phase]}"


def _what_is_due(view: View) -> str:
    return f"legal: {join_or(list_actions(view.legal))}" if len(view.legal) <= 20 and view.legal else ""


class TypedPlayer:
    """Decides for a seat from typed lines, answering commands on the way.

    ``advise`` ranks the actions of a view, best first, for hints; its SpadesError costs the hint and nothing else.
    """

    def __init__(
        self,
        source: Source,
        renderer: Renderer,
        say: Callable[[str], None],
        advise: Callable[[View], Sequence[Choice]],
    ) -> None:
        self._source, self._renderer, self._say, self._advise = source, renderer, say, advise
        #: The ranking of the view that is decided now, once it was asked for.
        self._choices: Sequence[Choice] = ()

    def decide(self, view: View) -> Action:
        """Read lines until one is an action; Quit if the player leaves."""
        self._choices = ()
        while True:
            try:
                said = parse_line(self._source.read(view), view)
            except ActionError as error:
                self._source.refuse(view, error)
                continue
            if isinstance(said, Command):
                said = self._obey(said, view)
            if said is not None:
                return said

    def refused(self, view: View, error: ActionError) -> None:
        """The round refused the action."""
        self._source.refuse(view, error)

    def round_over(self, view: View, result: RoundResult) -> None:
        """Nothing to do: the renderer shows the result to everybody."""

    def _obey(self, command: Command, view: View) -> Action | None:
        """Answer a command; the action that it takes, if it takes one."""
        if command.name == "quit":
            raise Quit
        if command.name in ("hint", "take"):
            return self._hint(command, view)
        for line in answer(command, view, self._renderer):
            self._say(line)
        return None

    def _hint(self, command: Command, view: View) -> Action | None:
        """Show the best choices, or take one of them."""
        try:
            self._choices = self._choices or self._advise(view)
        except SpadesError as error:
            self._say(f"no hint: {error}")
            return None
        if command.name == "hint":
            for line in choice_lines(self._choices[: command.number or HINTS], self._renderer.style):
                self._say(line)
            return None
        if not 0 < command.number <= len(self._choices):
            self._say(f"there is no hint {command.number}: the last one is {len(self._choices)}")
            return None
        return self._choices[command.number - 1].action


#: Choices that a hint shows if no number is asked for.
HINTS = 5


def answer(command: Command, view: View, renderer: Renderer) -> Iterator[str]:
    """What a command prints that asks for nothing but the view."""
    match command.name:
        case "help":
            yield from _help(view)
        case "score":
            yield renderer.scores(view.scores, view.bags) + f"   to {view.rules.match.target}"
        case "last":
            yield renderer.finished_trick(view.tricks[-1]) if view.tricks else "no trick is finished yet"
        case "tricks":
            yield from map(renderer.finished_trick, view.tricks)
            if not view.tricks:
                yield "no trick is finished yet"
        case "bids":
            yield "  ".join(f"{seat} {bid}" for seat, bid in view.bids.items()) or "no bids yet"
        case "rules":
            yield from _rules(view)


def _help(view: View) -> Iterator[str]:
    yield {
        "play": "Play a card: QH, hq, queen of hearts; or a rank or suit if only one fits. Enter plays the only one.",
        "bid": "Bid a number of tricks, or nil.",
        "blind": "look shows your cards; bn bids blind nil, b6 a blind six, where the rules allow them.",
        "draft": "keep (k) takes the card; decline (d) throws it away and takes the next one unseen.",
        "exchange": "Name the cards to give: 2C 3D; none gives nothing where that is allowed.",
    }[view.phase]
    for name, meaning in COMMANDS.items():
        yield f"  {name:<7} {meaning}"
    yield "  =1      do what the first hint says"


def _rules(view: View) -> Iterator[str]:
    from spades_cli.engine.rules import Rules
    from spades_cli.variants import diff

    yield f"{view.rules.name}: {view.rules.variant.title}"
    tables = {name: keys for name, keys in diff(view.rules, Rules()).items() if name != "variant"}
    for table, keys in tables.items():
        for key, value in keys.items():
            yield f"  {table}.{key} = {value}"
    if not tables:
        yield "  the standard rules"
