"""Charts as SVG inside a page."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from spades_cli.record.rule_sets import RuleSet
from spades_cli.report import charts
from spades_cli.report.canvas import GRID, INK, MUTED, SERIES, drawing, new_figure, to_svg
from spades_cli.report.figures import MatchFigures, Spread
from spades_cli.variants import load_rules, rules_hash

NASTY = ["<script>alert(1)</script>", "$x^{2}$ & \"q\" 'r' ]]>", "\x1b[31m\ud800 漢字", "x" * 300, ""]


def match_of(variant: str, rounds: int) -> MatchFigures:
    rules = load_rules(variant)
    scores = {side: [100 * number + place for number in range(rounds)] for place, side in enumerate(rules.sides)}
    bags = {side: [(number + place) % 10 for number in range(rounds)] for place, side in enumerate(rules.sides)}
    players = dict.fromkeys(rules.seats, "basic")
    sides = dict.fromkeys(rules.sides, "basic")
    rule_set = RuleSet(rules, rules_hash(rules), [variant])
    return MatchFigures("1-0", 1, rule_set, players, sides, rounds, "unfinished", scores, bags)


def draw_all(name: str, prefix: str = "p") -> list[str]:
    """One of every kind of chart, of a strategy of this name."""
    spread = Spread(Counter({(3, 4): 5, (0, 0): 1}), Counter({-50: 2, 31: 7}), Counter({0: 3, 2: 6}))
    with drawing():
        return [
            charts.draw_bids(spread, name, prefix),
            charts.draw_points([(name, spread), ("other", spread)], prefix),
            charts.draw_intervals([charts.Interval(name, 0.5, 0.2, 0.8)], "share", "title", prefix),
            charts.draw_nils([charts.Kept(name, 4, 0), charts.Kept("other", 4, 4)], prefix),
            charts.draw_bags([(name, spread), ("other", spread)], prefix),
            charts.draw_lengths(Counter({7: 3, 12: 1}), prefix),
            charts.draw_match(match_of("standard", 5), prefix),
        ]


@pytest.mark.parametrize("name", NASTY)
def test_a_chart_is_one_element_with_letters_as_text_whatever_the_names(name: str) -> None:
    for svg in draw_all(name):
        root = ElementTree.fromstring(svg.encode())
        assert root.tag == "svg"
        assert root.attrib["role"] == "img"
        title = root[0]
        assert (title.tag, title.attrib["id"]) == ("title", root.attrib["aria-labelledby"])
        assert root.findall(".//text")
        assert not {element.tag for element in root.iter()} & {"script", "style", "metadata", "image"}
        for element in root.iter():
            assert element.attrib.get("href", "#p-").startswith("#p-")
            assert "http" not in str(element.attrib)


def test_colours_are_those_of_the_page() -> None:
    for svg in draw_all("basic"):
        colours = set(re.findall(r"(?:fill|stroke): ([^;\"]+)", svg))
        assert all(colour == "none" or colour.startswith("var(--") for colour in colours), colours
        assert "var(--series-1)" in colours


def test_every_colour_of_the_charts_is_in_the_style_sheet_for_light_and_dark() -> None:
    from spades_cli.report.page import style_sheet

    light, dark = style_sheet().split("prefers-color-scheme: dark")
    names = ["--ink", "--muted", "--grid", *(f"--series-{number + 1}" for number in range(len(SERIES)))]
    assert len(names) == len({INK, MUTED, GRID, *SERIES})
    for name in names:
        assert f"{name}: #" in light
        assert f"{name}: #" in dark


def luminance(colour: str) -> float:
    """Relative luminance, as the contrast rules of the web define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("half", [0, 1], ids=["light", "dark"])
def test_letters_and_lines_stand_out_from_what_is_behind_them(half: int) -> None:
    from spades_cli.report.page import style_sheet

    found = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})", style_sheet().split("prefers-color-scheme: dark")[half]))
    for behind in ("--page", "--card"):
        for name, colour in found.items():
            if name in ("--page", "--card", "--grid"):
                continue
            pair = sorted((luminance(colour), luminance(found[behind])))
            assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5, f"{name} on {behind}"


def test_the_same_chart_is_the_same_text() -> None:
    assert draw_all("basic") == draw_all("basic")


def test_ids_of_two_charts_do_not_meet() -> None:
    ids = [set(re.findall(r' id="([^"]+)"', "".join(draw_all("basic", prefix)))) for prefix in ("a", "b")]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_settings_of_the_user_do_not_show() -> None:
    import matplotlib

    plain = draw_all("basic")
    with matplotlib.rc_context({"font.size": 30, "lines.linewidth": 9, "svg.fonttype": "path"}):
        assert draw_all("basic") == plain


@pytest.mark.parametrize(("variant", "rounds"), [("six-solo-short", 17), ("standard", 1), ("two-player", 200)])
def test_every_side_has_its_name_at_the_end_of_its_line(variant: str, rounds: int) -> None:
    match = match_of(variant, rounds)
    with drawing():
        root = ElementTree.fromstring(charts.draw_match(match, "m"))
    heights = {text.text: float(text.attrib["y"]) for text in root.findall(".//text") if text.text in match.sides}
    assert set(heights) == set(match.sides)
    ordered = sorted(heights.values())
    assert all(after - before >= 9 for before, after in pairwise(ordered))


def test_a_figure_without_text_or_lines_is_still_a_picture() -> None:
    with drawing():
        figure, _ = new_figure(2.0)
        assert to_svg(figure, "x", "Nothing").startswith("<svg viewBox=")


def test_matches_without_end_do_not_squeeze_the_others() -> None:
    with drawing():
        svg = charts.draw_lengths(Counter({6: 10, 9: 20, 12: 9, 1000: 1}), "p")
        plain = charts.draw_lengths(Counter({6: 10, 9: 20, 12: 9}), "p")
    assert "rounds in a match (24: 24 or more)" in svg
    assert "or more" not in plain


def test_long_names_are_cut() -> None:
    assert charts.shorten("x" * 300) == "x" * 21 + "…"
    assert charts.shorten("basic") == "basic"
