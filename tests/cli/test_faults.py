"""A bot for every way to fail, in a whole match: the kind is right, the run goes on, the record verifies, the totals
count it, nothing hangs and nothing remains."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.players.bots import write_bot
from tests.processes import running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


class Failing(NamedTuple):
    """What a bot does at its requests (or before its greeting), and the kind of fault that is; None for no fault."""

    kind: str | None
    body: str = "answer()"
    before: str = ""


#: Bids well, so that the fault is one of card play.
CARD = 'm["type"] == "play"'
LATE = "time.sleep(0.6 if count == 6 else 0)\nanswer()"
BOTS = {
    "raises": Failing("died", f'if {CARD}: raise ValueError("no")\nanswer()'),
    "says that it failed": Failing("exception", 'say(id=m["id"], error="no idea")'),
    "sys.exit": Failing("died", f"if {CARD}: sys.exit()\nanswer()"),
    "os._exit(3)": Failing("died", f"if {CARD}: os._exit(3)\nanswer()"),
    "loops for ever": Failing("timeout", f"while {CARD}: pass\nanswer()"),
    "sleeps past its limit": Failing("timeout", f"if {CARD}: time.sleep(60)\nanswer()"),
    "answers a legal move too late": Failing("timeout", LATE),
    "answers twice": Failing(None, "answer()\nanswer()"),
    "answers garbage": Failing("malformed", f'if {CARD}: print("xyzzy", flush=True)\nelse: answer()'),
    "is no card": Failing("malformed", f'say(id=m["id"], action="xyzzy" if {CARD} else move())'),
    "plays a card it does not hold": Failing("illegal", f'say(id=m["id"], action="BJ" if {CARD} else move())'),
    "revokes": Failing(
        "illegal",
        'odd = [card for card in m["hand"] if card not in m["legal"]]\n'
        f'say(id=m["id"], action=odd[0] if {CARD} and odd else move())',
    ),
    "always the same illegal card": Failing("illegal", 'say(id=m["id"], action="2S")'),
    "closes its pipe": Failing("died", f"if {CARD}:\n    os.close(1)\n    time.sleep(60)\nanswer()"),
    "floods stderr": Failing(None, 'sys.stderr.write("x" * 200_000)\nanswer()'),
    "one byte that is not UTF-8": Failing("malformed", f'if {CARD}: os.write(1, b"\\xff\\n")\nelse: answer()'),
    "exits at start": Failing("died", before="sys.exit(2)"),
}


def play(run: Run, command: str, out: Path, *words: str) -> dict[str, Any]:
    """A pair of single rounds of the bot against ``lowest``: the figures of the bot."""
    ran = run("match", f"exec:{command}", "lowest", "-n", "1", "-s", "2", "--rounds", "--timeout", "0.4",
              "--format", "json", "-o", out, *words)  # fmt: skip
    assert ran.code == 0, ran.err
    row: dict[str, Any] = json.loads(ran.out)["strategies"][0]
    return row


@pytest.mark.parametrize("name", BOTS)
def test_a_failing_bot_loses_its_match_and_nothing_else_happens(name: str, run: Run, tmp_path: Path) -> None:
    failing, script, out = BOTS[name], tmp_path / "failing.py", tmp_path / "m.jsonl"
    command = write_bot(script, failing.body, before=failing.before)
    row = play(run, command, out)
    assert row["matches"] in (1, 2)
    if failing.kind is None:
        assert row["faults"] == {}
    else:
        assert set(row["faults"]) == {failing.kind}
        assert row["matches_won"] < row["matches"]
    assert run("replay", out, "--verify").code == 0
    assert not [process for process in running() if str(script) in process.command]


@pytest.mark.parametrize("name", ["raises", "loops for ever", "revokes", "one byte that is not UTF-8"])
def test_a_fault_can_be_made_good_by_the_first_legal_action(name: str, run: Run, tmp_path: Path) -> None:
    failing, out = BOTS[name], tmp_path / "m.jsonl"
    # A bot that has to be started anew for every card would take long: two cards are enough.
    body = failing.body.replace(CARD, f"{CARD} and count % 8 == 7")
    row = play(run, write_bot(tmp_path / "failing.py", body), out, "--on-fault", "substitute")
    assert set(row["faults"]) <= {str(failing.kind)}
    assert "forfeit" not in out.read_text(encoding="utf-8")
    assert run("replay", out, "--verify").code == 0
