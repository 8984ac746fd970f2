"""Bids are legal, the best first, and what every player would bid with a hand that bids itself."""

from __future__ import annotations

import random
from time import process_time

import pytest

from spades_cli import NIL, Bid, Round, load_rules
from spades_cli.search import Offer, Style, distribution, rate_bids
from spades_cli.search.bidding import Hand
from tests.search.rounds import NAMES, RULES, change

STANDARD = load_rules("standard")
STYLE = Style()
PARTNERS = [name for name in NAMES if len(RULES[name].sides) < RULES[name].table.players]
SPADES = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
LOW = "2S 3S 2H 3H 4H 6H 2D 3D 4D 2C 3C 4C 6C"


def bid_round(name: str, seed: int, **start: object) -> list[tuple[Round, list[Offer]]]:
    """A round bid by the best offers, with what each seat was offered; anything but bids is decided at random."""
    deal, rng, found = Round(RULES[name], seed=seed, number=2, **start), random.Random(seed), []  # type: ignore[arg-type]
    while deal.turn and deal.phase != "play":
        if deal.phase == "bid":
            offers = rate_bids(deal.view(deal.turn), STYLE)
            found.append((deal.copy(), offers))
            deal.apply(offers[0].bid)
        else:
            deal.apply(rng.choice(deal.legal()))
    return found


@pytest.mark.parametrize("name", RULES)
def test_bids_are_legal_the_best_first_and_take_no_time_in_every_variant(name: str) -> None:
    before = process_time()
    offered = bid_round(name, 2)
    # Half of it at most on a machine of today.
    assert process_time() - before < 0.1 * max(len(offered), 1) or name not in NAMES
    for deal, offers in offered:
        values = [offer.value for offer in offers]
        assert values
        assert values == sorted(values, reverse=True)
        bids = [offer.bid for offer in offers]
        assert len(set(bids)) == len(bids)
        assert set(bids) <= set(deal.legal())
        for offer in offers:
            assert 0 <= offer.tricks <= deal.size
            assert (offer.chance is not None) == offer.bid.nil
            assert offer.chance is None or 0 <= offer.chance <= 1


def deal_to(seat: str, hand: str, rules: str, scores: tuple[int, int] = (0, 0)) -> Round:
    """A round that South deals, in which a seat holds the hand and the others any cards."""
    variant = load_rules(rules)
    rest = [card for card in variant.pack.cards(sum(variant.pack.order)) if card not in hand.split()]
    random.Random(1).shuffle(rest)
    others = "NESW".replace(seat, "")
    hands = {other: " ".join(rest[13 * i : 13 * i + 13]) for i, other in enumerate(others)} | {seat: hand}
    return Round.from_hands(variant, hands, dealer="S", number=3, scores=dict(zip(("NS", "EW"), scores, strict=True)))


def offers_for(hand: str, bids: str = "", rules: str = "standard", scores: tuple[int, int] = (0, 0)) -> list[Offer]:
    """What the fourth seat, South, is offered for a hand after some bids of West, North and East."""
    deal = deal_to("S", hand, rules, scores)
    for bid in bids.split(", "):
        while deal.phase == "blind":
            deal.apply("look")
        deal.apply(bid)
    while deal.phase == "blind":
        deal.apply("look")
    assert deal.turn == "S"
    return rate_bids(deal.view("S"), STYLE)


def test_thirteen_spades_bid_all_tricks_that_the_partner_has_not_bid() -> None:
    best = offers_for(SPADES, "1, 1, 1")[0]
    assert best.bid == Bid(12)
    assert best.tricks == 13


@pytest.mark.parametrize("trumps", [5, 6, 7, 8])
def test_tricks_that_are_sure_are_bid_where_no_other_hand_can_spoil_them(trumps: int) -> None:
    low = ["2H", "3H", "2D", "3D", "2C", "3C", "4C", "4D"][: 13 - trumps]
    assert offers_for(" ".join([*SPADES.split()[:trumps], *low]), "2, nil, 3")[0].bid.tricks >= trumps


def test_thirteen_low_cards_bid_nil() -> None:
    best = offers_for(LOW, "4, 4, 3")[0]
    assert best.bid.nil
    assert best.chance is not None
    assert best.chance > 0.6


def test_high_cards_do_not_bid_nil() -> None:
    offers = offers_for("AS KS QS AH KH 3H AD KD 4D AC 3C 4C 6C", "2, 2, 2")
    assert not offers[0].bid.nil
    assert 5 <= offers[0].bid.tricks <= 9
    assert all(offer.chance is None or offer.chance < 0.05 for offer in offers)


def test_more_high_cards_bid_more() -> None:
    hands = (
        "QS 3S 2S 5H 3H 4H JH 4D 6D QD 3C 4C 6C",
        "AS 3S 2S AH 3H 4H JH 4D 6D KD 3C 4C 6C",
        "AS KS 2S AH KH 4H JH 4D 6D AD 3C 4C 6C",
        "AS KS QS AH KH QH JH 4D 6D AD KD 4C AC",
    )
    numbers = [next(offer.bid.tricks for offer in offers_for(hand, "2, 2, 2") if not offer.bid.nil) for hand in hands]
    assert numbers == sorted(set(numbers))


def test_nobody_bids_nil_beside_a_partner_who_has() -> None:
    offers = offers_for(LOW, "4, nil, 4")
    assert not any(offer.bid.nil for offer in offers)


@pytest.mark.parametrize("name", PARTNERS)
def test_where_there_is_a_choice_a_nil_stays_alone_in_every_variant_with_partners(name: str) -> None:
    deal = Round(RULES[name], seed=4, number=2)
    while deal.turn and deal.phase != "play":
        legal = deal.legal()
        if deal.phase != "bid":
            deal.apply(legal[0])
        elif NIL in legal and not any(deal.bids):
            deal.apply(NIL)
        else:
            best = rate_bids(deal.view(deal.turn), STYLE)[0].bid
            beside = [deal.bids[mate] for mate in deal.rules.sides[deal.rules.side_of[deal.place]]]
            choice = any(isinstance(bid, Bid) and not bid.nil for bid in legal)
            assert not (best.nil and choice and any(bid and bid.nil for bid in beside))
            deal.apply(best)


def test_a_partners_strong_bid_makes_a_nil_likelier_to_be_kept() -> None:
    weak, strong = (next(offer for offer in offers_for(LOW, f"3, {bid}, 3") if offer.bid.nil) for bid in (1, 6))
    assert weak.chance is not None
    assert strong.chance is not None
    assert strong.chance > weak.chance


def test_a_bid_that_need_not_win_more_is_not_raised_for_the_last_points() -> None:
    hand = "AS 3S 2S AH 3H 4H JH 4D 6D KD 3C 4C 6C"
    bids = [offers_for(hand, "3, 3, 3", scores=scores)[0].bid.tricks for scores in ((450, 100), (0, 0))]
    assert bids[0] <= bids[1]


def test_nil_counts_for_what_it_scores() -> None:
    for made, failed, is_best in ((200, 100, True), (1, 2000, False)):
        rules = change(STANDARD, nil={"made": made, "failed": failed})
        deal = Round.from_hands(
            rules, {"S": LOW, "N": SPADES.replace("3S 2S", "5H 7H"), "E": "8H 9H TH JH QH KH AH 5D 6D 7D 8D 9D TD",
                    "W": "JD QD KD AD 5C 7C 8C 9C TC JC QC KC AC"},
            dealer="S", number=2,
        )  # fmt: skip
        for bid in ("3", "5", "3"):
            deal.apply(bid)
        assert rate_bids(deal.view("S"), STYLE)[0].bid.nil == is_best


@pytest.mark.parametrize(("mean", "wide"), [(3.2, 1.4), (0.1, 1.0), (12.9, 1.0), (5.0, 0.0)])
def test_the_chances_of_all_tricks_add_up(mean: float, wide: float) -> None:
    chances = distribution(mean, wide, 0, 13)
    assert len(chances) == 14
    assert sum(chances) == pytest.approx(1)
    assert min(chances) >= 0
    assert max(range(14), key=chances.__getitem__) == round(mean)


def bids_of(cards: str, first: str) -> Bid:
    """What South bids with these cards after North's first bid and four by East; both are far behind."""
    rest = [card for card in STANDARD.pack.cards(sum(STANDARD.pack.order)) if card not in cards.split()]
    hands = {seat: " ".join(rest[13 * i : 13 * i + 13]) for i, seat in enumerate("NEW")} | {"S": cards}
    deal = Round.from_hands(STANDARD, hands, dealer="W", number=3, scores={"NS": 0, "EW": 200})
    while (deal.phase, deal.turn) != ("bid", "S"):
        blind = deal.phase == "blind" and not (deal.turn == "N" and first == "bn")
        deal.apply("look" if blind else first if deal.turn == "N" else "4")
    return rate_bids(deal.view("S"), STYLE)[0].bid


def test_more_is_bid_beside_a_partner_who_will_give_his_high_cards_away() -> None:
    hand = "AS 8S 7S KH 9H 8H 7H AD TD 9D 5C 7C 8C"
    assert bids_of(hand, "bn").tricks > bids_of(hand, "nil").tricks


def first_offers(hand: str, rules: str) -> dict[str, Offer]:
    """What the first bidder of all is offered for a hand."""
    deal = deal_to("W", hand, rules)
    assert deal.turn == "W"
    return {str(offer.bid): offer for offer in rate_bids(deal.view("W"), STYLE)}


def test_in_suicide_the_first_of_a_pair_reckons_with_the_nil_that_his_number_asks_of_the_partner() -> None:
    good, poor = "2S 3S 5S 4H 6H 7H 2D 5D 8D 2C 3C 6C TC", "AS KS 9S 4S KH QH 3H AD 5D 3D AC JC 2C"
    free, suicide = first_offers(poor, "msn-zone"), first_offers(poor, "suicide")
    assert suicide["5"].value < free["5"].value - 30
    assert next(iter(suicide)) != "nil"
    assert next(iter(first_offers(good, "suicide"))) == "nil"
    assert suicide["5"].chance is None
    assert min(int(bid) for bid in suicide if bid != "nil") >= RULES["suicide"].bidding.suicide_min


def test_a_nil_is_safer_beside_a_partner_who_has_no_contract_to_make() -> None:
    rules = load_rules("standard")
    chances = []
    for contract in ("score", "void"):
        deal = Round(change(rules, nil={"partner_contract": contract}), seed=5, dealer="N", number=2)
        offers = rate_bids(deal.view(str(deal.turn)), STYLE)
        chances += [offer.chance for offer in offers if offer.chance is not None and not offer.bid.blind]
    assert chances[0] is not None
    assert chances[1] is not None
    assert chances[0] < chances[1]


def expected_of_partner(limit: int, name: str = "standard") -> float:
    """The tricks that the third bidder expects of the first, who has bid three."""
    deal = Round(change(load_rules(name), bags={"limit": limit}), seed=5, dealer="N", number=2)
    deal.apply("3")
    deal.apply("3")
    view = deal.view(str(deal.turn))
    return Hand(view, STYLE).expected[view.rules.seats.index("E")]


def test_where_bags_cost_nothing_a_partner_takes_more_over_his_bid() -> None:
    assert expected_of_partner(0) > expected_of_partner(10) > 3
    assert expected_of_partner(0, "solo-4") == expected_of_partner(10, "solo-4")
