"""The README's commands and blocks do what it shows.

``pytest tests/test_readme.py --update-goldens`` writes real output into its blocks. The two set-up commands are run by
``.ci/run`` in a clean copy, exactly as they stand there.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.M | re.S)


class Step(NamedTuple):
    """A command of a console block and the output shown below it."""

    command: str
    shown: str


def sections() -> dict[str, str]:
    """The text of each ``##`` section."""
    parts = re.split(r"^## (.+)$", README.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def steps(text: str) -> list[Step]:
    """The commands of all console blocks in a text."""
    found = []
    for block in BLOCK.finditer(text):
        if block["kind"] == "console":
            for part in re.split(r"^\$ ", block["body"], flags=re.M)[1:]:
                command, _, shown = part.partition("\n")
                found.append(Step(command, shown))
    return found


def run(command: str, folder: Path) -> str:
    """What a terminal shows for a command, the program being on the path and nothing in need of being compiled."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = os.environ | {"PATH": path, "SPADES_CLI_FAST": "off"}
    done = subprocess.run(
        ["bash", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env=environ,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run, one after the other."""
    return tmp_path_factory.mktemp("readme")


SHOWN = [step for name, text in sections().items() if name != "Set up" for step in steps(text)]


@pytest.mark.parametrize("step", SHOWN, ids=[step.command for step in SHOWN])
def test_a_command_prints_what_the_readme_shows(step: Step, folder: Path, request: pytest.FixtureRequest) -> None:
    printed = run(step.command, folder)
    if request.config.getoption("--update-goldens"):
        text = README.read_text(encoding="utf-8")
        README.write_text(text.replace(f"$ {step.command}\n{step.shown}", f"$ {step.command}\n{printed}"), "utf-8")
    else:
        assert printed == step.shown


def test_the_python_block_prints_what_the_readme_shows(request: pytest.FixtureRequest) -> None:
    section = sections()["Python"]
    blocks = list(BLOCK.finditer(section))
    assert [block["kind"] for block in blocks] == ["python", "text"]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(blocks[0]["body"], "README.md", "exec"), {})
    if request.config.getoption("--update-goldens"):
        before, python, after = README.read_text(encoding="utf-8").partition(blocks[0].group())
        after = after.replace(f"```text\n{blocks[1]['body']}", f"```text\n{printed.getvalue()}", 1)
        README.write_text(before + python + after, "utf-8")
    else:
        assert printed.getvalue() == blocks[1]["body"]


def test_the_set_up_commands_are_two_and_ci_runs_them_as_they_stand() -> None:
    commands = [step.command for step in steps(sections()["Set up"])]
    assert len(commands) == 2
    assert "spades-cli play" in commands[0]
    assert "pytest" in commands[1]
    assert "README.md" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_the_exit_codes_are_those_of_the_program() -> None:
    from spades_cli.errors import ExitCode

    codes = [int(row) for row in re.findall(r"^\| (\d+) \|", sections()["Exit codes"], flags=re.M)]
    assert codes == list(ExitCode)


def test_every_command_is_named_in_the_readme_and_has_help() -> None:
    import typer.main

    from spades_cli.cli.main import app

    group = typer.main.get_command(app)
    text = README.read_text(encoding="utf-8")
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        assert command.help, name
        assert f"spades-cli {name}" in text or f"`{name}`" in text, name


PAGES = ["README.md", "CONTRIBUTING.md", "rules/README.md", "plugins/README.md"]
PAGES += sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_links_inside_the_project_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{page}: {target}"
