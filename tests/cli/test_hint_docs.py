"""docs/hint.md: its commands print what it shows, and it names every field.

``pytest tests/cli/test_hint_docs.py --update-goldens`` writes real output into it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spades_cli.players.position_fields import KNOWN
from tests.test_readme import Step, run, steps

PAGE = Path(__file__).parents[2] / "docs/hint.md"
SHOWN = steps(PAGE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run, one after the other."""
    return tmp_path_factory.mktemp("hint")


def whole(step: Step) -> tuple[str, str]:
    """The command with the text it is fed in the block, and what is printed after it."""
    if "<<END" not in step.command:
        return step.command, step.shown
    text, _, printed = step.shown.partition("END\n")
    return f"{step.command}\n{text}END", printed


@pytest.mark.parametrize("step", SHOWN, ids=[step.command.split("|")[-1] for step in SHOWN])
def test_a_command_prints_what_the_page_shows(step: Step, folder: Path, request: pytest.FixtureRequest) -> None:
    command, shown = whole(step)
    printed = run(command, folder)
    if request.config.getoption("--update-goldens"):
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text.replace(f"$ {command}\n{shown}", f"$ {command}\n{printed}", 1), "utf-8")
    else:
        assert printed == shown


def test_the_page_names_every_field() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert not [name for name in KNOWN - {"t", "g", "time_ms"} if f"`{name}`" not in text]


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / target).exists(), target
