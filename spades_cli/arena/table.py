"""One table: players decide, the round obeys, events come out; and what happens to a strategy that fails."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypeGuard

from spades_cli.engine.events import (
    Asked,
    Event,
    Faulted,
    MatchEnded,
    RoundScored,
    advance,
    describe_deal,
)
from spades_cli.errors import ActionError, IllegalAction, PluginError
from spades_cli.players.failures import name_cause
from spades_cli.players.faults import PlayerFault
from spades_cli.players.strategy import Player

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from spades_cli.engine.actions import Action
    from spades_cli.engine.match import Match
    from spades_cli.engine.round import Round
    from spades_cli.engine.view import View

#: What follows a fault: the match is lost, the first legal action is made, or everything stops.
Policy: TypeAlias = Literal["forfeit", "substitute", "stop"]


class Correctable(Player, Protocol):
    """A player that is told why its action was refused: a person asks again, a script stops with its line."""

    def refused(self, view: View, error: ActionError) -> None:
        """The action just decided was refused; return to be asked again, or raise."""


class GivesUp(Exception):
    """Raised by a player instead of a decision: the seat gives the whole match up."""

    def __init__(self, seat: str) -> None:
        super().__init__(f"{seat} gives the match up")
        self.seat = seat


def _is_correctable(player: object) -> TypeGuard[Correctable]:
    return hasattr(player, "refused")


def play_match(
    match: Match,
    players: Mapping[str, Player],
    *,
    first_cards: Mapping[str, Sequence[str]] | Sequence[str] | None = None,
    on_fault: Policy | None = None,
    begun: Round | None = None,
) -> Iterator[Event]:
    """Play a match to its end, yielding what happens.

    ``first_cards`` (hands or a pack) replaces the first deal. ``on_fault`` says what follows when a strategy fails;
    without it illegal answers are treated as ``conduct.illegal`` says, and anything else stops the match. ``begun`` is
    a round to go on with, whose deal has been told.
    """
    while not match.over:
        given = first_cards if match.rounds == 0 else None
        deal = begun or match.deal(given)
        if begun is None:
            yield describe_deal(deal, given=given is not None)
        begun = None
        loser = yield from _play_or_lose(deal, players, on_fault)
        yield end_round(match, deal, players, loser)
    if match.outcome:
        yield MatchEnded(match.outcome.winner, match.outcome.reason, dict(match.scores), match.rounds)


def _play_or_lose(
    deal: Round, players: Mapping[str, Player], on_fault: Policy | None
) -> Generator[Event, None, str | None]:
    """Play one round; the seat that lost the match in it is returned, if one did."""
    loser = None
    try:
        for event in play_round(deal, players, on_fault):
            if isinstance(event, Faulted) and event.remedy == "forfeit":
                loser = event.seat
            yield event
    except GivesUp as quitter:
        loser = quitter.seat
        deal.forfeit(loser)
    return loser


def end_round(match: Match, deal: Round, players: Mapping[str, Player], loser: str | None = None) -> RoundScored:
    """Count a finished round, in which ``loser`` may have lost the match, and let every player see it."""
    match.add(deal.result)
    if loser:
        match.forfeit(loser)
    for seat, player in players.items():
        _tell(player, seat, deal)
    return RoundScored(deal.number, deal, deal.result, dict(match.scores))


def play_round(deal: Round, players: Mapping[str, Player], on_fault: Policy | None = None) -> Iterator[Event]:
    """Play one round to its end."""
    while (seat := deal.turn) is not None:
        view = deal.view(seat)
        yield Asked(view)
        yield from _decide(deal, seat, players[seat], view, on_fault)


def _decide(deal: Round, seat: str, player: Player, view: View, on_fault: Policy | None) -> Iterator[Event]:
    """Ask until there is an action that stands, or a fault is dealt with."""
    while True:
        try:
            yield from advance(deal, ask(player, view))
            return
        except ActionError as error:
            if not _is_correctable(player):
                yield from _punish(deal, seat, _read_refusal(error), on_fault or deal.rules.conduct.illegal)
                return
            player.refused(view, error)
        except PlayerFault as fault:
            yield from _punish(deal, seat, fault, on_fault or "stop")
            return


def ask(player: Player, view: View) -> Action | str:
    """The player's answer; what a strategy prints goes to stderr, what it raises becomes a fault."""
    if _is_correctable(player):
        return player.decide(view)
    try:
        with redirect_stdout(sys.stderr):
            return player.decide(view)
    except PlayerFault:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerFault("exception", name_cause(error)) from error


def _read_refusal(error: ActionError) -> PlayerFault:
    """A refused answer as a fault."""
    if isinstance(error, IllegalAction):
        return PlayerFault("illegal", error.reason, str(error.action))
    return PlayerFault("malformed", str(error))


def _punish(deal: Round, seat: str, fault: PlayerFault, remedy: str) -> Iterator[Event]:
    """What follows a fault: the match stops or is lost, the round is lost, or the first legal action is made."""
    remedy = _REMEDIES.get(remedy, remedy)
    view = deal.view(seat)
    yield Faulted(deal.number, seat, fault.kind, fault.answer, fault.detail, remedy)
    if remedy == "stop":
        raise _failed(seat, view, fault) from fault.__cause__
    if remedy == "substitute":
        yield from advance(deal, deal.legal()[0])
    else:
        deal.forfeit(seat)


#: What ``conduct.illegal`` calls them.
_REMEDIES = {"error": "stop", "first_legal": "substitute"}


def _failed(seat: str, view: View, fault: PlayerFault) -> PluginError:
    place = f"round {view.number}, {view.phase}"
    if view.phase == "play":
        place = f"round {view.number}, trick {len(view.tricks) + 1}"
    answer = f" {fault.answer}" if fault.answer else ""
    legal = ", ".join(map(str, view.legal[:20]))
    return PluginError(
        f"the strategy at {seat} failed in {place}: {fault.kind}{answer}: {fault.detail}",
        hint=f"{seat} held {' '.join(view.hand)}; legal: {legal}",
    )


def _tell(player: Player, seat: str, deal: Round) -> None:
    """Let a player see the finished round."""
    view = deal.view(seat)
    try:
        with redirect_stdout(sys.stderr):
            player.round_over(view, deal.result)
    except (Exception, SystemExit) as error:
        raise _failed(seat, view, PlayerFault("exception", name_cause(error))) from error
