"""The tricks of a position: who led, who won, and the one on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine import kernel
from spades_cli.engine.play import play_code
from spades_cli.engine.view import Played
from spades_cli.players.position_values import wrong

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_cli.engine.cards import Card
    from spades_cli.engine.rules import Rules
    from spades_cli.players.position_fields import Fields


def standing(rules: Rules, cards: Sequence[Card]) -> tuple[int, int, int]:
    """The suit led, the best card as a bit, and how many cards after the first it was played; all 0 for no cards."""
    pack, code = rules.pack, play_code(rules)
    led = best = where = 0
    for index, card in enumerate(cards):
        bit = kernel.lowest(pack.copies[card])
        if not led:
            led, best = pack.run_of[bit], bit
        elif kernel.takes(bit, best, led, pack.spades, code):
            best, where = bit, index
    return led, best, where


def known_tricks(fields: Fields) -> list[tuple[Card, ...]]:
    """The cards of the finished tricks that are told."""
    cards, players = fields.cards("plays"), fields.rules.table.players
    if len(cards) % players:
        raise wrong("plays", f"{len(cards)} cards are no whole tricks of {players}")
    return [cards[start : start + players] for start in range(0, len(cards), players)]


def find_leads(fields: Fields) -> list[str]:
    """Who led each known trick and leads the one on the table; nobody before card play.

    Without ``leads``, the seats follow from the cards, if only one seat can have led first.
    """
    if fields.phase != "play":
        return []
    leader = fields.trick[0].seat if fields.trick else fields.seat
    chains = [_chain(fields, first) for first in fields.rules.seats]
    if not fields.leads:
        fits = [chain for chain in chains if chain[-1] == leader]
        if len(fits) != 1:
            raise wrong("leads", "missing: name who led each trick of plays, and last who leads now")
        return fits[0]
    wanted = next((chain for chain in chains if chain[0] == fields.leads[0]), [])
    if fields.leads != wanted:
        follows = f"; the cards make it {' '.join(wanted)}" if wanted else ""
        raise wrong("leads", f"one seat for each trick of plays, and one for the trick on the table{follows}")
    if wanted[-1] != leader:
        raise wrong("leads", f"{wanted[-1]} leads this trick, not {leader}")
    return wanted


def _chain(fields: Fields, first: str) -> list[str]:
    """Who led each trick, if ``first`` led the first one."""
    seats, leads = fields.rules.seats, [first]
    for cards in known_tricks(fields):
        place = seats.index(leads[-1]) + standing(fields.rules, cards)[2]
        leads.append(seats[place % len(seats)])
    return leads


def find_winners(leads: Sequence[str]) -> Sequence[str]:
    """Who won each finished trick: who led the next one."""
    return leads[1:]


def seated_tricks(fields: Fields, leads: Sequence[str]) -> list[tuple[Played, ...]]:
    """The known tricks with their seats, the one on the table last."""
    seats = fields.rules.seats
    found = []
    for leader, cards in zip(leads, known_tricks(fields), strict=False):
        start = seats.index(leader)
        found.append(tuple(Played(seats[(start + i) % len(seats)], card) for i, card in enumerate(cards)))
    return [*found, fields.trick]
