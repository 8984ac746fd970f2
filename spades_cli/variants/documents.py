"""One rules file by itself: read, decoded, parsed, validated, with the place of everything in it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spades_cli.variants.locate import locate
from spades_cli.variants.problems import Problem

if TYPE_CHECKING:
    from spades_cli.variants.locate import Place, Trail

_AT_LINE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_AT_END = " (at end of document)"
#: Bytes that no rules file comes near; what is longer, as a device without an end, is something else.
LONGEST = 1_000_000
_BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


@dataclass
class Document:
    """A rules file: ``name`` as people gave it, ``path`` where it lies (None for standard input).

    ``tables`` holds the keys that can stand, ``problems`` why others cannot, ``doubtful`` those others. ``missing``
    says why there is no text at all, ``readable`` whether it was TOML.
    """

    name: str
    path: Path | None
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)
    places: dict[Trail, Place] = field(default_factory=dict)
    missing: str = ""
    readable: bool = False

    @property
    def folder(self) -> Path:
        """Where the paths that the file names start."""
        return self.path.parent if self.path else Path()

    @property
    def base(self) -> str:
        """What the file names as its base, or nothing."""
        return str(self.tables.get("variant", {}).get("base", ""))

    def has(self, dotted: str) -> bool:
        """Whether the file itself sets this key."""
        table, _, name = dotted.partition(".")
        return name in self.tables.get(table, {})

    def problem(self, trail: Trail, message: str, hint: str = "", key: str | None = None) -> Problem:
        """A problem at the place of a table, key or list item, or of the nearest thing around it."""
        around = (trail[:length] for length in range(len(trail), 0, -1))
        line, column = next((self.places[part] for part in around if part in self.places), (1, 1))
        return Problem(self.name, line, column, ".".join(map(str, trail)) if key is None else key, message, hint)

    def refuse(self, message: str, place: Place = (1, 1), hint: str = "") -> None:
        """Note why the text as a whole is no rules file."""
        self.problems.append(Problem(self.name, *place, "", message, hint))

    def miss(self, message: str) -> None:
        """Note why there is no text."""
        self.missing = message
        self.problems.append(Problem(self.name, None, None, "", message))


def read_file(path: Path, name: str) -> Document:
    """The document of a file, whose problems say why where it cannot be read."""
    document = Document(name, path)
    if path.is_dir():
        document.miss("a folder, not a rules file")
        return document
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except FileNotFoundError:
        document.miss("no such file")
    except (OSError, ValueError) as error:
        # ValueError: a name that no file can have.
        document.miss(f"cannot be read: {getattr(error, 'strerror', error)}")
    else:
        _read_bytes(document, data)
    return document


def read_text(text: str | bytes, name: str, path: Path | None = None) -> Document:
    """The document of text that lies in no file, or is to lie at ``path``."""
    document = Document(name, path)
    if isinstance(text, bytes):
        _read_bytes(document, text)
    else:
        _read_text(document, text)
    return document


def _read_bytes(document: Document, data: bytes) -> None:
    if len(data) > LONGEST:
        document.refuse(f"more than {LONGEST // 1_000_000} MB, which is no rules file")
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        document.refuse(f"not UTF-8 text: byte 0x{data[error.start]:02x}", (line, column), "save the file as UTF-8")
    else:
        _read_text(document, text)


def _read_text(document: Document, text: str) -> None:
    text = text.removeprefix(_BOM)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, place = _read_syntax_error(error, text)
        document.refuse(f"not TOML: {message}", place)
    except RecursionError:
        document.refuse("not a rules file: nested too deeply")
    except ValueError:
        # Python refuses to read a number of thousands of digits.
        document.refuse("not a rules file: a number is too long")
    else:
        document.readable, document.places = True, locate(text)
        _validate(document, raw)


def _read_syntax_error(error: tomllib.TOMLDecodeError, text: str) -> tuple[str, Place]:
    """The parser's words and its place, which up to Python 3.13 stands only in the words."""
    message = str(error)
    if found := _AT_LINE.search(message):
        return _lower(message[: found.start()]), (int(found[1]), int(found[2]))
    last = text.count("\n") + 1
    return _lower(message.removesuffix(_AT_END)), (last, len(text) - text.rfind("\n"))


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]


def _validate(document: Document, raw: dict[str, Any]) -> None:
    from spades_cli.variants.schema import validate

    document.tables, flaws = validate(raw)
    for flaw in flaws:
        document.problems.append(document.problem(flaw.trail, flaw.message, flaw.hint, flaw.key))
        document.doubtful |= {flaw.key, flaw.meant} - {""}
