"""PBN games: what bridge programs and our own reader find in them, and which tables they cannot hold."""

from __future__ import annotations

import re
from functools import cache

import pytest

from spades_cli import load_rules
from spades_cli.record.pbn_game import pbn_lines, why_no_pbn
from spades_cli.record.pbn_text import find_deals
from spades_cli.variants import VariantLibrary
from tests.record.goldens import NAMES, golden, golden_rounds

SEATS = ("N", "E", "S", "W")
FITTING = [name for name in VariantLibrary().names() if not why_no_pbn(load_rules(name))]


@cache
def export(name: str) -> str:
    """The golden match of a variant as a PBN file."""
    game, rounds = golden(name), golden_rounds(name)
    lines = ["% PBN 2.1"]
    for board, played in enumerate(rounds, 1):
        lines += pbn_lines(game, played.dealt.rules, played, board)
    return "\n".join(lines) + "\n"


def tags(text: str, name: str) -> list[str]:
    return re.findall(rf'^\[{name} "(.*)"\]$', text, re.MULTILINE)


def test_four_seats_and_one_pack_without_jokers_fit() -> None:
    assert {"standard", "deuces-high", "bicycle", "solo-4", "mirror"} <= set(FITTING) < set(NAMES)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("two-player", "PBN has four seats, not 2"),
        ("six-pairs", "PBN has four seats, not 6"),
        ("jokers", "PBN has no jokers"),
        ("cutthroat-3", "PBN has four seats, not 3"),
    ],
)
def test_other_tables_are_refused_in_words(name: str, reason: str) -> None:
    assert why_no_pbn(load_rules(name)) == reason


@pytest.mark.parametrize("name", FITTING)
def test_the_deals_are_read_back_as_they_were_dealt(name: str) -> None:
    deals = find_deals(export(name))
    rounds = golden_rounds(name)
    assert len(deals) == len(rounds)
    for deal, played in zip(deals, rounds, strict=True):
        assert {seat: sorted(cards or ()) for seat, cards in deal.hands(SEATS).items()} == {
            seat: sorted(cards) for seat, cards in played.start.hands.items()
        }


@pytest.mark.parametrize("name", FITTING)
def test_every_card_is_played_from_the_hand_that_holds_it(name: str) -> None:
    for text in export(name).split("\n\n")[:-1]:
        hands = find_deals(text.replace("[Dealt ", "[Before "))[0].hands(SEATS)
        leader, table = re.findall(r'^\[Play "(.)"\]\n(.*)', text, re.MULTILINE | re.DOTALL)[0]
        start = SEATS.index(leader)
        for row in table.splitlines():
            cells = row.split()
            for i, cell in enumerate(cells if row != "*" else ()):
                if cell != "-":
                    assert cell[1] + cell[0] in (hands[SEATS[(start + i) % 4]] or ())


def test_the_tags_of_the_standard_stand_in_its_order() -> None:
    first = export("standard").split("\n\n")[0].splitlines()
    names = [line.split()[0].removeprefix("[") for line in first if line.startswith("[")]
    assert first[0] == "% PBN 2.1"
    assert names[:15] == [
        "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
        "Declarer", "Contract", "Result",
    ]  # fmt: skip
    assert all(len(line) <= 255 for line in first)


def test_bids_are_notes_to_passes_and_a_tag() -> None:
    text = export("standard").split("\n\n")[0]
    line = golden("standard").rounds[0]
    bids = line["bids"].split()
    assert tags(text, "Bids") == [line["bids"]]
    assert tags(text, "Auction") == [bids[0][0]]
    assert f"{' '.join(f'Pass ={i}=' for i in range(1, 5))}\n" in text
    assert tags(text, "Note") == [f"{i}:{bid[0]} bids {bid[1:]}" for i, bid in enumerate(bids, 1)]
    assert tags(text, "Taken") == [line["taken"]]


def test_an_exchange_is_told_with_the_hands_before_it() -> None:
    rounds = [line for line in golden("bid-3").rounds if "exchange" in line]
    text = export("bid-3")
    assert rounds
    assert tags(text, "Dealt") == [line["deal"] for line in rounds]
    assert len(tags(text, "Exchange")) == len(rounds)


def test_one_seat_shows_one_hand() -> None:
    game, played = golden("bicycle"), golden_rounds("bicycle")[0]
    text = "\n".join(pbn_lines(game, played.dealt.rules, played, 1, "S"))
    (deal,) = find_deals(text)
    assert [seat for seat, hand in deal.hands(SEATS).items() if hand] == ["S"]


@pytest.mark.parametrize("name", FITTING)
def test_a_bridge_program_reads_the_file(name: str) -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn", reason="needs the extra oracle")
    boards = pbn.loads(export(name))
    expected = find_deals(export(name).replace("[Dealt ", "[Before "))
    assert len(boards) == len(expected) > 0
    for board, deal in zip(boards, expected, strict=True):
        (again,) = find_deals(board.deal.to_pbn())
        assert {s: sorted(h or ()) for s, h in again.hands(SEATS).items()} == {
            s: sorted(h or ()) for s, h in deal.hands(SEATS).items()
        }
