"""Pages whose blocks are run: what a page would show if its commands and programs had just been run.

``console`` blocks hold commands behind ``$``, with the lines that feed them up to ``END``, and what a terminal shows.
``python`` blocks are one program in pieces, and a ``text`` block right behind a piece is what it prints. ``pycon``
blocks are doctests.
All blocks of a page run in their order and in one folder. Other kinds are only read.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.M | re.S)
_BEHIND = re.compile(r"\n*```text\n(?P<body>.*?)^```$", re.M | re.S)
#: Commands that a machine may lack; steps that use them then stay as they are.
_OPTIONAL = ("jq",)


class Step(NamedTuple):
    """A command of a console block, with the lines it is fed, and the output shown below it."""

    command: str
    shown: str

    @property
    def text(self) -> str:
        """The step as it stands on the page."""
        return f"$ {self.command}\n{self.shown}"


def steps(text: str) -> list[Step]:
    """The commands of all console blocks in a text."""
    return [step for block in BLOCK.finditer(text) if block["kind"] == "console" for step in _steps(block["body"])]


def _steps(body: str) -> Iterator[Step]:
    for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
        command, _, rest = part.partition("\n")
        while fed := re.search(r"<<'?END\b|\\$", command.rpartition("\n")[2]):
            end = "END\n" if "END" in fed[0] else "\n"
            more, _, rest = rest.partition(end)
            command = f"{command}\n{more}{end.strip()}"
            if end == "END\n":
                break
        yield Step(command, rest)


def run(command: str, folder: Path) -> str:
    """What a terminal shows for a command, the program being on the path and nothing in need of being compiled."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {f"XDG_{kind}_HOME": str(folder / f".{kind.lower()}") for kind in ("STATE", "CONFIG")}
    environ = os.environ | {"PATH": path, "SPADES_CLI_FAST": "off"} | own
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


def render(text: str, folder: Path) -> str:
    """The page with the output that its blocks have now, every block being run in ``folder``."""
    shown, at = "", 0
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in BLOCK.finditer(text):
        if block.start() < at:
            continue
        shown, at = shown + text[at : block.start()], block.end()
        if block["kind"] == "console":
            shown += f"```console\n{_run_steps(block['body'], folder)}```"
        elif block["kind"] == "python":
            behind = _BEHIND.match(text, at)
            at = behind.end() if behind else at
            printed = _run_python(block["body"], names, folder)
            shown += block.group() + (f"\n\n```text\n{printed}```" if printed or behind else "")
        elif block["kind"] == "pycon":
            shown += f"```pycon\n{_run_doctest(block['body'], names, folder)}```"
        else:
            shown += block.group()
    return shown + text[at:]


def _run_steps(body: str, folder: Path) -> str:
    head = body[: body.index("$ ")] if body.startswith("#") else ""
    return head + "".join(_run_step(step, folder) for step in _steps(body))


def _run_step(step: Step, folder: Path) -> str:
    words = set(re.findall(r"[\w-]+", step.command))
    if any(name in words and not shutil.which(name) for name in _OPTIONAL):
        return step.text
    return step._replace(shown=run(step.command, folder)).text


def _run_python(body: str, names: dict[str, Any], folder: Path) -> str:
    printed = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
        exec(compile(body, "page", "exec"), names)
    return printed.getvalue()


def _run_doctest(body: str, names: dict[str, Any], folder: Path) -> str:
    """The examples, each with what it prints."""
    examples = doctest.DocTestParser().get_examples(body)
    shown = []
    for example in examples:
        prompt = "".join(_prompt(number, line) for number, line in enumerate(_lines(example.source)))
        printed = _run_example(example, names, folder)
        matches = doctest.OutputChecker().check_output(example.want, printed, doctest.ELLIPSIS)
        shown.append(prompt + (example.want if matches else printed))
    return "".join(shown)


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)


def _prompt(number: int, line: str) -> str:
    """A line of an example behind its prompt; an empty one ends in no blank."""
    return f"{'...' if number else '>>>'} {line}" if line.strip() else "...\n"


def _run_example(example: doctest.Example, names: dict[str, Any], folder: Path) -> str:
    printed = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
        try:
            exec(compile(example.source, "example", "single"), names)
        except Exception as error:
            kind = type(error)
            return f"Traceback (most recent call last):\n    ...\n{kind.__module__}.{kind.__qualname__}: {error}\n"
    return printed.getvalue()
