"""The program, run inside the test."""

from tests.cli.conftest import run

__all__ = ["run"]
