"""HTML in small pieces: what comes from outside is escaped."""

from __future__ import annotations

import pytest

from spades_cli.report import markup
from tests.report.pages import Page


@pytest.mark.parametrize("nasty", ["<script>", '" onclick="x', "a & b", "</table>", "'"])
def test_text_stays_text_wherever_it_stands(nasty: str) -> None:
    source = (
        markup.paragraph(nasty)
        + markup.table(nasty, [nasty, nasty], [[nasty, nasty]])
        + markup.figure("", nasty)
        + markup.details(nasty, "")
        + markup.section("x", nasty)
    )
    page = Page(source)
    assert not page.named("script")
    assert not [given for _, given in page.tags if "onclick" in given]
    assert page.tables == {nasty: [[nasty, nasty], [nasty, nasty]]}


def test_bytes_that_are_no_text_become_question_marks() -> None:
    assert markup.text("a\x1b[31m\n\ud800b") == "a?[31m??b"


@pytest.mark.parametrize(
    ("shown", "cell"),
    [
        ("−3.73", markup.number(-3.7299, 2)),
        ("+62.2 %", markup.number(0.6221, 1, percent=True, signed=True)),
        ("0", markup.number(0)),
    ],
)
def test_numbers_are_rounded_where_they_are_shown_and_exact_underneath(shown: str, cell: markup.Number) -> None:
    source = markup.table("t", ["a", "b"], [["row", cell]])
    assert f'<data value="{cell.exact!r}">{shown}</data>' in source


def test_a_number_that_does_not_exist_is_a_dash() -> None:
    assert markup.number(None) is None
    assert Page(markup.table("t", ["a", "b"], [["row", None]])).tables["t"][1] == ["row", "–"]
