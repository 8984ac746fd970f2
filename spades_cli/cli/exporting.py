"""``replay --export``: a record for others to read, as PBN, as text, or in its normal form."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.cli.replaying import Wanted, list_games, open_replay
from spades_cli.errors import ExitCode, RecordError, SpadesError, UsageError
from spades_cli.record.normal import normal_lines
from spades_cli.record.pbn_game import pbn_lines, why_no_pbn
from spades_cli.record.steps import PlayedRound, play_rounds
from spades_cli.record.writer import to_json
from spades_cli.ui.account import Account

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from spades_cli.record.reader import GameRecord
    from spades_cli.record.replay import Replay
    from spades_cli.ui.style import Style


class Export:
    """Writes games in one form; ``refused`` counts those that the form cannot hold or that cannot be played again."""

    def __init__(self, file: str, wanted: Wanted, style: Style, write: Callable[[str], None]) -> None:
        self.refused = self.rounds = 0
        self._file, self._wanted, self._style, self._write = file, wanted, style, write

    def pbn(self, game: GameRecord) -> None:
        """Every round as a PBN game, numbered through as boards."""
        replay = self._replay(game)
        if reason := why_no_pbn(replay.rules):
            self._refuse(game, reason)
            return
        for played in self._rounds_of(game, replay):
            if not self.rounds:
                self._write("% PBN 2.1")
            self.rounds += 1
            for line in pbn_lines(game, replay.rules, played, self.rounds, self._wanted.seat):
                self._write(line)

    def text(self, game: GameRecord) -> None:
        """The game as an account."""
        replay = self._replay(game)
        account = Account(replay.rules, self._style, self._wanted.seat)
        rounds = self._rounds_of(game, replay)
        if not rounds:
            return
        if self.rounds:
            self._write("\n")
        self.rounds += len(rounds)
        for line in account.heading(game.id, game.header["players"], len(game.undos)):
            self._write(line)
        for played in rounds:
            for line in account.round(played):
                self._write(line)
        if self._wanted.round is None:
            for line in account.ending(rounds):
                self._write(line)
            if replay.note:
                self._write(replay.note)

    def jsonl(self, game: GameRecord) -> None:
        """The game in its normal form; what differs from the rules is told, and stays as it is."""
        replay = self._replay(game)
        for _ in replay.events():
            pass
        self._tell(game, replay)
        self.rounds += 1
        for line in normal_lines(game):
            self._write(to_json(line))

    def _replay(self, game: GameRecord) -> Replay:
        replay = open_replay(self._file, game)
        self._wanted.check_seat(replay.rules, self._place(game))
        return replay

    def _rounds_of(self, game: GameRecord, replay: Replay) -> list[PlayedRound]:
        rounds = play_rounds(replay)
        self._tell(game, replay)
        return [played for played in rounds if self._wanted.round in (None, played.start.number)]

    def _tell(self, game: GameRecord, replay: Replay) -> None:
        for text in replay.differences:
            console.talk(f"{self._place(game)}: {text}")

    def _refuse(self, game: GameRecord, reason: str) -> None:
        self.refused += 1
        console.talk(f"{self._place(game)}: left out: {reason}")

    def _place(self, game: GameRecord) -> str:
        return f"{self._file}:{game.first_line}: game {game.id}"


def export_games(file: str, form: str, wanted: Wanted, style: Style, out: Path | None) -> ExitCode:
    """Export what is wanted to ``out`` or stdout; NO if a game was left out or nothing was found, else as printing."""
    failed = False
    with _open(out) as write:
        export = Export(file, wanted, replace(style, colour=False), write)
        forms = {"pbn": export.pbn, "text": export.text, "jsonl": export.jsonl}
        for game in list_games(file, wanted.game, console.talk):
            try:
                forms[form](game)
            except RecordError as error:
                console.show_error(error)
                failed = True
    if failed:
        return ExitCode.INPUT
    if not export.rounds and not export.refused:
        raise UsageError(f"{file}: no {wanted.describe()} in this record")
    return ExitCode.DONE if export.rounds and not export.refused else ExitCode.NO


@contextmanager
def _open(out: Path | None) -> Iterator[Callable[[str], None]]:
    """Writes lines to a new file, or to stdout; a file that would be empty or half is not left."""
    if out is None or str(out) == "-":
        yield console.out
        return
    try:
        stream = out.open("x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise UsageError(f"{out}: exists already", hint="-o names another file") from None
    except OSError as error:
        raise SpadesError(f"{out}: cannot be written: {error.strerror}") from error
    written = 0

    def write(line: str) -> None:
        nonlocal written
        written += 1
        try:
            stream.write(f"{line}\n")
        except OSError as error:
            raise SpadesError(f"{out}: cannot be written: {error.strerror}") from error

    try:
        with stream:
            yield write
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    if not written:
        out.unlink(missing_ok=True)
