"""A match that was stopped and goes on ends with the same record, byte for byte, as one that was never stopped."""

from __future__ import annotations

import json
import os
import random
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Bid, Card, Match, Rules, Strategy, View
from spades_cli.arena.relive import relive
from spades_cli.arena.streams import Streams
from spades_cli.arena.table import GivesUp, play_match
from spades_cli.engine.actions import Action
from spades_cli.engine.events import Acted, Asked, Event, RoundScored
from spades_cli.engine.scoring import RoundResult
from spades_cli.errors import ActionError
from spades_cli.record.lines import game_line
from spades_cli.record.reader import read_games
from spades_cli.record.replay import Replay
from spades_cli.record.resume import open_saved
from spades_cli.record.writer import RecordWriter
from tests.engine.builders import make_rules
from tests.players.bots import bot
from tests.support import AnyLegal, FirstLegal, players

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping
    from pathlib import Path

    from spades_cli.engine.round import Round
    from spades_cli.players.strategy import Player

SHORT = {"match.max_rounds": 3, "match.tie": "draw"}
RULES = {
    "standard": make_rules("standard", **SHORT),
    "two-player draft": make_rules("two-player", **SHORT),
    "jokers": make_rules("jokers", **SHORT),
    "three alone": make_rules("three", **SHORT),
    "blind bids and passing": make_rules("standard", **SHORT, **{"nil.pass": 2, "blind_nil.behind": 0}),
    "six with two packs": make_rules("two-packs", **SHORT),
    "misdeals": make_rules("standard", **SHORT, **{"deal.misdeal": ("no_faces", "long_suit", "one_spade")}),
}


class Learner(AnyLegal):
    """Bids by what it has seen in the rounds before, and draws many numbers for a decision."""

    name = "learner"

    def __init__(self, *, rng: random.Random) -> None:
        super().__init__(rng=rng)
        self.seen = 0

    def bid(self, view: View) -> Bid:
        bids = [bid for bid in view.legal if isinstance(bid, Bid)]
        return bids[(self.seen + self.rng.randrange(5)) % len(bids)]

    def decide(self, view: View) -> Action:
        self.rng.shuffle(list(range(700)))
        return self.bid(view) if view.phase == "bid" else super().decide(view)

    def round_over(self, view: View, result: RoundResult) -> None:
        self.seen += sum(result.taken.values()) + result.taken[view.seat]
        self.rng.random()


def begin(rules: Rules, cls: type[Strategy] = AnyLegal) -> tuple[Match, dict[str, Player]]:
    match = Match(rules, seed=3)
    return match, players(rules, cls, seed=3)


def play(
    path: Path,
    rules: Rules,
    stop: int | None = None,
    cls: type[Strategy] = AnyLegal,
    others: Mapping[str, Player] | None = None,
) -> int:
    """Play a match into a record, up to ``stop`` decisions if it is given; how many decisions were made."""
    match, seated = begin(rules, cls)
    seated |= dict(others or {})
    header = game_line(match, dict.fromkeys(rules.seats, cls.name), {})
    return write(RecordWriter(path, header), play_match(match, seated), Streams(seated), stop)


def go_on(
    path: Path,
    cls: type[Strategy] = AnyLegal,
    *,
    stop: int | None = None,
    others: Mapping[str, Player] | None = None,
    asked: tuple[str, ...] = (),
) -> int:
    """Go on with the unfinished game of a record, with new players; a torn last line is to be expected."""
    saved = open_saved(path, lambda text: None)
    match, seated = begin(saved.rules, cls)
    seated |= dict(others or {})
    streams = Streams(seated)
    deal = live(relive(match, seated, saved.past, streams, saved.ledger.drawn, asked))[1]
    writer = RecordWriter(path, saved.header, ledger=saved.ledger, at=saved.at, cut=saved.is_last)
    return write(writer, play_match(match, seated, begun=deal), streams, stop)


def live(past: Generator[Event, None, Round | None]) -> tuple[list[Event], Round | None]:
    """All that happened, and the round that lasts."""
    seen = []
    while True:
        try:
            seen.append(next(past))
        except StopIteration as end:
            return seen, end.value


def write(writer: RecordWriter, events: Iterator[Event], streams: Streams, stop: int | None) -> int:
    count = 0
    with writer:
        for event in events:
            if isinstance(event, Asked) and count == stop:
                break
            writer.add(event, streams.drawn() if isinstance(event, RoundScored) else None)
            count += isinstance(event, Acted)
    return count


@pytest.mark.parametrize("cls", [AnyLegal, Learner], ids=["any-legal", "learner"])
@pytest.mark.parametrize("name", RULES)
def test_a_match_stopped_anywhere_ends_as_if_it_had_not_been(name: str, cls: type[Strategy], tmp_path: Path) -> None:
    rules, whole, stopped = RULES[name], tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    decisions = play(whole, rules, cls=cls)
    for stop in sorted({0, 1, 2, decisions - 1, *random.Random(name).sample(range(decisions), 7)}):
        stopped.unlink(missing_ok=True)
        play(stopped, rules, stop, cls)
        go_on(stopped, cls)
        assert stopped.read_bytes() == whole.read_bytes(), f"stopped after {stop} of {decisions} decisions"


def test_a_match_stopped_many_times_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    rules, whole, stopped = RULES["jokers"], tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    decisions = play(whole, rules, cls=Learner)
    done = play(stopped, rules, 1, Learner)
    while done < decisions:
        done += go_on(stopped, Learner, stop=17)
    assert stopped.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("cut", [1, 2, 30, 90, 400, 1500])
def test_a_record_cut_off_anywhere_goes_on(cut: int, tmp_path: Path) -> None:
    rules, whole, torn = RULES["standard"], tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    play(whole, rules)
    play(torn, rules, 130)
    torn.write_bytes(torn.read_bytes()[:-cut])
    go_on(torn)
    assert torn.read_bytes() == whole.read_bytes()


BOT = """
if m["n"] > 1 and not told:
    sys.exit(3)
answer_number = (answer_number * 31 + len(m["plays"])) % 1009
say(id=m["id"], action=m["legal"][answer_number % len(m["legal"])])
"""


@pytest.mark.parametrize("stop", [3, 60, 130])
def test_a_bot_is_told_of_the_match_and_asked_again_so_that_it_knows_what_it_knew(stop: int, tmp_path: Path) -> None:
    rules, whole, stopped = RULES["standard"], tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"

    def start(path: Path, until: int | None = None) -> None:
        before = "wants = ['match', 'round_end']\nanswer_number = told = 0\n"
        notice = "told += m['type'] == 'round_end'"
        with bot(tmp_path / "bot.py", BOT, before=before, notice=notice) as east:
            east.start_match("E", 5, {})
            if path.exists():
                go_on(path, others={"E": east}, asked=("E",))
            else:
                play(path, rules, until, others={"E": east})

    start(whole)
    start(stopped, stop)
    start(stopped)
    assert stopped.read_bytes() == whole.read_bytes()


def test_what_a_strategy_answers_anew_does_not_change_what_was_decided(tmp_path: Path) -> None:
    rules, path = RULES["standard"], tmp_path / "m.jsonl"
    play(path, rules, 70)
    decided = read_back(path)
    go_on(path, FirstLegal)
    assert read_back(path)[: len(decided)] == decided


def test_a_strategy_that_fails_when_it_is_asked_again_does_not_stop_the_match(tmp_path: Path) -> None:
    class Tired(AnyLegal):
        def decide(self, view: View) -> Action:
            if view.number == 1 and view.phase == "bid":
                raise ValueError("no")
            return super().decide(view)

    rules, path = RULES["standard"], tmp_path / "m.jsonl"
    play(path, rules, 20)
    go_on(path, Tired)
    assert len(read_back(path)) >= 3 * 56


class Killed(BaseException):
    """Stands for a signal that nobody can catch."""


@pytest.mark.parametrize("first", range(4))
def test_a_match_killed_at_any_system_call_ends_as_if_it_had_not_been(
    first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = make_rules("standard", **(SHORT | {"conduct.illegal": "first_legal", "match.max_rounds": 2}))
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    play(whole, rules, cls=Revoker)
    calls = len(counted(monkeypatch, lambda: play(tmp_path / "counted.jsonl", rules, cls=Revoker)))
    # The first two write the game line, without which there is no game.
    for at in range(2 + first, calls, 4):
        killed.unlink(missing_ok=True)
        with pytest.raises(Killed):
            counted(monkeypatch, lambda: play(killed, rules, cls=Revoker), at)
        go_on(killed, Revoker)
        assert killed.read_bytes() == whole.read_bytes(), f"killed at call {at} of {calls}"


def counted(monkeypatch: pytest.MonkeyPatch, run: Callable[[], object], at: int | None = None) -> list[str]:
    """The calls that write to a file, in the order in which they are made; Killed in place of one of them."""
    made: list[str] = []

    def counting(name: str) -> Callable[..., Any]:
        call = getattr(os, name)

        def counted(*words: Any) -> Any:
            if len(made) == at:
                raise Killed
            made.append(name)
            return call(*words)

        return counted

    with monkeypatch.context() as patch:
        for name in ("write", "lseek", "truncate"):
            patch.setattr(os, name, counting(name))
        run()
    return made


class Revoker(AnyLegal):
    """Plays a joker that it does not hold now and then."""

    def decide(self, view: View) -> Action:
        action = super().decide(view)
        return Card("BJ") if view.phase == "play" and self.rng.randrange(4) == 0 else action


@pytest.mark.parametrize("stop", [0, 9, 30, 55, 56, 57, 80])
def test_faults_stand_in_the_record_as_if_the_match_had_not_been_stopped(stop: int, tmp_path: Path) -> None:
    rules = make_rules("standard", **SHORT, **{"conduct.illegal": "first_legal"})
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    play(whole, rules, cls=Revoker)
    play(stopped, rules, stop, Revoker)
    go_on(stopped, Revoker)
    assert whole.read_bytes().count(b'"fault"') > 10
    assert stopped.read_bytes() == whole.read_bytes()


def test_a_match_that_was_over_but_for_its_end_line_gets_one(tmp_path: Path) -> None:
    rules, whole, stopped = RULES["three alone"], tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    play(whole, rules)
    stopped.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:-1]))
    assert go_on(stopped) == 0
    assert stopped.read_bytes() == whole.read_bytes()


def test_given_cards_are_dealt_again(tmp_path: Path) -> None:
    rules, path = RULES["standard"], tmp_path / "m.jsonl"
    other = Match(rules, seed=99).deal()
    hands = {seat: rules.pack.cards(other.hands[place]) for place, seat in enumerate(rules.seats)}
    match, seated = begin(rules)
    header = game_line(match, {}, {})
    write(RecordWriter(path, header), play_match(match, seated, first_cards=hands), Streams(seated), 10)
    go_on(path)
    rounds = [line for line in map(json.loads, path.read_bytes().splitlines()) if line["t"] == "round"]
    assert [line.get("given") for line in rounds] == [True, None, None]
    assert len(read_back(path)) >= 3 * 56


# --- giving up -------------------------------------------------------------------------------------------------------


class Person(AnyLegal):
    """Somebody who may be corrected, as people are; gives the match up at the last trick of the second round."""

    def refused(self, view: View, error: ActionError) -> None:
        raise error

    def decide(self, view: View) -> Action:
        if view.number == 2 and len(view.hand) == 1:
            raise GivesUp(view.seat)
        return super().decide(view)


def test_who_gives_up_loses_the_match_and_the_record_fits(tmp_path: Path) -> None:
    rules, path = RULES["standard"], tmp_path / "m.jsonl"
    play(path, rules, others={"E": Person(rng=random.Random(0))})
    last = json.loads(path.read_bytes().splitlines()[-1])
    assert (last["t"], last["winner"], last["reason"], last["rounds"]) == ("end", "NS", "forfeit", 2)
    assert len(read_back(path)) > 56


# --- random numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 5, 623, 624, 625, 20_000])
def test_a_stream_tells_how_many_numbers_were_drawn_and_goes_there(count: int) -> None:
    seated = players(Rules(), AnyLegal)
    streams = Streams(seated)
    north = seated["N"]
    assert isinstance(north, AnyLegal)
    for _ in range(count):
        north.rng.getrandbits(32)
    assert streams.drawn() == ({"N": count} if count else {})
    following = north.rng.random()
    streams.move({"N": count})
    assert north.rng.random() == following
    assert streams.drawn() == {"N": count + 2}


def test_a_generator_that_was_seeded_anew_is_left_out() -> None:
    seated = players(Rules(), AnyLegal)
    streams = Streams(seated)
    north = seated["N"]
    assert isinstance(north, AnyLegal)
    north.rng.seed(17)
    assert streams.drawn() == {}


def read_back(path: Path) -> list[tuple[str, str]]:
    """The decisions of the only game in a record that the engine agrees with."""
    with path.open("rb") as file:
        (game,) = read_games(file, path.name, pytest.fail)
    replay = Replay(game)
    decided = [(event.seat, str(event.action)) for event in replay.events() if isinstance(event, Acted)]
    assert replay.differences == []
    return decided
