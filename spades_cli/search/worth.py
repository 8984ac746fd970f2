"""What the end of a round is worth to each side: the engine's own scoring, and what scores promise for the match.

All ends of a round are scored ahead, and those that score alike are rated once; ``judging`` rates them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.search import layout
from spades_cli.search.judging import Judge, Outcome
from spades_cli.search.ratings import find_ratings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.search.judging import Situation

#: Hundredths of a point: worths are whole numbers, so that every machine adds them up to the same sum.
SCALE = 100
#: The line of points that come from the bags of others.
FROM_OTHERS = "opponents' bags"


class RoundWorth(NamedTuple):
    """A round's ``game``, ``classes`` and ``joint`` as in the layout."""

    game: tuple[int, ...]
    classes: tuple[int, ...]
    joint: tuple[int, ...]


@lru_cache(maxsize=64)
def round_game(situation: Situation) -> tuple[int, ...]:
    """The ``game`` of a round without what its ends are worth, which the rule player does not ask for."""
    rules = situation.rules
    game = layout.lay_out_play(rules)
    game[layout.SIDES] = len(rules.sides)
    for side, places in enumerate(rules.sides.values()):
        for place in places:
            game[layout.SIDE_OF + place] = side
            game[layout.MATES + place] = sum(1 << mate for mate in places if mate != place)
            bid = situation.bids[place]
            game[layout.BIDS + place] = bid.tricks if bid and not bid.nil else 0
            game[layout.COUNTING + place] = int(not (bid and bid.nil) or rules.nil.failed_tricks == "count")
        digits, pooled = _digits(situation, places)
        for i, place in enumerate(digits):
            game[layout.STRIDE + place] = (situation.tricks + 1) ** i
        for place in pooled:
            game[layout.STRIDE + place] = game[layout.STRIDE + pooled[0]]
    return (*game, *find_ratings(rules))


@lru_cache(maxsize=64)
def round_worth(situation: Situation) -> RoundWorth:
    """The arrays of a round; shared by all decisions of it."""
    game = list(round_game(situation))
    classes: list[int] = []
    outcomes = [_side_outcomes(situation, side, game, classes) for side in range(len(situation.rules.sides))]
    joint = _join(situation, outcomes, game)
    return RoundWorth(tuple(game), tuple(classes), tuple(joint))


def _digits(situation: Situation, places: Sequence[int]) -> tuple[list[int], list[int]]:
    """The seats whose tricks the index of a side counts apart, and those whose tricks count together."""
    apart = [place for place in places if _counts_alone(situation, place)]
    pooled = [place for place in places if place not in apart]
    return [*apart, *pooled[:1]], pooled


def _side_outcomes(situation: Situation, side: int, game: list[int], classes: list[int]) -> list[Outcome]:
    """The different outcomes of a side; writes its classes."""
    digits, _ = _digits(situation, tuple(situation.rules.sides.values())[side])
    found: dict[Outcome, int] = {}
    game[layout.CLASS_AT + side] = len(classes)
    for taken in _splits(len(digits), situation.tricks):
        if sum(taken) > situation.tricks:
            classes.append(0)
            continue
        outcome = _score(situation, side, dict(zip(digits, taken, strict=True)))
        classes.append(found.setdefault(outcome, len(found)))
    game[layout.COUNT + side] = len(found)
    return list(found)


def _counts_alone(situation: Situation, place: int) -> bool:
    """Whether it matters that this seat, and not its partner, takes a trick."""
    bid = situation.bids[place]
    moon = situation.rules.moon.mode == "player"
    return bool(bid) and (bid.nil or (moon and bid.tricks == situation.tricks))  # type: ignore[union-attr]


def _splits(count: int, tricks: int) -> Iterator[tuple[int, ...]]:
    """All numbers of tricks by digit, the first digit running fastest, as the index counts them."""
    for digits in product(range(tricks + 1), repeat=count):
        yield digits[::-1]


def _score(situation: Situation, side: int, taken: dict[int, int]) -> Outcome:
    """The outcome of a side whose seats took so many tricks; some other seat took the rest."""
    rules, players = situation.rules, situation.rules.table.players
    name = tuple(rules.sides)[side]
    stranger = next(place for place in range(players) if rules.side_of[place] != name)
    tricks = [taken.get(place, 0) for place in range(players)]
    tricks[stranger] += situation.tricks - sum(tricks)
    bags = {other: situation.bags[side] if other == name else 0 for other in rules.sides}
    result = situation.score(tricks, bags)
    own = sum(line.points for line in result.lines[name] if line.name != FROM_OTHERS)
    given = sum(line.points for line in result.lines[rules.side_of[stranger]] if line.name == FROM_OTHERS)
    return Outcome(own, result.bags[name], given, result.wins == name)


def _join(situation: Situation, outcomes: list[list[Outcome]], game: list[int]) -> list[int]:
    """The worth of every pair of outcomes to the first side of the pair; what one side wins the other loses."""
    joint: list[int] = []
    for me, own in enumerate(outcomes):
        for other, theirs in list(enumerate(outcomes))[me + 1 :]:
            judge = Judge(situation, me, other)
            rated = [[round(SCALE * judge.rate(us, them)) for them in theirs] for us in own]
            game[layout.JOINT_AT + me * layout.MOST + other] = len(joint)
            joint += [worth for row in rated for worth in row]
            game[layout.JOINT_AT + other * layout.MOST + me] = len(joint)
            joint += [-worth for row in zip(*rated, strict=True) for worth in row]
    return joint
