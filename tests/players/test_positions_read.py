"""A request is read whole or in part; what cannot be is refused in one line that begins with its field."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spades_cli import BLIND_NIL, NIL, Answer, Bid, Card, Give, Round, Rules, SpadesError, View, load_rules
from spades_cli.players import protocol
from spades_cli.players.position_fields import KNOWN
from spades_cli.players.positions import find_misspelt, read_position
from tests.engine.builders import make_rules
from tests.properties.tables import random_actions, rounds, seeds

if TYPE_CHECKING:
    from collections.abc import Sequence

STANDARD = Rules()
FULL = "AS KS QS 2H 3H 4H 5D 6D 7D 8C 9C TC JC"
#: Trick 4 of a round: East has led the three of hearts.
LATER: dict[str, Any] = {
    "type": "play",
    "seat": "S",
    "hand": "9C TD JD 4H 5H JH AH 4S 9S QS",
    "trick": [["E", "3H"]],
    "plays": "AC QC 7C 2C KD AD 7D 2D KC 8C 3C 4C",
    "leads": ["N", "N", "E", "E"],
}


def read(rules: Rules = STANDARD, /, **message: Any) -> View:
    return read_position(json.loads(json.dumps(message)), rules)


def play(hand: str, **known: Any) -> View:
    return read(type="play", seat="S", hand=hand, **known)


def texts(actions: Sequence[object]) -> list[str]:
    return list(map(str, actions))


# --- whole requests --------------------------------------------------------------------------------------------------


def sent(view: View) -> dict[str, Any]:
    """The request for a view, after its way through a pipe."""
    message: dict[str, Any] = json.loads(protocol.to_line(protocol.request(1, view, 10)))
    return message


def check_whole_requests(deal: Round, seed: int) -> None:
    for _ in random_actions(deal, seed):
        assert deal.turn is not None
        view = deal.view(deal.turn)
        assert read_position(sent(view), deal.rules) == view
        assert not find_misspelt(sent(view))


@settings(max_examples=30, deadline=None)
@given(rounds(), seeds)
def test_a_whole_request_gives_its_view_back_under_any_rules(deal: Round, seed: int) -> None:
    check_whole_requests(deal, seed)


@settings(max_examples=10, deadline=None)
@given(rounds(drafted=True), seeds)
def test_a_whole_request_of_a_draft_gives_its_view_back(deal: Round, seed: int) -> None:
    check_whole_requests(deal, seed)


@settings(max_examples=30, deadline=None)
@given(rounds(), seeds, st.sets(st.sampled_from(["n", "dealer", "bids", "taken", "plays", "score", "bags", "gifts"])))
def test_cards_to_play_follow_from_a_part_of_the_request(deal: Round, seed: int, missing: set[str]) -> None:
    for _ in random_actions(deal, seed):
        if deal.phase == "play" and deal.turn:
            view = deal.view(deal.turn)
            message = {name: value for name, value in sent(view).items() if name not in missing | {"legal"}}
            if "plays" in missing:
                del message["leads"]
            part = read_position(message, deal.rules)
            assert (part.legal, part.hand, part.trick, part.leader) == (view.legal, view.hand, view.trick, view.leader)


# --- what is worked out ----------------------------------------------------------------------------------------------


def test_type_seat_and_hand_are_enough() -> None:
    bid = read(type="bid", seat="n", hand=FULL)
    assert (bid.seat, bid.number, bid.dealer, len(bid.hand)) == ("N", 1, "W", 13)
    assert texts(bid.legal) == ["nil", *map(str, range(1, 14))]
    card = play("AH 4H QS")
    assert (card.leader, card.trick, card.tricks, card.turn) == ("S", (), (), "S")
    assert texts(card.legal) == ["4H", "AH", "QS"]


def test_cards_and_bids_are_read_forgivingly() -> None:
    view = play("qs, h10", bids={"N": 0, "e": "Blind Nil"})
    assert view.hand == (Card("TH"), Card("QS"))
    assert view.bids == {"N": NIL, "E": BLIND_NIL}
    listed = read(type="play", seat="S", hand=["queen of spades", "10♥"], bids={"W": 3, "N": None})
    assert listed.hand == (Card("TH"), Card("QS"))
    assert listed.bids == {"W": Bid(3)}


def test_following_suit_is_worked_out_from_the_trick() -> None:
    assert texts(play("AH 4H QS", trick=[["E", "3H"]]).legal) == ["4H", "AH"]
    assert texts(play("AD QS", trick=[["E", "3H"]]).legal) == ["AD", "QS"]
    view = play("AH 4H QS", trick=[["W", "2D"], ["N", "5S"], ["E", "3D"]])
    assert (view.leader, view.led, view.broken) == ("W", "D", True)
    assert view.voids["N"] == {"D"}


def test_the_last_round_of_all_is_told() -> None:
    assert play("AH QS", last=True).last
    assert not play("AH QS", last=False).last
    assert not play("AH QS").last


def test_the_best_card_counts_where_it_must_be_beaten() -> None:
    rules = make_rules("standard", **{"play.must_beat": True})
    view = read(rules, type="play", seat="S", hand="AH 4H QS", trick=[["N", "3H"], ["E", "TH"]])
    assert texts(view.legal) == ["AH"]


def test_who_led_the_known_tricks_follows_from_the_cards() -> None:
    whole = read(**LATER)
    unled = {name: value for name, value in LATER.items() if name != "leads"}
    assert read(**unled) == read(**unled, leads=[]) == whole
    assert [trick.winner for trick in whole.tricks] == ["N", "E", "E"]
    assert whole.taken == {"N": 1, "E": 2, "S": 0, "W": 0}


@pytest.mark.parametrize(
    ("known", "broken"),
    [
        ({}, True),
        ({"gone": "2S"}, True),
        ({"broken": False}, False),
        ({"legal": ["AH"]}, False),
        ({"legal": ["AH", "QS"]}, True),
    ],
)
def test_spades_are_broken_as_told_as_seen_or_as_the_legal_cards_show(known: dict[str, Any], broken: bool) -> None:
    view = play("AH QS", **known)
    assert view.broken == broken
    assert texts(view.legal) == (["AH", "QS"] if broken else ["AH"])


def test_spades_are_not_broken_where_every_trick_is_known() -> None:
    assert not read(type="play", seat="S", hand=FULL).broken
    assert not read(**LATER).broken


def test_the_dealer_is_one_that_fits_the_bids_or_the_first_lead() -> None:
    assert read(type="bid", seat="N", hand=FULL, bids={"E": 3, "S": 3, "W": 3}).dealer == "N"
    assert read(type="bid", seat="N", hand=FULL, bids={"W": 3}).dealer == "S"
    assert read(type="bid", seat="N", hand=FULL, bids={"W": 3, "E": "bn"}).dealer == "S"
    assert read(type="play", seat="S", hand=FULL, trick=[["E", "2C"]]).dealer == "N"
    assert read(type="bid", seat="N", hand=FULL, dealer="e").dealer == "E"


def test_a_round_that_bids_itself_is_the_first_only_without_bids() -> None:
    rules = make_rules("standard", **{"bidding.first_hand": "itself"})
    assert read(rules, type="play", seat="S", hand="AH").number == 1
    assert read(rules, type="play", seat="S", hand="AH", bids={"N": 3}).number == 2
    assert read(rules, type="bid", seat="S", hand=FULL).number == 2
    with pytest.raises(SpadesError, match=r"^n: the first round is not bid"):
        read(rules, type="bid", seat="S", hand=FULL, n=1)


def test_what_is_gone_or_shown_out_is_known_to_the_view() -> None:
    view = play("AH QS", gone=["2C", "3c"], voids={"E": ["H"], "W": "spades, d"}, trick=[["E", "2D"]])
    assert view.discards == (Card("2C"), Card("3C"))
    assert view.voids == {"N": frozenset(), "E": {"H"}, "S": frozenset(), "W": {"S", "D"}}


def test_scores_and_bags_are_by_side_and_nothing_where_unknown() -> None:
    view = play("AH", score={"ns": -20}, bags={"EW": 9})
    assert view.scores == {"NS": -20, "EW": 0}
    assert view.bags == {"NS": 0, "EW": 9}


def test_a_short_round_has_as_many_tricks_as_it_says() -> None:
    view = read(type="bid", seat="S", hand="AS KS 2C", tricks_in_round=3)
    assert texts(view.legal) == ["nil", "1", "2", "3"]


def test_blind_bids_depend_on_the_score() -> None:
    view = read(type="blind", seat="N", score={"EW": 150})
    assert view.legal == (Answer.LOOK, BLIND_NIL)
    assert view.hand == ()
    with pytest.raises(SpadesError, match=r"^type: N may not bid blind at this score"):
        read(type="blind", seat="N")


def test_a_draft_needs_the_card_drawn() -> None:
    rules = load_rules("two-player")
    view = read(rules, type="draft", seat="P2", hand="2C", drawn="AS", draft=[["P2", "keep"], ["P1", "decline"]])
    assert (view.drawn, view.dealer, view.legal) == (Card("AS"), "P1", (Answer.KEEP, Answer.DECLINE))
    with pytest.raises(SpadesError, match=r"^drawn: missing"):
        read(rules, type="draft", seat="P2", hand="2C")


def test_an_exchange_is_what_the_rules_ask_of_the_seat() -> None:
    rules = make_rules("standard", **{"nil.pass": 1})
    bids = {"N": 4, "E": 3, "S": "nil", "W": 3}
    view = read(rules, type="exchange", seat="S", hand=FULL, bids=bids)
    assert view.due is not None
    assert (view.due.least, view.due.most, view.due.receiver) == (1, 1, "N")
    assert view.legal[0] == Give((Card("8C"),))
    gift = {"seat": "S", "to": "N", "cards": "2S"}
    answer = read(rules, type="exchange", seat="N", hand=f"{FULL} 2S", bids=bids, gifts=[gift])
    assert answer.due is not None
    assert (answer.due.least, answer.due.receiver) == (1, "S")
    told = read(type="exchange", seat="N", hand=FULL, give={"least": 2, "most": 2, "to": "S"})
    assert len(told.legal) == 78
    with pytest.raises(SpadesError, match=r"^give: missing"):
        read(type="exchange", seat="N", hand=FULL)


def test_equal_cards_of_two_packs_are_each_there_twice() -> None:
    rules = load_rules("six-pairs")
    view = read(rules, type="play", seat="P1", hand="AH AH QS", trick=[["P6", "3H"]])
    assert view.hand == (Card("AH"), Card("AH"), Card("QS"))
    assert view.legal == (Card("AH"),)


def test_a_misspelt_field_is_pointed_out_and_a_strange_one_is_not() -> None:
    assert find_misspelt({"hand": [], "voidz": {}, "mood": "good"}) == [
        "\"voidz\": unknown field (did you mean 'voids'?)"
    ]


# --- refusals --------------------------------------------------------------------------------------------------------

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"type": None}, "type: missing"),
    ({"type": "dance"}, 'type: "dance" asks for no decision'),
    ({"type": ["play"]}, "type: "),
    ({"seat": None}, "seat: missing"),
    ({"seat": "P1"}, 'seat: no seat "P1" at this table'),
    ({"seat": 3}, "seat: no seat 3 at this table"),
    ({"hand": None}, "hand: missing"),
    ({"hand": []}, "hand: no cards"),
    ({"hand": "AH ZZ"}, "hand: 'ZZ' is not a card"),
    ({"hand": 5}, "hand: a list, not 5"),
    ({"hand": [5]}, "hand: a text, not 5"),
    ({"hand": "AH BJ"}, "hand: BJ is not in this pack"),
    ({"hand": "AH AH"}, "hand: AH is named twice"),
    ({"hand": f"{FULL} 2C"}, "hand: 14 cards, but a hand holds 13 at most"),
    ({"gone": "QS"}, "gone: QS is named twice"),
    ({"gone": "2C 2C"}, "gone: 2C is named twice"),
    ({"trick": [["E", "AH"]]}, "trick: AH is named twice"),
    ({"trick": [["N", "3H"]]}, "trick: before S come E, not N"),
    ({"trick": [["E", "3H"], ["N", "4H"]]}, "trick: before S come N, E, not E, N"),
    ({"trick": [["S", "2C"], ["W", "3C"], ["N", "4C"], ["E", "5C"]]}, "trick: 4 cards, but S has still to play"),
    ({"trick": ["3H"]}, 'trick: "3H" is no pair'),
    ({"trick": {"E": "3H"}}, "trick: a list, not"),
    ({"plays": "2C 3C 4C"}, "plays: 3 cards are no whole tricks of 4"),
    ({"plays": "2C 3C 4C 5C", "leads": ["N", "N"]}, "leads: one seat for each trick of plays"),
    ({"plays": "2C 3C 4C 5C", "leads": ["N"]}, "leads: one seat for each trick of plays"),
    ({"plays": "2C 3C 4C 5C", "leads": ["N", "W"]}, "leads: W leads this trick, not S"),
    ({"plays": "2C 3D 4D 5D 3C 6D 4C 5C", "leads": ["S", "S", "N"]}, "leads: "),
    ({"bids": {"N": "lots"}}, "bids: 'lots' is not a bid"),
    ({"bids": {"N": 14}}, "bids: 14 cannot be bid under these rules"),
    ({"bids": {"N": True}}, "bids: a text, not true"),
    ({"bids": {"P1": 3}}, 'bids: no seat "P1" at this table'),
    ({"bids": ["3"]}, "bids: an object, not"),
    ({"taken": {"N": 12}}, "taken: 12 tricks, but 11 are over: S holds 2 of 13 cards"),
    ({"taken": {"N": -1}}, "taken: a whole number from 0"),
    ({"taken": {"N": 1.5}}, "taken: a whole number from 0"),
    ({"voids": {"S": "H"}}, "voids: S is out of hearts, but holds AH"),
    ({"voids": {"E": "H"}, "trick": [["E", "3H"]]}, "voids: E is out of hearts, but plays 3H"),
    ({"voids": {"E": "X"}}, 'voids: "X" is no suit'),
    ({"voids": {"E": 4}}, "voids: a list, not 4"),
    ({"voids": {"E": "CDHS"}}, 'voids: "CDHS" is no suit'),
    ({"voids": {"E": "C D H S"}}, "hand: E must hold 2 cards, but only 0 are left for them"),
    ({"broken": 1}, "broken: true or false, not 1"),
    ({"last": "no"}, 'last: true or false, not "no"'),
    ({"broken": False, "gone": "2S"}, "broken: not false"),
    ({"score": {"N": 4}}, 'score: no side "N" at this table'),
    ({"score": {"NS": "4"}}, 'score: a whole number from -1000000 to 1000000, not "4"'),
    ({"score": 4}, "score: an object, not 4"),
    ({"bags": {"NS": -1}}, "bags: a whole number from 0"),
    ({"n": 0}, "n: a whole number from 1"),
    ({"tricks_in_round": 14}, "tricks_in_round: a whole number from 1 to 13, not 14"),
    ({"dealer": "Q"}, 'dealer: no seat "Q"'),
    ({"legal": ["AH"], "broken": True}, "legal: these are not the legal actions: they are AH QS"),
    ({"legal": ["AH", "2C"]}, "legal: these are not the legal actions"),
    ({"legal": "AH"}, 'legal: a list, not "AH"'),
]


@pytest.mark.parametrize(("known", "text"), REFUSED, ids=[text for _, text in REFUSED])
def test_what_cannot_be_is_refused_under_the_name_of_its_field(known: dict[str, Any], text: str) -> None:
    with pytest.raises(SpadesError) as refused:
        read(**{"type": "play", "seat": "S", "hand": "AH QS"} | known)
    assert str(refused.value).startswith(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"type": "bid", "hand": "AH"}, "hand: 1 card, but a bid is made on 13"),
        ({"type": "bid", "hand": FULL, "bids": {"S": 3}}, "bids: S has bid already"),
        ({"type": "bid", "hand": FULL, "bids": {"W": 3}, "dealer": "E"}, "bids: W bids after S when E deals"),
        ({"type": "bid", "hand": FULL, "trick": [["E", "2C"]]}, "trick: no card has been played"),
        ({"type": "bid", "hand": FULL, "plays": "2C"}, "plays: no card has been played"),
        ({"type": "blind", "hand": FULL}, "hand: a blind choice is made before the cards are seen"),
        ({"type": "exchange", "hand": FULL, "give": {"least": 3, "most": 1}}, "give: least 3 is more than most 1"),
        ({"type": "exchange", "hand": FULL, "give": {"least": 9, "most": 9}}, "give: nobody gives more than 2 cards"),
        ({"type": "exchange", "hand": FULL, "give": {"least": 1}}, "give: a whole number from 0 to 13, not null"),
        ({"type": "play", "hand": "AH", "gifts": [4]}, "gifts: an object, not 4"),
        ({"type": "play", "hand": "AH", "discards": "2C 2C"}, "discards: 2C is named twice"),
    ],
)
def test_other_decisions_are_refused_in_the_same_way(message: dict[str, Any], text: str) -> None:
    with pytest.raises(SpadesError) as refused:
        read(seat="S", **message)
    assert str(refused.value).startswith(text)


def test_a_seat_that_plays_what_it_had_shown_to_be_out_of_is_refused() -> None:
    plays, trick = "AH 2H 3H 4D KH 6H 7H 5H", [["N", "2S"], ["E", "3S"], ["S", "4S"]]
    with pytest.raises(SpadesError, match=r"^plays: W plays 5H in trick 2, but has shown no hearts before"):
        read(type="play", seat="W", hand="9C", plays=plays, trick=trick)


def test_cards_that_cannot_be_dealt_are_refused() -> None:
    unseen = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA" if rank + suit not in ("AH", "QS")]
    with pytest.raises(SpadesError, match=r"^hand: N and E must hold 4 cards, but only 3 are left for them"):
        play("AH QS", gone=unseen[3:])
    with pytest.raises(SpadesError, match=r"^hand: E and W must hold 4 cards, but only 3 are left for them"):
        play("AH QS", gone=unseen[6:-3], voids={"E": "C", "W": "C"})
    assert play("AH QS", gone=unseen[6:], voids={"E": "S", "W": "S"}).voids["E"] == {"S"}


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20, 20)
    | st.sampled_from(["S", "E", "H", "AH", "2C 3C", "3", "nil", "NS", ""]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["S", "E", "NS", "least"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(KNOWN)), VALUES, max_size=4),
    st.sampled_from(protocol.DECISIONS),
    st.sampled_from(["standard", "two-player", "six-pairs"]),
)
def test_any_json_is_a_position_or_refused(known: dict[str, Any], kind: str, name: str) -> None:
    rules = load_rules(name)
    message = {"type": kind, "seat": rules.seats[0], "hand": "AH QS"} | known
    with contextlib.suppress(SpadesError):
        assert read_position(message, rules).legal
