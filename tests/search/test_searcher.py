"""The search answers alike at both speeds and from one run to the next, and exactly where it can."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import load_rules
from spades_cli.players.positions import read_position
from spades_cli.search import Budget, Position, Rated, Searcher, layout
from spades_cli.search.budget import FAST, SLOW
from spades_cli.search.drawing import read_bids
from spades_cli.search.evidence import ALL_HEARTS, ALL_SPADES, NIL, NUMBER, SILENT, resample, weigh_plays
from spades_cli.search.rollout import LEFT
from spades_cli.search.searcher import different
from spades_cli.search.tally import Tally
from tests.search.rounds import ONE_PACK, RULES, random_positions
from tests.search.speed import compiled_kernels

if TYPE_CHECKING:
    from pathlib import Path

    from spades_cli import Rules

STANDARD = load_rules("standard")
#: Little work, and every part of it.
SMALL = Budget(samples=8, drawn=3, tail=2, solved=8)
#: Rules under which a match is over soon.
SHORT = """
[variant]
id = "two-rounds"
base = "standard"

[match]
max_rounds = 2
"""


@pytest.fixture(scope="module", autouse=True)
def plain() -> Any:
    """Nothing is compiled but where a test asks for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPADES_CLI_FAST", "off")
        yield


def typed(rules: Rules = STANDARD, **fields: object) -> Position:
    return Position(read_position({"type": "play", "seat": "S", **fields}, rules))


def positions_of(name: str, seed: int, apart: int) -> list[Position]:
    """Positions before the exact endings, and one in them."""
    found = [position for _, position in random_positions(RULES[name], seed, apart)]
    return found[:2] + found[-1:]


@pytest.mark.parametrize("name", RULES)
def test_every_variant_has_its_cards_rated_best_first(name: str) -> None:
    searcher = Searcher(SMALL, doubled=RULES[name].pack.doubled)
    for position in positions_of(name, 1, 10):
        rated = searcher.rate(position, 5)
        cards = [entry.card for entry in rated]
        assert set(cards) == set(different(position))
        assert not sum(cards) & ~position.legal
        assert [entry.value for entry in rated] == sorted((entry.value for entry in rated), reverse=True)
        assert all(entry.se >= 0 and entry.behind >= 0 for entry in rated)
        assert rated[0].behind == 0
        if len(cards) > 1:
            assert 1 <= searcher.drawing.effective <= SMALL.samples * SMALL.drawn


@pytest.mark.parametrize(
    "names", [("two-player", "standard", "six-solo-short"), ("five-solo", "cutthroat-3", "standard")]
)
def test_one_searcher_serves_tables_of_any_size_one_after_the_other(names: tuple[str, ...]) -> None:
    budget = SMALL._replace(tail=3)
    shared = Searcher(budget, doubled=False)
    for name in names:
        *_, ending = [position for _, position in random_positions(RULES[name], 1)]
        assert ending.state[LEFT] == 2
        assert shared.rate(ending, 5) == Searcher(budget, doubled=False).rate(ending, 5), name


def test_a_seed_gives_one_ranking_whatever_was_rated_before() -> None:
    searcher = Searcher(SMALL, doubled=False)
    positions = [position for _, position in random_positions(STANDARD, 2, 7)]
    first = [searcher.rate(position, 3) for position in positions]
    again = [searcher.rate(position, 3) for position in reversed(positions)][::-1]
    fresh = [Searcher(SMALL, doubled=False).rate(position, 3) for position in positions]
    assert first == again == fresh
    assert any(searcher.rate(position, 4) != rated for position, rated in zip(positions, first, strict=True))


@pytest.mark.parametrize("name", [name for name in ONE_PACK if name not in ("ggz", "trickster", "openspiel")])
def test_compiled_rankings_are_equal_to_the_bit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPADES_CLI_FAST")
    compiled_kernels()
    plain, fast = Searcher(SMALL, doubled=True), Searcher(SMALL, doubled=False)
    assert fast.kernels.is_compiled > plain.kernels.is_compiled
    for position in positions_of(name, 6, 9):
        assert plain.rate(position, 8) == fast.rate(position, 8)
        if len(different(position)) > 1:
            assert plain.drawing.effective == fast.drawing.effective


def record_of(folder: Path, name: str) -> bytes:
    """The record of a short match, played in a process of its own."""
    rules, path = folder / "two-rounds.toml", folder / name
    rules.write_text(SHORT)
    words = ("match", "search:samples=8", "basic", "-n", "1", "--no-duplicate", "-r", rules, "-s", "3", "--out", path)
    command = [sys.executable, "-m", "spades_cli", *map(str, words)]
    done = subprocess.run(command, capture_output=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return path.read_bytes()


def test_a_whole_match_has_equal_records_at_both_speeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = record_of(tmp_path, "plain.jsonl")
    monkeypatch.delenv("SPADES_CLI_FAST")
    compiled_kernels()
    assert record_of(tmp_path, "fast.jsonl") == plain
    assert plain.count(b"\n") > 2


def test_an_open_number_of_deals_is_what_the_speed_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Searcher(Budget(samples=0), doubled=False).budget.samples == SLOW
    monkeypatch.delenv("SPADES_CLI_FAST")
    compiled_kernels()
    assert Searcher(Budget(samples=0), doubled=False).budget.samples == FAST > SLOW
    # Two packs are searched interpreted whatever is installed.
    assert Searcher(Budget(samples=0), doubled=True).budget.samples == SLOW
    assert Searcher(Budget(samples=7), doubled=False).budget.samples == 7


def test_an_open_number_of_deals_rates_as_that_number_does() -> None:
    for _, position in random_positions(STANDARD, 3, 12):
        rated = [Searcher(SMALL._replace(samples=samples), doubled=False).rate(position, 2) for samples in (0, SLOW)]
        assert rated[0] == rated[1]


# --- deals and evidence ----------------------------------------------------------------------------------------------


def test_deals_hold_the_own_hand_and_what_is_known() -> None:
    for _, position in random_positions(STANDARD, 9, 6):
        deals = Searcher(SMALL, doubled=False).drawing.draw(position, 2)
        for deal in range(SMALL.samples):
            hands = deals[deal * 5 : deal * 5 + 5]
            assert hands[position.place] == position.hand
            assert sum(hands) == position.unseen | position.hand
            for place in range(4):
                assert not hands[place] & position.voids[place]


def test_deals_are_weighed_with_the_own_hand_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[tuple[int, ...]] = []

    def keep(*given: Any) -> None:
        *_, deals, first, last, _, _ = given
        weighed.extend(tuple(deals[deal * 5 : deal * 5 + 5]) for deal in range(first, last))
        weigh_plays(*given)

    searcher = Searcher(SMALL, doubled=False)
    monkeypatch.setattr(searcher.kernels.evidence, "weigh_plays", keep)
    for _, position in random_positions(STANDARD, 9, 6):
        weighed.clear()
        searcher.drawing.draw(position, 2)
        assert len(weighed) == (SMALL.samples * SMALL.drawn if position.history else 0)
        for hands in weighed:
            assert hands[position.place] == position.hand
            assert sum(hands) == position.unseen | position.hand


def test_likely_deals_are_kept_more_often() -> None:
    """West has bid nil: the ace of spades is with him less often than with the others."""
    searcher = Searcher(Budget(samples=200, drawn=5), doubled=False)
    fields: dict[str, Any] = {
        "hand": "4H 5H 6D 7D 8C 9C TC 2S 3S 4S 2D 3D 4C",
        "bids": {"W": "nil", "N": "4", "E": "4", "S": "1"},
    }
    position = typed(trick=[], **fields)
    deals = searcher.drawing.draw(position, 1)
    ace = position.deck.mask(["AS"])
    assert sum(bool(deals[deal * 5 + 3] & ace) for deal in range(200)) < 20
    assert sum(bool(deals[deal * 5 + 0] & ace) for deal in range(200)) > 50
    assert searcher.drawing.effective < 1000


def test_deals_are_chosen_as_often_as_they_are_likely() -> None:
    searcher = Searcher(SMALL, doubled=False)
    chosen = [0] * 100
    assert resample([-3000] * 720, 720, searcher.drawing.weights, 100, 7, chosen) == 720
    assert len(set(chosen)) == 100
    assert resample([-9000, 0, -9000, -30000], 4, searcher.drawing.weights, 100, 7, chosen) == 1
    assert set(chosen) == {1}
    # A likelihood of -700 is half as much.
    assert resample([-700, -50000, 0], 3, searcher.drawing.weights, 90, 7, chosen) == 1
    assert chosen[:90].count(0) == pytest.approx(30, abs=1)
    assert 1 not in chosen[:90]


def test_voids_that_contradict_the_counts_are_overlooked() -> None:
    position = typed(hand="AH 4H QS", trick=[["E", "3H"]])
    position.voids = [sum(position.deck.runs) if place != position.place else 0 for place in range(4)]
    rated = Searcher(SMALL, doubled=False).rate(position, 1)
    assert {entry.card for entry in rated} == set(different(position))


@pytest.mark.parametrize(
    ("mode", "bid", "kind"),
    [
        ("standard", "3", NUMBER),
        ("standard", "nil", NIL),
        ("standard", "bn", SILENT),
        ("mirror", "3", ALL_SPADES),
        ("mirror", "nil", ALL_SPADES),
        ("whiz", "3", ALL_SPADES),
        ("whiz", "nil", NIL),
        ("bid-hearts", "3", ALL_HEARTS),
        ("bid-3", "3", SILENT),
        ("four-or-nil", "4", SILENT),
        ("four-or-nil", "nil", NIL),
    ],
)
def test_what_a_bid_tells_depends_on_how_it_is_made(mode: str, bid: str, kind: int) -> None:
    hand = "AH 4H QS 2C 3C 4C 5C 2D 3D 4D 5D 6D 7D"
    position = typed(load_rules(mode), hand=hand, trick=[["E", "3H"]], bids={"E": bid})
    kinds, numbers, may_nil = read_bids(position)
    assert kinds == [SILENT, kind, SILENT, SILENT]
    assert numbers[1] == (int(bid) if bid.isdigit() else 0)
    assert may_nil == (mode == "standard")


# --- endings ---------------------------------------------------------------------------------------------------------


def ending(samples: int) -> tuple[Position, list[Rated]]:
    """Two tricks to come, South to ruff hearts or not: all others hold diamonds alone, so the ruff takes both."""
    kept = ["2S", "2C", "5H", "2H", "TH", "3D", "4D", "6D"]
    position = typed(
        hand="2S 2C", trick=[["W", "5H"], ["N", "2H"], ["E", "TH"]],
        gone=" ".join(card for card in STANDARD.pack.cards(sum(STANDARD.pack.order)) if card not in kept),
        bids={"N": "3", "S": "3", "E": "3", "W": "3"}, taken={"N": 2, "S": 2, "E": 4, "W": 3},
    )  # fmt: skip
    return position, Searcher(Budget(samples=samples, tail=2, noise=256), doubled=False).rate(position, 1)


@pytest.mark.parametrize("samples", [4, 40])
def test_an_ending_has_exact_worths(samples: int) -> None:
    position, rated = ending(samples)
    game, classes, joint = position.worth
    assert [position.deck.names[entry.card] for entry in rated] == ["2S", "2C"]
    for entry, tricks in zip(rated, ((2, 0), (1, 1)), strict=True):
        index = [
            before + won * game[layout.STRIDE + place]
            for place, (before, won) in enumerate(zip(position.index, tricks, strict=True))
        ]
        assert entry.value * 100 == pytest.approx(layout.side_worth(game, classes, joint, index, 0))
        assert entry.se == 0
    assert rated[0].value > rated[1].value + 80
    assert rated[1].behind == float("inf")


def test_few_samples_are_solved_as_well_as_many() -> None:
    for _, position in random_positions(STANDARD, 4):
        if position.state[LEFT] == len(different(position)) == 2:
            searcher = Searcher(Budget(samples=8, tail=2, solved=40, noise=256), doubled=False)
            deals = searcher.drawing.draw(position, 1)
            assert len(searcher._solve(position, Tally(different(position)), deals)) == 8
            break
    else:
        pytest.fail("no such position")


# --- figures ---------------------------------------------------------------------------------------------------------


def test_of_cards_that_no_other_card_lies_between_the_weakest_stands_for_all() -> None:
    position = typed(hand="AH KH QH 9H 8H", trick=[["E", "3H"]], gone="JH")
    assert position.deck.cards(sum(different(position))) == position.deck.cards(position.deck.mask(["8H", "QH"]))
    assert different(typed(hand="AH KH 9H", trick=[["E", "QH"]]))[1:] == [position.deck.mask(["KH"])]


def test_a_single_card_needs_no_search() -> None:
    (only,) = Searcher(SMALL, doubled=False).rate(typed(hand="AH 4C QS", trick=[["E", "3H"]]), 1)
    assert only.se == only.behind == 0
