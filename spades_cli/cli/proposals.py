"""Proposals for the shell: players and their options, paths, and what fits the word that is being typed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spades_cli.players.manager import Plugins
    from spades_cli.players.options import Option

#: A value, and a word about it for shells that show one.
Proposals: TypeAlias = list[tuple[str, str]]


def named(plugins: Plugins) -> Iterable[tuple[str, str]]:
    """Strategies and what they do."""
    return ((entry.name, " ".join(entry.cls.summary.split())) for entry in plugins.strategies.values())


def specs(plugins: Plugins, typed: str, kinds: Sequence[tuple[str, str]] = ()) -> Proposals:
    """Players as the grammar of specs has them: names, and behind a colon options or files."""
    name, colon, rest = typed.partition(":")
    if not colon:
        found = beginning(typed, [*named(plugins), *kinds])
        return open_stem(found, lambda stem: specs(plugins, stem, kinds))
    if name == "script":
        return [(f"script:{path}", about) for path, about in paths(rest, "")]
    return _options(plugins, typed) if name in plugins.strategies else []


def _options(plugins: Plugins, typed: str) -> Proposals:
    """The options of ``NAME:key=value,ke``, without those that are there; after ``key=``, its values."""
    from spades_cli.players.options import read_options

    name, _, rest = typed.partition(":")
    options = read_options(plugins.strategies[name].cls)
    *given, last = rest.split(",")
    head = typed.removesuffix(last)
    key, equals, _ = last.partition("=")
    if equals:
        values = _values(options[key]) if key in options else []
        return beginning(typed, ((f"{head}{key}={value}", "") for value in values))
    used = {part.partition("=")[0] for part in given}
    fresh = [option for option in options.values() if option.name not in used]
    found = beginning(typed, ((f"{head}{option.name}=", _describe(option)) for option in fresh))
    return open_stem(found, lambda stem: [(stem, ""), *_options(plugins, stem)])


def _values(option: Option) -> list[str]:
    if isinstance(option.kind, tuple):
        return list(map(str, option.kind))
    if option.kind is bool:
        return ["true", "false"]
    return [] if option.required else [str(option.default)]


def _describe(option: Option) -> str:
    return option.type_text if option.required else f"{option.type_text}, {option.default} if left out"


def beginning(typed: str, proposals: Iterable[tuple[str, str]]) -> Proposals:
    """The proposals that begin as typed."""
    return [proposal for proposal in proposals if proposal[0].startswith(typed)]


def cased(name: str, typed: str) -> str:
    """Seats are read in either case, so they are proposed in the one that is typed."""
    return name.lower() if typed.islower() else name


def open_stem(found: Proposals, more: Callable[[str], Proposals]) -> Proposals:
    """What follows a lone beginning such as ``NS=``: shells put a blank behind a lone proposal."""
    alone = found[0][0] if len(found) == 1 else ""
    return more(alone) if alone.endswith(("=", ":")) else found


def paths(typed: str, ending: str, depth: int = 5) -> Proposals:
    """Files of an ending that begin as typed, and folders to go on in; a lone folder gives way to what it holds."""
    folder, name = os.path.split(typed)
    head = typed.removesuffix(name)
    try:
        entries = sorted(os.scandir(os.path.expanduser(folder) or "."), key=lambda entry: entry.name)
    except OSError:
        return []
    found = []
    for entry in entries:
        if not entry.name.startswith(name) or (entry.name.startswith(".") and not name):
            continue
        if entry.is_dir():
            found.append((f"{head}{entry.name}/", "folder"))
        elif entry.name.endswith(ending):
            found.append((f"{head}{entry.name}", ""))
    alone = found[0][0] if len(found) == 1 else ""
    return paths(alone, ending, depth - 1) if alone.endswith("/") and depth else found
