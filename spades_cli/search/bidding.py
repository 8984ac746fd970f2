"""What each bid is worth: the tricks a hand promises, spread as hands are, and scored with the engine's own rules."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from spades_cli.engine.actions import NIL, Bid
from spades_cli.engine.exchange import next_teammate
from spades_cli.search.counting import distribution, sure_tricks
from spades_cli.search.giving import swap_dangerous
from spades_cli.search.judging import End, Situation
from spades_cli.search.promise import NIL_COVER, SPREAD, nil_odds, tricks_of
from spades_cli.search.tables import find_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.engine.view import View
    from spades_cli.search.foreseeing import Foresight

#: How far the own estimate gives way when all estimates do not add up to the tricks there are.
PULL = 0.1
#: Tricks that a hand gains by each high card that a nil bidder will give it, those that others had better reckon with,
#: and how much further it then scatters.
GIFT, FEARED, WIDER = 1.15, 1.8, 1.2
#: Tricks that are taken more over a bid where bags cost nothing, as far as a partner reckons with them.
HARMLESS = 0.3
#: What a nil gains, in log odds, by a partner who has no contract of his own to make.
ONLY_COVER = 0.6
#: How often a nil is kept that had to be bid, whatever the hand.
FORCED = 0.35
#: What is taken off the tricks that play-outs find: bids that trust all of them are set too often. Of 1,500 deals
#: against itself without play-outs ``search`` made +2.5 +- 1.0 points a round with it, of 1,000 without it +1.2 +- 1.3.
CAREFUL = 0.12
#: The log odds of a nil from those that play-outs and the tables find: a constant, and the weight of either. Where the
#: tables find less than the least, nothing is played out.
BOTH, PLAYED_OUT, BY_TABLES, LEAST = -0.06, 1.07, 0.33, -1.5
#: Bids further than this from what the hand promises are not looked at where nearer ones are legal.
NEAR = 3.0


class Style(NamedTuple):
    """How a bidder bids.

    ``margin`` are the tricks taken over a bid on average, ``spread`` scales how tricks scatter, ``nil`` is added to the
    log odds of a nil.
    """

    margin: float = 0.5
    spread: float = 0.9
    nil: float = -0.25


class Offer(NamedTuple):
    """A legal bid, its worth in points, the tricks the hand promises and for a nil the chance to keep it."""

    bid: Bid
    value: float
    tricks: float
    chance: float | None = None


class Hand:
    """A hand to be bid, what the table has bid, and what a partner who has not bid yet is taken to bid."""

    def __init__(self, view: View, style: Style, partner: Bid | None = None) -> None:
        rules = view.rules
        self.rules, self.style = rules, style
        self.tables = find_tables(rules)
        self.me = rules.seats.index(view.seat)
        self.size = view.tricks_in_round
        self.cards = rules.pack.mask(view.hand)
        self.bids = [view.bids.get(seat) for seat in rules.seats]
        self.side = tuple(rules.sides).index(view.side)
        self.mates = [place for place in tuple(rules.sides.values())[self.side] if place != self.me]
        if partner:
            for place in self.mates:
                self.bids[place] = self.bids[place] or partner
        self.gifts = self._gifts(self.me)
        self.promise = tricks_of(self.tables, rules.pack.runs, 0, self.cards) / 1000 + GIFT * self.gifts
        #: The log odds of a nil where they are not those of the tables.
        self.odds: float | None = None
        self.wide = self.tables[SPREAD] / 1000 * style.spread
        self.margin = style.margin + HARMLESS * (not rules.bags.limit and bool(self.mates))
        self._look_round()
        held = tuple(view.scores.values()), tuple(view.bags.values())
        self.end = End(Situation(rules, tuple(self.guessed), *held, self.size, view.number, view.last), self.side)

    def _look_round(self) -> None:
        """Put the own promise beside the bids made; who has not bid is taken to have his share of the rest."""
        others = [place for place in range(len(self.bids)) if place != self.me]
        waiting = [place for place in others if self.bids[place] is None]
        known = sum(self._expect(place) for place in others if place not in waiting)
        shares = {place: self.size / len(self.bids) + FEARED * self._gifts(place) for place in waiting}
        off = self.size - self.promise - known - sum(shares.values())
        self.sure = sure_tricks(self.rules, self.cards)
        self.tricks = min(max(self.promise + PULL * off, float(self.sure)), float(self.size))
        rest = max(self.size - self.tricks - known, 0.0)
        part = min(rest / sum(shares.values()), 1.5) if waiting else 0.0
        self.expected = [0.0 if place == self.me else self._expect(place) for place in range(len(self.bids))]
        for place, share in shares.items():
            self.expected[place] = part * share
        # What an unknown bid will be, as a whole number; what is rounded away is taken off the tricks as well.
        self.guessed: list[Bid] = []
        self.shift = 0.0
        for place, bid in enumerate(self.bids):
            likely = max(self.expected[place] - self.margin, 0.0)
            self.guessed.append(bid or Bid(round(likely)))
            if not bid and place in self.mates:
                self.shift += round(likely) - likely

    def _gifts(self, place: int) -> int:
        """How many cards nil bidders have yet to give to a seat."""
        rules = self.rules
        blind = rules.blind_nil
        late = blind.exchange_max if (blind.exchange, blind.exchange_when) == ("partner", "after_bids") else 0
        nils = ((mate, bid) for mate, bid in enumerate(self.bids) if bid and bid.nil)
        return sum(late if bid.blind else rules.nil.pass_ for mate, bid in nils if next_teammate(rules, mate) == place)

    def _expect(self, place: int) -> float:
        bid = self.bids[place]
        if bid is None or bid.nil:
            return 0.0
        return bid.tricks + self.margin

    def play_out(self, view: View, foresight: Foresight, seed: int) -> None:
        """Put what play-outs find in the place of what the tables promise; not beside gifts, which they do not see."""
        if self.gifts:
            return
        number = Bid(max(1, round(self.tricks - self.margin)))
        odds = self._table_odds()
        seen = foresight.look(view, number, seed)
        self.tricks = min(max(seen.tricks - CAREFUL, float(self.sure)), float(self.size))
        if NIL in view.legal and odds > LEAST:
            odds = BOTH + PLAYED_OUT * foresight.look(view, NIL, seed).odds + BY_TABLES * odds
        self.odds = odds

    # --- rating ----------------------------------------------------------------------------------------------------

    def rate(self, bid: Bid) -> Offer:
        """What a bid is worth."""
        if bid.nil:
            return self._rate_nil(bid)
        mean = self.tricks + self._mates_tricks() + self.shift
        return Offer(bid, self._average(bid, 0, mean, self._scatter()), self.tricks)

    def _mates_tricks(self) -> float:
        return sum(self.expected[place] for place in self.mates)

    def _scatter(self) -> float:
        """How far the side's tricks scatter; partners who have yet to bid see to their own share.

        The own tricks scatter less where more than half of them are sure, and more beside a nil covered with gifts.
        """
        own = min(1.0, 2 * (1 - self.sure / self.tricks)) if self.tricks else 1.0
        own += WIDER * (self.gifts > 0)
        known = sum(1 for place in self.mates if (bid := self.bids[place]) and not bid.nil)
        return self.wide * sqrt(own + known)

    def _rate_nil(self, bid: Bid) -> Offer:
        chance = self.nil_chance()
        mean = self._mates_tricks() + self.shift + 0.25 * self.tricks
        return Offer(bid, self._average_of_nil(bid, mean, chance), self.tricks, chance)

    def rate_with_nil(self, bid: Bid, chance: float) -> Offer:
        """What a number is worth beside a partner's nil that is kept with a chance."""
        return Offer(bid, self._average_of_nil(bid, self.tricks, chance), self.tricks)

    def nil_chance(self) -> float:
        """The chance to keep a nil."""
        odds = self._table_odds() if self.odds is None else self.odds
        return 1 / (1 + exp(-odds - self.style.nil))

    def _table_odds(self) -> float:
        """The log odds to keep a nil by the tables and the bids of the partners."""
        rules = self.rules
        cards = swap_dangerous(rules, self.cards, rules.nil.pass_)[1] if self.mates else self.cards
        odds = nil_odds(self.tables, rules.pack.runs, 0, cards) / 1000
        if self.mates:
            cover = sum(
                bid.tricks if (bid := self.bids[place]) else self.expected[place] - self.margin for place in self.mates
            )
            odds += self.tables[NIL_COVER] / 1000 * (cover - self.size / len(self.bids))
            odds += ONLY_COVER * (rules.nil.partner_contract == "void")
        return odds

    def _average_of_nil(self, bid: Bid, mean: float, chance: float) -> float:
        """The mean worth where a nil of the side is kept with a chance, or else takes one trick."""
        kept, lost = (self._average(bid, own, mean, self._scatter()) for own in (0, 1))
        return chance * kept + (1 - chance) * lost

    def _average(self, bid: Bid, own: int, mean: float, scatter: float) -> float:
        """The mean worth over the tricks of the side; ``own`` are those of a nil bidder, oneself or a partner."""
        bids = list(self.guessed)
        bids[self.me] = bid
        pooled = next((place for place in (self.me, *self.mates) if not bids[place].nil), self.me)
        nil = self.me if bid.nil else next((place for place in self.mates if bids[place].nil), self.me)
        total = 0.0
        least = 0 if bid.nil else self.sure
        for tricks, chance in enumerate(distribution(mean, scatter, least, self.size - own)):
            if chance < 0.001:
                continue
            taken = [0] * len(bids)
            taken[pooled] += tricks
            taken[nil] += own
            self._share_out(taken, bids, self.size - tricks - own)
            total += chance * self.end.rate(bids, taken)
        return total

    def _share_out(self, taken: list[int], bids: Sequence[Bid], rest: int) -> None:
        """Give the other sides the tricks that are left, a seat of each that has bid a number."""
        others = [
            next((place for place in places if not bids[place].nil), places[0])
            for side, places in enumerate(self.rules.sides.values())
            if side != self.side
        ]
        for number, place in enumerate(others):
            taken[place] += round(rest / (len(others) - number))
            rest -= taken[place]


def rate_bids(view: View, style: Style, foresight: Foresight | None = None, seed: int = 0) -> list[Offer]:
    """The legal bids near what the hand promises, best first; no nil beside a partner's where there is a choice.

    With ``foresight``, and ``seed``, what it promises is played out.
    """
    hand = Hand(view, style)
    if foresight:
        hand.play_out(view, foresight, seed)
    return sorted(rate_near(view, style, hand), key=lambda offer: -offer.value)


def rate_near(view: View, style: Style, hand: Hand) -> Iterator[Offer]:
    """The legal bids near what the hand promises."""
    bids = [bid for bid in view.legal if isinstance(bid, Bid)]
    if view.rules.bidding.mode == "suicide" and len(hand.mates) == 1 and not hand.bids[hand.mates[0]]:
        yield from rate_first_of_pair(view, style, bids)
        return
    if any((bid := hand.bids[place]) and bid.nil for place in hand.mates):
        bids = [bid for bid in bids if not bid.nil] or bids
    near = [bid for bid in bids if bid.nil or abs(bid.tricks + hand.margin - hand.tricks) <= NEAR]
    yield from map(hand.rate, near or bids)


def rate_first_of_pair(view: View, style: Style, bids: Sequence[Bid]) -> Iterator[Offer]:
    """The bids of a pair's first bidder in suicide: the partner bids nil beside a number, and a number beside a nil."""
    beside_nil = Hand(view, style, Bid(view.rules.bidding.suicide_min))
    beside_number = Hand(view, style, NIL)
    for bid in bids:
        if bid.nil:
            yield beside_nil.rate(bid)
        elif bid.tricks + beside_number.margin - beside_number.tricks <= NEAR:
            yield beside_number.rate_with_nil(bid, FORCED)
