"""Running a plugin's code: as a module of that name, or as a file or package that lies anywhere."""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from hashlib import blake2b
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING

from spades_cli.players.failures import BrokenPlugin

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType


def run_path(path: Path) -> ModuleType:
    """The module made by running a file or package; its name is unique, so that it cannot hide another."""
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


def has_module(address: str) -> bool:
    """Whether the first part of a dotted name can be imported; nothing is."""
    with without_current_folder():
        try:
            return find_spec(address.partition(".")[0]) is not None
        except (ImportError, ValueError):
            return True


@contextmanager
def without_current_folder() -> Iterator[None]:
    """Keep the interpreter from finding modules and distributions just because they lie in the current folder.

    ``python -m`` and ``python -c`` put that folder first in ``sys.path``. One that somebody put there on purpose, with
    PYTHONPATH or an editable install, stays.
    """
    first = sys.path[:1]
    if sys.flags.safe_path or not first or os.path.realpath(first[0]) != os.path.realpath(""):
        yield
        return
    del sys.path[0]
    try:
        yield
    finally:
        sys.path[:0] = first
