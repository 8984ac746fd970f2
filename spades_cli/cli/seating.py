"""Who sits at the table of ``play``: people, scripts, bots and strategies, made from their specs."""

from __future__ import annotations

import errno
import select
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from spades_cli.arena.table import GivesUp
from spades_cli.cli.on_end import Successors
from spades_cli.engine.actions import Answer, Bid, Give, parse_action
from spades_cli.engine.cards import Card
from spades_cli.errors import PluginError, SpadesError
from spades_cli.players.faults import PlayerFault
from spades_cli.players.process import BotProcess
from spades_cli.players.spec import make_strategy, player_seed, prepare_strategy
from spades_cli.ui.lines import read_lines
from spades_cli.ui.typed import Prompt, Quit, Resign, Script, ScriptEnded, Source, TypedPlayer, place_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from spades_cli.cli.setting import Request, Setting
    from spades_cli.engine.actions import Action
    from spades_cli.engine.events import MatchEnded
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import View
    from spades_cli.errors import ActionError
    from spades_cli.players.manager import Plugins
    from spades_cli.players.spec import PlayerSpec
    from spades_cli.players.strategy import Player
    from spades_cli.ui.editing import Editing
    from spades_cli.ui.render import Renderer
    from spades_cli.ui.typed import Desk


class Seated(TypedPlayer):
    """Somebody who types, at the table of a match; ``succeed`` finds who plays on where a script ends."""

    def __init__(
        self,
        source: Source,
        renderer: Renderer,
        say: Callable[[str], None],
        desk: Desk,
        succeed: Callable[[View, ScriptEnded], Player],
    ) -> None:
        super().__init__(source, renderer, say, desk)
        self._succeed = succeed
        self._successor: Player | None = None

    def decide(self, view: View) -> Action:
        """As typed; a terminal that is gone leaves the match."""
        if self._successor:
            return _as_action(self._successor.decide(view))
        try:
            return super().decide(view)
        except ScriptEnded as ended:
            self._successor = self._succeed(view, ended)
            return _as_action(self._successor.decide(view))
        except Resign as resigned:
            raise GivesUp(resigned.seat) from resigned
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            raise Quit from error

    def refused(self, view: View, error: ActionError) -> None:
        """The round refused an action of whoever decides."""
        if isinstance(self._successor, TypedPlayer):
            self._successor.refused(view, error)
        else:
            super().refused(view, error)

    def round_over(self, view: View, result: RoundResult) -> None:
        """A strategy that plays on is told."""
        if self._successor:
            self._successor.round_over(view, result)


class Seating:
    """The players of one match; no bot outlives ``close``."""

    def __init__(
        self,
        setting: Setting,
        request: Request,
        plugins: Plugins,
        *,
        desk: Desk,
        renderer: Callable[[str], Renderer],
        say: Callable[[str], None],
        editing: Editing | None,
    ) -> None:
        self._setting, self._request, self._plugins = setting, request, plugins
        self._desk, self._renderer, self._say = desk, renderer, say
        self._editing = editing
        self._sources: dict[str, Source] = {}
        self._bots: dict[str, BotProcess] = {}
        self._successors = Successors(setting, request, plugins, say)

    def prepare(self) -> None:
        """Let the strategies prepare; UsageError for an --on-end that cannot be."""
        self._successors.check()
        for spec in dict.fromkeys(self._setting.specs.values()):
            if spec.kind == "strategy":
                prepare_strategy(spec, self._plugins, self._setting.rules)

    def take_seats(self) -> dict[str, Player]:
        """A player for every seat, before the first decision of the match; whoever types goes on where he was."""
        return {seat: self._make(seat, spec) for seat, spec in self._setting.specs.items()}

    def end_match(self, event: MatchEnded) -> None:
        """Tell the bots that the match is over."""
        for bot in self._bots.values():
            bot.end_match(event)

    def close(self) -> None:
        """End the bots."""
        for bot in self._bots.values():
            bot.close()

    def unused(self) -> list[str]:
        """Where scripts go on though the match is over: ``moves.txt:7``.

        A pipe that whoever drives the match holds open is not waited for.
        """
        scripts = [
            source
            for name, source in self._sources.items()
            if isinstance(source, Script) and (name != "-" or _is_at_hand(sys.stdin.buffer))
        ]
        return [f"{script.name}:{number}" for script in scripts if (number := script.rest()) is not None]

    def _make(self, seat: str, spec: PlayerSpec) -> Player:
        if spec.kind in ("human", "script"):
            source = self._your_source() if spec.kind == "human" else self._script(spec.name)
            return self._sit_down(seat, source)
        if spec.kind == "exec":
            return self._start_bot(seat, spec)
        return make_strategy(spec, self._plugins, seed=self._setting.seed, seat=seat)

    def _sit_down(self, seat: str, source: Source) -> Seated:
        def succeed(view: View, ended: ScriptEnded) -> Player:
            return self._successors.find(seat, place_of(view), ended, lambda source: self._sit_down(seat, source))

        return Seated(source, self._renderer(seat), self._say, self._desk, succeed)

    def _start_bot(self, seat: str, spec: PlayerSpec) -> BotProcess:
        """A running bot that has been told of the match."""
        bot = self._bots.get(seat)
        if bot is None:
            bot = BotProcess(spec.name, rules=self._setting.rules, timeout=self._request.timeout)
            self._bots[seat] = bot
        try:
            bot.start()
        except PlayerFault as fault:
            raise PluginError(
                f"the bot at {seat} did not start: {fault.detail}", hint=f"command: {spec.name}"
            ) from fault
        names = {name: str(other) for name, other in self._setting.specs.items()}
        bot.start_match(seat, player_seed(self._setting.seed, seat), names)
        return bot

    def _your_source(self) -> Source:
        if not self._request.is_asked:
            return self._script(self._request.script or "-")
        if "" not in self._sources:
            silent = self._request.form == "jsonl"
            self._sources[""] = Prompt(self._say, silent=silent, editing=self._editing)
        return self._sources[""]

    def _script(self, name: str) -> Source:
        """The script of that name; seats that name the same one share its lines."""
        if name not in self._sources:
            shown = "<stdin>" if name == "-" else name
            try:
                file = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115 - read until exit
            except OSError as error:
                raise SpadesError(f"{name}: cannot be read: {error.strerror}") from error
            self._sources[name] = Script(read_lines(file, shown), shown)
        return self._sources[name]


def _is_at_hand(stream: BinaryIO) -> bool:
    """Whether reading would not have to wait for a writer, as far as the system tells."""
    try:
        return bool(select.select([stream], [], [], 0)[0])
    except (OSError, ValueError):
        return True


def _as_action(decided: Action | str) -> Action:
    """What a strategy decides, which may be a text."""
    return decided if isinstance(decided, Card | Bid | Answer | Give) else parse_action(decided)
