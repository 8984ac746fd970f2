"""What ``analyze`` does: plays a record again and asks the advisor about every decision that was one."""

from __future__ import annotations

import shlex
import signal
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.arena.analysis import Analysis, judge
from spades_cli.cli import console
from spades_cli.cli.analysis_json import JsonPrinter
from spades_cli.cli.analysis_text import TextPrinter, place_of
from spades_cli.cli.files import no_such_game, open_record
from spades_cli.cli.options import ADVISOR
from spades_cli.cli.progress import Progress
from spades_cli.cli.stopping import unbroken
from spades_cli.errors import ExitCode, PluginError, SpadesError, UsageError
from spades_cli.record.contents import is_game
from spades_cli.record.decisions import read_decisions
from spades_cli.record.reader import read_games
from spades_cli.record.replay import Replay
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.cli.analysis_text import Printer
    from spades_cli.engine.rules import Rules
    from spades_cli.players.advice import Advisor
    from spades_cli.record.decisions import Decision
    from spades_cli.record.reader import GameRecord


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for; ``worst`` is None where every decision is shown."""

    file: str
    seats: tuple[str, ...]
    game: str | None
    number: int | None
    worst: int | None
    quiet: bool


def make_printer(form: str, suits: str, *, listed: bool) -> Printer:
    """Who prints in a form; ``listed`` asks for every decision rather than for the costliest."""
    if form == "text":
        return TextPrinter(suits, listed=listed)
    return JsonPrinter(listed=listed, streamed=form == "jsonl")


class Review:
    """One run of ``analyze``."""

    def __init__(self, request: Request, advisor: Advisor, printer: Printer) -> None:
        self._request, self._advisor, self._printer = request, advisor, printer
        self._analysis = Analysis(request.worst or 0)
        self._seats: set[str] = set()
        self._games = 0
        self._whole = True

    def run(self) -> ExitCode:
        """Ask about every decision and print what it comes to; INPUT if a game could not be played to its end."""
        request = self._request
        with (
            Progress(quiet=request.quiet, beside_output=request.worst is None) as progress,
            self._finish_anyway(progress),
        ):
            for game in self._read_games():
                self._take(game, progress)
        if self._seats and not self._games:
            names = " ".join(sorted(self._seats))
            raise UsageError(f"no seat {' '.join(self._request.seats)} in this record; seats and sides are {names}")
        if self._analysis.total.decisions:
            self._printer.end(self._analysis)
            self._say_more()
        elif self._whole:
            console.talk(self._why_nothing())
            return ExitCode.NO
        return ExitCode.DONE if self._whole else ExitCode.INPUT

    @contextmanager
    def _finish_anyway(self, progress: Progress) -> Iterator[None]:
        """Print what there is if a failing advisor or Ctrl-C ends the work."""
        try:
            yield
        except (KeyboardInterrupt, PluginError) as error:
            progress.wipe()
            if isinstance(error, KeyboardInterrupt):
                # A second interrupt leaves at once.
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                console.talk(f"stopped after {count_of(self._analysis.total.decisions, 'decision')}")
            if self._analysis.total.decisions:
                self._printer.end(self._analysis)
            raise

    def _read_games(self) -> Iterator[GameRecord]:
        """The games that are asked for."""
        wanted, found, count = self._request.game, False, 0
        with open_record(self._request.file, "analyze") as (lines, name):
            for game in read_games(lines, name, console.talk):
                count += 1
                if wanted is None or is_game(wanted, game.number, game.id):
                    found = True
                    yield game
        if not found:
            raise no_such_game(name, str(wanted), count)

    def _take(self, game: GameRecord, progress: Progress) -> None:
        where = f"{self._request.file}:{game.first_line}: game {game.id}"
        try:
            played = Replay(game)
        except SpadesError as error:
            self._whole = False
            console.show_error(SpadesError(f"{where}: {str(error).splitlines()[0]}"))
            return
        chosen = self._choose(game, played.rules)
        if chosen:
            self._games += 1
            self._printer.game(game, played.rules, chosen, str(self._advisor.spec))
            played.asked = chosen
            for decision in read_decisions(played):
                if self._request.number in (None, decision.view.number):
                    self._judge(game, decision, where, progress)
            progress.wipe()
            self._tell(where, played)

    def _judge(self, game: GameRecord, decision: Decision, where: str, progress: Progress) -> None:
        view = decision.view
        if len(view.legal) == 1:
            self._analysis.forced += 1
            return
        counts = self._analysis.total
        progress.show(f"game {game.id}, round {view.number}: agreed {counts.agreed} of {counts.decisions}")
        try:
            choices = self._advisor.rank(view)
        except PluginError as error:
            raise PluginError(f"{where}, round {view.number}: {error}", hint=error.hint) from error
        found = judge(game.id, view, decision.action, choices)
        with unbroken():
            self._analysis.add(found)
            progress.wipe()
            self._printer.decision(found)

    def _tell(self, where: str, played: Replay) -> None:
        """What the engine found otherwise; a game that cannot be played to its end was looked at as far as it goes."""
        for text in played.differences:
            console.talk(f"{where}: {text}")
            self._whole = self._whole and "cannot be played again" not in text

    def _choose(self, game: GameRecord, rules: Rules) -> set[str]:
        """The seats of a game that are looked at."""
        if not self._request.seats:
            people = {seat for seat in rules.seats if game.header["players"].get(seat) == "human"}
            return people or set(rules.seats)
        self._seats.update(rules.seats, rules.sides)
        chosen: set[str] = set()
        for name in map(str.upper, self._request.seats):
            places = range(len(rules.seats)) if name == "ALL" else rules.sides.get(name, ())
            chosen |= {rules.seats[place] for place in places} | ({name} & set(rules.seats))
        return chosen

    def _say_more(self) -> None:
        """The command that ranks all there was to choose from at the costliest decision."""
        if self._analysis.worst and self._request.file != "-" and not self._request.quiet:
            found = self._analysis.worst[0]
            game = ["--game", found.game] if self._games > 1 else []
            advisor = str(self._advisor.spec)
            asked = ["--advisor", advisor] if advisor != ADVISOR else []
            words = ["hint", self._request.file, *game, "--at", place_of(found.view), "--seat", found.view.seat, *asked]
            console.talk(f"all choices of the first one: spades-cli {shlex.join(words)}")

    def _why_nothing(self) -> str:
        request = self._request
        where = f" in round {request.number}" if request.number else ""
        forced = f", {self._analysis.forced} forced" if self._analysis.forced else ""
        return f"{request.file}: nothing to analyse{where}: no decision with a choice{forced}"
