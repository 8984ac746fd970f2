"""What ``hint`` does with each request of a file or pipe; and the word to somebody who waits."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, BinaryIO

from spades_cli.cli import console
from spades_cli.cli.stopping import unbroken
from spades_cli.engine.events import view_to_dict
from spades_cli.errors import PluginError, SpadesError, UsageError
from spades_cli.players.positions import find_misspelt, read_position
from spades_cli.record.writer import to_json
from spades_cli.ui.choices import choice_lines, choices_dict
from spades_cli.ui.render import Renderer
from spades_cli.ui.requests import read_requests
from spades_cli.ui.style import pick_style
from spades_cli.ui.typed import VERBS
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.cli.recalling import Moment
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View
    from spades_cli.players.advice import Advisor
    from spades_cli.players.strategy import Choice

#: Seconds before somebody who waits is told that the program works.
PATIENCE = 1.0


class Hints:
    """Answers requests in their order; ``most`` is how many choices are shown, None for all."""

    def __init__(self, advisor: Advisor, rules: Rules, *, form: str, suits: str, most: int | None) -> None:
        self._advisor, self._rules, self._form, self._most = advisor, rules, form, most
        self._style = pick_style(sys.stdout, suits)
        self._answered = 0

    def answer_all(self, file: str) -> bool:
        """Answer every request of a file; whether all could be answered.

        A request that makes no sense is told on stderr, and the others are answered all the same.
        """
        failed = 0
        with _open(file) as (stream, name):
            try:
                for place, request in read_requests(stream, name):
                    if not (self._answered or failed) and isinstance(request, dict) and request.get("t") == "game":
                        raise UsageError(
                            f"{name}: a match record, which holds no requests",
                            hint=f"spades-cli hint {name} --at ROUND.TRICK asks about a decision of it",
                        )
                    try:
                        if isinstance(request, SpadesError):
                            raise request
                        self._answer(place, request)
                    except PluginError:
                        raise
                    except SpadesError as error:
                        failed += 1
                        console.show_error(SpadesError(f"{place}: {error}", hint=error.hint))
            except KeyboardInterrupt:
                console.talk(f"stopped after {count_of(self._answered, 'answer')}")
                raise
        if not failed and not self._answered:
            raise SpadesError(f"{name}: holds no request")
        return not failed

    def answer_moment(self, moment: Moment) -> None:
        """Answer a decision of a record, and say what was decided there."""
        place, view = f"{moment.file}: game {moment.game}, {moment.place}", moment.view
        choices = self._rank(place, view, view_to_dict(view))
        if self._form == "json":
            answer = {"g": moment.game, "n": view.number} | choices_dict(view, choices)
            console.out(to_json(answer | ({"done": str(moment.done)} if moment.done is not None else {})))
            return
        done = self._style.action(moment.done) if moment.done is not None else "nothing yet"
        renderer = Renderer(view.rules, self._style, (view.seat,))
        console.out(f"{place}: {view.seat} to {VERBS[view.phase]} (the record: {done})")
        for line in [*renderer.block(view), *choice_lines(choices, self._style)]:
            console.out(line)

    def _answer(self, place: str, request: Mapping[str, Any]) -> None:
        for warning in find_misspelt(request):
            console.talk(f"warning: {place}: {warning}")
        view = read_position(request, self._rules)
        choices = self._rank(place, view, request)
        if self._form == "json":
            known = {"id": request["id"]} if request.get("id") is not None else {}
            lines = [to_json(known | choices_dict(view, choices))]
        else:
            lines = [*([""] if self._answered else []), heading(place, view), *choice_lines(choices, self._style)]
        with unbroken():
            for line in lines:
                console.out(line)
            self._answered += 1

    def _rank(self, place: str, view: View, request: Mapping[str, Any]) -> Sequence[Choice]:
        """The best choices; a failure names the place and the position."""
        try:
            with thinking(place):
                return self._advisor.rank(view)[: self._most]
        except PluginError as error:
            raise PluginError(f"{place}: {error}", hint=f"the position is {to_json(dict(request))}") from error


@contextmanager
def _open(file: str) -> Iterator[tuple[BinaryIO, str]]:
    """A file, or standard input as ``-`` unless somebody would have to type there; and the name to call it by."""
    if file == "-":
        if sys.stdin.isatty():
            raise UsageError("hint - reads requests from a pipe", hint="spades-cli hint FILE reads a file")
        yield sys.stdin.buffer, "<stdin>"
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 - closed below; only its opening is guarded here
    except OSError as error:
        raise SpadesError(f"{file}: cannot be read: {error.strerror}") from error
    with stream:
        yield stream, file


def heading(place: str, view: View) -> str:
    """Whose decision it is: ``positions.jsonl:3: S to play, trick 4``."""
    trick = f", trick {view.tricks_in_round - len(view.hand) + 1}" if view.phase == "play" else ""
    return f"{place}: {view.seat} to {VERBS[view.phase]}{trick}"


@contextmanager
def thinking(about: str = "") -> Iterator[None]:
    """Say on a terminal's stderr that work goes on, if it takes longer than a moment, and wipe that out at its end."""
    if not sys.stderr.isatty():
        yield
        return
    text = f"{about}: thinking ..." if about else "thinking ..."
    shown: list[str] = []

    def show() -> None:
        shown.append(text)
        print(text, end="\r", file=sys.stderr, flush=True)

    timer = Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if shown:
            print(" " * len(text), end="\r", file=sys.stderr, flush=True)
