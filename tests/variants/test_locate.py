"""Where keys stand in a TOML text, however the text spells them."""

from __future__ import annotations

import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from spades_cli.variants.locate import locate


@pytest.mark.parametrize(
    ("text", "trail", "place"),
    [
        ("[nil]\nmade = 1\n", ("nil",), (1, 2)),
        ("[nil]\nmade = 1\n", ("nil", "made"), (2, 1)),
        ("  [ nil ]  # x\n\n  made=1", ("nil", "made"), (3, 3)),
        ("nil.made = 1\nnil.failed = 2\n", ("nil", "failed"), (2, 1)),
        ("nil . made = 1", ("nil",), (1, 1)),
        ("nil = {made = 1, failed = 2}", ("nil", "failed"), (1, 18)),
        ("a = {b = {c = [1, {d = 2}]}}", ("a", "b", "c", 1, "d"), (1, 20)),
        ('"nil"."ma\\u0064e" = 1', ("nil", "made"), (1, 1)),
        ("'nil'.made = 1", ("nil", "made"), (1, 1)),
        ('[deck]\nremove = [\n  "2C", # no = [ here\n  "2D",\n]\npacks = 1\n', ("deck", "remove", 1), (4, 3)),
        ('[deck]\nremove = ["2C", "2D"]\npacks = 1\n', ("deck", "packs"), (3, 1)),
        ('a = """\n[x]\nb = 1 \\" "" """\nc = 2\n', ("c",), (4, 1)),
        ("a = '''\nb = 1\n''''\nc = 2\n", ("c",), (4, 1)),
        ('a = "# [no] = \\"" # = "\nc = 2\n', ("c",), (2, 1)),
        ('a = ""\nc = 2\n', ("c",), (2, 1)),
        ("a = 1979-05-27 07:32:00\r\nc = 2\r\n", ("c",), (2, 1)),
        ("[[deck]]\npacks = 1\n", ("deck",), (1, 3)),
        ("[a.b]\nc = 1\n[a]\nd = 1\n", ("a",), (1, 2)),
        ("[a]\nb = [[1, 2], [3]]\nc = [\n]\nd = {}\ne = 1", ("a", "e"), (6, 1)),
        ("[nil]\n\N{BLACK SPADE SUIT} = 1", ("nil",), (1, 2)),
    ],
)
def test_a_key_is_found_where_it_is_written(text: str, trail: tuple[str | int, ...], place: tuple[int, int]) -> None:
    assert locate(text)[trail] == place


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "# only a comment", "[", "a", "a =", "a = [", "a = {b", '"', "]", "=", "[" * 5000, "a=" + "[" * 5000],
)
def test_a_text_that_is_cut_off_only_ends_the_walk(text: str) -> None:
    assert isinstance(locate(text), dict)


KEYS = st.text(min_size=1, max_size=6)
VALUES = st.recursive(
    st.booleans() | st.integers(-99, 99) | st.text(max_size=12) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


def names(value: object, trail: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """The trail of every key in nested tables."""
    found: set[tuple[str | int, ...]] = set()
    if isinstance(value, dict):
        for key, inner in value.items():
            found |= {(*trail, key)} | names(inner, (*trail, key))
    return found


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_every_key_of_any_toml_is_found_at_its_name(tables: dict[str, object]) -> None:
    text = tomli_w.dumps(tables)
    assert tomllib.loads(text) == tables
    places, lines = locate(text), text.split("\n")
    assert names(tables) <= places.keys()
    for trail in names(tables):
        line, column = places[trail]
        written = tomli_w.dumps({str(trail[-1]): 1}).removesuffix(" = 1\n")
        assert written in lines[line - 1][column - 1 :]
