"""What the library has to say on the way (it is compiling, it cannot compile) as ``note:`` lines on stderr."""

from __future__ import annotations

import logging

from spades_cli.cli import console


class Notes(logging.Handler):
    """Prints each message as a line of its own."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one."""
        console.talk(f"note: {record.getMessage()}")


def show_notes(*, quiet: bool = False) -> None:
    """Have messages printed from now on; ``quiet`` leaves warnings only."""
    logger = logging.getLogger("spades_cli")
    logger.handlers = [handler for handler in logger.handlers if not isinstance(handler, Notes)] + [Notes()]
    logger.setLevel(logging.WARNING if quiet else logging.INFO)
