"""Whether a stream shows signs that are no letters; by itself, since a page of help asks for nothing else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Mapping


def can_show_signs(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether suit signs can be written to ``stream``."""
    names = ["LC_ALL", "LC_CTYPE", "LANG"]
    if environ.get("LC_CTYPE") in _COERCED and environ.get("LANG") in _PLAIN_LOCALES:
        # Python itself has set LC_CTYPE, for its own reading and writing; the terminal is still what LANG says.
        names.remove("LC_CTYPE")
    locale = next((value for name in names if (value := environ.get(name))), "")
    encoding = (stream.encoding or "").lower().replace("-", "")
    return encoding.startswith("utf") and locale not in _PLAIN_LOCALES


_PLAIN_LOCALES = ("C", "POSIX")
#: What Python puts into LC_CTYPE where the locale is plain (PEP 538).
_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
