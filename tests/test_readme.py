"""The README's commands and blocks do what it shows.

``pytest tests/test_readme.py --update-goldens`` writes real output into its blocks. The two set-up commands are run by
``.ci/run`` in a clean copy, exactly as they stand there.
"""

from __future__ import annotations

import contextlib
import io
import re
from typing import TYPE_CHECKING

import pytest

from tests.docs import BLOCK, ROOT, Step, run, steps

if TYPE_CHECKING:
    from pathlib import Path

README = ROOT / "README.md"


def sections() -> dict[str, str]:
    """The text of each ``##`` section."""
    parts = re.split(r"^## (.+)$", README.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_commands_print_what_the_readme_shows(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """One after the other, in one folder."""
    shown = [step for name, text in sections().items() if name != "Set up" for step in steps(text)]
    printed = [Step(step.command, run(step.command, tmp_path)) for step in shown]
    if request.config.getoption("--update-goldens"):
        text = README.read_text(encoding="utf-8")
        for before, after in zip(shown, printed, strict=True):
            text = text.replace("$ {}\n{}".format(*before), "$ {}\n{}".format(*after))
        README.write_text(text, "utf-8")
    else:
        assert printed == shown


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


PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "rules/README.md", "plugins/README.md"]
PAGES += sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))


def prose(path: Path) -> str:
    """A page without its blocks."""
    return BLOCK.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """What a link may name behind ``#``, as GitHub makes it from headings."""
    titles = re.findall(r"^#+ (.+)$", prose(path), flags=re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_links_inside_the_project_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^):]+))?\)", prose(path)):
        there = path.parent / target if target else path
        assert there.exists(), f"{page}: {target}"
        assert not anchor or anchor in anchors(there), f"{page}: {target}#{anchor}"
