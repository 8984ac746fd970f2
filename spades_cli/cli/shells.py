"""How a shell asks for completion: only proposals reach it, whatever plugins print and whatever breaks.

Typer finds the option or argument that is being typed and asks ``completing`` for its values. What is added here is
silence, and for bash the words as they were typed: it cuts them at ``=`` and ``:``, which players are full of.
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import redirect_stdout, suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping

#: Set by the shell's completion function: ``complete_bash``, ``complete_zsh``, ``complete_fish``.
VARIABLE = "_SPADES_CLI_COMPLETE"
_BREAKS = frozenset("=:")
#: ``--rules=`` of the word that is being typed: shells that do not cut it off want it back.
_OPTION = re.compile(r"(?:^|\s)(--[\w-]+=)\S*$")
_SPECIAL = re.compile(r"[^\w@%+=:,./~♠♥♦♣-]")


def is_asked(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether it is a shell that runs the program, for proposals."""
    return environ.get(VARIABLE, "").startswith("complete_")


def answer(propose: Callable[[], object]) -> NoReturn:
    """Let ``propose`` print proposals, hand them to the shell, and end; nothing else is ever written."""
    asker = _take_streams()
    lines, code = collect(propose, os.environ)
    with suppress(OSError):
        os.write(asker, "".join(f"{line}\n" for line in lines).encode())
    sys.exit(code)


def collect(propose: Callable[[], object], environ: MutableMapping[str, str]) -> tuple[list[str], int]:
    """What ``propose`` prints, as lines for the shell that asks, and the exit code it wants; nothing if it fails."""
    shown = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    shell = environ[VARIABLE].removeprefix("complete_")
    environ["COLUMNS"] = "1000"  # what stands beside a proposal must not be broken into lines
    code = 1
    try:
        kept = join_words(environ) if shell == "bash" else ""
        with redirect_stdout(shown):
            propose()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        return [], 1
    shown.seek(0)
    lines = list(filter(None, shown.read().splitlines()))
    if shell == "bash":
        return [_SPECIAL.sub(r"\\\g<0>", line.removeprefix(kept)) for line in lines], code
    if option := _OPTION.search(environ.get("_TYPER_COMPLETE_ARGS", "")):
        mark = '"' if shell == "zsh" else ""
        lines = [line.replace(mark, mark + option[1], 1) for line in lines]
    return lines, code


def _take_streams() -> int:
    """Point the three streams nowhere, for good; where the shell listens."""
    with suppress(OSError):
        asker, nowhere = os.dup(1), os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        return asker
    return -1


def join_words(environ: MutableMapping[str, str]) -> str:
    """Put the words in ``COMP_WORDS`` together again up to the one being typed; its part that bash will not replace.

    >>> environ = {"COMP_WORDS": "spades-cli\\nplay\\n-p\\nNS\\n=\\nba", "COMP_CWORD": "5"}
    >>> join_words(environ)
    'NS='
    >>> environ
    {'COMP_WORDS': 'spades-cli\\nplay\\n-p\\nNS=ba', 'COMP_CWORD': '3'}
    """
    asked = environ["COMP_WORDS"]
    words = asked.split("\n" if "\n" in asked else " ")[: int(environ["COMP_CWORD"]) + 1]
    joined: list[str] = []
    open_end = kept_length = 0
    for word in words:
        breaks = bool(word) and set(word) <= _BREAKS
        if len(joined) > 1 and (breaks or open_end):
            kept_length = len(joined[-1]) + len(word) * breaks
            joined[-1] += word
        else:
            kept_length = 0
            joined.append(word)
        open_end = breaks
    environ["COMP_WORDS"], environ["COMP_CWORD"] = "\n".join(joined), str(len(joined) - 1)
    return joined[-1][:kept_length]
