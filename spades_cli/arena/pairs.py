"""One unit of a comparison: a deal played once for every way the strategies can sit, as record lines.

A unit is worked out from plain values (:class:`Plan` and a number), so that any process gives the same bytes for it.
"""

from __future__ import annotations

import shlex
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spades_cli.arena.table import Policy, play_match
from spades_cli.engine.events import MatchEnded
from spades_cli.engine.match import GUARD, Match
from spades_cli.engine.seeds import derive
from spades_cli.errors import PluginError, SpadesError
from spades_cli.players.child import Child
from spades_cli.players.manager import load_plugins
from spades_cli.players.process import BotProcess
from spades_cli.players.spec import PlayerSpec, make_strategy, player_seed, prepare_strategy
from spades_cli.record.lines import game_line
from spades_cli.record.writer import GameLines, to_json

if TYPE_CHECKING:
    from spades_cli.engine.actions import Action
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import View
    from spades_cli.players.settings import PluginSettings
    from spades_cli.players.strategy import Player


@dataclass(frozen=True, slots=True)
class Plan:
    """What is compared: strategies under one rule set, from one seed.

    ``pairings`` are the strategies (by number) that meet, one pairing after the other for ``deals`` units each.
    ``duplicate`` plays every deal once for each way to sit; otherwise the ways take turns. ``on_fault`` says what
    follows when a strategy fails.
    """

    rules: Rules
    specs: tuple[str, ...]
    seed: int
    settings: PluginSettings
    pairings: tuple[tuple[int, ...], ...]
    deals: int
    duplicate: bool = True
    on_fault: Policy = "forfeit"
    #: Rounds after which a match is stopped; 1 compares single rounds from 0 to 0.
    rounds: int = GUARD
    #: Seconds a bot has for a decision; ``isolate`` makes every strategy a bot in a process of its own.
    timeout: float = 10.0
    isolate: bool = False

    @property
    def bag_price(self) -> float:
        """What a bag counts where only single rounds are played: its share of the penalty that a match would bring."""
        bags = self.rules.bags
        return bags.penalty / bags.limit if self.rounds == 1 and bags.limit else 0.0

    @property
    def units(self) -> int:
        """How many units there are."""
        return self.deals * len(self.pairings)

    def rotations(self, index: int) -> range:
        """The ways to sit that unit ``index`` plays."""
        count = len(self.pairings[index // self.deals])
        return range(count) if self.duplicate else range(index % count, index % count + 1)

    def seat(self, index: int, rotation: int) -> dict[str, int]:
        """Which strategy sits where in one game of a unit.

        The sides take the strategies of the pairing in turn, beginning with number ``rotation`` of it; over all
        rotations each strategy has each side once.
        """
        pairing, seated = self.pairings[index // self.deals], {}
        for number, places in enumerate(self.rules.sides.values()):
            strategy = pairing[(number + rotation) % len(pairing)]
            seated.update({self.rules.seats[place]: strategy for place in places})
        return {seat: seated[seat] for seat in self.rules.seats}


@dataclass(slots=True)
class Clock:
    """The time a strategy took, and for how many decisions; never part of a record."""

    seconds: float = 0.0
    decisions: int = 0


@dataclass(slots=True)
class Unit:
    """A finished unit: its record as text, and the clock of each strategy."""

    index: int
    text: str
    clocks: list[Clock] = field(default_factory=list)


class _Timed:
    """A player with a clock."""

    def __init__(self, player: Player, clock: Clock) -> None:
        self._player, self._clock = player, clock

    def decide(self, view: View) -> Action | str:
        """The player's answer."""
        start = time.perf_counter()
        try:
            return self._player.decide(view)
        finally:
            self._clock.seconds += time.perf_counter() - start
            self._clock.decisions += 1

    def round_over(self, view: View, result: RoundResult) -> None:
        """Passed on."""
        self._player.round_over(view, result)


class Bench:
    """Where units are played: plugins are loaded once, bots started once, strategies built for each game."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.plugins = load_plugins(plan.settings, warn=_say_nothing)
        self.specs = [PlayerSpec.parse(text) for text in plan.specs]
        versions = {info.name: info.version for info in self.plugins.loaded}
        names = {self.plugins.get(spec.name).plugin for spec in self.specs if spec.kind == "strategy"}
        self.versions = {name: versions[name] for name in sorted(names)}
        self._bots: dict[tuple[int, str], BotProcess] = {}

    def prepare(self) -> None:
        """Let the strategies prepare, before units are played here or by workers; PluginError for no such bot."""
        for spec in self.specs:
            if spec.kind == "strategy":
                prepare_strategy(spec, self.plugins, self.plan.rules)
            else:
                _check_start(spec.name)

    def play(self, index: int) -> Unit:
        """Play unit ``index``: every rotation of it, or the one whose turn it is."""
        clocks = [Clock() for _ in self.specs]
        text = "".join(self._game(index, rotation, clocks) for rotation in self.plan.rotations(index))
        return Unit(index, text, clocks)

    def close(self) -> None:
        """End the bots."""
        for bot in self._bots.values():
            bot.close()
        self._bots.clear()

    def _game(self, index: int, rotation: int, clocks: list[Clock]) -> str:
        plan = self.plan
        match = Match(plan.rules, seed=plan.seed, game=index, guard=plan.rounds)
        seated = plan.seat(index, rotation)
        names = {seat: plan.specs[number] for seat, number in seated.items()}
        header = game_line(match, names, self.versions)
        header["g"] = f"{header['g']}.{rotation}"
        lines = GameLines(header["g"])
        text = [to_json(header)]
        players: dict[str, Player] = {}
        bots: list[BotProcess] = []
        for seat, number in seated.items():
            player = self._player(seat, index, number, names)
            players[seat] = _Timed(player, clocks[number])
            bots += [player] if isinstance(player, BotProcess) else []
        for event in play_match(match, players, on_fault=plan.on_fault):
            text += map(to_json, lines.add(event))
            if isinstance(event, MatchEnded):
                for bot in bots:
                    bot.end_match(event)
        return "\n".join(text) + "\n"

    def _player(self, seat: str, index: int, number: int, names: dict[str, str]) -> Player:
        seed, spec = derive(self.plan.seed, "game", index), self.specs[number]
        if spec.kind == "strategy" and not self.plan.isolate:
            return make_strategy(spec, self.plugins, seed=seed, seat=seat)
        bot = self._bots.get((number, seat))
        if bot is None:
            bot = BotProcess(self._command(spec), rules=self.plan.rules, timeout=self.plan.timeout)
            self._bots[number, seat] = bot
        bot.start_match(seat, player_seed(seed, seat), names)
        return bot

    def _command(self, spec: PlayerSpec) -> str:
        """The command of a bot; of a strategy, the one that speaks for it."""
        if spec.kind == "exec":
            return spec.name
        plugins = [word for path in self.plan.settings.paths for word in ("--plugin", path)]
        blocked = [word for name in sorted(self.plan.settings.blocked) for word in ("--no-plugin", name)]
        return shlex.join([sys.executable, "-m", "spades_cli", "bot", str(spec), *plugins, *blocked])


def check_specs(plan: Plan) -> None:
    """Refuse what cannot be compared before anything is played."""
    if any(PlayerSpec.parse(text).kind not in ("strategy", "exec") for text in plan.specs):
        raise SpadesError("only strategies and bots can be compared", hint="spades-cli strategies list names them")
    bench = Bench(plan)
    for spec in bench.specs:
        if spec.kind == "strategy":
            make_strategy(spec, bench.plugins, seed=0, seat=plan.rules.seats[0])


def _check_start(command: str) -> None:
    """PluginError for a command that the system cannot start, which would lose every match of it."""
    try:
        Child(shlex.split(command)).close()
    except (OSError, ValueError, IndexError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PluginError(
            f"exec:{command} cannot be started: {reason}", hint="a bot is exec:COMMAND, written as in a shell"
        ) from error


def _say_nothing(text: str) -> None:
    """Broken plugins were told of when the program started."""
