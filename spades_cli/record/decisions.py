"""The decisions of a recorded game, each with what its seat knew when it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.events import Acted, Asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.actions import Action
    from spades_cli.engine.view import View
    from spades_cli.record.replay import Replay


class Decision(NamedTuple):
    """What a seat did, and its view of the round at that moment."""

    view: View
    action: Action


def read_decisions(played: Replay) -> Iterator[Decision]:
    """The decisions of the seats that ``played`` asks, in their order, as far as the game can be played again.

    Forced decisions are among them. They are drawn from ``played.events()``: its ``differences`` are known at the end.
    """
    view = None
    for event in played.events():
        if isinstance(event, Asked):
            view = event.view
        elif isinstance(event, Acted) and view is not None:
            yield Decision(view, event.action)
            view = None
