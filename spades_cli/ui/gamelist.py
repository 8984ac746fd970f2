"""The games of a record file as a list to choose from, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.ui.layout import wrap
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.record.contents import Entry

#: Games on a page.
PAGE = 15


class GameList:
    """A page of games at a time."""

    def __init__(self, name: str, entries: Sequence[Entry]) -> None:
        self._name, self._entries = name, entries
        self._first = 0

    def page(self, width: int) -> list[str]:
        """The games from the first one shown on."""
        shown = self._entries[self._first : self._first + PAGE]
        rest = len(self._entries) - self._first - len(shown)
        lines = [f"{self._name}: {count_of(len(self._entries), 'game')}"]
        lines += [line for entry in shown for line in describe_entry(entry, width)]
        lines.append(f"type a number to read a game{f'; Enter shows more ({rest} left)' if rest else ''}")
        return lines

    def turn(self, pages: int, width: int) -> list[str]:
        """The page after or before."""
        first = self._first + pages * PAGE
        if not 0 <= first < len(self._entries):
            return ["these are the last games" if pages > 0 else "these are the first games"]
        self._first = first
        return self.page(width)


def describe_entry(entry: Entry, width: int = 0) -> list[str]:
    """One game: number, id, rules, who plays, and how it ended."""
    parts = [f"{entry.number:>4}  {entry.id}", entry.rules, describe_players(entry.players), _describe_end(entry)]
    return wrap(parts, "   ", width, " " * 6)


def describe_players(players: Mapping[str, str]) -> str:
    """Who sits where, seats of one player together: ``S human, N E W basic``; ``all basic``."""
    return ", ".join(_group(players))


def _group(players: Mapping[str, str]) -> Iterator[str]:
    names = dict.fromkeys(players.values())
    for name in names:
        seats = [seat for seat, player in players.items() if player == name]
        yield f"{'all' if len(names) == 1 else ' '.join(seats)} {name}"


def _describe_end(entry: Entry) -> str:
    rounds = count_of(entry.rounds, "round")
    if not entry.scores:
        return f"{rounds}, unfinished"
    scores = " ".join(f"{side} {score}" for side, score in entry.scores.items())
    return f"{rounds}, {f'{entry.winner} wins' if entry.winner else 'drawn'}: {scores}"
