"""Leading the king of spades for a nil partner (position tb-020), played on by ``search`` at every seat."""

from __future__ import annotations

import random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import pytest
from spades_plugins.search import Search

from spades_cli import Round
from spades_cli.search import Budget, Position, Searcher
from tests.engine.builders import make_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

RULES = make_rules("standard", **{"play.lead_spades": "any"})
#: South has won the first trick with the ace of hearts, and leads from these.
HAND = ["TH", "9H", "KC", "8C", "7C", "6C", "5C", "4C", "3C", "KD", "KS", "2S"]
BIDS = {"S": "4", "W": "4", "N": "nil", "E": "4"}


def second_lead(hands: Mapping[str, list[str]], firsts: Mapping[str, str]) -> Round:
    """The round at South's second lead, with what each seat holds then and what it followed with before."""
    whole = {seat: " ".join([*cards, firsts[seat]]) for seat, cards in hands.items()}
    deal = Round.from_hands(RULES, whole, dealer="E", number=2)
    for action in (*(BIDS[seat] for seat in "SWNE"), *(firsts[seat] for seat in "SWNE")):
        deal.apply(action)
    return deal


def likely_hands(searcher: Searcher, rng: random.Random) -> tuple[dict[str, list[str]], dict[str, str]]:
    """What the seats hold, as ``search`` draws it, and what they followed with."""
    pack = RULES.pack
    rest = [str(card) for card in pack.cards(sum(pack.order) & ~pack.mask([*HAND, "AH", "KH", "QH", "JH"]))]
    rng.shuffle(rest)
    firsts = dict(zip("WNE", rng.sample(["KH", "QH", "JH"], 3), strict=True)) | {"S": "AH"}
    deal = second_lead({"W": rest[:12], "N": rest[12:24], "E": rest[24:], "S": HAND}, firsts)
    drawn = searcher.drawing.draw(Position(deal.view("S")), rng.getrandbits(60))
    hands = {seat: list(map(str, pack.cards(int(drawn[place])))) for place, seat in enumerate(RULES.seats)}
    return hands, firsts


def lead_after(deal: Round, card: str, seed: int) -> float:
    """By how much North and South are ahead after the round, bags at their price."""
    deal.apply(card)
    players = {seat: Search(rng=random.Random(f"{seed} {seat}"), samples=40) for seat in RULES.seats}
    while deal.turn:
        deal.apply(players[deal.turn].decide(deal.view(deal.turn)))
    assert deal.result
    ahead = {side: deal.result.points[side] - 10 * deal.result.bags[side] for side in RULES.sides}
    return ahead["NS"] - ahead["EW"]


@pytest.mark.soak
def test_the_king_of_spades_is_the_worse_lead() -> None:
    searcher, rng, gaps = Searcher(Budget(samples=1, drawn=64), doubled=False), random.Random(1), []
    for seed in range(200):
        hands, firsts = likely_hands(searcher, rng)
        king, nine = (lead_after(second_lead(hands, firsts), card, seed) for card in ("KS", "9H"))
        gaps.append(nine - king)
    error = stdev(gaps) / len(gaps) ** 0.5
    print(f"the nine of hearts is ahead by {fmean(gaps):.1f} +- {error:.1f} points")
    assert fmean(gaps) > 2.5 * error
