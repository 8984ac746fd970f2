"""Files of somebody else: nothing is ever appended to what holds no record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from spades_cli.errors import RecordError
from spades_cli.record.reader import KINDS, LONGEST

if TYPE_CHECKING:
    from pathlib import Path

_BEGINNING = b'{"t":"'


def refuse_foreign(path: Path) -> None:
    """RecordError if a file holds something, and its first line that is not blank is none of a record.

    A first line that was torn by a crash is one of a record as far as it goes. OSError if it cannot be read.
    """
    with path.open("rb") as file:
        while line := file.readline(LONGEST):
            if text := line.strip():
                break
        else:
            return
    if not _is_of_record(text):
        raise RecordError(
            f"{path}: holds something that is no record, so nothing is appended to it", hint="name another file"
        )


def _is_of_record(text: bytes) -> bool:
    try:
        line: Any = json.loads(text)
    except (ValueError, RecursionError):
        return text.startswith(_BEGINNING) or _BEGINNING.startswith(text)
    return isinstance(line, dict) and line.get("t") in ("game", *KINDS)
