"""What ``replay`` does with each game of a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.files import count_of, open_record
from spades_cli.engine.events import Dealt, MatchEnded
from spades_cli.record.reader import GameRecord, read_games
from spades_cli.record.replay import Replay
from spades_cli.ui.render import Renderer
from spades_cli.ui.stream import Stream
from spades_cli.ui.style import pick_style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spades_cli.engine.events import Event


def verify_games(file: str, form: str) -> bool:
    """Check every game and print what differs; whether nothing did."""
    problems: list[str] = []
    count = rounds = differences = 0
    for game in _games(file, problems.append):
        played = Replay(game)
        rounds += sum(1 for event in played.events() if isinstance(event, Dealt))
        count += 1
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
    return same


def _print_findings(file: str, game: GameRecord, played: Replay, form: str) -> None:
    if form == "jsonl":
        for text in played.differences:
            console.out_json({"t": "difference", "g": game.id, "text": text})
        if played.note:
            console.out_json({"t": "note", "g": game.id, "text": played.note})
        return
    place = f"{file}:{game.first_line}: game {game.id}"
    for text in [*played.differences, *filter(None, [played.note])]:
        console.out(f"{place}: {text}")


def _print_problem(problem: str, form: str) -> None:
    if form == "jsonl":
        console.out_json({"t": "problem", "text": problem})
    else:
        console.out(problem)


def print_games(file: str, number: int | None, form: str, suits: str) -> bool:
    """Print every game, or round ``number`` of each; whether there was anything to print."""
    printed = False
    for game in _games(file, console.talk):
        played = Replay(game)
        show = _printer(game, played, form, suits)
        if number is None:
            _print_header(game, form)
        for event in _of_round(played.events(), number):
            printed = True
            show(event)
        for text in [*played.differences, *filter(None, [played.note])]:
            console.talk(f"{file}:{game.first_line}: game {game.id}: {text}")
    return printed


def _print_header(game: GameRecord, form: str) -> None:
    if form == "jsonl":
        console.out(Stream(game.header, ()).header())
        return
    players = "  ".join(f"{seat} {name}" for seat, name in game.header["players"].items())
    console.out(f"game {game.id}: {game.header['rules'].get('name')}, {players}")


def _printer(game: GameRecord, played: Replay, form: str, suits: str) -> Callable[[Event], None]:
    stream = Stream(game.header, ())
    renderer = Renderer(played.rules, pick_style(sys.stdout, suits), ())

    def show(event: Event) -> None:
        for line in stream.event(event) if form == "jsonl" else renderer.event(event):
            console.out(line)

    return show


def _of_round(events: Iterator[Event], number: int | None) -> Iterator[Event]:
    """The events of one round, or all; every event is drawn, so that scores are right."""
    current = 0
    for event in events:
        if isinstance(event, Dealt):
            current = event.number
        if number is None or (current == number and not isinstance(event, MatchEnded)):
            yield event


def _games(file: str, problem: Callable[[str], None]) -> Iterator[GameRecord]:
    with open_record(file, "replay") as (lines, name):
        yield from read_games(lines, name, problem)
