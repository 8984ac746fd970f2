"""The program as a whole: its pages of help, how it starts, and how it ends."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import typer.main

from spades_cli.cli import stopping
from spades_cli.cli.main import app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cli.conftest import Run


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, with the words that call it."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield words, command
        return
    for name, one in inner.items():
        yield from commands(one, (*words, name))


COMMANDS = dict(commands(typer.main.get_command(app)))
EACH = pytest.mark.parametrize("words", COMMANDS, ids=" ".join)


def test_the_first_page_shows_the_commands_in_their_panels(run: Run) -> None:
    page = run("--help").out
    panels = re.findall(r"^(\w[\w ]*):$", page, flags=re.M)
    assert panels == ["Options", "Play", "Measure", "Set up"]
    for name in {words[0] for words in COMMANDS}:
        assert re.search(rf"^  {name} ", page, flags=re.M), name


@EACH
def test_a_page_shows_examples_before_options_in_eighty_columns(words: tuple[str, ...], run: Run) -> None:
    page = run(*words, "--help").out
    assert page.startswith(f"Usage: spades-cli {' '.join(words)} ")
    before, examples, after = page.partition("\n  Examples:\n")
    assert examples, "there are no examples"
    assert "\nOptions:\n" not in before
    shown, _, options = after.partition("\n\n")
    assert all("spades-cli" in line for line in shown.splitlines())
    assert "--help" in options
    assert [line for line in (before + options).splitlines() if len(line) > 80] == []


@EACH
def test_the_examples_of_a_command_use_options_that_exist(words: tuple[str, ...]) -> None:
    for line in re.findall(r"spades-cli ([^|<>&\n]*)", COMMANDS[words].epilog):
        given = re.sub(r"\"[^\"]*\"|'[^']*'|\(.*?\)", "", line).split()
        name = next(known for known in (tuple(given[:2]), tuple(given[:1])) if known in COMMANDS)
        known = {opt for param in COMMANDS[name].params for opt in (*param.opts, *param.secondary_opts)}
        assert {word for word in given if re.fullmatch(r"--?[a-z][a-z-]*", word)} <= known, line


@EACH
def test_every_option_and_argument_is_described(words: tuple[str, ...]) -> None:
    assert [param.name for param in COMMANDS[words].params if not param.help] == []


def test_wrong_usage_is_told_in_plain_lines(run: Run) -> None:
    ran = run("paly")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == "Error: No such command 'paly'. Did you mean 'play', 'replay'?"


def test_starting_loads_neither_the_engine_nor_anything_heavy() -> None:
    code = "import sys, spades_cli.cli.main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba", "pydantic", "rich", "pluggy", "spades_cli.engine", "spades_cli.variants"} & set(
        loaded
    )


def test_a_signal_ends_the_program_with_its_exit_code(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise stopping.Stopped(signal.SIGTERM)

    monkeypatch.setattr("spades_cli.cli.setup.open_plugins", stop)
    ran = run("play", "-p", "basic")
    assert (ran.code, ran.out, ran.err) == (128 + signal.SIGTERM, "", "")
