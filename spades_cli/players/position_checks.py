"""Whether a position can be: each card once, as many as there are, in hands that may hold them."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from spades_cli.engine.cards import SUIT_NAMES
from spades_cli.errors import InvalidAction
from spades_cli.players.position_tricks import find_winners, known_tricks, seated_tricks
from spades_cli.players.position_values import wrong

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spades_cli.players.position_fields import Fields


def check_trick_order(fields: Fields) -> None:
    """The trick on the table was played by the seats before this one, in order."""
    seats, place = fields.rules.seats, fields.place
    count = len(fields.trick)
    if count >= len(seats):
        raise wrong("trick", f"{count} cards, but {fields.seat} has still to play", "finished tricks belong to plays")
    due = [seats[place - count + i] for i in range(count)]
    played = [seat for seat, _ in fields.trick]
    if played != due:
        raise wrong("trick", f"before {fields.seat} come {', '.join(due)}, not {', '.join(played)}")


def check_cards(fields: Fields) -> None:
    """No card is named more often than the pack holds it; the hand is no larger than a hand."""
    named: dict[str, tuple[str, ...]] = {
        "hand": fields.hand,
        "drawn": (fields.drawn,) if fields.drawn else (),
        "trick": tuple(card for _, card in fields.trick),
        "plays": fields.cards("plays"),
        "gone": fields.cards("gone"),
    }
    used = 0
    for field, cards in named.items():
        used |= _mask(fields, field, cards, used)
    _mask(fields, "discards", [*fields.cards("discards"), *fields.cards("gone")], 0)
    for gift in fields.gifts:
        _mask(fields, "gifts", [*gift["cards"], *gift["drew"]], 0)
    count, most = len(fields.hand), fields.size
    if fields.phase == "exchange":
        most = max(most + (fields.due.least if fields.due else fields.rules.pack.size), most)
    if not most >= count > (0 if fields.phase == "play" else -1):
        raise wrong("hand", f"{count} cards, but a hand holds {most} at most" if count else "no cards, so none to play")


def _mask(fields: Fields, field: str, cards: Iterable[str], used: int) -> int:
    """The bits of the cards outside ``used``."""
    try:
        return fields.rules.pack.mask(cards, used)
    except InvalidAction as error:
        raise wrong(field, str(error)) from None


def check_counts(fields: Fields, leads: Sequence[str]) -> None:
    """No more tricks are over than the hand has played cards."""
    finished = fields.finished
    over = f"but {finished} are over: {fields.seat} holds {len(fields.hand)} of {fields.size} cards"
    if len(known_tricks(fields)) > finished:
        raise wrong("plays", f"{len(known_tricks(fields))} tricks, {over}")
    winners = find_winners(leads)
    for seat, count in fields.taken.items():
        if count < winners.count(seat):
            raise wrong("taken", f"{seat} has won {winners.count(seat)} of the tricks in plays, not {count}")
    total = sum(fields.taken.get(seat, winners.count(seat)) for seat in fields.rules.seats)
    if total > finished:
        raise wrong("taken", f"{total} tricks, {over}")


def check_voids(fields: Fields, leads: Sequence[str]) -> None:
    """Nobody holds or plays a suit that he is out of, and the cards left can be dealt."""
    pack = fields.rules.pack
    shown: dict[str, set[str]] = {seat: set() for seat in fields.rules.seats}
    for number, trick in enumerate(seated_tricks(fields, leads), 1):
        for seat, card in trick:
            suit, led = pack.suit(card), pack.suit(trick[0].card)
            if suit in shown[seat]:
                raise wrong(
                    "plays", f"{seat} plays {card} in trick {number}, but has shown no {SUIT_NAMES[suit]} before"
                )
            if suit != led:
                shown[seat].add(led)
    told = [(seat, suit) for seat, suits in fields.voids.items() for suit in sorted(suits)]
    for seat, suit in told:
        shown[seat].add(suit)
        for player, card in fields.trick:
            if player == seat and pack.suit(card) == suit:
                raise wrong("voids", f"{seat} is out of {SUIT_NAMES[suit]}, but plays {card}")
    for card in fields.hand:
        if pack.suit(card) in shown[fields.seat]:
            raise wrong("voids", f"{fields.seat} is out of {SUIT_NAMES[pack.suit(card)]}, but holds {card}")
    if fields.phase in ("bid", "play"):
        _check_deal(fields, shown)


def _check_deal(fields: Fields, shown: dict[str, set[str]]) -> None:
    """Every group of other seats finds enough unseen cards that it may hold (Hall's condition)."""
    pack = fields.rules.pack
    trick = [card for _, card in fields.trick]
    seen = pack.mask([*fields.hand, *trick, *fields.cards("plays"), *fields.cards("gone")])
    unseen = sum(pack.order) & ~seen
    played = {seat for seat, _ in fields.trick}
    needs = {seat: len(fields.hand) - (seat in played) for seat in fields.rules.seats if seat != fields.seat}
    for group in chain.from_iterable(combinations(needs, size) for size in range(1, len(needs) + 1)):
        suits = {suit for seat in group for suit in "CDHS" if suit not in shown[seat]}
        free = sum((unseen & pack.suit_mask(suit)).bit_count() for suit in suits)
        need = sum(needs[seat] for seat in group)
        if free < need:
            who = " and ".join(group)
            raise wrong("hand", f"{who} must hold {need} cards, but only {free} are left for them")
