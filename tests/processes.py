"""The processes of this machine, read from /proc, so that tests need no other program to look at them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Process(NamedTuple):
    """A process: its group, state (Z for a zombie), command line, resident pages and open files."""

    pid: int
    group: int
    state: str
    command: str
    pages: int
    files: int


def running() -> Iterator[Process]:
    """Every process that can be read; one that ends meanwhile is left out."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, group, *_ = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            pages = int((folder / "statm").read_text().split()[1])
            files = len(list((folder / "fd").iterdir()))
        except (OSError, ValueError, IndexError):
            continue
        yield Process(int(folder.name), int(group), state, command, pages, files)


def of_group(group: int) -> list[Process]:
    """The living processes of a process group."""
    return [process for process in running() if process.group == group and process.state != "Z"]
