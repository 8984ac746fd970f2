"""A recorded game as rounds that can be entered at any decision."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spades_cli.engine.events import Acted, Dealt, Faulted, MatchEnded, RoundScored, TrickTaken
from spades_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from spades_cli.engine.round import Round
    from spades_cli.record.replay import Replay

#: The parts of a round that a place may name, besides the numbers of its tricks.
PHASES = ("draft", "blind", "exchange", "bid")
_PART = rf"(?P<trick>[0-9]{{1,3}})|(?P<phase>{'|'.join(PHASES)})"
_PLACE = re.compile(rf"(?P<round>[0-9]{{1,6}})(?:\.(?:{_PART}))?", re.ASCII)


@dataclass(slots=True)
class PlayedRound:
    """One round of a record: as it was dealt, and what was decided in it.

    ``acts`` are the decisions in their order, and ``taken`` the finished tricks by the number of decisions that had
    been made when each was complete. ``scored`` and ``ended`` are None where the record stops before.
    """

    start: Dealt
    dealt: Round
    acts: list[Acted] = field(default_factory=list)
    taken: dict[int, TrickTaken] = field(default_factory=dict)
    faults: list[Faulted] = field(default_factory=list)
    scored: RoundScored | None = None
    ended: MatchEnded | None = None
    _last: tuple[int, Round] | None = None

    def at(self, step: int) -> Round:
        """The round after its first ``step`` decisions; a copy that is the caller's."""
        begin, deal = 0, self.dealt
        if self._last and self._last[0] <= step:
            begin, deal = self._last
        deal = deal.copy()
        for act in self.acts[begin:step]:
            deal.apply(act.action)
        self._last = step, deal.copy()
        return deal

    def first_step(self, wanted: Callable[[Acted], bool]) -> int | None:
        """How many decisions come before the first one that is ``wanted``."""
        return next((i for i, act in enumerate(self.acts) if wanted(act)), None)

    def trick_step(self, trick: int) -> int | None:
        """How many decisions come before the lead to a trick; None if it was not begun."""
        if trick == 1:
            return self.first_step(lambda act: act.phase == "play")
        end = next((step for step, taken in self.taken.items() if taken.trick == trick - 1), None)
        return end if end is not None and (end < len(self.acts)) else None


def play_rounds(replay: Replay) -> list[PlayedRound]:
    """Every round of a game, as far as it can be played again."""
    rounds: list[PlayedRound] = []
    for event in replay.events():
        match event:
            case Dealt() if replay.deal:
                rounds.append(PlayedRound(event, replay.deal.copy()))
            case Acted():
                rounds[-1].acts.append(event)
            case TrickTaken():
                rounds[-1].taken[len(rounds[-1].acts)] = event
            case Faulted():
                rounds[-1].faults.append(event)
            case RoundScored():
                rounds[-1].scored = event
            case MatchEnded() if rounds:
                rounds[-1].ended = event
    return rounds


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a game: a round, and a trick or another part of it where one is named."""

    round: int
    trick: int | None = None
    phase: str | None = None

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read ``3``, ``3.5`` (round 3, trick 5) or ``3.bid``; UsageError for anything else."""
        found = _PLACE.fullmatch(text.strip().lower())
        if found is None:
            hint = f"a place is a round, 3, a trick in it, 3.5, or 3.{', 3.'.join(PHASES)}"
            raise UsageError(f"{text.strip()!r} is no place in a game", hint=hint)
        return cls(int(found["round"]), int(found["trick"]) if found["trick"] else None, found["phase"])

    def __str__(self) -> str:
        part = f"trick {self.trick}" if self.trick is not None else self.phase
        return f"round {self.round}" + (f", {part}" if part else "")

    def enter(self, rounds: Sequence[PlayedRound]) -> tuple[int, int]:
        """The same as ``find``, with the card led on the table where the place is a trick."""
        index, step = self.find(rounds)
        return index, step + (self.trick is not None)

    def find(self, rounds: Sequence[PlayedRound]) -> tuple[int, int]:
        """The index of the round, and the decisions before the place; UsageError if the game does not reach it."""
        index = next((i for i, played in enumerate(rounds) if played.start.number == self.round), None)
        if index is None:
            numbers = [played.start.number for played in rounds]
            told = f"its rounds are {numbers[0]} to {numbers[-1]}" if numbers else "it holds no round"
            raise UsageError(f"no round {self.round} in this game; {told}")
        played = rounds[index]
        step: int | None = 0
        if self.trick is not None:
            step = played.trick_step(self.trick)
        elif self.phase is not None:
            step = played.first_step(lambda act: act.phase == self.phase)
        if step is None:
            raise UsageError(f"{self} was not played; {_describe_end(played)}")
        return index, step


def find_decision(rounds: Sequence[PlayedRound], place: Place, seat: str | None) -> tuple[PlayedRound, int]:
    """The round, and how many decisions come before the one that ``seat`` makes at a place (None: whoever is first).

    A place without a part is the bid. The decision may be the one that an unfinished record waits for. UsageError if
    there is no such decision.
    """
    wanted = place if place.trick is not None or place.phase else Place(place.round, phase="bid")
    index, begin = _find_begun(rounds, wanted)
    played = rounds[index]
    tricks = len(played.at(begin).tricks)
    for step in range(begin, len(played.acts) + 1):
        deal = played.at(step)
        inside = len(deal.tricks) == tricks and str(deal.phase) == (wanted.phase or "play")
        if inside and deal.turn is not None and seat in (None, deal.turn):
            return played, step
    raise UsageError(f"{seat or 'nobody'} has nothing to decide in {wanted}")


def _find_begun(rounds: Sequence[PlayedRound], place: Place) -> tuple[int, int]:
    """Where a place begins, also if the record stops right there."""
    try:
        return place.find(rounds)
    except UsageError:
        last = rounds[-1] if rounds else None
        if last is None or last.scored or last.start.number != place.round:
            raise
        deal = last.at(len(last.acts))
        here = place.phase == str(deal.phase) or (str(deal.phase) == "play" and place.trick == len(deal.tricks) + 1)
        if not here:
            raise
        return len(rounds) - 1, len(last.acts)


def _describe_end(played: PlayedRound) -> str:
    counts: Mapping[str, int] = dict.fromkeys((act.phase for act in played.acts), 0)
    tricks = len(played.taken)
    if tricks:
        return f"this round has {tricks} finished trick{'s' * (tricks != 1)}"
    return f"this round has {', '.join(counts)} only" if counts else "nothing was decided in this round"
