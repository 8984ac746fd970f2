"""The arithmetic of the game at two speeds: the plain functions, or their compiled twins where numba is installed.

A missing, broken or refusing numba costs speed and at most one message (on the logger ``spades_cli``), nothing else.
Importing this module loads neither numba nor NumPy; ``load_kernels`` does.
"""

from __future__ import annotations

import logging
import os
import threading
from functools import cache
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, cast

from spades_cli.errors import ExitCode, SpadesError

if TYPE_CHECKING:
    from collections.abc import Iterable, MutableSequence
    from pathlib import Path

    from spades_cli.engine.rules import Rules
    from spades_cli.search.guarding import Guard

#: The modules that have compiled twins.
MODULES = (
    "spades_cli.engine.kernel",
    "spades_cli.search.layout",
    "spades_cli.search.policy",
    "spades_cli.search.rollout",
    "spades_cli.search.promise",
    "spades_cli.search.sampling",
    "spades_cli.search.recall",
    "spades_cli.search.evidence",
    "spades_cli.search.varying",
    "spades_cli.search.foresight",
    "spades_cli.search.solver",
    "spades_cli.search.random_rounds",
)
#: Set to ``off``, ``no`` or ``0`` to have nothing compiled.
VARIABLE = "SPADES_CLI_FAST"

logger = logging.getLogger("spades_cli")


class CompilerError(SpadesError):
    """Nothing can be compiled here; the text says why."""

    exit_code = ExitCode.NO


class Refusal(CompilerError):
    """numba is installed, but cannot be used."""

    def __init__(self, cause: Exception) -> None:
        # numba begins with the stage that failed, and then comes to the point.
        lines = [line for line in str(cause).splitlines() if line.strip() and not line.startswith("Failed in nopython")]
        reason = f"{type(cause).__name__}: {lines[0]}" if lines else type(cause).__name__
        super().__init__(f"numba is installed but cannot be used ({reason})")


class Kernels(SimpleNamespace):
    """The liftable modules by the last part of their names (``kernels.kernel.follow_cards``), plain or compiled.

    ``is_compiled`` turns False, and ``refusal`` says why, when the compiler fails on the way: the functions then go on
    interpreted, on the same arrays, with equal results. ``folder`` is where compiled code is kept, if anywhere.
    """

    is_compiled: bool = False
    refusal: CompilerError | None = None
    folder: Path | None = None
    guard: Guard | None = None

    def warm_up(self) -> int:
        """Compile everything now, not at its first use; the number of functions that were not kept from before."""
        return self.guard.warm_up() if self.guard else 0

    def array(self, values: Iterable[int]) -> MutableSequence[int]:
        """A flat sequence of ints as these functions take it: a list, or an array of 64-bit ints."""
        if not self.is_compiled:
            return list(values)
        import numpy as np

        return cast("MutableSequence[int]", np.array(list(values), dtype=np.int64))

    def floats(self, values: Iterable[float]) -> MutableSequence[float]:
        """The same for floats."""
        if not self.is_compiled:
            return list(values)
        import numpy as np

        return cast("MutableSequence[float]", np.array(list(values), dtype=np.float64))


_lock = threading.Lock()
_lifted: Kernels | None = None


def load_kernels(compiled: bool | None = None, *more: str) -> Kernels:
    """The functions of ``MODULES``, compiled where that can be done; the same object for the whole process.

    ``compiled=False`` asks for the plain ones: packs with equal cards need more bits than compiled code has. ``True``
    asks for the compiled ones, and CompilerError says why there are none. ``more`` are the names of further modules,
    which players do not need; what is compiled for them is kept apart.
    """
    forbidden = os.environ.get(VARIABLE, "").lower() in {"off", "no", "0"}
    if compiled is False or (forbidden and not compiled):
        return _plain(more)
    if forbidden:
        raise CompilerError(f"nothing is compiled: {VARIABLE}={os.environ[VARIABLE]}")
    kernels = _lift_more(more) if more else _compiled()
    if kernels.refusal is None:
        return kernels
    if compiled:
        raise kernels.refusal
    warn(kernels.refusal)
    return _plain(more)


def prepare(rules: Rules) -> None:
    """Have compiled, once and for all processes, what a search under these rules needs; what is kept costs nothing.

    It says so, as that takes a while. Where nothing can be compiled or kept, nothing happens.
    """
    kernels = load_kernels(False if rules.pack.doubled else None)
    if kernels.guard:
        kernels.guard.catch_up()


def name_of(module: ModuleType) -> str:
    """What ``Kernels`` calls a module."""
    return module.__name__.rpartition(".")[2]


@cache
def warn(refusal: CompilerError) -> None:
    """Say once that numba refuses; that it is missing is nothing to talk about. Workers leave it to their parent."""
    from multiprocessing import parent_process

    if isinstance(refusal, Refusal) and parent_process() is None:
        logger.warning("%s; everything works, only slower", refusal)


@cache
def _plain(more: tuple[str, ...]) -> Kernels:
    return Kernels(**{name_of(module): module for module in _modules(more)})


def _modules(more: tuple[str, ...]) -> list[ModuleType]:
    return [import_module(name) for name in (*MODULES, *more)]


def _compiled() -> Kernels:
    """The compiled kernels, made once; where they cannot be made, only their ``refusal`` is set."""
    global _lifted
    with _lock:
        if _lifted is None:
            _lifted = _lift(())
        return _lifted


@cache
def _lift_more(more: tuple[str, ...]) -> Kernels:
    return _lift(more)


def _lift(more: tuple[str, ...]) -> Kernels:
    modules = _modules(more)
    try:
        import numba  # noqa: F401

        from spades_cli.search.guarding import lift_guarded

        return lift_guarded(modules)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "numba":
            hint = "pip install 'spades-cli[fast]'"
            return Kernels(refusal=CompilerError("nothing is compiled: numba is missing", hint=hint))
        return Kernels(refusal=Refusal(error))
