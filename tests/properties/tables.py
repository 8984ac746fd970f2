"""Any rules that can be played, and random rounds under them.

Tables, packs and hands are kept small where nothing depends on their size, and what a seat may give away is kept to a
few cards out of a few, since every choice of them is listed as a legal action.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from spades_cli import Action, Bid, Round, Rules
from spades_cli.engine.cards import JOKERS, RANKS, SUITS
from spades_cli.engine.rules import (
    BagsRules,
    BiddingRules,
    BlindBidRules,
    BlindNilRules,
    DealRules,
    DeckRules,
    DraftRules,
    MatchRules,
    MoonRules,
    NilRules,
    PlayRules,
    ScoringRules,
    TableRules,
    TenRules,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN_CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)

Draw = Any

booleans = st.booleans()
seeds = st.integers(0, 2**32)


def one_of(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


@st.composite
def tables(draw: Draw) -> TableRules:
    players = draw(one_of(4, 2, 3, 4, 5, 6))
    teams = {4: ("pairs", "solo"), 6: ("pairs", "triples", "solo")}.get(players, ("solo",))
    return TableRules(players=players, teams=draw(st.sampled_from(teams)))


@st.composite
def decks(draw: Draw, *, drafted: bool) -> DeckRules:
    """Jokers, removed and promoted cards in any combination; 52 cards in all where they are drafted."""
    packs = 1 if drafted else draw(one_of(1, 1, 2))
    jokers = draw(one_of(0, 0, 2, 4))
    least, most = (jokers, jokers) if drafted else (0, 8)
    removed = draw(st.lists(st.sampled_from(PLAIN_CARDS), unique=True, min_size=least, max_size=most))
    twice = removed[: draw(st.integers(0, len(removed)))] if packs == 2 else []
    gone = set(twice if packs == 2 else removed)
    promotable = [card for card in PLAIN_CARDS if card not in gone]
    promoted = draw(st.lists(st.sampled_from(promotable), unique=True, max_size=4))
    high = draw(st.permutations([*promoted, *(JOKERS if jokers else ())]))
    return DeckRules(
        packs=packs,
        jokers=jokers,
        remove=(*removed, *twice),
        promote=tuple(high),
        duplicates=draw(one_of("first", "last")),
    )


@st.composite
def deals(draw: Draw, *, players: int, size: int) -> DealRules:
    """Hands of any size that the pack has; only a few cards are ever left for the dealer to throw away."""
    even = size // players
    hand = draw(st.integers(min(even, 4), min(even, 13)) | st.integers(1, min(even, 13)) | st.just(even))
    surplus = size - hand * players
    leftover = ["set_aside"]
    if surplus <= 3:
        leftover.append("dealer_discards")
    if not surplus:
        leftover.append("error")
    return DealRules(
        hand_size=0 if hand == even and draw(booleans) else hand,
        leftover=draw(st.sampled_from(leftover)),
        misdeal=tuple(draw(st.lists(one_of("no_spades", "one_spade", "no_faces", "long_suit"), max_size=2))),
        rotation=draw(one_of("left", "fixed")),
    )


@st.composite
def biddings(draw: Draw, *, table: TableRules, hand: int, nil: bool) -> BiddingRules:
    modes = ["free", "free", "hearts", "fixed"]
    modes += ["mirror", "whiz", "n_or_nil"] if nil else []
    modes += ["suicide"] if nil and table.teams == "pairs" else []
    numbers = st.integers(1, hand)
    team = st.integers(0, 2 * hand) if table.teams != "solo" else st.just(0)
    least = draw(st.integers(0, hand))
    return BiddingRules(
        mode=draw(st.sampled_from(modes)),
        first=draw(one_of("first", "second", "dealer")),
        min=least,
        max=draw(st.just(0) | st.integers(max(1, least), hand)),
        zero=draw(one_of("nil", "zero", "forbidden")),
        team_min=draw(team),
        team_max=draw(team),
        forbid_total=draw(booleans),
        number=draw(numbers),
        mirror_zero=draw(one_of("nil", "zero")),
        suicide_min=draw(numbers),
        first_hand=draw(one_of("bid", "bid", "bid", "itself")),
    )


@st.composite
def nils(draw: Draw, *, hand: int) -> NilRules:
    return NilRules(
        allowed=draw(booleans),
        failed_tricks=draw(one_of("bags", "bags_no_points", "count", "ignore")),
        partner_contract=draw(one_of("score", "void", "void_if_made", "penalty_only")),
        both=draw(booleans),
        both_score=draw(one_of("separate", "win_or_zero", "all_or_lose")),
        pass_=draw(st.integers(0, most_given(hand))),
        partner_min=draw(st.integers(0, hand)),
    )


@st.composite
def blind_nils(draw: Draw, *, table: TableRules, hand: int, drafted: bool) -> BlindNilRules:
    most = draw(st.integers(1, most_given(hand)) | st.just(0))
    exchange = ["none", "partner"] if table.teams != "solo" else ["none"]
    exchange += ["discards"] * 3 if drafted else []
    return BlindNilRules(
        allowed=draw(one_of(True, True, False)),
        behind=draw(one_of(0, 0, 50)),
        declare=draw(one_of("before_look", "before_draft")) if drafted else "before_look",
        exchange=draw(st.sampled_from(exchange)),
        exchange_min=draw(st.integers(0, most)),
        exchange_max=most,
        exchange_when=draw(one_of("before_bids", "after_bids")),
    )


def most_given(hand: int) -> int:
    """The most cards given away from a hand, so that the ways to choose them stay a few thousand."""
    return min(hand, 4 if hand <= 9 else 3 if hand <= 13 else 2)


def blind_bids(hand: int) -> st.SearchStrategy[BlindBidRules]:
    return st.builds(
        BlindBidRules,
        allowed=booleans,
        min=st.integers(1, hand),
        multiplier=st.integers(1, 3),
        behind=one_of(0, 0, 50),
    )


moons = st.builds(
    MoonRules,
    mode=one_of("off", "player", "team"),
    scoring=one_of("replace", "add", "win"),
    boston_bonus=one_of(0, 200, "win"),
)
plays = st.builds(
    PlayRules,
    lead=one_of("first", "second", "dealer", "high_bidder", "low_club"),
    lead_spades=one_of("broken", "any", "not_first"),
    first_trick=one_of("any", "no_spades", "low_club"),
    must_trump=booleans,
    must_beat=booleans,
)
scorings = st.builds(
    ScoringRules,
    trick=one_of(1, 10),
    overtrick=st.integers(-10, 1),
    set=one_of("bid", "zero", "shortfall"),
    exact_bonus=one_of(0, 10),
    double_bid_penalty=one_of(0, 100),
)
bag_rules = st.builds(
    BagsRules, limit=one_of(0, 1, 3, 10), carry=booleans, cancel=booleans, to=one_of("self", "opponents")
)
matches = st.builds(
    MatchRules,
    target=one_of(20, 100, 500),
    lose_at=one_of(0, -20, -200),
    lose_inclusive=booleans,
    tie=one_of("play_on", "draw"),
    max_rounds=one_of(0, 0, 1, 3),
    max_sets=one_of(0, 0, 1, 2),
)


@st.composite
def rule_sets(draw: Draw, *, drafted: bool | None = None) -> Rules:
    """Any rules whose keys fit together; with or without a draft if ``drafted`` says so."""
    table = TableRules(players=2, teams="solo") if drafted else draw(tables())
    if drafted is None:
        drafted = table.players == 2 and draw(booleans)
    deck = draw(decks(drafted=drafted))
    size = Rules(deck=deck).pack.size
    deal = DealRules(method="draft") if drafted else draw(deals(players=table.players, size=size))
    hand = Rules(table=table, deck=deck, deal=deal).hand_size
    nil = draw(nils(hand=hand))
    moon = draw(moons if table.teams != "solo" else moons.filter(lambda moon: moon.mode != "team"))
    return Rules(
        table=table,
        deck=deck,
        deal=deal,
        draft=draw(st.builds(DraftRules, peek=booleans, discards=one_of("down", "up"))),
        bidding=draw(biddings(table=table, hand=hand, nil=nil.allowed)),
        nil=nil,
        blind_nil=draw(blind_nils(table=table, hand=hand, drafted=drafted)),
        blind_bid=draw(blind_bids(hand)),
        moon=moon,
        ten=draw(st.builds(TenRules, mode=one_of("off", "exact", "at_least"))),
        play=draw(plays),
        scoring=draw(scorings),
        bags=draw(bag_rules),
        match=draw(matches),
    )


@st.composite
def rounds(draw: Draw, *, drafted: bool | None = None) -> Round:
    """A round under any rules before its first action, in mid-match."""
    rules = draw(rule_sets(drafted=drafted))
    return Round(
        rules,
        seed=draw(seeds),
        number=draw(st.integers(1, 2)),
        scores={side: draw(one_of(0, 60, -60)) for side in rules.sides},
        bags={side: draw(st.integers(0, max(0, rules.bags.limit - 1))) for side in rules.sides},
    )


def random_actions(deal: Round, seed: int) -> Iterator[Action]:
    """Play the round to its end, yielding each legal action before it is applied; nils are bid often."""
    rng = random.Random(seed)
    while deal.turn is not None:
        legal = deal.legal()
        nil = next((action for action in legal if isinstance(action, Bid) and action.nil), None)
        action = nil if nil and rng.random() < 0.3 else rng.choice(legal)
        yield action
        deal.apply(action)


def played(deal: Round, seed: int, steps: int) -> Round:
    """The round after at most ``steps`` random actions."""
    for step, _ in enumerate(random_actions(deal, seed)):
        if step == steps:
            break
    return deal


def snapshot(deal: Round) -> dict[str, object]:
    """Everything a round holds, apart from later changes to it."""
    values = {name: getattr(deal, name) for name in Round.__slots__}
    return {name: value.copy() if isinstance(value, (list, dict)) else value for name, value in values.items()}
