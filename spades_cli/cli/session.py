"""One run of ``play``: from the options to players, table, screen and record, and to the way it ends."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING

from spades_cli.arena.relive import relive
from spades_cli.arena.streams import Streams
from spades_cli.arena.table import play_match
from spades_cli.cli import console, options
from spades_cli.cli.folders import state_folder
from spades_cli.cli.hinting import thinking
from spades_cli.cli.saving import Keeper, find_saved, has_unfinished, open_keeper
from spades_cli.cli.screen import Screen, is_hot
from spades_cli.cli.seating import Seating
from spades_cli.cli.setting import Request, new_setting, resumed_setting
from spades_cli.cli.stopping import Stopped, leave_at_once_next_time, stopping_signals
from spades_cli.engine.events import Asked, Event, MatchEnded, RoundScored
from spades_cli.errors import SpadesError, UsageError
from spades_cli.players.advice import Advisor
from spades_cli.record.resume import Past
from spades_cli.ui.editing import Editing, open_editing
from spades_cli.ui.typed import Quit, Undo

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Mapping

    from spades_cli.engine.round import Round
    from spades_cli.engine.view import View
    from spades_cli.players.manager import Plugins
    from spades_cli.players.strategy import Choice, Player


class Session:
    """A match being played for the command line; the desk that answers the commands of those who type."""

    def __init__(self, request: Request, plugins: Plugins) -> None:
        self.request = request
        self.setting = (
            resumed_setting(find_saved(request.file), request) if request.resume else new_setting(request, plugins)
        )
        setting = self.setting
        if request.script and not setting.human_seats:
            raise UsageError("no seat is yours, so --script would not be read", hint="--seat SEAT takes one")
        self.past = Past()
        self._is_living_again = False
        self.advisor = Advisor(request.advisor, plugins, seed=setting.seed, timeout=request.timeout)
        if request.advisor != options.ADVISOR:
            self.advisor.check()
        self.editing = self._open_editing()
        self.screen = Screen(setting, request, self.editing, self.check_undo)
        self.seating = Seating(
            setting, request, plugins,
            desk=self, renderer=self.screen.renderer, say=self._say, editing=self.editing,
        )  # fmt: skip
        self.keeper = Keeper(setting.ledger, None)

    def run(self) -> None:
        """Play the match to its end, or to where it is left; no bot outlives it."""
        with stopping_signals():
            try:
                self._run()
            finally:
                self.advisor.close()
                self.seating.close()

    def _run(self) -> None:
        setting, request = self.setting, self.request
        players = self.seating.take_seats()
        self.seating.prepare()
        if setting.saved is None and request.seed is None:
            console.talk(f"seed {setting.seed}")
        autosave = request.save and request.is_asked and bool(setting.human_seats)
        if self.screen.is_read and setting.saved is None and has_unfinished():
            console.talk("a match you left is kept: spades-cli play --resume")
        self.keeper = open_keeper(setting, request.record, autosave=autosave, words=request.plugin_words)
        try:
            with console.naming_record(self.keeper.path):
                self._play_through(players)
            if self.screen.is_read and (text := self.keeper.tell_how_to_read()):
                console.talk(text)
        except Quit:
            self._tell("left the match")
            return
        except KeyboardInterrupt:
            leave_at_once_next_time()
            self._tell("stopped", interrupted=True)
            raise
        except Stopped as stopped:
            with suppress(OSError):  # the terminal may be gone
                self._tell("stopped", interrupted=True)
            raise SystemExit(stopped.code) from None
        except SpadesError:
            self._tell("stopped")
            raise
        finally:
            self.keeper.close()
        for place in self.seating.unused():
            console.talk(f"{place}: not used: the match is over")

    def _play_through(self, players: Mapping[str, Player]) -> None:
        """Play until the match is over, however often a decision is taken back."""
        self.screen.welcome(saved=self.keeper.path is not None)
        past = self.setting.past
        if saved := self.setting.saved:
            name = saved.path.name if self.keeper.is_ours else saved.path
            console.talk(f"going on with {name}, round {past.finished + 1}")
        goes_on = saved is not None
        while True:
            try:
                self._play(players, past, goes_on=goes_on)
                return
            except Undo:
                past, goes_on = self._take_back(), False
                players = self.seating.take_seats()

    def _play(self, players: Mapping[str, Player], past: Past, *, goes_on: bool) -> None:
        """From the end of the past to the end of the match; ``goes_on`` says that the past is another run's."""
        match, streams = self.setting.make_match(), Streams(players)
        asked = self._asked_again(goes_on)
        living = relive(match, players, past, streams, self.setting.ledger.drawn, asked)
        begun = self._relive(living, past.finished, goes_on=goes_on)
        for event in play_match(match, players, first_cards=self.setting.cards, begun=begun):
            self.past = self.past.add(event)
            self.keeper.add(event, streams.drawn() if isinstance(event, RoundScored) else None)
            if isinstance(event, Asked) and self.request.is_asked:
                self.keeper.settle()
            self.screen.event(event)
            if isinstance(event, MatchEnded):
                self.seating.end_match(event)

    def _relive(self, living: Generator[Event, None, Round | None], finished: int, *, goes_on: bool) -> Round | None:
        """Bring players and screen to where the past ends; the round that lasts.

        In text the round that lasts is told again to whoever goes on, in JSON everything.
        """
        self._is_living_again = True
        with thinking() if self.request.is_asked else nullcontext():
            events, deal = _collect(living)
        self._is_living_again, self.past = False, Past()
        for event in events:
            self.past = self.past.add(event)
            told = self.request.form == "jsonl" or getattr(event, "number", 0) > finished
            self.screen.relive(event, aloud=goes_on and told)
        return deal

    def _asked_again(self, goes_on: bool) -> Collection[str]:
        """The seats that know themselves what they keep: bots, and scripts that are read from their beginning."""
        kinds = ("exec", "script") if goes_on else ("exec",)
        return [seat for seat, spec in self.setting.specs.items() if spec.kind in kinds and spec.name != "-"]

    def _take_back(self) -> Past:
        """The past without the last decision of those who type."""
        undone = self.past.last_of(self.setting.typed_seats)
        if undone is None:
            raise SpadesError("there is no decision to take back")
        past = self.past.before(undone)
        current = past.current
        self.keeper.put(self.setting.ledger.take_back(undone, past.finished, current.events if current else ()))
        self.screen.take_back(undone)
        return past

    # --- the desk ------------------------------------------------------------------------------------------------

    def advise(self, view: View) -> list[Choice]:
        """The advisor's ranking, from what the seat may know."""
        with thinking():
            return self.advisor.rank(view)

    def save(self, name: str) -> str:
        """Copy the record to a file, or say where it is kept."""
        if not name:
            return self.keeper.tell_where()
        if name == "-":
            raise SpadesError("name a file to copy the match to")
        return f"copied to {self.keeper.copy_to(name)} as far as it is played"

    def check_undo(self, view: View) -> str:
        """Why the last decision cannot be taken back, or nothing."""
        if self._is_living_again:
            return ""
        if not self.request.undo:
            return "decisions stay in this match (--no-undo)"
        undone = self.past.last_of(self.setting.typed_seats)
        if undone is None:
            return "there is no decision of yours to take back"
        if undone.number <= self.past.finished and not self.keeper.can_reopen:
            return "the last round is finished, and its record cannot be changed any more"
        return ""

    # --- words ---------------------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        """Words to the player: beside the game in text, out of the way of JSON."""
        (console.talk if self.request.form == "jsonl" else console.out)(text)

    def _tell(self, what: str, *, interrupted: bool = False) -> None:
        """That the match is left, what is kept, and how to go on; below the prompt, if one was ``interrupted``."""
        if interrupted and self.request.is_asked and self.request.form == "text":
            console.out()
        console.talk(f"{what}; {self.keeper.tell_how_it_was_left()}")

    def _open_editing(self) -> Editing | None:
        """Line editing for people at a terminal; those who share it leave each other no history."""
        if not self.request.is_asked or not self.setting.human_seats:
            return None
        return open_editing(None if is_hot(self.setting, self.request) else state_folder() / "history")


def _collect(living: Generator[Event, None, Round | None]) -> tuple[list[Event], Round | None]:
    """All that is yielded, and what is returned."""
    events: list[Event] = []
    try:
        while True:
            events.append(next(living))
    except StopIteration as end:
        return events, end.value
    except Undo:
        raise SpadesError("a script that takes decisions back cannot be gone on with") from None
