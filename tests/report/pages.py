"""Reads pages as a browser would, as far as tests need."""

from __future__ import annotations

import re
from html.parser import HTMLParser

#: Elements that have no end.
EMPTY = {"meta", "br", "img", "link", "hr", "input"}


class Page(HTMLParser):
    """Tags with their attributes, ids, texts and tables; an end tag that does not fit is an error."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        #: Each table by its caption: rows of cells, a cell being its exact value or its text.
        self.tables: dict[str, list[list[str]]] = {}
        self._open: list[str] = []
        self._rows: list[list[str]] = []
        self._caption = ""
        self.feed(source)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert len(given) == len(attrs), f"an attribute twice: {attrs}"
        self.tags.append((tag, given))
        if tag not in EMPTY:
            self._open.append(tag)
        match tag:
            case "table":
                self._rows, self._caption = [], ""
            case "tr":
                self._rows.append([])
            case "td" | "th":
                self._rows[-1].append("")
            case "data":
                self._rows[-1][-1] = given["value"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if tag == "table":
            self.tables[self._caption] = self._rows

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if "caption" in self._open[-1:]:
            self._caption += data
        elif self._open[-1:] in (["td"], ["th"]):
            self._rows[-1][-1] += data

    @property
    def text(self) -> str:
        """All text."""
        return " ".join("".join(self.texts).split())

    def named(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every element of a kind."""
        return [given for name, given in self.tags if name == tag]


def check_page(source: str) -> Page:
    """A page that is whole, loads nothing, and can be read without seeing its pictures."""
    page = Page(source)
    ids = [given["id"] for _, given in page.tags if "id" in given]
    assert len(ids) == len(set(ids))
    assert not page.named("script") + page.named("link") + page.named("img") + page.named("iframe")
    for _, given in page.tags:
        assert not [name for name in given if name.startswith("on")]
        for name in ("src", "href", "clip-path", "data", "action"):
            assert re.fullmatch(r"#(.+)|url\(#(.+)\)", given.get(name, "#x")), given
    targets = {target for _, given in page.tags for target in re.findall(r"#([\w-]+)", given.get("href", ""))}
    targets |= {target for _, given in page.tags for target in re.findall(r"url\(#([\w-]+)\)", str(given))}
    targets |= {given["aria-labelledby"] for _, given in page.tags if "aria-labelledby" in given}
    assert targets <= set(ids)
    for given in page.named("svg"):
        assert given["role"] == "img"
        assert given["aria-labelledby"]
    assert len(page.named("h1")) == 1
    assert page.named("html") == [{"lang": "en"}]
    assert all(given.get("scope") for given in page.named("th"))
    sheet = source.partition("<style>")[2].partition("</style>")[0]
    assert sheet
    assert not re.search(r"url\(|@import|//", sheet), "a style sheet that loads something"
    assert all(
        url.startswith("#") for _, given in page.tags for url in re.findall(r"url\(([^)]*)\)", given.get("style", ""))
    )
    assert "#a000" not in source, "a colour that does not follow the style sheet"
    return page
