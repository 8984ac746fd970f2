"""``replay`` at a terminal: the reader's loop, and the games of a file as it asks for them."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.folders import find_record
from spades_cli.cli.replaying import open_replay
from spades_cli.errors import ExitCode, UsageError
from spades_cli.record.contents import Contents
from spades_cli.record.steps import Place, play_rounds
from spades_cli.ui.editing import open_editing
from spades_cli.ui.gamelist import describe_players
from spades_cli.ui.lines import read_lines
from spades_cli.ui.reader import Book, Reader
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.cli.replaying import Wanted
    from spades_cli.record.contents import Entry
    from spades_cli.record.reader import GameRecord
    from spades_cli.ui.style import Style


class FileShelf:
    """The games of a record file, each read when it is asked for."""

    def __init__(self, file: str) -> None:
        self.name = file
        self._contents = Contents(find_record(file), console.talk)
        self.entries = self._contents.entries

    def find(self, name: str) -> list[Entry]:
        """The games of that number or id."""
        return self._contents.find(name)

    def read(self, entry: Entry) -> Book:
        """One game, played again."""
        return make_book(self.name, self._contents.open(entry))


def make_book(file: str, game: GameRecord) -> Book:
    """A game as the reader wants it."""
    replay = open_replay(file, game)
    rounds = play_rounds(replay)
    casual = f"; {count_of(len(game.undos), 'decision')} taken back" if game.undos else ""
    title = f"game {game.id}: {replay.rules.name}, {describe_players(game.header['players'])}{casual}"
    return Book(title, replay.rules, rounds, replay.differences, replay.note)


def step_through(file: str, wanted: Wanted, style: Style) -> ExitCode:
    """Read a file step by step until the person has enough; commands of a pipe are one a line."""
    if file == "-":
        raise UsageError("the commands come from standard input, so the record needs a file")
    shelf = FileShelf(file)
    entries = shelf.find(wanted.game) if wanted.game else shelf.entries
    terminal = sys.stdin.isatty()
    reader = Reader(shelf, style, seat=wanted.seat, width=_width if sys.stdout.isatty() else _endless)
    place = Place(wanted.round or 1, wanted.trick) if wanted.round or wanted.trick else None
    _print(reader.begin(entries, place))
    if terminal:
        open_editing(None)
    for command in _typed(reader) if terminal else (line.text for line in read_lines(sys.stdin.buffer, "<stdin>")):
        _print(reader.answer(command))
        if reader.done:
            break
    return ExitCode.DONE


def _typed(reader: Reader) -> Iterator[str]:
    """What the person types, until the end of input."""
    while True:
        try:
            yield input(reader.prompt)
        except EOFError:
            console.out()
            return
        except KeyboardInterrupt:
            console.out()
            raise


def _print(lines: list[str]) -> None:
    for line in lines:
        console.out(line)


def _width() -> int:
    return shutil.get_terminal_size().columns


def _endless() -> int:
    return 0
