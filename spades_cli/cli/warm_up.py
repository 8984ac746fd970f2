"""``spades-cli warm-up``: compile what searching players need, ahead of their first move."""

from __future__ import annotations

import time

import typer

from spades_cli.cli import console
from spades_cli.errors import ExitCode

EXAMPLES = """Examples:

spades-cli warm-up
"""


def warm_up() -> None:
    """Compile what searching players need, ahead of their first move; exit 1 where nothing can be compiled.

    The extra "fast" brings the compiler. Compiled code is kept in your cache
    folder, or where NUMBA_CACHE_DIR says, until this program, Python or the
    compiler changes. With SPADES_CLI_FAST=off nothing is compiled: players do
    the same, only slower.
    """
    from spades_cli.search.compiled import load_kernels

    began = time.monotonic()
    kernels = load_kernels(compiled=True)
    count = kernels.warm_up()
    if not kernels.is_compiled:
        raise typer.Exit(ExitCode.NO)
    seconds = time.monotonic() - began
    console.out(f"compiled {count} functions in {seconds:.1f} seconds" if count else "everything is compiled already")
    console.out(f"kept in {kernels.folder}" if kernels.folder else "not kept: the cache folder cannot be written to")
