"""What every player must keep to, as named steps that play it under each variant and tell what broke, and where."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.players.conformance_steps import STEPS
from spades_cli.players.failures import trim_traceback
from spades_cli.players.trial import Broken, Subject, Trial, make_subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View

__all__ = ["Failure", "StepResult", "Subject", "make_subject", "run_steps"]


@dataclass(frozen=True, slots=True)
class Failure:
    """How a step failed: what broke, in which variant, where, with which cards, and how to see it again."""

    what: str
    variant: str
    seed: int
    place: str
    hand: str
    command: str
    traceback: str = ""

    def __str__(self) -> str:
        lines = [self.what, f"variant {self.variant}, seed {self.seed}{self.place}"]
        lines += [f"hand: {self.hand}"] if self.hand else []
        return "\n".join([*lines, f"again: {self.command}", *self.traceback.splitlines()])


@dataclass(frozen=True, slots=True)
class StepResult:
    """A step's name, what it makes sure of, and how it failed first, if it did."""

    name: str
    promise: str
    failure: Failure | None

    def __str__(self) -> str:
        line = f"{'FAILED' if self.failure else 'ok':<6}  {self.name:<8}  {self.promise}"
        return "\n        ".join([line, *str(self.failure).splitlines()]) if self.failure else line


def run_steps(subject: Subject, variants: Mapping[str, Rules], seed: int = 0) -> Iterator[StepResult]:
    """Run every step under every variant; a step ends at its first failure."""
    for name, (promise, step) in STEPS.items():
        trials = (Trial(subject, variant, rules, seed) for variant, rules in variants.items())
        yield StepResult(name, promise, next(filter(None, (_try(step, trial) for trial in trials)), None))


def _try(step: Callable[[Trial], None], trial: Trial) -> Failure | None:
    try:
        step(trial)
    except Broken as broken:
        view, cause = broken.view, broken.__cause__
        words = ["strategies", "check", *trial.subject.words, "--variant", trial.variant, "--seed", str(trial.seed)]
        return Failure(
            broken.what,
            trial.variant,
            trial.seed,
            _place(view) if view else "",
            " ".join(view.hand) if view else "",
            f"spades-cli {shlex.join(words)}",
            trim_traceback(cause).rstrip() if cause else "",
        )
    return None


def _place(view: View) -> str:
    trick = f", trick {len(view.tricks) + 1}" if view.phase == "play" else ""
    return f", seat {view.seat}, round {view.number}, {view.phase}{trick}"
