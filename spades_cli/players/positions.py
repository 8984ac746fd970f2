"""A view from a request that may leave out most of what a seat knows: a position typed in by hand.

Only ``type``, ``seat`` and ``hand`` are needed. What is missing is worked out by the engine's own rules where it can
be, and stays unknown where it cannot: the cards nobody has seen are left to whoever deals them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from spades_cli.engine.bidding import bidding_order
from spades_cli.engine.cards import format_cards
from spades_cli.engine.exchange import span
from spades_cli.players.position_checks import check_cards, check_counts, check_trick_order, check_voids
from spades_cli.players.position_fields import Fields, find_misspelt
from spades_cli.players.position_legal import find_due, legal_actions
from spades_cli.players.position_tricks import find_leads, find_winners
from spades_cli.players.position_values import wrong
from spades_cli.players.protocol import view_from_dict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.engine.rules import Rules
    from spades_cli.engine.view import View

__all__ = ["find_misspelt", "read_position"]


def read_position(message: Mapping[str, Any], rules: Rules) -> View:
    """The view that a full or partial request describes; a full one gives what ``view_from_dict`` gives.

    Raises SpadesError, its text beginning with the field that is wrong, for what is no position of these rules.

    >>> from spades_cli import Rules
    >>> view = read_position({"type": "play", "seat": "S", "hand": "AH 4h QS", "trick": [["E", "3H"]]}, Rules())
    >>> view.legal, view.leader, view.broken
    ((Card('4H'), Card('AH')), 'E', True)
    """
    fields = Fields(message, rules)
    _check_phase(fields)
    position = _Position(fields)
    view = view_from_dict(position.message, rules)
    _check_legal(fields, view)
    voids = {seat: suits | fields.voids.get(seat, frozenset()) for seat, suits in view.voids.items()}
    gone = rules.pack.cards(rules.pack.mask([*fields.cards("discards"), *fields.cards("gone")]))
    return replace(view, voids=MappingProxyType(voids), discards=gone)


def _check_phase(fields: Fields) -> None:
    """What belongs to no decision of this kind."""
    phase, size, count = fields.phase, fields.size, len(fields.hand)
    if phase == "play":
        return
    for name in ("trick", "plays"):
        if fields.trick if name == "trick" else fields.cards(name):
            raise wrong(name, "no card has been played before the last bid")
    if phase == "blind" and count:
        raise wrong("hand", "a blind choice is made before the cards are seen", "leave hand out")
    if phase == "bid" and count != size:
        raise wrong(
            "hand", f"{span(count, count)}, but a bid is made on {size}", "tricks_in_round sets a shorter round"
        )
    if phase == "bid" and fields.seat in fields.bids:
        raise wrong("bids", f"{fields.seat} has bid already")
    if phase == "draft" and fields.drawn is None:
        raise wrong("drawn", "missing", "name the card to keep or decline")


def _check_legal(fields: Fields, view: View) -> None:
    """Legal actions that are told must be those of the rules."""
    if fields.legal is not None and not view.due and set(fields.legal) != set(view.legal):
        raise wrong("legal", f"these are not the legal actions: they are {' '.join(map(str, view.legal))}")


@dataclass(frozen=True)
class _Position:
    """What the fields say together, worked out and checked."""

    fields: Fields

    @property
    def rules(self) -> Rules:
        return self.fields.rules

    @cached_property
    def message(self) -> dict[str, Any]:
        """The full request."""
        fields = self.fields
        self._check()
        message: dict[str, Any] = {
            "type": fields.phase,
            "seat": fields.seat,
            "n": self.number,
            "dealer": self.rules.seats[self.dealer],
            "hand": list(self.rules.pack.cards(self.rules.pack.mask(fields.hand))),
            "trick": [[seat, card] for seat, card in fields.trick],
            "bids": {seat: str(bid) for seat, bid in fields.bids.items()},
            "taken": self.taken,
            "plays": format_cards(fields.cards("plays")),
            "leads": self.leads,
            "tricks_in_round": fields.size,
            "broken": self.broken,
            "score": fields.by_side("score"),
            "bags": fields.by_side("bags", 0),
            "last": fields.last,
            "draft": fields.answers,
            "gifts": fields.gifts,
        }
        if fields.drawn:
            message["drawn"] = fields.drawn
        if fields.phase == "exchange":
            due = find_due(fields, self.dealer)
            return message | {"give": {"least": due.least, "most": due.most, "to": due.receiver}}
        return message | {"legal": [str(action) for action in legal_actions(fields, broken=self.broken)]}

    def _check(self) -> None:
        """Refuse what cannot be, in one line."""
        check_trick_order(self.fields)
        check_cards(self.fields)
        check_counts(self.fields, self.leads)
        check_voids(self.fields, self.leads)
        self._check_bidding()

    def _check_bidding(self) -> None:
        fields = self.fields
        if fields.phase != "bid":
            return
        if self.number == 1 and self.rules.bidding.first_hand == "itself":
            raise wrong("n", "the first round is not bid under these rules")
        for seat, bid in fields.bids.items():
            if not bid.blind and not self._bids_before(self.dealer, seat):
                raise wrong("bids", f"{seat} bids after {fields.seat} when {self.rules.seats[self.dealer]} deals")

    # --- the table -----------------------------------------------------------------------------------------------

    @cached_property
    def leads(self) -> list[str]:
        return find_leads(self.fields)

    @cached_property
    def taken(self) -> dict[str, int]:
        counts = dict.fromkeys(self.rules.seats, 0)
        for seat in find_winners(self.leads):
            counts[seat] += 1
        return counts | self.fields.taken

    @cached_property
    def number(self) -> int:
        """The round; under rules whose first one bids itself, a round with bids is a later one."""
        bids = self.fields.phase in ("bid", "blind", "exchange") or self.fields.bids
        return self.fields.number or (2 if bids and self.rules.bidding.first_hand == "itself" else 1)

    @cached_property
    def dealer(self) -> int:
        """The place of the dealer: as told, or one that fits the bids, the draft and the first lead."""
        if self.fields.dealer:
            return self.rules.seats.index(self.fields.dealer)
        players = self.rules.table.players
        around = [(self.fields.place - 1 - i) % players for i in range(players)]
        return max(around, key=self._how_well)

    def _how_well(self, dealer: int) -> int:
        """How much of what is told fits this dealer."""
        fields, seats, players = self.fields, self.rules.seats, self.rules.table.players
        good = 0
        if fields.answers:
            good += 4 * (fields.answers[0][0] == seats[(dealer + 1) % players])
        if fields.phase == "bid":
            others = [seat for seat in seats if seat != fields.seat]
            good += sum(self._bids_before(dealer, seat) == self._has_bid(seat) for seat in others)
        steps = {"first": 1, "second": 2, "dealer": 0}.get(self.rules.play.lead)
        if self.leads and steps is not None and len(self.leads) == self.fields.finished + 1:
            good += self.leads[0] == seats[(dealer + steps) % players]
        return good

    def _has_bid(self, seat: str) -> bool:
        """Whether a seat has made a bid in its turn; a blind one may come before it."""
        bid = self.fields.bids.get(seat)
        return bid is not None and not bid.blind

    def _bids_before(self, dealer: int, seat: str) -> bool:
        order = bidding_order(self.rules, dealer)
        return order.index(self.rules.seats.index(seat)) < order.index(self.fields.place)

    @cached_property
    def broken(self) -> bool:
        """Whether a spade has been played: as told, as seen, as the legal cards show.

        Where earlier tricks are unknown and nothing tells, spades count as broken: most often they are by then.
        """
        fields, pack = self.fields, self.rules.pack
        played = [*fields.cards("plays"), *fields.cards("gone"), *(card for _, card in fields.trick)]
        if any(pack.suit(card) == "S" for card in played):
            if fields.broken is False:
                raise wrong("broken", "not false, for a spade has been played")
            return True
        if fields.broken is not None:
            return fields.broken
        likely = len(self.leads) - 1 < self.fields.finished
        if fields.phase == "play" and fields.legal is not None:
            fits = [
                guess for guess in (likely, not likely) if set(legal_actions(fields, broken=guess)) == set(fields.legal)
            ]
            return fits[0] if fits else likely
        return likely
