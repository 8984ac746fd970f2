"""Answers the lines typed at a score sheet, in text or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spades_cli.engine.match import Outcome
from spades_cli.record.writer import to_json
from spades_cli.ui.scorecard import who_has_won
from spades_cli.ui.scoreline import describe_line
from spades_cli.ui.told import REASONS, describe_lines, describe_side
from spades_cli.ui.words import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from spades_cli.ui.scorecard import Scorecard, ScoredRound

COMMANDS = {
    "undo": "take the last round back",
    "score": "the table of all rounds",
    "help": "this page (? for short)",
    "quit": "stop (Ctrl-D does the same)",
}


class Quit(Exception):
    """The scorekeeper leaves."""


class Scorekeeper:
    """Obeys lines for ``card``; answers go to ``out``, talk that is no answer to ``say``."""

    def __init__(self, card: Scorecard, form: str, out: Callable[[str], None], say: Callable[[str], None]) -> None:
        self.card, self.out, self.say = card, out, say
        self._show: _Text | _Json = _Json(card) if form == "jsonl" else _Text(card)

    def greet(self) -> None:
        """Say what is kept and how."""
        rules = self.card.rules
        self.say(f"Keeping score of {rules.name}, to {rules.match.target}. Type ? for help.")

    def obey(self, line: str) -> None:
        """Do what a line says: a round, or a command. InvalidAction for neither; Quit for the last one."""
        match line.strip().lower():
            case "":
                return
            case "quit" | "exit":
                raise Quit
            case "?" | "help":
                self._help()
            case "undo":
                self._write(self._show.undone(self.card.undo()))
            case "score":
                self._write(self._show.table())
            case _:
                self._write(self._show.scored(self.card.add(line)))

    def _write(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.out(line)

    def _help(self) -> None:
        self.say(f"Each round, {describe_line(self.card.rules, unbid=self.card.unbid)}.")
        self.say("A bid is a number, nil, bn (blind nil) or b6 (a blind six).")
        for name, meaning in COMMANDS.items():
            self.say(f"  {name:<6} {meaning}")


class _Text:
    """The sheet for people."""

    def __init__(self, card: Scorecard) -> None:
        self._card, self._rules = card, card.rules

    def scored(self, scored: ScoredRound) -> Iterator[str]:
        """A round: each side's score line by line, and the end of the match if it is one."""
        yield f"Round {scored.number}"
        width = max(map(len, self._rules.sides))
        for side in self._rules.sides:
            yield f"  {side:<{width}}  {self._explain(scored, side)}"
        if scored.outcome:
            yield self._end(scored.outcome)

    def _explain(self, scored: ScoredRound, side: str) -> str:
        """What a side bid and took, what that is worth, and how it stands now."""
        seats, result = self._rules.seats, scored.result
        bids = {seat: bid for seat, bid in zip(seats, scored.entry.bids, strict=True) if bid}
        told = describe_side([seats[place] for place in self._rules.sides[side]], bids, result.taken)
        told = told if bids else told.removeprefix("bid nothing ")
        total = describe_lines(result.lines[side], result.points[side])
        return f"{told}: {total}   score {self._standing(scored.scores[side], result.bags[side])}"

    def undone(self, scored: ScoredRound) -> Iterator[str]:
        """A round taken back."""
        match = self._card.match
        left = (f"{side} {self._standing(match.scores[side], match.bags[side])}" for side in self._rules.sides)
        yield f"Round {scored.number} taken back: {'   '.join(left)}"

    def table(self) -> Iterator[str]:
        """All rounds, points and scores by side."""
        sides = list(self._rules.sides)
        start = self._card.start
        rows = [["round", *sides]]
        rows.append(["start", *(self._standing(start.scores.get(side, 0), start.bags.get(side, 0)) for side in sides)])
        for scored in self._card.rounds:
            result = scored.result
            cells = (
                f"{result.points[side]:+d} = {self._standing(scored.scores[side], result.bags[side])}" for side in sides
            )
            rows.append([str(scored.number), *cells])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        outcome = self._card.match.outcome
        yield self._end(outcome) if outcome else f"to {self._rules.match.target}"

    def _standing(self, score: int, bags: int) -> str:
        return f"{score} ({count_of(bags, 'bag')})" if self._rules.bags.limit else str(score)

    def _end(self, outcome: Outcome) -> str:
        scores = "   ".join(f"{side} {score}" for side, score in self._card.match.scores.items())
        return f"The match is over, {who_has_won(outcome)} ({REASONS[outcome.reason]}): {scores}"


class _Json:
    """The sheet for programs: one object a line."""

    def __init__(self, card: Scorecard) -> None:
        self._card = card

    def scored(self, scored: ScoredRound) -> Iterator[str]:
        """A round."""
        result = scored.result
        sides = {
            side: {
                "points": result.points[side],
                "score": scored.scores[side],
                "bags": result.bags[side],
                "lines": [list(line) for line in result.lines[side]],
            }
            for side in self._card.rules.sides
        }
        yield self._line("score", scored.number, sides)

    def undone(self, scored: ScoredRound) -> Iterator[str]:
        """A round taken back, and how the match stands without it."""
        yield self._line("undo", scored.number, self._standing())

    def table(self) -> Iterator[str]:
        """How the match stands after the last round."""
        yield self._line("table", self._card.match.rounds, self._standing())

    def _standing(self) -> Mapping[str, Any]:
        match = self._card.match
        return {side: {"score": match.scores[side], "bags": match.bags[side]} for side in match.rules.sides}

    def _line(self, kind: str, number: int, sides: Mapping[str, Any]) -> str:
        match = self._card.match
        return to_json({"t": kind, "round": number, "sides": sides, "over": match.over, "winner": match.winner})
