"""One moment of a recorded round on the screen: hands, table, bids, tricks, scores; for everybody or for one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.exchange import span
from spades_cli.ui.blocks import name_round, phase_parts, trick_parts
from spades_cli.ui.deeds import describe_act, exchange_lines
from spades_cli.ui.layout import measure, wrap
from spades_cli.ui.render import Renderer
from spades_cli.ui.told import describe_misdeals, describe_start
from spades_cli.ui.trick import on_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spades_cli.engine.cards import Card
    from spades_cli.engine.events import TrickTaken
    from spades_cli.engine.round import Round
    from spades_cli.engine.rules import Rules
    from spades_cli.record.steps import PlayedRound
    from spades_cli.ui.style import Style


class Moment(NamedTuple):
    """A round after its first ``step`` decisions."""

    played: PlayedRound
    step: int
    deal: Round

    @property
    def taken(self) -> TrickTaken | None:
        """The trick that the last decision completed; it is still on the table."""
        return self.played.taken.get(self.step)

    @property
    def trick(self) -> int:
        """The number of the trick on the table, 0 before the first one."""
        return self.taken.trick if self.taken else len(self.deal.tricks) + (self.deal.phase == "play")

    @property
    def is_last(self) -> bool:
        """Whether nothing more was decided in this round."""
        return self.step == len(self.played.acts)


class Screen:
    """Draws moments of rounds under ``rules``, ``width`` columns wide (0: as wide as they come).

    ``seat`` is whose knowledge is shown, None for everybody's cards.
    """

    def __init__(self, rules: Rules, style: Style, *, seat: str | None = None, width: int = 80) -> None:
        self.rules, self.style, self.seat, self.width = rules, style, seat, width
        self._renderer = Renderer(rules, style, (seat,) if seat else (), width=(lambda: width) if width else None)

    def lines(self, played: PlayedRound, step: int) -> Iterator[str]:
        """The moment after ``step`` decisions: heading, a line or two per seat, what was done last, the score."""
        now = Moment(played, step, played.at(step))
        yield from self._heading(now)
        yield from self._seats(now)
        yield from exchange_lines(now.deal, self._renderer)
        yield from self._discards(now.deal)
        yield "  " + self._last(now)
        if now.is_last:
            yield from self._ending(played)

    # --- heading -------------------------------------------------------------------------------------------------

    def _heading(self, now: Moment) -> list[str]:
        deal, dot = now.deal, f" {self.style.dot} "
        if now.trick:
            part = trick_parts(self.rules, now.trick, deal.broken)
        else:
            part = phase_parts(deal.phase, len(deal.draws) + 1, deal.size * len(self.rules.seats))
        parts = [name_round(self.rules, deal.number), *part]
        scores = self._renderer.standings(deal.scores, deal.bags)
        left, right = dot.join(parts), [*scores, f"to {self.rules.match.target}"]
        for line in (f"{left:<38}  {'   '.join(right)}", f"{left}  {'   '.join(right)}"):
            if not self.width or measure(line) <= self.width:
                return [line]
        return [*wrap(parts, dot, self.width), *("  " + line for line in wrap(right, "   ", self.width - 2))]

    # --- seats ---------------------------------------------------------------------------------------------------

    def _seats(self, now: Moment) -> Iterator[str]:
        """A line per seat, or its hand in lines of its own where the terminal is narrow."""
        heads, hands = self._heads(now), {seat: self._hand(now.deal, seat) for seat in self.rules.seats}
        widest = max(measure(heads[seat]) + 2 + self._most(now, hands, seat) for seat in hands)
        for seat, head in heads.items():
            if not self.width or widest <= self.width:
                yield f"{head}  {hands[seat]}".rstrip()
                continue
            yield head.rstrip()
            yield from (" " * 4 + line for line in self._folded(now.deal, seat, hands[seat]))

    def _heads(self, now: Moment) -> dict[str, str]:
        """What stands before each hand: the seat, its bid and tricks, and its card on the table."""
        table = self._table(now)
        told = {seat: self._told(now.deal, seat) for seat in self.rules.seats}
        names, width = max(map(len, told)), max(map(len, told.values()))
        heads = {}
        for seat in self.rules.seats:
            card = self.style.card(table[seat]) if seat in table else ""
            card += " " * (2 - measure(card))
            heads[seat] = f"  {seat:<{names}}  {told[seat]:<{width}}  {card} {self._mark(now, seat):<4}"
        return heads

    def _told(self, deal: Round, seat: str) -> str:
        place = self.rules.seats.index(seat)
        bid = deal.bids[place]
        deals = place == deal.dealer and deal.phase != "play" and not deal.pack
        said = f"bid {bid}" if bid is not None else "deals" * deals
        return f"{said:<7}  took {deal.taken[place]:<2}" if deal.phase in ("play", "over") else f"{said:<7}"

    def _table(self, now: Moment) -> dict[str, Card]:
        """The cards of the trick that is on the table or was just completed; in a draft the card just drawn."""
        if now.taken:
            return {seat: card for seat, card in now.taken.cards}
        deal = now.deal
        if deal.phase == "draft" and deal.turn and self.seat in (None, deal.turn):
            return {deal.turn: self.rules.pack.names[deal.drawn_card()]}
        return on_table(deal)

    def _mark(self, now: Moment, seat: str) -> str:
        """Who led, who has won, who is to act."""
        if now.taken:
            return "wins" if now.taken.winner == seat else "led" if now.taken.cards[0].seat == seat else ""
        if now.deal.trick and self.rules.seats[now.deal.leader] == seat:
            return "led"
        over = now.is_last and now.played.scored is not None
        return self.style.back if now.deal.turn == seat and not over else ""

    def _hand(self, deal: Round, seat: str) -> str:
        held = deal.hands[self.rules.seats.index(seat)]
        if self.seat not in (None, seat):
            return span(held.bit_count(), held.bit_count()) if held else ""
        if self.seat == seat and deal.phase == "blind" and not deal.pack:
            return "not looked at yet"
        return self.style.hand(self.rules.pack.cards(held), self.rules.pack) if held else ""

    def _most(self, now: Moment, hands: Mapping[str, str], seat: str) -> int:
        """Columns that this hand takes at most in the round, so that all its moments are laid out alike."""
        held = now.played.dealt.hands[self.rules.seats.index(seat)]
        whole = self.style.hand(self.rules.pack.cards(held), self.rules.pack) if held else ""
        return max(measure(hands[seat]), measure(whole) if self.seat in (None, seat) else 0)

    def _folded(self, deal: Round, seat: str, text: str) -> list[str]:
        """A hand in lines of its own; a text that stands for one as it is."""
        held = self.rules.pack.cards(deal.hands[self.rules.seats.index(seat)])
        if not held or text != self.style.hand(held, self.rules.pack):
            return [text] if text else []
        return self.style.hand_lines(held, self.rules.pack, width=max(self.width - 4, 1))

    # --- what happened -------------------------------------------------------------------------------------------

    def _discards(self, deal: Round) -> Iterator[str]:
        """What the one seat has seen go in a draft."""
        if self.seat and deal.phase == "draft" and (seen := deal.view(self.seat).discards):
            yield from wrap(["  seen to go:", *map(self.style.card, seen)], " ", self.width, "    ")

    def _last(self, now: Moment) -> str:
        """The last thing that was done, in words."""
        if not now.step:
            start = now.played.start
            words = f"{describe_start(start, self.rules)} {describe_misdeals(start)}".rstrip()
            return words + ("; the cards were given" if start.given else "")
        act, draws = now.played.acts[now.step - 1], now.deal.draws
        text = f"{act.seat} {describe_act(act, draws[-1] if draws else None, self._renderer)}"
        return text + (f"; {now.taken.winner} wins trick {now.taken.trick}" if now.taken else "")

    def _ending(self, played: PlayedRound) -> Iterator[str]:
        for event in (*played.faults, played.scored, played.ended):
            if event:
                yield from self._renderer.event(event)
