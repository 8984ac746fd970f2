"""Reads a record step by step: commands in, lines out.

A reader has a list of games, or one of them open at some place, and shows the moment there.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Protocol

from spades_cli.errors import SpadesError, UsageError
from spades_cli.ui.gamelist import GameList
from spades_cli.ui.moment import Screen
from spades_cli.ui.render import Renderer
from spades_cli.ui.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.record.contents import Entry
    from spades_cli.record.steps import Place, PlayedRound
    from spades_cli.ui.style import Style

HELP = """\
Enter, n [N]  one decision on, or N       b [N]     back
t             to the end of the trick     tb        to the trick before
r             to the next round           rb        to this round's start
go 3, go 3.5  to a round, a trick in it   go 3.bid  also draft, blind, exchange
go start      to the beginning            go end    to the end
seat N        what one seat knew          all       everybody's cards
score         the rounds so far           tricks    the tricks of this round
games [N]     the games of the file       quit      leave (q, Ctrl-D)"""

NARROW_HELP = """\
Enter, n [N]   one on, or N
b [N]          one back, or N
t, tb          a trick on, back
r, rb          a round on, back
go 3, go 3.5   to a round, a trick
go 3.bid       to its bids
go start, end  to the beginning, the end
seat N, all    one seat, all hands
score, tricks  the rounds, the tricks
games [N]      the games of the file
quit           leave (q, Ctrl-D)"""


@dataclass(frozen=True)
class Book:
    """A game to be read: a title, its rules, its rounds, and what is to be said about it.

    ``remarks`` are what differs from the rules, ``stop`` where an unfinished game ends.
    """

    title: str
    rules: Rules
    rounds: Sequence[PlayedRound]
    remarks: Sequence[str] = ()
    stop: str = ""


class Shelf(Protocol):
    """The games of a file, as the reader needs them."""

    name: str
    entries: Sequence[Entry]

    def find(self, name: str) -> list[Entry]:
        """The games of that number or id; SpadesError if there is none."""

    def read(self, entry: Entry) -> Book:
        """One game; SpadesError if it cannot be read."""


class Reader:
    """Answers commands; ``done`` is set by ``quit``. ``width`` gives the columns (0: no end)."""

    def __init__(self, shelf: Shelf, style: Style, *, seat: str | None = None, width: Callable[[], int]) -> None:
        self.done = False
        self._shelf, self._style, self._seat, self._width = shelf, style, seat, width
        self._list = GameList(shelf.name, shelf.entries)
        self._open: tuple[Book, Walk] | None = None

    def begin(self, entries: Sequence[Entry], place: Place | None = None) -> list[str]:
        """The first screen: the only game of ``entries`` at ``place``, or their list."""
        if len(entries) > 1:
            self._list = GameList(self._shelf.name, entries)
            return self._list.page(self._width())
        return self._open_game(entries[0], place)

    def answer(self, text: str) -> list[str]:
        """What a command shows; a mistake is one line, and nothing has moved."""
        word, _, rest = " ".join(text.split()).partition(" ")
        try:
            return self._answer(word.lower(), rest)
        except SpadesError as error:
            return [str(error) + (f" ({error.hint})" if error.hint else "")]

    @property
    def prompt(self) -> str:
        """What stands before the cursor."""
        return "replay> " if self._open else "game> "

    def _answer(self, word: str, rest: str) -> list[str]:
        if word in ("quit", "q", "exit"):
            self.done = True
            return []
        if word in ("?", "help"):
            return (HELP if self._width() >= 80 or not self._width() else NARROW_HELP).splitlines()
        if word in ("games", "game"):
            return self._games(rest)
        return self._read(word, rest, *self._open) if self._open else self._choose(word)

    # --- games ---------------------------------------------------------------------------------------------------

    def _choose(self, word: str) -> list[str]:
        """A command beside the list of games."""
        if word in ("", "n", "next"):
            return self._list.turn(1, self._width())
        if word in ("b", "back"):
            return self._list.turn(-1, self._width())
        if word == "all":
            self._seat = None
            return self._list.page(self._width())
        try:
            return self._games(word)
        except UsageError as error:
            raise UsageError(f"{error}; Enter shows more games, ? helps") from error

    def _games(self, name: str) -> list[str]:
        if name:
            return self._open_game(self._shelf.find(name)[0], None)
        self._open = None
        return self._list.page(self._width())

    def _open_game(self, entry: Entry, place: Place | None) -> list[str]:
        book = self._shelf.read(entry)
        if not book.rounds:
            raise UsageError("; ".join([f"game {entry.id}: no round to show", *book.remarks, book.stop]))
        if self._seat and self._seat not in book.rules.seats:
            seats = " ".join(book.rules.seats)
            raise UsageError(f"no seat {self._seat!r} in game {entry.id}; seats are {seats}, or all")
        walk = Walk(book.rounds, place)
        self._open = book, walk
        return [book.title, *book.remarks, *self._show(book, walk)]

    # --- one game ------------------------------------------------------------------------------------------------

    def _read(self, word: str, rest: str, book: Book, walk: Walk) -> list[str]:
        """A command inside a game."""
        word = _SHORT.get(word, word)
        if word[:1].isdigit() and not rest:
            word, rest = "go", word
        if word in _COUNTED:
            _COUNTED[word](walk, _read_count(rest))
        elif word == "go":
            walk.go(rest.lower())
        elif word == "seat":
            self._seat = _read_seat(rest, book.rules.seats)
        elif word not in (*_MOVES, *_SHOWN, "all"):
            close = get_close_matches(word, [*_COUNTED, *_MOVES, *_SHOWN, "go", "seat", "all", "games"], 1)
            raise UsageError(f"{word!r} is no command" + (f"; did you mean {close[0]}?" if close else "; ? lists them"))
        elif rest:
            raise UsageError(f"nothing may follow this command, but there is {rest!r}; ? helps")
        elif word in _SHOWN:
            return _SHOWN[word](walk, book.rules, self._style)
        elif word in _MOVES:
            _MOVES[word](walk)
        else:
            self._seat = None
        return self._show(book, walk)

    def _show(self, book: Book, walk: Walk) -> list[str]:
        """The moment, under a blank line."""
        screen = Screen(book.rules, self._style, seat=self._seat, width=self._width())
        stop = [book.stop] if walk.is_end and book.stop else []
        return ["", *screen.lines(walk.played, walk.step), *stop]


def _read_count(text: str) -> int:
    if not text:
        return 1
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise UsageError(f"{text!r} is no number of steps")
    return int(text)


def _read_seat(text: str, seats: Sequence[str]) -> str:
    if not text:
        raise UsageError(f"seat {' or '.join(seats)}, or all")
    if text.upper() not in seats:
        raise UsageError(f"no seat {text!r}; seats are {' '.join(seats)}")
    return text.upper()


def _score_lines(walk: Walk, rules: Rules, style: Style) -> list[str]:
    """The points of each round that is finished by now, and the score after it."""
    seen = [played for played in walk.rounds[: walk.index + walk.is_round_end] if played.scored]
    if not seen:
        return ["no round is scored yet"]
    rows = [["round", *rules.sides]]
    for played in seen:
        if scored := played.scored:
            points = (f"{scored.result.points[side]:+d} = {scored.scores[side]}" for side in rules.sides)
            rows.append([str(played.start.number), *points])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]


def _trick_lines(walk: Walk, rules: Rules, style: Style) -> list[str]:
    """The finished tricks of this round."""
    renderer = Renderer(rules, style, ())
    finished = [taken for step, taken in walk.played.taken.items() if step <= walk.step]
    return [line for taken in finished for line in renderer.event(taken)] or ["no trick is finished yet"]


_SHORT = {
    "": "next", "n": "next", "b": "back", "t": "trick", "tb": "trickback", "r": "round", "rb": "roundback",
}  # fmt: skip
_COUNTED: dict[str, Callable[[Walk, int], None]] = {"next": Walk.forward, "back": Walk.back}
_MOVES: dict[str, Callable[[Walk], None]] = {
    "trick": Walk.to_trick, "trickback": Walk.to_trick_before,
    "round": Walk.to_round, "roundback": Walk.to_round_before,
}  # fmt: skip
_SHOWN: dict[str, Callable[[Walk, Rules, Style], list[str]]] = {"score": _score_lines, "tricks": _trick_lines}
