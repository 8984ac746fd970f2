"""``spades-cli score`` from a pipe and at a terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from spades_cli.cli import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cli.conftest import Run

FIRST = b"N3/4 E3/3 S2/3 W3/3\n"


def test_a_line_a_round_keeps_the_score(run: Run) -> None:
    ran = run("score", "--start", "NS=337,EW=300", "--bags", "NS=7", stdin=b"# our table\r\n\r\n" + FIRST)
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "Round 1",
        "  NS  bid 3+2 took 4+3: contract 50 + overtricks 2 = 52   score 389 (9 bags)",
        "  EW  bid 3+3 took 3+3: contract 60 = 60   score 360 (0 bags)",
    ]
    assert ran.err == ""


def test_json_lines_are_one_a_round(run: Run) -> None:
    ran = run("score", "--start", "NS=337", "--start", "ew=300", "--bags", "NS=7", "--format", "jsonl", stdin=FIRST * 2)
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["round"] for line in lines] == [1, 2]
    assert lines[0] == {
        "t": "score",
        "round": 1,
        "sides": {
            "NS": {"points": 52, "score": 389, "bags": 9, "lines": [["contract", 50], ["overtricks", 2]]},
            "EW": {"points": 60, "score": 360, "bags": 0, "lines": [["contract", 60]]},
        },
        "over": False,
        "winner": None,
    }


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (b"N2/3 E4/5 S1/3 W2/1", "error: <stdin>:3: tricks add to 12, not 13"),
        (b"N2/3 E4/5", "error: <stdin>:3: S W missing"),
        (b"Nbn/0 E4/4 S4/5 W4/4", "error: <stdin>:3: N bid bn: only a side 100 points behind may bid blind"),
        (b"N2/3\x00", "error: <stdin>:3: control byte \\x00 in 'N2/3\\x00'"),
        (b"N2/3 \xff", "error: <stdin>:3: not UTF-8 text: byte \\xff"),
        (b"undo\nundo", "error: <stdin>:4: there is no round to take back"),
    ],
)
def test_the_first_bad_line_of_a_pipe_stops_after_the_good_ones(run: Run, bad: bytes, message: str) -> None:
    ran = run("score", stdin=b"\n" + FIRST + bad + b"\n" + FIRST)
    assert ran.code == 4
    assert ran.out.startswith("Round 1\n")
    assert "Round 2" not in ran.out
    assert ran.err.splitlines()[0] == message


def test_a_round_after_the_end_is_refused(run: Run) -> None:
    ran = run("score", "--start", "NS=450", stdin=FIRST * 2)
    assert ran.code == 4
    assert "The match is over, NS has won (target reached): NS 502   EW 60" in ran.out
    assert ran.err == "error: <stdin>:2: the match is over: NS has won\n"


def test_the_rules_may_be_any_variant(run: Run) -> None:
    ran = run("score", "-r", "two-player", stdin=b"P1:4/7 P2=3/6\nP1 3/6 P2 7/7\n4/9 4/4\n")
    assert [line.strip() for line in ran.out.splitlines() if "P1" in line] == [
        "P1  bid 4 took 7: contract 40 + overtricks 3 = 43   score 43 (3 bags)",
        "P1  bid 3 took 6: contract 30 + overtricks 3 = 33   score 76 (6 bags)",
        "P1  bid 4 took 9: contract 40 + overtricks 5 - bag penalty 100 = -55   score 21 (1 bag)",
    ]


def test_later_rounds_and_sets_may_be_named(run: Run) -> None:
    ran = run("score", "-r", "jjd", "--sets", "NS=1", "--round", "7", stdin=b"N5/4 E4/3 S4/3 W2/3\n")
    assert ran.out.startswith("Round 7\n")
    assert "EW has won (too many sets)" in ran.out


def test_quit_and_the_end_of_input_are_a_good_end(run: Run) -> None:
    assert run("score").code == 0
    ran = run("score", stdin=b"quit\nnonsense\n")
    assert (ran.code, ran.out) == (0, "")


def test_lines_from_powershell_are_read(run: Run) -> None:
    ran = run("score", stdin=(FIRST.decode() + "score\n").replace("\n", "\r\n").encode("utf-16"))
    assert (ran.code, ran.out.count("Round 1")) == (0, 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--start", "NS"], "error: --start NS: write SIDE=NUMBER, as in --start NS=7"),
        (["--start", "NS=many"], "error: --start NS=many: write SIDE=NUMBER"),
        (["--start", "NS=1,ns=2"], "error: --start names NS twice"),
        (["--start", "XY=1"], "error: no side 'XY' at this table; sides are NS EW"),
        (["--bags", "NS=10"], "error: NS cannot have 10 bags: a side has 0 to 9"),
        (["--start", "NS=500"], "error: this match is over before the first line: NS has won"),
        (["-r", "-"], "error: score reads the rounds from standard input"),
        (["-r", "no-such-variant"], "error: no variant 'no-such-variant'"),
    ],
)
def test_wrong_usage_is_told_before_any_line_is_read(run: Run, words: list[str], message: str) -> None:
    ran = run("score", *words, stdin=b"nonsense\n")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(message)


def test_help_has_examples(run: Run) -> None:
    ran = run("score", "--help")
    assert ran.code == 0
    assert "Examples:" in ran.out
    assert "--start NS=337,EW=300" in ran.out


# --- at a terminal ---------------------------------------------------------------------------------------------------


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A terminal on which the lines of the list are typed."""
    lines: list[str] = []

    def type_line(prompt: str = "") -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", type_line)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    yield lines
    assert lines == []


def keep(form: str = "text") -> None:
    score.score(form=form)  # type: ignore[arg-type]


def test_a_bad_line_is_explained_and_asked_again(terminal: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    terminal += ["N2/3 E4/5 S1/3 W2/1", "", "N2/3\x00", "N2/3 E4/5 S1/3 W2/2"]
    keep()
    out, err = capsys.readouterr()
    assert out.splitlines()[:2] == ["Keeping score of standard, to 500. Type ? for help.", "Round 1"]
    assert err.splitlines()[0] == "round 1> tricks add to 12, not 13"
    assert "control byte \\x00 in 'N2/3\\x00'" in err
    assert err.endswith("round 2> ")


def test_the_prompt_stays_out_of_redirected_json(terminal: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    terminal += ["?", "N2/3 E4/5 S1/3 W2/2", "quit"]
    keep("jsonl")
    out, err = capsys.readouterr()
    assert json.loads(out)["sides"]["NS"]["points"] == 33
    assert "Each round, write bid/tricks" in err


def test_each_line_of_an_open_pipe_is_answered_at_once() -> None:
    command = [sys.executable, "-m", "spades_cli", "score", "--format", "jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            process.stdin.write(FIRST)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["round"] == number
        process.stdin.close()
        assert process.wait(timeout=20) == 0
