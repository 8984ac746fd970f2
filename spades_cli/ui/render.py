"""Turns what happens into lines of text, and nothing else: events and views in, lines out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.actions import Answer, Bid, Give
from spades_cli.engine.events import Acted, Dealt, Event, Faulted, MatchEnded, RoundScored, TrickTaken
from spades_cli.engine.exchange import span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.scoring import Line
    from spades_cli.engine.view import Played, SeenTrick, View
    from spades_cli.ui.style import Style

REASONS = {
    "target": "target reached",
    "floor": "lowest score reached",
    "sets": "too many sets",
    "rounds": "last round played",
    "every trick": "every trick taken",
    "forfeit": "forfeited",
    "guard": "stopped: the rules would not end it",
}


class Renderer:
    """Writes a match as text for the seats in ``viewers`` (their secrets are shown, nobody else's)."""

    def __init__(self, rules: Rules, style: Style, viewers: Collection[str], *, quiet: bool = False) -> None:
        self.rules, self.style, self.viewers, self.quiet = rules, style, viewers, quiet

    def event(self, event: Event) -> Iterator[str]:
        """The lines for an event; none for what a reader need not see."""
        match event:
            case Dealt():
                yield from self._dealt(event)
            case Acted() if not self.quiet:
                yield from self._acted(event)
            case TrickTaken() if not self.quiet:
                yield f"  trick {event.trick:<2} {self.trick(event.cards)}  {self.style.arrow} {event.winner}"
            case RoundScored():
                yield from self._scored(event)
            case MatchEnded():
                yield from self._ended(event)
            case Faulted():
                yield f"  {event.seat}: {event.kind} answer {event.answer or ''} ({event.detail}): {event.remedy}"

    def _dealt(self, event: Dealt) -> Iterator[str]:
        thrown = f" (after {event.misdeals} misdeal{'s' * (event.misdeals > 1)})" if event.misdeals else ""
        yield f"Round {event.number}: {event.dealer} deals{thrown}"
        if not self.viewers and not self.quiet:
            for seat, cards in event.hands.items():
                yield f"  {seat}  {self.style.hand(cards, self.rules.pack)}"

    def _acted(self, event: Acted) -> Iterator[str]:
        action = event.action
        if isinstance(action, Bid):
            yield f"  {event.seat} bids {describe_bid(action)}"
        elif isinstance(action, Give):
            seen = not self.viewers or event.seat in self.viewers
            count = len(action.cards)
            cards = self.style.cards(action.cards) if seen and count else span(count, count)
            yield f"  {event.seat} gives {cards}"
        elif action in (Answer.KEEP, Answer.DECLINE):
            yield f"  {event.seat} {'keeps' if action == Answer.KEEP else 'declines'}"

    def _scored(self, event: RoundScored) -> Iterator[str]:
        result, deal = event.result, event.deal
        yield f"Round {event.number} scored" + (f" (forfeited by {result.forfeited})" if result.forfeited else "")
        bids = {seat: bid for seat, bid in zip(self.rules.seats, deal.bids, strict=True) if bid is not None}
        width = max(map(len, self.rules.sides))
        for side, places in self.rules.sides.items():
            seats = [self.rules.seats[place] for place in places]
            summary = describe_side(seats, bids, result.taken)
            total = describe_lines(result.lines[side], result.points[side])
            bags = f", {count_bags(result.bags[side])}" if self.rules.bags.limit else ""
            yield f"  {side:<{width}}  {summary}: {total}   score {event.scores[side]}{bags}"

    def _ended(self, event: MatchEnded) -> Iterator[str]:
        scores = " ".join(f"{side} {score}" for side, score in event.scores.items())
        who = f"{event.winner} wins" if event.winner else "Drawn"
        yield f"{who} after {event.rounds} round{'s' * (event.rounds != 1)} ({REASONS[event.reason]}): {scores}"

    # --- views ---------------------------------------------------------------------------------------------------

    def block(self, view: View) -> Iterator[str]:
        """What a player sees before a decision: heading, a line per seat, the hand with its legal cards marked."""
        yield from ["", self._heading(view)]
        if not self.quiet:
            yield from (self._seat_line(view, seat) for seat in self.rules.seats)
            yield from self._gifts(view)
        if view.phase == "draft" and view.drawn:
            yield f"you draw {self.style.card(view.drawn)}: keep it, or decline it and take the next card unseen?"
        if view.phase == "blind":
            yield "your cards are not shown yet: look, or bid blind?"
            return
        if view.due:
            yield f"give {span(view.due.least, view.due.most)}" + (
                f" to {view.due.receiver}" if view.due.receiver else ""
            )
        yield self.style.hand(view.hand, self.rules.pack, view.legal if view.phase == "play" else ())

    def _heading(self, view: View) -> str:
        dot = f" {self.style.dot} "
        if view.phase == "play":
            broken = "spades broken" if view.broken else "spades not broken"
            left = f"Round {view.number}{dot}trick {len(view.tricks) + 1}{dot}{broken}"
        elif view.phase == "draft":
            drawn = sum(seat == view.seat for seat, _ in view.answers) + 1
            left = f"Round {view.number}{dot}draft, turn {drawn} of {view.tricks_in_round}"
        else:
            left = f"Round {view.number}{dot}{_PHASE_TITLES[view.phase]}"
        return f"{left:<44} {self.scores(view.scores, view.bags)}   to {self.rules.match.target}"

    def scores(self, scores: Mapping[str, int], bags: Mapping[str, int]) -> str:
        """Score and bags of every side."""
        shown = (f" ({count_bags(bags[side])})" if self.rules.bags.limit else "" for side in scores)
        return "   ".join(f"{side} {score}{bag}" for (side, score), bag in zip(scores.items(), shown, strict=True))

    def _seat_line(self, view: View, seat: str) -> str:
        bid = view.bids.get(seat)
        told = f"bid {bid}" if bid else "deals" if seat == view.dealer and view.phase != "play" else ""
        took = f"took {view.taken[seat]}" if view.phase == "play" else ""
        played = next((card for player, card in view.trick if player == seat), None)
        table = self.style.card(played) if played else ""
        mark = (
            "led"
            if view.trick and view.trick[0].seat == seat
            else f"{self.style.back} you"
            if seat == view.seat
            else ""
        )
        return f"  {seat:<2} {told:<7} {took:<7}  {table}  {mark}".rstrip()

    def _gifts(self, view: View) -> Iterator[str]:
        """The exchanges of this round that concern the viewer, until the first trick is over."""
        for gift in view.gifts if not view.tricks else ():
            to = f" to {gift.receiver}" if gift.receiver else " away"
            cards = self.style.cards(gift.cards) or span(gift.size, gift.size)
            drew = f", drew {self.style.cards(gift.drawn)}" if gift.drawn else ""
            yield f"  {gift.giver} gave {cards}{to}{drew}"

    def trick(self, cards: tuple[Played, ...]) -> str:
        """The cards of a trick with their seats, in playing order."""
        return "  ".join(f"{seat} {self.style.card(card)}" for seat, card in cards)

    def finished_trick(self, trick: SeenTrick) -> str:
        """A finished trick in one line."""
        return f"{self.trick(trick.cards)}  {self.style.arrow} {trick.winner}"


_PHASE_TITLES = {"bid": "bidding", "blind": "blind bids", "exchange": "exchange", "over": "over"}


def describe_bid(bid: Bid) -> str:
    """A bid in words."""
    if bid.nil:
        return "blind nil" if bid.blind else "nil"
    return f"blind {bid.tricks}" if bid.blind else str(bid.tricks)


def describe_side(seats: list[str], bids: Mapping[str, Bid], taken: Mapping[str, int]) -> str:
    """What a side bid and took: ``bid 2+1 took 3+3``."""
    told = "+".join(str(bids[seat]) for seat in seats if seat in bids) or "nothing"
    return f"bid {told} took {'+'.join(str(taken[seat]) for seat in seats)}"


def describe_lines(lines: tuple[Line, ...], total: int) -> str:
    """A side's score line by line: ``contract 30 + overtricks 3 = 33``."""
    if not lines:
        return f"nothing = {total}"
    first, rest = lines[0], lines[1:]
    text = f"{first.name} {first.points}"
    for line in rest:
        text += f" {'-' if line.points < 0 else '+'} {line.name} {abs(line.points)}"
    return f"{text} = {total}"


def count_bags(bags: int) -> str:
    """``1 bag`` or ``3 bags``."""
    return f"{bags} bag{'s' * (bags != 1)}"
