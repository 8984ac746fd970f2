"""Judgements as lines of text."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol

from spades_cli.cli import console
from spades_cli.ui.style import pick_style
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from spades_cli.arena.analysis import Analysis, Counts, Judgement
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View
    from spades_cli.record.reader import GameRecord


class Printer(Protocol):
    """Prints an analysis as it grows."""

    def game(self, game: GameRecord, rules: Rules, seats: Collection[str], advisor: str) -> None:
        """A game begins of which these seats are looked at."""

    def decision(self, found: Judgement) -> None:
        """A decision is judged."""

    def end(self, analysis: Analysis) -> None:
        """All there is has been judged."""


class TextPrinter:
    """A line a decision (if ``listed``) or the costliest ones with their positions; then the totals."""

    def __init__(self, suits: str, *, listed: bool) -> None:
        self._style = pick_style(sys.stdout, suits)
        self._plus_minus = "±" if self._style.signs else "+-"
        self._listed = listed
        self._heading: list[str] = []
        self._lines = self._games = 0

    def game(self, game: GameRecord, rules: Rules, seats: Collection[str], advisor: str) -> None:
        """The game's heading, which is printed above its first decision."""
        self._games += 1
        players = game.header["players"]
        who = ", ".join(f"{seat} {players.get(seat, '?')}" for seat in rules.seats if seat in seats)
        title = printable(f"game {game.id}: {rules.name}, {who}; advisor {advisor}")
        self._heading = [*([""] if self._lines else []), title, f"{'':10} {'played':<7} {'advised':<7} cost"]

    def decision(self, found: Judgement) -> None:
        """One line."""
        if not self._listed:
            return
        for line in self._heading:
            console.out(line)
        self._heading = []
        self._lines += 1
        advised = self._padded(found.advised.action)
        cost = "agreed" if found.agreed else self._cost(found)
        reason = "" if found.agreed else printable(found.advised.reason)
        line = f"{found.view.seat + ' ' + place_of(found.view):<10} {self._padded(found.played)} {advised} "
        console.out(f"{line}{cost:<12} {reason}".rstrip())

    def end(self, analysis: Analysis) -> None:
        """The costliest decisions and the totals."""
        for number, found in enumerate(analysis.worst, 1):
            for line in self._position(number, found):
                console.out(line)
        if self._listed or analysis.worst:
            console.out()
        total = analysis.total
        console.out(f"agreed {total.agreed} of {total.decisions}{_forced(analysis.forced)}")
        if total.valued:
            mean = f"{total.cost / total.valued:.2f} a decision"
            rest = f", {total.decisions - total.valued} without a value" if total.valued < total.decisions else ""
            cost = self._cost(total)
            console.out(f"cost {cost} points in {count_of(total.valued, 'decision')}{rest}: {mean}")
        elif total.decisions:
            console.out("the advisor gives no values, so no costs")
        rows = analysis.rows()
        for line in _table([*rows, ("all", "all", total)] if len({seat for seat, _, _ in rows}) > 1 else rows):
            console.out(line)

    def _position(self, number: int, found: Judgement) -> Iterator[str]:
        view, style, dot = found.view, self._style, f" {self._style.dot} "
        did = f"played {style.action(found.played)}, advised {style.action(found.advised.action)}"
        reason = f": {printable(found.advised.reason)}" if found.advised.reason else ""
        game = f"game {printable(found.game)}, " if self._games > 1 else ""
        yield f"{number}. {game}{view.seat} {place_of(view)} {did}, cost {self._cost(found)}{reason}"
        yield "   " + dot.join(_table_state(view))
        trick = "  ".join(f"{seat} {style.card(card)}" for seat, card in view.trick)
        led = [f"trick {trick}"] if trick else ["leads"] if view.phase == "play" else []
        drawn = [f"drew {style.card(view.drawn)}"] if view.drawn else []
        hand = style.hand(view.hand, view.deck, view.legal if view.phase == "play" else ())
        yield "   " + dot.join([*led, *drawn, hand if view.hand or view.phase != "blind" else "cards not seen"])

    def _cost(self, found: Judgement | Counts) -> str:
        if found.cost is None:
            return "-"
        error = f" {self._plus_minus} {found.error:.1f}" if found.error is not None else ""
        return f"{found.cost:.1f}{error}"

    def _padded(self, action: Any) -> str:
        """An action filled up to its column; colour codes take no room on the screen."""
        return self._style.action(action) + " " * (7 - len(str(action)))


def _forced(count: int) -> str:
    return f" ({count} more left no choice)" if count else ""


def _table_state(view: View) -> Iterator[str]:
    """Bids, tricks and scores as the seat saw them."""
    if view.phase == "play" and view.bids:
        yield "bid/took " + "  ".join(f"{seat} {bid}/{view.taken[seat]}" for seat, bid in view.bids.items())
    elif view.bids:
        yield "bids " + "  ".join(f"{seat} {bid}" for seat, bid in view.bids.items())
    elif view.phase == "play":
        yield "took " + "  ".join(f"{seat} {count}" for seat, count in view.taken.items())
    held = {side: f" ({count_of(bags, 'bag')})" if view.rules.bags.limit else "" for side, bags in view.bags.items()}
    yield "  ".join(f"{side} {score}{held[side]}" for side, score in view.scores.items())


def _table(rows: list[tuple[str, str, Counts]]) -> Iterator[str]:
    """The totals by seat and phase; a single row says no more than the lines above it."""
    if len(rows) < 2:
        return
    cells = [("seat", "phase", "decisions", "agreed", "%", "cost", "std error", "mean")]
    for seat, phase, counts in rows:
        valued = counts.valued
        error = "-" if counts.error is None else f"{counts.error:.1f}"
        numbers = (f"{counts.cost:.1f}", error, f"{counts.cost / valued:.2f}") if valued else ("-",) * 3
        share = f"{100 * counts.agreed / counts.decisions:.0f}"
        cells.append((seat, phase, str(counts.decisions), str(counts.agreed), share, *numbers))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    yield ""
    for row in cells:
        names = f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}"
        yield names + "".join(f"  {cell:>{width}}" for cell, width in zip(row[2:], widths[2:], strict=True))


def place_of(view: View) -> str:
    """Where in a game: round and trick as ``1.4``, or the round and what is decided: ``1.bid``."""
    return f"{view.number}.{len(view.tricks) + 1 if view.phase == 'play' else view.phase}"


def printable(text: str) -> str:
    """Text of a record or an advisor without what could steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
