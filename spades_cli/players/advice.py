"""A strategy or bot as an advisor: asked about a view, it ranks what is legal there."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from math import isfinite
from typing import TYPE_CHECKING, Any

from spades_cli.engine.actions import parse_action
from spades_cli.errors import InvalidAction, PluginError, UsageError
from spades_cli.players.failures import name_cause
from spades_cli.players.faults import PlayerFault
from spades_cli.players.process import BotProcess
from spades_cli.players.spec import PlayerSpec, make_strategy, player_seed, prepare_strategy
from spades_cli.players.strategy import Choice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View
    from spades_cli.players.manager import Plugins


class Advisor:
    """The advisor that ``spec`` names: a strategy, or a bot as ``exec:COMMAND``.

    Each view is judged by itself, so the same view gets the same answer whatever was asked before. UsageError for a
    spec that can give no advice.
    """

    def __init__(self, spec: str, plugins: Plugins, *, seed: int = 0, timeout: float = 10.0) -> None:
        self.spec = PlayerSpec.parse(spec)
        if self.spec.kind not in ("strategy", "exec"):
            raise UsageError(f"{spec!r} gives no advice", hint="name a strategy, or a bot as exec:COMMAND")
        self._plugins, self._seed, self._timeout = plugins, seed, timeout
        self._bot: BotProcess | None = None
        self._prepared: Rules | None = None

    def check(self) -> None:
        """UsageError or PluginError for a strategy that does not exist or start; a bot is started when it is asked."""
        if self.spec.kind == "strategy":
            make_strategy(self.spec, self._plugins, seed=self._seed, seat="")

    def rank(self, view: View) -> list[Choice]:
        """Legal actions, best first; PluginError if the advisor fails."""
        try:
            choices = self._ask_bot(view) if self.spec.kind == "exec" else self._ask_strategy(view)
            return _check(choices, view)
        except PlayerFault as fault:
            answer = f" {fault.answer}" if fault.answer else ""
            where = f"the advisor {str(self.spec)!r} failed at {view.seat}, {view.phase}"
            raise PluginError(f"{where}: {fault.kind}{answer}: {fault.detail}") from fault

    def close(self) -> None:
        """End the bot, if there is one."""
        if self._bot:
            self._bot.close()
            self._bot = None

    def __enter__(self) -> Advisor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask_strategy(self, view: View) -> Sequence[Choice]:
        """A new strategy's ranking; what it prints goes to stderr."""
        strategy = make_strategy(self.spec, self._plugins, seed=self._seed, seat=view.seat)
        if self._prepared != view.rules:
            prepare_strategy(self.spec, self._plugins, view.rules)
            self._prepared = view.rules
        try:
            with redirect_stdout(sys.stderr):
                return list(strategy.rank(view))
        except (Exception, SystemExit) as error:
            raise PlayerFault("exception", name_cause(error)) from error

    def _ask_bot(self, view: View) -> Sequence[Choice]:
        """The bot's answer; it is told of a new match, so that it takes nothing over from the last view."""
        if self._bot is None or self._bot.rules != view.rules:
            self.close()
            self._bot = BotProcess(self.spec.name, rules=view.rules, timeout=self._timeout)
        self._bot.start_match(view.seat, player_seed(self._seed, view.seat), {})
        return read_choices(self._bot.ask(view))


def read_choices(reply: Mapping[str, Any]) -> list[Choice]:
    """What a bot's answer says of its choices: ``action`` first, then those of ``choices`` in their order.

    PlayerFault for values that are no numbers or actions that are none.
    """
    first, others = _action(reply["action"]), reply.get("choices")
    note, value = reply.get("note") or "", reply.get("value")
    values = {first: None if value is None else _number(value)}
    for pair in others if isinstance(others, list) else []:
        if not isinstance(pair, list) or len(pair) != 2:
            raise PlayerFault("malformed", "choices are pairs of action and value", repr(pair)[:60])
        action, worth = _action(pair[0]), _number(pair[1])
        if values.get(action) is None:
            values[action] = worth
    return [Choice(action, worth, reason=str(note) if action == first else "") for action, worth in values.items()]


def _action(text: object) -> Any:
    try:
        return parse_action(str(text))
    except InvalidAction as error:
        raise PlayerFault("malformed", str(error)) from error


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise PlayerFault("malformed", "a value is a number", repr(value)[:60])
    return float(value)


def _check(choices: Sequence[Choice], view: View) -> list[Choice]:
    """The choices, all of them legal; PlayerFault otherwise."""
    if not choices:
        raise PlayerFault("malformed", "no choice was given")
    for choice in choices:
        if not isinstance(choice, Choice):
            raise PlayerFault("malformed", "this is no Choice", repr(choice)[:60])
        if choice.action not in view.legal:
            raise PlayerFault("illegal", "this is not legal here", str(choice.action))
    return list(choices)
