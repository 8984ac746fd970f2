"""Bots on disk for tests: good ones, and one for every way to fail."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Any

from spades_cli.engine.rules import Rules
from spades_cli.players.process import BotProcess

if TYPE_CHECKING:
    from pathlib import Path

#: What every bot begins with: ``hello`` and ``answer`` reply to the message ``m``; ``move`` is its first legal action.
START = """
import json, os, sys, time
wants = []
def say(**reply):
    print(json.dumps(reply), flush=True)
def hello():
    say(id=m["id"], name="test", version="1", wants=wants)
def move():
    if "legal" in m:
        return m["legal"][0]
    return "give " + (" ".join(m["hand"][: m["give"]["least"]]) or "none")
def answer():
    say(id=m["id"], action=move())
"""
LOOP = """
count = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        hello()
    elif "id" in m:
        count += 1
{body}
{notice}
"""


def write_bot(path: Path, body: str = "answer()", *, before: str = "", notice: str = "") -> str:
    """A bot that greets and runs ``body`` for each request, ``notice`` for each notice; the command that runs it."""
    texts = {"body": _indent(body, 8), "notice": f"    else:\n{_indent(notice, 8)}" if notice else ""}
    path.write_text(START + before + LOOP.format(**texts), encoding="utf-8")
    return command(path)


def command(path: Path) -> str:
    """Run a Python file without the packages of the site, which starts faster."""
    return f"{shlex.quote(sys.executable)} -S -E {shlex.quote(str(path))}"


def bot(path: Path, body: str = "answer()", *, before: str = "", notice: str = "", **options: Any) -> BotProcess:
    """A player run by such a bot."""
    text = write_bot(path, body, before=before, notice=notice)
    defaults: dict[str, Any] = {"rules": Rules(), "timeout": 5.0}
    return BotProcess(text, **(defaults | options))


def _indent(text: str, width: int) -> str:
    return "\n".join(" " * width + line for line in text.strip().splitlines())
