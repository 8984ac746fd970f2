"""The match as plain sentences, for screen readers: cards in words, no columns, no signs, no colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from spades_cli.engine.actions import Answer, Bid, Give
from spades_cli.engine.cards import SUIT_NAMES, Card
from spades_cli.engine.events import Acted, Dealt, Event, Faulted, MatchEnded, RoundScored, TrickTaken
from spades_cli.errors import AmbiguousAction, IllegalAction
from spades_cli.ui.blocks import describe_due, draft_turn, gift_lines
from spades_cli.ui.contracts import describe_needs
from spades_cli.ui.refusals import list_actions
from spades_cli.ui.render import Renderer
from spades_cli.ui.style import Style
from spades_cli.ui.summary import summary_parts
from spades_cli.ui.told import REASONS, describe_misdeals, describe_outcome, first_drawer
from spades_cli.ui.words import count_of, describe_bid, hand_words, name_words, number_words, spell_out
from spades_cli.variants.explain_words import capital, join, name_card

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from spades_cli.engine.actions import Action
    from spades_cli.engine.view import SeenTrick, View
    from spades_cli.errors import ActionError
    from spades_cli.players.strategy import Choice


class PlainStyle(Style):
    """Cards and other actions in words."""

    def card(self, card: Card) -> str:
        """``queen of hearts``."""
        return name_card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """``queen of hearts and two of clubs``."""
        return join([name_card(card) for card in cards])

    def action(self, action: Action | str) -> str:
        """A card or bid in words."""
        return describe_bid(action) if isinstance(action, Bid) else spell_out(str(action))


class PlainRenderer(Renderer):
    """One sentence for each event; before a decision what is asked, what is legal, and the hand suit by suit."""

    legend: ClassVar[str] = ""

    # --- events --------------------------------------------------------------------------------------------------

    def _tell(self, event: Event) -> Iterator[str]:
        match event:
            case Dealt():
                thrown = f" {misdeals}" if (misdeals := describe_misdeals(event)) else ""
                first = first_drawer(self.rules, event.dealer)
                who = f"{self._does(first, 'draw')} first" if event.pack else self._does(event.dealer, "deal")
                yield f"Round {event.number}: {who}{thrown}."
            case Acted() if not self.quiet:
                yield f"{self._act(event)}."
            case TrickTaken() if not self.quiet:
                best = next(card for seat, card in event.cards if seat == event.winner)
                yield f"{self._does(event.winner, 'take')} trick {event.trick} with the {name_card(best)}."
            case RoundScored():
                yield from self._round(event)
            case MatchEnded():
                scores = ", ".join(f"{name_words(side)} {number_words(score)}" for side, score in event.scores.items())
                who = self._wins(event.winner) if event.winner else "The match is drawn"
                yield f"{who} after {count_of(event.rounds, 'round')}, {REASONS[event.reason]}: {scores}."
            case Faulted():
                answer = f"{event.kind} answer {event.answer or ''}".strip()
                yield f"{name_words(event.seat)} gave an {answer}, {event.detail}: {event.remedy}."

    def _does(self, seat: str, verb: str) -> str:
        """``You bid``, ``East bids``."""
        if tuple(self.viewers) == (seat,):
            return f"You {verb}"
        return f"{name_words(seat)} {verb}s"

    def _wins(self, side: str) -> str:
        return f"{name_words(side)} win{'s' * (len(self.rules.sides[side]) == 1)}"

    def _act(self, event: Acted) -> str:
        action, seat = event.action, event.seat
        if isinstance(action, Card):
            return f"{self._does(seat, 'play')} the {name_card(action)}"
        if isinstance(action, Bid):
            return f"{self._does(seat, 'bid')} {describe_bid(action)}"
        if isinstance(action, Give):
            return f"{self._does(seat, 'give')} {self.given(seat, action)}"
        if action == Answer.LOOK:
            drafts = self.rules.deal.method == "draft"
            return self._does(seat, "begin") + " to draw" if drafts else self._does(seat, "look") + " at the cards"
        return self._draw(seat, keeps=action == Answer.KEEP)

    def _draw(self, seat: str, *, keeps: bool) -> str:
        """A turn of the draft, with the cards that a viewer sees in it."""
        told, drawn = self._does(seat, "keep" if keeps else "decline"), self.sheet.drawn
        if drawn is None or not self.viewers:
            return told
        kept, gone = map(name_card, drawn)
        mine = seat in self.viewers
        shows_gone = self.shows_gone(mine=mine, keeps=keeps)
        if keeps:
            return told + f" the {kept}" * mine + f", the {gone} goes" * shows_gone
        taken = f", {self._does(seat, 'take').split()[-1]} the {kept}"
        return told + f" the {gone}" * shows_gone + taken * mine

    def taken_back(self, undone: Acted) -> str:
        """That a decision is taken back, as far as it may be known."""
        return f"{self._does(undone.seat, 'take')} back {self._name_undone(undone)}."

    def _round(self, event: RoundScored) -> Iterator[str]:
        """That a round is over; what each side made of it, and its score now, in a sentence of its own."""
        result = event.result
        forfeited = f", forfeited by {name_words(result.forfeited)}" if result.forfeited else ""
        yield f"Round {event.number} is over{forfeited}."
        for side in self.rules.sides:
            lines = ", ".join(f"{line.name} {number_words(line.points)}" for line in result.lines[side])
            outcome = spell_out(describe_outcome(event, side))
            score = f"score {number_words(event.scores[side])}"
            bags = f" and {count_of(result.bags[side], 'bag')}" if self.rules.bags.limit else ""
            points = f"{lines or 'nothing'}, together {number_words(result.points[side])}"
            yield f"{name_words(side)}: {outcome}, {points}, {score}{bags}."

    def welcome(self, *, saved: bool = True) -> Iterator[str]:
        """The first screen; what is typed stays as it is typed."""
        first, *others = super().welcome(saved=saved)
        yield from [spell_out(first), *others]

    def summary(self, results: Sequence[RoundScored]) -> Iterator[str]:
        """A finished match, a sentence per side."""
        for side in self.rules.sides if results else ():
            parts = ", ".join(summary_parts(self.rules, results, side)).replace("-", "minus ").replace("+", "plus ")
            yield f"{name_words(side)}: {parts}."

    # --- views ---------------------------------------------------------------------------------------------------

    def block(self, view: View) -> Iterator[str]:
        """What is asked and what is legal, in one sentence; then the hand."""
        self.sheet.look(view)
        yield self._ask(view)
        if view.phase != "blind":
            yield f"Your hand: {hand_words(view.hand, view.deck, self.style.suit_order)}."

    def _ask(self, view: View) -> str:
        match view.phase:
            case "play":
                return self._ask_card(view)
            case "bid":
                return f"Your bid in round {view.number}: {join(list_actions(view.legal), 'or')}."
            case "blind":
                bids = join([describe_bid(bid) for bid in view.legal if isinstance(bid, Bid)], "or")
                if self.rules.deal.method == "draft":
                    return f"Round {view.number}: no card is drawn yet; look to begin, or bid {bids}."
                return f"Round {view.number}: your cards are hidden; look at them, or bid {bids}."
            case "draft":
                drawn = name_card(view.drawn) if view.drawn else "a card"
                choice = "keep it, or decline it for the next card unseen"
                return f"Draft, turn {draft_turn(view)}: you draw the {drawn}; {choice}."
            case _:
                return f"{capital(spell_out(describe_due(view)))}." + self._received(view)

    def _ask_card(self, view: View) -> str:
        """Where the trick stands and which cards are legal."""
        number = len(view.tricks) + 1
        if view.led:
            where = f"You play to trick {number}, {SUIT_NAMES[view.led]} led"
        else:
            where = f"You lead to trick {number}"
            if view.broken or view.rules.play.lead_spades != "any":
                where += f", spades are {'' if view.broken else 'not '}broken"
        cards = [card for card in view.legal if isinstance(card, Card)]
        if len(cards) == 1:
            return f"{where}: only the {name_card(cards[0])} is legal, Enter plays it."
        legal = "any card" if set(cards) == set(view.hand) else hand_words(cards, view.deck, self.style.suit_order)
        return f"{where}: {legal} {'is' if legal == 'any card' else 'are'} legal.{self._received(view)}"

    def _received(self, view: View) -> str:
        """What partners have given, until the first trick is over."""
        gifts = [spell_out(text.strip()) for text in gift_lines(view, self.style)]
        return "".join(f" {text}." for text in gifts)

    # --- answers to commands -------------------------------------------------------------------------------------

    def scores(self, scores: Mapping[str, int], bags: Mapping[str, int]) -> str:
        """Score and bags of every side."""
        shown = (f", {count_of(bags[side], 'bag')}" if self.rules.bags.limit else "" for side in scores)
        return "; ".join(
            f"{name_words(side)} {number_words(score)}{bag}"
            for (side, score), bag in zip(scores.items(), shown, strict=True)
        )

    def standing(self, view: View) -> str:
        """The scores before this round, and what they go to."""
        return f"{self.scores(view.scores, view.bags)}; the match goes to {self.rules.match.target}."

    def bids(self, view: View) -> list[str]:
        """The bids so far, in play with the tricks taken for them."""
        took = {seat: f", took {view.taken[seat]}" if view.phase == "play" else "" for seat in view.bids}
        told = (f"{name_words(seat)} bid {describe_bid(bid)}{took[seat]}" for seat, bid in view.bids.items())
        return ["; ".join(told) + "."]

    def needs(self, view: View) -> list[str]:
        """What every side needs in play."""
        needs = describe_needs(view)
        return ["; ".join(map(spell_out, needs)) + "."] if needs else []

    def trick(self, cards: Iterable[tuple[str, Card]]) -> str:
        """Who played what, in playing order."""
        return ", ".join(f"{name_words(seat)} {name_card(card)}" for seat, card in cards)

    def finished_trick(self, trick: SeenTrick | TrickTaken) -> str:
        """A finished trick."""
        return f"{self.trick(trick.cards)}, taken by {name_words(trick.winner)}"

    def numbered(self, number: int, trick: str) -> str:
        """A trick and its number."""
        return f"Trick {number}: {trick}."

    def entry(self, name: str, meaning: str) -> Iterator[str]:
        """A command and what it does."""
        yield f"{name}: {meaning}."

    def choices(self, choices: Sequence[Choice], best: Choice) -> list[str]:
        """A sentence for each choice."""
        return [f"{number}: {self._choice(choice, best)}." for number, choice in enumerate(choices, 1)]

    def _choice(self, choice: Choice, best: Choice) -> str:
        parts = [self.style.action(choice.action)]
        if choice.value is not None:
            error = f" give or take {choice.se:.1f}" if choice.se is not None else ""
            parts.append(f"worth {_decimal(choice.value)} points{error}")
            if choice is not best and best.value is not None:
                parts.append(f"{abs(best.value - choice.value):.1f} {'less' if choice.value <= best.value else 'more'}")
        if choice.wins is not None:
            parts.append(f"wins {100 * choice.wins:.0f} percent")
        return ", ".join([*parts, *([choice.reason] if choice.reason else [])])

    def word(self, text: str) -> str:
        """The sentence with cards and seats in words."""
        return spell_out(text)

    def reword(self, error: ActionError) -> ActionError:
        """The refusal with cards and seats in words."""
        match error:
            case IllegalAction():
                return IllegalAction(error.action, spell_out(error.reason), self._name_all(error.legal))
            case AmbiguousAction():
                return AmbiguousAction("", error.question, self._name_all(error.candidates))
            case _:
                return error

    def fit(self, lines: Iterable[str], hang: int = 2) -> Iterator[str]:
        """Every line as it is, without indentation: how long it is shows nobody, and a reader would tell the blanks."""
        yield from map(str.strip, lines)

    def _name_all(self, actions: Sequence[object]) -> list[str]:
        """Actions as words; several cards suit by suit."""
        cards = [action for action in actions if isinstance(action, Card)]
        if len(cards) > 1:
            return [hand_words(cards, self.rules.pack, self.style.suit_order)]
        return ["blind nil" if text == "bn" else spell_out(text) for text in list_actions(actions)]


def _decimal(number: float) -> str:
    return f"minus {-number:.1f}" if number < 0 else f"{number:.1f}"
