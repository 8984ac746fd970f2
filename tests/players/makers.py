"""Plugins on disk for tests: files, and distributions with entry points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.players.manager import Plugins, PluginSettings, load_plugins

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: The entry points of the distribution under test.
BUNDLED = ("basic", "expert", "lowest", "random", "search")


def plugin_text(name: str = "bold", *, body: str = "", init: str = "") -> str:
    """The source of a plugin with one strategy; ``body`` runs first, ``init`` is a method of the class."""
    return f'''
{body}
from spades_cli import Strategy, hookimpl


class Mine(Strategy):
    name = "{name}"
    summary = "a test"
{init}
    def bid(self, view):
        return view.legal[0]

    def play(self, view):
        return view.legal[0]


@hookimpl
def spades_register_strategies():
    return [Mine]
'''


def write_plugin(path: Path, name: str = "bold", *, body: str = "", init: str = "") -> Path:
    """A plugin file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(plugin_text(name, body=body, init=init), encoding="utf-8")
    return path


def install(site: Path, distribution: str, version: str, points: dict[str, str]) -> None:
    """What an installer leaves behind in ``site``: metadata with entry points of our group."""
    info = site / f"{distribution.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n")
    lines = [f"{name} = {value}" for name, value in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[spades_cli]", *lines, ""]))


def load(*paths: Path, without: tuple[str, ...] = BUNDLED, warn: Callable[[str], None] | None = None) -> Plugins:
    """The plugins at these paths, bundled ones left out."""
    settings = PluginSettings(paths=tuple(map(str, paths)), blocked=frozenset(without))
    return load_plugins(settings, warn=warn or (lambda text: None))
