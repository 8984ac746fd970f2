"""What ``play`` plays: a match from its beginning, or one from a record that goes on."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spades_cli.cli import setup
from spades_cli.cli.deals import find_deal_file, load_dealt
from spades_cli.cli.files import is_same_file, refuse_stdout
from spades_cli.engine.match import Match
from spades_cli.errors import RecordError, UsageError
from spades_cli.players.spec import PlayerSpec, assign_players, default_seat
from spades_cli.record.ledger import Ledger
from spades_cli.record.lines import game_line
from spades_cli.record.resume import Past

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.players.manager import Plugins
    from spades_cli.record.lines import Line
    from spades_cli.record.resume import Saved
    from spades_cli.ui.look import Look


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for; ``resume`` goes on with ``file``, or with the last unfinished match if empty."""

    rules: str
    players: Sequence[str]
    seed: int | None
    script: str | None
    seat: str | None
    record: Path | None
    form: str
    deal: str | None
    advisor: str
    look: Look
    timeout: float = 10.0
    resume: bool = False
    file: str = ""
    undo: bool = True
    save: bool = True
    hot_seat: bool | None = None
    #: What happens when a script ends: stop, bot or ask; and whether the command line says so.
    on_end: str = "stop"
    is_on_end_typed: bool = False
    #: Options that the command to go on with needs as well.
    plugin_words: Sequence[str] = ()

    @property
    def is_asked(self) -> bool:
        """Whether a person is asked at a terminal, rather than lines read from a script or pipe."""
        return self.script is None and sys.stdin.isatty()


@dataclass(frozen=True, slots=True)
class Setting:
    """A match to be played: who plays what from which seed, what has been played of it, and its record so far.

    ``cards`` are those of the first round, if they were given. ``saved`` is where the match was found that goes on.
    """

    rules: Rules
    specs: Mapping[str, PlayerSpec]
    header: Line
    past: Past
    ledger: Ledger
    cards: Mapping[str, Sequence[str]] | Sequence[str] | None = None
    saved: Saved | None = None

    @property
    def seed(self) -> int:
        """The match's seed."""
        return int(self.header["seed"])

    @property
    def typed_seats(self) -> list[str]:
        """The seats that are played by typing, or by a script."""
        return [seat for seat, spec in self.specs.items() if spec.kind in ("human", "script")]

    @property
    def human_seats(self) -> list[str]:
        """The seats that are played by people."""
        return [seat for seat, spec in self.specs.items() if spec.kind == "human"]

    def make_match(self) -> Match:
        """The match before its first round."""
        from spades_cli.record.replay import open_match

        return open_match(self.rules, self.header)


def new_setting(request: Request, plugins: Plugins) -> Setting:
    """The match that the options ask for."""
    _check_stdin(request)
    if request.record:
        refuse_stdout(request.record, "--record", hint="--format jsonl prints the match as lines of JSON")
        _check_apart(request.record, request)
    rules = setup.load_rules(plugins, request.rules)
    specs = _assign(request, rules)
    seed = secrets.randbelow(1_000_000_000) if request.seed is None else request.seed
    cards, dealer = load_dealt(request.deal, rules, seed=seed) if request.deal is not None else (None, None)
    names = {seat: str(spec) for seat, spec in specs.items()}
    header = game_line(Match(rules, seed=seed, dealer=dealer), names, _versions(specs, plugins))
    return Setting(rules, specs, header, Past(), Ledger(header), cards)


def resumed_setting(saved: Saved, request: Request) -> Setting:
    """The match of a record, which goes on in its file."""
    _check_apart(saved.path, request)
    texts = saved.header["players"]
    missing = [seat for seat in saved.rules.seats if not isinstance(texts.get(seat), str)]
    if missing:
        raise RecordError(f"{saved.path}: game {saved.ledger.game}: nobody plays {' '.join(missing)}")
    specs = {seat: PlayerSpec.parse(texts[seat]) for seat in saved.rules.seats}
    return Setting(saved.rules, specs, saved.header, saved.past, saved.ledger, saved=saved)


def _check_stdin(request: Request) -> None:
    """Rules and decisions cannot both come from standard input."""
    asked = [request.rules, request.script, *(text.partition("=")[2] or text for text in request.players)]
    if sum(text in ("-", "script:-") for text in asked) > 1:
        raise UsageError("standard input can be read once: as rules, or as a script")


def _check_apart(record: Path, request: Request) -> None:
    """UsageError if the match would be recorded in a file that it reads."""
    rules = request.rules if request.rules.endswith(".toml") or Path(request.rules).name != request.rules else None
    deal = find_deal_file(request.deal) if request.deal else None
    scripts = [(text.partition("script:")[2], "a script") for text in request.players if "script:" in text]
    for file, what in [(request.script, "--script"), (deal, "--deal"), (rules, "--rules"), *scripts]:
        if file and is_same_file(file, record):
            raise UsageError(f"{record}: the record cannot be the file of {what}", hint="--record names another file")


def _assign(request: Request, rules: Rules) -> Mapping[str, PlayerSpec]:
    """A player for every seat; ``--seat`` puts a person (or the script) there."""
    seat = request.seat.upper() if request.seat else None
    if seat == "ALL":
        if request.players:
            raise UsageError("--seat all gives you every seat, so -p has none left")
        return dict.fromkeys(rules.seats, PlayerSpec.parse("human"))
    if seat and seat not in rules.seats:
        raise UsageError(f"no seat {seat!r} at this table", hint=f"seats are {' '.join(rules.seats)}, or all")
    yours = [f"{seat}=human"] if seat else []
    return assign_players([*yours, *request.players], rules, PlayerSpec.parse("basic"), default_seat(rules))


def _versions(specs: Mapping[str, PlayerSpec], plugins: Plugins) -> dict[str, str]:
    """The plugins that play, with their versions."""
    names = {plugins.get(spec.name).plugin for spec in specs.values() if spec.kind == "strategy"}
    return {info.name: info.version for info in plugins.loaded if info.name in names}
