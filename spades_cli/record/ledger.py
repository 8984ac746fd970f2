"""One game's lines as they stand: finished rounds and the round that lasts, after every decision and every undo."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli.engine.events import Acted, Dealt, Faulted, MatchEnded, RoundScored
from spades_cli.record import lines
from spades_cli.record.reader import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from spades_cli.engine.events import Event
    from spades_cli.record.lines import Line

#: Lines that stay when a round ends or a decision is taken back.
_LASTING = ("undo", "fault")


def to_json(line: dict[str, Any]) -> str:
    """One line of JSON in the one form this program writes."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def to_bytes(line: dict[str, Any]) -> bytes:
    """The same as it stands in a file."""
    return to_json(line).encode() + b"\n"


class Change(NamedTuple):
    """How a game's lines change: its first ``keep`` bytes stay, and ``new`` follows them.

    ``again`` is what follows everything written before, where nothing can be cut off; readers take it the same way.
    """

    keep: int
    new: bytes
    again: bytes


class Ledger:
    """The lines of one game.

    A finished round is one ``round`` line; before it stand its ``undo`` and ``fault`` lines, and an ``rng`` line if a
    strategy drew random numbers. The round that lasts is its ``undo`` lines, ``deal``, and a line for each action.
    """

    def __init__(self, header: Line) -> None:
        self.game: str = header["g"]
        self._head = to_bytes(header)
        self._rounds: list[bytes] = []
        #: Bytes of the game line and the finished rounds.
        self._settled = len(self._head)
        #: For each finished round, what the strategies had drawn by its end: numbers of 32 bits, by seat.
        self._drawn: list[dict[str, int]] = []
        self._undos: list[bytes] = []
        self._open: list[bytes] = []
        self._end = b""
        self._start: Dealt | None = None

    @classmethod
    def resumed(cls, header: Line, raw: Sequence[bytes], start: Dealt | None) -> Ledger:
        """A game's ledger from its lines in a file, the game line first; ``start`` began the round that lasts."""
        ledger = cls(header)
        ledger._head, ledger._start = raw[0], start
        chunk: list[bytes] = []
        drawn: dict[str, int] = {}
        number: object = None
        for line in raw[1:]:
            chunk.append(line)
            found = json.loads(line)
            if found["t"] == "rng":
                drawn = _read_drawn(found)
            elif found["t"] == "round":
                if found.get("n") == number:
                    # A writer that was stopped in the middle of replacing a round left it twice.
                    chunk.insert(0, ledger._rounds.pop())
                    ledger._drawn.pop()
                number = found.get("n")
                ledger._rounds.append(b"".join(_without_actions(chunk)))
                ledger._drawn.append(drawn)
                chunk = []
        ledger._undos = [line for line in chunk if _kind(line) == "undo"]
        ledger._open = [line for line in chunk if _kind(line) != "undo"]
        while ledger._open and _is_pending(ledger._open[-1]):
            ledger._open.pop()
        ledger._settled = len(ledger._head) + sum(map(len, ledger._rounds))
        return ledger

    @property
    def text(self) -> bytes:
        """The whole game."""
        return b"".join([self._head, *self._rounds, *self._undos, *self._open, self._end])

    @property
    def finished(self) -> int:
        """How many rounds are finished."""
        return len(self._rounds)

    @property
    def drawn(self) -> Mapping[str, int]:
        """The random numbers that the strategies had drawn by the end of the last finished round."""
        return self._drawn[-1] if self._drawn else {}

    def add(self, event: Event, drawn: Mapping[str, int] | None = None) -> Change | None:
        """Take what the record keeps of an event; ``drawn`` is told with the end of a round."""
        match event:
            case Dealt():
                self._start = event
                return self._append(self._open, lines.deal_line(self.game, event))
            case Acted():
                return self._append(self._open, lines.action_line(self.game, event))
            case Faulted():
                return self._append(self._open, lines.fault_line(self.game, event))
            case RoundScored() if self._start:
                return self._settle(lines.round_line(self.game, self._start, event), dict(drawn or {}))
            case MatchEnded():
                keep, self._end = self._length, to_bytes(lines.end_line(self.game, event))
                return Change(keep, self._end, self._end)
        return None

    def take_back(self, undone: Acted, finished: int, current: Iterable[Event]) -> Change:
        """A decision is taken back: ``finished`` rounds stay, ``current`` are the events of the round it is made in."""
        faults = [line for line in self._open if _kind(line) == "fault"]
        reopened = [line + b"\n" for chunk in self._rounds[finished:] for line in chunk.split(b"\n") if line]
        self._undos[:0] = [line for line in reopened if _kind(line) == "undo"]
        faults[:0] = [line for line in reopened if _kind(line) == "fault"]
        self._settled -= sum(map(len, self._rounds[finished:]))
        del self._rounds[finished:], self._drawn[finished:]
        self._undos.append(to_bytes(undo_line(self.game, undone)))
        self._open = []
        for event in current:
            self.add(event)
        again = b"".join([self._undos[-1], *self._open])
        self._open += faults
        return Change(self._settled, b"".join([*self._undos, *self._open]), again)

    @property
    def _length(self) -> int:
        """Bytes of the game so far."""
        return self._settled + sum(map(len, self._undos)) + sum(map(len, self._open))

    def _append(self, part: list[bytes], line: Line) -> Change:
        keep, new = self._length, to_bytes(line)
        part.append(new)
        return Change(keep, new, new)

    def _settle(self, line: Line, drawn: dict[str, int]) -> Change:
        """The round is finished: one line, and what lasts of the others."""
        again = to_bytes(line)
        if drawn != self.drawn:
            again = to_bytes({"t": "rng", "g": self.game, "n": line["n"], "words": drawn}) + again
        faults = [line for line in self._open if _kind(line) == "fault"]
        new = b"".join([*self._undos, *faults, again])
        self._rounds.append(new)
        self._drawn.append(drawn)
        self._undos, self._open = [], []
        keep, self._settled = self._settled, self._settled + len(new)
        return Change(keep, new, again)


def undo_line(game: str, undone: Acted) -> Line:
    """A decision that was taken back; a game with such a line is casual."""
    return {
        "t": "undo", "g": game, "n": undone.number, "seat": undone.seat, "phase": undone.phase,
        "action": str(undone.action),
    }  # fmt: skip


def _kind(line: bytes) -> str:
    """The ``t`` of a line that stands in a record."""
    return str(json.loads(line)["t"])


def _is_pending(line: bytes) -> bool:
    """Whether a line is a fault whose remedy did not come about; the decision will be asked for again."""
    found = json.loads(line)
    return bool(found["t"] == "fault" and found.get("remedy") != "stop")


def _without_actions(chunk: list[bytes]) -> list[bytes]:
    """The lines of a finished round without those that its ``round`` line took the place of.

    They are there if a writer was stopped in the middle of that, with every lasting line twice; or if nothing could be
    cut off.
    """
    loose = [place for place, line in enumerate(chunk) if _kind(line) in ("deal", *ACTIONS)]
    end = loose[-1] + 1 if loose else 0
    before, after = ([line for line in part if _kind(line) in _LASTING] for part in (chunk[:end], chunk[end:]))
    return chunk[end:] if after[: len(before)] == before else before + chunk[end:]


def _read_drawn(line: Line) -> dict[str, int]:
    """What an ``rng`` line says; nothing where it makes no sense."""
    words = line.get("words")
    items = words.items() if isinstance(words, dict) else ()
    return {str(seat): count for seat, count in items if isinstance(count, int) and count >= 0}
