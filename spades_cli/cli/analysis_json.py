"""Judgements as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spades_cli.cli import console
from spades_cli.record.writer import to_json

if TYPE_CHECKING:
    from collections.abc import Collection

    from spades_cli.arena.analysis import Analysis, Judgement
    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import GameRecord


class JsonPrinter:
    """One object a decision and one for the totals (``streamed``), or all of it as one object."""

    def __init__(self, *, listed: bool, streamed: bool) -> None:
        self._listed, self._streamed = listed, streamed
        self._advisor = ""
        self._games: list[str] = []
        self._decisions: list[dict[str, Any]] = []

    def game(self, game: GameRecord, rules: Rules, seats: Collection[str], advisor: str) -> None:
        """Remember which games were looked at."""
        self._advisor = advisor
        self._games.append(game.id)

    def decision(self, found: Judgement) -> None:
        """A decision as it is judged, or kept for the one object."""
        if not self._listed:
            return
        if self._streamed:
            console.out(to_json({"t": "decision"} | _judgement_dict(found)))
        else:
            self._decisions.append(_judgement_dict(found))

    def end(self, analysis: Analysis) -> None:
        """The costliest decisions, if they were asked for, and the totals."""
        shown = self._decisions if self._listed else [_judgement_dict(found) for found in analysis.worst]
        rows = [{"seat": seat, "phase": phase} | counts.figures() for seat, phase, counts in analysis.rows()]
        heading = {"advisor": self._advisor, "games": self._games}
        totals = analysis.total.figures() | {"forced": analysis.forced, "rows": rows}
        if not self._streamed:
            console.out(to_json(heading | totals | {"shown": shown}))
            return
        for found in shown:
            console.out(to_json({"t": "decision"} | found))
        console.out(to_json({"t": "summary"} | heading | totals))


def _judgement_dict(found: Judgement) -> dict[str, Any]:
    view = found.view
    trick = {"trick": len(view.tricks) + 1} if view.phase == "play" else {}
    cost = {} if found.cost is None else {"cost": round(found.cost, 2)}
    error = {} if found.error is None else {"se": round(found.error, 2)}
    return {
        "g": found.game, "n": view.number, "seat": view.seat, "phase": view.phase, **trick,
        "played": str(found.played), "advised": str(found.advised.action), "agreed": found.agreed, **cost, **error,
        "reason": found.advised.reason,
    }  # fmt: skip
