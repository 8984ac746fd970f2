"""``hint --at``: one decision of a recorded game, as the seat saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.replaying import list_games, open_replay
from spades_cli.errors import SpadesError, UsageError
from spades_cli.record.steps import Place, find_decision, play_rounds

if TYPE_CHECKING:
    from spades_cli.engine.actions import Action
    from spades_cli.engine.view import View
    from spades_cli.record.reader import GameRecord


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision in a record: file, game and place, what the seat knew, and what was done (None: nothing yet)."""

    file: str
    game: str
    place: Place
    view: View
    done: Action | None


def recall(file: str, at: str, seat: str | None, name: str | None) -> Moment:
    """The decision at a place such as ``3.5`` or ``3.bid`` of the game that ``name`` picks (None: the only one).

    Without ``seat`` it is the person's, otherwise that of the first seat to decide there. UsageError if there is no
    such decision, SpadesError for a record that cannot be read so far.
    """
    place = Place.parse(at)
    game = _pick(file, name)
    replay = open_replay(file, game)
    rounds = play_rounds(replay)
    if replay.differences:
        console.talk(f"warning: {file}:{game.first_line}: game {game.id}: {replay.differences[0]}")
    if not rounds:
        raise SpadesError(f"{file}:{game.first_line}: game {game.id}: no round to ask about")
    if seat and seat not in replay.rules.seats:
        raise UsageError(f"no seat {seat!r} in game {game.id}; seats are {' '.join(replay.rules.seats)}")
    try:
        played, step = find_decision(rounds, place, seat or _person(game))
    except UsageError as error:
        raise UsageError(f"{file}: game {game.id}: {error}") from error
    deal = played.at(step)
    done = played.acts[step].action if step < len(played.acts) else None
    return Moment(file, game.id, place, deal.view(deal.turn or ""), done)


def _pick(file: str, name: str | None) -> GameRecord:
    games = list(list_games(file, name, console.talk))
    if len(games) > 1 and name is None:
        raise UsageError(f"{file}: {len(games)} games", hint=f"--game picks one: 1 to {len(games)}, or {games[0].id}")
    return games[0]


def _person(game: GameRecord) -> str | None:
    """The first seat that a person had."""
    people = (seat for seat, name in game.header["players"].items() if str(name).split(":")[0] in ("human", "script"))
    return next(people, None)
