"""What a typed line means: an action or a command. The same at the prompt, in a script and in a pipe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from spades_cli.engine.actions import Action, Answer, Bid, Give, parse_action
from spades_cli.engine.cards import JOKERS, RANK_NAMES, SUIT_NAMES, Card, parse_card, read_rank, read_suit
from spades_cli.errors import AmbiguousAction, IllegalAction, InvalidAction
from spades_cli.ui.commands import CommandMisuse, complete_command, find_command, read_take
from spades_cli.ui.spelling import guess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spades_cli.engine.view import View
    from spades_cli.ui.commands import Command

#: How much of a line that makes no sense is said again.
SHOWN = 60
_ANSWERS = {
    "k": Answer.KEEP, "y": Answer.KEEP, "yes": Answer.KEEP, "keep": Answer.KEEP,
    "d": Answer.DECLINE, "n": Answer.DECLINE, "no": Answer.DECLINE, "decline": Answer.DECLINE,
}  # fmt: skip
_LOOKS = ("l", "n", "no", "see", "look")
#: Words that people put in front and that change nothing, by phase.
_FILLERS = {
    "play": ("play", "i play", "lead"), "bid": ("bid", "i bid"), "blind": ("bid", "i bid"), "exchange": ("pass",),
}  # fmt: skip
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen",
)  # fmt: skip
_JOKERS = {
    "joker": JOKERS, "jokers": JOKERS,
    **dict.fromkeys(("big", "high", "large", "bigjoker", "b joker", "joker big", "large joker"), ("BJ",)),
    **dict.fromkeys(("little", "low", "small", "littlejoker", "l joker", "joker little", "small joker"), ("LJ",)),
}  # fmt: skip


def parse_line(text: str, view: View) -> Action | Command | None:
    """The action or command of a line; None for an empty one that leaves a choice.

    An empty line plays the only legal action. A line may begin with the name of the seat whose turn it is. Raises
    InvalidAction (its hint is a nearer spelling, if there is one), IllegalAction (another seat's line, or no such
    card), AmbiguousAction or CommandMisuse.
    """
    words = " ".join(text.split())
    if not words:
        return view.legal[0] if len(view.legal) == 1 else None
    try:
        return _read(words, view)
    except InvalidAction as refused:
        first, _, rest = words.partition(" ")
        if rest and (seat := first.upper().rstrip(":")) in view.rules.seats:
            if seat != view.seat:
                raise IllegalAction(words, f"it is {view.seat}'s turn, not {seat}'s", ()) from None
            return _read(rest, view)
        return _read_other(words, refused, view)


def _read(words: str, view: View) -> Action | Command:
    """An action of this phase, or a command."""
    if found := read_take(words):
        return found
    try:
        return _READERS[view.phase](words, view)
    except InvalidAction:
        if command := find_command(words):
            return command
        for filler in _FILLERS.get(view.phase, ()):
            if words.lower().startswith(f"{filler} "):
                return _READERS[view.phase](words[len(filler) + 1 :], view)
        raise


def _read_other(words: str, refused: InvalidAction, view: View) -> Action:
    """An action of another phase, which the round will refuse in words.

    The first letter of a command is no command, since letters mean suits and ranks: it is told what was meant.
    """
    try:
        return parse_action(words)
    except InvalidAction:
        fits = complete_command(words) if len(words) == 1 else []
        if len(fits) > 1:
            raise AmbiguousAction(words, "which command", fits) from None
        if fits:
            refused.hint = f"did you mean '{fits[0]}'?"
        elif near := guess(words, lambda spelt: _is_said(spelt, view)):
            refused.hint = f"did you mean '{near}'?"
        if len(words) > SHOWN:
            shown = str(refused).replace(repr(words), repr(f"{words[:SHOWN]}..."))
            raise InvalidAction(shown, hint=refused.hint) from None
        raise refused from None


def _is_said(words: str, view: View) -> bool:
    """Whether a line means something here, legal or not."""
    try:
        _read(words, view)
    except (InvalidAction, CommandMisuse):
        return False
    except (IllegalAction, AmbiguousAction):
        return True
    return True


def read_card(words: str) -> Card:
    """A card in any of its forms; InvalidAction for anything else."""
    plain = words.lower().removeprefix("the ").rstrip(".")
    jokers = _JOKERS.get(plain, ())
    return Card(jokers[0]) if len(jokers) == 1 else parse_card(plain or words)


def _play(words: str, view: View) -> Action:
    try:
        return read_card(words)
    except InvalidAction as refused:
        legal = [card for card in view.legal if isinstance(card, Card)]
        fits, name = _find_fits(words, view, legal)
        if not name:
            raise InvalidAction(f"{words!r} is not a card", hint=refused.hint) from None
    if not fits:
        raise IllegalAction(words, f"no {name} is legal", legal)
    if len(fits) > 1:
        raise AmbiguousAction(words, f"which {name}", fits)
    return fits[0]


def _find_fits(words: str, view: View, legal: list[Card]) -> tuple[list[Card], str]:
    """The legal cards that a bare rank, suit or ``joker`` fits, and what it names; no name for other words."""
    if words.lower() in _JOKERS:
        return [card for card in legal if card in JOKERS], "joker"
    if rank := read_rank(words):
        return [card for card in legal if card not in JOKERS and card.rank == rank], RANK_NAMES[rank]
    if suit := read_suit(words):
        return [card for card in legal if view.deck.suit(card) == suit], SUIT_NAMES[suit][:-1]
    return [], ""


def _bid(words: str, view: View) -> Action:
    lower = words.lower().removesuffix(" tricks").removesuffix(" trick")
    lower = lower.replace("double nil", "nil") if lower.startswith("blind") else lower
    head, _, number = lower.rpartition(" ")
    if number in _NUMBERS:
        lower = f"{head} {_NUMBERS.index(number)}".strip()
    try:
        return Bid.parse(lower)
    except InvalidAction as refused:
        raise InvalidAction(f"{words!r} is not a bid", hint=refused.hint) from None


def _blind(words: str, view: View) -> Action:
    return Answer.LOOK if words.lower() in _LOOKS else _bid(words, view)


def _draft(words: str, view: View) -> Action:
    if (word := words.lower().removesuffix(" it")) in _ANSWERS:
        return _ANSWERS[word]
    raise InvalidAction(f"{words!r} is not an answer", hint="answer keep or decline")


def _give(words: str, view: View) -> Action:
    try:
        return Give.parse(words)
    except InvalidAction as refused:
        rest = words[5:] if words.lower().startswith("give ") else words
        try:
            return Give(tuple(_cards(rest)))
        except InvalidAction:
            raise refused from None


def _cards(words: str) -> Iterator[Card]:
    """Several cards, each of one to three words (``big joker``, ``queen of hearts``), commas and ``and`` between."""
    parts = [part for part in re.split(r"[ ,]+", words) if part.lower() not in ("", "and", "the")]
    while parts:
        for size in (3, 2, 1):
            try:
                card = read_card(" ".join(parts[:size]))
            except InvalidAction:
                if size == 1:
                    raise
                continue
            yield card
            parts = parts[size:]
            break


_READERS: dict[str, Callable[[str, View], Action]] = {
    "play": _play,
    "bid": _bid,
    "blind": _blind,
    "draft": _draft,
    "exchange": _give,
}
