"""Rounds until somebody wins: who deals, scores, bags and sets between rounds, and how a match ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.round import Round
from spades_cli.engine.seats import by_side, find_place
from spades_cli.engine.seeds import derive
from spades_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import RoundResult

#: Rounds after which a match without an end of its own is stopped.
GUARD = 1000


class Outcome(NamedTuple):
    """How a match ended: the winning side (None for a draw) and why.

    ``reason`` is ``target``, ``floor``, ``sets``, ``rounds``, ``every trick`` (a moon or Boston that wins at once),
    ``forfeit`` or ``guard``.
    """

    winner: str | None
    reason: str


class Match:
    """Scores of a match and the rounds it needs.

    >>> from spades_cli import Rules
    >>> match = Match(Rules(), seed=7)
    >>> first = match.deal()
    >>> first.number, first.dealer == match.rules.seats.index(match.dealer)
    (1, True)

    ``deal`` gives the next round, ``add`` takes its result. ``outcome`` is None until the match is over. ``game``
    numbers the matches of one seed; scores, bags and sets may be given to begin in mid-match. A match that its rules
    would not end is stopped after ``guard`` rounds; the best score wins it.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int = 0,
        game: int = 0,
        dealer: str | None = None,
        scores: Mapping[str, int] | None = None,
        bags: Mapping[str, int] | None = None,
        sets: Mapping[str, int] | None = None,
        guard: int = GUARD,
    ) -> None:
        self.rules, self.seed, self.game, self.guard = rules, seed, game, guard
        self.scores = by_side(rules.sides, scores)
        self.bags = by_side(rules.sides, bags)
        self.sets = by_side(rules.sides, sets)
        self.rounds = 0
        self.outcome: Outcome | None = None
        self.dealer = first_dealer(rules, seed, game) if dealer is None else dealer
        find_place(rules.seats, self.dealer)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def winner(self) -> str | None:
        """The winning side, None while the match lasts and for a draw."""
        return self.outcome.winner if self.outcome else None

    @property
    def round_seed(self) -> int:
        """The seed of the next round."""
        return derive(self.seed, "game", self.game, "round", self.rounds + 1)

    def deal(self, cards: Mapping[str, str | Sequence[str]] | Sequence[str] | None = None) -> Round:
        """The next round, dealt from the seed, or with given hands by seat or a whole pack in order."""
        if self.outcome:
            raise UsageError("the match is over")
        hands = cards if isinstance(cards, Mapping) else None
        return Round(
            self.rules,
            seed=self.round_seed,
            dealer=self.dealer,
            number=self.rounds + 1,
            last=self.rounds + 1 >= self.guard,
            scores=self.scores,
            bags=self.bags,
            hands=hands,
            pack=None if isinstance(cards, Mapping) else cards,
        )

    def add(self, result: RoundResult) -> None:
        """Add a finished round: scores, bags, sets, the next dealer, and whether the match is over."""
        if self.outcome:
            raise UsageError("the match is over")
        self.rounds += 1
        for side in self.rules.sides:
            self.scores[side] += result.points[side]
            self.sets[side] += side in result.sets
        self.bags.update(result.bags)
        if self.rules.deal.rotation == "left":
            place = self.rules.seats.index(self.dealer)
            self.dealer = self.rules.seats[(place + 1) % len(self.rules.seats)]
        self.outcome = self._find_outcome(result.wins)

    def forfeit(self, seat: str) -> None:
        """End the match at once: the side of ``seat`` has lost it, the best of the others has won."""
        loser = self.rules.side_of[find_place(self.rules.seats, seat)]
        self.outcome = Outcome(_only_best(self.scores, [side for side in self.scores if side != loser]), "forfeit")

    def _find_outcome(self, wins_at_once: str | None) -> Outcome | None:
        if wins_at_once:
            return Outcome(wins_at_once, "every trick")
        outcome = find_outcome(self.rules, self.scores, self.sets, self.rounds)
        if outcome is None and self.rounds >= self.guard:
            return Outcome(_only_best(self.scores, self.scores), "guard")
        return outcome


def first_dealer(rules: Rules, seed: int, game: int = 0) -> str:
    """Who deals the first round: a fixed seat, or one drawn from the seed."""
    choice = rules.deal.first_dealer
    place = derive(seed, "game", game, "dealer") % len(rules.seats) if choice == "random" else int(choice[4:])
    return rules.seats[place]


def find_outcome(
    rules: Rules, scores: Mapping[str, int], sets: Mapping[str, int] | None = None, rounds: int = 0
) -> Outcome | None:
    """Whether a match with these scores, sets and rounds is over, and who has won it.

    Bag penalties are in the scores already. A side with too many sets cannot win unless all have; equal best scores
    play on or draw as ``match.tie`` says.
    """
    reason = _end_reason(rules, scores, sets or {}, rounds)
    if reason is None:
        return None
    limit = rules.match.max_sets
    standing = [side for side in scores if not (limit and (sets or {}).get(side, 0) >= limit)]
    winner = _only_best(scores, standing or scores)
    if winner is None and rules.match.tie == "play_on":
        return None
    return Outcome(winner, reason)


def _end_reason(rules: Rules, scores: Mapping[str, int], sets: Mapping[str, int], rounds: int) -> str | None:
    match = rules.match
    if match.max_sets and any(count >= match.max_sets for count in sets.values()):
        return "sets"
    if max(scores.values()) >= match.target:
        return "target"
    lowest = min(scores.values())
    if match.lose_at and (lowest < match.lose_at or (lowest == match.lose_at and match.lose_inclusive)):
        return "floor"
    if match.max_rounds and rounds >= match.max_rounds:
        return "rounds"
    return None


def _only_best(scores: Mapping[str, int], sides: Iterable[str]) -> str | None:
    """The side with the highest score, or None where several share it."""
    names = list(sides)
    best = max(scores[side] for side in names)
    leaders = [side for side in names if scores[side] == best]
    return leaders[0] if len(leaders) == 1 else None
