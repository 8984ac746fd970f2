"""Every variant there is, by name: the bundled ones, those that plugins bring, and the user's own."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from spades_cli.errors import PluginError, UsageError
from spades_cli.variants.own import list_own
from spades_cli.variants.problems import Problem, suggest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.loader import Base, Loaded

BUNDLED = "bundled"
#: What the user's own variants are listed as.
OWN = "yours"
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

    ``extra`` are the rules files, or folders of them, that plugins bring, each with the plugin's name; ``own`` is the
    folder of the user's variants. A variant's name is its file's name without ``.toml``. Files are looked for when
    they are first needed. A file in ``own`` that takes the name of another variant makes that name unusable, and no
    other.
    """

    def __init__(self, extra: Sequence[tuple[str, Path]] = (), own: Path | None = None) -> None:
        self._extra = tuple(extra)
        self._own_folder = own

    def names(self) -> list[str]:
        """The names of all variants, in order."""
        return sorted({**self._files, **self._own})

    def path_of(self, name: str) -> Path | None:
        """The file of a variant's name, None for a name that none has; the bundled one where two claim it."""
        file = self._files.get(name) or self._own.get(name)
        return file.path if file else None

    def taken(self, name: str) -> str:
        """Why the user may not call a variant so: it is one of the program's or a plugin's; empty if he may."""
        file = self._files.get(name)
        if file is None:
            return ""
        return f"{name!r} is a variant of {'the program' if file.source == BUNDLED else file.source} already"

    @property
    def own_problem(self) -> str:
        """Why the user's folder of variants cannot be read; empty if it can, or if there is none."""
        return self._listed_own[1]

    def load(self, spec: str | Path, stdin_text: str | bytes | None = None) -> Rules:
        """The rules of a variant's name or of a path to a TOML file; ``-`` reads ``stdin_text``.

        A variant's name comes before a file of that name in the current folder; whatever ends with ``.toml`` or holds
        a separator is a path. Raises UsageError for an unknown name, RulesError with every problem of a file.
        """
        return self._load(spec, stdin_text).get()

    def check(self, spec: str | Path, stdin_text: str | bytes | None = None) -> list[Problem]:
        """Every problem of a file (also of a missing one), of ``-`` or of a variant; empty for good rules."""
        if spec in self._clashes:
            return [Problem(str(spec), None, None, "", self._clashes[str(spec)], "rename yours, or give a path")]
        is_known = spec == "-" or spec in self._files or spec in self._own
        return self._load(spec if is_known else Path(spec), stdin_text).problems

    def check_text(self, text: str, path: Path) -> list[Problem]:
        """Every problem that ``text`` would have as the file at ``path``."""
        from spades_cli.variants.documents import read_text
        from spades_cli.variants.loader import load_document

        return load_document(read_text(text, str(path), path), self._find_base).problems

    def list(self) -> Infos:
        """What there is, in order of names; a file that cannot be loaded is listed with its first problem.

        Where two files claim a name, both are listed.
        """
        found = []
        for name in self.names():
            found += [self._describe(name, files[name]) for files in (self._files, self._own) if name in files]
        return found

    def _describe(self, name: str, file: _File) -> VariantInfo:
        if file.source == OWN and name in self._clashes:
            return VariantInfo(name, "", 0, 0, OWN, self._clashes[name])
        rules, problems = self._load(file.path)
        if rules is None:
            return VariantInfo(name, "", 0, 0, file.source, str(problems[0]))
        return VariantInfo(name, rules.variant.title, rules.table.players, rules.match.target, file.source)

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
        return load_document(document, self._find_base)

    def _find_base(self, name: str, child: Path | None) -> Base:
        """The file that ``child`` names as its base; variants of the program and of plugins know no others."""
        from spades_cli.variants.loader import Base

        if self._own and child and child.resolve() in self._real_paths:
            file = self._files.get(name)
            return Base(file.path if file else None, near=suggest(name, self._files))
        if name in self._clashes:
            return Base(None, problem=self._clashes[name])
        return Base(self.path_of(name), near=suggest(name, self.names()))

    def _find(self, spec: str | Path) -> Path:
        from spades_cli.variants.loader import is_path

        if isinstance(spec, Path) or is_path(spec):
            return Path(spec)
        if spec in self._clashes:
            raise UsageError(self._clashes[spec], hint="rename yours, or give the file as a path")
        if (known := self.path_of(spec)) is not None:
            return known
        if spec and Path(spec).is_file():
            return Path(spec)
        hint = suggest(spec, self.names()) or "see spades-cli rules list"
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

    @cached_property
    def _listed_own(self) -> tuple[Sequence[Path], str]:
        return list_own(self._own_folder) if self._own_folder else ([], "")

    @cached_property
    def _own(self) -> dict[str, _File]:
        """The user's files by name, but for those that a plugin brings as well."""
        listed = self._listed_own[0]
        return {path.stem: _File(OWN, path) for path in listed if path.resolve() not in self._real_paths}

    @cached_property
    def _real_paths(self) -> frozenset[Path]:
        """Where the variants of the program and of plugins lie."""
        return frozenset(file.path.resolve() for file in self._files.values())

    @cached_property
    def _clashes(self) -> Mapping[str, str]:
        """What is wrong with each name that the user's folder takes from another variant."""
        both = self._own.keys() & self._files.keys()
        return {name: _tell_clash(name, self._files[name], self._own[name].path) for name in both}


class _File(NamedTuple):
    source: str
    path: Path


def _tell_clash(name: str, first: _File, own: Path) -> str:
    origin = "the program's" if first.source == BUNDLED else f"{first.source}'s"
    return f"variant {name!r} is there twice: {origin} ({first.path}) and yours ({own})"


@cache
def _bundled_files() -> tuple[Path, ...]:
    from importlib.resources import files

    return tuple(_toml_files(Path(str(files("spades_rules")))))


def _toml_files(given: Path) -> Iterator[Path]:
    """The file itself, or the TOML files in the folder; a path that leads nowhere is tried when it is loaded."""
    yield from sorted(given.glob("*.toml")) if given.is_dir() else (given,)
