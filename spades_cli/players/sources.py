"""Where plugins come from: entry points of installed distributions, files, folders, modules. Finding, not judging."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import EntryPoint, distribution, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from spades_cli.players.failures import BrokenPlugin, name_cause
from spades_cli.players.hooks import GROUP
from spades_cli.players.importing import run_path, without_current_folder
from spades_cli.players.registry import BUNDLED, ENTRY_POINT, MODULE, OURS
from spades_cli.players.settings import PLUGINS_VARIABLE, PluginSettings, is_module

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import ModuleType


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plugin that could be loaded; ``full_name`` tells it from another of its ``name``."""

    name: str
    full_name: str
    version: str
    source: str
    load: Callable[[], object]


def find_candidates(settings: PluginSettings, warn: Callable[[str], None]) -> Iterator[Candidate]:
    """Every plugin in loading order: bundled, installed, then the paths of the settings."""
    yield from _installed(settings, warn)
    for address in settings.paths:
        yield from _module(address) if is_module(address) else _path(Path(address))


def _installed(settings: PluginSettings, warn: Callable[[str], None]) -> Iterator[Candidate]:
    found = sorted(_entry_points(warn), key=lambda point: (_owner(point) != OURS, _owner(point), point.name))
    for point in found:
        ours = _owner(point) == OURS
        if ours or settings.allowed is None or point.name in settings.allowed:
            yield Candidate(
                point.name,
                f"{_owner(point)}/{point.name}",
                point.dist.version if point.dist else "",
                BUNDLED if ours else f"{ENTRY_POINT}{_owner(point)}",
                point.load,
            )


def _entry_points(warn: Callable[[str], None]) -> Iterable[EntryPoint]:
    """The entry points of our group; only our own where some distribution's list cannot be read."""
    with without_current_folder():
        try:
            return entry_points(group=GROUP)
        except Exception as error:
            warn(f"warning: installed plugins were skipped, for their list cannot be read: {name_cause(error)}")
            return distribution(OURS).entry_points.select(group=GROUP)


def _owner(point: EntryPoint) -> str:
    return re.sub(r"[-_.]+", "-", point.dist.name).lower() if point.dist else "unknown"


def _module(address: str) -> Iterator[Candidate]:
    yield Candidate(address, address, "", MODULE + address, partial(import_module, address))


def _path(path: Path) -> Iterator[Candidate]:
    """The plugin in a file or package folder, or the one in each ``*.py`` of a plain folder."""
    files = [path]
    if path.is_absolute() and os.path.isdir(path) and not os.path.exists(path / "__init__.py"):
        files = [file for file in sorted(path.glob("*.py")) if not file.name.startswith((".", "_"))] or files
    for file in files:
        yield Candidate(file.name.removesuffix(".py"), os.path.realpath(file), "", str(file), partial(_run, file))


def _run(path: Path) -> ModuleType:
    if not path.is_absolute():
        raise BrokenPlugin(f"write the full path in {PLUGINS_VARIABLE}; {path} would change with the current folder")
    return run_path(path)
