"""Rounds from which the weights of the rule player are learned: their bids, the worths of cards, duels."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import Bid, load_rules
from spades_cli.engine.kernel import legal_cards, lowest
from spades_cli.engine.scoring import score_round
from spades_cli.search import practice, rating
from spades_cli.search.compiled import load_kernels
from spades_cli.search.judging import Situation
from spades_cli.search.layout import (
    BIDS,
    CODE,
    COUNTING,
    MATES,
    MOST,
    RATINGS,
    RUNS,
    SIDE_OF,
    SPADES,
    STRIDE,
    are_equals,
)
from spades_cli.search.policy import KINDS
from spades_cli.search.practice import PROBE, end_worth
from spades_cli.search.rating import FEATURES
from spades_cli.search.rollout import LEADER, NILS, STATE
from spades_cli.search.tables import find_tables
from spades_cli.search.worth import round_game
from tests.search.rounds import change

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spades_cli import Rules

#: The functions, which take very many arrays.
PLAIN: Any = load_kernels(False, practice.__name__)
#: A pack for partners, for three alone, for two who draft; and failed nils whose tricks count.
TABLES = {name: load_rules(name) for name in ("standard", "cutthroat-3", "two-player")}
TABLES["nils count"] = change(load_rules("standard"), nil={"failed_tricks": "count"})


def game_of(rules: Rules) -> list[int]:
    """A round's layout, the tricks of all seats apart, with the weights of the package and room for features."""
    nobody = (0,) * len(rules.sides)
    game = list(round_game(Situation(rules, (Bid(1),) * rules.table.players, nobody, nobody, rules.hand_size, 2)))
    for places in rules.sides.values():
        for number, place in enumerate(places):
            game[STRIDE + place] = (rules.hand_size + 1) ** number
    return [*game, *[0] * FEATURES]


def how_of(rules: Rules, share: int = 1024) -> list[int]:
    """Points as in the standard game, bids of all kinds, and some noise."""
    tricks = rules.nil.failed_tricks
    scoring = [100, 1000, 90, -10, int(tricks == "bags"), int(tricks == "count")]
    dealing = [rules.pack.size, rules.hand_size, int(rules.deal.method == "draft")]
    return [*dealing, 100, 700, -4000, 5500, 300, 200, share, 100, *scoring]


def room(count: int = MOST + STATE) -> list[int]:
    return [0] * count


def rooms(count: int) -> list[list[int]]:
    return [room() for _ in range(count)]


def set_table(rules: Rules, number: int, seed: int = 1) -> tuple[list[int], list[list[int]]]:
    """The layout of a round that is bid, and where it stands: state, hands, need, fear, voids, index."""
    game, now = game_of(rules), rooms(6)
    PLAIN.practice.set_up(game, how_of(rules), find_tables(rules), list(rules.pack.order), seed, number, *now)
    return game, now


def study(rules: Rules, turns: int, share: int = 60, kernels: Any = PLAIN, seed: int = 1) -> list[list[int]]:
    """Features, worths, kinds and starts of turns, as lists cut to what they hold."""
    array, rows = kernels.array, turns * rules.hand_size
    found = [array(room(count)) for count in (rows * FEATURES, rows, turns, turns + 1)]
    given = [array(values) for values in (how_of(rules, share), find_tables(rules), rules.pack.order)]
    used = kernels.practice.study_rounds(array(game_of(rules)), *given, seed, 0, turns, *map(array, rooms(11)), *found)
    counts = (used * FEATURES, used, turns, turns + 1)
    return [[int(value) for value in values[:count]] for values, count in zip(found, counts, strict=True)]


def fight(rules: Rules, one: Sequence[int], other: Sequence[int], deals: int, kernels: Any = PLAIN) -> list[int]:
    """What one layout's weights gain on another's, deal by deal."""
    array = kernels.array
    gains = array(room(deals))
    given = [array(values) for values in (one, other, how_of(rules), find_tables(rules), rules.pack.order)]
    kernels.practice.duel(*given, 3, 5, 5 + deals, *map(array, rooms(11)), gains)
    return [int(gain) for gain in gains]


def without_weights(game: Sequence[int]) -> list[int]:
    """A layout by which every card is as good as the others, so that the weakest is played."""
    return [*game[:RATINGS], *[0] * (len(game) - RATINGS)]


def tricks_by_place(rules: Rules, game: Sequence[int], index: Sequence[int]) -> list[int]:
    size = rules.hand_size + 1
    return [index[game[SIDE_OF + place]] // game[STRIDE + place] % size for place in range(rules.table.players)]


def test_players_do_not_load_what_practice_needs() -> None:
    assert load_kernels(False, practice.__name__).practice is practice
    assert not hasattr(load_kernels(False), "practice")


@pytest.mark.parametrize("name", TABLES)
def test_bids_and_nils_stand_where_the_rule_player_reads_them(name: str) -> None:
    rules, nils = TABLES[name], 0
    for number in range(30):
        game, (state, hands, need, fear, _, index) = set_table(rules, number)
        bids = game[BIDS : BIDS + rules.table.players]
        assert state[LEADER] == number % rules.table.players
        assert [hand.bit_count() for hand in hands[: len(bids)]] == [rules.hand_size] * len(bids)
        for place, bid in enumerate(bids):
            assert (state[NILS] >> place & 1) == (bid == 0)
            assert game[COUNTING + place] == int(bid > 0 or name == "nils count")
            assert not (bid == 0 and state[NILS] & game[MATES + place])
        assert need[: len(rules.sides)] == [sum(bids[place] for place in places) for places in rules.sides.values()]
        assert set(fear[: len(rules.sides)]) <= {0, practice.LIMIT}
        assert index[: len(rules.sides)] == [0] * len(rules.sides)
        nils += bids.count(0)
    assert 0 < nils < 30 * len(rules.sides)


@pytest.mark.parametrize("name", TABLES)
def test_the_worth_of_an_end_is_the_engines_score_with_bags_at_their_cost(name: str) -> None:
    rules = TABLES[name]
    scorer = change(rules, bags={"limit": 1000})
    names = list(rules.sides)
    for number in range(12):
        game, (state, hands, need, fear, voids, index) = set_table(rules, number)
        PLAIN.rollout.play_out(
            without_weights(game), state, need, fear, voids, hands, index, hands[rules.table.players], 0, 1
        )
        bids = [Bid(bid, nil=bid == 0) for bid in game[BIDS : BIDS + rules.table.players]]
        result = score_round(scorer, bids, tricks_by_place(rules, game, index), dict.fromkeys(names, 0))
        # A bag costs ten points of penalty, and the point it scores is in the result.
        points = [10 * result.points[side] - 100 * result.bags[side] * (fear[me] > 0) for me, side in enumerate(names)]
        for me, own in enumerate(points):
            others = (sum(points) - own) / (len(points) - 1)
            assert end_worth(game, how_of(rules), me, index, fear) == pytest.approx(own - others, abs=1)


@pytest.mark.parametrize("name", TABLES)
def test_the_worth_of_a_card_is_that_of_the_round_played_out_after_it(name: str) -> None:
    rules, size, apart = TABLES[name], TABLES[name].hand_size, 0
    for number in range(3):
        game, now = set_table(rules, number)
        state, hands, need, fear, voids, index = now
        seat = state[LEADER]
        legal = legal_cards(hands[seat], 0, 0, 0, 1, game[CODE], game[SPADES], game[RUNS])
        unseen = sum(hands[: rules.table.players + 1]) - hands[seat]
        worths: list[int] = room(size)
        rows = PLAIN.practice.study_turn(
            game, how_of(rules), *now, *rooms(5), legal, unseen, room(size * FEATURES), worths, 0
        )
        expected, last = [], 0
        while legal:
            card = lowest(legal)
            legal ^= card
            if not last or not are_equals(game, last, card, unseen):
                copies = [list(values) for values in (state, need, voids, hands, index)]
                PLAIN.rollout.put_card(game, *copies, card)
                at, wants, shown, held, taken = copies
                PLAIN.rollout.play_out(game, at, wants, fear, shown, held, taken, hands[rules.table.players], 0, 1)
                expected.append(end_worth(game, how_of(rules), game[SIDE_OF + seat], taken, fear))
            last = card
        assert worths[:rows] == expected
        apart += len(set(expected)) > 1
    assert apart


@pytest.mark.parametrize("name", TABLES)
def test_features_by_the_weights_add_up_to_the_rating(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, found = 3, []
    rate_card: Any = rating.rate_card

    def rate(game: list[int], *turn: Any) -> Any:
        if game[PROBE]:
            found.append(rate_card(game, *turn[:-1], RATINGS + kind * FEATURES))
        return rate_card(game, *turn)

    monkeypatch.setattr(practice, "rate_card", rate)
    features, worths, _, starts = study(TABLES[name], 12)
    weights = game_of(TABLES[name])[RATINGS + kind * FEATURES :][:FEATURES]
    rows = [features[row * FEATURES : (row + 1) * FEATURES] for row in range(len(worths))]
    summed = [sum(weight * count for weight, count in zip(weights, row, strict=True)) for row in rows]
    # Turns of which all cards are alike are counted too, but not kept.
    assert [one for one in found if one in summed] == summed
    assert starts[-1] == len(rows)


@pytest.mark.parametrize("name", TABLES)
def test_every_turn_that_is_kept_has_cards_to_choose_from(name: str) -> None:
    features, worths, kinds, starts = study(TABLES[name], 25)
    counts = [after - before for before, after in pairwise(starts)]
    assert all(1 < count <= TABLES[name].hand_size for count in counts)
    assert all(0 <= kind < KINDS for kind in kinds)
    assert len(set(kinds)) > 5
    assert len(features) == FEATURES * len(worths) == FEATURES * starts[-1]
    assert 0 <= min(features) <= max(features) < 1 << practice.DIGIT


def test_the_room_for_features_is_left_empty() -> None:
    rules = TABLES["standard"]
    game, rows = game_of(rules), 5 * rules.hand_size
    found = [room(count) for count in (rows * FEATURES, rows, 5, 6)]
    PLAIN.practice.study_rounds(
        game, how_of(rules), find_tables(rules), list(rules.pack.order), 1, 0, 5, *rooms(11), *found
    )
    assert game[PROBE:] == [0] * FEATURES


@pytest.mark.parametrize("name", TABLES)
def test_equal_players_duel_to_exactly_nothing(name: str) -> None:
    game = game_of(TABLES[name])
    assert fight(TABLES[name], game, game, 6) == [0] * 6


@pytest.mark.parametrize("name", TABLES)
def test_what_one_player_gains_the_other_loses(name: str) -> None:
    game = game_of(TABLES[name])
    gains = fight(TABLES[name], game, without_weights(game), 12)
    assert fight(TABLES[name], without_weights(game), game, 12) == [-gain for gain in gains]
    assert sum(gains) > 0


@pytest.mark.parametrize("name", TABLES)
def test_a_round_against_oneself_is_a_round_played_out(name: str) -> None:
    def end_of(play: Callable[[list[int], list[list[int]]], object]) -> list[int]:
        game, now = set_table(TABLES[name], 4)
        play(game, now)
        assert now[1][: TABLES[name].table.players] == [0] * TABLES[name].table.players
        return tricks_by_place(TABLES[name], game, now[5])

    def out(game: list[int], now: list[list[int]]) -> None:
        state, hands, need, fear, voids, index = now
        PLAIN.rollout.play_out(game, state, need, fear, voids, hands, index, hands[TABLES[name].table.players], 0, 1)

    taken = end_of(out)
    assert end_of(lambda game, now: PLAIN.practice.play_against(game, game, *now)) == taken
    assert sum(taken) == TABLES[name].hand_size


@pytest.mark.soak
def test_turns_and_duels_are_equal_compiled_and_interpreted() -> None:
    pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    kernels = load_kernels(True, practice.__name__)
    assert kernels.is_compiled
    for rules in TABLES.values():
        assert study(rules, 20, kernels=kernels) == study(rules, 20)
        game = game_of(rules)
        assert fight(rules, game, without_weights(game), 8, kernels) == fight(rules, game, without_weights(game), 8)
