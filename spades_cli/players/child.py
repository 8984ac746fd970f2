"""A child process that talks in lines: nothing it does, or leaves undone, can block the caller."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from typing import IO, TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The longest line read, in bytes.
LONGEST = 65_536
#: Lines of stderr that are kept, and the most characters of each.
TAIL, WIDTH = 20, 200
#: Lines read ahead of the caller; then the child waits.
_AHEAD = 256
#: Seconds a child is given after ``terminate``, and its threads to finish.
_GRACE = 0.5


class Overlong(bytes):
    """The beginning of a line longer than ``LONGEST``; the rest was thrown away."""


#: What comes out of a child: a line, the beginning of an overlong one, or None for a closed pipe.
Read: TypeAlias = bytes | None


class Child:
    """A running command, its pipes served by threads. OSError if it cannot be started.

    It leads a process group of its own where the system has such, and ``close`` ends all of that group.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        self._closed = threading.Event()
        self._inbox: queue.Queue[Read] = queue.Queue(_AHEAD)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._tail: deque[str] = deque(maxlen=TAIL)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None and stdout is not None and stderr is not None  # noqa: PT018 - pipes, all of them
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._write, stdin),
                (self._read, stdout),
                (self._drain, stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Have a line written; that the child is gone shows when it is read from."""
        self._outbox.put(line)

    def receive(self, seconds: float) -> Read:
        """The next line, or None at the end of the output; TimeoutError after so long."""
        try:
            return self._inbox.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise TimeoutError from None

    def wait(self, seconds: float) -> int | None:
        """The exit code, if the child ends within so long; negative for a signal."""
        try:
            code = self._process.wait(max(0.0, seconds))
        except subprocess.TimeoutExpired:
            return None
        self._threads[2].join(_GRACE)
        return code

    @property
    def stderr(self) -> list[str]:
        """The last lines of its stderr, what cannot be printed in them escaped."""
        return list(self._tail)

    def close(self, patience: float = 0.0) -> None:
        """Close the child's stdin, wait so long for it to end, then end it and its group; no zombie is left."""
        if self._closed.is_set():
            return
        self._outbox.put(None)
        if self.wait(patience) is None:
            self._signal("SIGTERM")
            self.wait(_GRACE if patience else 0.0)
        self._signal("SIGKILL")
        self._process.wait()
        self._closed.set()
        for thread in self._threads:
            thread.join(_GRACE)

    def _signal(self, name: str) -> None:
        """Send a signal to the group, which may outlive the child itself."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, getattr(signal, name))
            else:
                self._process.kill()

    # --- threads -------------------------------------------------------------------------------------------------

    def _write(self, pipe: IO[bytes]) -> None:
        """Write what is sent, until there is no more or nobody reads it."""
        try:
            with pipe:
                while (line := self._outbox.get()) is not None:
                    pipe.write(line)
                    pipe.flush()
        except (OSError, ValueError):
            self._put(None)

    def _read(self, pipe: IO[bytes]) -> None:
        """Pass lines on as they come, and at last the end."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST + 1):
                if len(line) <= LONGEST:
                    self._put(line)
                    continue
                self._put(Overlong(line[:WIDTH]))
                while line and not line.endswith(b"\n"):
                    line = pipe.readline(LONGEST)
        self._put(None)

    def _put(self, line: Read) -> None:
        """Hand a line to the caller, unless he has gone."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._inbox.put(line, timeout=0.1)
                return

    def _drain(self, pipe: IO[bytes]) -> None:
        """Keep the last lines of stderr."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(4096):
                if text := printable(line.decode("utf-8", "replace").rstrip()):
                    self._tail.append(text[:WIDTH])


def printable(text: str) -> str:
    """The text with what cannot be printed as escapes."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
