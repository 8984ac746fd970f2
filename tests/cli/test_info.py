"""``spades-cli info``, and what the program says when it fails itself."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spades_cli.cli import console
from spades_cli.errors import SpadesError

if TYPE_CHECKING:
    from tests.cli.conftest import Run

CONFIG = "plugins = ['broken.py']\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration folder of this test's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    found = tmp_path / "spades-cli"
    found.mkdir()
    return found


def test_it_tells_versions_folders_and_plugins(run: Run, folder: Path) -> None:
    ran = run("info")
    assert (ran.code, ran.err) == (0, "")
    for text in (version("spades-cli"), version("typer"), str(folder), "basic", "exists, writable"):
        assert text in ran.out


def test_json_holds_the_same(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_CLI_FAST", "off")
    (folder / "options.toml").write_text("[play]\nsuits = 'letter'\n", encoding="utf-8")
    (folder / "rules").mkdir()
    (folder / "rules" / "ours.toml").touch()
    found = json.loads(run("info", "--format", "json").out)
    assert found["spades_cli"]["version"] == version("spades-cli")
    assert found["folders"]["config"] == {"path": str(folder), "exists": True, "writable": True}
    config, options, rules = found["configuration"]
    assert (config["exists"], config["says"]) == (False, {})
    assert (options["exists"], options["says"]) == (True, {"play": {"suits": "letter"}})
    assert rules["says"] == ["ours.toml"]
    assert found["variables"]["SPADES_CLI_FAST"] == "off"
    assert [plugin["name"] for plugin in found["plugins"]["loaded"]] == [
        "basic",
        "expert",
        "lowest",
        "random",
        "search",
    ]


def test_a_plugin_that_failed_is_listed_with_its_cause(run: Run, folder: Path) -> None:
    (folder / "config.toml").write_text(CONFIG, encoding="utf-8")
    (folder / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    ran = run("info")
    assert (ran.code, ran.err) == (0, "")
    assert "failed: ZeroDivisionError" in ran.out


BROKEN = [
    ("config.toml", b"plugins = 3", "plugins must be a list"),
    ("config.toml", b"[", "config.toml:1"),
    ("options.toml", b"[plya]", "no such command (did you mean 'play'?)"),
    ("options.toml", b"\xff", "not UTF-8 text"),
]


@pytest.mark.parametrize(("name", "text", "message"), BROKEN, ids=[f"{name} {text!r}" for name, text, _ in BROKEN])
def test_a_broken_file_is_told_and_stops_nothing(name: str, text: bytes, message: str, run: Run, folder: Path) -> None:
    (folder / name).write_bytes(text)
    for form in ("text", "json"):
        ran = run("info", "--format", form)
        assert (ran.code, ran.err) == (0, "")
        assert message in ran.out


def test_a_home_that_cannot_be_written_to_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(file))
    found = json.loads(run("info", "--format", "json").out)
    assert found["folders"]["state"] == {"path": f"{file}/spades-cli", "exists": False, "writable": False}


def test_numba_is_not_loaded_for_its_version(spawn: Run) -> None:
    ran = spawn("info")
    assert ran.code == 0
    assert "numba: " in ran.out


# --- errors ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def _fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program that fails while a record is written."""

    def fail(*_: object) -> None:
        with console.naming_record(tmp_path / "m.jsonl"):
            raise ZeroDivisionError("of cards")

    monkeypatch.setattr("spades_cli.cli.setup.open_plugins", fail)


@pytest.mark.usefixtures("_fault")
def test_a_fault_of_ours_names_the_record_and_how_to_report_it(run: Run, tmp_path: Path) -> None:
    ran = run("play", "-p", "basic")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.splitlines() == [
        "internal error: ZeroDivisionError: of cards",
        f"record: {tmp_path / 'm.jsonl'} (please attach it to a report)",
        "hint: run it again with --debug, and report what it prints together with the output of spades-cli info",
    ]


@pytest.mark.usefixtures("_fault")
@pytest.mark.parametrize("words", [["--debug", "play", "-p", "basic"], ["play", "-p", "basic", "--debug"]])
def test_debug_shows_where_it_failed_wherever_it_stands(words: list[str], run: Run) -> None:
    ran = run(*words)
    assert ran.code == 3
    assert "Traceback" in ran.err
    assert "in fail" in ran.err


def test_debug_shows_where_an_error_of_the_input_came_up_and_keeps_its_exit_code(run: Run) -> None:
    ran = run("stats", "nowhere.jsonl", "--debug")
    plain = run("stats", "nowhere.jsonl")
    assert ran.code == plain.code == 4
    ran = run("rules", "show", "nowhere", "--debug")
    assert ran.code == 2
    assert "Traceback" in ran.err
    assert ran.err.endswith(run("rules", "show", "nowhere").err)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("spades_cli.cli.session.play_match", ["play", "-p", "basic", "-s", "1", "--record", "m.jsonl"]),
        ("spades_cli.arena.series.Series.run", ["match", "basic", "lowest", "-n", "1", "-s", "1", "-o", "m.jsonl"]),
    ],
)
def test_every_command_that_writes_a_record_names_it(
    place: str, words: list[str], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(place, fail)
    ran = run(*words)
    assert ran.code == 3
    assert "record: m.jsonl (please attach it to a report)" in ran.err.splitlines()


def test_an_error_of_the_input_asks_for_no_record(tmp_path: Path) -> None:
    with pytest.raises(SpadesError) as caught, console.naming_record(tmp_path / "m.jsonl"):
        raise SpadesError("bad line")
    assert not hasattr(caught.value, "__notes__")
    with pytest.raises(ValueError, match="ours") as fault, console.naming_record(None):
        raise ValueError("ours")
    assert not hasattr(fault.value, "__notes__")
