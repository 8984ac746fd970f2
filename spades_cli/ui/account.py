"""A whole game as text to be read from top to bottom, as in a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.actions import Answer, Bid
from spades_cli.ui.deeds import describe_act, exchange_lines
from spades_cli.ui.gamelist import describe_players
from spades_cli.ui.layout import wrap
from spades_cli.ui.render import Renderer
from spades_cli.ui.trick import on_table
from spades_cli.ui.words import count_of, describe_bid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spades_cli.engine.cards import Card
    from spades_cli.engine.rules import Rules
    from spades_cli.record.steps import PlayedRound
    from spades_cli.ui.style import Style

#: Columns that a letter keeps, also when it is quoted.
WIDTH = 76


class Account:
    """Writes rounds under ``rules``; ``seat`` is whose knowledge is told, None for everybody's cards."""

    def __init__(self, rules: Rules, style: Style, seat: str | None = None) -> None:
        self.rules, self.style, self.seat = rules, style, seat
        viewers = (seat,) if seat else ()
        self._renderer = Renderer(rules, style, viewers, explain=True, width=lambda: WIDTH)

    def heading(self, game: str, players: Mapping[str, str], undone: int) -> Iterator[str]:
        """What was played, and by whom."""
        title = f"{self.rules.variant.title} ({self.rules.name}), game {game}"
        casual = [f"{count_of(undone, 'decision')} taken back"] if undone else []
        yield from wrap(title.split(), " ", WIDTH)
        yield from wrap([describe_players(players), *casual], "; ", WIDTH)

    def round(self, played: PlayedRound) -> Iterator[str]:
        """One round: cards, draft, exchanges, bids, tricks, and what it was worth."""
        deal = played.at(len(played.acts))
        yield from ["", self._renderer.opening(played.start)]
        yield from self._draft(played)
        yield from self._hands(played)
        yield from self._before_play(played)
        for taken in played.taken.values():
            cards = self._renderer.trick(taken.cards)
            yield from wrap(
                [f"  {taken.trick:>2}  {cards}", f"{self.style.arrow} {taken.winner}"], "  ", WIDTH, "      "
            )
        if deal.trick:
            yield f"  {len(deal.tricks) + 1:>2}  {self._renderer.trick(on_table(deal).items())}"
        for event in (*played.faults, played.scored):
            if event:
                yield from self._renderer.event(event)

    def ending(self, rounds: Sequence[PlayedRound]) -> Iterator[str]:
        """How the match ended, and what each side made of it."""
        ended = rounds[-1].ended if rounds else None
        if ended:
            yield ""
            yield from self._renderer.event(ended)
            yield from self._renderer.summary([played.scored for played in rounds if played.scored])

    def _draft(self, played: PlayedRound) -> Iterator[str]:
        deal, turn = played.at(len(played.acts)), 0
        for act in played.acts:
            if act.action in (Answer.KEEP, Answer.DECLINE):
                yield f"  {act.seat} {describe_act(act, deal.draws[turn], self._renderer)}"
                turn += 1

    def _hands(self, played: PlayedRound) -> Iterator[str]:
        """The hands as dealt or drafted."""
        drafted = [i + 1 for i, act in enumerate(played.acts) if act.phase == "draft"]
        deal = played.at(drafted[-1] if drafted else 0)
        width = max(map(len, self.rules.seats))
        for seat, held in zip(self.rules.seats, deal.hands, strict=True):
            if held and self.seat in (None, seat):
                first, *others = self._fold(self.rules.pack.cards(held), width)
                yield f"  {seat:<{width}}  {first}"
                yield from (" " * (width + 4) + line for line in others)

    def _fold(self, cards: Sequence[Card], width: int) -> list[str]:
        return self.style.hand_lines(cards, self.rules.pack, width=WIDTH - width - 4)

    def _before_play(self, played: PlayedRound) -> Iterator[str]:
        """Bids and exchanges; looking at one's cards is no news."""
        said = [f"{act.seat} {describe_bid(act.action)}" for act in played.acts if isinstance(act.action, Bid)]
        if said:
            yield from wrap([f"  bids: {said[0]}", *said[1:]], ", ", WIDTH, "        ")
        dealt = next((i for i, act in enumerate(played.acts) if act.phase == "play"), len(played.acts))
        yield from exchange_lines(played.at(dealt), self._renderer)
