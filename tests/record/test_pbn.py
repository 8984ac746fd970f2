"""Deals of other programs: read as they are met, and refused in words that name the line."""

from __future__ import annotations

import random

import pytest

from spades_cli import Card, Match, Round, Rules, load_rules
from spades_cli.engine.cards import format_cards
from spades_cli.errors import SpadesError
from spades_cli.record.deals import format_deal, parse_deal
from spades_cli.record.pbn import read_deal
from spades_cli.record.pbn_text import find_deals
from tests.engine.builders import make_rules

PBN = "N:JT6.T8.KQ96.AT54 K732.Q93.A854.KQ Q94.AJ54.JT7.987 A85.K762.32.J632"
OTHER = "E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
SEATS = ("N", "E", "S", "W")
FILE = f"""% PBN 2.1
% EXPORT
[Event "A {{pair}}; two"] ; the club
{{ a comment
  [Deal "N:- - - -"] that is no deal }}
[Board "7"]
[Vulnerable "None"]
[Deal "{PBN}"]
[Auction "N"]
1C Pass Pass Pass
this line means nothing

[Board "8"]
[Deal "{OTHER}"]

[Deal "#"]
"""
#: The same deal, written as others write it.
FORMS = {
    "plain": PBN,
    "a tag": f'[Deal "{PBN}"]',
    "a tag in lower case": f'[deal "{PBN.lower()}"]',
    "a tag without quotes": f"[Deal {PBN}]",
    "ten as 10": f'[Deal "{PBN.replace("T", "10")}"]',
    "two tags on a line": f'[Board "1"][Deal "{PBN}"]',
    "carriage returns": f'[Board "1"]\r\n[Deal "{PBN}"]\r\n',
    "old line ends": f'[Board "1"]\r[Deal "{PBN}"]\r',
    "a byte-order mark": f'\ufeff[Deal "{PBN}"]',
    "from east": '[Deal "E:' + " ".join([*PBN[2:].split()[1:], PBN[2:].split()[0]]) + '"]',
    "a comment behind": f'[Deal "{PBN}"] ; from the club',
    "blanks": f'  [ Deal   "{PBN}" ]  ',
    "among other words": f"The deal was\n  {PBN}\nand we went down.",
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_deal_is_read_however_it_is_written(text: str) -> None:
    (deal,) = find_deals(text)
    assert deal.hands(SEATS) == parse_deal(PBN, SEATS)


def test_every_deal_of_a_file_is_read_with_its_line() -> None:
    deals = find_deals(FILE, "club.pbn")
    assert [deal.place for deal in deals] == ["club.pbn:8", "club.pbn:14", "club.pbn:16"]
    assert deals[1].hands(SEATS) == deals[2].hands(SEATS) != deals[0].hands(SEATS)
    assert deals[1].hands(SEATS)["E"] == tuple(Card(f"{rank}S") for rank in "AKQJT98765432")


def test_voids_may_be_nothing_or_a_dash() -> None:
    (deal,) = find_deals('[Deal "N:AK.-.. .A.. ..A. ...A"]')
    assert (deal.hands(SEATS)["N"], deal.hands(SEATS)["W"]) == (("AS", "KS"), ("AC",))


def test_the_nth_deal_of_a_file_is_taken() -> None:
    rules = Rules()
    assert read_deal(FILE, rules, number=1) == parse_deal(PBN, SEATS)
    assert read_deal(FILE, rules, number=2) == parse_deal(OTHER, SEATS)
    with pytest.raises(SpadesError, match=r"club\.pbn: no deal 4, only 3"):
        read_deal(FILE, rules, number=4, name="club.pbn")


def test_a_broken_deal_beside_the_wanted_one_does_no_harm() -> None:
    assert read_deal(f'[Deal "N:what is this now"]\n[Deal "{PBN}"]', Rules(), number=2) == parse_deal(PBN, SEATS)


def swap_hand(text: str, place: int, new: str) -> str:
    """The deal with one hand changed."""
    first, _, hands = text.partition(":")
    words = hands.split()
    words[place] = new
    return f"{first}:{' '.join(words)}"


WRONG = {
    "no deal at all": ("hello", "this text: holds no deal"),
    "empty": ("", "holds no deal"),
    "two cards": ("N:AK", "line 1: not a deal for 4 seats, 1 hand: 'N:AK'"),
    "three hands": (PBN.rpartition(" ")[0], "line 1: not a deal for 4 seats, 3 hands"),
    "no such seat": (f"X{PBN[1:]}", "line 1: no seat 'X' at this table; seats are N E S W"),
    "three suits": (swap_hand(PBN, 0, "JT6.T8.KQ96"), "line 1: N: 3 suits, not 4"),
    "no rank": (swap_hand(PBN, 2, "Q94.AX54.JT7.987"), "line 1: S: 'X' is no card"),
    "a card twice": (swap_hand(PBN, 1, "K732.Q93.A854.KT"), r"line 1: TC is named twice \(N and E\)"),
    "a card twice in a hand": (swap_hand(PBN, 1, "K732.Q93.A854.KK"), r"line 1: KC is named twice \(E\)"),
    "12 cards": (swap_hand(PBN, 1, "K732.Q93.A854.K"), "line 1: E holds 12 cards, the others 13"),
    "a joker": (swap_hand(PBN, 1, "BK73.Q93.A854.KQ"), "line 1: E holds BJ, which is not in the pack of standard"),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(SpadesError, match=message):
        read_deal(text, Rules())


def test_a_line_number_counts_what_comments_hold() -> None:
    with pytest.raises(SpadesError, match=r"x\.pbn:4: N: 'X'"):
        read_deal(f'{{ a\nb }}\n% c\n[Deal "{swap_hand(PBN, 0, "X...")}"]', Rules(), name="x.pbn")


@pytest.mark.parametrize("given", ["N", "NE", "NES", ""])
def test_hands_that_are_not_given_are_dealt_from_the_seed(given: str) -> None:
    whole = parse_deal(PBN, SEATS)
    text = "N:" + " ".join(part if seat in given else "-" for seat, part in zip(SEATS, PBN[2:].split(), strict=True))
    found = read_deal(text, Rules(), seed=1)
    assert isinstance(found, dict)
    assert {seat: found[seat] for seat in given} == {seat: whole[seat] for seat in given}
    assert sorted(card for cards in found.values() for card in cards) == sorted(c for h in whole.values() for c in h)
    assert found == read_deal(text, Rules(), seed=1)
    if given != "NES":
        assert found != read_deal(text, Rules(), seed=2)
    assert Match(Rules()).deal(found).phase == "bid"


@pytest.mark.parametrize(("hand", "count"), [("AK...", 2), ("AKQJT98765432.A..", 14)])
def test_a_hand_beside_missing_ones_must_be_whole(hand: str, count: int) -> None:
    with pytest.raises(SpadesError, match=f"line 1: N holds {count} cards, a hand of standard 13"):
        read_deal(f"N:{hand} - - -", Rules())


def test_an_ending_may_be_given() -> None:
    found = read_deal("N:AK... Q.J.. ..AK. ...AK", Rules())
    assert isinstance(found, dict)
    assert Round.from_hands(Rules(), found, dealer="N").size == 2


def test_where_the_dealer_takes_more_no_hand_can_be_guessed() -> None:
    rules = make_rules(
        "standard",
        **{"deck.jokers": 2, "deck.promote": ("BJ", "LJ"), "deal.hand_size": 13, "deal.leftover": "dealer_discards"},
    )
    with pytest.raises(SpadesError, match="line 1: the hands of E and S not given, and the dealer takes more"):
        read_deal("N:AK... - - QJ...", rules)


def test_a_draft_takes_its_pack_in_order_and_says_what_is_wrong_with_it() -> None:
    rules = load_rules("two-player")
    pack = Match(rules).deal().pack
    text = format_cards(rules.pack.names[card] for card in pack)
    assert read_deal(f"% mine\n{text} ; top first\n", rules) == tuple(text.split())
    for wrong, message in (
        (text[:-3], "51 cards, not 52"),
        (text[:-2] + text[:2], "is named twice"),
        ("AX", "no card|not a card"),
    ):
        with pytest.raises(SpadesError, match=f"the pack: .*({message})"):
            read_deal(wrong, rules)


@pytest.mark.parametrize("name", ["standard", "jokers", "cutthroat-3", "six-pairs", "deuces-high", "five-solo"])
def test_what_records_write_is_read_for_every_kind_of_table(name: str) -> None:
    rules = load_rules(name)
    deal = Round(rules, seed=3)
    hands = {seat: rules.pack.cards(deal.hands[place]) for place, seat in enumerate(rules.seats)}
    again = read_deal(format_deal(hands), rules)
    assert isinstance(again, dict)
    assert {seat: sorted(cards) for seat, cards in again.items()} == {s: sorted(c) for s, c in hands.items()}


@pytest.mark.parametrize("name", ["standard", "jokers", "two-player", "six-pairs"])
def test_damaged_text_is_read_or_refused_in_one_line(name: str) -> None:
    rng, rules = random.Random(name), load_rules(name)
    for _ in range(300):
        text = list(rng.choice((FILE, PBN, f'[Deal "{PBN}"]', "P1:AK... - -")))
        for _ in range(rng.randint(1, 8)):
            text[rng.randrange(len(text))] = rng.choice(
                ["", "\n", " ", ".", "-", "A", "{", "}", ";", '"', "\0", "²", "10"]
            )
        refused = ""
        try:
            hands = read_deal("".join(text), rules, number=rng.randint(1, 3), seed=1)
        except SpadesError as error:
            refused = str(error)
        assert "\n" not in refused
        assert refused or Match(rules).deal(hands).turn
