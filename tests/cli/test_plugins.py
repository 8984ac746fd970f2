"""``spades-cli plugins``, and what plugins may and may not do to the program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.players.makers import BUNDLED, install, write_plugin

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

NONE = [word for name in BUNDLED for word in ("--no-plugin", name)]


@pytest.fixture
def bold(tmp_path: Path) -> Path:
    return write_plugin(tmp_path / "bold.py", body="__version__ = '2'\nprint('hello')")


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return write_plugin(tmp_path / "broken.py", body="import no_such_module")


def test_plugins_are_listed_with_source_hooks_and_strategies(run: Run, bold: Path) -> None:
    ran = run("plugins", "--plugin", bold, *NONE)
    assert (ran.code, ran.err) == (0, "hello\n")
    assert ran.out == f"bold 2 ({bold})\n  spades_register_strategies: bold\n"


def test_bundled_plugins_are_listed_like_any_other(run: Run) -> None:
    ran = run("plugins", "--format", "json")
    found = json.loads(ran.out)
    assert [plugin["name"] for plugin in found["plugins"]] == list(BUNDLED)
    assert {plugin["source"] for plugin in found["plugins"]} == {"bundled"}


def test_json_tells_what_loaded_and_what_failed(run: Run, bold: Path, broken: Path) -> None:
    found = json.loads(run("plugins", "--plugin", bold, "--plugin", broken, "--format", "json", *NONE).out)
    assert found == {
        "plugins": [
            {
                "name": "bold",
                "version": "2",
                "source": str(bold),
                "hooks": ["spades_register_strategies"],
                "strategies": ["bold"],
                "rules": [],
            }
        ],
        "failed": [
            {
                "name": "broken",
                "version": "",
                "source": str(broken),
                "cause": "ModuleNotFoundError: No module named 'no_such_module'",
            }
        ],
    }


def test_a_failed_plugin_is_listed_with_its_cause_and_on_request_its_traceback(run: Run, broken: Path) -> None:
    ran = run("plugins", "--plugin", broken, *NONE)
    cause = "ModuleNotFoundError: No module named 'no_such_module'"
    assert ran.code == 0
    assert ran.out == f"broken ({broken}) failed: {cause}\n"
    assert ran.err == ""
    verbose = run("plugins", "--verbose", "--plugin", broken, *NONE)
    assert f'  File "{broken}", line 2, in <module>' in verbose.out
    assert "importlib" not in verbose.out
    assert json.loads(run("plugins", "-v", "--plugin", broken, "--format", "json", *NONE).out)["failed"][0]["traceback"]


def test_variants_of_a_plugin_are_listed(run: Run, tmp_path: Path) -> None:
    code = "from pathlib import Path\nfrom spades_cli import hookimpl\n@hookimpl\ndef spades_register_rules():\n"
    (tmp_path / "rules.py").write_text(f"{code}    return [Path(__file__).parent]")
    ran = run("plugins", "--plugin", tmp_path / "rules.py", *NONE)
    assert ran.out.endswith(f"  spades_register_rules: {tmp_path}\n")


def test_without_plugins_the_list_says_so(run: Run) -> None:
    assert run("plugins", *NONE).out == "no plugins\n"


def test_a_broken_plugin_stops_a_strict_run_and_no_other(run: Run, broken: Path) -> None:
    ran = run("strategies", "list", "--plugin", broken, "--strict-plugins")
    assert ran.code == 5
    assert ran.err.startswith(f"error: plugin 'broken' ({broken}) failed: ModuleNotFoundError")
    assert run("strategies", "list", "--plugin", broken).code == 0
    assert run("--help").code == 0


def test_two_strategies_of_one_name_stop_every_run(run: Run, tmp_path: Path) -> None:
    one, two = write_plugin(tmp_path / "one.py"), write_plugin(tmp_path / "two.py")
    ran = run("strategies", "list", "--plugin", one, "--plugin", two)
    assert ran.code == 5
    assert ran.err.splitlines() == [
        f"error: two strategies are called 'bold': one of plugin 'one' ({one}) and one of plugin 'two' ({two})",
        "hint: leave one out with --no-plugin one or --no-plugin two",
    ]


def test_a_plugin_that_is_not_there_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    ran = run("plugins", "--plugin", tmp_path / "gone.py")
    assert (ran.code, ran.err) == (2, f"error: --plugin {tmp_path / 'gone.py'}: no such file or folder\n")


def test_the_environment_names_plugins_and_an_allow_list(
    run: Run, bold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    write_plugin(site / "spades_cli_counting.py", "counting")
    install(site, "spades-cli-counting", "0.2", {"counting": "spades_cli_counting"})
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("SPADES_CLI_PLUGINS", str(bold))
    assert run("plugins", *NONE).out.startswith("counting 0.2 (entry point of spades-cli-counting)\n")
    monkeypatch.setenv("SPADES_CLI_LOAD_PLUGINS", "")
    assert run("plugins", *NONE).out.startswith(f"bold 2 ({bold})\n")
    assert "basic" in run("plugins").out


def test_the_configuration_file_names_plugins(run: Run, bold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = bold.parent / "home/spades-cli"
    folder.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder.parent))
    (folder / "config.toml").write_text(f'plugins = ["../../bold.py"]\nno_plugins = {list(BUNDLED)}\n')
    assert run("plugins").out.startswith(f"bold 2 ({bold})\n")
    (folder / "config.toml").write_text("plugins = 3\n")
    ran = run("plugins")
    assert ran.code == 4
    assert ran.err.startswith(f"error: {folder / 'config.toml'}:1: plugins must be a list of texts")


def test_help_has_examples(run: Run) -> None:
    assert "spades-cli plugins --verbose" in run("plugins", "--help").out


def test_running_in_a_strange_folder_runs_none_of_its_code(
    spawn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("spades_plugins", "plugins", "strange", "conftest"):
        write_plugin(tmp_path / f"{name}.py", "strange", body="raise SystemExit('executed')")
    install(tmp_path, "strange", "1", {"strange": "strange"})
    monkeypatch.chdir(tmp_path)
    ran = spawn("plugins", "--format", "json")
    assert [plugin["name"] for plugin in json.loads(ran.out)["plugins"]] == list(BUNDLED)
    assert ran.err == ""
