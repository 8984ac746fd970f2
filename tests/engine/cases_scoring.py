"""The worked scoring cases of the rules reference: what one side of one round scores.

``two-player`` and ``jokers`` cases come from those variants' documents, the others from published descriptions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.engine.builders import make_rules, read_bids

if TYPE_CHECKING:
    from spades_cli.engine.actions import Bid
    from spades_cli.engine.rules import Rules


@dataclass(frozen=True)
class Case:
    """One side's bids and tricks in seat order, its bags before and after, and the points of the round.

    ``before`` is the score before the round, where the case gives one; ``total`` the tricks of the round.
    """

    id: str
    base: str
    keys: dict[str, Any]
    bids_text: str
    tricks: tuple[int, ...]
    bags: int
    points: int
    bags_after: int
    why: str
    before: int | None = None
    total: int = 13

    @property
    def rules(self) -> Rules:
        return make_rules(self.base, **self.keys)

    @property
    def bids(self) -> list[Bid]:
        return read_bids(self.bids_text)

    @property
    def side(self) -> str:
        return next(iter(self.rules.sides))


CASES = (
    Case("D01", "two-player", {}, "7", (8,), 0, 71, 1, "a worked example: 70 and one bag"),
    Case("D02", "two-player", {}, "6", (5,), 0, -60, 0, "a missed bid loses ten for each trick bid"),
    Case("D03", "two-player", {}, "8", (8,), 0, 80, 0, "exact bid"),
    Case("D04", "two-player", {}, "4", (7,), 0, 43, 3, "the bag example, first of three rounds", before=0),
    Case("D05", "two-player", {}, "3", (6,), 3, 33, 6, "second round", before=43),
    Case("D06", "two-player", {}, "4", (9,), 6, -55, 1, "third round: 40+5-100; 3+3+5 = 11 bags, one kept", before=76),
    Case("D07", "two-player", {}, "1", (10,), 1, -81, 0, "nine more bags make ten again: 10+9-100", before=21),
    Case("D08", "two-player", {}, "nil", (0,), 5, 100, 5, "nil made; bags untouched"),
    Case("D09", "two-player", {}, "nil", (1,), 5, -100, 5, "nil failed by one trick; no bag"),
    Case("D10", "two-player", {"nil.failed_tricks": "bags"}, "nil", (4,), 0, -96, 4,
         "the other reading: each trick is a bag and a point"),
    Case("D11", "two-player", {}, "bn", (0,), 0, 200, 0, "double nil made"),
    Case("D12", "two-player", {}, "bn", (2,), 9, -200, 9, "double nil failed by two tricks, still flat -200"),
    Case("D13", "two-player", {}, "13", (13,), 0, 130, 0, "an ordinary bid: there is no moon at two"),
    Case("D14", "two-player", {}, "13", (12,), 0, -130, 0, "thirteen missed by one"),
    Case("D15", "two-player", {}, "5", (3,), 9, -50, 9, "a set hand adds no bags"),
    Case("D16", "two-player", {}, "4", (5,), 9, -59, 0, "exactly the tenth bag: 40+1-100"),
    Case("D17", "two-player", {}, "1", (12,), 9, -179, 0, "two crossings in one hand: 9+11 = 20; 10+11-200"),
    Case("D18", "two-player", {}, "1", (13,), 9, -178, 1, "two crossings and one carried: 9+12 = 21"),
    Case("D19", "two-player", {}, "nil", (0,), 0, 100, 0, "both bid nil, this one takes nothing"),
    Case("D20", "two-player", {}, "nil", (13,), 0, -100, 0, "both bid nil: at least one must fail (13 tricks exist)"),
    Case("D21", "two-player", {}, "8", (7,), 0, -80, 0, "the bidding example, 8 and 6, played 7-6"),
    Case("D22", "two-player", {}, "6", (6,), 0, 60, 0, "the other player of D21"),
    Case("D23", "two-player", {}, "9", (13,), 0, 94, 4, "the nil example: the rival's nil holds"),
    Case("D24", "two-player", {}, "9", (11,), 0, 92, 2, "the rival took two tricks"),
    Case("D25", "jokers", {}, "3 2", (3, 2), 0, 50, 0, "the bidding example 3 4 2 3: this team needs five"),
    Case("D26", "jokers", {}, "4 3", (5, 3), 0, 71, 0, "same deal: seven bid, eight taken; no bag counter"),
    Case("D27", "jokers", {}, "4 2", (4, 2), 0, 60, 0, "six bid, six taken"),
    Case("D28", "jokers", {}, "4 2", (4, 3), 0, 61, 0, "six bid, seven taken"),
    Case("D29", "jokers", {}, "4 2", (3, 2), 0, -60, 0, "six bid, five taken"),
    Case("D30", "jokers", {}, "1 1", (7, 6), 0, 31, 0, "20 and 11 overtricks; no bag penalty"),
    Case("D31", "jokers", {}, "nil 4", (0, 5), 0, 100, 0, "nil made; the partner's contract is void"),
    Case("D32", "jokers", {"nil.partner_contract": "score"}, "nil 4", (0, 5), 0, 141, 0,
         "for comparison: the partner scores"),
    Case("D33", "jokers", {}, "nil 4", (0, 2), 0, 100, 0, "nil made, partner short: void, so no set penalty"),
    Case("D34", "jokers", {"nil.partner_contract": "score"}, "nil 4", (0, 2), 0, 60, 0, "for comparison: 100-40"),
    Case("D35", "jokers", {}, "nil 4", (1, 4), 0, -100, 0, "nil failed by one; the partner is void"),
    Case("D36", "jokers", {"nil.partner_contract": "void_if_made"}, "nil 4", (1, 4), 0, -60, 0,
         "void only beside a nil that is made: -100+40"),
    Case("D37", "jokers", {}, "nil nil", (0, 0), 0, 200, 0, "both partners nil, both made"),
    Case("D38", "jokers", {}, "nil nil", (0, 3), 0, 0, 0, "one made, one failed"),
    Case("D39", "jokers", {}, "nil nil", (2, 3), 0, -200, 0, "both failed"),
    Case("D40", "jokers", {}, "13 1", (13, 0), 0, 100, 0, "moon made: flat +100, not 130; partner's bid ignored"),
    Case("D41", "jokers", {}, "13 1", (12, 1), 0, -100, 0, "moon failed because the PARTNER won a trick"),
    Case("D42", "jokers", {}, "13 2", (12, 0), 0, -100, 0, "moon failed to an opponent"),
    Case("D43", "jokers", {}, "7 6", (7, 6), 0, 130, 0, "team total 13 from two players is an ordinary contract"),
    Case("D44", "jokers", {}, "7 6", (7, 5), 0, -130, 0, "thirteen from two players, missed by one"),
    Case("D45", "jokers", {}, "13 nil", (13, 0), 0, 200, 0, "moon and nil in one team, both made"),
    Case("D46", "jokers", {}, "13 nil", (12, 0), 0, 0, 0, "moon fails to an opponent (-100), nil holds (+100)"),
    Case("D47", "jokers", {}, "13 nil", (12, 1), 0, -200, 0, "nil partner took the thirteenth trick: both fail"),
    Case("D48", "standard", {}, "3 2", (4, 3), 7, 52, 9, "a published example at 337 with 7 bags", before=337),
    Case("D49", "standard", {}, "3 2", (4, 4), 7, -47, 0, "the same: 53-100", before=337),
    Case("D50", "standard", {}, "3 2", (5, 4), 7, -46, 1, "the same: 54-100", before=337),
    Case("D51", "standard", {}, "nil 4", (0, 5), 0, 141, 1, "nil made, partner one over"),
    Case("D52", "standard", {}, "nil 4", (0, 3), 0, 60, 0, "nil made, partner set: 100-40"),
    Case("D53", "standard", {}, "nil 4", (1, 4), 0, -59, 1, "nil failed: -100+40+1; the trick is a bag"),
    Case("D54", "standard", {"nil.failed_tricks": "count"}, "nil 4", (1, 4), 0, -59, 1,
         "same total by the other route: 5 tricks against 4"),
    Case("D55", "standard", {}, "nil 4", (2, 3), 0, -138, 2, "partner set; the nil tricks are bags worth +1 each"),
    Case("D56", "standard", {"nil.failed_tricks": "bags_no_points"}, "nil 4", (2, 3), 0, -140, 2,
         "the bag counter moves, no points"),
    Case("D57", "standard", {"nil.failed_tricks": "count"}, "nil 4", (2, 3), 0, -59, 1,
         "the nil tricks rescue the partner: 41-100"),
    Case("D58", "standard", {"nil.failed_tricks": "ignore"}, "nil 4", (2, 3), 0, -140, 0, "neither points nor bags"),
    Case("D59", "standard", {"nil.failed_tricks": "bags_no_points"}, "nil 2", (1, 1), 0, -120, 1,
         "a published example"),
    Case("D60", "standard", {}, "nil 5", (3, 5), 8, -147, 1, "failed-nil bags cross ten: 8+3 = 11; -100+50+3-100"),
    Case("D61", "standard", {}, "bn 5", (0, 5), 0, 250, 0, "blind nil made, partner exact"),
    Case("D62", "standard", {}, "bn 5", (1, 5), 0, -149, 1, "blind nil failed: -200+50+1"),
    Case("D63", "standard", {}, "nil nil", (0, 1), 0, 1, 1, "both nil, one fails: 100-100, the trick is a bag"),
    Case("D64", "standard", {"nil.both_score": "win_or_zero"}, "nil nil", (0, 1), 0, 1, 1,
         "no loss when one of two nils fails"),
    Case("D65", "standard", {"nil.both_score": "all_or_lose"}, "nil nil", (0, 1), 0, -199, 1,
         "both values are lost: -200+1"),
    Case("D66", "standard", {}, "4 5", (5, 5), 0, 91, 1, "4 and 5 bid, ten taken"),
    Case("D67", "standard", {"nil.failed_tricks": "count"}, "13 nil", (4, 1), 0, -230, 0,
         "13 is an ordinary bid: -130-100"),
    Case("D68", "standard", {}, "3 3", (4, 5), 9, -37, 2, "63-100; 12 bags, 2 carried", before=99),
    Case("D69", "standard", {}, "5 5", (5, 6), 0, 101, 1, "ten bid without the ten-for-200 rule"),
    Case("D70", "standard", {"ten.mode": "exact"}, "6 4", (7, 4), 0, 201, 1, "ten for two hundred, made with a bag"),
    Case("D71", "standard", {"ten.mode": "exact"}, "6 4", (5, 4), 0, -200, 0, "ten for two hundred, missed"),
    Case("D72", "tournament", {}, "6 4", (8, 4), 0, 200, 0, "extras are worth nothing"),
    Case("D73", "tournament", {}, "6 4", (5, 4), 0, -100, 0, "missed for half"),
    Case("D74", "standard", {"ten.mode": "at_least"}, "6 5", (6, 5), 0, 220, 0, "twenty for each trick of eleven"),
    Case("D75", "standard", {"ten.mode": "at_least"}, "6 5", (6, 4), 0, -220, 0, "eleven missed by one"),
    Case("D76", "standard", {"bags.limit": 5, "bags.penalty": 50}, "4 2", (5, 3), 4, 12, 1, "60+2-50, one bag kept"),
    Case("D77", "standard", {"bags.limit": 5, "bags.penalty": 50, "bags.carry": False}, "4 2", (5, 3), 4, 12, 0,
         "the bags are emptied"),
    Case("D78", "solo", {"bags.cancel": True}, "4", (5,), 9, -69, 0, "the ten bag points are lost too: 40+1-110"),
    Case("D79", "standard", {"scoring.overtrick": -10, "bags.limit": 0}, "2 2", (3, 3), 0, 20, 0,
         "each extra trick costs ten at once"),
    Case("D80", "standard", {"scoring.overtrick": 0}, "2 2", (3, 3), 0, 40, 2, "bags counted, worth nothing"),
    Case("D81", "standard", {"scoring.overtrick": -1, "bags.limit": 0}, "2 2", (3, 3), 0, 38, 0,
         "an extra trick costs one"),
    Case("D82", "standard", {"scoring.set": "zero"}, "4 3", (3, 3), 0, 0, 0, "a missed bid changes nothing"),
    Case("D83", "standard", {"scoring.set": "shortfall"}, "4 3", (3, 2), 0, -20, 0, "two tricks short"),
    Case("D84", "standard", {"moon.boston_bonus": 200}, "4 4", (7, 6), 0, 285, 5, "80+5+200"),
    Case("D85", "standard", {"moon.mode": "team"}, "7 6", (7, 6), 0, 200, 0, "replaces 130"),
    Case("D86", "standard", {"moon.mode": "team"}, "7 6", (7, 5), 0, -200, 0, "a team moon missed by one"),
    Case("D87", "solo", {"blind_bid.allowed": True}, "b6", (7,), 0, 121, 1, "blind six made: 120+1"),
    Case("D88", "solo", {"blind_bid.allowed": True}, "b6", (5,), 0, -120, 0, "blind six missed"),
    Case("D89", "standard", {"nil.made": 50, "nil.failed": 50}, "nil 5", (0, 6), 0, 101, 1, "50+50+1"),
    Case("D90", "suicide", {}, "nil 6", (1, 5), 0, -159, 1, "bidder's own five do not reach six: -60-100+1"),
    Case("D91", "suicide", {"nil.failed_tricks": "count"}, "nil 6", (1, 5), 0, -40, 0,
         "the nil trick completes the six: 60-100"),
    Case("D92", "three", {}, "6", (7,), 0, 61, 1, "seventeen tricks, 7/4/6 on bids 6/5/6", total=17),
    Case("D93", "three", {}, "5", (4,), 0, -50, 0, "the same round", total=17),
    Case("D94", "sprint", {}, "3", (5,), 2, 2, 1, "30+2-30"),
    Case("D95", "sprint", {}, "nil", (1,), 2, -50, 2, "nil costs fifty"),
    Case("D96", "solo", {"bags.limit": 0}, "3", (5,), 0, 32, 0, "32 is written 3.2"),
    Case("D97", "solo", {"bags.limit": 0}, "5", (3,), 0, -50, 0, "-50 is written -5.0"),
    Case("D98", "standard", {}, "4 3", (3, 2), 6, -70, 6, "bags do not come from the score", before=-20),
    Case("D99", "solo", {}, "1", (2,), 9, -89, 0, "11-100 drops the leader under the target", before=495),
)  # fmt: skip
