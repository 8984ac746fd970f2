"""Every variant there is, by name: the bundled ones and those that plugins bring."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from spades_cli.errors import PluginError, UsageError
from spades_cli.variants.problems import suggest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.loader import Loaded
    from spades_cli.variants.problems import Problem

BUNDLED = "bundled"
STDIN = "<stdin>"


class VariantInfo(NamedTuple):
    """One line about a variant; ``problem`` says why it cannot be played, and then the rest may be empty."""

    name: str
    title: str
    players: int
    target: int
    source: str
    problem: str = ""


Infos: TypeAlias = list[VariantInfo]


class VariantLibrary:
    """Finds rules by variant name or path.

    >>> VariantLibrary().load("two-player").match.target
    500

    ``extra`` are the rules files, or folders of them, that plugins bring, each with the plugin's name. A variant's
    name is its file's name without ``.toml``. Files are looked for when they are first needed.
    """

    def __init__(self, extra: Sequence[tuple[str, Path]] = ()) -> None:
        self._extra = tuple(extra)

    def names(self) -> list[str]:
        """The names of all variants, in order."""
        return sorted(self._files)

    def load(self, spec: str | Path, stdin_text: str | bytes | None = None) -> Rules:
        """The rules of a variant's name or of a path to a TOML file; ``-`` reads ``stdin_text``.

        A variant's name comes before a file of that name in the current folder; whatever ends with ``.toml`` or holds
        a separator is a path. Raises UsageError for an unknown name, RulesError with every problem of a file.
        """
        return self._load(spec, stdin_text).get()

    def check(self, spec: str | Path, stdin_text: str | bytes | None = None) -> list[Problem]:
        """Every problem of a file (also of a missing one), of ``-`` or of a variant; empty for good rules."""
        is_known = spec == "-" or spec in self._files
        return self._load(spec if is_known else Path(spec), stdin_text).problems

    def list(self) -> Infos:
        """What there is, in order of names; a file that cannot be loaded is listed with its first problem."""
        return [self._describe(name) for name in self.names()]

    def _describe(self, name: str) -> VariantInfo:
        rules, problems = self._load(name)
        source = self._files[name].source
        if rules is None:
            return VariantInfo(name, "", 0, 0, source, str(problems[0]))
        return VariantInfo(name, rules.variant.title, rules.table.players, rules.match.target, source)

    def _load(self, spec: str | Path, stdin_text: str | bytes | None = None) -> Loaded:
        from spades_cli.variants.documents import read_file, read_text
        from spades_cli.variants.loader import load_document

        if spec == "-":
            if stdin_text is None:
                raise UsageError("no rules were given on standard input")
            document = read_text(stdin_text, STDIN)
        else:
            path = self._find(spec)
            document = read_file(path, str(path))
        return load_document(document, {name: file.path for name, file in self._files.items()})

    def _find(self, spec: str | Path) -> Path:
        from spades_cli.variants.loader import is_path

        if isinstance(spec, Path) or is_path(spec):
            return Path(spec)
        if spec in self._files:
            return self._files[spec].path
        if spec and Path(spec).is_file():
            return Path(spec)
        hint = suggest(spec, self._files) or "see spades-cli rules list"
        raise UsageError(f"no variant {spec!r}", hint=hint)

    @cached_property
    def _files(self) -> dict[str, _File]:
        files = {path.stem: _File(BUNDLED, path) for path in _bundled_files()}
        for source, given in self._extra:
            for path in _toml_files(given):
                new = _File(source, path)
                old = files.setdefault(path.stem, new)
                if old.path.resolve() != path.resolve():
                    raise PluginError(
                        f"variant {path.stem!r} is there twice: from {old.source} ({old.path}) "
                        f"and from {new.source} ({new.path})",
                        hint=f"leave one out: --no-plugin {source}",
                    )
        return files


class _File(NamedTuple):
    source: str
    path: Path


@cache
def _bundled_files() -> tuple[Path, ...]:
    from importlib.resources import files

    return tuple(_toml_files(Path(str(files("spades_rules")))))


def _toml_files(given: Path) -> Iterator[Path]:
    """The file itself, or the TOML files in the folder; a path that leads nowhere is tried when it is loaded."""
    yield from sorted(given.glob("*.toml")) if given.is_dir() else (given,)
