"""What is wrong in one rules file: every mistake at once, each with its place, its key and what would be right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spades_cli.errors import RulesError
from spades_cli.variants import VariantLibrary, rules_from_dict

LIBRARY = VariantLibrary()
TARGET = "match.target: must be a whole number from 1 to 1000000, not"


def told(text: str | bytes) -> list[str]:
    """The problems of a text, without the name of standard input."""
    return [str(problem).removeprefix("<stdin>:") for problem in LIBRARY.check("-", text)]


def test_every_mistake_of_a_file_is_told_at_once_in_the_order_of_its_lines() -> None:
    text = """\
players = 4
[scorin]
trick = 10
[nil]
made = -1
mad = 3
pass = 5
[deck]
jokers = 1
[match]
target = true
limit = 3
"""
    assert told(text) == [
        "1:1: players: unknown key (did you mean 'table.players'?)",
        "2:2: scorin: unknown table (did you mean 'scoring'?)",
        "5:1: nil.made: must be a whole number from 0 to 1000000, not -1",
        "6:1: nil.mad: unknown key (did you mean 'made'?)",
        "7:1: nil.pass: must be a whole number from 0 to 4, not 5",
        "9:1: deck.jokers: must be 0, 2 or 4, not 1",
        f"11:1: {TARGET} true",
        "12:1: match.limit: unknown key (did you mean 'bags.limit'?)",
    ]
    with pytest.raises(RulesError) as caught:
        LIBRARY.load("-", text)
    assert len(caught.value.problems) == 8
    assert str(caught.value).startswith("<stdin>:1:1: players: unknown key")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("true", "true"),
        ('"500"', '"500"'),
        ("500.0", "500.0"),
        ("nan", "nan"),
        ("inf", "inf"),
        ("-1", "-1"),
        ("0", "0"),
        (f"1{'0' * 30}", f"1{'0' * 30}"),
        (f"1{'0' * 60}", "so large a number"),
        (f"0x{'f' * 9000}", "so large a number"),
        ("1979-05-27", "1979-05-27"),
        ("07:32:00", "07:32:00"),
        ("[500]", "a list"),
        ("{ at = 500 }", "a table"),
        ('"five hundred points and then a good deal more"', '"five hundred points and then a good dea…"'),
    ],
)
def test_a_target_that_is_no_number_of_points_is_refused(written: str, shown: str) -> None:
    assert told(f"[match]\ntarget = {written}\n") == [f"2:1: {TARGET} {shown}"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("bidding.team_min = -1", "1:1: bidding.team_min: must be a whole number from 0 to 104, not -1"),
        ("match.lose_at = 1", "1:1: match.lose_at: must be a whole number from -1000000 to 0, not 1"),
        ("bags.carry = 1", "1:1: bags.carry: must be true or false, not 1"),
        ('bags.carry = "yes"', '1:1: bags.carry: must be true or false, not "yes"'),
        (
            'table.teams = "pair"',
            '1:1: table.teams: must be "solo", "pairs" or "triples", not "pair" (did you mean \'pairs\'?)',
        ),
        ("table.teams = 2", '1:1: table.teams: must be "solo", "pairs" or "triples", not 2'),
        (
            'moon.boston_bonus = "wins"',
            '1:1: moon.boston_bonus: must be "win" or a whole number from 0 to 1000000, not "wins" '
            "(did you mean 'win'?)",
        ),
        (
            "moon.boston_bonus = true",
            '1:1: moon.boston_bonus: must be "win" or a whole number from 0 to 1000000, not true',
        ),
        ('deck.remove = "2C"', '1:1: deck.remove: must be a list of cards, not "2C"'),
        ('deck.remove = ["2C", "1C"]', '1:22: deck.remove: must be a card, not "1C"'),
        ("deck.remove = [2]", "1:16: deck.remove: must be a card, not 2"),
        (
            'deal.misdeal = ["no_spades", "no_face"]',
            '1:30: deal.misdeal: must be "no_spades", "one_spade", "no_faces" or "long_suit", not "no_face" '
            "(did you mean 'no_faces'?)",
        ),
        ("nil = true", "1:1: nil: must be a table, not true"),
        ("[[nil]]\nmade = 1", "1:3: nil: must be a table, not a list"),
        ('variant.id = "My_Rules"', '1:1: variant.id: must be a kebab-case name such as my-rules, not "My_Rules"'),
        ('variant.title = "a\\u001bb"', '1:1: variant.title: must be one line of text, not "a\\x1bb"'),
        ('variant.title = ""', '1:1: variant.title: must be one line of text, not ""'),
        ("variant.base = 3", "1:1: variant.base: must be a variant's name or a path, not 3"),
        (
            "match.max_hands = 3",
            "1:1: match.max_hands: unknown key (did you mean 'max_rounds'?)",
        ),
        ("nil.pass_ = 1", "1:1: nil.pass_: unknown key (did you mean 'pass'?)"),
        ("scoring.bag_penalty = 1", "1:1: scoring.bag_penalty: unknown key (did you mean 'bags.penalty'?)"),
        ("bags.failed_trick = 1", "1:1: bags.failed_trick: unknown key (did you mean 'nil.failed_tricks'?)"),
        ("scoring.nil_made = 1", "1:1: scoring.nil_made: unknown key (did you mean 'nil.made'?)"),
        ("draft.xyzzy = 1", "1:1: draft.xyzzy: unknown key (keys are peek, discards)"),
        ("xyzzy = 1", "1:1: xyzzy: unknown key (every key stands in a table)"),
        (
            "[xyzzy]",
            "1:2: xyzzy: unknown table (tables are variant, table, deck, deal, draft, bidding, nil, blind_nil, "
            "blind_bid, moon, ten, play, scoring, bags, match, conduct)",
        ),
        ("\"nil\".'mad' = 1", "1:1: nil.mad: unknown key (did you mean 'made'?)"),
        ('"a\\nb\\u001b" = 1', "1:1: a\\nb\\x1b: unknown key (every key stands in a table)"),
        ("[nil]\n  mad = 1", "2:3: nil.mad: unknown key (did you mean 'made'?)"),
        ("nil = {made = 1, mad = 2}", "1:18: nil.mad: unknown key (did you mean 'made'?)"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_would_be_right(text: str, problem: str) -> None:
    assert told(text) == [problem]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = ", "1:5: not TOML: invalid value"),
        ("[nil]\nmade 3\nfailed = 1", "2:6: not TOML: expected '=' after a key in a key/value pair"),
        ("[nil\n", "1:5: not TOML: expected ']' at the end of a table declaration"),
        ("nil.made = 1\nnil.made = 2\nbags.carry = true", "2:13: not TOML: cannot overwrite a value"),
        (f"match.target = {'9' * 5000}", "1:1: not a rules file: a number is too long"),
        (f"a = {'[' * 100_000}", "1:1: not a rules file: nested too deeply"),
        (b'[variant]\ntitle = "caf\xe9"', "2:13: not UTF-8 text: byte 0xe9 (save the file as UTF-8)"),
        ("[nil]".encode("utf-16"), "1:1: not UTF-8 text: byte 0xff (save the file as UTF-8)"),
    ],
)
def test_a_text_that_is_no_toml_is_told_with_line_and_column(text: str | bytes, problem: str) -> None:
    assert told(text) == [problem]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n# nothing but a comment\n",
        b"\xef\xbb\xbf[match]\r\ntarget = 500\r\n",
        "\ufeff[match]\ntarget = 500",
        "bags.penalty = 0",
        "bags.limit = 0",
        "deck.remove = []",
    ],
)
def test_a_sound_text_has_no_problem(text: str | bytes) -> None:
    assert told(text) == []


def test_columns_count_from_the_line_after_a_byte_order_mark_and_carriage_returns() -> None:
    assert told(b"\xef\xbb\xbfnil.mad = 1\r\nnil.mode = 1\r\n")[0].startswith("1:1: nil.mad")
    assert told(b"\xef\xbb\xbfbags.carry = true\r\nnil.mad = 1\r\n")[0].startswith("2:1: nil.mad")


def test_a_mistake_of_its_own_hides_what_merely_follows_from_it() -> None:
    draft = '[table]\nteams = "solo"\n{}\n[deal]\nmethod = "draft"\n[blind_nil]\nexchange = "none"'
    assert told(draft.format("players = 2")) == []
    assert told(draft.format("players = 4")) == ["5:1: deal.method: a draft needs 2 players, not 4"]
    assert len(told(draft.format('players = "2"'))) == 1
    assert told(draft.format("player = 2")) == ["3:1: table.player: unknown key (did you mean 'players'?)"]


@given(st.text() | st.binary() | st.lists(st.sampled_from("[]{}=\"'.,#\n \\abnil1"), max_size=30).map("".join))
@example("nil.made.x = 1")
@example('a."".b = 1')
@example("nil = [{}]")
def test_any_text_is_either_sound_or_told_what_is_wrong(text: str | bytes) -> None:
    for problem in LIBRARY.check("-", text):
        assert problem.line is not None
        assert problem.message


@pytest.mark.parametrize(("value", "shown"), [([], "a list"), (None, "nothing"), ("standard", '"standard"')])
def test_rules_of_a_record_that_are_no_tables_are_refused(value: Any, shown: str) -> None:
    with pytest.raises(RulesError, match=f"^rules must be a table, not {shown}$"):
        rules_from_dict(value)


@pytest.mark.parametrize(
    ("tables", "problems"),
    [
        ({"match": {"target": "500"}}, (f'{TARGET} "500"',)),
        ({"match": {"target": None}}, (f"{TARGET} nothing",)),
        ({"match": 1, "nul": {}}, ("match: must be a table, not 1", "nul: unknown table (did you mean 'nil'?)")),
        ({"variant": {"base": "jokers"}}, ("variant.base: resolved rules have no base",)),
        ({"table": {"players": 3, "teams": "solo"}}, (
            "deal.leftover: of 52 cards for 3 players 1 card is left over; "
            "set_aside, dealer_discards or another deck would do",
            'blind_nil.exchange: "partner" needs teams, and table.teams is "solo"; "none" would do',
        )),
    ],
)  # fmt: skip
def test_tables_of_a_record_are_validated_too(tables: dict[str, object], problems: tuple[str, ...]) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from_dict(tables)
    assert caught.value.problems == problems
