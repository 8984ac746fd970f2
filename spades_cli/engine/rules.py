"""The rules of a game: one frozen dataclass per table of a rules file.

Each field carries its range and one line of meaning in its metadata; the variants package builds the file schema
from them and checks what the keys mean together. Only the module named after each class obeys its table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

from spades_cli.engine.cards import Deck
from spades_cli.engine.seats import name_seats, name_sides

BIG = 1_000_000


def _key(default: Any, doc: str, low: int | None = None, high: int | None = None) -> Any:
    """A rules key: its default, its meaning, and for numbers the least and the largest value."""
    return field(default=default, metadata={"doc": doc, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class VariantRules:
    """Who this rule set is."""

    id: str = _key("standard", "the variant's name, kebab-case")
    title: str = _key("Standard partnership Spades", "one line for people")
    base: str = _key("", "the variant whose values are taken first")


@dataclass(frozen=True, slots=True)
class TableRules:
    """Obeyed by seats."""

    players: int = _key(4, "how many play", 2, 6)
    teams: Literal["solo", "pairs", "triples"] = _key("pairs", "everyone alone, partners opposite, or two threes")


@dataclass(frozen=True, slots=True)
class DeckRules:
    """Obeyed by cards.Deck."""

    packs: int = _key(1, "packs shuffled together", 1, 2)
    jokers: int = _key(0, "jokers used: 0, 2 or 4", 0, 4)
    remove: tuple[str, ...] = _key((), "cards taken out; twice to take out both of two packs")
    promote: tuple[str, ...] = _key((), "cards above the ace of spades, highest first; all count as spades")
    duplicates: Literal["first", "last"] = _key("first", "which of two equal cards wins a trick")


@dataclass(frozen=True, slots=True)
class DealRules:
    """Obeyed by dealing and, for who deals, match."""

    method: Literal["deal", "draft"] = _key("deal", "hands are dealt, or drafted from the pile (two players)")
    hand_size: int = _key(0, "cards each; 0 deals as many as divide evenly", 0, 104)
    leftover: Literal["error", "set_aside", "dealer_discards"] = _key("error", "what becomes of cards left over")
    first_dealer: Literal["random", "seat0", "seat1", "seat2", "seat3", "seat4", "seat5"] = _key(
        "random", "who deals first; seat0 is N or P1"
    )
    rotation: Literal["left", "fixed"] = _key("left", "the deal passes to the left, or stays")
    misdeal: tuple[Literal["no_spades", "one_spade", "no_faces", "long_suit"], ...] = _key(
        (), "hands that are thrown in and dealt again (no_faces: no K, Q or J; long_suit: seven or more of one)"
    )


@dataclass(frozen=True, slots=True)
class DraftRules:
    """Obeyed by dealing and, for who sees what, view."""

    peek: bool = _key(False, "who keeps the first card also sees the second go away")
    discards: Literal["down", "up"] = _key("down", "the discard pile lies face down, or face up for everybody")


@dataclass(frozen=True, slots=True)
class BiddingRules:
    """Obeyed by bidding."""

    first: Literal["first", "second", "dealer"] = _key("first", "who bids first, counted from the dealer's left")
    min: int = _key(1, "smallest number that may be bid", 0, 52)
    max: int = _key(0, "largest number that may be bid; 0 means the cards in a hand", 0, 52)
    zero: Literal["nil", "zero", "forbidden"] = _key("nil", "what a bid of 0 is: nil, a plain zero, or not allowed")
    team_min: int = _key(0, "least total of a team's bids", 0, 104)
    team_max: int = _key(0, "largest total of a team's bids; 0 means no limit", 0, 104)
    forbid_total: bool = _key(False, "all bids together may not equal the number of tricks")
    mode: Literal["free", "mirror", "whiz", "suicide", "fixed", "n_or_nil", "hearts"] = _key(
        "free",
        "free; your spades (mirror), or nil too (whiz); one of a team nil (suicide); number, or nil too; your hearts",
    )
    number: int = _key(3, "the number of fixed and n_or_nil", 1, 52)
    mirror_zero: Literal["nil", "zero"] = _key("nil", "what a forced bid of no tricks is")
    suicide_min: int = _key(4, "least bid of the partner who does not bid nil in suicide", 1, 52)
    first_hand: Literal["bid", "itself"] = _key("bid", "the first round is bid, or counts tricks without bids")


@dataclass(frozen=True, slots=True)
class NilRules:
    """Legality obeyed by bidding, points by scoring, passing by exchange."""

    allowed: bool = _key(True, "nil may be bid")
    made: int = _key(100, "points for a nil that is kept", 0, BIG)
    failed: int = _key(100, "points lost by a nil that fails", 0, BIG)
    failed_tricks: Literal["bags", "bags_no_points", "count", "ignore"] = _key(
        "bags", "the tricks of a failed nil: bags, bags without points, towards the contract, or nothing"
    )
    partner_contract: Literal["score", "void", "void_if_made", "penalty_only"] = _key(
        "score", "the bid beside a nil scores, never scores, scores if the nil fails, or only loses"
    )
    both: bool = _key(True, "two of a team may bid nil")
    both_score: Literal["separate", "win_or_zero", "all_or_lose"] = _key(
        "separate", "nils of a whole team score one by one, all or nothing, or all or minus both"
    )
    # "pass" is a Python word, hence the trailing underscore; the file says pass.
    pass_: int = _key(0, "cards exchanged with the partner on a nil", 0, 4)
    partner_min: int = _key(0, "least bid of a nil's partner", 0, 52)


@dataclass(frozen=True, slots=True)
class BlindNilRules:
    """Legality obeyed by bidding, points by scoring, the exchange by exchange."""

    allowed: bool = _key(True, "blind nil may be bid")
    made: int = _key(200, "points for a blind nil that is kept", 0, BIG)
    failed: int = _key(200, "points lost by a blind nil that fails", 0, BIG)
    behind: int = _key(100, "points one must be behind; 0 means any time", 0, BIG)
    declare: Literal["before_look", "before_draft"] = _key(
        "before_look", "all are asked before anyone sees a card, or each before the own first draw"
    )
    exchange: Literal["none", "partner", "discards"] = _key("partner", "whom cards are exchanged with")
    exchange_min: int = _key(2, "fewest cards exchanged", 0, 4)
    exchange_max: int = _key(2, "most cards exchanged", 0, 4)
    exchange_when: Literal["before_bids", "after_bids"] = _key("after_bids", "when cards are exchanged")


@dataclass(frozen=True, slots=True)
class BlindBidRules:
    """Legality obeyed by bidding, points by scoring."""

    allowed: bool = _key(False, "a number may be bid blind")
    min: int = _key(6, "smallest blind number", 1, 52)
    multiplier: int = _key(2, "how many times a blind bid's tricks count", 1, 100)
    behind: int = _key(100, "points one must be behind; 0 means any time", 0, BIG)


@dataclass(frozen=True, slots=True)
class MoonRules:
    """Obeyed by scoring."""

    mode: Literal["off", "player", "team"] = _key("off", "a bid of every trick: nothing special, a player's, a team's")
    made: int = _key(200, "points for a moon that is made", 0, BIG)
    failed: int = _key(200, "points lost by a moon that fails", 0, BIG)
    scoring: Literal["replace", "add", "win"] = _key(
        "replace", "moon points stand for the contract, come on top of it, or a made moon wins the match"
    )
    boston_bonus: int | Literal["win"] = _key(0, "points for taking every trick whatever was bid, or win", 0, BIG)


@dataclass(frozen=True, slots=True)
class TenRules:
    """Obeyed by scoring."""

    mode: Literal["off", "exact", "at_least"] = _key(
        "off", "a contract of ten, or of ten and more (a tenth of the points for each trick), scores specially"
    )
    made: int = _key(200, "points for a contract of ten that is made", 0, BIG)
    failed: int = _key(200, "points lost by a contract of ten that is set", 0, BIG)


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Obeyed by play."""

    lead: Literal["first", "second", "dealer", "high_bidder", "low_club"] = _key(
        "first", "who leads to the first trick; low_club: its holder, with that card"
    )
    lead_spades: Literal["broken", "any", "not_first"] = _key(
        "broken", "spades may be led once broken, any time, or any time but the first trick"
    )
    first_trick: Literal["any", "no_spades", "low_club"] = _key(
        "any", "limits on the first trick: none, no spades, or everybody the lowest club"
    )
    must_trump: bool = _key(False, "a void player must play a spade")
    must_beat: bool = _key(False, "one must play a higher card of the suit, or overtrump, if able")


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """Obeyed by scoring."""

    trick: int = _key(10, "points for each trick bid", 0, BIG)
    overtrick: int = _key(1, "points for each trick over the bid", -BIG, BIG)
    set: Literal["bid", "zero", "shortfall"] = _key(
        "bid", "a missed bid loses its value, nothing, or the value of the missing tricks"
    )
    exact_bonus: int = _key(0, "points for taking exactly the bid", -BIG, BIG)
    double_bid_penalty: int = _key(0, "points lost, in place of the contract, by taking twice the bid", 0, BIG)


@dataclass(frozen=True, slots=True)
class BagsRules:
    """Obeyed by scoring."""

    limit: int = _key(10, "bags that cost a penalty; 0 switches bags off", 0, 1000)
    penalty: int = _key(100, "points each full limit costs", 0, BIG)
    carry: bool = _key(True, "bags past the limit are kept")
    cancel: bool = _key(False, "the points of the penalised bags are lost too")
    to: Literal["self", "opponents"] = _key("self", "the penalty is lost, or given to every other side")


@dataclass(frozen=True, slots=True)
class MatchRules:
    """Obeyed by match."""

    target: int = _key(500, "the score that wins", 1, BIG)
    lose_at: int = _key(0, "a score below zero that ends the match; 0 means none", -BIG, 0)
    lose_inclusive: bool = _key(True, "lose_at itself ends the match, not only a score under it")
    tie: Literal["play_on", "draw"] = _key("play_on", "equal best scores at the end")
    max_rounds: int = _key(0, "rounds after which the match ends; 0 means no limit", 0, BIG)
    max_sets: int = _key(0, "sets that lose the match; 0 means no limit", 0, 1000)


@dataclass(frozen=True, slots=True)
class ConductRules:
    """Obeyed by the arena's table."""

    illegal: Literal["error", "first_legal", "forfeit_hand"] = _key(
        "error", "an illegal answer of a strategy stops the game, becomes the first legal action, or loses the round"
    )


@dataclass(frozen=True)
class Rules:
    """Everything the engine obeys; the defaults are the variant ``standard``.

    ``seats``, ``sides`` and ``deck`` are worked out once and shared.
    """

    variant: VariantRules = VariantRules()
    table: TableRules = TableRules()
    deck: DeckRules = DeckRules()
    deal: DealRules = DealRules()
    draft: DraftRules = DraftRules()
    bidding: BiddingRules = BiddingRules()
    nil: NilRules = NilRules()
    blind_nil: BlindNilRules = BlindNilRules()
    blind_bid: BlindBidRules = BlindBidRules()
    moon: MoonRules = MoonRules()
    ten: TenRules = TenRules()
    play: PlayRules = PlayRules()
    scoring: ScoringRules = ScoringRules()
    bags: BagsRules = BagsRules()
    match: MatchRules = MatchRules()
    conduct: ConductRules = ConductRules()

    @property
    def name(self) -> str:
        """The variant's id."""
        return self.variant.id

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Seat names in playing order."""
        return name_seats(self.table.players)

    @cached_property
    def sides(self) -> dict[str, tuple[int, ...]]:
        """Each side's name and the places (0, 1, ...) of its seats."""
        return name_sides(self.seats, self.table.teams)

    @cached_property
    def side_of(self) -> tuple[str, ...]:
        """The side of each place."""
        places = {place: side for side, members in self.sides.items() for place in members}
        return tuple(places[place] for place in range(self.table.players))

    @cached_property
    def pack(self) -> Deck:
        """The pack as bits."""
        deck = self.deck
        return Deck(packs=deck.packs, jokers=deck.jokers, remove=deck.remove, promote=deck.promote)

    @cached_property
    def hand_size(self) -> int:
        """Cards in a hand, and so tricks in a round, after deal and discards."""
        even = self.pack.size // (2 * self.table.players if self.deal.method == "draft" else self.table.players)
        return self.deal.hand_size or even

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, table.name) for table in fields(self)))

    def __hash__(self) -> int:
        """Worked out once: rules are the key of everything that is worked out from them."""
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, table.name) for table in fields(self))
