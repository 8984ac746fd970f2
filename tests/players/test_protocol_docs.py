"""The bots and messages of docs/protocol.md work as they stand there."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Match, Round, load_rules
from spades_cli.arena.table import play_match
from spades_cli.engine.events import RoundScored, view_to_dict
from spades_cli.engine.rules import Rules
from spades_cli.players import protocol
from spades_cli.players.child import LONGEST
from spades_cli.players.process import BotProcess
from tests.support import AnyLegal, players

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = {"python": sys.executable, "sh": "sh", "js": "node"}
NEEDS = {"python": (), "sh": ("sh", "jq"), "js": ("node",)}


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    return (root / "docs/protocol.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def document_bot(text: str, language: str, folder: Path) -> str:
    """The document's bot in a language, on disk; the command that runs it."""
    if missing := [name for name in NEEDS[language] if not shutil.which(name)]:
        pytest.skip(f"{', '.join(missing)} is not on this machine, so the {language} bot cannot run")
    (source,) = blocks(text, language)
    path = folder / f"bot.{language}"
    path.write_text(source, encoding="utf-8")
    return f"{shlex.quote(LANGUAGES[language])} {shlex.quote(str(path))}"


@pytest.mark.parametrize("name", ["standard", "two-player", "suicide"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_of_the_document_plays(text: str, language: str, name: str, tmp_path: Path) -> None:
    rules = load_rules(name)
    with BotProcess(document_bot(text, language, tmp_path), rules=rules) as bot:
        seated = players(rules, AnyLegal) | dict.fromkeys(rules.seats[::2], bot)
        events = list(play_match(Match(rules, seed=6, guard=2), seated))
        assert bot.name == {"python": "first-python", "sh": "first-jq", "js": "first-js"}[language]
    assert sum(isinstance(event, RoundScored) for event in events) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_of_the_document_answers_what_it_does_not_know(text: str, language: str, tmp_path: Path) -> None:
    import subprocess

    words = shlex.split(document_bot(text, language, tmp_path))
    sent = ['{"type":"news"}', '{"id":4,"type":"news"}', '{"id":5,"type":"exchange","hand":["2C"],"give":{"least":0}}']
    done = subprocess.run(words, input="\n".join(sent) + "\n", capture_output=True, text=True, timeout=20, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{"id": 4, "error": "unsupported"}, {"id": 5, "action": "give none"}]


def test_the_request_of_the_document_is_a_request(text: str) -> None:
    hello, request = (json.loads(block) for block in blocks(text, "json"))
    assert hello.keys() == protocol.hello(1, Rules(), "").keys()
    deal = Round(Rules(), seed=1)
    while deal.phase != "play":
        deal.apply("3")
    assert deal.turn
    assert list(request) == list(protocol.request(1, deal.view(deal.turn), 10))
    assert protocol.view_from_dict(request, Rules()).trick[0].seat == "E"
    assert request.items() >= view_to_dict(protocol.view_from_dict(request, Rules())).items()


def test_the_document_names_every_field_notice_and_limit(text: str) -> None:
    names: set[str] = {*protocol.NOTICES, *protocol.DECISIONS, str(LONGEST)}
    for name in ("standard", "two-player"):
        rules = load_rules(name)
        scores = dict.fromkeys(rules.sides, -400)
        deal = Round(rules, seed=1, scores=scores)
        while deal.turn:
            message: dict[str, Any] = protocol.request(1, deal.view(deal.turn), 10)
            names |= message.keys()
            legal = deal.legal()
            deal.apply("bn" if "bn" in map(str, legal) else legal[-1])
        names |= protocol.round_notice(deal.view(rules.seats[0]), deal.result)["result"].keys()
    assert {"give", "drawn", "draft", "discards", "gifts"} <= names
    assert not [name for name in names if not re.search(rf"`{name}`|\b{LONGEST}\b" if name != "id" else "`id`", text)]
