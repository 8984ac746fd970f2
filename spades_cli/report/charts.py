"""The charts of a report, each as SVG with a sentence that says what it shows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli.report.canvas import DASHES, GRID, INK, MARKS, MUTED, SERIES, new_figure, to_svg
from spades_cli.report.figures import quantile
from spades_cli.report.markup import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.report.figures import MatchFigures, Spread

#: Letters of a name that a chart shows; tables show all of them.
_LETTERS = 22
#: Rounds up to which each one is marked on its line.
_MARKED = 20
#: Matches of fewer rounds have bars of their own whatever the others take.
_FEW_ROUNDS = 20
#: How a line is drawn that others are compared with.
_DOTTED: dict[str, Any] = {"color": MUTED, "linewidth": 1, "linestyle": (0, (1, 2))}
#: The least distance between two names at the ends of lines, as a share of the height.
_APART = 0.085


class Interval(NamedTuple):
    """A share with its interval, all of 1."""

    name: str
    share: float
    low: float
    high: float


class Kept(NamedTuple):
    """Nils of one kind: how many were bid and made."""

    name: str
    bid: int
    made: int


def draw_match(match: MatchFigures, prefix: str) -> str:
    """The score of each side round by round, and its bags below where the rules count them."""
    limit = match.rules.bags.limit
    with_bags = bool(limit) and any(any(held) for held in match.bags.values())
    figure, axes = new_figure(4.0 if with_bags else 3.0, 2 if with_bags else 1, (3, 1) if with_bags else (1,))
    above, below = axes if with_bags else (axes, None)
    rounds = range(len(next(iter(match.scores.values()))) + 1)
    for number, (side, scores) in enumerate(match.scores.items()):
        line = _line(number)
        above.plot(rounds, [0, *scores], marker=MARKS[number] if len(rounds) <= _MARKED else None, **line)
        if below is not None:
            below.step(rounds, [0, *match.bags[side]], where="post", **line)
    target = match.rules.match.target
    if 2 * max(map(max, match.scores.values())) >= target:
        above.axhline(target, **_DOTTED)
        above.annotate(f"target {target}", (0, target), xytext=(0, 3), textcoords="offset points", color=MUTED)
    _name_ends(above, {side: scores[-1] for side, scores in match.scores.items()}, rounds[-1])
    above.set_ylabel("score")
    _whole_numbers(above.xaxis)
    if below is not None:
        below.axhline(limit, **_DOTTED)
        below.set_ylabel("bags")
        below.set_ylim(0, None)
        _whole_numbers(below.yaxis)
    (above if below is None else below).set_xlabel("round")
    ends = ", ".join(f"{side} {scores[-1]}" for side, scores in match.scores.items())
    return to_svg(figure, prefix, f"Scores of game {match.id} over {len(rounds) - 1} rounds, at the end {ends}")


def _line(number: int) -> dict[str, Any]:
    return {"color": SERIES[number % len(SERIES)], "linestyle": DASHES[number % len(DASHES)]}


def _name_ends(axes: Any, ends: Mapping[str, int], last: int) -> None:
    """Write each side's name at the end of its line, far enough apart to be read."""
    low, high = axes.get_ylim()
    gap, order = (high - low) * _APART, sorted(ends, key=lambda side: ends[side])
    heights = [float(ends[side]) for side in order]
    for place in range(1, len(heights)):
        heights[place] = max(heights[place], heights[place - 1] + gap)
    over = max(0.0, heights[-1] - high) if heights else 0.0
    for place in range(len(heights) - 1, -1, -1):
        limit = heights[place + 1] - gap if place + 1 < len(heights) else heights[place] - over
        heights[place] = min(heights[place], limit)
    colours = {side: _line(number)["color"] for number, side in enumerate(ends)}
    for side, height in zip(order, heights, strict=True):
        axes.annotate(
            side, (last, height), xytext=(8, 0), textcoords="offset points", va="center", color=colours[side],
            fontweight="bold", annotation_clip=False,
        )  # fmt: skip


def draw_bids(spread: Spread, name: str, prefix: str) -> str:
    """How many tricks were taken after each bid: a circle for each pair, its area the share of such rounds."""
    figure, axes = new_figure(3.4)
    pairs = sorted(spread.bids.items())
    most = max((count for _, count in pairs), default=1)
    high = max((max(pair) for pair, _ in pairs), default=1) + 1
    axes.plot([0, high], [0, high], **_DOTTED)
    axes.scatter(
        [bid for (bid, _), _ in pairs], [taken for (_, taken), _ in pairs],
        s=[max(3.0, 220 * count / most) for _, count in pairs], color=SERIES[0], alpha=0.75, linewidths=0,
    )  # fmt: skip
    axes.set_xlim(-0.7, high)
    axes.set_ylim(-0.7, high)
    axes.set_xlabel("tricks bid")
    axes.set_ylabel("tricks taken")
    for axis in (axes.xaxis, axes.yaxis):
        _whole_numbers(axis)
    return to_svg(figure, prefix, f"Tricks taken against tricks bid by {name} in {spread.bids.total()} bids")


def draw_points(spreads: Sequence[tuple[str, Spread]], prefix: str) -> str:
    """Points a round: half of all rounds within the thick line, nine of ten within the thin one, the dot the middle."""
    figure, axes = _rows([name for name, _ in spreads])
    for row, (_, spread) in enumerate(spreads):
        low, left, middle, right, high = (quantile(spread.points, share) for share in (0.05, 0.25, 0.5, 0.75, 0.95))
        axes.plot([low, high], [row, row], color=SERIES[0], linewidth=1.5)
        axes.plot([left, right], [row, row], color=SERIES[0], linewidth=6, solid_capstyle="butt")
        axes.plot([middle], [row], marker="o", markersize=7, color=INK)
    axes.set_xlabel("points a round")
    return to_svg(figure, prefix, "Points a round of each strategy: median, middle half and middle nine tenths")


def draw_intervals(rows: Sequence[Interval], label: str, title: str, prefix: str) -> str:
    """Shares with their intervals, and the line of one half."""
    figure, axes = _rows([row.name for row in rows])
    axes.axvline(50, **_DOTTED)
    for number, row in enumerate(rows):
        axes.plot([100 * row.low, 100 * row.high], [number, number], color=SERIES[0], linewidth=2)
        axes.plot([100 * row.share], [number], marker="o", markersize=7, color=SERIES[0])
    axes.set_xlim(-2, 102)
    axes.set_xlabel(label)
    return to_svg(figure, prefix, title)


def draw_nils(rows: Sequence[Kept], prefix: str) -> str:
    """Nils bid, the made ones filled."""
    figure, axes = _rows([row.name for row in rows])
    most = max(row.bid for row in rows)
    for number, row in enumerate(rows):
        axes.barh(number, row.bid, height=0.5, color="none", edgecolor=SERIES[0], linewidth=1.2)
        axes.barh(number, row.made, height=0.5, color=SERIES[0], linewidth=0)
        text = f"{row.made} of {row.bid}"
        axes.annotate(text, (row.bid, number), xytext=(5, 0), textcoords="offset points", va="center")
    axes.set_xlim(0, most * 1.35)
    _whole_numbers(axes.xaxis)
    axes.set_xlabel("nils bid (filled: made)")
    return to_svg(figure, prefix, "Nils bid and made: " + ", ".join(f"{r.name} {r.made} of {r.bid}" for r in rows))


def draw_bags(spreads: Sequence[tuple[str, Spread]], prefix: str) -> str:
    """The share of rounds in which a side gained so many bags."""
    figure, axes = new_figure(3.2)
    for number, (name, spread) in enumerate(spreads):
        total = spread.bags.total()
        counts = range(min(0, *spread.bags), max(spread.bags) + 1)
        shares = [100 * spread.bags[count] / total for count in counts]
        axes.plot(counts, shares, marker=MARKS[number], label=shorten(name), **_line(number))
    axes.set_ylim(0, None)
    axes.set_xlabel("bags gained in a round")
    axes.set_ylabel("% of rounds")
    _whole_numbers(axes.xaxis)
    if len(spreads) > 1:
        figure.legend(frameon=False, loc="outside upper left", ncols=2)
    return to_svg(figure, prefix, "Share of rounds by the bags gained in them, a line for each strategy")


def draw_lengths(lengths: Counter[int], prefix: str) -> str:
    """How many rounds matches take; the few that take very many share the last bar."""
    figure, axes = new_figure(2.8)
    last = max(_FEW_ROUNDS, 2 * quantile(lengths, 0.9))
    bars = Counter({rounds: count for rounds, count in lengths.items() if rounds < last})
    longer = sum(count for rounds, count in lengths.items() if rounds >= last)
    bars += Counter({last: longer})
    axes.bar(list(bars), list(bars.values()), width=0.8, color=SERIES[0], linewidth=0)
    axes.set_xlabel("rounds in a match" + (f" ({last}: {last} or more)" if longer else ""))
    axes.set_ylabel("matches")
    axes.grid(visible=False, axis="x")
    for axis in (axes.xaxis, axes.yaxis):
        _whole_numbers(axis)
    return to_svg(figure, prefix, f"Number of matches by their rounds, from {min(lengths)} to {max(lengths)}")


def _rows(names: Sequence[str]) -> tuple[Any, Any]:
    """A figure with a named row for each entry, the first one on top."""
    figure, axes = new_figure(0.9 + 0.36 * len(names))
    axes.set_yticks(range(len(names)), [shorten(name) for name in names], color=INK)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    axes.spines["left"].set_color(GRID)
    return figure, axes


def shorten(name: str, letters: int = _LETTERS) -> str:
    """A name short enough for a chart."""
    name = printable(name)
    return name if len(name) <= letters else name[: letters - 1] + "…"


def _whole_numbers(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(nbins=7, integer=True, min_n_ticks=1))
