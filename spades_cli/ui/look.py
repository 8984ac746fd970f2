"""How a match is shown to whoever plays it: the choices of the command line, and the renderer that they pick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TextIO

from spades_cli.ui.layout import terminal_width
from spades_cli.ui.pace import Pace
from spades_cli.ui.plain import PlainRenderer, PlainStyle
from spades_cli.ui.render import Renderer
from spades_cli.ui.style import Colours, Sort, pick_style

if TYPE_CHECKING:
    from collections.abc import Collection

    from spades_cli.engine.rules import Rules

__all__ = ["Look", "Pace", "make_renderer"]


@dataclass(frozen=True)
class Look:
    """What the player wants to see.

    ``suits``: signs or letters. ``colours``: one for each suit, or red and black. ``sort``: ``suits`` is spades,
    hearts, diamonds, clubs; ``alternate`` changes places where two neighbours would be of one colour; ``rank`` is
    strongest first. ``speed``: how long others' moves stand before the next one. ``plain``: sentences for screen
    readers. ``quiet``: only cards and scores. ``explain``: each side's score of a round in words.
    """

    suits: Literal["auto", "symbol", "letter"] = "auto"
    colours: Colours = "four"
    sort: Sort = "alternate"
    speed: Literal["instant", "normal", "slow"] = "instant"
    plain: bool = False
    quiet: bool = False
    explain: bool = True


def make_renderer(rules: Rules, look: Look, viewers: Collection[str], stream: TextIO) -> Renderer:
    """The renderer for ``stream`` that shows the secrets of ``viewers`` and nobody else's.

    On a terminal its lines fit the width, and it teaches what may be typed; a pipe gets the whole lines and no lessons.
    """
    explain = look.explain and not look.quiet and bool(viewers)
    if look.plain:
        return PlainRenderer(rules, PlainStyle(sort=look.sort), viewers, quiet=look.quiet, explain=explain)
    style = pick_style(stream, look.suits, colours=look.colours, sort=look.sort)
    return Renderer(
        rules,
        style,
        viewers,
        quiet=look.quiet,
        explain=explain,
        width=lambda: terminal_width(stream),
        teach=stream.isatty(),
        cards=stream.isatty() and look.speed != "instant",
    )
