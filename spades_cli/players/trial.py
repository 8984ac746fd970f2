"""A player on trial: built from a factory, seated under one variant, and asked, so that what breaks is told apart."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from spades_cli.engine.round import Round
from spades_cli.engine.seeds import derive
from spades_cli.errors import ActionError
from spades_cli.players.failures import name_cause
from spades_cli.players.options import Option, read_options
from spades_cli.players.spec import PlayerSpec

if TYPE_CHECKING:
    from spades_cli.engine.actions import Action
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View
    from spades_cli.players.strategy import Player, Strategy

#: Processor seconds that a decision may take on average.
SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Subject:
    """The player under test: ``make(seat, seed)`` builds it, ``make(seat, seed, key=value)`` with one of ``options``.

    ``words`` are those after ``spades-cli strategies check`` that name it.
    """

    words: tuple[str, ...]
    make: Callable[..., Player]
    options: Mapping[str, Option] = field(default_factory=dict)
    seconds: float = SECONDS


def make_subject(cls: type[Strategy], values: Mapping[str, Any], words: Sequence[str] = ()) -> Subject:
    """A strategy class, played with these options; ``words`` load its plugin."""

    def make(seat: str, seed: int, **more: Any) -> Strategy:
        return cls(rng=random.Random(derive(seed, "player", seat)), **{**values, **more})

    spec = PlayerSpec("strategy", cls.name, tuple((key, str(value)) for key, value in values.items()))
    return Subject((str(spec), *words), make, read_options(cls))


@dataclass(frozen=True, slots=True)
class Trial:
    """A player under one variant."""

    subject: Subject
    variant: str
    rules: Rules
    seed: int

    @contextmanager
    def seated(self, **values: Any) -> Iterator[dict[str, Player]]:
        """New players at every seat; those that hold something open are closed in the end."""
        players: dict[str, Player] = {}
        try:
            for seat in self.rules.seats:
                with guarded("it did not start"):
                    players[seat] = self.subject.make(seat, self.seed, **values)
            yield players
        finally:
            for player in players.values():
                getattr(player, "close", lambda: None)()

    def deal(self) -> Round:
        """The round that most steps play."""
        return Round(self.rules, seed=self.seed)


class Broken(Exception):
    """A step failed; ``view`` is what the player had before it."""

    def __init__(self, what: str, view: View | None = None) -> None:
        super().__init__(what)
        self.what, self.view = what, view


@contextmanager
def guarded(doing: str, view: View | None = None) -> Iterator[None]:
    """What a player raises breaks the step; what it prints goes to stderr."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (Exception, SystemExit) as error:
        raise Broken(f"{doing}: {name_cause(error)}", view) from error


# --- playing ---------------------------------------------------------------------------------------------------------

Answer: TypeAlias = Callable[[Round, "Player", "View"], "Action"]


def strict(deal: Round, player: Player, view: View) -> Action:
    """The player's own answer, applied; anything else breaks the step."""
    with guarded("it raised", view):
        answer = player.decide(view)
    try:
        return deal.apply(answer)
    except ActionError as error:
        raise Broken(f"its answer is refused: {error}", view) from None


def lenient(deal: Round, player: Player, view: View) -> Action:
    """The player's answer, or the first legal one for a bad answer: in steps that look for something else."""
    try:
        return strict(deal, player, view)
    except Broken:
        return deal.apply(deal.legal()[0])


def play(deal: Round, players: Mapping[str, Player], answer: Answer = lenient) -> list[tuple[View, Action]]:
    """Play a round to its end; what everybody saw and did."""
    done = []
    while (seat := deal.turn) is not None:
        view = deal.view(seat)
        done.append((view, answer(deal, players[seat], view)))
    return done
