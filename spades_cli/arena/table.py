"""One table: players decide, the round obeys, events come out; and what happens to a strategy that fails."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from spades_cli.engine.events import (
    Asked,
    Dealt,
    Event,
    Faulted,
    MatchEnded,
    RoundScored,
    advance,
    describe_deal,
)
from spades_cli.errors import ActionError, IllegalAction, PluginError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.engine.actions import Action
    from spades_cli.engine.match import Match
    from spades_cli.engine.round import Round
    from spades_cli.engine.view import View
    from spades_cli.players.strategy import Player


@runtime_checkable
class Correctable(Protocol):
    """A player that is told why its action was refused: a person asks again, a script stops with its line."""

    def refused(self, view: View, error: ActionError) -> None:
        """The action just decided was refused; return to be asked again, or raise."""


def play_match(
    match: Match,
    players: Mapping[str, Player],
    *,
    first_cards: Mapping[str, Sequence[str]] | Sequence[str] | None = None,
) -> Iterator[Event]:
    """Play a match to its end, yielding what happens; ``first_cards`` (hands or a pack) replaces the first deal."""
    while not match.over:
        given = first_cards if match.rounds == 0 else None
        deal = match.deal(given)
        yield from play_round(deal, players, describe_deal(deal, given=given is not None))
        match.add(deal.result)
        yield RoundScored(deal.number, deal, deal.result, dict(match.scores))
        for seat, player in players.items():
            _tell(player, seat, deal)
    if match.outcome:
        yield MatchEnded(match.outcome.winner, match.outcome.reason, dict(match.scores), match.rounds)


def play_round(deal: Round, players: Mapping[str, Player], start: Dealt) -> Iterator[Event]:
    """Play one round to its end."""
    yield start
    while (seat := deal.turn) is not None:
        view = deal.view(seat)
        yield Asked(view)
        yield from _decide(deal, seat, players[seat], view)


def _decide(deal: Round, seat: str, player: Player, view: View) -> Iterator[Event]:
    """Ask until there is an action that stands."""
    while True:
        try:
            yield from advance(deal, _ask(player, seat, view))
            return
        except ActionError as error:
            if not isinstance(player, Correctable):
                yield from _punish(deal, seat, error)
                return
            player.refused(view, error)


def _ask(player: Player, seat: str, view: View) -> Action | str:
    """The player's answer; what a strategy prints goes to stderr, what it raises becomes a PluginError."""
    if isinstance(player, Correctable):
        return player.decide(view)
    try:
        with redirect_stdout(sys.stderr):
            return player.decide(view)
    except (Exception, SystemExit) as error:
        raise _strategy_failed(seat, view, error) from error


def _strategy_failed(seat: str, view: View, error: BaseException) -> PluginError:
    place = f"round {view.number}, {view.phase}"
    if view.phase == "play":
        place = f"round {view.number}, trick {len(view.tricks) + 1}"
    return PluginError(
        f"the strategy at {seat} failed in {place}: {type(error).__name__}: {error}",
        hint=f"{seat} held {' '.join(view.hand)}",
    )


def _tell(player: Player, seat: str, deal: Round) -> None:
    """Let a player see the finished round."""
    view = deal.view(seat)
    try:
        with redirect_stdout(sys.stderr):
            player.round_over(view, deal.result)
    except (Exception, SystemExit) as error:
        raise _strategy_failed(seat, view, error) from error


def _punish(deal: Round, seat: str, error: ActionError) -> Iterator[Event]:
    """What ``conduct.illegal`` says about an illegal answer: stop, play the first legal action, or lose the round."""
    illegal = isinstance(error, IllegalAction)
    answer, detail = (str(error.action), error.reason) if isinstance(error, IllegalAction) else ("", str(error))
    remedy = deal.rules.conduct.illegal
    yield Faulted(deal.number, seat, "illegal" if illegal else "malformed", answer, detail, remedy)
    if remedy == "error":
        legal = ", ".join(map(str, deal.legal()[:20]))
        raise PluginError(f"the strategy at {seat} gave no legal answer: {error}", hint=f"legal: {legal}")
    if remedy == "forfeit_hand":
        deal.forfeit(seat)
    else:
        yield from advance(deal, deal.legal()[0])
