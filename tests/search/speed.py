"""The compiled functions, for tests that compare them with the plain ones."""

from __future__ import annotations

import pytest

from spades_cli.search.compiled import CompilerError, Kernels, load_kernels


def compiled_kernels() -> Kernels:
    """The compiled functions; where nothing can be compiled the test is skipped, with the reason."""
    try:
        return load_kernels(compiled=True)
    except CompilerError as error:
        pytest.skip(str(error))
