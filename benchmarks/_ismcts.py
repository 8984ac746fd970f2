"""``ismcts``: OpenSpiel's information-set Monte-Carlo tree search over its own game of Spades, as a strategy of ours.

Load it with ``--plugin benchmarks/_ismcts.py``; it needs the extra ``oracle``. The search knows nothing of Spades but
the rules: for every simulation it deals the unseen cards anew, all deals equally likely that fit what its seat has
seen, and plays the new leaf out with random actions; it wants as many points as it can get for its side. The position
is rebuilt from the view alone, so that the search cannot see more than a seat may.

What that game does otherwise than ours, with open_spiel 2.0.2: spades are never broken there, so that the search leads
none as long as it holds another suit; tricks of a failed nil help the partner's bid; and every side may bid 13 in all.
The game is loaded without the end of a match, so that its returns are the points of the round.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from importlib import import_module
from itertools import accumulate
from math import factorial
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli import NIL, Bid, Card, Strategy, UsageError, View, hookimpl
from spades_cli.players.manager import load_plugins
from spades_cli.players.settings import PluginSettings
from spades_cli.players.spec import PlayerSpec, build_strategy

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

CARDS, SIZE = 52, 13
GAME = {"use_mercy_rule": False, "win_threshold": 1_000_000, "win_or_loss_bonus": 0}
_SUITS, _RANKS = "CDHS", "23456789TJQKA"


# --- what the seat has seen, in OpenSpiel's numbers ------------------------------------------------------------------


def card_number(card: Card) -> int:
    """OpenSpiel's number of a card: clubs, diamonds, hearts, spades, twos first."""
    return SIZE * _SUITS.index(card.suit) + _RANKS.index(card.rank)


def card_of(number: int) -> Card:
    """The card of that number."""
    return Card(_RANKS[number % SIZE] + _SUITS[number // SIZE])


class Seen(NamedTuple):
    """What a seat has seen of a round: its player (0 sits on the dealer's left), hand, actions so far.

    ``played`` and ``voids`` (numbers of suits) are by player.
    """

    me: int
    hand: list[int]
    actions: list[int]
    played: list[list[int]]
    voids: list[set[int]]


def read_view(view: View) -> Seen:
    """A view in OpenSpiel's numbers; UsageError for a table that its game does not know."""
    seats = view.rules.seats
    if len(seats) != 4 or set(view.deck.names.values()) != {card_of(number) for number in range(CARDS)}:
        raise UsageError("OpenSpiel plays Spades for four with a pack of 52 cards only")
    first = seats.index(view.dealer) + 1
    player_of = {seats[(first + player) % 4]: player for player in range(4)}
    bids = [CARDS + view.bids[seat].tricks for seat in player_of if seat in view.bids]
    seen = Seen(
        player_of[view.seat], [*map(card_number, view.hand)], bids, [[] for _ in range(4)], [set() for _ in range(4)]
    )
    for trick in (*(trick.cards for trick in view.tricks), view.trick):
        for i, (seat, card) in enumerate(trick):
            if i == 0 and card.suit == "S" and not any(number >= 3 * SIZE for cards in seen.played for number in cards):
                # Spades lead before they are broken from a hand of nothing else.
                seen.voids[player_of[seat]].update(range(3))
            seen.played[player_of[seat]].append(card_number(card))
            seen.actions.append(card_number(card))
    for seat, suits in view.voids.items():
        seen.voids[player_of[seat]].update(map(_SUITS.index, suits))
    return seen


# --- deals that fit it -----------------------------------------------------------------------------------------------


class Deals:
    """All deals of the unseen cards that fit what a seat has seen, each equally likely.

    The numbers of a suit's cards that the hidden hands get are drawn first, in proportion to the deals they leave, the
    cards second.
    """

    def __init__(self, seen: Seen, rng: random.Random) -> None:
        self._seen, self._rng = seen, rng
        known = {*seen.hand, *(number for cards in seen.played for number in cards)}
        self._suits = [[n for n in range(SIZE * s, SIZE * s + SIZE) if n not in known] for s in range(4)]
        self._hidden = [player for player in range(4) if player != seen.me]
        self._room = [SIZE - len(seen.played[player]) for player in self._hidden]
        self.count = cache(self._count)
        self._splits = cache(self._find_splits)

    def draw(self) -> list[list[int]]:
        """The four hands of 13 cards of one deal, by player."""
        hands = [list(cards) for cards in self._seen.played]
        hands[self._seen.me] += self._seen.hand
        one, two, three = self._hidden
        a, b = self._room[:2]
        for suit, cards in enumerate(self._suits):
            splits, sums = self._splits(suit, a, b)
            x, y = splits[bisect_right(sums, self._rng.randrange(sums[-1]))]
            mixed = self._rng.sample(cards, len(cards))
            hands[one] += mixed[:x]
            hands[two] += mixed[x : x + y]
            hands[three] += mixed[x + y :]
            a, b = a - x, b - y
        return hands

    def _count(self, suit: int, a: int, b: int) -> int:
        """The deals of this suit and the later ones that give ``a`` and ``b`` cards to the first two hidden hands."""
        if suit == 4:
            return int(a == b == 0)
        sums = self._splits(suit, a, b)[1]
        return sums[-1] if sums else 0

    def _find_splits(self, suit: int, a: int, b: int) -> tuple[list[tuple[int, int]], list[int]]:
        """How many cards of a suit the first two hidden hands can get, and the running sums of the deals of each."""
        size = len(self._suits[suit])
        left = sum(map(len, self._suits[suit:])) - a - b
        splits, weights = [], []
        for x, y in self._allowed(suit, a, b, left):
            if deals := self.count(suit + 1, a - x, b - y):
                splits.append((x, y))
                weights.append(deals * factorial(size) // (factorial(x) * factorial(y) * factorial(size - x - y)))
        return splits, list(accumulate(weights))

    def _allowed(self, suit: int, a: int, b: int, c: int) -> Iterator[tuple[int, int]]:
        """The splits that neither overfill a hand nor give a suit to one that is out of it."""
        size = len(self._suits[suit])
        most = [
            0 if suit in self._seen.voids[player] else room
            for player, room in zip(self._hidden, (a, b, c), strict=True)
        ]
        for x in range(min(size, most[0]) + 1):
            for y in range(max(0, size - x - most[2]), min(size - x, most[1]) + 1):
                yield x, y


def rebuild(game: Any, hands: Sequence[Sequence[int]], actions: Sequence[int]) -> Any:
    """The state of OpenSpiel's game after these hands were dealt and these bids and cards followed."""
    state = game.new_initial_state()
    for i in range(CARDS):
        state.apply_action(hands[i % 4][i // 4])
    for action in actions:
        state.apply_action(action)
    return state


# --- the search ------------------------------------------------------------------------------------------------------


class RandomPlayOuts:
    """OpenSpiel's random roll-outs with a quicker choice than NumPy's: as good, in less than half of the time."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random

    def evaluate(self, state: Any) -> list[float]:
        """The returns of one random end of the game."""
        state = state.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(self._random() * len(legal))])
        returns: list[float] = state.returns()
        return returns

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """All actions alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class Ismcts(Strategy):
    """Searches every decision anew with ``simulations`` deals; ``exploration`` is its UCT constant, in points.

    ``quick`` plays out with a quicker choice of the random actions than OpenSpiel's own. ``bidder`` names a strategy
    that bids in its place (``;`` stands between its options).
    """

    name = "ismcts"
    summary = "OpenSpiel's information-set tree search with random play-outs"

    def __init__(
        self,
        *,
        rng: random.Random,
        simulations: int = 1000,
        exploration: float = 100.0,
        quick: bool = False,
        bidder: str = "",
    ) -> None:
        super().__init__(rng=rng)
        import numpy as np
        import pyspiel

        ismcts, mcts = map(_load_algorithm, ("ismcts", "mcts"))
        numbers = np.random.RandomState(rng.getrandbits(32))
        play_outs = RandomPlayOuts(rng) if quick else mcts.RandomRolloutEvaluator(1, numbers)
        self._game = pyspiel.load_game("spades", GAME)
        self._bot = ismcts.ISMCTSBot(
            self._game, play_outs, exploration, simulations, random_state=numbers, use_observation_string=True,
        )  # fmt: skip
        self._bidder = _build_bidder(bidder.replace(";", ","), rng) if bidder else None

    def bid(self, view: View) -> Bid:
        """The bid of the search, or of the strategy that bids for it."""
        if self._bidder:
            return self._bidder.bid(view)
        tricks = self._search(view) - CARDS
        return Bid(tricks) if tricks else NIL

    def play(self, view: View) -> Card:
        """The card most visited."""
        return card_of(self._search(view))

    def _search(self, view: View) -> int:
        seen = read_view(view)
        deals = Deals(seen, self.rng)

        def sample(*_: Any) -> Any:
            return rebuild(self._game, deals.draw(), seen.actions)

        self._bot.set_resampler(sample)
        return int(self._bot.step(sample()))


def _load_algorithm(name: str) -> Any:
    return import_module(f"open_spiel.python.algorithms.{name}")


def _build_bidder(text: str, rng: random.Random) -> Strategy:
    plugins = load_plugins(PluginSettings(), warn=print)
    return build_strategy(PlayerSpec.parse(text), plugins, seed=rng.getrandbits(62), seat="the bidder's seat")


@hookimpl
def spades_register_strategies() -> list[type[Strategy]]:
    """Registers ``ismcts``."""
    return [Ismcts]
