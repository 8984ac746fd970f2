"""Compiled twins of plain functions: the same code objects, with other twins in the place of what they call.

This module imports numba and is imported only where that is wanted; ``compiled`` decides.
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import llvmlite
import numba
from llvmlite import binding, ir
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from types import ModuleType

#: The twins of each module, by name.
Twins: TypeAlias = dict[str, dict[str, Any]]

#: What a function may take and return to have a twin, and what numba calls that; functions of other values stay as they
#: are.
LIFTABLE = {
    "int": types.int64,
    "bool": types.boolean,
    "float": types.float64,
    "Sequence[float]": types.float64[::1],
    "MutableSequence[float]": types.float64[::1],
    "Sequence[int]": types.int64[::1],
    "MutableSequence[int]": types.int64[::1],
    "tuple[int, int, int, int]": types.UniTuple(types.int64, 4),
    "None": types.none,
}


def popcount(x: int) -> int:
    """The number of bits set in a number that is not negative."""
    return x.bit_count()


def bit_length(x: int) -> int:
    """The place of the highest bit set in a number that is not negative, counted from 1."""
    return x.bit_length()


def _count_ones(typing: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, values: builder.ctpop(values[0])


def _count_leading_zeros(typing: Any, x: Any) -> Any:
    defined_for_zero = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.int64), lambda context, builder, signature, values: builder.ctlz(
        values[0], defined_for_zero
    )


ones = intrinsic(_count_ones)
leading_zeros = intrinsic(_count_leading_zeros)
# numba knows neither method of int, and an overload of the method itself crashes; so these stand in for them.
overload(popcount)(lambda x: lambda x: ones(x))
overload(bit_length)(lambda x: lambda x: 64 - leading_zeros(x))
#: An array is handed over as seven numbers, so that a small function takes longer to call than to run. Nothing here
#: divides by zero, which numba would else look for each time.
INLINED = {"forceinline": True, "error_model": "numpy"}
STAND_INS = {"popcount": popcount, "bit_length": bit_length}


def versions() -> list[str]:
    """All that compiled code depends on besides its sources."""
    return [numba.__version__, llvmlite.__version__, binding.get_host_cpu_name()]


def is_disabled() -> bool:
    """Whether the user switched the compiler itself off (NUMBA_DISABLE_JIT)."""
    return bool(numba.config.DISABLE_JIT)


def is_refusal(error: Exception) -> bool:
    """Whether the compiler itself refuses the code, rather than something around it failing."""
    return isinstance(error, numba.core.errors.NumbaError)


def user_folder() -> str:
    """Where the user wants all compiled code to be kept (NUMBA_CACHE_DIR); empty for no wish."""
    return str(numba.config.CACHE_DIR or "")


def with_callees(modules: Iterable[ModuleType]) -> list[ModuleType]:
    """The modules and those whose liftable functions they import, each after all that it imports from."""
    found: dict[str, ModuleType] = {}
    for module in modules:
        homes = {value.__module__ for value in vars(module).values() if is_function(value)} - {module.__name__}
        for callee in with_callees(sys.modules[name] for name in sorted(homes)):
            found[callee.__name__] = callee
        found[module.__name__] = module
    return list(found.values())


def lift(modules: Sequence[ModuleType], folder: Path | None) -> Twins:
    """The twins of every liftable function; the modules are in the order of ``with_callees``.

    Nothing is compiled yet: a twin is at its first call, or loaded from ``folder`` (None keeps nothing).
    """
    before = numba.config.CACHE_DIR
    # The folder is read when a twin is made; the rest of the process should keep its own.
    numba.config.CACHE_DIR = str(folder or "")
    try:
        twins: Twins = {}
        for module in modules:
            twins[module.__name__] = _lift_module(module, twins, keep=folder is not None)
        return twins
    finally:
        numba.config.CACHE_DIR = before


def _lift_module(module: ModuleType, twins: Twins, *, keep: bool) -> dict[str, Any]:
    names = dict(vars(module))
    names |= {name: stand_in for name, stand_in in STAND_INS.items() if name in names}
    made: dict[str, Any] = {}
    for name, value in vars(module).items():
        if not is_function(value):
            continue
        if value.__module__ == module.__name__:
            copy = FunctionType(value.__code__, names, name, value.__defaults__)
            made[name] = names[name] = numba.njit(cache=keep, nogil=True, **INLINED)(copy)
        else:
            names[name] = twins[value.__module__][value.__name__]
    return made


def is_function(value: object) -> TypeGuard[FunctionType]:
    """Whether a value is a function with a twin: its parameters and result are numbers or flat sequences of them."""
    if not isinstance(value, FunctionType) or value.__closure__ or "return" not in value.__annotations__:
        return False
    return LIFTABLE.keys() >= set(value.__annotations__.values())


def compile_twin(twin: Any, plain: FunctionType) -> bool:
    """Compile a twin, or load it, ahead of its first call; whether it had to be compiled, for whichever caller."""
    with global_compiler_lock:
        before = numba.config.LOOP_VECTORIZE
        # Of no use to loops over cards and seats, and a third of the time it takes to compile them.
        numba.config.LOOP_VECTORIZE = 0
        try:
            twin.compile(tuple(LIFTABLE[kind] for name, kind in plain.__annotations__.items() if name != "return"))
        finally:
            numba.config.LOOP_VECTORIZE = before
    return bool(twin.stats.cache_misses)
