"""What a renderer remembers of a match because no view tells it: sets so far, and the cards of a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.actions import Answer
from spades_cli.engine.events import Acted, Dealt, Event, RoundScored

if TYPE_CHECKING:
    from spades_cli.engine.cards import Card
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View


class Drawn(NamedTuple):
    """A turn of the draft: the card that joined the hand, and the one that went away."""

    kept: Card
    gone: Card


class Sheet:
    """Follows the events of a match from any point on, also where some of them are taken back and happen anew."""

    def __init__(self, rules: Rules) -> None:
        #: The cards of the draft's last turn; None where they are not known.
        self.drawn: Drawn | None = None
        self._sides = tuple(rules.sides)
        self._pack: tuple[Card, ...] = ()
        self._turns = 0
        self._sets: dict[int, frozenset[str]] = {}

    def note(self, event: Event) -> None:
        """Remember what matters of an event."""
        match event:
            case Dealt():
                self._pack, self._turns, self.drawn = event.pack, 0, None
            case Acted(action=Answer.KEEP | Answer.DECLINE as answer):
                pair = self._pack[2 * self._turns : 2 * self._turns + 2]
                self._turns += 1
                self.drawn = Drawn(*(pair if answer is Answer.KEEP else reversed(pair))) if pair else None
            case RoundScored():
                self._sets[event.number] = event.result.sets
            case _:
                pass

    def look(self, view: View) -> None:
        """Go on from a view: so many turns of the draft are done."""
        self._turns = len(view.answers)

    def count_sets(self, number: int) -> dict[str, int]:
        """How often each side was set before round ``number``; nothing where a round of the match is not known."""
        rounds = range(1, number)
        if not all(each in self._sets for each in rounds):
            return {}
        return {side: sum(side in self._sets[each] for each in rounds) for side in self._sides}
