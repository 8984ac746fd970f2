"""Defaults of options that a person keeps: in ``options.toml`` of the configuration folder, and in variables.

An option on the command line comes before ``SPADES_CLI_COMMAND_OPTION``, that before the file, and that before what
the program does by itself. Options that load plugins are none of these: ``config.toml`` names plugins.
"""

from __future__ import annotations

import os
import re
import shlex
from typing import TYPE_CHECKING, Any, TypeAlias

from spades_cli.cli.pages import plain_message
from spades_cli.errors import SpadesError, UsageError
from spades_cli.players.failures import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import typer
    from typer.core import TyperOption

    from spades_cli.variants.locate import Place, Trail

#: What Typer takes defaults from: tables of commands, with values by the names of parameters.
DefaultMap: TypeAlias = dict[str, Any]
PREFIX = "SPADES_CLI"
NAME = "options.toml"
_NEVER = frozenset({"help", "plugin", "no-plugin", "strict-plugins"})


def options_file() -> Path:
    """The user's own defaults; the file need not exist."""
    from spades_cli.players.settings import default_config

    return default_config().with_name(NAME)


def read_defaults(
    ctx: typer.Context, *, file: Path | None = None, environ: Mapping[str, str] = os.environ
) -> DefaultMap:
    """The defaults of every command of the program.

    Raises SpadesError with every mistake of the file, UsageError for a variable whose value does not fit.
    """
    found = _read_file(ctx, options_file() if file is None else file)
    for words, command in _commands(ctx.find_root().command):
        for option in _options(command).values():
            variable = variable_of(words, option)
            if variable in environ:
                _put(found, words, option, _read_variable(ctx, option, variable, environ[variable]))
    return found


def variables_set(command: Any, environ: Mapping[str, str] = os.environ) -> list[str]:
    """The variables that give options of ``command`` or of those below it a default now."""
    names = [variable_of(words, option) for words, one in _commands(command) for option in _options(one).values()]
    return [name for name in names if name in environ]


def variable_of(words: tuple[str, ...], option: TyperOption) -> str:
    """``SPADES_CLI_RULES_SHOW_FORMAT`` for ``rules show --format``."""
    return "_".join((PREFIX, *words, _long_name(option))).replace("-", "_").upper()


# --- commands and their options --------------------------------------------------------------------------------------


def _commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, with the words that name it."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield words, command
        return
    for name, one in inner.items():
        yield from _commands(one, (*words, name))


def _options(command: Any) -> dict[str, TyperOption]:
    """The options that may have a default kept, by their names without hyphens in front."""
    options = [param for param in command.params if param.param_type_name == "option"]
    named = {_long_name(option): option for option in options}
    return {name: option for name, option in named.items() if name not in _NEVER}


def _long_name(option: TyperOption) -> str:
    return max(option.opts, key=len).lstrip("-")


def _put(found: DefaultMap, words: tuple[str, ...], option: TyperOption, value: Any) -> None:
    for word in words:
        found = found.setdefault(word, {})
    found[str(option.name)] = value


def _read_variable(ctx: typer.Context, option: TyperOption, variable: str, text: str) -> Any:
    try:
        value = shlex.split(text) if option.multiple else text
    except ValueError as error:
        raise UsageError(f"{variable}: {str(error).lower()}", hint="quote words as in a shell") from None
    if problem := _misfit(ctx, option, value):
        raise UsageError(f"{variable}: {problem}")
    return value


def _misfit(ctx: typer.Context, option: TyperOption, value: Any) -> str:
    """Why an option cannot have this value, or nothing."""
    try:
        option.process_value(ctx, value)
    except Exception as error:  # Typer's errors have no public base
        message = str(getattr(error, "message", error))
        return plain_message(" ".join(message.split())).rstrip(".") or "does not fit"
    return ""


# --- the file --------------------------------------------------------------------------------------------------------


def _read_file(ctx: typer.Context, file: Path) -> DefaultMap:
    import tomllib

    try:
        text = file.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise SpadesError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SpadesError(f"{file}: not UTF-8 text") from None
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        message, _, place = str(error).removesuffix(")").partition(" (at ")
        line, column = re.findall(r"\d+", place) or (text.count("\n") + 1, 1)
        raise SpadesError(f"{file}:{line}:{column}: not TOML: {message}") from None
    return _File(ctx, file, text).read(tables)


class _File:
    """An options file being read: the map so far, and all that is wrong with it."""

    def __init__(self, ctx: typer.Context, path: Path, text: str) -> None:
        self.ctx, self.path, self.text = ctx, path, text
        self.found: DefaultMap = {}
        self.problems: list[tuple[Trail, str]] = []

    def read(self, tables: Mapping[str, Any]) -> DefaultMap:
        self._take(self.ctx.find_root().command, (), tables)
        if self.problems:
            raise SpadesError("\n".join(self._lines()))
        return self.found

    def _take(self, command: Any, words: tuple[str, ...], table: Any) -> None:
        """Take what the table of a command says."""
        inner = getattr(command, "commands", None)
        if not isinstance(table, dict):
            self._refuse(words, f"must be a table, as in [{'.'.join(words)}]")
        elif inner is None:
            for name, value in table.items():
                self._take_option(command, (*words, name), value)
        else:
            for name, value in table.items():
                if name in inner:
                    self._take(inner[name], (*words, name), value)
                else:
                    self._refuse((*words, name), f"no such command{did_you_mean(name, inner)}")

    def _take_option(self, command: Any, trail: tuple[str, ...], value: Any) -> None:
        *words, name = trail
        options = _options(command)
        if name in _NEVER:
            self._refuse(trail, "cannot be kept here; config.toml names plugins")
        elif name not in options:
            self._refuse(trail, f"no such option{did_you_mean(name, options)}")
        else:
            option = options[name]
            value = [value] if option.multiple and isinstance(value, str) else value
            if problem := _misfit(self.ctx, option, value):
                self._refuse(trail, problem)
            else:
                _put(self.found, tuple(words), option, value)

    def _refuse(self, trail: Trail, message: str) -> None:
        self.problems.append((trail, message))

    def _lines(self) -> Iterator[str]:
        from spades_cli.variants.locate import locate

        places: dict[Trail, Place] = locate(self.text)
        for trail, message in self.problems:
            line, column = places.get(trail, (1, 1))
            yield f"{self.path}:{line}:{column}: {'.'.join(map(str, trail))}: {message}"
