"""``--format jsonl``: the match as one JSON object a line, in the words of the record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spades_cli.engine.actions import Give
from spades_cli.engine.events import (
    Acted,
    Asked,
    Dealt,
    Event,
    Faulted,
    MatchEnded,
    RoundScored,
    TrickTaken,
    view_to_dict,
)
from spades_cli.engine.exchange import span
from spades_cli.record import lines
from spades_cli.record.writer import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Stream:
    """Events as lines of JSON.

    With typed seats, their decisions are asked for in ``turn`` lines, and only their cards are shown while a round
    lasts; the ``round`` line at its end shows everything.
    """

    def __init__(self, header: dict[str, Any], typed_seats: Sequence[str]) -> None:
        self._header, self._seats = header, typed_seats
        self._start: Dealt | None = None

    def header(self) -> str:
        """The first line."""
        return to_json(self._header)

    def event(self, event: Event) -> Iterator[str]:
        """The lines of an event."""
        line = self._line(event)
        if line:
            yield to_json(line)

    def _line(self, event: Event) -> dict[str, Any] | None:
        game = str(self._header.get("g"))
        match event:
            case Dealt():
                self._start = event
                return lines.deal_line(game, self._hide(event))
            case Asked():
                asked = event.view.seat in self._seats
                return {"t": "turn", "g": game} | view_to_dict(event.view) if asked else None
            case Acted():
                return self._action_line(game, event)
            case TrickTaken():
                return lines.trick_line(game, event)
            case Faulted():
                return lines.fault_line(game, event)
            case RoundScored() if self._start:
                return lines.round_line(game, self._start, event)
            case MatchEnded():
                return lines.end_line(game, event)
        return None

    def _hide(self, event: Dealt) -> Dealt:
        """The deal as the typed seats may see it: nothing yet.

        Their own cards come with each turn line, not before a blind choice is made.
        """
        return replace(event, hands={}, pack=()) if self._seats else event

    def _action_line(self, game: str, event: Acted) -> dict[str, Any]:
        """An action; the cards that a stranger gives stay hidden."""
        line = lines.action_line(game, event)
        if isinstance(event.action, Give) and self._seats and event.seat not in self._seats:
            line["action"] = f"give {span(len(event.action.cards), len(event.action.cards))}"
        return line
