"""A person at a terminal of 80 columns and 24 lines: what the screen shows is kept as plain text."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PATIENCE = 30.0
_WIPE = "\x1b[H\x1b[2J\x1b[3J"
_PLACE = re.compile(r"\S+/play-[0-9]{8}-[0-9]{6}-")
_CODE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])|[\x07\r]")


class Terminal:
    """A run of the program on a terminal of its own, in ``folder``."""

    def __init__(self, folder: Path, *words: str, columns: int = 80, lines: int = 24, no_color: str = "1") -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "spades_cli", *words],
            stdin=slave, stdout=slave, stderr=slave, close_fds=True, cwd=folder,
            env=environment | {"TERM": "xterm-256color", "NO_COLOR": no_color, "LANG": "C.UTF-8"},
        )  # fmt: skip
        os.close(slave)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._raw = ""
        self._seen = 0

    @property
    def raw(self) -> str:
        """All that was written to the screen, with every code."""
        return self._raw

    @property
    def transcript(self) -> str:
        """All that the screen has shown, a wiped screen as a line that says so, without other codes.

        Where the match is kept, and when it was begun, is left out.
        """
        text = self._raw.replace(_WIPE, "\n~~~ the screen is wiped ~~~\n").replace("\r\n", "\n")
        text = _PLACE.sub("GAMES/play-TIME-", _CODE.sub("", text))
        return "\n".join(line.rstrip() for line in text.split("\n"))

    def wait_for(self, prompts: Sequence[str]) -> str:
        """What is new on the screen once it waits with one of ``prompts``; all the rest if the program ends."""
        deadline = time.monotonic() + PATIENCE
        while not self._new.endswith(tuple(prompts)):
            ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"none of {prompts} came; the screen shows:\n{self.transcript[-2000:]}"
            try:
                self._raw += self._decoder.decode(os.read(self._master, 65536))
            except OSError:
                break
        shown, self._seen = self._new, len(_CODE.sub("", self._raw))
        return shown

    @property
    def _new(self) -> str:
        return _CODE.sub("", self._raw)[self._seen :]

    def type(self, keys: str) -> None:
        """Press these keys, and Enter."""
        os.write(self._master, keys.encode() + b"\r")

    def finish(self) -> int:
        """The exit code."""
        return self.process.wait(timeout=PATIENCE)

    def close(self) -> None:
        """End the program if it has not ended."""
        self.process.kill()
        self.process.wait()
        os.close(self._master)
