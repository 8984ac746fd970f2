"""Our rounds against OpenSpiel's game ``spades``, decision by decision.

What that engine does otherwise, found by experiment with open_spiel 2.0.2, and what the comparison makes of it:

* It never marks spades as broken, so that a spade can be led there from a hand of nothing but spades only.
  :func:`peer_breaks_spades` asks the installed version. As long as it answers no, the legal leads are compared with
  those from before the break, and ours are checked to be the whole hand. The card led is one that *we* call legal:
  ``apply_action`` does not ask for more than that the player holds it.
* It reads the bags off the last digit of the score, which is wrong below zero and after odd nil values. Rounds here
  start from a score of zero or more, and with the bags that its last digit says.
* It tests the end of the match on the points of the single round and adds a bonus to the returns. The game is loaded
  with a bonus of nothing, so that ``returns()`` are the points of the round.

Seats are numbered from North and player 0 bids and leads first, so West deals. Actions 0 to 51 are cards, 52 is nil,
52 + n the bid n. The deal is 52 chance actions, one card to each player in turn.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import NIL, Action, Bid, Card, Round, Rules, parse_cards
from spades_cli.engine import kernel
from spades_cli.engine.rules import BiddingRules, BlindNilRules, MatchRules, NilRules, VariantRules

if TYPE_CHECKING:
    from collections.abc import Sequence

pyspiel: Any = pytest.importorskip("pyspiel", reason="install the extra: pip install 'spades-cli[oracle]'")

OPENSPIEL = replace(
    Rules(),
    variant=VariantRules(id="openspiel", title="One deal as OpenSpiel plays it", base="standard"),
    bidding=BiddingRules(team_max=13),
    nil=NilRules(failed_tricks="count"),
    blind_nil=BlindNilRules(allowed=False),
    match=MatchRules(lose_at=-350),
)
DEALER = "W"
CARDS = 52
ROUNDS = 3000


@pytest.fixture(scope="module")
def game() -> Any:
    return pyspiel.load_game("spades", {"use_mercy_rule": False, "win_threshold": 1_000_000, "win_or_loss_bonus": 0})


@pytest.fixture(scope="module")
def peer_breaks_spades(game: Any) -> bool:
    """Whether the installed version lets spades be led once they are broken."""
    hands = (
        "AC AH KH QH JH TH 9H 8H 7H AS KS QS JS",
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2H",
        "3H 4H 5H 6H AD KD QD JD TD 9D 8D 7D 2D",
        "3D 4D 5D 6D 2S 3S 4S 5S 6S 7S 8S 9S TS",
    )
    state = game.new_initial_state()
    for number in in_dealing_order(hands):
        state.apply_action(number)
    for action in (Bid(1), Bid(1), Bid(1), Bid(1), Card("AC"), Card("2C"), Card("2D"), Card("2S")):
        state.apply_action(action_number(action))
    # West has ruffed and leads.
    assert state.current_player() == 3
    return action_number(Card("3S")) in state.legal_actions()


def in_dealing_order(hands: Sequence[str]) -> list[int]:
    """The cards of four hands as chance actions, one to each player in turn."""
    rows = zip(*(parse_cards(hand) for hand in hands), strict=True)
    return [action_number(card) for row in rows for card in row]


def action_number(action: Action) -> int:
    """OpenSpiel's number of a bid or card of ours."""
    if isinstance(action, Bid):
        assert not action.blind
        return CARDS + action.tricks
    assert isinstance(action, Card)
    return 13 * "CDHS".index(action.suit) + "23456789TJQKA".index(action.rank)


def read_action(state: Any, number: int) -> Action:
    """An action of theirs, read from their own text of it (``D9``, ``Nil``, ``4``)."""
    text = state.action_to_string(number)
    if number < CARDS:
        return Card(text[1] + text[0])
    return NIL if text == "Nil" else Bid(int(text))


def tricks_taken(state: Any) -> list[int]:
    lines = str(state).splitlines()
    return [int(word) for word in lines[lines.index("North East  South  West") + 1].split()]


def deal_both(game: Any, pack: Sequence[int], scores: Sequence[int]) -> tuple[Any, Round]:
    """The same cards and scores on both sides."""
    state = game.new_initial_state()
    hands: dict[str, list[str]] = {seat: [] for seat in OPENSPIEL.seats}
    for i, number in enumerate(pack):
        assert state.is_chance_node()
        assert number in state.legal_actions()
        hands[OPENSPIEL.seats[i % 4]].append(str(read_action(state, number)))
        state.apply_action(number)
    state.set_current_scores(scores)
    by_side = dict(zip(OPENSPIEL.sides, scores, strict=True))
    bags = {side: score % 10 for side, score in by_side.items()}
    return state, Round.from_hands(OPENSPIEL, hands, dealer=DEALER, scores=by_side, bags=bags)


def choose(deal: Round, rng: random.Random) -> Action:
    """Any legal action, but often a low bid, and for a nil a low card, so that contracts and nils are made too."""
    legal = deal.legal()
    if rng.random() < 0.5:
        return rng.choice(legal)
    if deal.phase == "bid":
        return rng.choice(legal[:4])
    return legal[0] if deal.bids[deal.place] == NIL else rng.choice(legal)


def compare_decision(state: Any, deal: Round, *, peer_breaks: bool) -> None:
    assert state.current_player() == OPENSPIEL.seats.index(deal.turn or "")
    theirs = [read_action(state, number) for number in state.legal_actions()]
    ours = list(deal.legal())
    if deal.phase == "play" and not deal.trick and deal.broken and not peer_breaks:
        hand = deal.hands[deal.place]
        assert ours == list(OPENSPIEL.pack.cards(hand))
        ours = list(OPENSPIEL.pack.cards(kernel.lead_cards(hand, OPENSPIEL.pack.spades, 0)))
    assert theirs == ours


def play_both(state: Any, deal: Round, rng: random.Random, *, peer_breaks: bool) -> Counter[str]:
    """Play one round on both sides; returns what happened in it."""
    seen: Counter[str] = Counter()
    while deal.turn is not None:
        assert not state.is_terminal()
        compare_decision(state, deal, peer_breaks=peer_breaks)
        action = choose(deal, rng)
        seen["broken spades led"] += deal.broken and not deal.trick and str(action)[1:] == "S"
        deal.apply(action)
        state.apply_action(action_number(action))
        if deal.tricks and not deal.trick:
            assert tricks_taken(state) == deal.taken
    assert state.is_terminal()
    return seen


def compare_points(state: Any, deal: Round) -> None:
    points = [deal.result.points[side] for side in OPENSPIEL.side_of]
    assert state.returns() == points, f"bids {deal.bids}, tricks {deal.taken}, bags {deal.bags}"


def test_random_rounds_agree_with_openspiel_at_every_step(game: Any, peer_breaks_spades: bool) -> None:
    seen: Counter[str] = Counter()
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        pack = rng.sample(range(CARDS), CARDS)
        state, deal = deal_both(game, pack, (rng.randrange(400), rng.randrange(400)))
        seen += play_both(state, deal, rng, peer_breaks=peer_breaks_spades)
        compare_points(state, deal)
        for lines in deal.result.lines.values():
            seen.update(f"{name} made" if points > 0 else f"{name} lost" for name, points in lines)
    # The rounds were not all of one kind.
    for event in ("broken spades led", "contract made", "contract lost", "nil made", "nil lost", "bag penalty lost"):
        assert seen[event] >= 50, seen


def test_every_contract_of_a_side_that_takes_all_tricks_scores_as_in_openspiel(
    game: Any, peer_breaks_spades: bool
) -> None:
    """Up to 13 overtricks on up to nine bags, so that one round can cost two penalties."""
    pack = in_dealing_order(
        (
            "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
            "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
            "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
        )
    )
    rng = random.Random(0)
    penalties: Counter[int] = Counter()
    for bags, north in product(range(10), range(14)):
        for south in range(14 - north):
            state, deal = deal_both(game, pack, (300 + bags, 0))
            for bid in (north, 1, south, 1):
                action = Bid(bid) if bid else NIL
                deal.apply(action)
                state.apply_action(action_number(action))
            play_both(state, deal, rng, peer_breaks=peer_breaks_spades)
            compare_points(state, deal)
            penalties.update(line.points for line in deal.result.lines["NS"] if line.name == "bag penalty")
    assert set(penalties) == {-100, -200}
