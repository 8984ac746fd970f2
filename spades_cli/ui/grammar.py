"""What a typed line means: an action or a command. The same at the prompt, in a script and in a pipe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.actions import Action, Answer, Bid, Give, parse_action
from spades_cli.engine.cards import RANK_NAMES, SUIT_NAMES, Card, parse_card, read_rank, read_suit
from spades_cli.errors import AmbiguousAction, IllegalAction, InvalidAction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spades_cli.engine.view import View


class Command(NamedTuple):
    """A word that is no move: ``name`` is one of COMMANDS, or ``take`` for ``=1``.

    ``number`` is how many choices a hint shows (0: as many as usual), or which one is taken.
    """

    name: str
    number: int = 0


COMMANDS = {
    "help": "this page (? for short)",
    "hint": "what the advisor would do, best first; hint 2 shows the best two",
    "score": "scores and bags",
    "last": "the last trick",
    "tricks": "every trick of this round",
    "bids": "the bids",
    "rules": "the rules of this match, where they differ from standard",
    "quit": "leave the match (Ctrl-D does the same)",
}
_ANSWERS = {
    "k": Answer.KEEP, "y": Answer.KEEP, "yes": Answer.KEEP,
    "d": Answer.DECLINE, "n": Answer.DECLINE, "no": Answer.DECLINE,
}  # fmt: skip
_LOOKS = ("l", "n", "no", "see")
_COUNT = re.compile("[1-9][0-9]?", re.ASCII)
_TAKE = re.compile("= ?([0-9]{1,2})", re.ASCII)


def parse_line(text: str, view: View) -> Action | Command | None:
    """The action or command of a line; None for an empty one that leaves a choice.

    An empty line plays the only legal action. A line may begin with the name of the seat whose turn it is. Raises
    InvalidAction, IllegalAction (another seat's line, or no such card) or AmbiguousAction.
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
        return _read_other(words, refused)


def _read(words: str, view: View) -> Action | Command:
    """An action of this phase, or a command."""
    if words == "?":
        return Command("help")
    if found := _TAKE.fullmatch(words):
        return Command("take", int(found[1]))
    try:
        return _READERS[view.phase](words, view)
    except InvalidAction:
        if command := find_command(words):
            return command
        raise


def _read_other(words: str, refused: InvalidAction) -> Action:
    """An action of another phase, which the round will refuse in words."""
    try:
        return parse_action(words)
    except InvalidAction:
        raise refused from None


def find_command(words: str) -> Command | None:
    """The command that ``words`` name; unambiguous beginnings of two letters and more will do.

    A number may follow ``hint``.
    """
    word, _, number = words.lower().partition(" ")
    fits = [name for name in COMMANDS if name.startswith(word)] if len(word) > 1 else []
    if len(fits) != 1 or (number and (fits != ["hint"] or not _COUNT.fullmatch(number))):
        return None
    return Command(fits[0], int(number or 0))


def _play(words: str, view: View) -> Action:
    try:
        return parse_card(words)
    except InvalidAction:
        rank, suit = read_rank(words), read_suit(words)
        if rank is None and suit is None:
            raise
    legal = [card for card in view.legal if isinstance(card, Card)]
    fits = [card for card in legal if (card.rank == rank if rank else view.deck.suit(card) == suit)]
    name = RANK_NAMES[rank] if rank else SUIT_NAMES[suit or "S"][:-1]
    if not fits:
        raise IllegalAction(words, f"no {name} is legal", legal)
    if len(fits) > 1:
        raise AmbiguousAction(words, f"which {name}", fits)
    return fits[0]


def _bid(words: str, view: View) -> Action:
    return Bid.parse(words)


def _blind(words: str, view: View) -> Action:
    return Answer.LOOK if words.lower() in (*_LOOKS, "look") else Bid.parse(words)


def _draft(words: str, view: View) -> Action:
    word = words.lower()
    if word in _ANSWERS:
        return _ANSWERS[word]
    if word in (Answer.KEEP, Answer.DECLINE):
        return Answer(word)
    raise InvalidAction(f"{words!r} is not an answer", hint="answer keep or decline")


def _give(words: str, view: View) -> Action:
    return Give.parse(words)


_READERS: dict[str, Callable[[str, View], Action]] = {
    "play": _play,
    "bid": _bid,
    "blind": _blind,
    "draft": _draft,
    "exchange": _give,
}


def list_actions(actions: Sequence[object]) -> list[str]:
    """Actions as texts, strongest card first, runs of bids as ``1 to 13``."""
    numbers = [action.tricks for action in actions if isinstance(action, Bid) and not action.nil and not action.blind]
    texts = [str(action) for action in actions if not (isinstance(action, Bid) and not action.nil and not action.blind)]
    if actions and isinstance(actions[0], Card):
        texts.reverse()
    start = 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            first, last = numbers[start], numbers[i - 1]
            texts.append(str(first) if first == last else f"{first} to {last}")
            start = i
    return texts


def join_or(texts: Sequence[str]) -> str:
    """``A, B or C``."""
    return " or ".join(filter(None, [", ".join(texts[:-1]), texts[-1]])) if texts else ""


def refusal(error: Exception) -> str:
    """A refused line in one sentence that says what would be right."""
    match error:
        case IllegalAction() if error.legal:
            return f"{_capital(error.reason)}: {join_or(list_actions(error.legal))}."
        case IllegalAction():
            return f"{_capital(error.reason)}."
        case AmbiguousAction():
            return f"{_capital(error.question)}: {join_or(list_actions(error.candidates))}?"
        case _:
            hint = getattr(error, "hint", "")
            return f"{error} or a command. {_capital(hint)}; ? for help." if hint else f"{error}."


def script_refusal(error: Exception, line: str) -> str:
    """The same for a script: ``QS: you must follow hearts (AH, JH, 5H, 4H)``."""
    match error:
        case IllegalAction() if error.legal:
            return f"{line}: {error.reason} ({', '.join(list_actions(error.legal))})"
        case IllegalAction():
            return f"{line}: {error.reason}"
        case AmbiguousAction():
            return f"{line}: {error.question}: {join_or(list_actions(error.candidates))}?"
        case _:
            hint = getattr(error, "hint", "")
            return f"{error} ({hint})" if hint else str(error)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
