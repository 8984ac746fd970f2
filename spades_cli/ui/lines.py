"""Lines of a script or pipe: decoded, without comments and blanks, each as soon as it has arrived.

What no typed line can hold is refused at once, so that binary junk ends quickly.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.errors import SpadesError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

#: No line of a game comes near it.
LONGEST = 10_000
#: How much of a refused line is shown.
SHOWN = 60
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_BREAK = re.compile(rb"\r|\n")


class ScriptLine(NamedTuple):
    """A line that says something, and its number in the file."""

    number: int
    text: str


def read_lines(stream: BinaryIO, name: str) -> Iterator[ScriptLine]:
    r"""The lines of ``stream``, each yielded before the next one is waited for.

    >>> from io import BytesIO
    >>> list(read_lines(BytesIO(b"# mine\r\n\r\n4\r\nQH # ruff\n"), "moves.txt"))
    [ScriptLine(number=3, text='4'), ScriptLine(number=4, text='QH')]

    Text is UTF-8, or UTF-16 with a byte-order mark; lines end with ``\n``, ``\r\n`` or ``\r``. Raises SpadesError,
    naming ``name`` and the line, for a byte that is no text, a control byte or an endless line.
    """
    for number, raw in enumerate(_split(_as_utf8(stream), name), 1):
        text = clean_line(_decode(raw, f"{name}:{number}"), f"{name}:{number}")
        if text:
            yield ScriptLine(number, text)


def clean_line(text: str, place: str) -> str:
    """A line without comment and surrounding blanks; SpadesError for control bytes, shown as escapes."""
    found = _CONTROL.search(text)
    if found:
        shown = ascii(text.strip(" \t\ufeff")[:SHOWN])
        raise SpadesError(f"{place}: control byte \\x{ord(found[0]):02x} in {shown}")
    return text.lstrip("\ufeff").partition("#")[0].strip()


def _decode(raw: bytes, place: str) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise SpadesError(f"{place}: not UTF-8 text: byte \\x{raw[error.start]:02x}") from None


def _split(chunks: Iterator[bytes], name: str) -> Iterator[bytes]:
    """Lines of bytes. A carriage return ends one at once; the line feed that may follow it belongs to it."""
    rest, number, after_return = b"", 1, False
    for chunk in chunks:
        rest += chunk
        while rest:
            if after_return and rest.startswith(b"\n"):
                rest = rest[1:]
            after_return = False
            found = _BREAK.search(rest)
            if (found.start() if found else len(rest)) > LONGEST:
                raise SpadesError(f"{name}:{number}: a line of more than {LONGEST} bytes is no input for a game")
            if not found:
                break
            yield rest[: found.start()]
            number += 1
            after_return = found[0] == b"\r"
            rest = rest[found.end() :]
    if rest:
        yield rest


def _as_utf8(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes of the stream as they come, a byte-order mark taken off and UTF-16 turned into UTF-8."""
    chunks = _chunks(stream)
    start = b""
    for chunk in chunks:
        start += chunk
        if len(start) >= 3 or not any(mark.startswith(start) for mark in _MARKS):
            break
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        # Broken UTF-16 passes as lone surrogates, which are no UTF-8: the line that holds them is then refused.
        decoder = codecs.getincrementaldecoder("utf-16")("surrogatepass")
        yield decoder.decode(start).encode("utf-8", "surrogatepass")
        for chunk in chunks:
            yield decoder.decode(chunk).encode("utf-8", "surrogatepass")
        if decoder.getstate()[0]:
            yield b"\xff"
        return
    yield start.removeprefix(codecs.BOM_UTF8)
    yield from chunks


_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    """Whatever has arrived, without waiting for more."""
    read = getattr(stream, "read1", stream.read)
    while chunk := read(65536):
        yield chunk
