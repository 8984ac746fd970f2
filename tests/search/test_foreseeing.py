"""Bids by play-outs: deals that explain the bids made, played to the end, and the same at both speeds."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from spades_plugins.expert import Expert
from spades_plugins.search import Search, SearchDeep

from spades_cli import NIL, Bid, Round, load_rules
from spades_cli.search import foresees_bids, layout
from spades_cli.search.drawing import Drawing
from spades_cli.search.foreseeing import Foresight, Prospect, lay_out
from tests.search.rounds import change

if TYPE_CHECKING:
    from spades_cli import Rules, View

STANDARD = load_rules("standard")
SEED = 7
SPADES = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
LOW = "2S 3S 2H 3H 4H 6H 2D 3D 4D 2C 3C 4C 6C"
GOOD = "AS QS 7S 4S KH QH 5H AD JD 4D KC 8C 3C"
FAIR = "QS 9S 4S KH JH 5H QD JD 4D KC 8C 3C 2C"


def view_of(hand: str, *bids: str, scores: tuple[int, int] = (0, 0)) -> View:
    """What the seat that bids after ``bids`` sees, West first, holding ``hand``; the others hold any cards."""
    rest = [card for card in STANDARD.pack.cards(sum(STANDARD.pack.order)) if card not in hand.split()]
    random.Random(1).shuffle(rest)
    mine = "WNES"[len(bids)]
    others = [seat for seat in STANDARD.seats if seat != mine]
    dealt = {seat: " ".join(rest[13 * i : 13 * i + 13]) for i, seat in enumerate(others)} | {mine: hand}
    held = dict(zip(("NS", "EW"), scores, strict=True))
    deal = Round.from_hands(STANDARD, dealt, dealer="S", number=3, scores=held)
    calls = dict(zip("WNES", bids, strict=False))
    while (deal.phase, deal.turn) != ("bid", mine):
        call = calls.get(str(deal.turn), "look")
        deal.apply("look" if deal.phase == "blind" and call != "bn" else call)
    return deal.view(mine)


def test_a_hand_of_all_spades_takes_every_trick_and_keeps_no_nil() -> None:
    foresight, view = Foresight(20, 15), view_of(SPADES)
    assert foresight.look(view, Bid(13), SEED).tricks == 13
    assert foresight.look(view, NIL, SEED).odds < -3


def test_twos_and_threes_keep_a_nil() -> None:
    low = view_of(LOW)
    assert Foresight(50, 0).look(low, NIL, SEED).odds > 3


def test_more_is_taken_the_less_the_others_bid() -> None:
    few = Foresight(200, 15).look(view_of(FAIR, "2", "2", "2"), Bid(3), SEED).tricks
    many = Foresight(200, 15).look(view_of(FAIR, "5", "2", "5"), Bid(3), SEED).tricks
    assert few > many


def test_the_deals_are_of_the_unseen_cards_and_agree_with_the_bids() -> None:
    view = view_of(LOW, "6")
    foresight, prospect = Foresight(100, 15), Prospect(view)
    deals = Drawing(foresight.drawing.budget, foresight.room).draw(prospect, SEED)
    spades = []
    for at in range(0, 500, 5):
        hands = [int(deals[at + place]) for place in range(5)]
        assert hands[prospect.place] == STANDARD.pack.mask(view.hand)
        assert [hand.bit_count() for hand in hands] == [13, 13, 13, 13, 0]
        assert sum(hands) == sum(STANDARD.pack.order)
        spades.append((hands[STANDARD.seats.index("W")] & STANDARD.pack.spades).bit_count())
    # Who bids six of thirteen holds more than his third of eleven.
    assert sum(spades) / len(spades) > 11 / 3 + 0.5


def test_both_speeds_foresee_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(GOOD, "3", "nil")
    fast = [Foresight(16, 15).look(view, bid, SEED) for bid in (Bid(4), NIL)]
    monkeypatch.setenv("SPADES_CLI_FAST", "off")
    slow = Foresight(16, 15)
    assert not slow.kernels.is_compiled
    assert [slow.look(view, bid, SEED) for bid in (Bid(4), NIL)] == fast


def test_the_tricks_of_partners_are_counted_apart() -> None:
    game = lay_out(STANDARD, 13)
    assert sorted(game[layout.STRIDE : layout.STRIDE + 4]) == [1, 1, 14, 14]


@pytest.mark.parametrize(
    ("rules", "helps"),
    [
        (STANDARD, True),
        (load_rules("jokers"), True),
        (load_rules("two-player"), False),
        (load_rules("cutthroat-3"), False),
        (load_rules("mirror"), False),
        (load_rules("suicide"), False),
        (load_rules("six-triples"), False),
        (change(STANDARD, nil={"pass_": 1}), False),
    ],
    ids=["standard", "jokers", "two-player", "cutthroat-3", "mirror", "suicide", "six-triples", "nil.pass"],
)
def test_bids_are_played_out_where_pairs_bid_freely_on_cards_that_stay(rules: Rules, helps: bool) -> None:
    assert foresees_bids(rules) is helps


def offered(cls: type[Expert], view: View, seed: int = 1, **options: int) -> list[object]:
    return list(cls(rng=random.Random(seed), **options).rank(view))


def test_search_bids_by_play_outs_and_without_them_as_expert_does() -> None:
    view = view_of(GOOD, "3")
    plain = offered(Expert, view)
    assert offered(Search, view, foreseen=0) == plain
    assert offered(SearchDeep, view, foreseen=0) == plain
    assert offered(Search, view) != plain
    assert offered(Search, view) == offered(Search, view)
    assert offered(Search, view) != offered(Search, view, seed=2)


def test_beside_gifts_yet_to_come_nothing_is_played_out() -> None:
    view = view_of(GOOD, "4", "bn", "4", scores=(-200, 100))
    assert offered(Search, view) == offered(Expert, view)
