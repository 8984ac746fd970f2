"""Which plugins to load: options, environment and the user's configuration file, merged. Nothing is loaded here.

The current directory decides nothing: relative paths count only on the command line, where they were just typed.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spades_cli.errors import SpadesError, UsageError
from spades_cli.players.failures import did_you_mean
from spades_cli.players.importing import has_module

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Files, folders and modules to load, separated as in PATH; paths in full.
PLUGINS_VARIABLE = "SPADES_CLI_PLUGINS"
#: Names of installed plugins that may load, separated by commas; empty: none. Bundled ones load all the same.
LOAD_VARIABLE = "SPADES_CLI_LOAD_PLUGINS"
CONFIG_KEYS = ("plugins", "no_plugins")
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
class PluginSettings:
    """What to load: a plain value that worker processes can be sent.

    ``paths`` are files, folders or dotted modules in loading order, ``blocked`` the names left out. ``allowed`` are the
    installed plugins that may load beside the bundled ones, None for all. ``strict`` makes a broken plugin an error.
    """

    paths: tuple[str, ...] = ()
    blocked: frozenset[str] = frozenset()
    allowed: frozenset[str] | None = None
    strict: bool = False


def read_settings(
    paths: Sequence[str],
    blocked: Sequence[str],
    *,
    strict: bool = False,
    environ: Mapping[str, str] = os.environ,
    config: Path | None = None,
) -> PluginSettings:
    """Merge options (``paths``, ``blocked``, ``strict``), environment and configuration file.

    Raises UsageError for an option that names no file, SpadesError for a configuration file that cannot be read.
    """
    file = default_config() if config is None else config
    kept = read_config(file)
    found = (
        *(_from_folder(text, file.parent) for text in kept.get("plugins", ()) if text),
        *map(os.path.expanduser, filter(None, environ.get(PLUGINS_VARIABLE, "").split(os.pathsep))),
        *map(_from_option, paths),
    )
    allowed = environ.get(LOAD_VARIABLE)
    return PluginSettings(
        paths=tuple(dict.fromkeys(found)),
        blocked=frozenset((*kept.get("no_plugins", ()), *blocked)),
        allowed=None if allowed is None else frozenset(filter(None, map(str.strip, allowed.split(",")))),
        strict=strict,
    )


def default_config() -> Path:
    """The user's own configuration file; it need not exist."""
    from platformdirs import user_config_path

    return user_config_path("spades-cli", appauthor=False) / "config.toml"


def is_module(text: str) -> bool:
    """Whether a plugin's address is a dotted module: decided by its look, never by what lies in the current folder."""
    return _MODULE.fullmatch(text) is not None and not text.endswith(".py")


def _from_folder(text: str, folder: Path) -> str:
    return text if is_module(text) else os.path.normpath(folder.absolute() / os.path.expanduser(text))


def _from_option(text: str) -> str:
    address = _from_folder(text, Path())
    if is_module(text) and not has_module(text):
        near = next(filter(os.path.exists, (text, f"{text}.py")), None)
        hint = f"for what lies in this folder write ./{near}" if near else ""
        raise UsageError(f"--plugin {text}: no such module", hint=hint)
    if not text or not (is_module(text) or os.path.exists(address)):
        raise UsageError(f"--plugin {text or repr(text)}: no such file or folder")
    return address


# --- the configuration file ------------------------------------------------------------------------------------------


def read_config(file: Path) -> dict[str, list[str]]:
    """The lists of the configuration file; none if there is no such file."""
    import tomllib

    try:
        text = file.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise SpadesError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SpadesError(f"{file}:{line}: not UTF-8 text") from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(file, text, str(error)) from None
    for key, value in values.items():
        _check_key(file, text, key, value)
    return values


def _syntax_error(file: Path, text: str, message: str) -> SpadesError:
    """The parser's words with their place in front; it puts it behind: ``(at line 2, column 9)``."""
    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)", message)
    line, column = (place[1], place[2]) if place and place[1] else (len(text.splitlines()) or 1, 1)
    return SpadesError(f"{file}:{line}:{column}: {message[: place.start()] if place else message}")


def _check_key(file: Path, text: str, key: str, value: Any) -> None:
    pattern = re.compile(rf"\s*\[*\s*[\"']?{re.escape(key)}\b")
    line = next((number for number, row in enumerate(text.splitlines(), 1) if pattern.match(row)), 1)
    if key not in CONFIG_KEYS:
        raise SpadesError(
            f"{file}:{line}: unknown key {key!r}{did_you_mean(key, CONFIG_KEYS)}",
            hint=f"keys are {' and '.join(CONFIG_KEYS)}",
        )
    if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
        raise SpadesError(f'{file}:{line}: {key} must be a list of texts, as in {key} = ["counting"]')
