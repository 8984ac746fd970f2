"""Defaults that a person keeps in options.toml or in SPADES_CLI_* variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import typer.main

from spades_cli.cli.defaults import variables_set
from spades_cli.cli.main import app

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

GAME = ["play", "-p", "basic", "--seed", "1", "-q"]
FIRST = "Round 1: "


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where options.toml belongs, in a configuration folder of this test's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "spades-cli").mkdir()
    return tmp_path / "spades-cli" / "options.toml"


def test_the_file_gives_options_of_a_command_their_defaults(run: Run, file: Path) -> None:
    file.write_text('[play]\nplayer = ["NS=basic", "EW=lowest"]\nseed = 5\nquiet = true\nrules = "whiz"\n', "utf-8")
    ran = run("play")
    assert (ran.code, ran.err) == (0, "")
    asked = run("play", "-p", "NS=basic", "-p", "EW=lowest", "-s", "5", "-q", "-r", "whiz")
    assert ran.out == asked.out


def test_options_come_before_variables_and_these_before_the_file(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('[rules.show]\nformat = "json"\n[match]\ndeals = 2\nseed = 1\n', encoding="utf-8")
    assert run("rules", "show", "whiz").out.startswith("{")
    monkeypatch.setenv("SPADES_CLI_RULES_SHOW_FORMAT", "toml")
    assert run("rules", "show", "whiz").out.startswith("[variant]")
    assert run("rules", "show", "whiz", "--format", "json").out.startswith("{")
    monkeypatch.setenv("SPADES_CLI_MATCH_SEED", "2")
    assert "2 deals" in (ran := run("match", "basic", "lowest", "-q")).out
    assert "seed 2" in ran.out
    assert "seed 3" in run("match", "basic", "lowest", "-q", "-s", "3").out


def test_a_flag_is_set_and_taken_back(run: Run, file: Path) -> None:
    file.write_text("[match]\nduplicate = false\ndeals = 2\nseed = 1\n", encoding="utf-8")
    once = run("match", "basic", "lowest", "-q").out
    twice = run("match", "basic", "lowest", "-q", "--duplicate").out
    assert once != twice
    assert "x 2" in twice or "× 2" in twice


def test_a_repeatable_option_takes_words_from_a_variable(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_CLI_PLAY_PLAYER", "NS=basic EW=lowest")
    monkeypatch.setenv("SPADES_CLI_PLAY_QUIET", "yes")
    asked = run("play", "-p", "NS=basic", "-p", "EW=lowest", "-s", "5", "-q")
    assert run("play", "-s", "5").out == asked.out


MISTAKES = [
    ('[play]\nsuit = "letter"', "2:1: play.suit: no such option (did you mean 'suits'?)"),
    ('[play]\nsuits = "leter"', "2:1: play.suits: 'leter' is not one of 'auto', 'symbol', 'letter'"),
    ("[plya]\n", "1:2: plya: no such command (did you mean 'play'?)"),
    ("[rules]\nlst = {}", "2:1: rules.lst: no such command (did you mean 'list'?)"),
    ("[rules]\nshow = 3", "2:1: rules.show: must be a table, as in [rules.show]"),
    ("play = 3", "1:1: play: must be a table, as in [play]"),
    ("[match]\n\ndeals = 0", "3:1: match.deals: Input should be greater than or equal to 1"),
    ('[play]\nplugin = ["bold.py"]', "2:1: play.plugin: cannot be kept here; config.toml names plugins"),
    ("[play]\nhelp = true", "2:1: play.help: cannot be kept here; config.toml names plugins"),
    ("[play\n", "1:6: not TOML: Expected ']' at the end of a table declaration"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=[text for text, _ in MISTAKES])
def test_a_mistake_is_told_with_its_place(text: str, message: str, run: Run, file: Path) -> None:
    file.write_text(text, encoding="utf-8")
    ran = run(*GAME)
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.splitlines() == [f"error: {file}:{message}"]


def test_every_mistake_is_told_at_once(run: Run, file: Path) -> None:
    file.write_text("[play]\nsuit = 1\nsed = 2\n[plya]\n", encoding="utf-8")
    assert len(run(*GAME).err.splitlines()) == 3


def test_a_file_that_is_no_text_is_told(run: Run, file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    assert run(*GAME).err == f"error: {file}: not UTF-8 text\n"
    file.unlink()
    file.mkdir()
    assert run(*GAME).err == f"error: {file}: cannot be read: Is a directory\n"


def test_a_variable_that_does_not_fit_is_wrong_usage(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_CLI_PLAY_SUITS", "signs")
    ran = run(*GAME)
    assert (ran.code, ran.err) == (
        2,
        "error: SPADES_CLI_PLAY_SUITS: 'signs' is not one of 'auto', 'symbol', 'letter'\n",
    )


def test_help_is_shown_whatever_the_file_says(run: Run, file: Path) -> None:
    file.write_text("[", encoding="utf-8")
    assert run("play", "--help").code == 0
    assert run("--help").code == 0
    assert run("--version").code == 0


def test_a_folder_that_happens_to_be_current_decides_nothing(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "options.toml").write_text("[", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(*GAME).out.startswith(FIRST)


def test_no_variable_of_an_option_means_two_things() -> None:
    command = typer.main.get_command(app)

    class Everything(dict[str, str]):
        def __contains__(self, key: object) -> bool:
            return True

    names = variables_set(command, Everything())
    assert len(names) == len(set(names))
    assert not {"SPADES_CLI_PLUGINS", "SPADES_CLI_LOAD_PLUGINS", "SPADES_CLI_FAST"} & set(names)
