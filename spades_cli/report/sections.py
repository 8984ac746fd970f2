"""The sections of a report in their order, from what was collected."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.rules import Rules
from spades_cli.record.figures import wilson
from spades_cli.record.rule_sets import label, tell_end
from spades_cli.report import charts, tables
from spades_cli.report.figures import DRAWN, LONGEST
from spades_cli.report.markup import count, details, element, figure, join, paragraph, section, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.record.rule_sets import RuleSet
    from spades_cli.report.figures import Collection, MatchFigures, Played, Spread

#: Charts show no more strategies, meetings and rule sets than these; the tables of strategies show all.
MOST, MEETINGS, RULES, SEEDS = 6, 200, 20, 50
#: So many rule sets, those with the most rounds, have tables and charts of their own.
SHOWN = 8
#: A longer list of matches is shown when it is asked for.
OPEN = 20
_DRAWN_MEETINGS = 12
_AHEAD = """The winner of a match is ahead of everybody; the others are ordered by their scores. The intervals take \
the matches as independent: where every deal was played twice, the paired difference of spades-cli match is sharper."""
_SIDES = """Matches, points and bags are those of sides: partners of one strategy count once, and a strategy on both \
sides of a match counts twice."""
_POINTS = """Points of a side in a round: the dot is the median; half of all rounds lie within the thick line, nine of \
ten within the thin one."""
_SEEDS = """A game's id is its seed and its number under that seed; it fixes every card that is dealt. \
spades-cli replay FILE --game ID shows one of them."""
_APART = """Points under different rules do not compare: each rule set has a part of its own below, with its tables \
and charts."""
#: A section: its id, its title, its HTML.
Part = tuple[str, str, str]


class _At(NamedTuple):
    """Where on the page the part of a rule set stands: its id, and its rules in words, empty if they are the only ones.

    It keeps apart what several such parts have alike.
    """

    part: str = ""
    rules: str = ""

    def id(self, name: str) -> str:
        """An id within the part."""
        return f"{self.part}-{name}" if self.part else name

    @property
    def under(self) -> str:
        """What the caption of a table ends with."""
        return f" under {self.rules}" if self.rules else ""


def list_sections(found: Collection, command: Sequence[str]) -> Iterator[Part]:
    """Every section that there is something to say in; ``command`` are the words that make the page again."""
    if len(found.played) == 1:
        at = _At()
        for name, title, parts in _list_parts(found.played[0], at):
            yield _part(name, title, parts)
    else:
        yield _part("rule-sets", "Rule sets", _overview(found))
        for number, played in enumerate(_busiest(found), 1):
            at = _At(f"rules-{number}", label(played.rule_set, found.summary.rule_sets))
            yield _part(at.part, at.rules, list(_rule_set_parts(played, at)))
    yield _part("matches", "Matches and seeds", _matches(found))
    yield _part("rules", "Rules", _rules(found))
    yield _part("again", "Make this page again", [element("pre", element("code", text(shlex.join(command))))])


def _part(name: str, title: str, parts: Sequence[str]) -> Part:
    return name, title, section(name, title, *parts)


def _overview(found: Collection) -> list[str]:
    parts = [paragraph(_APART), tables.rule_set_table(found.summary.parts)]
    if len(found.played) > SHOWN:
        parts.append(paragraph(f"The {SHOWN} rule sets with the most rounds follow; spades-cli stats tells of all."))
    return parts


def _busiest(found: Collection) -> list[Played]:
    """The rule sets with the most rounds, in the order in which they came."""
    most = sorted(found.played, key=lambda played: -played.sums.rounds)[:SHOWN]
    return [played for played in found.played if played in most]


def _rule_set_parts(played: Played, at: _At) -> Iterator[str]:
    """The part of one rule set among several."""
    sums = played.sums
    goes = tell_end(played.rule_set.rules)
    yield paragraph(f"{count(sums.games, 'match', 'matches')} {goes}; {count(sums.rounds, 'round', 'rounds')}.")
    for name, title, parts in _list_parts(played, at):
        yield section(name, title, *parts, level=3)


def _list_parts(played: Played, at: _At) -> Iterator[tuple[str, str, list[str]]]:
    """What there is to say of one rule set: ids, titles and their HTML."""
    yield at.id("strategies"), "Strategies", _strategies(played, at)
    if played.meetings:
        yield at.id("head-to-head"), "Head to head", _meetings(played, at)
    if any(match.rounds for match in played.drawn):
        yield at.id("scores"), "Scores", _scores(played, at)
    if played.sums.rounds:
        shown = _shown(played)
        yield at.id("points"), "Points", _points(shown, at)
        if any(spread.bids for _, spread in shown):
            yield at.id("bids"), "Bids against tricks", _bids(shown, at)
        yield at.id("nils"), "Nils", _nils(played, at)
        yield at.id("bags"), "Bags", _bags(shown, at)


def _shown(played: Played) -> list[tuple[str, Spread]]:
    """The strategies that charts show: those with the most rounds, in the order of the table."""
    rounds = {name: spread.points.total() for name, spread in played.spreads.items()}
    busiest = sorted(rounds, key=lambda name: (-rounds[name], name))[:MOST]
    return [(name, played.spreads[name]) for name in played.names() if name in busiest and rounds[name]]


def _strategies(played: Played, at: _At) -> list[str]:
    parts = [
        paragraph(_SIDES),
        tables.strategy_table(played.sums.rows(), at.under),
    ]
    if len(played.spreads) > MOST:
        parts.append(paragraph(f"The charts below show the {MOST} strategies with the most rounds."))
    if not played.sums.rounds:
        parts.append(paragraph("No round is finished yet."))
    return parts


def _meetings(played: Played, at: _At) -> list[str]:
    meetings = sorted(played.meetings.items())[:MEETINGS]
    parts = [tables.meeting_table(meetings, at.under)]
    decided = []
    for (one, other), met in meetings[:_DRAWN_MEETINGS]:
        if total := met.ahead + met.behind:
            name = f"{charts.shorten(one, 10)} v {charts.shorten(other, 10)}"
            decided.append(charts.Interval(name, met.ahead / total, *wilson(met.ahead, total)))
    if decided:
        title = "How often the first one was ahead of the second one, with the 95 % interval"
        svg = charts.draw_intervals(decided, "first one ahead, % of matches", title, at.id("meetings"))
        parts.append(join([figure(svg, f"{title}.")], "grid"))
    return [*parts, paragraph(_AHEAD)]


def _scores(played: Played, at: _At) -> list[str]:
    drawn = [match for match in played.drawn if match.rounds]
    parts = [join((_score(match, at.id(f"match-{number}")) for number, match in enumerate(drawn, 1)), "grid")]
    if played.sums.games > DRAWN:
        parts.insert(0, paragraph(f"The first {DRAWN} matches:"))
    if sum(played.lengths.values()) > 1:
        svg = charts.draw_lengths(played.lengths, at.id("lengths"))
        parts.append(join([figure(svg, "Rounds that the finished matches took.")], "grid"))
    return parts


def _score(match: MatchFigures, prefix: str) -> str:
    players = "; ".join(f"{side} is {who}" for side, who in match.sides.items())
    cut = f" The first {LONGEST} of {match.rounds} rounds." if match.rounds > LONGEST else ""
    caption = f"Game {match.id} ({match.rule_set.name}): {match.result}. {players}.{cut}"
    return figure(charts.draw_match(match, prefix), caption, details("Round by round", tables.match_table(match)))


def _points(shown: Sequence[tuple[str, Spread]], at: _At) -> list[str]:
    svg = charts.draw_points(shown, at.id("points-chart"))
    return [join([figure(svg, _POINTS)], "grid")]


def _bids(shown: Sequence[tuple[str, Spread]], at: _At) -> list[str]:
    figures = [
        figure(
            charts.draw_bids(spread, name, at.id(f"bids-{number}")),
            f"{name}: the larger the circle, the more often; on the dotted line as many tricks were taken as bid.",
            details("Bid by bid", tables.bid_table(spread, name, at.under)),
        )
        for number, (name, spread) in enumerate(shown, 1)
        if spread.bids
    ]
    return [paragraph("Bids that are numbers; nils stand below."), join(figures, "grid")]


def _nils(played: Played, at: _At) -> list[str]:
    rows = []
    for name, row in played.sums.rows():
        rows += [charts.Kept(name, row.nils, row.nils_made)] if row.nils else []
        rows += [charts.Kept(f"{name} (blind)", row.blind_nils, row.blind_nils_made)] if row.blind_nils else []
    if not rows:
        return [paragraph("Nobody bid nil.")]
    drawn = sorted(rows, key=lambda row: -row.bid)[: 2 * MOST]
    svg = charts.draw_nils([row for row in rows if row in drawn], at.id("nils-chart"))
    return [tables.nil_table(rows, at.under), join([figure(svg, "Nils bid; the filled part was made.")], "grid")]


def _bags(shown: Sequence[tuple[str, Spread]], at: _At) -> list[str]:
    if not any(count for _, spread in shown for count in spread.bags if count):
        return [paragraph("Nobody gained a bag.")]
    svg = charts.draw_bags(shown, at.id("bags-chart"))
    return [join([figure(svg, "Bags that a side gained in a round, before any penalty.")], "grid")]


def _matches(found: Collection) -> list[str]:
    listed = tables.list_table(found.matches, found.summary.games, found.summary.rule_sets)
    parts = [listed if len(found.matches) <= OPEN else details("List of matches", listed)]
    if len(found.matches) < found.summary.games:
        seeds = sorted(found.seeds)
        more = f" and {len(seeds) - SEEDS} more" if len(seeds) > SEEDS else ""
        parts.append(paragraph(f"Seeds: {', '.join(map(str, seeds[:SEEDS]))}{more}."))
    return [*parts, paragraph(_SEEDS)]


def _rules(found: Collection) -> list[str]:
    parts: list[str] = []
    for played in found.played[:RULES]:
        parts += _rule_set(played, found.summary.rule_sets)
    if len(found.played) > RULES:
        parts.append(paragraph(f"And {len(found.played) - RULES} more rule sets."))
    return parts


def _rule_set(played: Played, sets: Sequence[RuleSet]) -> Iterator[str]:
    from spades_cli.variants import diff, format_tables, rules_to_dict
    from spades_cli.variants.explain import explain

    one, rules = played.rule_set, played.rule_set.rules
    title = f": {rules.variant.title}" if rules.variant.title else ""
    yield element("h3", text(f"{label(one, sets)}{title}"))
    changed = diff(rules, Rules())
    words = "as they stand in standard" if changed.keys() <= {"variant"} else "what differs from standard:"
    yield paragraph(f"{count(played.sums.games, 'match', 'matches')}; sha256 {one.sha256[:12]}; {words}")
    if not changed.keys() <= {"variant"}:
        del changed["variant"]
        yield element("pre", element("code", _toml(format_tables(changed))))
    yield details("In words", element("ul", "\n".join(element("li", text(words)) for words in explain(rules))))
    yield details("Every key", element("pre", element("code", _toml(format_tables(rules_to_dict(rules))))))


def _toml(source: str) -> str:
    return "\n".join(map(text, source.strip().splitlines()))
