"""What a strategy is: the class that every bundled and foreign player derives from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from spades_cli.engine.actions import Action, Answer, Bid, Give

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from spades_cli.engine.cards import Card
    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import RoundResult
    from spades_cli.engine.view import View


class Player(Protocol):
    """Whoever decides for a seat: a strategy, a person at the prompt, a script."""

    def decide(self, view: View) -> Action | str:
        """The action for a view in which it is this seat's turn."""

    def round_over(self, view: View, result: RoundResult) -> None:
        """The round is scored; ``view`` is the last one."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action with what it is worth, if the strategy says so, and why it would be chosen.

    ``value`` is in expected points, ``se`` its standard error; ``wins`` is the chance (0 to 1) that the side wins the
    match.
    """

    action: Action
    value: float | None = None
    se: float | None = None
    reason: str = ""
    wins: float | None = None


class Strategy(ABC):
    """A player in code. Give it a ``name``, a ``summary``, ``bid`` and ``play``; the rest has sensible defaults.

    ``rng`` is the only source of randomness a strategy uses, so that a match repeats from its seed. Options are
    keyword-only arguments of ``__init__`` with annotations and defaults; ``NAME:key=value`` sets them.
    """

    #: Unique, kebab-case; what ``-p`` takes.
    name: ClassVar[str]
    #: One line for ``strategies list``.
    summary: ClassVar[str]

    def __init__(self, *, rng: random.Random, **options: Any) -> None:
        if options:
            raise TypeError(f"unknown option {next(iter(options))!r}")
        self.rng = rng

    @classmethod  # noqa: B027 - a hook to override, not a duty
    def prepare(cls, rules: Rules) -> None:
        """Matches under these rules are to come: a place for slow work that is kept for all processes.

        Called before the first decision, and before worker processes start; they do not call it themselves.
        """

    @abstractmethod
    def bid(self, view: View) -> Bid:
        """The bid, one of ``view.legal``."""

    @abstractmethod
    def play(self, view: View) -> Card:
        """The card, one of ``view.legal``."""

    def declare_blind(self, view: View) -> Bid | None:
        """A blind bid before the hand is seen, or None to look at it."""
        return None

    def keep(self, view: View) -> bool:
        """In a draft: whether to keep ``view.drawn`` rather than take the next card unseen."""
        drawn = view.drawn
        return drawn is not None and (view.deck.suit(drawn) == "S" or drawn.rank in "AK")

    def give(self, view: View) -> Sequence[Card]:
        """In an exchange: the cards to give, as many as ``view.due`` asks; by default the fewest and lowest.

        A nil bidder gives the highest instead.
        """
        count = view.due.least if view.due else 0
        own = view.bids.get(view.seat)
        by_rank = sorted(view.hand, key=lambda card: (view.deck.suit(card) == "S", view.deck.rank(card) % 13))
        return by_rank[len(by_rank) - count :] if own and own.nil else by_rank[:count]

    def round_over(self, view: View, result: RoundResult) -> None:  # noqa: B027 - a hook to override, not a duty
        """The round is scored; a place to learn from it."""

    def rank(self, view: View) -> Sequence[Choice]:
        """Legal actions with a value and a reason, best first; by default the chosen one alone."""
        return [Choice(self.decide(view))]

    def decide(self, view: View) -> Action:
        """The action for whatever phase the view is in, from the methods above."""
        match view.phase:
            case "bid":
                return self.bid(view)
            case "blind":
                return self.declare_blind(view) or Answer.LOOK
            case "draft":
                return Answer.KEEP if self.keep(view) else Answer.DECLINE
            case "exchange":
                return Give(tuple(self.give(view)))
            case _:
                return self.play(view)
