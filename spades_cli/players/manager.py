"""Loading plugins: each by itself, so that a broken one costs a warning and nothing else."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from inspect import isabstract
from os import PathLike
from pathlib import Path
from reprlib import repr as short
from types import MappingProxyType
from typing import TYPE_CHECKING

from pluggy import PluginManager

from spades_cli.errors import PluginError
from spades_cli.players import hooks
from spades_cli.players.failures import BrokenPlugin, did_you_mean, name_cause, trim_traceback
from spades_cli.players.importing import without_current_folder
from spades_cli.players.options import read_options
from spades_cli.players.registry import FailedPlugin, PluginInfo, Plugins, StrategyEntry
from spades_cli.players.settings import PluginSettings, read_settings
from spades_cli.players.sources import Candidate, find_candidates
from spades_cli.players.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FailedPlugin", "PluginInfo", "PluginSettings", "Plugins", "StrategyEntry", "load_plugins", "read_settings"]

KEBAB = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
#: Kinds of players that are no strategies.
RESERVED = ("human", "script", "exec")


def load_plugins(settings: PluginSettings, *, warn: Callable[[str], None]) -> Plugins:
    """Load every plugin the settings ask for; ``warn`` is told of each one that is broken.

    Raises PluginError for two strategies of one name, and under ``settings.strict`` for any broken plugin.
    """
    loading = _Loading()
    for candidate in find_candidates(settings, warn):
        if not settings.blocked & {candidate.name, candidate.full_name, candidate.source}:
            loading.take(candidate)
    if settings.strict and loading.failed:
        faults = [f"{plugin.title} failed: {plugin.cause}" for plugin in loading.failed]
        raise PluginError("\n".join(faults), hint=loading.failed[0].advice)
    for plugin in loading.failed:
        warn(plugin.warning)
    return Plugins(
        MappingProxyType(loading.strategies), tuple(loading.rules), tuple(loading.loaded), tuple(loading.failed)
    )


class _Loading:
    """A manager being filled, and what has come of it so far."""

    def __init__(self) -> None:
        self.manager = PluginManager(hooks.GROUP)
        self.manager.add_hookspecs(hooks)
        self.strategies: dict[str, StrategyEntry] = {}
        self.rules: list[tuple[str, Path]] = []
        self.loaded: list[PluginInfo] = []
        self.failed: list[FailedPlugin] = []
        self.seen: set[str] = set()

    def take(self, candidate: Candidate) -> None:
        """Load a candidate and keep all it brings, or nothing and why."""
        if candidate.full_name in self.seen:
            return
        self.seen.add(candidate.full_name)
        name = candidate.full_name if self.manager.has_plugin(candidate.name) else candidate.name
        try:
            with redirect_stdout(sys.stderr), without_current_folder():
                plugin = candidate.load()
                if self.manager.is_registered(plugin):
                    return
                found = _register(self.manager, plugin, name)
                strategies, rules = _call(self.manager, name)
                version = candidate.version or _own_version(plugin)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: a plugin never ends the program
            self.manager.unregister(name=name)
            fault = name_cause(error), trim_traceback(error)
            self.failed.append(FailedPlugin(name, candidate.version, candidate.source, *fault))
            return
        info = PluginInfo(name, version, candidate.source, found, tuple(cls.name for cls in strategies))
        self._keep(info, strategies)
        self.rules += [(name, path) for path in rules]

    def _keep(self, info: PluginInfo, strategies: list[type[Strategy]]) -> None:
        for cls in strategies:
            if other := self.strategies.get(cls.name):
                first = next(plugin for plugin in self.loaded if plugin.name == other.plugin)
                raise PluginError(
                    f"two strategies are called {cls.name!r}: one of {first.title} and one of {info.title}",
                    hint=f"leave one out with --no-plugin {first.name} or --no-plugin {info.name}",
                )
        self.loaded.append(info)
        self.strategies |= {cls.name: StrategyEntry(cls.name, cls, info.name) for cls in strategies}


def _own_version(plugin: object) -> str:
    version = getattr(plugin, "__version__", "")
    return version if isinstance(version, str) else ""


def _register(manager: PluginManager, plugin: object, name: str) -> tuple[str, ...]:
    """Register a plugin and return the hooks it implements; BrokenPlugin for none, or for one that does not exist."""
    if plugin is None:
        raise BrokenPlugin("it is None")
    manager.register(plugin, name)
    implemented = []
    for caller in manager.get_hookcallers(plugin) or ():
        if caller.has_spec():
            implemented.append(caller.name)
        elif not all(impl.optionalhook for impl in caller.get_hookimpls() if impl.plugin is plugin):
            known = [hook for hook in vars(hooks) if hook.startswith("spades_")]
            raise BrokenPlugin(f"unknown hook {caller.name!r}{did_you_mean(caller.name, known)}")
    if not implemented:
        raise BrokenPlugin("it implements no hook; mark spades_register_strategies with @spades_cli.hookimpl")
    return tuple(implemented)


def _call(manager: PluginManager, name: str) -> tuple[list[type[Strategy]], list[Path]]:
    """What a plugin's own implementations return, checked."""
    strategies = [_check_strategy(item) for item in _results(manager, "spades_register_strategies", name)]
    names = [cls.name for cls in strategies]
    if twice := [given for given in names if names.count(given) > 1]:
        raise BrokenPlugin(f"it brings two strategies called {twice[0]!r}")
    return strategies, [_check_rules(item) for item in _results(manager, "spades_register_rules", name)]


def _results(manager: PluginManager, hook: str, name: str) -> list[object]:
    results: list[object] = []
    for impl in getattr(manager.hook, hook).get_hookimpls():
        if impl.plugin_name == name:
            brought = impl.function()
            if isinstance(brought, (str, bytes)) or not isinstance(brought, Iterable):
                raise BrokenPlugin(f"{hook} returned {short(brought)}, not a list")
            results += brought
    return results


def _check_strategy(cls: object) -> type[Strategy]:
    if not (isinstance(cls, type) and issubclass(cls, Strategy)):
        raise BrokenPlugin(f"spades_register_strategies returned {short(cls)}, which is no Strategy class")
    label = f"strategy class {cls.__name__}"
    if isabstract(cls):
        raise BrokenPlugin(f"{label} does not define {' and '.join(sorted(cls.__abstractmethods__))}")
    name, summary = getattr(cls, "name", None), getattr(cls, "summary", None)
    if not isinstance(name, str) or not isinstance(summary, str) or not summary.strip():
        raise BrokenPlugin(f"{label} needs a name and a summary, both texts")
    if not KEBAB.fullmatch(name) or name in RESERVED:
        why = "is taken" if name in RESERVED else "is not lower-case words joined by hyphens"
        raise BrokenPlugin(f"{label}: the name {name!r} {why}")
    read_options(cls)
    return cls


def _check_rules(item: object) -> Path:
    if not isinstance(item, (str, PathLike)):
        raise BrokenPlugin(f"spades_register_rules returned {short(item)}, which is no path")
    path = Path(item)
    if not path.is_absolute():
        raise BrokenPlugin(f"spades_register_rules: {path} is not a full path; start from Path(__file__).parent")
    if not path.exists():
        raise BrokenPlugin(f"spades_register_rules: {path} does not exist")
    return path
