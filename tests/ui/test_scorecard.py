"""The score sheet: what a line may say, what the rules make of it, and how a match goes on and ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli.engine.actions import Bid
from spades_cli.engine.match import Outcome
from spades_cli.engine.rules import Rules
from spades_cli.errors import InvalidAction, SpadesError, UsageError
from spades_cli.ui.scorecard import Scorecard, ScoredRound, Start
from spades_cli.ui.scorekeeper import Quit, Scorekeeper
from spades_cli.ui.scoreline import Entry, describe_line, parse_entry
from tests.engine.builders import make_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

FOUR, THREE = Rules(), make_rules("three")


def bids(text: str) -> tuple[Bid, ...]:
    return tuple(map(Bid.parse, text.split()))


# --- a line ----------------------------------------------------------------------------------------------------------

PLAIN = Entry(bids("2 4 1 2"), (3, 5, 3, 2))


@pytest.mark.parametrize(
    "text",
    [
        "N2/3 E4/5 S1/3 W2/2",
        "W2/2 S1/3 E4/5 N2/3",
        "n2/3 e4/5 s1/3 w2/2",
        "N:2/3 E:4/5 S:1/3 W:2/2",
        "N=2/3 E=4/5 S=1/3 W=2/2",
        "N: 2/3, E: 4/5, S: 1/3, W: 2/2",
        "N 2/3 E 4/5 S 1/3 W 2/2",
        "2/3 4/5 1/3 2/2",
        "2 / 3; 4 / 5; 1 / 3; 2 / 2",
    ],
)
def test_a_line_may_be_written_in_several_ways(text: str) -> None:
    assert parse_entry(FOUR, text) == PLAIN


def test_nil_blind_nil_and_blind_numbers_are_bids() -> None:
    assert parse_entry(FOUR, "nil/0 bn/1 b6/7 5/5") == Entry(bids("nil bn b6 5"), (0, 1, 7, 5))
    assert parse_entry(FOUR, "Nnil/0 Ebn/1 Sb6/7 W5/5") == Entry(bids("nil bn b6 5"), (0, 1, 7, 5))


def test_a_zero_is_nil_where_the_rules_say_so() -> None:
    assert parse_entry(FOUR, "0/0 4/5 4/4 4/4").bids[0] == Bid(0, nil=True)
    assert parse_entry(make_rules(**{"bidding.zero": "zero"}), "0/0 4/5 4/4 4/4").bids[0] == Bid(0)
    mirror = make_rules("mirror", **{"bidding.mirror_zero": "zero"})
    assert parse_entry(mirror, "0/0 4/5 4/4 5/4").bids[0] == Bid(0)


@pytest.mark.parametrize(
    "text", ["P1:6/7 P2:5/4 P3:6/6", "p1=6/7 p2=5/4 p3=6/6", "P1 6/7 P2 5/4 P3 6/6", "6/7 5/4 6/6"]
)
def test_seats_whose_names_end_with_a_digit_stand_apart_from_the_bid(text: str) -> None:
    assert parse_entry(THREE, text) == Entry(bids("6 5 6"), (7, 4, 6))


@pytest.mark.parametrize("text", ["N3 E4 S5 W1", "3 4 5 1", "-/3 -/4 -/5 -/1", "N-/3 E-/4 S-/5 W-/1"])
def test_a_round_that_is_not_bid_has_tricks_alone(text: str) -> None:
    assert parse_entry(FOUR, text, unbid=True) == Entry((None,) * 4, (3, 4, 5, 1))


@pytest.mark.parametrize(
    ("rules", "text", "message"),
    [
        (FOUR, "N2/3 E4/5 S1/3", "W missing"),
        (FOUR, "N2/3", "E S W missing"),
        (FOUR, "2/3 4/5 1/3", "W missing"),
        (FOUR, "1/1 1/1 1/1 1/1 1/1", "5 values for 4 seats"),
        (FOUR, "N2/3 N4/5 S1/3 W2/2", "N stands there twice"),
        (FOUR, "N2/3 4/5 S1/3 W2/2", "name every seat or none of them"),
        (FOUR, "N2/3 X4/5 S1/3 W2/2", "'X4/5' does not begin with a seat; seats are N E S W"),
        (FOUR, "P1:2/3 E4/5 S1/3 W2/2", "'P1:2/3' does not begin with a seat"),
        (THREE, "P13/4 P2:5/5 P3:8/8", "'P13/4' does not begin with a seat; seats are P1 P2 P3"),
        (FOUR, "N3 E4/5 S1/3 W2/2", "'N3' is not bid/tricks"),
        (FOUR, "N2/ E4/5 S1/3 W2/2", "'N2/' does not end with the tricks taken"),
        (FOUR, "N/3 E4/5 S1/3 W2/2", "'N/3': '' is not a bid"),
        (FOUR, "N2/three E4/5 S1/3 W2/2", "does not end with the tricks taken"),
        (FOUR, "N2/-3 E4/5 S1/3 W2/2", "does not end with the tricks taken"),
        (FOUR, "N2.5/3 E4/5 S1/3 W2/2", "'2.5' is not a bid"),
        (FOUR, "N2/3 E4/5 S1/3 W", "'W' does not end with the tricks taken"),
        (FOUR, "N\u0662/\u0663 E4/5 S1/3 W2/2", "does not end with the tricks taken"),
        (FOUR, "hello", "'hello' does not begin with a seat"),
    ],
)
def test_a_line_that_is_no_round_is_refused_with_an_example(rules: Rules, text: str, message: str) -> None:
    with pytest.raises(InvalidAction, match=re.escape(message)) as caught:
        parse_entry(rules, text)
    assert caught.value.hint == describe_line(rules)
    example = caught.value.hint.partition("as in ")[2]
    assert sum(parse_entry(rules, example).taken) == rules.hand_size


def test_bids_are_refused_in_a_round_that_is_not_bid() -> None:
    with pytest.raises(InvalidAction, match="'N2/3': this round is not bid") as caught:
        parse_entry(FOUR, "N2/3 E4/5 S1/3 W2/2", unbid=True)
    assert caught.value.hint == "write the tricks of every seat, as in N4 E3 S3 W3"


# --- scores ----------------------------------------------------------------------------------------------------------


def enter(line: str, rules: Rules = FOUR, **start: Mapping[str, int]) -> ScoredRound:
    return Scorecard(rules, Start(**start)).add(line)  # type: ignore[arg-type]


#: Cases of the rules reference: rules, start of NS, line, points, score and bags of NS.
CASES: dict[str, tuple[Rules, tuple[int, int], str, tuple[int, int, int]]] = {
    "D48": (FOUR, (337, 7), "N3/4 E3/3 S2/3 W3/3", (52, 389, 9)),
    "D49": (FOUR, (337, 7), "N3/4 E3/3 S2/4 W3/2", (-47, 290, 0)),
    "D50": (FOUR, (337, 7), "N3/5 E3/2 S2/4 W3/2", (-46, 291, 1)),
    "D51 nil made, partner one over": (FOUR, (0, 0), "Nnil/0 E4/4 S4/5 W4/4", (141, 141, 1)),
    "D53 nil failed": (FOUR, (0, 0), "Nnil/1 E4/4 S4/4 W4/4", (-59, -59, 1)),
    "D98 bags are no digit of the score": (FOUR, (-20, 6), "N4/3 E3/4 S3/2 W3/4", (-70, -90, 6)),
    "D31 jokers, nil made": (make_rules("jokers"), (0, 0), "Nnil/0 E4/4 S4/5 W4/4", (100, 100, 0)),
    "A28 partners' bids are added": (FOUR, (0, 0), "N3/4 E3/3 S4/3 W3/3", (70, 70, 0)),
    "A8 nine bags below zero": (FOUR, (-41, 9), "N3/4 E3/3 S3/3 W3/3", (-39, -80, 0)),
}


@pytest.mark.parametrize(("rules", "start", "line", "expected"), CASES.values(), ids=CASES)
def test_cases_of_the_rules_reference_score_as_written_there(
    rules: Rules, start: tuple[int, int], line: str, expected: tuple[int, int, int]
) -> None:
    scored = enter(line, rules, scores={"NS": start[0]}, bags={"NS": start[1]})
    assert (scored.result.points["NS"], scored.scores["NS"], scored.result.bags["NS"]) == expected


def test_bag_penalties_may_go_to_the_opponents() -> None:
    """X02."""
    rules = make_rules(**{"bags.to": "opponents", "bags.limit": 5, "bags.penalty": 50})
    scored = enter("N3/4 E3/3 S2/3 W3/3", rules, bags={"NS": 4})
    assert (scored.result.points["NS"], scored.result.bags["NS"]) == (52, 1)
    assert [tuple(line) for line in scored.result.lines["EW"]] == [("contract", 60), ("opponents' bags", 50)]


def test_a_first_round_that_bids_itself_counts_tricks_and_only_the_first() -> None:
    """X01."""
    card = Scorecard(make_rules(**{"bidding.first_hand": "itself"}))
    assert card.add("N4 E3 S3 W3").result.points == {"NS": 70, "EW": 60}
    assert card.add("N3/4 E3/3 S2/3 W3/3").result.points == {"NS": 52, "EW": 60}
    late = Scorecard(make_rules(**{"bidding.first_hand": "itself"}), Start(number=2))
    assert not late.unbid


# --- refusals --------------------------------------------------------------------------------------------------------


def refused(line: str, rules: Rules = FOUR, **start: Mapping[str, int]) -> str:
    card = Scorecard(rules, Start(**start))  # type: ignore[arg-type]
    with pytest.raises(InvalidAction) as caught:
        card.add(line)
    assert card.rounds == []
    assert card.match.rounds == 0
    return str(caught.value)


def test_tricks_must_add_up() -> None:
    assert refused("N2/3 E4/5 S1/3 W2/1") == "tricks add to 12, not 13"
    assert refused("P1:6/7 P2:5/4 P3:6/7", THREE) == "tricks add to 18, not 17"


#: Rules, a line, and the words that refuse it (None: it stands).
BIDS: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "more than a hand": ({}, "N14/4 E3/3 S3/3 W3/3", "N: 14 cannot be bid under these rules"),
    "no nil where there is none": ({"nil.allowed": False}, "Nnil/4 E3/3 S3/3 W3/3", "N: nil cannot be bid"),
    "too little": ({"bidding.min": 2}, "N1/4 E3/3 S3/3 W3/3", "N: 1 cannot be bid under these rules"),
    "only one number": ({"bidding.mode": "fixed"}, "N3/4 E3/3 S4/3 W3/3", "S: 4 cannot be bid under these rules"),
    "no blind numbers": ({}, "Nb6/4 E3/3 S3/3 W3/3", "N: blind bids cannot be bid under these rules"),
    "a blind number too low": (
        {"blind_bid.allowed": True, "blind_bid.behind": 0},
        "Nb5/4 E3/3 S3/3 W3/3",
        "N: a blind bid is 6 to 13",
    ),
    "X09 two numbers in suicide": (
        {"bidding.mode": "suicide"},
        "N5/4 Enil/0 S4/4 W5/5",
        "N bid 5: in suicide exactly one partner bids nil",
    ),
    "suicide as it should be": ({"bidding.mode": "suicide"}, "N5/8 Enil/0 Snil/0 W5/5", None),
    "X10 a team below its minimum": (
        {"bidding.team_min": 4},
        "N1/4 E3/3 S2/3 W3/3",
        "N bid 1: a team bids 4 at least",
    ),
    "a team over its limit": ({"bidding.team_max": 7}, "N4/4 E3/3 S4/3 W3/3", "N bid 4: a team may bid 7 at most"),
    "X11 bids that add up to the tricks": (
        {"bidding.forbid_total": True},
        "N4/4 E3/3 S3/3 W3/3",
        "N bid 4: the bids may not add up to 13",
    ),
    "unless nobody could bid otherwise": (
        {"bidding.forbid_total": True, "bidding.mode": "mirror"},
        "N4/4 E3/3 S3/3 W3/3",
        None,
    ),
    "a hand without spades cannot help it": (
        {"bidding.forbid_total": True, "bidding.mode": "whiz"},
        "Nnil/0 E4/4 S4/4 W5/5",
        None,
    ),
    "two nils of a team": ({"nil.both": False}, "Nnil/0 E4/7 Snil/0 W5/6", "N bid nil: only one of a team may bid nil"),
    "a nil's partner bids enough": (
        {"nil.partner_min": 4},
        "Nnil/0 E4/4 S3/3 W4/6",
        "N bid nil: the partner of a nil bids at least 4",
    ),
    "blind nil at even scores": (
        {},
        "Nbn/0 E4/4 S4/5 W4/4",
        "N bid bn: only a side 100 points behind may bid blind",
    ),
    "blind nil where it is free": ({"blind_nil.behind": 0}, "Nbn/0 E4/4 S4/5 W4/4", None),
}


@pytest.mark.parametrize(("keys", "line", "words"), BIDS.values(), ids=BIDS)
def test_bids_that_the_rules_forbid_are_refused_with_the_reason(
    keys: dict[str, Any], line: str, words: str | None
) -> None:
    rules = make_rules(**keys)
    if words is None:
        enter(line, rules)
    else:
        assert words in refused(line, rules)


def test_blind_nil_needs_the_exact_deficit() -> None:
    """X13."""
    line = "Nbn/0 E4/4 S4/5 W4/4"
    assert "100 points behind" in refused(line, scores={"NS": 200, "EW": 299})
    assert enter(line, scores={"NS": 199, "EW": 299}).result.points["NS"] == 241
    assert enter(line, scores={"NS": 199, "EW": 299}).scores["NS"] == 440


# --- the end ---------------------------------------------------------------------------------------------------------

SMALL = "N3/4 E3/3 S3/3 W3/3"  # NS +61, EW +60
BIG_LOSS = "N8/4 E7/3 S8/3 W7/3"  # NS -160, EW -140
FLOOR = {"match.lose_at": -200}

#: Scores after the round, keys, the line, and the winner ("draw", or None for another round).
ENDS: dict[str, tuple[tuple[int, int], dict[str, Any], str, str | None]] = {
    "M01": ((500, 499), {}, SMALL, "NS"),
    "M02": ((510, 520), {}, SMALL, "EW"),
    "M03": ((500, 500), {}, SMALL, None),
    "M04": ((560, 559), {}, SMALL, "NS"),
    "M06": ((440, 450), {}, SMALL, None),
    "M08": ((-200, 50), FLOOR, "N7/4 E3/3 S7/3 W3/3", "EW"),
    "M09": ((-200, 50), FLOOR | {"match.lose_inclusive": False}, "N7/4 E3/3 S7/3 W3/3", None),
    "M10": ((-250, -300), FLOOR, BIG_LOSS, "NS"),
    "M11": ((-250, -250), FLOOR | {"match.tie": "draw"}, BIG_LOSS, "draw"),
    "M12": ((-250, -250), FLOOR, BIG_LOSS, None),
    "M13": ((510, -250), FLOOR, "N3/4 E7/3 S3/3 W7/3", "NS"),
    "M14": ((1003, 1001), {"match.target": 1000}, SMALL, "NS"),
    "M15": ((990, 700), {"match.target": 1000}, SMALL, None),
    "M18": ((-210, 180), {}, "N7/4 E3/3 S7/3 W3/3", None),
    "the last round": ((60, 59), {"match.max_rounds": 1}, SMALL, "NS"),
    "too many sets": ((-50, 59), {"match.max_sets": 1}, "N4/4 E3/3 S4/3 W3/3", "EW"),
    "every trick": ((0, 0), {"moon.boston_bonus": "win"}, "N4/7 E3/0 S3/6 W3/0", "NS"),
}


@pytest.mark.parametrize(("after", "keys", "line", "winner"), ENDS.values(), ids=ENDS)
def test_a_match_ends_as_the_rules_say(
    after: tuple[int, int], keys: dict[str, Any], line: str, winner: str | None
) -> None:
    rules = make_rules(**keys)
    points = enter(line, make_rules(**keys | {"match.max_rounds": 0, "match.max_sets": 0})).result.points
    start = {side: score - points[side] for side, score in zip(("NS", "EW"), after, strict=True)}
    scored = enter(line, rules, scores=start)
    assert tuple(scored.scores.values()) == after
    assert (scored.outcome and (scored.outcome.winner or "draw")) == winner


@pytest.mark.parametrize(("after", "winner"), [("505 505 480", None), ("505 480 490", "P1")])
def test_three_scores_end_as_the_rules_say(after: str, winner: str | None) -> None:
    """M16 and M17."""
    line = "P1:6/6 P2:6/6 P3:5/5"
    gains = {"P1": 60, "P2": 60, "P3": 50}
    start = {side: int(score) - gains[side] for side, score in zip(gains, after.split(), strict=True)}
    outcome = enter(line, THREE, scores=start).outcome
    assert (outcome.winner if outcome else None) == winner


def test_a_match_that_is_over_takes_no_more_rounds_until_one_is_taken_back() -> None:
    card = Scorecard(FOUR, Start(scores={"NS": 450}))
    assert card.add(SMALL).outcome == Outcome("NS", "target")
    with pytest.raises(InvalidAction, match="the match is over: NS has won"):
        card.add(SMALL)
    card.undo()
    assert card.match.scores == {"NS": 450, "EW": 0}
    assert card.add("N7/4 E3/3 S7/3 W3/3").outcome is None


def test_undo_restores_scores_bags_and_sets() -> None:
    card = Scorecard(FOUR, Start(scores={"NS": 100}, bags={"NS": 9}, sets={"EW": 1}, number=4))
    before = (dict(card.match.scores), dict(card.match.bags), dict(card.match.sets), card.match.rounds)
    first = card.add("N3/4 E4/3 S3/3 W3/3")
    second = card.add(SMALL)
    assert (first.number, second.number) == (4, 5)
    assert card.undo() == second
    assert card.rounds == [first]
    assert card.add(SMALL) == second
    card.undo()
    card.undo()
    assert (dict(card.match.scores), dict(card.match.bags), dict(card.match.sets), card.match.rounds) == before
    with pytest.raises(InvalidAction, match="no round to take back"):
        card.undo()


# --- beginning in mid-match ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (Start(scores={"N": 1}), "no side 'N' at this table; sides are NS EW"),
        (Start(bags={"NS": 10}), "NS cannot have 10 bags: a side has 0 to 9"),
        (Start(bags={"NS": -1}), "NS cannot have -1 bags"),
        (Start(sets={"NS": -1}), "NS cannot have -1 sets"),
        (Start(scores={"NS": 500}), "this match is over before the first line: NS has won"),
    ],
)
def test_a_beginning_that_no_match_has_is_wrong_usage(start: Start, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        Scorecard(FOUR, start)


def test_bags_need_rules_that_count_them() -> None:
    with pytest.raises(UsageError, match="these rules count no bags"):
        Scorecard(make_rules("jokers"), Start(bags={"NS": 1}))


def test_a_tie_at_the_target_is_a_match_that_goes_on() -> None:
    assert enter(SMALL, scores={"NS": 500, "EW": 500}).outcome == Outcome("NS", "target")


# --- what is typed and answered --------------------------------------------------------------------------------------


class Desk:
    """A scorekeeper and what it said."""

    def __init__(self, form: str = "text", rules: Rules = FOUR, **start: Mapping[str, int]) -> None:
        self.out: list[str] = []
        self.said: list[str] = []
        card = Scorecard(rules, Start(**start))  # type: ignore[arg-type]
        self.keeper = Scorekeeper(card, form, self.out.append, self.said.append)

    def obey(self, *lines: str) -> list[str]:
        for line in lines:
            self.keeper.obey(line)
        return self.out


def test_a_round_is_explained_line_by_line() -> None:
    assert Desk().obey("N2/3 E4/5 S1/3 W2/2") == [
        "Round 1",
        "  NS  bid 2+1 took 3+3: contract 30 + overtricks 3 = 33   score 33 (3 bags)",
        "  EW  bid 4+2 took 5+2: contract 60 + overtricks 1 = 61   score 61 (1 bag)",
    ]


def test_the_end_names_the_winner_and_the_reason() -> None:
    assert Desk(scores={"NS": 450}).obey(SMALL)[-1] == (
        "The match is over, NS has won (target reached): NS 511   EW 60"
    )
    draw = Desk(rules=make_rules(**{"match.tie": "draw"}), scores={"NS": 439, "EW": 440})
    assert draw.obey(SMALL)[-1] == "The match is over, it is a draw (target reached): NS 500   EW 500"


def test_bags_are_not_shown_where_there_are_none() -> None:
    assert Desk(rules=make_rules("jokers")).obey(SMALL)[1].endswith("score 61")


def test_the_table_shows_every_round() -> None:
    desk = Desk(scores={"NS": 337}, bags={"NS": 7})
    assert desk.obey("N3/4 E3/3 S2/4 W3/2", "score")[3:] == [
        "round  NS                  EW",
        "start  337 (7 bags)        0 (0 bags)",
        "1      -47 = 290 (0 bags)  -60 = -60 (0 bags)",
        "to 500",
    ]


def test_undo_says_what_is_left() -> None:
    assert Desk(scores={"NS": 337}).obey(SMALL, "undo")[-1] == "Round 1 taken back: NS 337 (0 bags)   EW 0 (0 bags)"


def test_help_says_how_a_line_looks() -> None:
    desk = Desk()
    assert desk.obey("?", "HELP") == []
    assert desk.said[0] == "Each round, write bid/tricks of every seat, as in N3/4 E3/3 S3/3 W3/3."


@pytest.mark.parametrize("word", ["quit", "exit", " Quit "])
def test_quit_leaves(word: str) -> None:
    with pytest.raises(Quit):
        Desk().obey(word)


def test_json_lines_hold_everything() -> None:
    desk = Desk("jsonl", scores={"NS": 337}, bags={"NS": 7})
    assert desk.obey("N3/4 E3/3 S2/3 W3/3", "score", "undo") == [
        '{"t":"score","round":1,"sides":{'
        '"NS":{"points":52,"score":389,"bags":9,"lines":[["contract",50],["overtricks",2]]},'
        '"EW":{"points":60,"score":60,"bags":0,"lines":[["contract",60]]}},"over":false,"winner":null}',
        '{"t":"table","round":1,"sides":{"NS":{"score":389,"bags":9},"EW":{"score":60,"bags":0}},'
        '"over":false,"winner":null}',
        '{"t":"undo","round":1,"sides":{"NS":{"score":337,"bags":7},"EW":{"score":0,"bags":0}},'
        '"over":false,"winner":null}',
    ]
    assert '"over":true,"winner":"NS"' in Desk("jsonl", scores={"NS": 450}).obey(SMALL)[0]


def test_every_refusal_is_a_users_error() -> None:
    for line in ("x", "N2/3", "N2/3 E4/5 S1/3 W2/1"):
        with pytest.raises(SpadesError):
            Desk().obey(line)
