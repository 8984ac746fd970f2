"""The page: a frame round its sections, which holds them to loading nothing."""

from __future__ import annotations

from importlib.metadata import version
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from spades_cli.report.canvas import drawing
from spades_cli.report.markup import count, element, paragraph, text
from spades_cli.report.sections import list_sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.report.figures import Collection
    from spades_cli.report.sections import Part

#: Letters up to which file names are listed; more files are counted.
_LETTERS = 80
#: Nothing is loaded from anywhere: the browser holds the page to it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(found: Collection, files: Sequence[str], command: Sequence[str]) -> str:
    """The whole page; ``command`` are the words that make it again."""
    with drawing():
        parts = list(list_sections(found, command))
    names = ", ".join("standard input" if file == "-" else file for file in files)
    if len(names) > _LETTERS and len(files) > 1:
        names = f"{len(files)} records"
    title = f"Spades: {names}"
    nav = element("nav", element("ul", "".join(_links(parts))), aria_label="Contents")
    header = element("header", element("h1", text(title)) + _opening(found, names) + nav)
    footer = element("footer", paragraph(f"Made by spades-cli {version('spades-cli')}."))
    head = (
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        + element("title", text(title)) + "\n" + element("style", style_sheet())
    )  # fmt: skip
    main = element("main", "\n".join(html for _, _, html in parts))
    body = element("body", "\n".join(["", header, main, footer, ""]))
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n{body}\n</html>\n'


def style_sheet() -> str:
    """The style sheet of every page."""
    return package_files("spades_cli.report").joinpath("page.css").read_text(encoding="utf-8")


def _links(parts: Sequence[Part]) -> Iterator[str]:
    for name, title, _ in parts:
        yield element("li", element("a", text(title), href=f"#{name}"))


def _opening(found: Collection, names: str) -> str:
    summary = found.summary
    unfinished = f", {summary.unfinished} of them unfinished" if summary.unfinished else ""
    casual = f", {summary.casual} of them casual (decisions were taken back)" if summary.casual else ""
    under = f" under {len(summary.parts)} rule sets" if len(summary.parts) > 1 else ""
    return paragraph(
        f"{count(summary.games, 'match', 'matches')}{unfinished}{casual}; "
        f"{count(summary.rounds, 'round', 'rounds')}{under}; "
        f"read from {names}."
    )  # fmt: skip
