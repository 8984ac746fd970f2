"""How many positions of each set every strategy answers rightly; the misses are listed."""

from __future__ import annotations

import pytest

from spades_cli import Bid
from spades_cli.engine.scoring import score_round
from tests.engine.builders import make_rules
from tests.plugins.positions import UNSUPPORTED, load
from tests.plugins.strategies import ENTRANTS, SETS, answer, answers


@pytest.mark.parametrize("of", SETS)
@pytest.mark.parametrize("name", ENTRANTS)
def test_a_strategy_answers_as_many_positions_as_it_must(name: str, of: str) -> None:
    given = answers(name, of)
    misses = [
        f"{position.id}: {answered}, right is {' or '.join(position.right)} ({position.reason})"
        for position, answered in given
        if answered not in position.right
    ]
    print("\n".join([f"{name}: {len(given) - len(misses)} of {len(given)} in {of}; missed:", *misses]))
    assert 1 - len(misses) / len(given) >= ENTRANTS[name].floors[of], misses


@pytest.mark.parametrize("of", SETS)
@pytest.mark.parametrize("name", ENTRANTS)
def test_every_answer_is_legal(name: str, of: str) -> None:
    for position, answered in answers(name, of):
        assert answered in map(str, position.view.legal), position.id


@pytest.mark.parametrize("name", ENTRANTS)
def test_answers_where_players_disagree_are_legal_too(name: str) -> None:
    for position in load():
        if not position.is_clear:
            assert answer(name, position) in map(str, position.view.legal), position.id


@pytest.mark.parametrize("of", SETS)
def test_a_position_asks_for_a_choice_and_names_it_once(of: str) -> None:
    positions = SETS[of]()
    assert len({position.id for position in positions}) == len(positions)
    for position in positions:
        legal = {str(action) for action in position.view.legal}
        assert legal & set(position.right), position.id
        assert of == "clear" or len(legal) > 1, position.id


def score(bids: str, taken: tuple[int, int, int, int], bags: int) -> tuple[int, int]:
    """The points and bags by which North and South are ahead after a round, with so many bags before it."""
    parsed = [Bid.parse(bid) for bid in bids.split()]
    result = score_round(make_rules("standard"), parsed, taken, {"NS": bags, "EW": 0})
    return result.points["NS"] - result.points["EW"], result.bags["NS"] - result.bags["EW"]


def test_the_trick_that_sets_both_opponents_is_worth_the_tenth_bag() -> None:
    def lead_of_north_south(taken: tuple[int, int, int, int]) -> int:
        return score("3 3 3 3", taken, 9)[0]

    ducked, won = ((3, 3, 3, 3), (4, 3, 3, 2)), ((4, 2, 3, 3), (5, 2, 3, 2))
    assert min(map(lead_of_north_south, won)) >= max(map(lead_of_north_south, ducked))
    assert min(map(lead_of_north_south, won)) > min(map(lead_of_north_south, ducked))


def test_the_positions_left_out_are_named() -> None:
    ids = [position.id for position in load()]
    assert len(ids) == len(set(ids)) == 32 - len(UNSUPPORTED)


def test_a_trick_that_sets_both_opponents_is_worth_its_bags() -> None:
    def lead_of_north_south(south: int) -> int:
        points, bags = score("nil 5 5 3", (0, 13 - south - 4, south, 4), 0)
        return points - 10 * bags

    assert lead_of_north_south(5) < min(map(lead_of_north_south, (6, 7, 8))) - 100
