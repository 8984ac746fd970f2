"""The hooks a plugin may implement, and the marker it marks them with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from spades_cli.players.strategy import Strategy

#: Project, marker and entry-point group share one name.
GROUP = "spades_cli"

hookspec = pluggy.HookspecMarker(GROUP)
#: Marks a plugin's functions: ``@hookimpl``.
hookimpl = pluggy.HookimplMarker(GROUP)


@hookspec
def spades_register_strategies() -> Iterable[type[Strategy]]:
    """The strategy classes this plugin brings."""
    return ()


@hookspec
def spades_register_rules() -> Iterable[Path]:
    """The variant files (``*.toml``) this plugin brings, or folders of them."""
    return ()
