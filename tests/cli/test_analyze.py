"""``spades-cli analyze``: every decision beside the advisor's, in three forms, and what it says of damaged input."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Ran, Run

MATCHES = Path(__file__).parents[1] / "matches"
PLAY = ("play", "-r", "tournament-board-four", "-p", "basic", "-p", "E=random", "-p", "W=random")


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """One match of four rounds."""
    path = tmp_path / "m.jsonl"
    assert run(*PLAY, "-s", "4", "--record", path).code == 0
    return path


def change(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def found(ran: Ran) -> dict[str, Any]:
    """The one object that a run printed."""
    assert (ran.code, ran.err) == (0, "")
    (line,) = ran.out.splitlines()
    return dict(json.loads(line))


def objects(ran: Ran) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ran.out.splitlines()]


def test_a_strategy_agrees_with_itself_at_no_cost(run: Run, record: Path) -> None:
    totals = found(run("analyze", record, "--seat", "NS", "--advisor", "basic", "--format", "json"))
    assert totals["agreed"] == totals["decisions"] > 80
    assert (totals["cost"], totals["mean_cost"]) == (0.0, 0.0)


def test_text_is_a_line_a_decision_and_the_totals(run: Run, record: Path) -> None:
    ran = run("analyze", record, "--seat", "E", "--round", "2", "--advisor", "basic")
    assert (ran.code, ran.err) == (0, "")
    title, heads, *rest = ran.out.splitlines()
    assert title == "game 4-0: tournament-board-four, E random; advisor basic"
    assert heads.split() == ["played", "advised", "cost"]
    shown, totals = rest[: rest.index("")], rest[rest.index("") + 1 :]
    counts = found(run("analyze", record, "--seat", "E", "--round", "2", "--advisor", "basic", "--format", "json"))
    assert len(shown) == counts["decisions"]
    assert [line.startswith("E 2.") for line in shown] == [True] * len(shown)
    assert sum(" agreed" in line for line in shown) == counts["agreed"]
    more = f" ({counts['forced']} more left no choice)" if counts["forced"] else ""
    assert totals[0] == f"agreed {counts['agreed']} of {counts['decisions']}{more}"
    assert totals[1] == (
        f"cost {counts['cost']:.1f} points in {counts['valued']} decisions: {counts['mean_cost']:.2f} a decision"
    )


def test_forced_decisions_and_counted_ones_are_all_there_are(run: Run, record: Path) -> None:
    totals = found(run("analyze", record, "--seat", "all", "--advisor", "lowest", "--format", "json"))
    rounds = [json.loads(line) for line in record.read_bytes().splitlines() if b'"t":"round"' in line]
    made = sum(len(line["plays"].split()) + len(line["bids"].split()) for line in rounds)
    assert totals["decisions"] + totals["forced"] == made
    assert totals["forced"] >= 4 * len(rounds)


def test_json_lines_hold_every_decision_and_the_totals(run: Run, record: Path) -> None:
    ran = run("analyze", record, "--seat", "E", "--advisor", "basic", "--format", "jsonl")
    *decisions, summary = objects(ran)
    assert [line["t"] for line in (*decisions, summary)] == ["decision"] * len(decisions) + ["summary"]
    assert (summary["advisor"], summary["games"]) == ("basic", ["4-0"])
    assert summary["decisions"] == len(decisions)
    assert summary["agreed"] == sum(line["agreed"] for line in decisions)
    assert summary["cost"] == pytest.approx(sum(line["cost"] for line in decisions), abs=0.5)
    assert {"g", "n", "seat", "phase", "played", "advised", "agreed", "cost", "reason"} <= decisions[0].keys()
    assert all(line["cost"] == 0 for line in decisions if line["agreed"])


def test_the_totals_are_those_of_the_seats_and_phases(run: Run, record: Path) -> None:
    totals = found(run("analyze", record, "--seat", "all", "--advisor", "basic", "--format", "json"))
    rows = [row for row in totals["rows"] if row["phase"] == "all"]
    assert [row["seat"] for row in rows] == ["N", "E", "S", "W"]
    for key in ("decisions", "agreed", "valued"):
        assert sum(row[key] for row in rows) == totals[key]
        assert sum(row[key] for row in totals["rows"] if row["phase"] != "all") == totals[key]
    assert sum(row["cost"] for row in rows) == pytest.approx(totals["cost"], abs=0.1)


def test_the_worst_decisions_come_costliest_first_with_their_position(run: Run, record: Path) -> None:
    words = ("analyze", record, "--seat", "EW", "--advisor", "basic")
    every = objects(run(*words, "--format", "jsonl"))[:-1]
    worst = found(run(*words, "--worst", "3", "-q", "--format", "json"))["shown"]
    costs = sorted((line["cost"] for line in every), reverse=True)
    assert [line["cost"] for line in worst] == costs[:3]
    printed = run(*words, "--worst", "3").out.splitlines()
    for number, line in enumerate(worst):
        heading, table, hand = printed[3 * number : 3 * number + 3]
        assert heading.startswith(f"{number + 1}. {line['seat']} {line['n']}.")
        assert f"cost {line['cost']:.1f}" in heading
        assert re.search(r"NS -?\d+ {2}EW -?\d+$", table)
        assert hand.startswith("   ")
    assert printed[9:10] == [""]


def test_the_worst_decision_can_be_asked_about(run: Run, record: Path) -> None:
    ran = run("analyze", record, "--seat", "EW", "--advisor", "basic", "--worst", "1")
    told, _, command = ran.err.rstrip("\n").partition(": spades-cli ")
    assert told == "all choices of the first one"
    advised = ran.out.partition("advised ")[2].partition(",")[0]
    asked = run(*shlex.split(command))
    assert asked.code == 0
    assert re.search(rf"^ *1\. {re.escape(advised)} ", asked.out, re.M)
    assert run("analyze", record, "--seat", "EW", "--advisor", "basic", "--worst", "1", "-q").err == ""


def test_with_no_worst_ones_only_the_totals_are_shown(run: Run, record: Path) -> None:
    ran = run("analyze", record, "--seat", "E", "--advisor", "basic", "--worst", "0")
    assert ran.out.startswith("agreed ")
    assert "game 4-0" not in ran.out


def test_people_are_looked_at_unless_seats_are_named(run: Run, record: Path) -> None:
    words = ("analyze", record, "--advisor", "lowest", "--format", "json")
    assert {row["seat"] for row in found(run(*words))["rows"]} == set("NESW")
    change(record, '"S":"basic"', '"S":"human"')
    assert {row["seat"] for row in found(run(*words))["rows"]} == {"S"}
    assert {row["seat"] for row in found(run(*words, "--seat", "w", "--seat", "n"))["rows"]} == {"N", "W"}


def test_a_game_is_picked_by_its_number_or_id(run: Run, record: Path) -> None:
    assert run(*PLAY, "-s", "5", "--record", record).code == 0
    words = ("analyze", record, "--advisor", "lowest", "--format", "json")
    assert found(run(*words))["games"] == ["4-0", "5-0"]
    assert found(run(*words, "--game", "2"))["games"] == found(run(*words, "--game", "5-0"))["games"] == ["5-0"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--game", "3"), 2, "no game 3"),
        (("--round", "9"), 1, "nothing to analyse in round 9: no decision with a choice"),
        (("--seat", "P1"), 2, "no seat P1 in this record; seats and sides are E EW N NS S W"),
        (("--advisor", "human"), 2, "'human' gives no advice"),
        (("--advisor", "nobody"), 2, "no strategy 'nobody'"),
    ],
)
def test_what_is_not_there_is_told(words: tuple[str, ...], code: int, message: str, run: Run, record: Path) -> None:
    ran = run("analyze", record, *(() if "--advisor" in words else ("--advisor", "basic")), *words)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err


@pytest.mark.parametrize("name", ["two-player", "cutthroat-3-jokers", "six-triples", "house-first-hand-itself", "whiz"])
def test_every_kind_of_table_can_be_analysed(name: str, run: Run) -> None:
    totals = found(run("analyze", MATCHES / f"{name}.jsonl", "--advisor", "basic", "--round", "1", "--format", "json"))
    assert totals["decisions"] > 20
    if name == "two-player":
        assert "draft" in {row["phase"] for row in totals["rows"]}


def test_a_search_prices_the_plays_and_repeats(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_CLI_FAST", "off")
    words = ("analyze", record, "--seat", "E", "--round", "1", "--advisor", "search:samples=32", "--format", "jsonl")
    first = run(*words)
    assert run(*words).out == first.out
    plays = [line for line in objects(first)[:-1] if line["phase"] == "play"]
    assert plays
    assert all("cost" in line and "se" in line for line in plays)
    assert any(line["cost"] > 0 and line["se"] > 0 for line in plays)


def test_a_bot_can_be_the_advisor(run: Run, record: Path) -> None:
    bot = f"exec:{sys.executable} -m spades_cli bot basic"
    totals = found(run("analyze", record, "--seat", "N", "--round", "1", "--advisor", bot, "--format", "json"))
    assert totals["agreed"] == totals["decisions"] > 10


def test_a_failing_advisor_stops_it_with_what_there_is(run: Run, record: Path, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for number, line in enumerate(sys.stdin):\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'hello':\n"
        "        print(json.dumps({'id': m['id'], 'name': 'x', 'version': '1'}), flush=True)\n"
        "    elif 'id' in m and number < 6:\n"
        "        print(json.dumps({'id': m['id'], 'action': m['legal'][0]}), flush=True)\n"
        "    elif 'id' in m:\n"
        "        sys.exit(3)\n"
    )
    ran = run("analyze", record, "--seat", "N", "--advisor", f"exec:{sys.executable} {bot}", "--worst", "0")
    assert ran.code == 5
    assert ran.out.startswith("agreed ")
    assert f"{record}:1: game 4-0, round 1: the advisor" in ran.err
    assert "died" in ran.err


def test_a_torn_line_is_told_and_the_rest_is_analysed(run: Run, record: Path) -> None:
    whole = record.read_bytes()
    record.write_bytes(whole[: whole.rindex(b'"t":"round"') + 40])
    ran = run("analyze", record, "--seat", "N", "--advisor", "basic", "--format", "json")
    assert ran.code == 0
    assert "torn last line" in ran.err
    assert json.loads(ran.out)["decisions"] > 30


def test_an_impossible_play_ends_the_game_there_with_exit_4(run: Run, record: Path) -> None:
    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    second = [line for line in lines if line["t"] == "round"][1]
    second["plays"] = " ".join(second["plays"].split()[::-1])
    record.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ran = run("analyze", record, "--advisor", "basic", "--format", "json")
    assert ran.code == 4
    assert "cannot be played again" in ran.err
    assert json.loads(ran.out)["decisions"] > 30


@pytest.mark.parametrize("content", [b"", b"\x00\x01\xff", b"junk\n", b'{"t":"game","g":"1-0","v":9}\n'])
def test_no_game_at_all_is_exit_4(content: bytes, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    ran = run("analyze", path, "--advisor", "basic")
    assert (ran.code, ran.out) == (4, "")
    assert ran.err


def test_rules_that_are_none_are_exit_4(run: Run, record: Path) -> None:
    change(record, '"resolved":{', '"resolved":{"x":1,')
    ran = run("analyze", record, "--advisor", "basic")
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith(f"error: {record}:1: game 4-0: ")


def test_a_pipe_is_read(run: Run, record: Path) -> None:
    ran = run("analyze", "-", "--advisor", "lowest", "--worst", "0", stdin=record.read_bytes())
    assert ran.code == 0
    assert "the advisor gives no values, so no costs" in ran.out


def test_names_and_ids_cannot_steer_the_terminal(run: Run, record: Path) -> None:
    change(record, '"S":"basic"', r'"S":"a\u001b[31m\nb"')
    change(record, '"g":"4-0"', r'"g":"\u001b]0;x\u0007"')
    ran = run("analyze", record, "--seat", "S", "--advisor", "basic")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "\x1b" not in run("analyze", record, "--seat", "W", "--advisor", "basic", "--worst", "2").out


def test_ctrl_c_prints_what_there_is(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_CLI_FAST", "off")
    words = ["analyze", str(record), "--advisor", "search:samples=40", "--format", "jsonl"]
    command = [sys.executable, "-m", "spades_cli", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as asked:
        assert asked.stdout
        assert asked.stderr
        first = asked.stdout.readline()
        asked.send_signal(signal.SIGINT)
        rest, told = asked.stdout.read(), asked.stderr.read()
        assert asked.wait(timeout=30) == 130
    lines = [json.loads(line) for line in (first, *rest.splitlines())]
    assert lines[-1]["t"] == "summary"
    assert lines[-1]["decisions"] == len(lines) - 1
    assert told.startswith("stopped after ")
