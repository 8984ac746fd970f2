"""What went wrong inside a plugin, in words: the cause in one line, and the traceback without the host's frames."""

from __future__ import annotations

import importlib
from difflib import get_close_matches
from itertools import dropwhile
from pathlib import Path
from traceback import StackSummary, TracebackException
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable

_FROZEN = "<frozen importlib"
#: Where frames come from that say nothing about a plugin: this folder, the import machinery, pluggy.
_HOST = (_FROZEN, *(str(Path(module).parent) for module in (__file__, importlib.__file__, pluggy.__file__)))


class BrokenPlugin(Exception):
    """A plugin that loads but does not keep its contract; the text says which part."""


def name_cause(error: BaseException) -> str:
    """The error in one line: ``ModuleNotFoundError: No module named 'numpy'``."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = "(its text cannot be shown)"
    if isinstance(error, BrokenPlugin):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def trim_traceback(error: BaseException) -> str:
    """The traceback from the plugin's first frame on; empty where none of its code was running."""
    if isinstance(error, BrokenPlugin):
        return ""
    report = TracebackException.from_exception(error)
    _trim(report)
    return "".join(report.format() if report.stack else report.format_exception_only())


def _trim(report: TracebackException) -> None:
    frames = dropwhile(lambda frame: frame.filename.startswith(_HOST), report.stack)
    report.stack = StackSummary.from_list([frame for frame in frames if not frame.filename.startswith(_FROZEN)])
    for earlier in (report.__cause__, report.__context__):
        if earlier:
            _trim(earlier)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question naming the nearest known word, with a blank before it; empty where none is near."""
    near = get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
