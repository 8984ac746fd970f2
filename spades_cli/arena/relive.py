"""Brings a match with new players to where an old one stood, without deciding anything anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.arena.table import ask, end_round
from spades_cli.engine.events import advance, describe_deal
from spades_cli.errors import ActionError
from spades_cli.players.faults import PlayerFault
from spades_cli.players.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Mapping

    from spades_cli.arena.streams import Streams
    from spades_cli.engine.events import Acted, Event
    from spades_cli.engine.match import Match
    from spades_cli.engine.round import Round
    from spades_cli.players.strategy import Player
    from spades_cli.record.resume import Past, PastRound


def relive(
    match: Match,
    players: Mapping[str, Player],
    past: Past,
    streams: Streams,
    drawn: Mapping[str, int],
    asked: Collection[str] = (),
) -> Generator[Event, None, Round | None]:
    """Play the past again, yielding what happened; the round that lasts is returned, for ``play_match`` to go on with.

    Strategies see the finished rounds' results and draw on from where they stood, which is what ``drawn`` says of the
    end of the last finished round. In the round that lasts they are asked again for what they have decided, so that
    their random numbers stand where they stood; the seats in ``asked`` are asked so in every round, as bots of other
    processes must be: only they know what they keep. If an answer is another one than then, what was decided stays.
    """
    again = {seat: players[seat] for seat in asked}
    for round_ in past.rounds:
        if not round_.scored:
            streams.move(drawn)
            again |= {seat: player for seat, player in players.items() if isinstance(player, Strategy)}
        deal = yield from _decide_again(match, round_, again)
        if not round_.scored:
            return deal
        if round_.forfeit and deal.turn is not None:
            deal.forfeit(round_.forfeit)
        yield end_round(match, deal, players)
    streams.move(drawn)
    return None


def _decide_again(match: Match, round_: PastRound, again: Mapping[str, Player]) -> Generator[Event, None, Round]:
    """One round, with the decisions that were made in it."""
    start = round_.start
    cards = (start.pack or start.hands) if start.given else None
    deal = match.deal(cards)
    yield describe_deal(deal, given=start.given)
    for acted in round_.actions:
        if player := again.get(acted.seat):
            _ask_in_vain(player, deal, acted)
        yield from advance(deal, acted.action)
    return deal


def _ask_in_vain(player: Player, deal: Round, acted: Acted) -> None:
    """Ask as it was asked then; what it answers changes nothing."""
    try:
        ask(player, deal.view(acted.seat))
    except (PlayerFault, ActionError):
        return  # it failed then as well, or does so now: the decision stands
