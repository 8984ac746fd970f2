"""Where compiled code is kept between runs: in the user's cache folder, under a key of everything it depends on.

numba notices a change of the function it compiled, but not of a function that this one calls. So the folder is named
after the sources of all of them.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import ModuleType

#: Folders of other keys that stay: the ones used last (other Pythons, perhaps), and all used within so many seconds, as
#: a running program may be writing to them.
KEPT, RECENT = 4, 86_400
PREFIX = "compiled-"


def key_of(modules: Iterable[ModuleType], versions: Sequence[str]) -> str:
    """The key of compiled code: of the modules' sources, the compiler's ``versions``, the Python and the processor.

    OSError where a module has no file that can be read.
    """
    digest = hashlib.sha256()
    for module in modules:
        digest.update(hashlib.sha256(Path(inspect.getfile(module)).read_bytes()).digest())
    for text in (*versions, sys.version, platform.system(), platform.machine()):
        digest.update(f"{text}\0".encode())
    return digest.hexdigest()[:32]


def open_folder(key: str, base: Path) -> Path:
    """The folder for code of this key, made and written to once as a trial; OSError says why it cannot be used.

    A new key puts away folders that have not been used for long.
    """
    folder = base / f"{PREFIX}{key}"
    fresh = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()
    os.utime(folder)
    if fresh:
        _put_away(base, folder)
    return folder


def default_base() -> Path:
    """The user's cache folder for this program; it need not exist."""
    from platformdirs import user_cache_path

    return user_cache_path("spades-cli", appauthor=False)


def holds(folder: Path, name: str) -> bool:
    """Whether the folder has compiled code of a function, named as in ``kernel.follow_cards``."""
    return any(folder.glob(f"*/{name}-*.nbc"))


def names_in(folder: Path) -> set[str]:
    """The functions that the folder has compiled code of."""
    return {path.name.partition("-")[0] for path in folder.glob("*/*.nbc")}


def _put_away(base: Path, current: Path) -> None:
    """Remove what nobody has used for long, but for the last few; a folder that resists stays."""
    others = [folder for folder in base.glob(f"{PREFIX}*") if folder != current]
    for folder in sorted(others, key=_last_used, reverse=True)[KEPT:]:
        if time.time() - _last_used(folder) > RECENT:
            shutil.rmtree(folder, ignore_errors=True)


def _last_used(folder: Path) -> float:
    """When a folder was last opened; another process may have removed it since."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0
