"""A player in a process of its own, spoken to in ``spades-bot/1``; what it does wrong becomes a PlayerFault."""

from __future__ import annotations

import json
import shlex
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NoReturn

from spades_cli.players import protocol
from spades_cli.players.child import WIDTH, Child, Overlong, printable
from spades_cli.players.faults import FaultKind, PlayerFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from spades_cli.engine.events import MatchEnded
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import View
    from spades_cli.players.protocol import Message

#: Seconds from the start to the answer to the greeting, and from the farewell to the end.
START, FAREWELL = 10.0, 1.0
#: Seconds that a bot whose pipe is closed has to end by itself, so that its exit code can be told.
LAST_BREATH = 1.0
#: Lines of stderr that a fault shows.
_SHOWN = 3


class BotProcess:
    """A command that plays a seat. It starts at ``start`` or the first decision, and ends at ``close``.

    ``timeout`` is in seconds per decision. A process that gave no answer in time, ended or closed its pipe is killed
    with its whole group, and the next decision starts it anew, with a new greeting and the same ``match``; after any
    other fault it goes on. ``options`` and the notices are sent only to a bot that wants them. ``log`` is told every
    line: ``>`` before what is sent, ``<`` before what comes back.
    """

    def __init__(
        self,
        command: str,
        *,
        rules: Rules,
        timeout: float = 10.0,
        start_timeout: float = START,
        options: Mapping[str, Any] | None = None,
        log: Callable[[str], None] | None = None,
    ) -> None:
        self.command, self.rules, self.timeout, self.start_timeout = command, rules, timeout, start_timeout
        #: What the bot calls itself, once it has started.
        self.name, self.version = "", ""
        self._options, self._log = dict(options or {}), log
        self._child: Child | None = None
        self._wants: frozenset[str] = frozenset()
        self._match: Message | None = None
        self._number = 0
        #: The tricks of the round that the bot has been told.
        self._told = 0

    # --- playing -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the process, if it does not run, and greet it; PlayerFault if that fails."""
        if self._child:
            return
        try:
            self._child = Child(shlex.split(self.command))
        except (OSError, ValueError, IndexError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise PlayerFault("died", f"{self.command}: cannot be started: {reason}") from error
        self._number += 1
        self._send(protocol.hello(self._number, self.rules, f"spades-cli {version('spades-cli')}"))
        try:
            self._take_greeting(self._await(self._number, self.start_timeout))
        except PlayerFault as fault:
            self._stop()
            raise PlayerFault(fault.kind, f"no greeting: {fault.detail}", fault.answer) from None
        if self._options:
            self._tell("options", {"type": "options", **self._options})
        if self._match:
            self._tell("match", self._match)

    def decide(self, view: View) -> str:
        """The text of the bot's action, legal or not; PlayerFault for none."""
        return str(self.ask(view)["action"])

    def ask(self, view: View) -> Message:
        """The bot's whole answer, in which ``action`` is a text; PlayerFault for none."""
        self.start()
        self._tell_tricks(view)
        self._number += 1
        self._send(protocol.request(self._number, view, self.timeout))
        reply = self._await(self._number, self.timeout)
        if "error" in reply:
            raise PlayerFault("exception", _shorten(str(reply["error"])))
        action = reply.get("action")
        if not isinstance(action, str):
            raise PlayerFault("malformed", "the answer has no action", _shorten(json.dumps(reply)))
        if not action.isprintable():
            raise PlayerFault("malformed", "the action cannot be printed", _shorten(printable(action)))
        return reply

    def start_match(self, seat: str, seed: int, players: Mapping[str, str]) -> None:
        """A match begins; ``seed`` is for the bot's own random numbers and must not tell the cards."""
        self._match = {"type": "match", "seat": seat, "seed": seed, "players": dict(players)}
        self._told = 0
        self._tell("match", self._match)

    def round_over(self, view: View, result: RoundResult) -> None:
        """The round is scored."""
        self._tell_tricks(view)
        self._told = 0
        self._tell("round_end", protocol.round_notice(view, result))

    def end_match(self, event: MatchEnded) -> None:
        """The match is over."""
        self._match = None
        self._tell(
            "match_end",
            {
                "type": "match_end", "winner": event.winner, "reason": event.reason, "score": dict(event.scores),
                "rounds": event.rounds,
            },
        )  # fmt: skip

    def close(self) -> None:
        """Take leave, and end the process and all it started."""
        self._tell("bye", {"type": "bye"})
        self._stop(FAREWELL)

    @property
    def stderr(self) -> list[str]:
        """The last lines of the running process's stderr."""
        return self._child.stderr if self._child else []

    def __enter__(self) -> BotProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- messages ------------------------------------------------------------------------------------------------

    def _take_greeting(self, reply: Message) -> None:
        if "error" in reply:
            raise PlayerFault("exception", _shorten(str(reply["error"])))
        wants = reply.get("wants", [])
        if not isinstance(wants, list):
            raise PlayerFault("malformed", "wants is no list", _shorten(json.dumps(reply)))
        self._wants = frozenset(word for word in wants if isinstance(word, str))
        self.name, self.version = (_shorten(str(reply.get(key, ""))) for key in ("name", "version"))

    def _tell(self, notice: str, message: Message) -> None:
        """Send a notice to a running bot that wants it."""
        if self._child and notice in self._wants:
            self._send(message)

    def _tell_tricks(self, view: View) -> None:
        """Tell of the tricks finished since the bot was last told."""
        if "trick" in self._wants:
            self._told = min(self._told, len(view.tricks))
            for index in range(self._told, len(view.tricks)):
                self._tell("trick", protocol.trick_notice(view, index))
        self._told = len(view.tricks)

    def _send(self, message: Message) -> None:
        line = protocol.to_line(message)
        if self._log:
            self._log(f"> {line.decode().rstrip()}")
        if self._child:
            self._child.send(line)

    def _await(self, number: int, seconds: float) -> Message:
        """The answer of that id. Older answers are dropped, messages without id are skipped."""
        until = time.monotonic() + seconds
        while self._child:
            try:
                line = self._child.receive(until - time.monotonic())
            except TimeoutError:
                self._give_up(seconds)
            if line is None:
                self._bury()
            if self._log:
                self._log(f"< {printable(line.decode('utf-8', 'replace').rstrip())}")
            message = _read(line)
            found = message.get("id", 0)
            if type(found) is not int or found > number:
                raise PlayerFault("malformed", f"no request has the id {_shorten(repr(found))}", _shorten(repr(line)))
            if found == number:
                return message
            if time.monotonic() > until:
                self._give_up(seconds)
        raise PlayerFault("died", "the bot does not run")

    def _give_up(self, seconds: float) -> NoReturn:
        """No answer in time: the process is killed, so that nothing of it is left to answer later."""
        if self._child and self._child.wait(0) is not None:
            self._bury()
        notes = self.stderr
        self._stop()
        raise PlayerFault("timeout", _with_notes(f"no answer within {seconds:g} s", notes))

    def _bury(self) -> NoReturn:
        """The process has ended or closed its pipe: say how."""
        code = self._child.wait(LAST_BREATH) if self._child else None
        notes = self.stderr
        self._stop()
        if code is None:
            what = "the bot closed its pipe"
        else:
            what = f"the bot was killed by signal {-code}" if code < 0 else f"the bot ended with exit code {code}"
        raise PlayerFault("died", _with_notes(what, notes))

    def _stop(self, patience: float = 0.0) -> None:
        child, self._child, self._wants = self._child, None, frozenset()
        if child:
            child.close(patience)


def _read(line: bytes) -> Message:
    """The object in a line; PlayerFault for anything else."""
    kind: FaultKind = "malformed"
    if isinstance(line, Overlong):
        raise PlayerFault(kind, "the line is too long", _shorten(printable(line.decode("utf-8", "replace"))))
    try:
        message = json.loads(line.decode())
    except UnicodeDecodeError:
        raise PlayerFault(kind, "the line is not UTF-8", _shorten(repr(line))) from None
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise PlayerFault(kind, "the line is no JSON object", _shorten(printable(line.decode().rstrip())))
    return message


def _with_notes(text: str, notes: Iterable[str]) -> str:
    """The text with the last lines of stderr behind it."""
    last = [*notes][-_SHOWN:]
    return f"{text}; stderr: {' | '.join(last)}" if last else text


def _shorten(text: str) -> str:
    text = printable(text)
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
