"""Turns what happens into lines of text, and nothing else: events and views in, lines out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from spades_cli.engine.actions import Answer, Bid, Give
from spades_cli.engine.cards import Card
from spades_cli.engine.events import Acted, Dealt, Event, Faulted, MatchEnded, RoundScored, TrickTaken
from spades_cli.engine.exchange import span
from spades_cli.ui.blocks import describe_due, gift_lines, seat_line, title
from spades_cli.ui.choices import choice_lines
from spades_cli.ui.contracts import describe_needs
from spades_cli.ui.layout import fit, measure, wrap
from spades_cli.ui.lessons import teach_decision, welcome_lines
from spades_cli.ui.sheet import Sheet
from spades_cli.ui.summary import summary_parts
from spades_cli.ui.told import (
    REASONS,
    bids_of,
    describe_lines,
    describe_misdeals,
    describe_outcome,
    describe_side,
    describe_start,
)
from spades_cli.ui.words import count_of, describe_bid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import SeenTrick, View
    from spades_cli.errors import ActionError
    from spades_cli.players.strategy import Choice
    from spades_cli.ui.style import Style


class Renderer:
    """Writes a match as text for the seats in ``viewers`` (their secrets are shown, nobody else's).

    ``explain`` tells each side's score of a round in words. ``width`` gives the columns that lines must fit; without
    it they are as long as they are. ``teach`` says at the first decision of each kind what may be typed. ``cards``
    tells each card of others as it falls, for who takes the time to watch.
    """

    #: What the signs of a block mean, for the page of help; nothing where there are none.
    legend: ClassVar[str] = (
        "Cards in brackets are legal; T is a ten. On the table, led was played first and best takes the trick so far."
    )

    def __init__(
        self,
        rules: Rules,
        style: Style,
        viewers: Collection[str],
        *,
        quiet: bool = False,
        explain: bool = False,
        width: Callable[[], int] | None = None,
        teach: bool = False,
        cards: bool = False,
    ) -> None:
        self.rules, self.style, self.viewers = rules, style, viewers
        self.quiet, self.explain, self.teach, self.cards = quiet, explain, teach, cards
        #: What no view tells: sets so far, and the cards of a draft as they come.
        self.sheet = Sheet(rules)
        self._width = width
        self._taught: set[tuple[str, str]] = set()

    # --- events --------------------------------------------------------------------------------------------------

    def event(self, event: Event) -> Iterator[str]:
        """The lines for an event; none for what a reader need not see."""
        self.sheet.note(event)
        yield from self.fit(self._tell(event))

    def _tell(self, event: Event) -> Iterator[str]:
        match event:
            case Dealt():
                yield from self._dealt(event)
            case Acted() if not self.quiet:
                yield from self._acted(event)
            case TrickTaken() if not self.quiet:
                yield f"  trick {event.trick:<2} {self.finished_trick(event)}"
            case RoundScored():
                yield from self._scored(event)
            case MatchEnded():
                yield from self._ended(event)
            case Faulted():
                yield f"  {event.seat}: {event.kind} answer {event.answer or ''} ({event.detail}): {event.remedy}"

    def _dealt(self, event: Dealt) -> Iterator[str]:
        yield self.opening(event)
        if not self.viewers and not self.quiet:
            for seat, cards in event.hands.items():
                yield f"  {seat}  {self.style.hand(cards, self.rules.pack)}"

    def opening(self, event: Dealt) -> str:
        """That a round begins, without its cards."""
        thrown = f" ({misdeals})" if (misdeals := describe_misdeals(event)) else ""
        return f"Round {event.number}: {describe_start(event, self.rules)}{thrown}"

    def _acted(self, event: Acted) -> Iterator[str]:
        action = event.action
        if isinstance(action, Bid):
            yield f"  {event.seat} bids {describe_bid(action)}"
        elif isinstance(action, Give):
            yield f"  {event.seat} gives {self.given(event.seat, action)}"
        elif action in (Answer.KEEP, Answer.DECLINE):
            yield f"  {event.seat} " + self._drew(event.seat, keeps=action == Answer.KEEP)
        elif isinstance(action, Card) and self.cards and event.seat not in self.viewers:
            yield f"  {event.seat} plays {self.style.card(action)}"

    def sees(self, seat: str) -> bool:
        """Whether a seat's secrets are shown."""
        return not self.viewers or seat in self.viewers

    def given(self, seat: str, give: Give) -> str:
        """The cards that a seat gives; how many, where they are hidden from the viewers."""
        seen = give.cards and self.sees(seat)
        return self.style.cards(give.cards) if seen else span(len(give.cards), len(give.cards))

    def _drew(self, seat: str, *, keeps: bool) -> str:
        """A turn of the draft, with the cards that a viewer sees in it."""
        drawn = self.sheet.drawn
        if drawn is None or not self.viewers:
            return "keeps" if keeps else "declines"
        kept, gone = map(self.style.card, drawn)
        mine = seat in self.viewers
        shows_gone = self.shows_gone(mine=mine, keeps=keeps)
        if not keeps:
            return "declines" + f" {gone}" * shows_gone + f" and takes {kept}" * mine
        return "keeps" + f" {kept}" * mine + f"; {gone} goes" * shows_gone

    def shows_gone(self, *, mine: bool, keeps: bool) -> bool:
        """Whether the card that a turn of the draft throws away is seen."""
        draft = self.rules.draft
        return draft.discards == "up" or (mine and (draft.peek or not keeps))

    def _scored(self, event: RoundScored) -> Iterator[str]:
        result = event.result
        yield f"Round {event.number} scored" + (f" (forfeited by {result.forfeited})" if result.forfeited else "")
        bids = bids_of(event)
        width = max(map(len, self.rules.sides))
        for side, places in self.rules.sides.items():
            seats = [self.rules.seats[place] for place in places]
            summary = describe_outcome(event, side) if self.explain else describe_side(seats, bids, result.taken)
            total = describe_lines(result.lines[side], result.points[side])
            bags = f", {count_of(result.bags[side], 'bag')}" if self.rules.bags.limit else ""
            score = f"score {event.scores[side]}{bags}"
            line = f"  {side:<{width}}  {summary}: {total}   {score}"
            if not self.width or measure(line) <= self.width:
                yield line
            else:
                yield f"  {side:<{width}}  {summary}:"
                lead = " " * (width + 4)
                yield from (lead + part for part in wrap([total, score], "   ", self.width - len(lead)))

    def _ended(self, event: MatchEnded) -> Iterator[str]:
        scores = " ".join(f"{side} {score}" for side, score in event.scores.items())
        who = f"{event.winner} wins" if event.winner else "Drawn"
        yield f"{who} after {count_of(event.rounds, 'round')} ({REASONS[event.reason]}): {scores}"

    def taken_back(self, undone: Acted) -> str:
        """That a decision is taken back, as far as it may be known."""
        return f"  {undone.seat} takes back {self._name_undone(undone)}"

    def _name_undone(self, undone: Acted) -> str:
        action = undone.action
        if isinstance(action, Give):
            return self.given(undone.seat, action)
        if isinstance(action, Answer):
            return f"the answer {action}"
        return self.style.action(action)

    # --- around the match ----------------------------------------------------------------------------------------

    def welcome(self, *, saved: bool = True) -> Iterator[str]:
        """The first screen: what is played and what to type; ``saved`` says that leaving keeps the match."""
        yield from self.fit(welcome_lines(self.rules, self.viewers, saved=saved))

    def summary(self, results: Sequence[RoundScored]) -> Iterator[str]:
        """A finished match, a line per side; nothing where no round was played."""
        sides = self.rules.sides if results else ()
        told = {side: summary_parts(self.rules, results, side) for side in sides}
        width, room = max(map(len, self.rules.sides)), max((len(parts[0]) for parts in told.values()), default=0)
        for side, (score, *parts) in told.items():
            yield from self.fit([f"  {side:<{width}}  {score:>{room}}   {'   '.join(parts)}"], hang=width + 2)

    # --- views ---------------------------------------------------------------------------------------------------

    def block(self, view: View) -> Iterator[str]:
        """What a player sees before a decision: heading, needs, a line per seat, the hand with its legal cards."""
        self.sheet.look(view)
        yield ""
        yield from self._heading(view)
        if not self.quiet:
            yield from self._needs(view)
            # While cards are drafted there is nothing to tell of a seat, unless bids were made before.
            shown = self.rules.seats if view.phase != "draft" or view.bids else ()
            yield from self.fit(seat_line(view, seat, self.style) for seat in shown)
            yield from self.fit(gift_lines(view, self.style))
        elif self.teach:
            # Whoever sits at a terminal has nothing else that tells the bids so far and the cards on the table.
            told = self.bids(view) if view.phase == "bid" and view.bids else [self.trick(view.trick)]
            yield from self.fit(f"  {line}" for line in told if line)
        if view.phase == "draft" and view.drawn:
            yield from self.fit(
                [f"you draw {self.style.card(view.drawn)}: keep it, or decline it and take the next card unseen?"]
            )
        if view.phase == "blind":
            hidden = "no card is drawn yet" if self.rules.deal.method == "draft" else "your cards are not shown yet"
            yield from self.fit([f"{hidden}: look, or bid blind?"])
        if view.due:
            yield from self.fit([describe_due(view)])
        if view.phase != "blind":
            legal = view.legal if view.phase == "play" else ()
            yield from self.style.hand_lines(view.hand, self.rules.pack, legal, self.width)
        yield from self.fit(self._lessons(view))

    def _needs(self, view: View) -> Iterator[str]:
        """What each side still needs; where everybody plays alone the lines of the seats say it."""
        if len(self.rules.sides) < len(self.rules.seats) or not view.bids:
            yield from self.fit(wrap([f"  {text}" for text in describe_needs(view)], " ", self.width))

    def _heading(self, view: View) -> Iterator[str]:
        left = title(view, self.style)
        target = f"to {self.rules.match.target}"
        scores = [*self.standings(view.scores, view.bags), target]
        wide, close = f"{left:<44} {'   '.join(scores)}", f"{left}   {'   '.join(scores)}"
        width = self.width or measure(wide)
        fits = next((line for line in (wide, close) if measure(line) <= width), "")
        yield from [fits] if fits else [*self.fit([left]), *wrap(scores, "   ", width)]

    def scores(self, scores: Mapping[str, int], bags: Mapping[str, int]) -> str:
        """Score and bags of every side."""
        return "   ".join(self.standings(scores, bags))

    def standing(self, view: View) -> str:
        """The scores before this round, and what they go to."""
        return f"{self.scores(view.scores, view.bags)}   to {self.rules.match.target}"

    def standings(self, scores: Mapping[str, int], bags: Mapping[str, int]) -> Iterator[str]:
        """The same side by side."""
        for side, score in scores.items():
            yield f"{side} {score}" + (f" ({count_of(bags[side], 'bag')})" if self.rules.bags.limit else "")

    def _lessons(self, view: View) -> list[str]:
        """What may be typed, where the player has not been told or it is not the usual thing."""
        if not self.teach or self.quiet:
            return []
        kind = "only" if view.phase == "play" and len(view.legal) == 1 else view.phase
        first = (view.seat, kind) not in self._taught
        self._taught.add((view.seat, kind))
        return teach_decision(view, first=first)

    # --- answers to commands -------------------------------------------------------------------------------------

    def bids(self, view: View) -> list[str]:
        """The bids so far, in play with the tricks taken for them."""
        took = {seat: f" took {view.taken[seat]}" if view.phase == "play" else "" for seat in view.bids}
        return wrap((f"{seat} {bid}{took[seat]}" for seat, bid in view.bids.items()), "   ", self.width)

    def needs(self, view: View) -> list[str]:
        """What every side needs in play."""
        return wrap(describe_needs(view), "   ", self.width)

    def trick(self, cards: Iterable[tuple[str, Card]]) -> str:
        """The cards of a trick with their seats, in playing order."""
        return "  ".join(f"{seat} {self.style.card(card)}" for seat, card in cards)

    def finished_trick(self, trick: SeenTrick | TrickTaken) -> str:
        """A finished trick in one line."""
        return f"{self.trick(trick.cards)}  {self.style.arrow} {trick.winner}"

    def numbered(self, number: int, trick: str) -> str:
        """A trick and its number."""
        return f"{number:>2}  {trick}"

    def entry(self, name: str, meaning: str) -> Iterator[str]:
        """A command and what it does."""
        yield from wrap([f"  {name:<7}", *meaning.split()], " ", self.width, " " * 10)

    def choices(self, choices: Sequence[Choice], best: Choice) -> list[str]:
        """Numbered choices with what each is worth less than ``best``."""
        width = self.width
        lines = choice_lines(choices, self.style, best=best)
        if width and max(map(measure, lines)) > width:
            return [part for line in lines for part in wrap(line.split(), " ", width, "   ")]
        return lines

    def word(self, text: str) -> str:
        """A sentence that names cards and seats by their letters, in this renderer's words."""
        return text

    def reword(self, error: ActionError) -> ActionError:
        """A refusal in this renderer's words."""
        return error

    def fit(self, lines: Iterable[str], hang: int = 2) -> Iterator[str]:
        """Lines broken where they are too long for the terminal, the rest indented by ``hang`` more."""
        for line in lines:
            yield from fit(line, self.width, hang)

    @property
    def width(self) -> int:
        """Columns of a line; 0 for as many as it takes."""
        return self._width() if self._width else 0
