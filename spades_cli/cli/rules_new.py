"""What ``rules new`` does: works a rules file out from a base and settings, and writes it where it is found by name."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.cli import console
from spades_cli.errors import SpadesError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.variants import VariantLibrary

#: An editor finds this file beside a rules file.
SCHEMA = "rules.schema.json"


class Request(NamedTuple):
    """What is asked for: ``out`` is a file, ``-`` for stdout, or None for the user's folder of variants."""

    name: str
    base: str
    settings: Sequence[str]
    out: str | None
    force: bool


def make_rules(library: VariantLibrary, request: Request) -> None:
    """Write the file and tell where it is and what to do next."""
    _check_name(library, request)
    target = _find_target(request)
    text = _compose(library, request, target)
    if target is None:
        console.out(text.rstrip("\n"))
        return
    problems = library.check_text(text, target)
    if problems:
        raise UsageError("\n".join(str(problem) for problem in problems), hint="choose another name or base")
    _write(target, text, request)
    console.out(str(target))
    path = shlex.quote(str(target))
    spec = request.name if request.out is None else path
    console.talk(f"check it:  spades-cli rules check {path}")
    console.talk(f"play it:   spades-cli play -r {spec}")


def complete_setting(incomplete: str) -> list[tuple[str, str]]:
    """Keys, and after ``=`` the words a key may be, for the shell."""
    from spades_cli.variants.keys import all_tables

    keys = {key.dotted: key for table in all_tables().values() for key in table.values() if key.table != "variant"}
    name, equals, _ = incomplete.partition("=")
    if equals and name in keys:
        words = keys[name].choices or (("true", "false") if keys[name].type is bool else ())
        found = [(f"{name}={word}", "") for word in words]
    else:
        found = [(f"{dotted}=", key.doc) for dotted, key in keys.items()]
    return [(text, about) for text, about in found if text.startswith(incomplete)]


def _check_name(library: VariantLibrary, request: Request) -> None:
    from spades_cli.variants.keys import NAME

    name = request.name
    if not NAME.fullmatch(name):
        meant = "-".join(re.findall("[a-z0-9]+", name.lower()))
        like = f"did you mean {meant!r}?" if meant else "it is like friday-rules: small letters, digits and hyphens"
        raise UsageError(f"{name!r} cannot be the name of a variant", hint=like)
    if request.out is None and (taken := library.taken(name)):
        raise UsageError(taken, hint="choose another name, or write to a file with -o FILE")


def _find_target(request: Request) -> Path | None:
    from spades_cli.variants.own import own_folder

    if request.out == "-":
        return None
    return own_folder() / f"{request.name}.toml" if request.out is None else Path(request.out)


def _compose(library: VariantLibrary, request: Request, target: Path | None) -> str:
    """The text of the file; UsageError with every setting that cannot stand."""
    from spades_cli.variants import check
    from spades_cli.variants.new_file import NewFile, format_new
    from spades_cli.variants.settings import apply, read_settings

    if request.base == "-":
        raise UsageError("--from needs a variant's name or a file: a base is looked up again each time")
    base = library.load(request.base)
    settings = read_settings(request.settings)
    problems = [f"--set {problem}" for problem in settings.problems]
    own = {"id": "the name is what follows rules new", "base": "--from names the base"}
    problems += [f"--set variant.{key}: {why}" for key, why in own.items() if key in settings.tables.get("variant", {})]
    if not problems:
        named = {"id": request.name, "title": request.name} | settings.tables.get("variant", {})
        rules = apply(settings._replace(tables=settings.tables | {"variant": named}), base)
        problems = [str(fault) for fault in check(rules)]
    if problems:
        raise UsageError("\n".join(problems))
    _tell_needless(settings.tables, rules, base)
    schema = f"./{SCHEMA}" if target and (target.parent / SCHEMA).is_file() else ""
    return format_new(NewFile(rules, base, _name_base(library, request, target), schema))


def _tell_needless(tables: dict[str, dict[str, object]], rules: Rules, base: Rules) -> None:
    """Say which settings are left out because the base has them already."""
    from spades_cli.variants.writer import differing_keys

    different = differing_keys(rules, base)
    asked = [f"{table}.{name}" for table, keys in tables.items() if table != "variant" for name in keys]
    for key in asked:
        if key not in different:
            console.talk(f"{key} is left out: it is the same in {base.name}")


def _name_base(library: VariantLibrary, request: Request, target: Path | None) -> str:
    """The base as the file has to name it: a variant's name, or a path from the file's folder."""
    from spades_cli.variants.loader import is_path

    if not is_path(request.base) and library.path_of(request.base):
        return request.base
    path = Path(request.base)
    if request.out is None:
        name = path.absolute().as_posix()
    else:
        near = Path(os.path.relpath(path, target.parent if target else ".")).as_posix()
        name = near if is_path(near) else f"./{near}"
    if not name.isprintable():
        raise UsageError(f"--from {name!r}: a file cannot name this path", hint="rename it, or what it lies in")
    return name


def _write(target: Path, text: str, request: Request) -> None:
    from spades_cli.cli.files import write_whole

    if target.is_dir():
        raise UsageError(f"{target} is a folder", hint=f"name a file in it: -o {target / request.name}.toml")
    try:
        if request.out is None:
            target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text.encode(), force=request.force)
    except FileExistsError:
        if not target.parent.is_dir():
            raise SpadesError(f"{target.parent}: not a folder") from None
        raise UsageError(f"{target}: exists already", hint="--force writes over it") from None
    except OSError as error:
        raise SpadesError(f"{target}: cannot be written: {error.strerror}") from None
