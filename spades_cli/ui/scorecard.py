"""The score sheet of a real table: rounds entered line by line, checked against the rules, scored and taken back."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.bidding import Holding, bidding_order, legal_bids, legal_blind, why_never, why_not
from spades_cli.engine.match import Match, Outcome, find_outcome
from spades_cli.engine.scoring import RoundResult, score_round
from spades_cli.errors import InvalidAction, UsageError
from spades_cli.ui.scoreline import Entry, parse_entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.actions import Bid
    from spades_cli.engine.rules import Rules


class Start(NamedTuple):
    """Where the sheet begins: scores, bags and sets by side, and the number of the first round entered."""

    scores: Mapping[str, int] = {}
    bags: Mapping[str, int] = {}
    sets: Mapping[str, int] = {}
    number: int = 1


class ScoredRound(NamedTuple):
    """A round on the sheet, and how the match stood after it."""

    number: int
    entry: Entry
    result: RoundResult
    scores: Mapping[str, int]
    outcome: Outcome | None


class Scorecard:
    """A match kept from what people say they bid and took.

    >>> from spades_cli import Rules
    >>> card = Scorecard(Rules(), Start(scores={"NS": 337}, bags={"NS": 7}))
    >>> card.add("N3/4 E3/3 S2/3 W3/3").result.points["NS"]
    52
    """

    def __init__(self, rules: Rules, start: Start | None = None) -> None:
        self.rules, self.start = rules, start or Start()
        self.rounds: list[ScoredRound] = []
        self.match = self._begin()
        _check_start(self.match)

    @property
    def unbid(self) -> bool:
        """Whether the next round is not bid."""
        return self.match.rounds == 0 and self.rules.bidding.first_hand == "itself"

    def add(self, text: str) -> ScoredRound:
        """Enter a line; InvalidAction says why it cannot be a round of this match, which is then unchanged."""
        if self.match.outcome:
            raise InvalidAction(f"the match is over: {who_has_won(self.match.outcome)}")
        entry = parse_entry(self.rules, text, unbid=self.unbid)
        if sum(entry.taken) != self.rules.hand_size:
            raise InvalidAction(f"tricks add to {sum(entry.taken)}, not {self.rules.hand_size}")
        if not self.unbid:
            _check_bids(self.rules, [bid for bid in entry.bids if bid], self.match.scores)
        return self._keep(entry)

    def undo(self) -> ScoredRound:
        """Take back the last round."""
        if not self.rounds:
            raise InvalidAction("there is no round to take back")
        *kept, last = self.rounds
        self.rounds, self.match = [], self._begin()
        for scored in kept:
            self._keep(scored.entry)
        return last

    def _begin(self) -> Match:
        scores, bags, sets, number = self.start
        # People stop by themselves: no guard against matches that never end.
        match = Match(self.rules, dealer=self.rules.seats[0], scores=scores, bags=bags, sets=sets, guard=sys.maxsize)
        match.rounds = number - 1
        return match

    def _keep(self, entry: Entry) -> ScoredRound:
        match = self.match
        result = score_round(self.rules, entry.bids, entry.taken, match.bags, itself=self.unbid)
        match.add(result)
        self.rounds.append(ScoredRound(match.rounds, entry, result, dict(match.scores), match.outcome))
        return self.rounds[-1]


def _check_start(match: Match) -> None:
    """UsageError for a beginning that no match could have."""
    rules, limit = match.rules, match.rules.bags.limit
    for side, bags in match.bags.items():
        if not 0 <= bags < (limit or 1):
            why = f"a side has 0 to {limit - 1}" if limit else "these rules count no bags"
            raise UsageError(f"{side} cannot have {bags} bags: {why}")
    for side, sets in match.sets.items():
        if sets < 0:
            raise UsageError(f"{side} cannot have {sets} sets")
    outcome = find_outcome(rules, match.scores, match.sets, match.rounds)
    if outcome:
        raise UsageError(f"this match is over before the first line: {who_has_won(outcome)}")


def _check_bids(rules: Rules, bids: Sequence[Bid], scores: Mapping[str, int]) -> None:
    """InvalidAction for bids that no cards and no dealer would make legal."""
    size = rules.hand_size
    for seat, bid in zip(rules.seats, bids, strict=True):
        if reason := why_never(rules, bid, size):
            raise InvalidAction(f"{seat}: {reason}")
    if any(_is_legal(rules, bids, dealer, scores) for dealer in range(len(bids))):
        return
    for place, bid in enumerate(bids):
        if reason := why_not(rules, bids, place, size):
            raise InvalidAction(f"{rules.seats[place]} bid {bid}: {reason}")
        if bid.blind and bid not in legal_blind(rules, bids, place, size, scores):
            least = (rules.blind_nil if bid.nil else rules.blind_bid).behind
            raise InvalidAction(f"{rules.seats[place]} bid {bid}: only a side {least} points behind may bid blind")
    raise InvalidAction("no order of bidding allows these bids")


def _is_legal(rules: Rules, bids: Sequence[Bid], dealer: int, scores: Mapping[str, int]) -> bool:
    """Whether the bids may be made one after the other, blind ones first, each with some hand that allows it."""
    made: list[Bid | None] = [None] * len(bids)
    hands = [Holding(rules.hand_size, count, count) for count in range(rules.hand_size + 1)]
    for place in sorted(bidding_order(rules, dealer), key=lambda place: not bids[place].blind):
        if bids[place].blind:
            allowed = bids[place] in legal_blind(rules, made, place, rules.hand_size, scores)
        else:
            allowed = any(bids[place] in legal_bids(rules, made, place, hand) for hand in hands)
        if not allowed:
            return False
        made[place] = bids[place]
    return True


def who_has_won(outcome: Outcome) -> str:
    """The end of a match in words: ``NS has won``."""
    return f"{outcome.winner} has won" if outcome.winner else "it is a draw"
