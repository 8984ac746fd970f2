"""One run of ``play``: from the options to players, table, renderer and record, and to the way it ends."""

from __future__ import annotations

import secrets
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spades_cli.arena.table import play_match
from spades_cli.cli import console, options, setup
from spades_cli.cli.hinting import thinking
from spades_cli.engine.cards import parse_cards
from spades_cli.engine.events import Asked, MatchEnded
from spades_cli.engine.match import Match
from spades_cli.errors import PluginError, SpadesError, UsageError
from spades_cli.players.advice import Advisor
from spades_cli.players.faults import PlayerFault
from spades_cli.players.process import BotProcess
from spades_cli.players.spec import (
    PlayerSpec,
    assign_players,
    default_seat,
    make_strategy,
    player_seed,
    prepare_strategy,
)
from spades_cli.record.deals import parse_deal
from spades_cli.record.lines import game_line
from spades_cli.record.writer import RecordWriter
from spades_cli.ui.lines import read_lines
from spades_cli.ui.render import Renderer
from spades_cli.ui.stream import Stream
from spades_cli.ui.style import open_terminal_input, pick_style
from spades_cli.ui.typed import Prompt, Quit, Script, Source, TypedPlayer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.events import Event
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View
    from spades_cli.players.manager import Plugins
    from spades_cli.players.strategy import Choice, Player


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for."""

    rules: str
    players: Sequence[str]
    seed: int | None
    script: str | None
    seat: str | None
    record: Path | None
    form: str
    deal: str | None
    suits: str
    quiet: bool
    advisor: str
    timeout: float = 10.0


class Session:
    """A match being played for the command line."""

    def __init__(self, request: Request, plugins: Plugins) -> None:
        self.request, self.plugins = request, plugins
        self._check_stdin()
        self.rules = setup.load_rules(plugins, request.rules)
        self.seed = secrets.randbelow(1_000_000_000) if request.seed is None else request.seed
        self.match = Match(self.rules, seed=self.seed)
        self.specs = self._assign()
        self.typed_seats = [seat for seat, spec in self.specs.items() if spec.kind in ("human", "script")]
        if request.script and not any(spec.kind == "human" for spec in self.specs.values()):
            raise UsageError("no seat is yours, so --script would not be read", hint="--seat SEAT takes one")
        style = pick_style(sys.stdout, request.suits)
        self.renderer = Renderer(self.rules, style, self.typed_seats, quiet=request.quiet)
        self.scripts: dict[str, Script] = {}
        self.bots: list[BotProcess] = []
        self.advisor = Advisor(request.advisor, plugins, seed=self.seed, timeout=request.timeout)
        if request.advisor != options.ADVISOR:
            self.advisor.check()

    def run(self) -> None:
        """Play the match to its end, or to where it is left; no bot outlives it."""
        try:
            self._run()
        finally:
            self.advisor.close()
            for bot in self.bots:
                bot.close()

    def _run(self) -> None:
        players = {seat: self._make_player(seat, spec) for seat, spec in self.specs.items()}
        for spec in dict.fromkeys(self.specs.values()):
            if spec.kind == "strategy":
                prepare_strategy(spec, self.plugins, self.rules)
        header = game_line(self.match, {seat: str(spec) for seat, spec in self.specs.items()}, self._versions())
        cards = _read_deal(self.request.deal, self.rules) if self.request.deal else None
        if self.request.seed is None:
            console.talk(f"seed {self.seed}")
        path = self.request.record
        stream = Stream(header, self.typed_seats) if self.request.form == "jsonl" else None
        with RecordWriter(path, header) if path else nullcontext() as record:
            try:
                if stream:
                    console.out(stream.header())
                for event in play_match(self.match, players, first_cards=cards):
                    if record:
                        record.add(event)
                    self._show(event, stream)
                    if isinstance(event, MatchEnded):
                        for bot in self.bots:
                            bot.end_match(event)
            except Quit:
                console.talk(self._where_saved("left the match"))
                return
            except (KeyboardInterrupt, SpadesError):
                if path:
                    console.talk(self._where_saved("stopped"))
                raise
        self._warn_unused()

    def _show(self, event: Event, stream: Stream | None) -> None:
        if stream:
            lines = stream.event(event)
        elif isinstance(event, Asked):
            mine = event.view.seat in self.typed_seats
            lines = self.renderer.block(event.view) if mine else iter(())
        else:
            lines = self.renderer.event(event)
        for line in lines:
            console.out(line)

    # --- players -------------------------------------------------------------------------------------------------

    def _assign(self) -> Mapping[str, PlayerSpec]:
        """A player for every seat; ``--seat`` puts a person (or the script) there."""
        seat = self.request.seat.upper() if self.request.seat else None
        if seat == "ALL":
            if self.request.players:
                raise UsageError("--seat all gives you every seat, so -p has none left")
            return dict.fromkeys(self.rules.seats, PlayerSpec.parse("human"))
        if seat and seat not in self.rules.seats:
            raise UsageError(f"no seat {seat!r} at this table", hint=f"seats are {' '.join(self.rules.seats)}, or all")
        yours = [f"{seat}=human"] if seat else []
        default = PlayerSpec.parse("basic")
        return assign_players([*yours, *self.request.players], self.rules, default, default_seat(self.rules))

    def _make_player(self, seat: str, spec: PlayerSpec) -> Player:
        if spec.kind == "human":
            return self._typed(self._your_source())
        if spec.kind == "script":
            return self._typed(self._script(spec.name))
        if spec.kind == "exec":
            return self._start_bot(seat, spec)
        return make_strategy(spec, self.plugins, seed=self.seed, seat=seat)

    def _start_bot(self, seat: str, spec: PlayerSpec) -> BotProcess:
        """A running bot that has been told of the match."""
        bot = BotProcess(spec.name, rules=self.rules, timeout=self.request.timeout)
        self.bots.append(bot)
        try:
            bot.start()
        except PlayerFault as fault:
            raise PluginError(
                f"the bot at {seat} did not start: {fault.detail}", hint=f"command: {spec.name}"
            ) from fault
        names = {seat: str(spec) for seat, spec in self.specs.items()}
        bot.start_match(seat, player_seed(self.seed, seat), names)
        return bot

    def _your_source(self) -> Source:
        if self.request.script is None and sys.stdin.isatty():
            open_terminal_input()
            return Prompt(self._say, silent=self.request.form == "jsonl")
        return self._script(self.request.script or "-")

    def _script(self, name: str) -> Script:
        """The script of that name; seats that name the same one share its lines."""
        if name not in self.scripts:
            shown = "<stdin>" if name == "-" else name
            try:
                file = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115 - read until exit
            except OSError as error:
                raise SpadesError(f"{name}: cannot be read: {error.strerror}") from error
            self.scripts[name] = Script(read_lines(file, shown), shown)
        return self.scripts[name]

    def _typed(self, source: Source) -> TypedPlayer:
        return TypedPlayer(source, self.renderer, self._say, self._advise)

    def _advise(self, view: View) -> list[Choice]:
        """The advisor's ranking, from what the seat may know."""
        with thinking():
            return self.advisor.rank(view)

    def _say(self, text: str) -> None:
        """Words to the player: beside the game in text, out of the way of JSON."""
        (console.talk if self.request.form == "jsonl" else console.out)(text)

    # --- edges ---------------------------------------------------------------------------------------------------

    def _check_stdin(self) -> None:
        """Rules and decisions cannot both come from standard input."""
        asked = [self.request.rules, self.request.script, *(p.partition("=")[2] or p for p in self.request.players)]
        if sum(text in ("-", "script:-") for text in asked) > 1:
            raise UsageError("standard input can be read once: as rules, or as a script")

    def _versions(self) -> dict[str, str]:
        """The plugins that play, with their versions."""
        names = {self.plugins.get(spec.name).plugin for spec in self.specs.values() if spec.kind == "strategy"}
        return {info.name: info.version for info in self.plugins.loaded if info.name in names}

    def _where_saved(self, what: str) -> str:
        if not self.request.record:
            return f"{what}; nothing was saved (--record FILE keeps a record)"
        return f"{what}; everything so far is in {self.request.record}"

    def _warn_unused(self) -> None:
        """Say where a script goes on after the match is over."""
        for script in self.scripts.values():
            if (number := script.rest()) is not None:
                console.talk(f"{script.name}:{number}: not used: the match is over")


def _read_deal(text: str, rules: Rules) -> Mapping[str, Sequence[str]] | Sequence[str]:
    """The cards of ``--deal``: PBN hands, for a draft the pack in order; or a file that holds either."""
    path = Path(text)
    try:
        if path.is_file():
            text = path.read_text(encoding="utf-8-sig").strip()
    except (OSError, ValueError) as error:
        raise SpadesError(f"{path}: cannot be read: {error}") from error
    text = text.removeprefix('[Deal "').removesuffix('"]')
    return parse_cards(text) if rules.deal.method == "draft" else parse_deal(text, rules.seats)
