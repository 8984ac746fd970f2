"""What has to be decided before the first lead, and in which order: the stages of a round."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine import exchange
from spades_cli.engine.bidding import may_be_blind

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli.engine.round import Round


class Phase(StrEnum):
    """What is decided now."""

    #: The text's own: an enumeration's would be worked out in Python each time.
    __hash__ = str.__hash__

    DRAFT = "draft"
    BLIND = "blind"
    EXCHANGE = "exchange"
    BID = "bid"
    PLAY = "play"
    OVER = "over"


class Task(NamedTuple):
    """A decision that is due outside card play."""

    phase: Phase
    place: int
    exchange: exchange.Exchange | None = None


def _blind_tasks(deal: Round) -> list[Task]:
    """Everybody is asked before anyone sees a card, in draw order before a draft."""
    if deal.is_unbid or (deal.rules.blind_nil.declare == "before_draft" and deal.pack):
        return []
    if not may_be_blind(deal.rules, deal.scores):
        return []
    places = _draw_order(deal) if deal.rules.deal.method == "draft" else deal.order
    return [Task(Phase.BLIND, place) for place in places if deal.blind_bids(place)]


def _draft_tasks(deal: Round) -> list[Task]:
    """The players draw in turn; before the own first draw each may be asked for a blind bid."""
    order, tasks = _draw_order(deal), []
    for turn in range(len(deal.pack) // 2):
        place = order[turn % len(order)]
        if turn < len(order) and deal.rules.blind_nil.declare == "before_draft" and not deal.is_unbid:
            tasks.append(Task(Phase.BLIND, place))
        tasks.append(Task(Phase.DRAFT, place))
    return tasks


def _draw_order(deal: Round) -> list[int]:
    players = len(deal.hands)
    return [(deal.dealer + 1 + i) % players for i in range(players)]


def _exchanges_before(deal: Round) -> list[Task]:
    return _gives(exchange.due_before_bids(deal.rules, deal.dealer, deal.bids, deal.hands))


def _bid_tasks(deal: Round) -> list[Task]:
    if deal.is_unbid:
        return []
    return [Task(Phase.BID, place) for place in deal.order if deal.bids[place] is None]


def _exchanges_after(deal: Round) -> list[Task]:
    if not any(bid.nil for bid in deal.bids if bid):
        return []
    return _gives(exchange.due_after_bids(deal.rules, deal.dealer, deal.bids))


def _gives(due: list[exchange.Exchange]) -> list[Task]:
    return [Task(Phase.EXCHANGE, give.place, give) for give in due]


#: Each stage's tasks are worked out when the stage before it is done.
STAGES: tuple[Callable[[Round], list[Task]], ...] = (
    _blind_tasks,
    _draft_tasks,
    _exchanges_before,
    _bid_tasks,
    _exchanges_after,
)
