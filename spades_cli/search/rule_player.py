"""The rule player's card for a position: the same arithmetic that plays rounds out, interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.search.policy import choose_card
from spades_cli.search.rollout import BEST, LED, LEFT, NILS, PLAYED, WINNER

if TYPE_CHECKING:
    from spades_cli.search.position import Position


def choose_by_rule(position: Position) -> int:
    """The card, as a bit, that the rule player plays."""
    state = position.state
    return choose_card(
        position.game, position.need, position.fear, position.voids, position.place, position.hand,
        position.legal, state[LED], state[BEST], state[WINNER], state[PLAYED], position.unseen, state[NILS],
        state[LEFT],
    )  # fmt: skip
