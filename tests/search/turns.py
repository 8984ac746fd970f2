"""Turns that tests write down by hand, and what the rule player counts about the cards of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spades_cli import load_rules
from spades_cli.players.positions import read_position
from spades_cli.search.chances import count_holders, seats_after, win_chance
from spades_cli.search.layout import RATINGS, SPADES, run_in
from spades_cli.search.outlook import ease_of, slack_of
from spades_cli.search.position import Position
from spades_cli.search.rating import FEATURES, rate_card, winning_cards
from spades_cli.search.recall import REMEMBERED, TURN, read_turns
from spades_cli.search.rollout import BEST, LED, LEFT, NILS, PLAYED, STATE, WINNER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli import Rules

STANDARD = load_rules("standard")
#: More than any feature can count, so that the sum of all, each weighed by a power of it, tells each one.
BASE = 1 << 20


def position_of(hand: str, trick: str, rules: Rules = STANDARD, **fields: Any) -> Position:
    """South's turn to play; ``trick`` is written like ``W 5H N 2H``."""
    words = trick.split()
    played = [[seat, card] for seat, card in zip(words[::2], words[1::2], strict=True)]
    return Position(read_position({"type": "play", "seat": "S", "hand": hand, "trick": played, **fields}, rules))


def holders_of(game: Sequence[int], voids: Sequence[int], seat: int, led: int) -> tuple[int, int]:
    """How many seats other than ``seat`` may hold cards of the suit led, and how many spades."""
    return count_holders(game, voids, seat, led), count_holders(game, voids, seat, game[SPADES])


def rate(position: Position, card: int, weights: Sequence[int]) -> int:
    """The rating of a legal card by the weights for one kind of turn."""
    game, state, seat = (*position.game[:RATINGS], *weights), position.state, position.place
    led, best, winner = state[LED], state[BEST], state[WINNER]
    later = seats_after(game, seat, state[PLAYED])
    holders = holders_of(game, position.voids, seat, led or run_in(game, card))
    held = 0
    if led:
        held = win_chance(game, position.voids, seat, winner, later, position.unseen, led, best, state[NILS], *holders)
    winning = winning_cards(game, position.legal, led, best)
    ease = ease_of(game, position.need, seat, position.hand, position.unseen, state[LEFT])
    slack = slack_of(game, position.need, state[LEFT])
    return rate_card(
        game, position.need, position.voids, seat, position.hand, card, led, best, winner, later, position.unseen,
        state[NILS], state[LEFT], winning, held, *holders, ease, slack, RATINGS,
    )  # fmt: skip


def features_of(position: Position, card: int) -> list[int]:
    """What is counted about a legal card, feature by feature."""
    total = rate(position, card, [BASE**number for number in range(FEATURES)])
    return [total // BASE**number % BASE for number in range(FEATURES)]


def recall(position: Position, deals: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """The turns of a position, where those of each seat start, and room to remember hands in."""
    turns, starts, memory = ([0] * size for size in (TURN * len(position.history), 8, 2 * REMEMBERED * 6))
    state, need, voids, held, index = ([0] * STATE for _ in range(5))
    read_turns(
        position.game, deals, position.place, position.played, position.history, len(position.history), position.begun,
        position.first_need, state, need, voids, held, index, turns, starts, memory,
    )  # fmt: skip
    return turns, starts, memory
