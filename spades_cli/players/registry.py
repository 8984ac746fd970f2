"""What the plugins brought: strategies, variant files, who loaded and who failed. Plain values, no loading."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.errors import PluginError, UsageError
from spades_cli.players.failures import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from spades_cli.players.strategy import Strategy

#: The distribution whose entry points are the bundled plugins.
OURS = "spades-cli"
BUNDLED = "bundled"
ENTRY_POINT = "entry point of "
MODULE = "module "


@dataclass(frozen=True, slots=True)
class StrategyEntry:
    """A strategy under its name: the class, and the name of the plugin that brought it."""

    name: str
    cls: type[Strategy]
    plugin: str


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """A plugin that loaded.

    ``source`` is ``bundled``, ``entry point of DISTRIBUTION``, ``module NAME`` or the path it was loaded from;
    ``version`` that of the distribution, or the module's ``__version__``, or empty.
    """

    name: str
    version: str
    source: str
    hooks: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Name, origin and version for messages."""
        return _title(self.name, self.source, self.version)


@dataclass(frozen=True, slots=True)
class FailedPlugin:
    """A plugin that was skipped, with the cause in one line and the traceback from its own first frame on."""

    name: str
    version: str
    source: str
    cause: str
    traceback: str = ""

    @property
    def title(self) -> str:
        """Name, origin and version for messages."""
        return _title(self.name, self.source, self.version)

    @property
    def advice(self) -> str:
        """What to do about it."""
        installed = self.source == BUNDLED or self.source.startswith(ENTRY_POINT)
        again = "" if installed else f" --plugin {shlex.quote(self.source.removeprefix(MODULE))}"
        silence = f"silence with `--no-plugin {shlex.quote(self.name)}`"
        return f"see `spades-cli plugins --verbose{again}`; {silence}"

    @property
    def warning(self) -> str:
        """The two lines of a warning."""
        return f"warning: {self.title} was skipped: {self.cause}\n         {self.advice}"


def _title(name: str, source: str, version: str) -> str:
    origin = OURS if source == BUNDLED else source.removeprefix(ENTRY_POINT)
    return f"plugin {name!r} ({origin}{' ' if version else ''}{version})"


@dataclass(frozen=True, slots=True)
class Plugins:
    """Everything the plugins brought.

    ``rules`` pairs each file or folder of variants with the plugin that brought it.
    """

    strategies: Mapping[str, StrategyEntry]
    rules: tuple[tuple[str, Path], ...] = ()
    loaded: tuple[PluginInfo, ...] = ()
    failed: tuple[FailedPlugin, ...] = ()

    def get(self, name: str) -> StrategyEntry:
        """The strategy of this name.

        Raises PluginError if the plugin of that name failed, UsageError with the nearest names otherwise.
        """
        if name in self.strategies:
            return self.strategies[name]
        for plugin in self.failed:
            if name in (plugin.name, plugin.name.replace("_", "-")):
                raise PluginError(f"no strategy {name!r}: {plugin.title} failed: {plugin.cause}", hint=plugin.advice)
        known = f"strategies are {', '.join(self.strategies)}" if self.strategies else "no strategies are loaded"
        skipped = f"; skipped: {', '.join(plugin.title for plugin in self.failed)}" if self.failed else ""
        raise UsageError(f"no strategy {name!r}{did_you_mean(name, self.strategies)}", hint=known + skipped)
