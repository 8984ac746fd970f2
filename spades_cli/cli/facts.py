"""What a bug report should say about the place where the program runs; finding it out never fails."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from spades_cli.errors import SpadesError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import typer

    from spades_cli.players.manager import Plugins

#: The libraries that the program needs, and those that its extras bring.
NEEDED = ["typer", "pluggy", "pydantic", "platformdirs", "tomli-w"]
EXTRA = ["numba", "distributed", "openskill", "matplotlib"]


def collect(ctx: typer.Context) -> dict[str, Any]:
    """Everything that can be found out; what cannot is told as ``problem``."""
    parts: dict[str, Callable[[], Any]] = {
        "spades_cli": _own,
        "python": _python,
        "platform": _platform,
        "terminal": _terminal,
        "libraries": _libraries,
        "folders": _folders,
        "configuration": lambda: _configuration(ctx),
        "variables": lambda: _variables(ctx),
        "plugins": _plugins,
    }
    return {name: _safely(part) for name, part in parts.items()}


def _safely(part: Callable[[], Any]) -> Any:
    try:
        return part()
    except Exception as error:
        return {"problem": f"{type(error).__name__}: {error}"}


def _own() -> dict[str, str]:
    from importlib.metadata import version

    import spades_cli

    return {"version": version("spades-cli"), "from": os.path.dirname(spades_cli.__file__)}


def _python() -> dict[str, str]:
    import platform

    name = f"{platform.python_implementation()} {platform.python_version()}"
    return {"version": name, "executable": sys.executable}


def _platform() -> str:
    import platform

    return platform.platform()


def _terminal() -> dict[str, Any]:
    from importlib.util import find_spec

    return {
        "encoding": sys.stdout.encoding,
        "TERM": os.environ.get("TERM", ""),
        "input": sys.stdin is not None and sys.stdin.isatty(),
        "output": sys.stdout.isatty(),
        "readline": find_spec("readline") is not None,
    }


def _libraries() -> dict[str, str | None]:
    """Versions by name, none where a library is not installed; nothing is imported for it."""
    from importlib.metadata import PackageNotFoundError, version

    found: dict[str, str | None] = {}
    for name in (*NEEDED, *EXTRA):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def _folders() -> dict[str, dict[str, Any]]:
    from platformdirs import user_cache_path, user_config_path, user_state_path

    places = {"config": user_config_path, "state": user_state_path, "cache": user_cache_path}
    return {name: _describe_folder(place("spades-cli", appauthor=False)) for name, place in places.items()}


def _describe_folder(path: Path) -> dict[str, Any]:
    """A folder, and whether it could be written to, though it may not be there yet."""
    nearest = next((folder for folder in (path, *path.parents) if folder.exists()), path)
    return {
        "path": str(path),
        "exists": path.is_dir(),
        "writable": nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK),
    }


def _configuration(ctx: typer.Context) -> list[dict[str, Any]]:
    from spades_cli.cli.defaults import options_file, read_defaults
    from spades_cli.players.settings import default_config, read_config

    config, options = default_config(), options_file()
    rules = config.with_name("rules")
    return [
        _describe_file(config, lambda: read_config(config)),
        _describe_file(options, lambda: read_defaults(ctx, file=options, environ={})),
        {"path": str(rules), "exists": rules.is_dir(), "says": sorted(file.name for file in rules.glob("*.toml"))},
    ]


def _describe_file(path: Path, read: Callable[[], Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"path": str(path), "exists": path.exists()}
    try:
        found["says"] = read()
    except Exception as error:
        found["problem"] = str(error) or type(error).__name__
    return found


def _variables(ctx: typer.Context) -> dict[str, str]:
    """The variables of this program that are set, and those of others that matter to it."""
    others = ("NO_COLOR", "FORCE_COLOR", "NUMBA_CACHE_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    names = [name for name in sorted(os.environ) if name.startswith("SPADES_CLI_") or name in others]
    return {name: os.environ[name] for name in names}


def _plugins() -> dict[str, Any]:
    from spades_cli.cli import setup

    try:
        found: Plugins = setup.open_plugins(None, None, False, silent=True)
    except SpadesError as error:
        return {"problem": f"none loaded: {error}"}
    loaded = [{"name": each.name, "version": each.version, "source": each.source} for each in found.loaded]
    failed = [
        {"name": each.name, "version": each.version, "source": each.source, "cause": each.cause}
        for each in found.failed
    ]
    return {"loaded": loaded, "failed": failed}
