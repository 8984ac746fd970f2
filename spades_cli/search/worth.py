"""What the end of a round is worth to each side: the engine's own scoring, and what scores promise for the match.

A round's worth is in points. Far from the end of a match it is the lead gained, with a bag at its share of the penalty;
near the end it bends towards the chance to win, and at the end only winning counts.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import sqrt, tanh
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.match import find_outcome
from spades_cli.engine.scoring import score_round
from spades_cli.search import layout
from spades_cli.search.ratings import find_ratings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import RoundResult

#: Hundredths of a point: worths are whole numbers, so that every machine adds them up to the same sum.
SCALE = 100
#: The log odds of winning by a point of lead when a round is left, and how they flatten with more rounds: fitted to
#: the matches of equal players.
LEAN = 0.02
#: What a point is worth however little it changes who wins.
LAST = 0.01
#: The line of points that come from the bags of others.
FROM_OTHERS = "opponents' bags"


class Situation(NamedTuple):
    """What a round is scored from beside its tricks: bids by place, scores and bags by side, tricks in the round."""

    rules: Rules
    bids: tuple[Bid | None, ...]
    scores: tuple[int, ...]
    bags: tuple[int, ...]
    tricks: int
    number: int

    @property
    def is_unbid(self) -> bool:
        """Whether this is a first round that "bids itself"."""
        return self.number == 1 and self.rules.bidding.first_hand == "itself"

    def score(self, taken: Sequence[int], bags: Mapping[str, int]) -> RoundResult:
        """The engine's result of a round in which the places took so many tricks."""
        return score_round(self.rules, self.bids, taken, bags, itself=self.is_unbid)


class Outcome(NamedTuple):
    """What a round did for one side: points, bags held after it, points given to all others, a match won at once."""

    points: int
    bags: int
    given: int
    wins: bool


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


class Judge:
    """Rates the end of a round for one side against another, in points of lead."""

    def __init__(self, situation: Situation, me: int, other: int) -> None:
        rules, names = situation.rules, tuple(situation.rules.sides)
        self.rules, self.number = rules, situation.number
        self.mine, self.theirs = names[me], names[other]
        self.bag = rules.bags.penalty / rules.bags.limit if rules.bags.limit else 0.0
        #: Points that a side makes in an average round.
        self.pace = max(1.0, 1.15 * rules.scoring.trick * rules.hand_size / len(names))
        self.before = dict(zip(names, situation.scores, strict=True))
        self.unit = 2 / LEAN * sqrt(self._rounds(self.before))
        held = Outcome(0, situation.bags[me], 0, False), Outcome(0, situation.bags[other], 0, False)
        self.start = 0.0
        self.start = self.rate(*held)

    def rate(self, us: Outcome, them: Outcome) -> float:
        """The worth of a round that ends so: what it adds to the chance of winning, on the scale of points."""
        if us.wins or them.wins:
            return self.unit * (us.wins - them.wins)
        scores = dict(self.before)
        scores[self.mine] += us.points + them.given
        scores[self.theirs] += them.points + us.given
        lead: float = scores[self.mine] - scores[self.theirs]
        outcome = find_outcome(self.rules, scores, None, self.number)
        if outcome:
            tied = lead == 0 or outcome.winner is None
            return self.unit * (0 if tied else 1 if lead > 0 else -1) - self.start + LAST * lead
        lead += self.bag * (them.bags - us.bags)
        # Who is sure to win still wants points: they end the match.
        return self.unit * tanh(LEAN / 2 * lead / sqrt(self._rounds(scores))) - self.start + LAST * lead

    def chance(self, worth: float) -> float:
        """The chance to win the match that a worth stands for, 0 to 1."""
        return min(1.0, max(0.0, 0.5 + (worth + self.start) / self.unit / 2))

    def _rounds(self, scores: dict[str, int]) -> float:
        """About how many rounds the match still lasts."""
        match = self.rules.match
        rounds = 1 + max(0.0, match.target - max(scores.values())) / self.pace
        return min(rounds, max(1, match.max_rounds - self.number)) if match.max_rounds else rounds


class End:
    """Rates single ends of a round for one side, in points: the mean of its worth against every other side."""

    def __init__(self, situation: Situation, side: int) -> None:
        self.situation, self.names = situation, tuple(situation.rules.sides)
        self.mine = self.names[side]
        self.bags = dict(zip(self.names, situation.bags, strict=True))
        self.judges = {
            name: Judge(situation, side, other) for other, name in enumerate(self.names) if name != self.mine
        }

    def rate(self, taken: list[int]) -> float:
        """The worth of a round in which the places took so many tricks."""
        result = self.situation.score(taken, self.bags)
        ends = {name: Outcome(result.points[name], result.bags[name], 0, result.wins == name) for name in self.names}
        rated = [judge.rate(ends[self.mine], ends[name]) for name, judge in self.judges.items()]
        return sum(rated) / len(rated)
