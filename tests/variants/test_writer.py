"""Rules written out and read again are the same rules; the hash tells what is played and nothing else."""

from __future__ import annotations

import json
import pickle
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_cli.engine.cards import JOKERS, RANKS, SUITS
from spades_cli.engine.rules import MatchRules, Rules, VariantRules
from spades_cli.variants import (
    VariantLibrary,
    check,
    diff,
    format_tables,
    load_rules,
    rules_from_dict,
    rules_hash,
    rules_to_dict,
)
from spades_cli.variants.keys import Key, all_tables
from spades_cli.variants.schema import build_rules, validate

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

LIBRARY = VariantLibrary()
CARDS = [*JOKERS, *(rank + suit for suit in SUITS for rank in RANKS)]
TEXTS = {
    "variant.id": st.from_regex(r"[a-z0-9]+(-[a-z0-9]+){0,2}", fullmatch=True),
    "variant.title": st.text(min_size=1).filter(lambda text: text.isprintable() and text.strip() != ""),
}


def values(key: Key) -> SearchStrategy[object]:
    """Any value a key may have by itself."""
    if key.dotted in TEXTS:
        return TEXTS[key.dotted]
    if key.is_list:
        return st.lists(st.sampled_from(key.choices or CARDS), max_size=3)
    if key.type is bool:
        return st.booleans()
    words: list[SearchStrategy[object]] = [st.sampled_from(key.choices)] if key.choices else []
    numbers = [st.integers(key.low, key.high)] if key.has_numbers else []
    return st.one_of(*words, *numbers)


TABLES = st.fixed_dictionaries({
    table: st.fixed_dictionaries({}, optional={
        name: values(key) for name, key in keys.items() if key.dotted != "variant.base"
    })
    for table, keys in all_tables().items()
})  # fmt: skip


@given(TABLES)
def test_rules_written_as_toml_and_read_again_are_the_same(tables: dict[str, dict[str, object]]) -> None:
    rules = build_rules(tables)
    text = format_tables(rules_to_dict(rules))
    read, flaws = validate(tomllib.loads(text))
    assert flaws == []
    assert build_rules(read) == rules
    problems = LIBRARY.check("-", text)
    assert len(problems) == len(check(rules))
    if not problems:
        assert LIBRARY.load("-", text) == rules
        assert rules_from_dict(json.loads(json.dumps(rules_to_dict(rules)))) == rules


@pytest.mark.parametrize("name", LIBRARY.names())
@pytest.mark.parametrize("base", ["standard", "two-player", "six-triples"])
def test_a_difference_is_a_file_that_gives_the_rules_again(name: str, base: str) -> None:
    rules = load_rules(name)
    text = format_tables(diff(rules, load_rules(base)))
    assert tomllib.loads(text)["variant"]["base"] == base
    assert LIBRARY.load("-", text) == rules


def test_a_difference_holds_only_what_differs() -> None:
    assert diff(load_rules("two-player-300"), load_rules("two-player-first-bids")) == {
        "variant": {"id": "two-player-300", "title": "Two-player Spades to 300", "base": "two-player-first-bids"},
        "play": {"lead": "first"},
        "match": {"target": 300},
    }
    assert list(diff(Rules(), Rules())) == ["variant"]


def test_a_difference_may_call_its_base_otherwise() -> None:
    assert diff(Rules(), Rules(), named="../base.toml")["variant"]["base"] == "../base.toml"


def test_tables_and_keys_are_in_the_order_of_the_reference() -> None:
    tables = rules_to_dict(Rules())
    assert " ".join(tables) == (
        "variant table deck deal draft bidding nil blind_nil blind_bid moon ten play scoring bags match conduct"
    )
    assert list(tables["variant"]) == ["id", "title"]
    assert list(tables["nil"])[-2:] == ["pass", "partner_min"]
    assert list(tables["nil"])[:3] == ["allowed", "made", "failed"]


def test_lists_are_plain_lists_of_plain_text() -> None:
    deck = rules_to_dict(load_rules("jokers"))["deck"]
    assert deck["remove"] == ["2C", "2D"]
    assert type(deck["remove"]) is list


def test_the_hash_is_of_what_is_played_and_not_of_its_name() -> None:
    plain = rules_hash(Rules())
    assert len(plain) == 64
    assert rules_hash(replace(Rules(), variant=VariantRules(id="other", title="Other"))) == plain
    assert rules_hash(replace(Rules(), match=MatchRules(target=501))) != plain
    assert rules_hash(load_rules("standard")) == plain


def test_every_bundled_variant_has_a_hash_of_its_own() -> None:
    hashes = {rules_hash(load_rules(name)) for name in LIBRARY.names()}
    assert len(hashes) == len(LIBRARY.names())


def test_loaded_rules_can_be_copied_to_another_process() -> None:
    rules = load_rules("jjdd")
    assert pickle.loads(pickle.dumps(rules)) == rules
