"""Who may write to a record file: one program at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.errors import RecordError

try:
    import fcntl
except ImportError:  # pragma: no cover - where there is no such lock, two games in one file are the user's affair
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from pathlib import Path


def hold(descriptor: int, path: Path) -> None:
    """Keep others from recording in an open file until it is closed or the process ends; RecordError if one does."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(f"{path}: another match is being recorded there now", hint="end that one first") from None
    except OSError:
        return  # a file system without locks


def is_being_written(path: Path) -> bool:
    """Whether a match is being recorded in that file now, by this process or another; False where nobody can tell."""
    if fcntl is None:
        return False
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
