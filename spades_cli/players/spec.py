"""The one grammar for players: ``NAME:key=value,...`` is read, seated, and built into a strategy."""

from __future__ import annotations

import random
import re
import shlex
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from spades_cli.engine.seeds import derive
from spades_cli.errors import PluginError, SpadesError, UsageError
from spades_cli.players.failures import name_cause
from spades_cli.players.options import read_options, read_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.players.registry import Plugins
    from spades_cli.players.strategy import Strategy

Kind: TypeAlias = Literal["human", "script", "exec", "strategy"]
GRAMMAR = "players are human, script:FILE, exec:COMMAND, or a strategy: NAME or NAME:key=value,key=value"
_NAME = re.compile(r"[^\s:=,]+")


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """Who plays: a person, a script's lines, a bot in a process of its own, or a strategy with options.

    >>> PlayerSpec.parse("basic:risk=2")
    PlayerSpec(kind='strategy', name='basic', options=(('risk', '2'),))
    >>> str(PlayerSpec.parse("script:moves.txt"))
    'script:moves.txt'

    ``name`` is ``human``, the script's file, the bot's command, or the strategy. Options stay text until the strategy
    reads them, so that a spec can be sent to another process.
    """

    kind: Kind
    name: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if self.kind in ("script", "exec"):
            return f"{self.kind}:{self.name}"
        options = ",".join(f"{key}={value}" for key, value in self.options)
        return f"{self.name}:{options}" if options else self.name

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Read a spec; UsageError for what is none."""
        name, colon, rest = text.strip().partition(":")
        match name:
            case "human" if not colon:
                return cls("human", "human")
            case "script" if rest.strip():
                return cls("script", rest.strip())
            case "human":
                raise UsageError(f"player {text.strip()!r}: human takes no options", hint=GRAMMAR)
            case "script":
                raise UsageError("player 'script': name its file, as in script:FILE", hint=GRAMMAR)
            case "exec":
                return cls("exec", _check_command(rest.strip()))
        if not _NAME.fullmatch(name):
            raise UsageError(f"{text.strip()!r} is not a player", hint=GRAMMAR)
        return cls("strategy", name, _parse_options(text.strip(), rest) if colon else ())


HUMAN = PlayerSpec("human", "human")
BASIC = PlayerSpec("strategy", "basic")


def _check_command(text: str) -> str:
    """A command as it is, if it can be split into words."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(
            f"player {'exec:' + text!r}: {str(error).lower()}", hint="quote the command as in a shell"
        ) from error
    if not words:
        raise UsageError("player 'exec': name its command, as in exec:COMMAND", hint=GRAMMAR)
    return text


def _parse_options(text: str, rest: str) -> tuple[tuple[str, str], ...]:
    options: dict[str, str] = {}
    for part in rest.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not key or not equals:
            raise UsageError(f"player {text!r}: {part.strip()!r} is not key=value", hint=GRAMMAR)
        if key in options:
            raise UsageError(f"player {text!r}: option {key!r} is given twice")
        options[key] = value
    return tuple(options.items())


# --- seats -----------------------------------------------------------------------------------------------------------


def default_seat(rules: Rules) -> str:
    """Where the person sits who did not choose a seat: S at a table of four, P1 at others."""
    return "S" if "S" in rules.seats else rules.seats[0]


def assign_players(
    texts: Sequence[str], rules: Rules, default: PlayerSpec = BASIC, you: str | None = ""
) -> dict[str, PlayerSpec]:
    """Who plays at each seat, from texts like ``basic``, ``NS=basic`` or ``P1=human``.

    A text without seats fills every seat that no other text names. Without one, a person sits at ``you`` (empty: the
    default seat; None: no person at all), unless that seat is named or a person or script sits elsewhere, and
    ``default`` plays the rest.
    """
    you = default_seat(rules) if you == "" else you
    named: dict[str, PlayerSpec] = {}
    rest: PlayerSpec | None = None
    for text in texts:
        seats, spec = _split_seats(text)
        if not seats:
            if rest:
                raise UsageError(f"two players for the seats left over: {rest} and {spec}", hint="write SEAT=PLAYER")
            rest = PlayerSpec.parse(spec)
        for seat in _read_seats(rules, seats):
            if seat in named:
                raise UsageError(f"seat {seat} is given two players: {named[seat]} and {spec}")
            named[seat] = PlayerSpec.parse(spec)
    players = dict.fromkeys(rules.seats, rest or default)
    if rest is None and you and not any(spec.kind in ("human", "script") for spec in named.values()):
        players[you] = HUMAN
    return players | named


def _split_seats(text: str) -> tuple[str, str]:
    """The seats before the first ``=``, if it comes before any ``:``; and the spec."""
    left, equals, right = text.partition("=")
    if not equals or ":" in left:
        return "", text
    if not left.strip():
        raise UsageError(f"player {text!r}: no seat before '='", hint=GRAMMAR)
    return left.strip(), right


def _read_seats(rules: Rules, text: str) -> list[str]:
    """The seats of ``N``, ``NS``, ``P1P4``: names run together, in either case."""
    names = "|".join(rules.seats)
    if not re.fullmatch(f"(?:{names})*", text.upper()):
        sides = [side for side in rules.sides if side not in rules.seats]
        also = f"; sides are {' '.join(sides)}" if sides else ""
        raise UsageError(f"no seat {text!r} at this table; seats are {' '.join(rules.seats)}{also}")
    return re.findall(names, text.upper())


# --- building --------------------------------------------------------------------------------------------------------


def make_strategy(spec: PlayerSpec, plugins: Plugins, *, seed: int, seat: str) -> Strategy:
    """A new strategy for a seat; its random numbers come from ``seed`` and the seat's name.

    Raises UsageError for an unknown strategy or option or a wrong value, PluginError for one that does not start.
    """
    return build_strategy(spec, plugins, seed=player_seed(seed, seat), seat=seat)


def prepare_strategy(spec: PlayerSpec, plugins: Plugins, rules: Rules) -> None:
    """Let a strategy prepare for matches under these rules; PluginError if it fails."""
    entry = plugins.get(spec.name)
    try:
        with redirect_stdout(sys.stderr):
            entry.cls.prepare(rules)
    except SpadesError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"strategy {spec.name!r} of plugin {entry.plugin!r} could not prepare: {name_cause(error)}"
        ) from error


def player_seed(seed: int, seat: str) -> int:
    """The seed of a seat's own random numbers; it does not tell the match's seed, nor the cards."""
    return derive(seed, "player", seat)


def build_strategy(spec: PlayerSpec, plugins: Plugins, *, seed: int, seat: str) -> Strategy:
    """As ``make_strategy``, from the seed of the seat itself."""
    entry = plugins.get(spec.name)
    values = read_values(f"strategy {spec.name!r}", read_options(entry.cls), spec.options)
    rng = random.Random(seed)
    try:
        with redirect_stdout(sys.stderr):
            return entry.cls(rng=rng, **values)
    except SpadesError:
        raise
    except (Exception, SystemExit) as error:
        cause = name_cause(error)
        raise PluginError(
            f"strategy {str(spec)!r} of plugin {entry.plugin!r} did not start at {seat}: {cause}"
        ) from error
