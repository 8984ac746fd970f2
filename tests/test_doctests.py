"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import spades_cli

MODULES = [
    info.name
    for info in pkgutil.walk_packages(spades_cli.__path__, "spades_cli.")
    if not info.name.startswith("spades_cli.cli") and not info.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0
