"""Completion as a shell asks for it: proposals on stdout, silence on stderr, whatever is broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from spades_cli.cli import shells
from spades_cli.cli.main import app

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BOLD = """
from spades_cli import Bid, Strategy, hookimpl
from pathlib import Path
print("noise")
class Bold(Strategy):
    name, summary = "bold", "bids four"
    def __init__(self, *, rng, courage: int = 3, brave: bool = False):
        super().__init__(rng=rng)
    def bid(self, view): return view.legal[0]
    def play(self, view): return view.legal[0]
@hookimpl
def spades_register_strategies(): return [Bold]
@hookimpl
def spades_register_rules(): return [Path(__file__).with_name("cabin.toml")]
"""


def asking(words: Sequence[str], shell: str) -> dict[str, str]:
    """The variables with which a shell asks about words of which the last is being typed."""
    line = ["spades-cli", *words]
    if shell == "bash":
        asked = {"COMP_WORDS": "\n".join(line), "COMP_CWORD": str(len(words))}
    else:
        asked = {"_TYPER_COMPLETE_ARGS": " ".join(line), "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    return {shells.VARIABLE: f"complete_{shell}", **asked}


class Complete(Protocol):
    """``complete("play", "-r", "st")``."""

    def __call__(self, *words: str, shell: str = "bash") -> list[str]: ...


@pytest.fixture
def complete(monkeypatch: pytest.MonkeyPatch) -> Complete:
    """What a shell is given, asked in this process."""

    def complete_here(*words: str, shell: str = "bash") -> list[str]:
        with monkeypatch.context() as patch:
            for name, value in (asking(words, shell) | {"COLUMNS": "80"}).items():
                patch.setenv(name, value)
            lines, code = shells.collect(lambda: app([], prog_name="spades-cli"), os.environ)
        assert code == 0
        return lines

    return complete_here


def complete_outside(*words: str, environ: Mapping[str, str] | None = None) -> list[str]:
    """What bash is given by a process of its own, which may write nothing else."""
    done = subprocess.run(
        [sys.executable, "-m", "spades_cli"],
        capture_output=True,
        text=True,
        env=os.environ | asking(words, "bash") | dict(environ or {}),
        timeout=20,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return str(done.stdout).splitlines()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with records, rules and a plugin."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    for name in ("a.jsonl", "b.jsonl", "notes.txt"):
        (tmp_path / "runs" / name).touch()
    (tmp_path / "my game.jsonl").touch()
    (tmp_path / "ours.toml").touch()
    (tmp_path / "bold.py").write_text(BOLD, encoding="utf-8")
    (tmp_path / "cabin.toml").write_text('[variant]\nid = "cabin"\nbase = "standard"\n', encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["pl"], ["play", "plugins"]),
        (["play", "--se"], ["--seed", "--seat"]),
        (["play", "--suits", "l"], ["letter"]),
        (["rules", "sh"], ["show"]),
        (["play", "-r", "tr"], ["trickster"]),
        (["play", "--rules", "=", "whi"], ["whiz"]),
        (["match", "low"], ["lowest"]),
        (["match", "lowest", "exp"], ["expert"]),
        (["tournament", "basic", "lowest", "ran"], ["random"]),
        (["match", "search", ":", "ti"], ["time=", "time=0.0"]),
        (["match", "search", ":", "time", "=", "1,dr"], ["1,drawn=", "1,drawn=1"]),
        (["match", "search", ":", "time", "=", "1,ti"], []),
        (["match", "search", ":", "drawn", "="], ["1"]),
        (["match", "nobody", ":"], []),
        (["hint", "--advisor", "bas"], ["basic"]),
        (["bot", "low"], ["lowest"]),
        (["strategies", "show", "ba"], ["basic"]),
        (["strategies", "check", "basic", "--variant", "whi"], ["whiz"]),
        (["play", "--no-plugin", "ex"], ["expert"]),
        (["stats", "runs/"], ["runs/a.jsonl", "runs/b.jsonl"]),
        (["stats", "ru"], ["runs/a.jsonl", "runs/b.jsonl"]),
        (["stats", "my"], ["my\\ game.jsonl"]),
        (["stats", "nowhere/"], []),
        (["play", "-r", "ou"], ["ours.toml"]),
        (["play", "-r", "./ou"], ["./ours.toml"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) and value else "nothing",
)
@pytest.mark.usefixtures("place")
def test_bash_is_given_what_fits(words: list[str], expected: list[str], complete: Complete) -> None:
    assert sorted(complete(*words)) == sorted(expected)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["play", "-p", "NS", "=", "ba"], ["basic"]),
        (["play", "-p", "hu"], ["human"]),
        (["play", "-p", "W", "=", "search", ":", "noi"], ["noise=", "noise=15"]),
        (["play", "-p", "script", ":", "runs/n"], ["runs/notes.txt"]),
        (["play", "-r", "cutthroat-3", "-p", "P1", "=", "exp"], ["expert"]),
    ],
    ids=lambda value: " ".join(value) if value else "nothing",
)
@pytest.mark.usefixtures("place")
def test_players_are_proposed_with_and_without_their_seat(
    words: list[str], expected: list[str], complete: Complete
) -> None:
    assert complete(*words) == expected


def test_seats_are_those_of_the_rules_in_the_case_that_is_typed(complete: Complete) -> None:
    everything = complete("play", "-p", "")
    assert {"N=", "NS=", "EW=", "basic", "human", "script:", "exec:"} <= set(everything)
    assert "n=" in complete("play", "-p", "n")
    assert set(complete("play", "-r", "cutthroat-3", "-p", "P")) == {"P1=", "P2=", "P3="}
    assert "W=basic" in complete("play", "-p", "W"), "a lone seat is followed by its players"
    assert complete("play", "--seat", "") == ["N", "E", "S", "W", "all"]


def test_seats_are_those_of_the_record_that_is_named(complete: Complete, tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    record.write_text('{"t":"game","players":{"P1":"human","P2":"basic"}}\n', encoding="utf-8")
    assert complete("replay", str(record), "--seat", "") == ["P1", "P2"]
    record.write_bytes(b"\xff no record")
    assert complete("replay", str(record), "--seat", "") == ["N", "E", "S", "W"]


def test_sides_are_proposed_with_room_for_a_number(complete: Complete) -> None:
    assert complete("score", "--start", "") == ["NS=", "EW="]
    assert complete("score", "--start", "NS", "=", "3,E") == ["3,EW="]
    assert complete("score", "-r", "cutthroat-3", "--bags", "p1") == ["p1="]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_told_names(shell: str, complete: Complete) -> None:
    found = "\n".join(complete("match", "exp", shell=shell))
    assert "expert" in found
    assert "basic" not in found
    assert ("bids by fitted tables" in found) == (shell != "bash")


def test_players_are_whole_words_where_the_shell_does_not_cut_them(complete: Complete) -> None:
    (found,) = complete("play", "-p", "NS=bas", shell="fish")
    value, _, about = found.partition("\t")
    assert (value, len(about) > 80) == ("NS=basic", True), "a long description is one line"


def test_an_option_joined_to_its_value_is_kept_where_the_shell_does_not_cut_it_off(complete: Complete) -> None:
    assert complete("play", "--rules=whi", shell="fish") == ["--rules=whiz"]
    assert complete("play", "--rules=whi", shell="zsh") == ["_arguments '*: :((\"--rules=whiz\"))'"]
    assert complete("play", "--rules", "=", "whi") == ["whiz"]


@pytest.mark.usefixtures("place")
def test_plugins_of_the_line_bring_their_strategies_options_and_variants(complete: Complete) -> None:
    plugin = ["--plugin", "./bold.py"]
    assert complete("match", *plugin, "bo") == ["bold"]
    assert complete("match", *plugin, "bold", ":", "brave", "=") == ["true", "false"]
    assert complete("match", *plugin, "-r", "cab") == ["cabin", "cabin.toml"]


def test_the_variants_of_the_users_own_folder_are_proposed(
    complete: Complete, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = tmp_path / "spades-cli" / "rules"
    folder.mkdir(parents=True)
    (folder / "zz-top.toml").write_text('[variant]\nid = "zz-top"\nbase = "standard"\n', encoding="utf-8")
    assert complete("play", "-r", "zz") == ["zz-top"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.toml", 'plugins = ["broken.py"]'),
        ("config.toml", "plugins = 3"),
        ("config.toml", "["),
        ("options.toml", "["),
        ("options.toml", "[play]\nsuits = 'nonsense'\n"),
    ],
)
def test_what_is_broken_costs_its_proposals_and_no_word(name: str, text: str, tmp_path: Path) -> None:
    folder = tmp_path / "spades-cli"
    folder.mkdir()
    (folder / name).write_text(text, encoding="utf-8")
    (folder / "broken.py").write_text("import os\nos.write(1, b'noise')\nos.write(2, b'noise')\n1/0", encoding="utf-8")
    environ = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert complete_outside("match", "exp", environ=environ) == ["expert"]
    assert complete_outside("play", "--suits", "s", environ=environ) == ["symbol"]


def test_a_plugin_that_ends_the_program_proposes_nothing_silently(tmp_path: Path) -> None:
    plugin = tmp_path / "end.py"
    plugin.write_text("raise SystemExit(3)\n", encoding="utf-8")
    assert complete_outside("match", "--plugin", str(plugin), "exp") == ["expert"]


def test_a_folder_that_cannot_be_read_proposes_nothing(complete: Complete, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    try:
        assert complete("stats", f"{closed}/") == []
    finally:
        closed.chmod(0o700)


def test_matches_that_were_kept_are_proposed_to_go_on_with(
    complete: Complete, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    games = tmp_path / "spades-cli" / "games"
    games.mkdir(parents=True)
    for name in ("play-20300101-120000-7.jsonl", "play-20300102-120000-8.jsonl"):
        (games / name).touch()
    found = complete("play", "--resume", "play-2030")
    assert found == ["play-20300102-120000-8.jsonl", "play-20300101-120000-7.jsonl"]


def test_what_fails_on_the_way_proposes_nothing() -> None:
    def fail() -> None:
        print("half a proposal")
        raise RuntimeError

    assert shells.collect(fail, asking(["play", ""], "zsh")) == ([], 1)


def test_nothing_heavy_is_loaded_for_proposals() -> None:
    code = (
        "import atexit, os, sys; answer = os.dup(1)\n"
        "atexit.register(lambda: os.write(answer, ' '.join(sys.modules).encode()))\n"
        "from spades_cli.cli.main import main; main()"
    )
    asked = asking(["play", "-p", "NS", "=", "ba"], "bash")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | asked, check=True
    )
    assert "basic\n" in done.stdout
    assert not {"numba", "numpy", "matplotlib", "distributed"} & set(done.stdout.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_can_be_printed_and_is_read_by_it(shell: str, tmp_path: Path) -> None:
    environ = os.environ | {"_SPADES_CLI_COMPLETE": f"source_{shell}"}
    words = [sys.executable, "-m", "spades_cli"]
    shown = subprocess.run(words, capture_output=True, text=True, env=environ, check=True).stdout
    assert "_SPADES_CLI_COMPLETE=complete_" in shown
    if found := shutil.which(shell):
        script = tmp_path / "script"
        script.write_text(shown, encoding="utf-8")
        assert subprocess.run([found, "-n", str(script)], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("words", "kept", "joined"),
    [
        (["spades-cli", "pl"], "", ["spades-cli", "pl"]),
        (["spades-cli", ""], "", ["spades-cli", ""]),
        (["spades-cli", "play", "-p", "NS", "="], "NS=", ["spades-cli", "play", "-p", "NS="]),
        (["spades-cli", "bot", "a", ":", "b", "=", "c"], "a:b=", ["spades-cli", "bot", "a:b=c"]),
        (["spades-cli", "match", "a", ":", "b", "=", "c", "d"], "", ["spades-cli", "match", "a:b=c", "d"]),
    ],
)
def test_words_that_bash_has_cut_are_joined(words: list[str], kept: str, joined: list[str]) -> None:
    environ = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    assert shells.join_words(environ) == kept
    assert environ == {"COMP_WORDS": "\n".join(joined), "COMP_CWORD": str(len(joined) - 1)}


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not on this machine")
def test_a_real_bash_runs_the_installed_function(tmp_path: Path) -> None:
    (tmp_path / "spades-cli").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m spades_cli "$@"\n', encoding="utf-8")
    (tmp_path / "spades-cli").chmod(0o755)
    script = f"""
    export PATH={tmp_path}:$PATH
    eval "$(_SPADES_CLI_COMPLETE=source_bash spades-cli)"
    COMP_WORDS=(spades-cli play -p NS = exp) COMP_CWORD=5
    _spades_cli_completion spades-cli exp =
    printf '%s.' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("expert.", "")
