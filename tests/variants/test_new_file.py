"""New rules files: settings are read as they are typed, and what is written loads as base and settings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spades_cli.engine.rules import Rules
from spades_cli.variants import VariantLibrary, check, rules_to_dict
from spades_cli.variants.keys import all_tables
from spades_cli.variants.new_file import SUGGESTED, NewFile, format_new
from spades_cli.variants.settings import apply, read_settings
from spades_cli.variants.writer import differing_keys
from tests.variants.test_writer import values

if TYPE_CHECKING:
    from spades_cli.variants.keys import Key

LIBRARY = VariantLibrary()
NAMES = LIBRARY.names()
KEYS = {key.dotted: key for keys in all_tables().values() for key in keys.values()}

PLAYED = [key for key in KEYS.values() if key.table != "variant"]


def make(base: str, *texts: str) -> Rules:
    """The rules of a base with settings that are right."""
    read = read_settings(["variant.id=mine", "variant.title=Mine", *texts])
    assert read.problems == []
    return apply(read, LIBRARY.load(base))


def write(base: str, *texts: str, schema: str = "") -> str:
    return format_new(NewFile(make(base, *texts), LIBRARY.load(base), base, schema))


def spell(key: Key, value: Any, *, bare: bool) -> str:
    """A value as a person types it: as TOML, or with bare words."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(value) if bare else "[" + ", ".join(f'"{item}"' for item in value) + "]"
    return str(value) if bare or isinstance(value, int) else f"'{value}'"


# --- settings ---------------------------------------------------------------------------------------------------------


@given(st.data(), st.booleans())
def test_any_value_of_any_key_is_read_in_both_spellings(data: st.DataObject, bare: bool) -> None:
    key = data.draw(st.sampled_from(PLAYED))
    value = data.draw(values(key))
    read = read_settings([f"{key.dotted}={spell(key, value, bare=bare)}"])
    assert read == ({key.table: {key.name: value}}, [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("bags.penalty=50", 50),
        (" bags.penalty = 5_0 ", 50),
        ("bidding.mode=mirror", "mirror"),
        ('bidding.mode="mirror"', "mirror"),
        ("draft.peek=true", True),
        ("deck.remove=2C,2D", ["2C", "2D"]),
        ("deck.remove=2C 2D", ["2C", "2D"]),
        ("deck.remove=[2c, two of diamonds]", ["2C", "2D"]),
        ("deck.remove=['10d']", ["TD"]),
        ("deck.remove=", []),
        ("deal.misdeal=no_spades", ["no_spades"]),
        ("moon.boston_bonus=win", "win"),
        ("moon.boston_bonus=200", 200),
        ("variant.title=Friday night", "Friday night"),
        ("variant.title=500", "500"),
        ("variant.title='Friday'", "Friday"),
        ("match.lose_at=-200", -200),
    ],
)
def test_a_setting_is_read(text: str, value: object) -> None:
    tables, problems = read_settings([text])
    assert problems == []
    assert [inner for table in tables.values() for inner in table.values()] == [value]


def test_the_last_setting_of_a_key_counts() -> None:
    assert read_settings(["match.target=1", "match.target=2"]).tables == {"match": {"target": 2}}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("bags", "'bags' is no setting (write it like bags.penalty=50)"),
        ("=3", "'=3' is no setting (write it like bags.penalty=50)"),
        ("", "'' is no setting (write it like bags.penalty=50)"),
        ("bags.penality=3", "bags.penality: unknown key (did you mean 'penalty'?)"),
        ("nil.mad=3", "nil.mad: unknown key (did you mean 'made'?)"),
        ("target=3", "target: unknown key (did you mean 'match.target'?)"),
        ("bag.limit=3", "bag: unknown table (did you mean 'bags'?)"),
        ("bags.limit.x=3", "bags.limit.x: unknown key (did you mean 'limit'?)"),
        ("nil=5", "nil: a table, of which one key is set (as in nil.allowed=...)"),
        ("bags.penalty=abc", 'bags.penalty: must be a whole number from 0 to 1000000, not "abc"'),
        ("bags.penalty=", 'bags.penalty: must be a whole number from 0 to 1000000, not ""'),
        ("bags.penalty='50'", 'bags.penalty: must be a whole number from 0 to 1000000, not "50"'),
        ("bags.penalty=-1", "bags.penalty: must be a whole number from 0 to 1000000, not -1"),
        ("bags.penalty=5.0", "bags.penalty: must be a whole number from 0 to 1000000, not 5.0"),
        ("bags.penalty={a=1}", "bags.penalty: must be a whole number from 0 to 1000000, not a table"),
        ("draft.peek=yes", 'draft.peek: must be true or false, not "yes"'),
        ("deck.remove=2C,2Z", 'deck.remove: must be a card, not "2Z"'),
        ("bags.limit=3\n[bags]\npenalty=5", 'bags.limit: must be a whole number from 0 to 1000, not "3\\n[bags]\\np'),
        ("play.lead=frist", "(did you mean 'first'?)"),
        ("bags.limit=" + "[" * 5000, "bags.limit: must be a whole number from 0 to 1000, not"),
        ("bags.limit=" + "9" * 5000, "bags.limit: must be a whole number from 0 to 1000, not"),
    ],
    ids=lambda text: text[:20],
)
def test_a_wrong_setting_is_told_with_what_would_be_right(text: str, problem: str) -> None:
    tables, (found,) = read_settings([text])
    assert tables == {}
    assert problem in found


@given(st.lists(st.text(max_size=30), max_size=3))
def test_no_text_is_too_odd_for_a_setting(texts: list[str]) -> None:
    assert len(read_settings(texts).problems) <= len(texts)


def test_every_wrong_setting_is_told() -> None:
    assert len(read_settings(["bags=1", "nil.mad=2", "match.target=3", "x=4"]).problems) == 3


# --- files ------------------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.data(), st.sampled_from(NAMES))
def test_a_file_holds_base_and_settings_and_loads_as_them(data: st.DataObject, base: str) -> None:
    """Over all keys: the settings stand in the file exactly where they differ."""
    keys = data.draw(st.lists(st.sampled_from(PLAYED), max_size=4, unique=True))
    hold_for(base, [f"{key.dotted}={spell(key, data.draw(values(key)), bare=False)}" for key in keys])


@pytest.mark.parametrize("key", PLAYED, ids=[key.dotted for key in PLAYED])
@pytest.mark.parametrize("base", ["standard", "two-player"])
def test_so_does_a_file_of_a_single_key(base: str, key: Key) -> None:
    choices = (
        key.choices or (key.low, key.high, key.default) if not key.is_list else ([], *([[w] for w in key.choices]))
    )
    for value in [True, False] if key.type is bool else choices:
        hold_for(base, [f"{key.dotted}={spell(key, value, bare=False)}"])


def hold_for(base: str, texts: list[str]) -> None:
    """Assert what a file of these settings must be."""
    rules, text = make(base, *texts), write(base, *texts)
    if check(rules):
        assert LIBRARY.check("-", text)
        return
    assert LIBRARY.load("-", text) == rules
    lines = [line.split(" = ")[0] for line in text.split("\n\n", 2)[2].splitlines() if re.match(r"[a-z_]+ = ", line)]
    assert lines == [key.partition(".")[2] for key in differing_keys(rules, LIBRARY.load(base))]


@pytest.mark.parametrize("base", NAMES)
def test_switching_every_suggestion_on_changes_nothing(base: str) -> None:
    text = write(base, "match.target=321")
    switched = re.sub(r"^#(?=[a-z])", "", text, flags=re.M)
    assert switched != text
    assert LIBRARY.load("-", switched) == LIBRARY.load("-", text) == make(base, "match.target=321")


def test_every_line_of_a_key_says_what_it_means_what_it_may_be_and_its_default() -> None:
    text = write("solo-4", "bags.limit=3", "moon.mode=player")
    assert "# Bags that cost a penalty; 0 switches bags off (0 to 1000; default 10, in the base 5)\nlimit = 3\n" in text
    assert (
        "# A bid of every trick: nothing special, a player's, a team's "
        '("off", "player" or "team"; default "off")\nmode = "player"\n' in text
    )
    assert "\n# The score that wins (1 to 1000000; default 500)\n#target = 500\n" in text


def test_suggestions_fit_the_game() -> None:
    assert set(SUGGESTED) <= KEYS.keys()
    assert "#team_min" in write("standard")
    assert "team_min" not in write("solo-4")
    assert "#behind" in write("standard")
    assert "behind" not in write("jokers")


def test_a_title_is_written_where_one_was_chosen() -> None:
    own = {"variant": {"id": "mine", "title": "mine"}}
    rules = apply(read_settings(["variant.id=mine", "variant.title=mine"]), Rules())
    assert rules_to_dict(rules)["variant"] == own["variant"]
    assert '\n#title = "mine"\n' in format_new(NewFile(rules, Rules(), "standard"))
    assert '\ntitle = "Mine"\n' in write("standard")


def test_the_schema_stands_in_the_first_line_where_it_is_known() -> None:
    text = write("whiz", schema="./rules.schema.json")
    assert text.splitlines()[0] == "#:schema ./rules.schema.json"
    assert LIBRARY.load("-", text).bidding.mode == "whiz"
    assert "#:schema" not in write("whiz")
