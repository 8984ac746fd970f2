"""Deals as ``--deal`` names them: the cards themselves, a file that holds some, or one of several deals in a file."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import TYPE_CHECKING

from spades_cli.errors import SpadesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.rules import Rules

_NUMBERED = re.compile(r"(?P<file>.+)#(?P<number>[0-9]{1,6})", re.ASCII)
#: More than any file of deals needs; what is longer is something else.
_LONGEST = 20_000_000


def load_deal(spec: str, rules: Rules, *, seed: int = 0) -> Mapping[str, Sequence[str]] | Sequence[str]:
    """The cards of ``--deal``: PBN hands, for a draft the pack in order, a FILE of either, or its n-th deal as FILE#n.

    Hands that are not given (``-``) are dealt from ``seed``. Raises SpadesError, naming file and line.
    """
    return load_dealt(spec, rules, seed=seed)[0]


def load_dealt(
    spec: str, rules: Rules, *, seed: int = 0
) -> tuple[Mapping[str, Sequence[str]] | Sequence[str], str | None]:
    """The cards of ``--deal``, and the seat that deals them; None where the text or file does not name it."""
    file, number = _find_file(spec)
    if file:
        return _read(_read_text(file), rules, number, seed, str(file))
    try:
        return _read(spec, rules, 1, seed, "")
    except SpadesError as error:
        if not _looks_like_cards(spec):
            raise SpadesError(f"{spec or '--deal'}: no such file, and no deal either", hint=error.hint) from error
        raise SpadesError(f"--deal: {str(error).removeprefix('line 1: ')}", hint=error.hint) from error


def _read(
    text: str, rules: Rules, number: int, seed: int, name: str
) -> tuple[Mapping[str, Sequence[str]] | Sequence[str], str | None]:
    from spades_cli.record.pbn import read_deal, read_dealer

    cards = read_deal(text, rules, number=number, seed=seed, name=name)
    return cards, read_dealer(text, rules, number=number, name=name)


def find_deal_file(spec: str) -> Path | None:
    """The file that ``--deal`` reads, if it names one."""
    return _find_file(spec)[0]


def _find_file(spec: str) -> tuple[Path | None, int]:
    """The file that a text names, and the number of the deal in it."""
    numbered = _NUMBERED.fullmatch(spec)
    for name, number in [(spec, 1)] + ([(numbered["file"], int(numbered["number"]))] if numbered else []):
        try:
            if name and Path(name).exists():
                return Path(name), number
        except (OSError, ValueError):
            continue
    return None, 1


def _looks_like_cards(spec: str) -> bool:
    return bool(re.match(r"\s*(\[|[A-Za-z][0-9]?:|\S{2,3}[\s,]+\S)", spec))


def _read_text(file: Path) -> str:
    """A file of deals; PBN is Latin-1 by its standard and UTF-8 in practice."""
    try:
        with file.open("rb") as stream:
            data = stream.read(_LONGEST + 1)
    except OSError as error:
        raise SpadesError(f"{file}: cannot be read: {error.strerror}") from error
    if len(data) > _LONGEST:
        raise SpadesError(f"{file}: more than {_LONGEST // 1_000_000} MB, which is no file of deals")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        raise SpadesError(f"{file}: holds bytes that are no text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
