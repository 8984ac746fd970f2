"""Small situations whose outcome shows what a rules key does: each function here makes a scenario."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from spades_cli.engine.bidding import Holding, legal_bids, legal_blind
from spades_cli.engine.dealing import is_misdeal
from spades_cli.engine.match import Match, find_outcome
from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.engine.scoring import score_round
from tests.engine.builders import apply_all, fill, legal_set, read_bids, spread, start_play, take_tricks, who_wins

#: What can be observed of a rule set: a text, a number or a pair of numbers.
Outcome: TypeAlias = object
Scenario: TypeAlias = Callable[[Rules], Outcome]


def scores(bids: str, tricks: str, bags: int = 0) -> Scenario:
    """Points and bags of the first side, which makes these bids and tricks; the others bid three each."""

    def scenario(rules: Rules) -> Outcome:
        side = next(iter(rules.sides))
        taken = take_tricks(rules, side, [int(count) for count in tricks.split()], 13)
        made = spread(rules, side, read_bids(bids), read_bids("3")[0])
        result = score_round(rules, made, taken, dict.fromkeys(rules.sides, 0) | {side: bags})
        return result.points[side], result.bags[side]

    return scenario


def score_of_others(bids: str, tricks: str, bags: int) -> Scenario:
    """Points of EW when NS, holding ``bags``, makes these bids and tricks, and EW its six and no more."""

    def scenario(rules: Rules) -> Outcome:
        made = spread(rules, "NS", read_bids(bids), read_bids("3")[0])
        taken = spread(rules, "NS", [int(count) for count in tricks.split()], 3)
        return score_round(rules, made, taken, {"NS": bags, "EW": 0}).points["EW"]

    return scenario


def may_bid(bids: str = "", *, spades: int = 3) -> Scenario:
    """Least and largest legal bid, and how many there are, after ``bids``; the hand has so many spades."""

    def scenario(rules: Rules) -> Outcome:
        made = [*read_bids(bids), None, None, None, None][:4]
        legal = legal_bids(rules, made, len(bids.split()), Holding(rules.hand_size, spades, 4))
        return f"{legal[0]} to {legal[-1]}, {len(legal)}"

    return scenario


def may_bid_blind(behind: int) -> Scenario:
    """The blind bids open to a side so many points behind."""

    def scenario(rules: Rules) -> Outcome:
        return " ".join(map(str, legal_blind(rules, [None] * 4, 0, 13, {"NS": 0, "EW": behind})))

    return scenario


def may_play(plays: str, seat: str, hand: str, **others: str) -> Scenario:
    """The legal cards of ``seat``, which holds ``hand``, after ``plays``; N leads first."""

    def scenario(rules: Rules) -> Outcome:
        deal = apply_all(start_play(rules, fill(rules, {seat: hand} | others)), ", ".join(plays.split()))
        assert deal.turn == seat
        return " ".join(sorted(legal_set(deal)))

    return scenario


def wins(cards: str) -> Scenario:
    """The seat that wins a trick."""
    return lambda rules: who_wins(rules, cards)


def asks(actions: str, **scores: int) -> Scenario:
    """Who is asked for what after some actions of a round dealt by the last seat."""

    def scenario(rules: Rules) -> Outcome:
        deal = apply_all(Round(rules, seed=2, dealer=rules.seats[-1], scores=scores), actions)
        due = deal.view(str(deal.turn)).due
        return f"{deal.turn} {deal.phase}" + (f" {due.least}-{due.most}" if due else "")

    return scenario


def leads(bids: str) -> Scenario:
    """Who leads first after these bids of N E S W."""
    hands = {"N": "4C 3D 4D 5D", "E": "5C 6D 7D 8D", "S": "3C 9D TD JD", "W": "6C QD KD AD"}
    return lambda rules: start_play(rules, hands, bids=bids).turn


def ends(ns: int, ew: int, *, rounds: int = 1, sets: int = 0) -> Scenario:
    """Who has won with these scores; NS was set ``sets`` times."""

    def scenario(rules: Rules) -> Outcome:
        outcome = find_outcome(rules, {"NS": ns, "EW": ew}, {"NS": sets, "EW": 0}, rounds)
        return "plays on" if outcome is None else outcome.winner or "draw"

    return scenario


def sees(seat: str, actions: str) -> Scenario:
    """How many cards of the discard pile a seat has seen after some actions of a draft."""
    return lambda rules: len(apply_all(Round(rules, seed=2, dealer="P2"), actions).view(seat).discards)


# --- scenarios that need no argument ----------------------------------------------------------------------------------


def sides(rules: Rules) -> Outcome:
    return " ".join(rules.sides)


def cards_dealt(rules: Rules) -> Outcome:
    """Hand size and cards in the pack."""
    deal = Round(rules, seed=2)
    return deal.hands[1].bit_count(), rules.pack.size


def pack_with_jokers_placed(rules: Rules) -> Outcome:
    promote = ("BJ", "LJ") if rules.deck.jokers else ()
    return replace(rules, deck=replace(rules.deck, promote=promote)).pack.size


def first_dealers(rules: Rules) -> Outcome:
    return "".join(sorted({Match(rules, seed=seed).dealer for seed in range(40)}))


def next_dealer(rules: Rules) -> Outcome:
    match = Match(rules, dealer="E")
    match.add(score_round(rules, read_bids("3 3 3 3"), [3, 3, 3, 4], match.bags))
    return match.dealer


def hands_without_spades(rules: Rules) -> Outcome:
    """Whether any of many deals has one."""
    strict = replace(rules, deal=replace(rules.deal, misdeal=("no_spades",)))
    hands = (hand for seed in range(60) for hand in Round(rules, seed=seed).hands)
    return any(is_misdeal(strict, hand) for hand in hands)


def wins_at_once(rules: Rules) -> Outcome:
    """Who wins by a made moon far from the target."""
    match = Match(rules)
    match.add(score_round(rules, read_bids("13 3 1 3"), [13, 0, 0, 0], match.bags))
    return match.winner
