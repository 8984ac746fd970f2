"""``spades-cli plugins``: what loaded, from where, and what failed and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from spades_cli.cli import console, options, setup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.players.manager import FailedPlugin, PluginInfo, Plugins

EXAMPLES = """Examples:

spades-cli plugins --verbose

spades-cli plugins --plugin ./bots/bold.py --format json
"""


def plugins(
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Show the tracebacks of failed plugins.")] = False,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Lines for people, or one JSON object.")
    ] = "text",
    plugin: options.Plugin = None,
    no_plugin: options.NoPlugin = None,
    strict_plugins: options.StrictPlugins = False,
) -> None:
    """List the plugins: where each comes from, its hooks and strategies, and why a plugin failed.

    Besides installed packages: --plugin, SPADES_CLI_PLUGINS (full paths and
    modules, separated as in PATH), and in your config.toml the lists
    "plugins" and "no_plugins". SPADES_CLI_LOAD_PLUGINS=a,b lets only these
    installed packages load; empty, none. Bundled plugins load all the same.
    """
    found = setup.open_plugins(plugin, no_plugin, strict_plugins, silent=True)
    if form == "json":
        console.out_json(_to_json(found, verbose=verbose), indent=2)
        return
    for info in found.loaded:
        for line in _loaded_lines(info, found):
            console.out(line)
    for failed in found.failed:
        for line in _failed_lines(failed, verbose=verbose):
            console.out(line)
    if not (found.loaded or found.failed):
        console.out("no plugins")


def _loaded_lines(info: PluginInfo, found: Plugins) -> Iterator[str]:
    yield _heading(info)
    brought = {"spades_register_strategies": info.strategies, "spades_register_rules": _rules(info, found)}
    for hook in info.hooks:
        yield f"  {hook}: {', '.join(brought.get(hook, ())) or 'nothing'}"


def _failed_lines(failed: FailedPlugin, *, verbose: bool) -> Iterator[str]:
    yield f"{_heading(failed)} failed: {failed.cause}"
    if verbose:
        yield from (f"  {line}" for line in failed.traceback.splitlines())


def _heading(plugin: PluginInfo | FailedPlugin) -> str:
    return f"{plugin.name}{' ' if plugin.version else ''}{plugin.version} ({plugin.source})"


def _rules(info: PluginInfo, found: Plugins) -> list[str]:
    return [str(path) for name, path in found.rules if name == info.name]


def _to_json(found: Plugins, *, verbose: bool) -> dict[str, Any]:
    loaded = [
        {
            "name": info.name,
            "version": info.version,
            "source": info.source,
            "hooks": list(info.hooks),
            "strategies": list(info.strategies),
            "rules": _rules(info, found),
        }
        for info in found.loaded
    ]
    failed = [
        {"name": plugin.name, "version": plugin.version, "source": plugin.source, "cause": plugin.cause}
        | ({"traceback": plugin.traceback} if verbose else {})
        for plugin in found.failed
    ]
    return {"plugins": loaded, "failed": failed}
