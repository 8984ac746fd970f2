"""The sheet that charts are drawn on: a figure of matplotlib, turned into SVG that lives inside a page.

The picture is 360 units wide, as wide as a phone, so that its letters are readable there; a page may enlarge it.
Colours are names of the page's style sheet, so that one picture serves light and dark. The same chart gives the same
text.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from spades_cli.errors import UsageError
from spades_cli.report.markup import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Colours that stand for variables of the style sheet: letters, axes, lines behind, and the series.
INK, MUTED, GRID = "#a00010", "#a00011", "#a00012"
SERIES = ("#a00001", "#a00002", "#a00003", "#a00004", "#a00005", "#a00006")
#: Series differ by their dashes and marks too: nobody has to tell colours apart.
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1)), (0, (1, 3)))
MARKS = ("o", "s", "^", "D", "v", "P")
_NAMES = {INK: "--ink", MUTED: "--muted", GRID: "--grid"} | {
    colour: f"--series-{number}" for number, colour in enumerate(SERIES, 1)
}
_WIDTH = 5.0
_SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": GRID,
    "axes.grid": True,
    "axes.labelcolor": MUTED,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "font.size": 11,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "lines.linewidth": 2,
    "lines.markersize": 4.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "spades-cli",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": MUTED,
    "xtick.major.size": 0,
    "ytick.color": MUTED,
    "ytick.major.size": 0,
}


def require_matplotlib() -> None:
    """UsageError where the library that draws is not installed."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        import matplotlib.figure  # noqa: F401 - whether it can be imported is the question
    except ImportError:
        raise UsageError("report needs the package matplotlib: pip install 'spades-cli[report]'") from None


@contextmanager
def drawing() -> Iterator[None]:
    """Draw with our own settings, whatever the user's are; letters that no font here has are the reader's business."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def new_figure(height: float, rows: int = 1, ratios: tuple[float, ...] = (1,)) -> tuple[Any, Any]:
    """A figure so many inches high with its axes, one below the other."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, height))
    return figure, figure.subplots(rows, 1, sharex=rows > 1, height_ratios=ratios)


def to_svg(figure: Any, prefix: str, title: str) -> str:
    """The figure as an ``svg`` element; ``title`` says in a sentence what it shows, ``prefix`` keeps its ids apart."""
    text = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(text, format="svg", transparent=True, metadata=nothing)
    root = ElementTree.fromstring(text.getvalue())
    _strip(root, prefix)
    heading = ElementTree.Element("title", {"id": f"{prefix}-title"})
    heading.text = printable(title)
    root.insert(0, heading)
    box = root.attrib["viewBox"]
    root.attrib.clear()
    root.attrib |= {"viewBox": box, "role": "img", "aria-labelledby": f"{prefix}-title"}
    return ElementTree.tostring(root, encoding="unicode")


def _strip(root: ElementTree.Element, prefix: str) -> None:
    """Leave what a page needs: no name spaces, no styles for the whole page, ids only where they are referred to."""
    used = set()
    for parent in list(root.iter()):
        parent.tag = parent.tag.rpartition("}")[2]
        parent.text = parent.text if parent.tag == "text" else None
        parent.tail = None
        for child in list(parent):
            if child.tag.rpartition("}")[2] in ("metadata", "style"):
                parent.remove(child)
        for name, value in list(parent.attrib.items()):
            del parent.attrib[name]
            name = name.rpartition("}")[2]
            if name == "href" and value.startswith("#"):
                used.add(value[1:])
                value = f"#{prefix}-{value[1:]}"
            elif name == "clip-path":
                used.add(value[5:-1])
                value = f"url(#{prefix}-{value[5:-1]})"
            elif name == "style":
                value = _restyle(value)
            parent.attrib[name] = " ".join(value.split())
    for element in root.iter():
        name = element.attrib.pop("id", "")
        if name in used:
            element.attrib["id"] = f"{prefix}-{name}"


def _restyle(style: str) -> str:
    """A style with the page's colours, and its font."""
    style = re.sub(r"font-family: [^;]*(; )?", "", style)
    return re.sub(r"#a000[01][0-9]", lambda found: f"var({_NAMES[found.group()]})", style)
