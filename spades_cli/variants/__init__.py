"""Rules from and to TOML: variants by name or path, every mistake of a file at once, resolved rules as text.

Importing this package loads no pydantic; validating a file does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.checks import check
from spades_cli.variants.library import VariantInfo, VariantLibrary
from spades_cli.variants.loader import rules_from_dict
from spades_cli.variants.problems import Fault, Problem
from spades_cli.variants.writer import diff, format_tables, rules_hash, rules_to_dict

if TYPE_CHECKING:
    from pathlib import Path

    from spades_cli.engine.rules import Rules

__all__ = [
    "Fault",
    "Problem",
    "VariantInfo",
    "VariantLibrary",
    "check",
    "diff",
    "format_tables",
    "load_rules",
    "rules_from_dict",
    "rules_hash",
    "rules_to_dict",
]


def load_rules(spec: str | Path) -> Rules:
    """The rules of a bundled variant's name or of a path to a TOML file.

    >>> load_rules("jokers").match.target
    1000
    """
    return VariantLibrary().load(spec)
