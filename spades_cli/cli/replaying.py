"""What ``replay`` does with each game of a record that it prints or verifies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.files import no_such_game, open_record
from spades_cli.engine.events import Acted, Asked, Dealt, MatchEnded, TrickTaken
from spades_cli.errors import ExitCode, RecordError, SpadesError, UsageError
from spades_cli.record.contents import is_game
from spades_cli.record.reader import GameRecord, read_games
from spades_cli.record.replay import Replay
from spades_cli.record.steps import play_rounds
from spades_cli.ui.moment import Screen
from spades_cli.ui.render import Renderer
from spades_cli.ui.stream import Stream
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from spades_cli.engine.events import Event
    from spades_cli.engine.rules import Rules
    from spades_cli.ui.style import Style


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games, rounds and tricks are asked for, None for all of them; and whose view, None for everybody's."""

    game: str | None = None
    round: int | None = None
    trick: int | None = None
    seat: str | None = None

    def describe(self) -> str:
        """The same in words: ``round 3, trick 5``."""
        names = {"game": self.game, "round": self.round, "trick": self.trick}
        return ", ".join(f"{name} {value}" for name, value in names.items() if value is not None) or "round"

    def check_seat(self, rules: Rules, place: str) -> None:
        """UsageError for a seat that a game does not have."""
        if self.seat and self.seat not in rules.seats:
            raise UsageError(f"{place}: no seat {self.seat!r}; seats are {' '.join(rules.seats)}")


# --- verifying -----------------------------------------------------------------------------------------------------


def verify_games(file: str, form: str, name: str | None) -> ExitCode:
    """Check every game, or the named one, and print what differs; DONE if nothing does, else NO."""
    problems: list[str] = []
    count = rounds = differences = 0
    for game in list_games(file, name, problems.append):
        count += 1
        try:
            played = open_replay(file, game)
        except RecordError as error:
            differences += 1
            _print_difference(game.id, str(error), form)
            continue
        rounds += sum(1 for event in played.events() if isinstance(event, Dealt))
        differences += len(played.differences)
        _print_findings(file, game, played, form)
    for problem in problems:
        _print_problem(problem, form)
    same = not differences
    if form == "jsonl":
        summary = {"games": count, "rounds": rounds, "differences": differences, "problems": len(problems)}
        console.out_json({"t": "verified"} | summary)
    else:
        found = "no difference" if same else f"{differences} difference{'s' * (differences > 1)}"
        console.out(f"{file}: {count_of(count, 'game')}, {count_of(rounds, 'round')} played again: {found}")
    return ExitCode.DONE if same else ExitCode.NO


def _print_difference(game: str, text: str, form: str) -> None:
    if form == "jsonl":
        console.out_json({"t": "difference", "g": game, "text": text})
    else:
        console.out(text)


def _print_findings(file: str, game: GameRecord, played: Replay, form: str) -> None:
    if form == "jsonl":
        for text in played.differences:
            _print_difference(game.id, text, form)
        if played.note:
            console.out_json({"t": "note", "g": game.id, "text": played.note})
        return
    for text in _remarks(file, game, played):
        console.out(text)


def _remarks(file: str, game: GameRecord, played: Replay) -> Iterator[str]:
    place = f"{file}:{game.first_line}: game {game.id}"
    yield from (f"{place}: {text}" for text in [*played.differences, *filter(None, [played.note])])


def _print_problem(problem: str, form: str) -> None:
    if form == "jsonl":
        console.out_json({"t": "problem", "text": problem})
    else:
        console.out(problem)


# --- printing ------------------------------------------------------------------------------------------------------


def print_games(file: str, wanted: Wanted, form: str, style: Style) -> ExitCode:
    """Print what is wanted of every game; INPUT if one cannot be played again, UsageError if there is nothing."""
    printed = failed = False
    for game in list_games(file, wanted.game, console.talk):
        try:
            if wanted.trick is not None and form == "text":
                printed |= _print_trick(file, game, wanted, style)
            else:
                printed |= _print_events(file, game, wanted, form, style)
        except RecordError as error:
            console.show_error(error)
            failed = True
    if not printed and not failed:
        raise UsageError(f"{file}: no {wanted.describe()} in this record")
    return ExitCode.INPUT if failed else ExitCode.DONE


def _print_events(file: str, game: GameRecord, wanted: Wanted, form: str, style: Style) -> bool:
    played = open_replay(file, game, [wanted.seat] if wanted.seat else ())
    wanted.check_seat(played.rules, f"{file}:{game.first_line}: game {game.id}")
    show = _printer(game, played, wanted.seat, form, style)
    if wanted.round is None and wanted.trick is None:
        _print_header(game, form)
    printed = False
    for event in _select(played.events(), wanted):
        printed = True
        show(event)
    for text in _remarks(file, game, played):
        console.talk(text)
    return printed


def _print_trick(file: str, game: GameRecord, wanted: Wanted, style: Style) -> bool:
    """The table after the lead to a trick and at its end, in every round that is wanted."""
    replay = open_replay(file, game)
    wanted.check_seat(replay.rules, f"{file}:{game.first_line}: game {game.id}")
    screen = Screen(replay.rules, style, seat=wanted.seat, width=0)
    printed = False
    for played in play_rounds(replay):
        begin = played.trick_step(wanted.trick or 1)
        if begin is None or wanted.round not in (None, played.start.number):
            continue
        end = next((step for step in played.taken if step > begin), len(played.acts))
        for line in [*([""] if printed else []), *screen.lines(played, begin + 1), "", *screen.lines(played, end)]:
            console.out(line)
        printed = True
    for text in _remarks(file, game, replay):
        console.talk(text)
    return printed


def _print_header(game: GameRecord, form: str) -> None:
    if form == "jsonl":
        console.out(Stream(game.header, ()).header())
        return
    players = "  ".join(f"{seat} {name}" for seat, name in game.header["players"].items())
    console.out(f"game {game.id}: {game.header['rules'].get('name')}, {players}")


def _printer(game: GameRecord, played: Replay, seat: str | None, form: str, style: Style) -> Callable[[Event], None]:
    viewers = [seat] if seat else []
    stream = Stream(game.header, viewers)
    renderer = Renderer(played.rules, style, viewers)
    shown: set[int] = set()

    def show(event: Event) -> None:
        for line in stream.event(event) if form == "jsonl" else renderer.event(event):
            console.out(line)
        # The hand of the one seat, as soon as it has been looked at, or put together in a draft.
        if form == "text" and isinstance(event, Asked) and event.view.phase not in ("blind", "draft"):
            view = event.view
            if view.number not in shown:
                shown.add(view.number)
                console.out(f"  {view.seat} holds {renderer.style.hand(view.hand, played.rules.pack)}")

    return show


def _select(events: Iterator[Event], wanted: Wanted) -> Iterator[Event]:
    """The events that are wanted; every event is drawn, so that scores are right."""
    number = finished = 0
    for event in events:
        if isinstance(event, Dealt):
            number, finished = event.number, 0
        trick = finished + 1
        if isinstance(event, TrickTaken):
            finished += 1
        whole = wanted.round is None and wanted.trick is None
        inside = wanted.round in (None, number) and not isinstance(event, MatchEnded)
        if whole or (inside and (wanted.trick is None or (wanted.trick == trick and _is_play(event)))):
            yield event


def _is_play(event: Event) -> bool:
    if isinstance(event, Asked):
        return event.view.phase == "play"
    return isinstance(event, TrickTaken) or (isinstance(event, Acted) and event.phase == "play")


# --- games ---------------------------------------------------------------------------------------------------------


def open_replay(file: str, game: GameRecord, asked: Collection[str] = ()) -> Replay:
    """A game ready to be played again; RecordError with its place if its rules cannot be read."""
    try:
        return Replay(game, asked)
    except (SpadesError, TypeError, ValueError) as error:
        told = str(error).replace("\n", "; ")
        raise RecordError(f"{file}:{game.first_line}: game {game.id}: {told}") from error


def list_games(file: str, name: str | None, problem: Callable[[str], None]) -> Iterator[GameRecord]:
    """The games of a file, or those that a number or an id names; UsageError if there is no such one."""
    found = False
    begun: dict[str, int] = {}
    with open_record(file, "replay") as (lines, title):
        for game in read_games(lines, title, problem):
            if game.id in begun:
                problem(f"{title}:{game.first_line}: game {game.id} again (before: line {begun[game.id]})")
            begun[game.id] = game.first_line
            if name is None or is_game(name, game.number, game.id):
                found = True
                yield game
    if not found:
        raise no_such_game(title, str(name), len(begun))
