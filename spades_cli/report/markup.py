"""HTML in small pieces; whatever comes from outside is escaped here, in one place."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Number(NamedTuple):
    """A number as it is shown, and as exactly as it is known."""

    shown: str
    exact: float | int


#: Letters from which on a cell of text is wide.
_LONG = 30
#: A cell of a table: text, a number, or None for what does not exist.
Cell = str | Number | None


def text(value: object) -> str:
    """Text as HTML."""
    return escape(printable(str(value)))


def printable(words: str) -> str:
    """Text with a question mark for whatever is no letter or sign: such bytes would spoil a picture or a page."""
    return "".join(sign if sign.isprintable() else "?" for sign in words)


def number(value: float | int | None, digits: int = 0, *, percent: bool = False, signed: bool = False) -> Number | None:
    """A number with so many decimals; ``percent`` shows a fraction of 1 in hundredths."""
    if value is None:
        return None
    shown = f"{100 * value if percent else value:{'+' if signed else ''}.{digits}f}"
    return Number(shown.replace("-", "−") + (" %" if percent else ""), value)


def element(name: str, inner: str, **attributes: str) -> str:
    """An element around HTML; attributes are text, ``class_`` writes ``class``."""
    given = "".join(f' {key.strip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items())
    return f"<{name}{given}>{inner}</{name}>"


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table whose first column names the rows, in a frame that scrolls by itself where it is too wide."""
    cells = list(rows)
    kinds = [_kind(cell) for cell in cells[0]] if cells else [{}] * len(columns)
    heads = (
        element("th", text(name), scope="col", **(_kind(name) if len(name) > _LONG else kind))
        for name, kind in zip(columns, kinds, strict=True)
    )
    head = element("tr", "".join(heads))
    body = "\n".join(map(_row, cells))
    whole = f"<table>{element('caption', text(caption))}<thead>{head}</thead>\n<tbody>{body}</tbody></table>"
    return element("div", whole, class_="wide", tabindex="0", role="region", aria_label=caption)


def _row(cells: Sequence[Cell]) -> str:
    first, *rest = cells
    data = (element("td", _cell(cell), **_kind(cell)) for cell in rest)
    return element("tr", element("th", _cell(first), scope="row", **_kind(first)) + "".join(data))


def _kind(cell: Cell) -> dict[str, str]:
    """The class of a cell: text stands to the left, long text needs room."""
    if not isinstance(cell, str):
        return {}
    return {"class_": "text long" if len(cell) > _LONG else "text"}


def _cell(cell: Cell) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, Number):
        return element("data", text(cell.shown), value=repr(cell.exact))
    return text(cell)


def figure(svg: str, caption: str, more: str = "") -> str:
    """A chart with its caption, and what follows below it (HTML)."""
    return element("figure", svg + element("figcaption", text(caption)) + more)


def details(summary: str, inner: str) -> str:
    """HTML that is shown when it is asked for."""
    return f"<details>{element('summary', text(summary))}{inner}</details>"


def section(name: str, title: str, *parts: str, level: int = 2) -> str:
    """A part of the page with its heading, or with ``level`` 3 a part of such a part."""
    heading = element(f"h{level}", text(title), id=f"{name}-heading")
    return element("section", "\n".join([heading, *parts]), id=name, aria_labelledby=f"{name}-heading")


def paragraph(words: str) -> str:
    """A paragraph of text."""
    return element("p", text(words))


def join(parts: Iterable[str], class_: str) -> str:
    """Parts side by side where there is room."""
    return element("div", "\n".join(parts), class_=class_)


def count(number: int, one: str, many: str) -> str:
    """``1 match`` or ``3 matches``."""
    return f"{number} {one if number == 1 else many}"
