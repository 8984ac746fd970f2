"""What commands need before they can work: the plugins and the variants they know."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.players.manager import Plugins
    from spades_cli.variants import VariantLibrary


def open_plugins(
    paths: Sequence[str] | None, blocked: Sequence[str] | None, strict: bool, *, silent: bool = False
) -> Plugins:
    """The plugins that the options, the environment and the user's configuration file ask for.

    Each one that fails costs a warning on stderr, unless ``silent``.
    """
    from spades_cli.players.manager import load_plugins, read_settings

    return load_plugins(
        read_settings(paths or (), blocked or (), strict=strict), warn=_say_nothing if silent else console.talk
    )


def open_library(plugins: Plugins) -> VariantLibrary:
    """Every variant there is: bundled ones, those of plugins and the user's own."""
    from spades_cli.variants import VariantLibrary
    from spades_cli.variants.own import own_folder

    return VariantLibrary(plugins.rules, own_folder())


def load_rules(plugins: Plugins, spec: str) -> Rules:
    """The rules of ``--rules``: a variant's name, a path, or ``-`` for a file on standard input."""
    return open_library(plugins).load(spec, read_piped_rules([spec]))


def read_piped_rules(asked: Sequence[str]) -> bytes | None:
    """Standard input, if ``-`` asks for it; UsageError where somebody would have to type there."""
    if "-" not in asked:
        return None
    if sys.stdin.isatty():
        raise UsageError("standard input is a terminal", hint="pipe a rules file into it, or name one")
    from spades_cli.variants.documents import LONGEST

    return sys.stdin.buffer.read(LONGEST + 1)


def _say_nothing(text: str) -> None:
    """For commands that list what failed themselves."""
