"""Summaries of records: figures worked out by hand, agreement with the engine, and memory that does not grow."""

from __future__ import annotations

import json
import time
import tracemalloc
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli.engine.rules import Rules
from spades_cli.record.figures import Mean, wilson
from spades_cli.record.reader import read_games
from spades_cli.record.replay import Replay
from spades_cli.record.rounds import RulesCache, read_round
from spades_cli.record.summary import By, Summary
from spades_cli.variants import rules_hash, rules_to_dict
from tests.engine.builders import make_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GOLDEN = sorted((Path(__file__).parents[1] / "matches").glob("*.jsonl"))
LINE = dict[str, Any]


def header(game: str = "1-0", players: str = "a b a b", rules: Rules | None = None, **more: Any) -> LINE:
    rules = rules or Rules()
    resolved = {"name": rules.name, "sha256": rules_hash(rules), "resolved": rules_to_dict(rules)}
    seated = dict(zip(rules.seats, players.split(), strict=False))
    return {"t": "game", "v": 1, "g": game, "rules": resolved, "players": seated, "seed": 1, **more}


def a_round(bids: str, taken: str, points: dict[str, int], game: str = "1-0", **more: Any) -> LINE:
    return {"t": "round", "g": game, "n": 1, "bids": bids, "taken": taken, "points": points, **more}


def end(winner: str | None, game: str = "1-0") -> LINE:
    return {"t": "end", "g": game, "winner": winner}


def sum_up(lines: Iterable[LINE | bytes], by: By = "strategy") -> tuple[Summary, list[str]]:
    problems: list[str] = []
    summary = Summary(by, problems.append)
    chunks = (line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    for game in read_games(chunks, "m", problems.append):
        summary.add(game, "m")
    return summary, problems


def rows(summary: Summary) -> dict[str, dict[str, Any]]:
    """The rows of a summary of games under one rule set."""
    (part,) = summary.parts
    return {name: row.figures() for name, row in part.rows()}


def sum_rows(lines: Iterable[LINE], by: By = "strategy") -> dict[str, dict[str, Any]]:
    summary, problems = sum_up(lines, by)
    assert problems == []
    return rows(summary)


# --- means and intervals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    # Of n wins in n the interval is n / (n + z²) to 1; z² = 3.841459.
    [(0, 0, 0, 1), (0, 10, 0, 0.277533), (10, 10, 0.722467, 1), (5, 10, 0.236593, 0.763407), (1, 1, 0.206549, 1)],
)
def test_wilsons_interval(wins: int, n: int, low: float, high: float) -> None:
    assert wilson(wins, n) == pytest.approx((low, high), abs=1e-6)


def test_wilsons_interval_holds_the_share_and_narrows() -> None:
    for n in (1, 7, 100, 10**6):
        for wins in {0, 1, n // 3, n}:
            low, high = wilson(wins, n)
            assert 0 <= low <= wins / n <= high <= 1
    assert wilson(500, 1000, 0.99)[0] < wilson(500, 1000)[0] < wilson(5000, 10000)[0] < 0.5


def test_a_running_mean_is_that_of_the_list() -> None:
    values = [1_000_000 + (i * 7919) % 101 for i in range(1000)]
    running = Mean()
    assert (running.mean, running.variance, running.error) == (None, None, None)
    running.add(values[0])
    assert (running.mean, running.error) == (values[0], None)
    for value in values[1:]:
        running.add(value)
    assert running.mean == pytest.approx(mean(values), rel=1e-12)
    assert running.error == pytest.approx(stdev(values) / sqrt(1000), rel=1e-9)


# --- a record by hand ---------------------------------------------------------------------------------------------

#: Two rounds won by NS, then one that nobody has won. NS is a and a, EW is b and c.
BY_HAND = [
    header(players="a b a c"),
    # NS bids 7 and takes 8: 71, a bag. EW bids 3 beside a nil of W that fails by a trick: E takes 4.
    a_round("N4 E3 S3 Wnil", "N5 E4 S3 W1", {"NS": 71, "EW": -68}),
    # NS bids 6 and takes 5: set. EW bids 5 beside W's blind nil that holds: 8 taken, 3 bags.
    a_round("N4 E5 S2 Wbn", "N4 E8 S1 W0", {"NS": -60, "EW": 253}, n=2),
    end("NS"),
    header("2-0", players="a b a c"),
    a_round("N2 E4 S5 W2", "N2 E4 S5 W2", {"NS": 70, "EW": 60}, game="2-0"),
    end(None, "2-0"),
]


def test_the_figures_of_a_strategy_on_one_side() -> None:
    summary, problems = sum_up(BY_HAND)
    assert (summary.games, summary.rounds, summary.unfinished, problems) == (2, 3, 0, [])
    found = rows(summary)
    assert list(found) == ["a", "b", "c"]
    assert found["a"] == {
        "games": 2, "won": 1, "lost": 0, "drawn": 1, "win_rate": 1.0, "win_low": 0.206549, "win_high": 1.0,
        "rounds": 3, "points_per_round": 27.0,
        # Deviations 44, -87 and 43 from the mean 27: 11354 / 2 / 3, and its root.
        "points_error": round(sqrt(11354 / 6), 6),
        "bags_per_round": round(1 / 3, 6), "contracts": 3, "sets": 1, "set_rate": round(1 / 3, 6),
        "nils": 0, "nils_made": 0, "nil_rate": None, "blind_nils": 0, "blind_nils_made": 0, "blind_nil_rate": None,
        # Bids 4 3 4 2 2 5; over 1 0 0 -1 0 0.
        "mean_bid": round(20 / 6, 6), "tricks_over_bid": 0.0,
    }  # fmt: skip


def test_partners_share_the_side_and_keep_their_own_bids() -> None:
    found = sum_rows(BY_HAND)
    side = ["games", "won", "lost", "drawn", "rounds", "points_per_round", "bags_per_round", "contracts", "sets"]
    for name in "bc":
        # Bags: one over and the failed nil's trick, then three, then none.
        assert [found[name][key] for key in side] == [2, 0, 1, 1, 3, round(245 / 3, 6), round(5 / 3, 6), 3, 0]
    own = ["nils", "nils_made", "blind_nils", "blind_nils_made", "mean_bid", "tricks_over_bid"]
    assert [found["b"][key] for key in own] == [0, 0, 0, 0, 4.0, round(4 / 3, 6)]
    assert [found["c"][key] for key in own] == [1, 0, 1, 1, 2.0, 0.0]


def test_seats_stand_in_their_order() -> None:
    found = sum_rows(BY_HAND, "seat")
    assert list(found) == ["N", "E", "S", "W"]
    assert [found[seat]["mean_bid"] for seat in "NESW"] == [round(10 / 3, 6), 4.0, round(10 / 3, 6), 2.0]
    assert [found[seat]["won"] for seat in "NESW"] == [1, 0, 1, 0]


def test_bids_stand_in_their_order_with_the_rounds_they_were_made_in() -> None:
    found = sum_rows(BY_HAND, "bid")
    assert list(found) == ["nil", "bn", "2", "3", "4", "5"]
    # Three was bid by S, whose side made 71, and by E in the same round.
    assert found["3"] | {"points_error": 0} == found["3"] | {
        "games": 2, "rounds": 2, "won": 1, "lost": 1, "points_per_round": 1.5, "mean_bid": 3.0, "points_error": 0,
        "tricks_over_bid": 0.5, "bags_per_round": 1.5, "contracts": 2, "sets": 0,
    }  # fmt: skip
    assert (found["nil"]["nils"], found["nil"]["nils_made"], found["nil"]["mean_bid"]) == (1, 0, None)
    assert (found["bn"]["blind_nils"], found["bn"]["blind_nil_rate"], found["bn"]["contracts"]) == (1, 1.0, 1)


def test_a_strategy_on_both_sides_counts_for_each() -> None:
    found = sum_rows([header(players="a a a a"), *BY_HAND[1:4]])
    assert [found["a"][key] for key in ("games", "won", "lost", "rounds", "contracts", "sets")] == [2, 1, 1, 4, 4, 1]
    assert found["a"]["points_per_round"] == (71 - 68 - 60 + 253) / 4


def test_tables_where_everybody_plays_alone() -> None:
    rules = make_rules("three")
    taken = a_round("P1:4 P2:nil P3:6", "P1:5 P2:0 P3:12", {"P1": 41, "P2": 100, "P3": 66})
    found = sum_rows([header(players="a b c", rules=rules), taken, end("P2")], "seat")
    assert list(found) == ["P1", "P2", "P3"]
    assert [row["won"] for row in found.values()] == [0, 1, 0]
    assert [row["bags_per_round"] for row in found.values()] == [1, 0, 6]
    assert [row["contracts"] for row in found.values()] == [1, 0, 1]


def test_a_round_given_up_is_set_and_tells_nothing_about_tricks() -> None:
    given_up = a_round("N4 E3 S3 Wnil", "N1 E0 S0 W1", {"NS": -70, "EW": 130}, forfeit="N")
    found = sum_rows([header(), given_up, end("EW")])
    assert [found[name]["sets"] for name in "ab"] == [1, 0]
    assert [found[name]["tricks_over_bid"] for name in "ab"] == [None, None]
    assert (found["b"]["nils"], found["b"]["nils_made"]) == (1, 1)


def test_a_first_round_without_bids_has_no_contract() -> None:
    rules = make_rules("standard", **{"bidding.first_hand": "itself"})
    lines = [header(rules=rules), a_round("", "N4 E3 S3 W3", {"NS": 70, "EW": 60}), end("NS")]
    found = sum_rows(lines)
    assert [(row["contracts"], row["bags_per_round"], row["mean_bid"]) for row in found.values()] == [(0, 0, None)] * 2
    assert sum_rows(lines, "bid") == {}


# --- against the engine -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_played_record_agrees_with_its_replay(path: Path) -> None:
    with path.open("rb") as file:
        (game,) = read_games(file, path.name, print)
    replay = Replay(game)
    assert list(replay.events())
    summary = Summary("seat", pytest.fail)
    summary.add(game, path.name)
    assert summary.rounds == len(game.rounds) == replay.match.rounds
    found = rows(summary)
    for side, places in replay.rules.sides.items():
        row = found[replay.rules.seats[places[0]]]
        assert row["sets"] == replay.match.sets[side]
        assert row["points_per_round"] == pytest.approx(replay.match.scores[side] / summary.rounds, abs=1e-5)
        assert row["games"] == row["won"] + row["lost"] + row["drawn"] == 1
        assert row["won"] == (replay.match.winner == side)
    _compare_bags(replay.rules, game.rounds)


def _compare_bags(rules: Rules, lines: list[LINE]) -> None:
    """The bags held after a round are those before it and those gained, counted past the limit."""
    held = dict.fromkeys(rules.sides, 0)
    for line in lines:
        for side, figures in read_round(rules, line).sides.items():
            total = held[side] + figures.bags
            if rules.bags.limit and total >= rules.bags.limit:
                total = total % rules.bags.limit if rules.bags.carry else 0
            assert line["bags"][side] == total
            held[side] = total


# --- rule sets and casual games -----------------------------------------------------------------------------------


#: What sides made in one round of other games.
POINTS = {3: {"NS": 70, "EW": 60}, 4: {"NS": 7, "EW": 6}}


def undo(n: int, game: str = "1-0") -> LINE:
    return {"t": "undo", "g": game, "n": n, "seat": "S", "phase": "bid", "action": "3"}


def test_each_rule_set_is_summed_up_by_itself_and_counts_add_up() -> None:
    others = [make_rules("standard", **{"bags.limit": 5}), make_rules("standard", **{"match.target": 200})]
    lines = list(BY_HAND)
    for number, rules in enumerate(others, 3):
        game = f"{number}-0"
        lines += [header(game, "a b a c", rules), a_round("N2 E4 S5 W2", "N2 E4 S5 W2", POINTS[number], game=game)]
    summary, problems = sum_up(lines)
    assert problems == []
    assert (summary.games, summary.rounds, summary.unfinished) == (4, 5, 2)
    assert [part.rule_set.rules.bags.limit for part in summary.parts] == [10, 5, 10]
    assert {name: row.figures() for name, row in summary.parts[0].rows()} == sum_rows(BY_HAND)
    points = [{name: row.figures()["points_per_round"] for name, row in part.rows()} for part in summary.parts[1:]]
    assert points == [{"a": 70, "b": 60, "c": 60}, {"a": 7, "b": 6, "c": 6}]


def test_a_game_with_a_decision_taken_back_is_casual_and_counts() -> None:
    summary, problems = sum_up([*BY_HAND[:2], undo(1), *BY_HAND[1:4], *BY_HAND[4:]])
    assert (summary.games, summary.rounds, summary.casual, problems) == (2, 3, 1, [])
    assert rows(summary) == sum_rows(BY_HAND)


def test_lines_of_unknown_kinds_change_nothing() -> None:
    drawn = {"t": "rng", "g": "1-0", "n": 1, "words": {"N": 3}}
    assert sum_rows([BY_HAND[0], drawn, *BY_HAND[1:3], {"t": "weather", "g": "1-0"}, *BY_HAND[3:]]) == sum_rows(BY_HAND)


# --- what is left out ---------------------------------------------------------------------------------------------

GOOD = BY_HAND[1]
FLAWS: list[tuple[LINE, str]] = [
    ({"bids": None}, "round 1 left out: "),
    ({"bids": "N4 E3 S3"}, "round 1 left out: a bid is missing"),
    ({"bids": "N4 E3 S3 Wx"}, "round 1 left out: 'x' is not a bid"),
    ({"taken": "N5"}, "round 1 left out: no 'E'"),
    ({"taken": "N5 E4 S3 Wmany"}, "round 1 left out: invalid literal"),
    ({"taken": "N5 E4 S3 W-1"}, "round 1 left out: taken is not a number that can be"),
    ({"points": {"NS": 1}}, "round 1 left out: no 'EW'"),
    ({"points": {"NS": 1.5, "EW": 0}}, "round 1 left out: points is not a number that can be"),
    ({"points": {"NS": True, "EW": 0}}, "round 1 left out: points is not"),
    ({"points": {"NS": 10**400, "EW": 0}}, "round 1 left out: points is not"),
    ({"points": 3}, "round 1 left out: "),
    ({"forfeit": "X"}, "round 1 left out: "),
    ({"forfeit": ["N"]}, "round 1 left out: "),
]


@pytest.mark.parametrize(("change", "message"), FLAWS, ids=[str(change)[:40] for change, _ in FLAWS])
def test_a_damaged_round_is_left_out_whole(change: LINE, message: str) -> None:
    summary, problems = sum_up([BY_HAND[0], GOOD | change, *BY_HAND[2:4]])
    assert len(problems) == 1
    assert problems[0].startswith(f"m:1: game 1-0: {message}")
    assert summary.rounds == 1
    assert rows(summary)["a"]["points_per_round"] == -60


def test_an_unfinished_game_counts_its_rounds_and_nobody_wins() -> None:
    summary, problems = sum_up(BY_HAND[:2])
    assert (summary.games, summary.unfinished, summary.rounds, problems) == (1, 1, 1, [])
    row = rows(summary)["a"]
    assert (row["games"], row["won"], row["lost"], row["drawn"], row["win_rate"], row["win_low"]) == (
        1, 0, 0, 0, None, None,
    )  # fmt: skip


@pytest.mark.parametrize("winner", ["XY", 1, ["NS"], {}])
def test_a_winner_that_is_no_side_has_not_won(winner: Any) -> None:
    summary, problems = sum_up([*BY_HAND[:2], end(winner)])
    assert (summary.unfinished, len(problems)) == (1, 1)
    assert "is no side that can win" in problems[0]


def test_a_game_whose_rules_are_none_is_left_out() -> None:
    bad = header("9-0")
    bad["rules"] = {"name": "x", "sha256": "y", "resolved": {"match": {"target": "many"}}}
    summary, problems = sum_up([bad, end("NS", "9-0"), *BY_HAND])
    assert (summary.games, len(problems)) == (2, 1)
    assert problems[0].startswith("m:1: game 9-0: left out: match.target: ")


def test_headers_without_id_or_players_do_no_harm() -> None:
    anonymous = header(players="")
    del anonymous["g"]
    summary, problems = sum_up([anonymous, {**GOOD, "g": None}])
    assert (summary.games, summary.rounds, problems) == (1, 1, [])
    assert list(rows(summary)) == ["?"]


def test_one_hash_for_two_rule_sets_does_not_mix_them() -> None:
    cache = RulesCache(size=2)
    two = [header(rules=rules) for rules in (Rules(), make_rules("solo"))]
    two[1]["rules"]["sha256"] = two[0]["rules"]["sha256"]
    assert [cache.get(line).table.teams for line in two * 2] == ["pairs", "solo"] * 2
    first = cache.get(two[0])
    assert cache.get(header()) is first


# --- size ---------------------------------------------------------------------------------------------------------

MANY = 20_000
_HEADER = header() | {"rules": {"name": "standard", "sha256": "x", "resolved": {"match": {"max_rounds": 1}}}}
#: A game that NS wins, and one in which NS is set.
_GAMES = [
    b"".join(json.dumps(line).encode() + b"\n" for line in (_HEADER, a_round(bids, taken, points), end(winner)))
    for bids, taken, points, winner in (
        ("N4 E2 S2 W1", "N7 E5 S0 W1", {"NS": 61, "EW": 33}, "NS"),
        ("N4 E2 S2 W1", "N3 E9 S0 W1", {"NS": -60, "EW": 37}, "EW"),
    )
]


def many_games(count: int) -> Iterator[bytes]:
    """Single-round games, one after the other: every other one is won by NS."""
    for number in range(count):
        game = _GAMES[number % 2].replace(b'"1-0"', b'"1-%d"' % number)
        yield from game.splitlines(keepends=True)


@pytest.mark.parametrize("count", [MANY // 10, pytest.param(MANY, marks=pytest.mark.soak)])
def test_memory_does_not_grow_with_the_number_of_games(count: int) -> None:
    summary = Summary("strategy", pytest.fail)
    RulesCache().get(_HEADER)  # what reading rules loads stays loaded
    tracemalloc.start()
    try:
        for game in read_games(many_games(count), "m", pytest.fail):
            summary.add(game, "m")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 500_000
    assert (summary.games, summary.rounds, summary.unfinished) == (count, count, 0)
    row = rows(summary)["a"]
    assert (row["won"], row["sets"], row["points_per_round"]) == (count / 2, count / 2, 0.5)


def test_a_game_takes_half_a_millisecond_at_most() -> None:
    count = MANY // 5
    begun = time.process_time()
    summary, problems = sum_up(many_games(count), "bid")
    assert (summary.games, problems) == (count, [])
    assert time.process_time() - begun < count / 2000
