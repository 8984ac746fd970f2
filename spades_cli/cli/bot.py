"""``spades-cli bot``: any strategy as a bot, speaking ``spades-bot/1`` on standard input and output."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spades_cli.cli import completing, console, options, setup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.engine.rules import Rules
    from spades_cli.players.manager import Plugins
    from spades_cli.players.spec import PlayerSpec
    from spades_cli.players.strategy import Strategy

EXAMPLES = """Examples:

spades-cli play -p N="exec:spades-cli bot basic" -p ESW=lowest

spades-cli bot basic < requests.jsonl
"""

Message = dict[str, Any]


#: Bytes that no message comes near.
LONGEST = 20_000_000


def bot(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="STRATEGY", help="NAME or NAME:key=value,key=value.", autocompletion=completing.strategies
        ),
    ],
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """Speak for a strategy in the bot protocol, until the input ends (see docs/protocol.md)."""
    from spades_cli.errors import SpadesError, UsageError
    from spades_cli.players.spec import PlayerSpec

    found = PlayerSpec.parse(spec)
    if found.kind != "strategy":
        raise UsageError(f"{spec!r} is not a strategy", hint="spades-cli strategies list shows them")
    speaker = _Speaker(found, setup.open_plugins(plugin, no_plugin, strict_plugins))
    for number, line in enumerate(iter(lambda: sys.stdin.buffer.readline(LONGEST + 1), b""), 1):
        if len(line) > LONGEST:
            raise SpadesError(f"<stdin>:{number}: a line of more than {LONGEST // 1_000_000} MB, which is no message")
        try:
            message = json.loads(line.decode())
            if not isinstance(message, dict):
                raise ValueError("no JSON object")
        except (ValueError, RecursionError) as error:
            raise SpadesError(f"<stdin>:{number}: not a message: {error}") from error
        if message.get("type") == "bye":
            return
        reply = speaker.hear(message)
        if reply is not None:
            console.out(json.dumps(reply, separators=(",", ":")))


class _Speaker:
    """A strategy that answers messages; one strategy per match."""

    def __init__(self, spec: PlayerSpec, plugins: Plugins) -> None:
        self._spec, self._plugins = spec, plugins
        self._rules: Rules | None = None
        self._strategy: Strategy | None = None
        self._make("", 0)

    def hear(self, message: Mapping[str, Any]) -> Message | None:
        """The reply to a message with an id; what the strategy fails at is said there, or on stderr."""
        number = message.get("id")
        try:
            with redirect_stdout(sys.stderr):
                reply = self._answer(message)
        except (Exception, SystemExit) as error:
            from spades_cli.players.failures import name_cause

            text = name_cause(error)
            if number is None:
                console.talk(f"warning: {message.get('type')}: {text}")
            reply = {"error": text}
        return None if number is None else {"id": number, **(reply or {"error": "unsupported"})}

    def _answer(self, message: Mapping[str, Any]) -> Message | None:
        """The reply without its id, or None where there is nothing to say."""
        from spades_cli.players import protocol

        kind = message.get("type")
        if kind == "hello":
            return self._greet(message)
        if kind == "match":
            self._make(message["seat"], message["seed"])
        elif kind in (*protocol.DECISIONS, "round_end"):
            if self._rules is None or self._strategy is None:
                raise ValueError("hello comes first")
            view = protocol.view_from_dict(message, self._rules)
            if kind != "round_end":
                return {"action": str(self._strategy.decide(view))}
            self._strategy.round_over(view, protocol.result_from_dict(message["result"]))
        return None

    def _greet(self, message: Mapping[str, Any]) -> Message:
        from importlib.metadata import version

        from spades_cli.players import protocol
        from spades_cli.players.spec import prepare_strategy
        from spades_cli.variants import rules_from_dict

        if message.get("v") != protocol.VERSION:
            raise ValueError(f"version {message.get('v')!r} of the protocol is not spoken here")
        self._rules = rules_from_dict(message["rules"])
        prepare_strategy(self._spec, self._plugins, self._rules)
        return {"name": str(self._spec), "version": version("spades-cli"), "wants": ["match", "round_end"]}

    def _make(self, seat: str, seed: int) -> None:
        """A new strategy, from the seed of its seat."""
        from spades_cli.players.spec import build_strategy

        self._strategy = build_strategy(self._spec, self._plugins, seed=seed, seat=seat)
