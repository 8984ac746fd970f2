"""What a report collects: spreads, meetings, matches; in bounded memory."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spades_cli.record.reader import GameRecord, read_games
from spades_cli.record.rounds import read_round
from spades_cli.report import figures
from spades_cli.report.figures import Collection, Played, name_sides, quantile
from spades_cli.variants import load_rules, rules_from_dict

if TYPE_CHECKING:
    from collections.abc import Sequence

MATCHES = Path(__file__).parents[1] / "matches"


def game_of(name: str) -> GameRecord:
    content = (MATCHES / f"{name}.jsonl").read_bytes()
    return next(iter(read_games(content.splitlines(keepends=True), name, pytest.fail)))


def collect(games: Sequence[GameRecord]) -> Collection:
    found = Collection(pytest.fail)
    for game in games:
        found.add(game, "m")
    return found


def collect_alike(games: Sequence[GameRecord]) -> Played:
    """What is found of games under one rule set."""
    (played,) = collect(games).played
    return played


def seated(name: str, *players: str) -> GameRecord:
    game = game_of(name)
    game.header = game.header | {"players": dict(zip(game.header["players"], players, strict=True))}
    return game


def test_spreads_count_every_bid_and_every_round_of_a_side() -> None:
    game = seated("standard", "a", "b", "a", "b")
    found = collect_alike([game])
    rules = rules_from_dict(game.header["rules"]["resolved"])
    read = [read_round(rules, line) for line in game.rounds]
    numbers = [own for one in read for seat, own in one.seats.items() if seat in "NS" and own.bid and not own.bid.nil]
    assert found.spreads["a"].bids == Counter((own.bid.tricks, own.taken) for own in numbers if own.bid)
    assert found.spreads["a"].points == Counter(one.sides["NS"].points for one in read)
    assert found.spreads["b"].bags == Counter(one.sides["EW"].bags for one in read)


def test_the_winner_is_ahead_and_the_lead_is_in_points_a_round() -> None:
    game = seated("standard", "a", "b", "a", "b")
    assert game.end
    found = collect_alike([game, game])
    met = found.meetings["a", "b"]
    won = game.end["winner"] == "NS"
    assert (met.ahead, met.behind, met.level) == (2 * won, 2 * (not won), 0)
    lead = game.end["score"]["NS"] - game.end["score"]["EW"]
    assert met.lead.mean == pytest.approx(lead / len(game.rounds))


def test_sides_of_the_same_players_do_not_meet() -> None:
    assert not collect_alike([seated("standard", "a", "a", "a", "a")]).meetings
    assert list(collect_alike([seated("standard", "b", "a", "a", "a")]).meetings) == [("a", "a + b")]


def test_at_a_table_of_three_those_who_lost_are_ordered_by_score() -> None:
    game = seated("cutthroat-3", "a", "b", "c")
    assert game.end
    score, winner = game.end["score"], game.end["winner"]
    sides = dict(zip("abc", score, strict=True))
    found = collect_alike([game])
    assert set(found.meetings) == {("a", "b"), ("a", "c"), ("b", "c")}
    for (one, other), met in found.meetings.items():
        first, second = sides[one], sides[other]
        ahead = first == winner or (second != winner and score[first] > score[second])
        assert (met.ahead, met.behind) == (ahead, not ahead)


def test_an_unfinished_match_has_rounds_and_no_meeting() -> None:
    game = seated("standard", "a", "b", "a", "b")
    game.end = None
    found = collect_alike([game])
    assert not found.meetings
    assert not found.lengths
    assert found.spreads["a"].points.total() == len(game.rounds)
    assert found.drawn[0].result == "unfinished"


def test_many_matches_are_counted_and_few_are_kept() -> None:
    game = game_of("tournament-board-four")
    found = collect([game] * (figures.LISTED + 50))
    assert found.summary.games == figures.LISTED + 50
    assert len(found.matches) == figures.LISTED
    drawn, listed = found.matches[figures.DRAWN - 1], found.matches[figures.DRAWN]
    assert len(drawn.scores["NS"]) == len(game.rounds)
    assert listed.scores["NS"] == drawn.scores["NS"][-1:]


def test_games_under_different_rules_are_collected_apart() -> None:
    games = [seated(name, "a", "b", "a", "b") for name in ("standard", "tournament-board-four", "standard")]
    found = collect(games)
    assert [played.rule_set.name for played in found.played] == ["standard", "tournament-board-four"]
    for played, game, times in zip(found.played, games, (2, 1), strict=False):
        alone = collect_alike([game] * times)
        assert (played.spreads, played.meetings, played.lengths) == (alone.spreads, alone.meetings, alone.lengths)
        assert [len(match.scores["NS"]) for match in played.drawn] == [len(game.rounds)] * times
    assert len(found.matches) == 3


def test_every_rule_set_has_matches_to_draw_however_many_came_before() -> None:
    game, late = game_of("tournament-board-four"), game_of("standard")
    found = collect([game] * figures.LISTED + [late])
    (drawn,) = found.played[1].drawn
    assert len(drawn.scores["NS"]) == len(late.rounds)
    assert len(found.matches) == figures.LISTED


def test_a_casual_match_is_marked() -> None:
    game = game_of("standard")
    game.undos.append({"t": "undo"})
    found = collect([game, game_of("standard")])
    assert [match.result.endswith("; casual") for match in found.matches] == [True, False]
    assert found.summary.casual == 1


def test_sides_are_named_by_who_plays_them() -> None:
    players = {"N": "b", "E": "c", "S": "a", "W": "c"}
    assert name_sides(load_rules("standard"), players) == {"NS": "a + b", "EW": "c"}


@pytest.mark.parametrize(("share", "value"), [(0.05, 0), (0.5, 1), (0.75, 2), (1.0, 9)])
def test_a_quantile_is_a_value_that_was_counted(share: float, value: int) -> None:
    assert quantile(Counter({0: 2, 1: 4, 2: 3, 9: 1}), share) == value


@pytest.mark.parametrize("bad", [None, "x", 10**12, {"NS": "1"}, {}])
def test_scores_that_are_none_count_as_nothing(bad: object) -> None:
    game = game_of("standard")
    game.rounds[-1]["score"] = bad
    assert collect([game]).matches[0].scores["NS"][-1] == 0
