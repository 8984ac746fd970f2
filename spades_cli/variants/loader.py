"""From a rules file and its bases to Rules, or to everything that is wrong with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from spades_cli.errors import RulesError
from spades_cli.variants.checks import check
from spades_cli.variants.documents import read_file
from spades_cli.variants.problems import Fault, Problem, show_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.documents import Document

    #: Finds the base that a file (None for text that lies in no file) names.
    FindBase: TypeAlias = Callable[[str, Path | None], "Base"]

_BASE = ("variant", "base")


class Loaded(NamedTuple):
    """What came of a file: its rules, or every problem, file by file from the top and line by line."""

    rules: Rules | None
    problems: list[Problem]

    def get(self) -> Rules:
        """The rules; RulesError with all problems where there are none."""
        if self.rules is None:
            raise RulesError([str(problem) for problem in self.problems])
        return self.rules


class Base(NamedTuple):
    """Where the variant lies that a file names as its base; or why it cannot be used, or what was probably meant."""

    path: Path | None
    problem: str = ""
    near: str = ""


def load_document(top: Document, find_base: FindBase) -> Loaded:
    """Resolve a document over its bases; ``find_base`` says where a variant lies that the file at a path names."""
    chain, lost = _follow_bases(top, find_base)
    problems = [problem for document in chain for problem in document.problems] + lost
    rules = None
    if not lost and all(document.readable for document in chain):
        rules = _resolve(chain)
        doubtful = {key for document in chain for key in document.doubtful}
        problems += [_locate(fault, chain) for fault in check(rules) if not _touches(fault, doubtful)]
    return Loaded(None if problems else rules, _in_order(problems, chain))


def rules_from_dict(tables: Mapping[str, Any]) -> Rules:
    """Rules from nested tables such as ``rules_to_dict`` gives, validated; RulesError names every wrong key.

    >>> rules_from_dict({"match": {"target": 250}}).match.target
    250
    """
    from spades_cli.variants.schema import build_rules, validate

    if not isinstance(tables, dict):
        raise RulesError([f"rules must be a table, not {show_value(tables)}"])
    read, flaws = validate(tables)
    problems = [Problem("", None, None, flaw.key, flaw.message, flaw.hint) for flaw in flaws]
    if read.get("variant", {}).get("base"):
        problems.append(Problem("", None, None, "variant.base", "resolved rules have no base"))
    rules = build_rules(read)
    doubtful = {flaw.key for flaw in flaws} | {flaw.meant for flaw in flaws}
    texts = [*map(str, problems), *(str(fault) for fault in check(rules) if not _touches(fault, doubtful))]
    if texts:
        raise RulesError(texts)
    return rules


# --- bases ---------------------------------------------------------------------------------------------------------


def is_path(spec: str) -> bool:
    """Whether this names a file rather than a variant: it ends with .toml or has a separator."""
    return spec.endswith(".toml") or "/" in spec or "\\" in spec


def _follow_bases(top: Document, find_base: FindBase) -> tuple[list[Document], list[Problem]]:
    """The document, its base, the base of that and so on; and, if the last one named is not to be had, why."""
    chain, seen = [top], {_real_path(top)}
    while base := chain[-1].base:
        child = chain[-1]
        path, problem, near = Base(child.folder / base) if is_path(base) else find_base(base, child.path)
        if path is None:
            hint = "rename yours, or give a path" if problem else _suggest_base(child, base) or near
            return chain, [child.problem(_BASE, problem or f"no variant {base!r}", hint)]
        document = read_file(path, str(path))
        if document.missing:
            return chain, [child.problem(_BASE, f"{path}: {document.missing}")]
        if _real_path(document) in seen:
            circle = " -> ".join(part.name for part in (*chain, document))
            return chain, [child.problem(_BASE, f"goes round in a circle: {circle}")]
        chain.append(document)
        seen.add(_real_path(document))
    return chain, []


def _real_path(document: Document) -> Path | None:
    return document.path.resolve() if document.path and not document.missing else None


def _suggest_base(child: Document, base: str) -> str:
    beside = f"{base}.toml"
    return f"did you mean {beside!r}?" if (child.folder / beside).is_file() else ""


def _resolve(chain: Sequence[Document]) -> Rules:
    """The rules of the first document over those of the others; only what a variant is called is its own."""
    from spades_cli.variants.schema import build_rules

    tables: dict[str, dict[str, Any]] = {}
    for document in reversed(chain):
        for table, values in document.tables.items():
            tables.setdefault(table, {}).update(values)
    own = chain[0].tables.get("variant", {})
    name = own.get("id") or _name_after(chain[0])
    tables["variant"] = {"id": name, "title": own.get("title", name)}
    return build_rules(tables)


def _name_after(document: Document) -> str:
    """The name of a variant whose file gives none: kebab-case after the file."""
    stem = document.path.stem if document.path else ""
    return re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-") or "rules"


# --- problems ------------------------------------------------------------------------------------------------------


def _in_order(problems: Sequence[Problem], chain: Sequence[Document]) -> list[Problem]:
    files = [document.name for document in chain]
    return sorted(problems, key=lambda found: (files.index(found.file), found.line or 0, found.column or 0))


def _touches(fault: Fault, doubtful: set[str]) -> bool:
    """Whether a fault depends on a key (or whole table) that is wrong by itself and so may only follow from that."""
    return any(key in doubtful or key.partition(".")[0] in doubtful for key in fault.keys)


def _locate(fault: Fault, chain: Sequence[Document]) -> Problem:
    """The fault where the file nearest to the top sets one of its keys."""
    for document in chain:
        for key in fault.keys:
            if document.has(key):
                return document.problem(tuple(key.split(".")), fault.message, key=fault.keys[0])
    return chain[0].problem(tuple(fault.keys[0].split(".")), fault.message)
