"""Match records: written as the match goes on, read in any state, replayed and compared field by field."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from spades_cli import Match, Rules
from spades_cli.arena.table import play_match
from spades_cli.engine.events import Acted, Asked, Event, Faulted, RoundScored
from spades_cli.errors import RecordError
from spades_cli.record.lines import game_line, split_by_seat
from spades_cli.record.reader import GameRecord, read_games
from spades_cli.record.replay import Replay
from spades_cli.record.writer import RecordWriter
from tests.engine.builders import make_rules
from tests.support import players

LINES = dict[str, Any]
SHORT = {"match.max_rounds": 3, "match.tie": "draw"}
RULES = {
    "four in pairs": make_rules("standard", **SHORT),
    "two-player draft": make_rules("two-player", **SHORT),
    "three alone": make_rules("three", **SHORT),
    "six with two packs": make_rules("two-packs", **SHORT),
    "jokers": make_rules("jokers", **SHORT),
    "passing": make_rules("standard", **SHORT, **{"nil.pass": 2, "blind_nil.behind": 0}),
    "misdeals": make_rules("standard", **SHORT, **{"deal.misdeal": ("no_faces", "long_suit", "one_spade")}),
    "itself": make_rules("standard", **SHORT, **{"bidding.first_hand": "itself"}),
    "dealer discards": make_rules(
        "standard",
        **SHORT,
        **{"deck.jokers": 2, "deck.promote": ("BJ", "LJ"), "deal.hand_size": 13, "deal.leftover": "dealer_discards"},
    ),
}


def write(path: Path, rules: Rules, *, seed: int = 3, events: int | None = None) -> list[Event]:
    """Play a match of any legal actions into a record; ``events`` stops early, as a crash would."""
    match = Match(rules, seed=seed)
    header = game_line(match, dict.fromkeys(rules.seats, "any-legal"), {})
    seen: list[Event] = []
    with RecordWriter(path, header) as record:
        for event in play_match(match, players(rules, seed=seed)):
            record.add(event)
            seen.append(event)
            if events is not None and len(seen) >= events:
                break
    return seen


def read(path: Path) -> tuple[list[GameRecord], list[str]]:
    problems: list[str] = []
    with path.open("rb") as file:
        return list(read_games(file, path.name, problems.append)), problems


def verify(path: Path) -> tuple[list[str], str]:
    """The differences and the note of the only game in a record."""
    (game,), _ = read(path)
    played = Replay(game)
    list(played.events())
    return played.differences, played.note


def lines(path: Path) -> list[LINES]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_record_replays_without_difference_and_with_the_same_actions(rules: Rules, seed: int, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    played = write(path, rules, seed=seed)
    (game,), problems = read(path)
    replay = Replay(game)
    again = list(replay.events())
    assert (replay.differences, replay.note, problems) == ([], "", [])
    assert [e for e in again if isinstance(e, Acted)] == [e for e in played if isinstance(e, Acted)]


def test_a_finished_record_has_a_header_a_line_a_round_and_an_end(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    assert [line["t"] for line in lines(path)] == ["game", "round", "round", "round", "end"]
    assert {line["g"] for line in lines(path)} == {"3-0"}


def test_two_records_in_one_file_are_two_games(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"], seed=1)
    write(path, RULES["jokers"], seed=2)
    games, problems = read(path)
    assert [game.id for game in games] == ["1-0", "2-0"]
    assert not problems


@pytest.mark.parametrize("events", [1, 2, 5, 20, 60, 119, 120, 125, 200])
def test_a_record_cut_off_at_any_event_is_sound_and_says_where_it_stops(events: int, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    played = write(path, RULES["four in pairs"], events=events)
    (game,), _ = read(path)
    replay = Replay(game)
    again = [event for event in replay.events() if isinstance(event, Acted)]
    assert again == [event for event in played if isinstance(event, Acted)]
    assert replay.differences == []
    assert replay.note.startswith("unfinished: the record stops")


@pytest.mark.parametrize("cut", [1, 7, 40])
def test_a_torn_last_line_is_named_and_the_rest_is_read(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    path.write_bytes(path.read_bytes()[:-cut])
    (game,), problems = read(path)
    assert len(game.rounds) == 3
    assert problems == ([] if cut == 1 else ["m.jsonl:5: a torn last line, ignored"])


def test_writing_on_after_a_torn_line_begins_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"], seed=1)
    path.write_bytes(path.read_bytes()[:-20])
    write(path, RULES["four in pairs"], seed=2)
    games, problems = read(path)
    assert sorted(game.id for game in games) == ["1-0", "2-0"]
    (problem,) = problems
    assert problem.startswith("m.jsonl:5: not a line of JSON")


CHANGES: list[tuple[str, Any, str]] = [
    ("taken", "N13 E0 S0 W0", "round 1: taken is"),
    ("points", {"NS": 1, "EW": 2}, "round 1: points is"),
    ("bags", {"NS": 9, "EW": 9}, "round 1: bags is"),
    ("score", {"NS": 500, "EW": 0}, "round 1: score is"),
    ("dealer", "X", "round 1: dealer is"),
    ("n", 7, "round 1: n is 1, recorded 7"),
    ("extra", 1, "round 1: extra is absent, recorded 1"),
]


@pytest.mark.parametrize(("key", "value", "difference"), CHANGES, ids=[key for key, _, _ in CHANGES])
def test_every_changed_field_is_reported(key: str, value: Any, difference: str, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    changed = lines(path)
    changed[1][key] = value
    path.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
    differences, _ = verify(path)
    expected = difference.replace("round 1", "round 7") if key == "n" else difference
    assert any(text.startswith(expected) for text in differences), differences


def change(path: Path, index: int, key: str, old: str, new: str) -> None:
    """Replace text inside one field of one line."""
    changed = lines(path)
    assert old in changed[index][key]
    changed[index][key] = changed[index][key].replace(old, new, 1)
    path.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")


def test_an_illegal_play_stops_the_check_and_names_the_trick(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    plays = lines(path)[1]["plays"].split()
    change(path, 1, "plays", " ".join(plays[:2]), f"{plays[0]} {plays[0]}")
    differences, _ = verify(path)
    assert len(differences) == 1
    assert "round 1: cannot be played again: trick 1:" in differences[0]


def test_swapped_cards_of_a_deal_are_not_those_of_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    hands = lines(path)[1]["deal"][2:].split()
    change(path, 1, "deal", " ".join(hands), " ".join([hands[1], hands[0], *hands[2:]]))
    differences, _ = verify(path)
    assert differences[0] == "round 1: the cards are not those of the seed"


def test_another_end_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    changed = lines(path)
    changed[-1] |= {"winner": "nobody", "reason": "luck"}
    path.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
    differences, _ = verify(path)
    assert [text.split(" is ")[0] for text in differences] == ["end: reason", "end: winner"]


def test_changed_rules_do_not_fit_their_hash(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    changed = lines(path)
    changed[0]["rules"]["resolved"]["bags"]["penalty"] = 50
    path.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
    differences, _ = verify(path)
    assert differences[0].startswith("rules: sha256 is ")


def test_unknown_line_types_are_skipped_and_unknown_games_named(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    with path.open("a", encoding="utf-8") as file:
        file.write('{"t":"comment","g":"3-0"}\n{"t":"round","g":"9-9"}\n[1]\n\n')
    games, problems = read(path)
    assert len(games) == 1
    assert problems == [
        "m.jsonl:7: a round line of game 9-9, which has no header before it",
        'm.jsonl:8: not a record line (an object with "t"), ignored',
    ]


@pytest.mark.parametrize("content", [b"", b"\n", b"hello\n", b'{"t":"end","g":"1"}\n', b"\xff\xfe\x00"])
def test_a_file_without_a_game_is_an_error(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="no game in this file"):
        read(path)


def test_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text('{"t":"game","v":2,"g":"1-0"}\n', encoding="utf-8")
    with pytest.raises(RecordError, match=r"m\.jsonl:1: record version 2"):
        read(path)


def test_given_cards_are_marked_and_verified_as_such(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    rules = make_rules("standard", **SHORT)
    cards = Match(rules, seed=99).deal()
    hands = {seat: rules.pack.cards(cards.hands[place]) for place, seat in enumerate(rules.seats)}
    match = Match(rules, seed=3)
    with RecordWriter(path, game_line(match, {}, {})) as record:
        for event in play_match(match, players(rules), first_cards=hands):
            record.add(event)
    assert lines(path)[1]["given"] is True
    assert "given" not in lines(path)[2]
    assert verify(path) == ([], "")


def test_seats_and_values_are_split_at_tables_of_any_size() -> None:
    assert split_by_seat(("N", "E"), "N2 Enil") == {"N": "2", "E": "nil"}
    assert split_by_seat(("P1", "P2"), "P1:2 P2:nil") == {"P1": "2", "P2": "nil"}


def test_lines_nested_without_end_are_no_record(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text("[" * 100_000 + "\n", encoding="utf-8")
    with pytest.raises(RecordError, match="no game in this file"):
        read(path)


def test_the_seats_that_are_asked_get_their_views_and_nothing_else_changes(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["passing"])
    (game,), _ = read(path)
    silent, asking = Replay(game), Replay(game, asked=("N", "S"))
    plain, told = list(silent.events()), list(asking.events())
    assert [type(event) for event in told if not isinstance(event, Asked)] == [type(event) for event in plain]
    acts = [event for event in told if isinstance(event, (Acted, Asked))]
    for asked, acted in pairwise(acts):
        if isinstance(asked, Asked):
            assert isinstance(acted, Acted)
            assert (asked.view.seat, asked.view.turn) == (acted.seat, acted.seat)
            assert acted.action in asked.view.legal
    assert {event.view.seat for event in told if isinstance(event, Asked)} == {"N", "S"}


def test_faults_are_told_at_the_end_of_their_round(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    write(path, RULES["four in pairs"])
    with_fault = lines(path)
    with_fault.insert(2, {"t": "fault", "g": "3-0", "n": 2, "seat": "E", "kind": "illegal", "remedy": "substitute"})
    path.write_text("".join(json.dumps(line) + "\n" for line in with_fault), encoding="utf-8")
    (game,), _ = read(path)
    events = list(Replay(game).events())
    (at,) = (i for i, event in enumerate(events) if isinstance(event, Faulted))
    assert events[at] == Faulted(2, "E", "illegal", "", "", "substitute")
    scored = events[at + 1]
    assert isinstance(scored, RoundScored)
    assert scored.number == 2
