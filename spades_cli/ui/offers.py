"""What Tab completes to at a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.cards import Card
from spades_cli.ui.commands import COMMANDS
from spades_cli.variants.explain_words import name_card

if TYPE_CHECKING:
    from spades_cli.engine.view import View


class Offers(NamedTuple):
    """What may be typed: actions, commands, and cards for ``why``; ``several`` says that cards follow each other."""

    actions: tuple[str, ...] = ()
    whys: tuple[str, ...] = ()
    commands: tuple[str, ...] = tuple(COMMANDS)
    several: bool = False

    def complete(self, text: str) -> list[str]:
        """Whole lines that go on from ``text``, in its own case; single words only where nothing is typed yet."""
        if not text:
            return [word for word in (*self.actions, *self.commands) if " " not in word]
        offers = (*self.actions, *self.commands, *self.whys)
        head, blank, last = text.rpartition(" ")
        if self.several and blank and not text.lower().startswith("why"):
            return [f"{head} {word}" for word in _go_on(last, self.actions) if " " not in word]
        return _go_on(text, offers)


NOTHING = Offers(commands=())


def _go_on(text: str, offers: tuple[str, ...]) -> list[str]:
    """The offers that begin with ``text``; what was typed small goes on small."""
    small = text == text.lower()
    found = [offer for offer in offers if offer.lower().startswith(text.lower())]
    return [offer.lower() if small else text + offer[len(text) :] for offer in found]


def list_offers(view: View) -> Offers:
    """The legal actions of a view, cards by letters and in words, and what ``why`` may be asked of."""
    held = tuple(dict.fromkeys(map(str, reversed(view.hand))))
    if view.phase == "exchange":
        none = ("none",) if view.due and not view.due.least else ()
        return Offers((*held, *none), several=True)
    words = tuple(name_card(action) for action in view.legal if isinstance(action, Card))
    whys = tuple(f"why {card}" for card in held) if view.phase == "play" else ()
    return Offers((*map(str, view.legal), *words), whys)
