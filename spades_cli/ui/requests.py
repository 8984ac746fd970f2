"""Requests from a file or pipe: JSON objects, one a line, or spread over lines as people write them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from spades_cli.errors import SpadesError
from spades_cli.ui.lines import SHOWN, read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

#: An object of the input, or why there is none.
Request: TypeAlias = "dict[str, Any] | SpadesError"


def read_requests(stream: BinaryIO, name: str) -> Iterator[tuple[str, Request]]:
    r"""The objects of ``stream`` with the places where they begin, each as soon as it is complete.

    >>> from io import BytesIO
    >>> [*read_requests(BytesIO(b'{"n":1}\n\n# two\n{"n":\n2}\n'), "m")]
    [('m:1', {'n': 1}), ('m:4', {'n': 2})]

    What is no object comes as an error, and the next line that begins one is a new start. Raises SpadesError for a line
    that is no text.
    """
    text, place, lost = "", "", False
    for line in read_lines(stream, name):
        found = _read(f"{text} {line.text}") if text else None
        if isinstance(found, SpadesError):
            yield place, found
            text, lost = "", True
        if not text:
            if lost and not line.text.startswith("{"):
                continue
            place, found, lost = f"{name}:{line.number}", _read(line.text), False
        if found is None:
            text = f"{text} {line.text}".strip()
        else:
            text = ""
            yield place, found
    if text:
        yield place, SpadesError(f"the object does not end: {text[:SHOWN]}")


def _read(text: str) -> Request | None:
    """The object that the text is; None if more of it may follow."""
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except SpadesError as error:
        return error
    except json.JSONDecodeError as error:
        if text.startswith("{") and error.pos >= len(text):
            return None
        return SpadesError(f"no JSON: {error.msg}, not {text[error.pos : error.pos + SHOWN]}")
    except (ValueError, RecursionError) as error:
        return SpadesError(f"no JSON: {error}")
    return found if isinstance(found, dict) else SpadesError(f"no JSON object: {text[:SHOWN]}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; SpadesError where a name stands twice in it."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise SpadesError(f"{name}: is given twice")
        found[name] = value
    return found
