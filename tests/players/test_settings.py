"""Options, environment and configuration file together say which plugins load."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from spades_cli.errors import ExitCode, SpadesError, UsageError
from spades_cli.players.settings import PluginSettings, default_config, read_settings


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config/config.toml"


def write(config: Path, text: str) -> Path:
    config.parent.mkdir(exist_ok=True)
    config.write_text(text, encoding="utf-8")
    return config


def test_without_anything_every_installed_plugin_may_load(config: Path) -> None:
    assert read_settings((), (), environ={}, config=config) == PluginSettings()


def test_paths_come_in_order_configuration_environment_options(config: Path, tmp_path: Path) -> None:
    write(config, 'plugins = ["mine.py", "their_bots.bold", "/opt/bots"]')
    option = tmp_path / "option.py"
    option.touch()
    environ = {"SPADES_CLI_PLUGINS": os.pathsep.join(["/srv/bot.py", "", "env_bots"])}
    settings = read_settings([str(option)], (), environ=environ, config=config)
    mine = config.parent / "mine.py"
    assert settings.paths == (str(mine), "their_bots.bold", "/opt/bots", "/srv/bot.py", "env_bots", str(option))


def test_names_left_out_come_from_options_and_configuration(config: Path) -> None:
    write(config, 'no_plugins = ["counting"]')
    assert read_settings((), ["random"], environ={}, config=config).blocked == {"counting", "random"}


@pytest.mark.parametrize(("text", "allowed"), [("", set()), ("a, b,", {"a", "b"}), (None, None)])
def test_the_allow_list_is_empty_a_list_or_absent(config: Path, text: str | None, allowed: set[str] | None) -> None:
    environ = {} if text is None else {"SPADES_CLI_LOAD_PLUGINS": text}
    assert read_settings((), (), environ=environ, config=config).allowed == allowed


def test_strict_is_passed_on(config: Path) -> None:
    assert read_settings((), (), strict=True, environ={}, config=config).strict


# --- the current folder decides nothing that was not typed -----------------------------------------------------------


def test_an_option_may_be_relative(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    (tmp_path / "bold.py").touch()
    paths = read_settings(["bold.py", "./bots", "bots/"], (), environ={}, config=config).paths
    assert paths == (str(tmp_path / "bold.py"), str(tmp_path / "bots"))


def test_a_bare_word_is_a_module_even_where_a_folder_has_its_name(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json").mkdir()
    assert read_settings(["json"], (), environ={}, config=config).paths == ("json",)


@pytest.mark.parametrize(("name", "near"), [("bots", "bots"), ("bold.py", "bold")])
def test_a_module_that_is_not_there_may_be_a_path_not_written_as_one(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, near: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).touch()
    with pytest.raises(UsageError, match="no such module") as caught:
        read_settings([near], (), environ={}, config=config)
    assert caught.value.hint == f"for what lies in this folder write ./{name}"


@pytest.mark.parametrize("option", ["./gone.py", "gone.py", "/no/such/folder", "no-such-folder", ""])
def test_an_option_that_names_nothing_is_wrong_usage(config: Path, option: str) -> None:
    with pytest.raises(UsageError, match="no such file or folder") as caught:
        read_settings([option], (), environ={}, config=config)
    assert caught.value.exit_code == ExitCode.USAGE


def test_a_home_folder_may_be_written_with_a_tilde(config: Path) -> None:
    write(config, 'plugins = ["~/bots"]')
    home = Path("~").expanduser()
    assert read_settings((), (), environ={}, config=config).paths == (str(home / "bots"),)


# --- the configuration file ------------------------------------------------------------------------------------------


def test_the_configuration_lies_where_the_system_keeps_it() -> None:
    assert default_config() == Path(os.environ["XDG_CONFIG_HOME"]) / "spades-cli/config.toml"


BROKEN = {
    "a key that does not exist": ("# mine\nplugin = []", r":2: unknown key 'plugin' \(did you mean 'plugins'\?\)"),
    "a table": ("[plugins]\na = 1", r":1: plugins must be a list of texts"),
    "a text in place of a list": ('\nplugins = "a"', r":2: plugins must be a list of texts"),
    "a list of numbers": ("no_plugins = [1]", r":1: no_plugins must be a list of texts"),
    "an unfinished line": ("plugins = []\nno_plugins =", r":2:\d+: Invalid value"),
    "an unfinished list": ("plugins = [", r":1:\d+: (Invalid value|Unclosed array)"),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_configuration_is_an_error_with_file_and_line(config: Path, text: str, message: str) -> None:
    write(config, text)
    with pytest.raises(SpadesError, match=message) as caught:
        read_settings((), (), environ={}, config=config)
    assert str(caught.value).startswith(f"{config}:")
    assert caught.value.exit_code == ExitCode.INPUT


def test_a_configuration_that_is_no_text_is_an_error(config: Path) -> None:
    write(config, "").write_bytes(b"# \n\xff\n")
    with pytest.raises(SpadesError, match=r"config.toml:2: not UTF-8 text"):
        read_settings((), (), environ={}, config=config)


def test_a_configuration_that_cannot_be_read_is_an_error(config: Path) -> None:
    config.mkdir(parents=True)
    with pytest.raises(SpadesError, match=r"config.toml: cannot be read"):
        read_settings((), (), environ={}, config=config)


def test_a_byte_order_mark_does_no_harm(config: Path) -> None:
    write(config, "").write_bytes(b'\xef\xbb\xbfno_plugins = ["a"]\r\n')
    assert read_settings((), (), environ={}, config=config).blocked == {"a"}
