"""What stands between the compiled functions and their callers: it says when they are compiled, and steps in for them.

The compiler works at a function's first call, so that is when it can refuse.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from multiprocessing import parent_process
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from spades_cli.search import caching, compiled, lifting
from spades_cli.search.compiled import Kernels, Refusal, logger, name_of, warn

if TYPE_CHECKING:
    from collections.abc import Callable

#: How long compiling everything takes on a common machine.
SECONDS = 20


def lift_guarded(modules: list[ModuleType]) -> Kernels:
    """The compiled kernels; nothing is compiled yet. Raises whatever numba raises."""
    if lifting.is_disabled():
        raise RuntimeError("NUMBA_DISABLE_JIT is set")
    everything = lifting.with_callees(modules)
    folder, cause = find_folder(everything)
    twins = lifting.lift(everything, folder)
    kernels = Kernels(is_compiled=True, folder=folder)
    kernels.guard = guard = Guard(kernels, cause)
    for module in modules:
        names = dict(vars(module))
        for name, twin in twins[module.__name__].items():
            names[name] = guard.cover(twin, names[name], f"{name_of(module)}.{name}")
        setattr(kernels, name_of(module), SimpleNamespace(**names))
    return kernels


def find_folder(modules: list[ModuleType]) -> tuple[Path | None, str]:
    """Where compiled code is kept: below the folder the user names for it, or in the cache folder; or why nowhere."""
    chosen = lifting.user_folder()
    try:
        key = caching.key_of([*modules, lifting], lifting.versions())
        return caching.open_folder(key, Path(chosen) if chosen else caching.default_base()), ""
    except OSError as error:
        return None, str(error)


class Guard:
    """Covers the functions of one ``Kernels`` until the first failure, and from then on calls the plain ones."""

    def __init__(self, kernels: Kernels, no_folder: str) -> None:
        self.kernels = kernels
        self.no_folder = no_folder
        self.told = False
        self.covered: dict[str, tuple[Callable[..., Any], FunctionType]] = {}

    def cover(self, twin: Callable[..., Any], plain: FunctionType, name: str) -> Callable[..., Any]:
        """The twin, with the plain function behind it."""
        self.covered[name] = twin, plain
        called = False

        def call(*args: Any) -> Any:
            nonlocal called
            if not self.kernels.is_compiled:
                return interpret(plain, args)
            try:
                if not called:
                    called = True
                    self._announce(name)
                    lifting.compile_twin(twin, plain)
                return twin(*args)
            except Exception as error:
                # A mistake of the caller's is raised again here; what is left is the compiler's.
                result = interpret(plain, args)
                self._give_up(error)
                return result

        return call

    def warm_up(self) -> int:
        """Compile all functions that are not kept already; how many were not. A failure is told and ends it."""
        self.told = True
        try:
            return sum([lifting.compile_twin(twin, plain) for twin, plain in self.covered.values()])
        except Exception as error:
            self._give_up(error)
            return 0

    def catch_up(self) -> None:
        """Say that there is something to compile, and compile it, if it can be kept for other processes."""
        folder = self.kernels.folder
        kept = caching.names_in(folder) if folder else set()
        missing = [name for name in self.covered if name not in kept]
        if missing:
            self._announce(missing[0])
        if missing and folder and sys.executable:
            compile_apart()

    def _announce(self, name: str) -> None:
        """Say, once, that a function about to be called has yet to be compiled."""
        folder = self.kernels.folder
        if self.told or (folder and caching.holds(folder, name)) or parent_process() is not None:
            return
        self.told = True
        if folder:
            how = "this happens once and takes about %d seconds (spades-cli warm-up does it ahead)"
        else:
            how = f"this takes about %d seconds every time, as it cannot be kept ({self.no_folder})"
        logger.info(f"compiling the search; {how}", SECONDS)

    def _give_up(self, error: Exception) -> None:
        """Nothing is compiled any more in this process."""
        if not self.kernels.is_compiled:
            return
        self.kernels.is_compiled = False
        self.kernels.refusal = refusal = Refusal(error)
        if self.kernels.folder and not lifting.is_refusal(error):
            # A damaged file, perhaps; the next process compiles anew.
            shutil.rmtree(self.kernels.folder, ignore_errors=True)
        warn(refusal)


def compile_apart() -> None:
    """Compile everything in a process of its own, as the compiler holds on to several times the memory a search needs.

    If it fails there, this process compiles what it comes to need, and tells what is wrong.
    """
    code = (
        "import sys; from spades_cli.search import compiled as c; c.MODULES = sys.argv[1:]; c.load_kernels().warm_up()"
    )
    # Without -P a module of the current folder might be loaded in place of one of ours.
    command = [sys.executable, "-P", "-c", code, *compiled.MODULES]
    quiet = subprocess.DEVNULL
    subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False)


def interpret(plain: FunctionType, args: tuple[Any, ...]) -> Any:
    """Call a plain function on arrays: lists in their place, and what it wrote into them put back."""
    lists = [arg.tolist() if hasattr(arg, "tolist") else arg for arg in args]
    result = plain(*lists)
    for arg, now in zip(args, lists, strict=True):
        if now is not arg and isinstance(now, list):
            arg[:] = now
    return result
