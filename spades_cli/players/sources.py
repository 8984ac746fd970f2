"""Where plugins come from: entry points of installed distributions, files, folders, modules. Finding, not judging."""

from __future__ import annotations

import importlib
import os
import re
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from importlib.machinery import SourceFileLoader
from importlib.metadata import EntryPoint, distribution, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

from spades_cli.players.failures import BrokenPlugin, name_cause
from spades_cli.players.hooks import GROUP
from spades_cli.players.registry import BUNDLED, ENTRY_POINT, MODULE
from spades_cli.players.settings import PLUGINS_VARIABLE, PluginSettings, is_module

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import ModuleType

#: The distribution whose entry points are the bundled plugins.
OURS = "spades-cli"


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
    yield Candidate(address, address, "", MODULE + address, partial(_import, address))


def _path(path: Path) -> Iterator[Candidate]:
    """The plugin in a file or package folder, or the one in each ``*.py`` of a plain folder."""
    files = [path]
    if path.is_absolute() and os.path.isdir(path) and not os.path.exists(path / "__init__.py"):
        files = [file for file in sorted(path.glob("*.py")) if not file.name.startswith((".", "_"))] or files
    for file in files:
        yield Candidate(file.name.removesuffix(".py"), os.path.realpath(file), "", str(file), partial(_run, file))


def _import(address: str) -> ModuleType:
    try:
        return importlib.import_module(address)
    except ModuleNotFoundError as error:
        near = next(filter(os.path.exists, (address, f"{address}.py")), None)
        if error.name == address and near:
            raise BrokenPlugin(f"there is no module {address!r}; for what lies in this folder write ./{near}") from None
        raise


def _run(path: Path) -> ModuleType:
    """The module made by running a file or package; it gets a name of its own, so that it cannot hide another."""
    if not path.is_absolute():
        raise BrokenPlugin(f"write the full path in {PLUGINS_VARIABLE}; {path} would change with the current folder")
    package = os.path.isdir(path)
    file = path / "__init__.py" if package else path
    if package and not os.path.exists(file):
        raise BrokenPlugin("there is no plugin (*.py) in this folder")
    digest = blake2b(str(path).encode(), digest_size=4).hexdigest()
    name = "_".join(("spades_cli_plugin", re.sub(r"\W", "_", path.stem), digest))
    loader = SourceFileLoader(name, str(file))
    inside = [str(path)] if package else None
    spec = spec_from_file_location(name, file, loader=loader, submodule_search_locations=inside)
    assert spec is not None
    _forget(name)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        loader.exec_module(module)
    except BaseException:
        _forget(name)
        raise
    return module


def _forget(name: str) -> None:
    """Drop a module and what it imported from its own package."""
    for known in [known for known in sys.modules if known == name or known.startswith(f"{name}.")]:
        del sys.modules[known]


@contextmanager
def without_current_folder() -> Iterator[None]:
    """Keep the interpreter from finding modules and distributions just because they lie in the current folder.

    ``python -m`` and ``python -c`` put that folder first in ``sys.path``. One that somebody put there on purpose, with
    PYTHONPATH or an editable install, stays.
    """
    first = sys.path[:1]
    if sys.flags.safe_path or not first or os.path.abspath(first[0]) != os.path.abspath(""):
        yield
        return
    del sys.path[0]
    try:
        yield
    finally:
        sys.path[:0] = first
