"""What holds for every round under any rules, whoever plays it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from spades_cli import Answer, Bid, Card, Give, Match, Round, Rules, format_action, parse_action
from spades_cli.engine.scoring import score_round
from tests.properties.tables import played, random_actions, rounds, rule_sets, seeds, snapshot

fast = settings(derandomize=True, deadline=None, max_examples=150)


def card_places(deal: Round) -> list[int]:
    """Every place a card can be in, as masks."""
    undrawn = deal.pack[2 * len(deal.draws) :]
    return [*deal.hands, deal.pile, *undrawn, *deal.trick, *(card for trick in deal.tricks for card in trick.cards)]


def assert_all_cards_are_somewhere(deal: Round) -> None:
    places = card_places(deal)
    everything = 0
    for mask in places:
        assert not everything & mask
        everything |= mask
    assert everything == sum(deal.rules.pack.order)


@fast
@given(rounds(), seeds)
def test_cards_are_conserved_at_every_step(deal: Round, seed: int) -> None:
    for _ in random_actions(deal, seed):
        assert_all_cards_are_somewhere(deal)
    assert_all_cards_are_somewhere(deal)


@fast
@given(rounds(), seeds)
def test_some_action_is_legal_until_the_end_and_only_for_the_seat_whose_turn_it_is(deal: Round, seed: int) -> None:
    for _ in random_actions(deal, seed):
        legal = deal.legal()
        assert legal
        assert len(set(legal)) == len(legal)
        assert [deal.view(seat).legal for seat in deal.rules.seats] == [
            legal if seat == deal.turn else () for seat in deal.rules.seats
        ]
    assert deal.phase == "over"
    assert deal.turn is None
    assert deal.legal() == ()


@fast
@given(rounds(), seeds)
def test_tricks_sum_to_the_round_and_lines_to_the_points(deal: Round, seed: int) -> None:
    for _ in random_actions(deal, seed):
        assert sum(deal.taken) == len(deal.tricks)
    result = deal.result
    assert sum(result.taken.values()) == len(deal.tricks) == deal.size == deal.rules.hand_size
    for side in deal.rules.sides:
        assert result.points[side] == sum(line.points for line in result.lines[side])


@fast
@given(rounds(), seeds)
def test_the_score_is_a_function_of_the_record(deal: Round, seed: int) -> None:
    again = deal.copy()
    actions = list(random_actions(deal, seed))
    for action in actions:
        again.apply(parse_action(format_action(action)))
    assert again.result == deal.result
    assert snapshot(again) == snapshot(deal)
    assert deal.result == score_round(deal.rules, deal.bids, deal.taken, deal.bags, itself=deal.is_unbid)


@fast
@given(rounds(), seeds)
def test_an_action_may_be_given_as_text(deal: Round, seed: int) -> None:
    for action in random_actions(deal, seed):
        by_value, by_text = deal.copy(), deal.copy()
        assert by_value.apply(action) == by_text.apply(format_action(action)) == action
        assert snapshot(by_value) == snapshot(by_text)


@fast
@given(rounds(), seeds, st.integers(0, 100))
def test_a_copy_is_independent(deal: Round, seed: int, steps: int) -> None:
    played(deal, seed, steps)
    before, other = snapshot(deal), deal.copy()
    assert snapshot(other) == before
    mine, theirs = list(random_actions(other, seed + 1)), []
    assert snapshot(deal) == before
    theirs = list(random_actions(deal, seed + 1))
    assert mine == theirs
    assert snapshot(deal) == snapshot(other)


@fast
@given(rule_sets(), seeds, st.integers(1, 4))
def test_a_match_of_random_players_ends_within_its_guard(rules: Rules, seed: int, guard: int) -> None:
    match = Match(rules, seed=seed, guard=guard)
    while not match.over:
        before = dict(match.scores)
        deal = match.deal()
        assert deal.number == match.rounds + 1
        for _ in random_actions(deal, seed + match.rounds):
            pass
        match.add(deal.result)
        assert match.scores == {side: before[side] + deal.result.points[side] for side in rules.sides}
        assert match.bags == dict(deal.result.bags)
    assert 1 <= match.rounds <= guard
    assert match.winner is None or match.winner in rules.sides


@fast
@given(rounds(), seeds)
def test_a_given_up_round_ends_with_a_result(deal: Round, seed: int) -> None:
    played(deal, seed, seed % 60)
    if deal.turn is None:
        return
    seat = deal.turn
    deal.forfeit(seat)
    assert deal.phase == "over"
    assert deal.legal() == ()
    assert deal.result.forfeited == seat
    for side in deal.rules.sides:
        assert deal.result.points[side] == sum(line.points for line in deal.result.lines[side])


@fast
@given(rounds(), seeds)
def test_what_is_legal_belongs_to_the_phase(deal: Round, seed: int) -> None:
    kinds: dict[str, tuple[type, ...]] = {
        "draft": (Answer,), "blind": (Answer, Bid), "exchange": (Give,), "bid": (Bid,), "play": (Card,)
    }  # fmt: skip
    for _ in random_actions(deal, seed):
        assert all(isinstance(action, kinds[deal.phase]) for action in deal.legal())
