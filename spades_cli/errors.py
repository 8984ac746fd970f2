"""Every error a user can meet, and the exit code each one ends with."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence


class ExitCode(IntEnum):
    """What the program's exit status means; the README prints the same table."""

    DONE = 0
    #: The answer is "no": a check failed or a verification differs.
    NO = 1
    #: Wrong usage of the command line.
    USAGE = 2
    #: A fault in this program.
    INTERNAL = 3
    #: An input file or script line is unreadable, invalid, illegal or ended too early.
    INPUT = 4
    #: A plugin, strategy or bot failed and that stopped the work.
    PLUGIN = 5
    INTERRUPTED = 130


class SpadesError(Exception):
    """A mistake that is not ours: one line says what and where, ``hint`` what would be right."""

    exit_code: ClassVar[ExitCode] = ExitCode.INPUT

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(SpadesError):
    """The command line asks for something that does not exist or does not fit together."""

    exit_code = ExitCode.USAGE


class ActionError(SpadesError, ValueError):
    """An action was refused; the state it was offered to is unchanged."""


class InvalidAction(ActionError):
    """The text or value is no action of this game at all."""


class IllegalAction(ActionError):
    """A real action that the rules forbid now.

    ``reason`` says why in words ("you must follow hearts"), ``legal`` lists what is allowed.
    """

    def __init__(self, action: object, reason: str, legal: Sequence[object]) -> None:
        super().__init__(f"{action}: {reason}")
        self.action = action
        self.reason = reason
        self.legal = tuple(legal)


class AmbiguousAction(ActionError):
    """The text fits more than one action; ``candidates`` are the ones it fits."""

    def __init__(self, text: str, question: str, candidates: Sequence[object]) -> None:
        super().__init__(f"{text}: {question}")
        self.question = question
        self.candidates = tuple(candidates)


class RulesError(SpadesError, ValueError):
    """A rule set that cannot be played, or a rules file that cannot be read.

    ``problems`` holds one ``path:line:column: table.key: message`` text each, all found at once.
    """

    def __init__(self, problems: Sequence[str], *, hint: str = "") -> None:
        super().__init__("\n".join(problems), hint=hint)
        self.problems = tuple(problems)


class RecordError(SpadesError, ValueError):
    """A match record that cannot be read; the text names file and line."""


class PluginError(SpadesError):
    """A plugin or strategy failed, and the work cannot go on without it."""

    exit_code = ExitCode.PLUGIN
