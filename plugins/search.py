"""``search`` and ``search-deep``: sampled deals played out for bids and cards, and endings solved exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spades_cli import Card, Choice, Strategy, View, hookimpl

from ._reasons import why_card
from ._table import Table, facts_of
from .expert import Expert, only_card

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from spades_cli import Rules
    from spades_cli.search import Offer, Position, Rated

#: A card of the plan that is this near to the best one, in standard errors, is played.
NEAR = 1.0


class Search(Expert):
    """Bids as ``expert`` does, with play-outs in the place of its tables where they help.

    Draws on its random numbers once for each bid and card, whatever is left to choose.
    """

    name = "search"
    summary = "plays out sampled deals for bids and for every card, solves the endings exactly"

    def __init__(
        self,
        *,
        rng: random.Random,
        samples: int = 0,
        time: float = 0.0,
        drawn: int = 1,
        steps: int = 10,
        noise: int = 15,
        tail: int = 3,
        solved: int = 160,
        foreseen: int = 200,
        **options: Any,
    ) -> None:
        from spades_cli.search import Budget

        super().__init__(rng=rng, **options)
        self.foreseen = max(0, foreseen)
        self.budget = Budget(max(0, samples), max(1, drawn), max(1, steps), noise, tail, max(1, solved), time)

    @classmethod
    def prepare(cls, rules: Rules) -> None:
        """Compile what is needed before the first decision."""
        from spades_cli.search import prepare

        prepare(rules)

    def offers(self, view: View) -> list[Offer]:
        """The bids to choose from, best first."""
        from spades_cli.search import foresees_bids, rate_bids, shared_foresight

        seed = self.rng.getrandbits(60)
        if not self.foreseen or not foresees_bids(view.rules):
            return super().offers(view)
        return rate_bids(view, self.style, shared_foresight(self.foreseen, self.budget.noise), seed)

    def play(self, view: View) -> Card:
        """The card worth most; of cards that cannot be told apart that of the plan."""
        from spades_cli.search import Position

        if len(view.legal) == 1:
            return only_card(view)
        return view.deck.names[self.rate(Position(view))[0].card]

    def rate(self, position: Position) -> list[Rated]:
        """The different legal cards, the one to play first."""
        from spades_cli.search import choose_by_rule, shared_searcher

        searcher = shared_searcher(self.budget, doubled=position.deck.doubled)
        rated = searcher.rate(position, self.rng.getrandbits(60))
        plan = choose_by_rule(position)
        for number, entry in enumerate(rated):
            if position.stands_for(entry.card, plan) and entry.behind < NEAR:
                rated.insert(0, rated.pop(number))
                break
        return rated

    def rank(self, view: View) -> Sequence[Choice]:
        """The different cards with their worth in points, its error, and the chance to win the match.

        Where all legal cards are as good as each other nothing is looked at, and they have no worth.
        """
        from spades_cli.search import Position

        if view.phase != "play":
            return super().rank(view)
        position, table = Position(view), Table(facts_of(view.rules), view)
        names, rated = view.deck.names, self.rate(position)
        if len(rated) == 1:
            return [Choice(names[rated[0].card], reason=why_card(table, rated[0].card))]
        return [
            Choice(
                names[entry.card],
                entry.value,
                entry.se,
                why_card(table, entry.card),
                position.win_chance(entry.value),
            )
            for entry in rated
        ]


class SearchDeep(Search):
    """The same with more of everything."""

    name = "search-deep"
    summary = "search with more deals and longer exact endings; needs the extra fast to be quick"

    def __init__(
        self,
        *,
        rng: random.Random,
        samples: int = 4000,
        time: float = 0.0,
        drawn: int = 2,
        steps: int = 10,
        noise: int = 15,
        tail: int = 4,
        solved: int = 160,
        foreseen: int = 400,
        **options: Any,
    ) -> None:
        super().__init__(
            rng=rng,
            samples=samples,
            time=time,
            drawn=drawn,
            steps=steps,
            noise=noise,
            tail=tail,
            solved=solved,
            foreseen=foreseen,
            **options,
        )


@hookimpl
def spades_register_strategies() -> list[type[Strategy]]:
    """Registers both."""
    return [Search, SearchDeep]
