"""Rule sets of records: equal rules are one, and those of one name can be told apart."""

from __future__ import annotations

from typing import Any

import pytest

from spades_cli.engine.rules import Rules
from spades_cli.errors import RulesError
from spades_cli.record.rule_sets import RuleSet, RuleSets, label, namesake, tell_differences, tell_end
from spades_cli.variants import load_rules, rules_hash, rules_to_dict
from tests.engine.builders import make_rules


def header(rules: Rules, **more: Any) -> dict[str, Any]:
    return {"rules": {"name": rules.name, "sha256": rules_hash(rules), "resolved": rules_to_dict(rules)} | more}


def found(*played: Rules) -> list[RuleSet]:
    sets = RuleSets()
    return [sets.find(header(rules)) for rules in played]


def named(name: str, **changes: Any) -> Rules:
    return make_rules("standard", **{"variant.id": name}, **changes)


def test_equal_rules_are_one_rule_set_with_all_its_names() -> None:
    one, two, again = found(named("a"), named("b"), named("a"))
    assert one is two is again
    assert (one.names, one.name, one.sha256) == (["a", "b"], "a", rules_hash(Rules()))


def test_the_hash_is_worked_out_whatever_the_record_says() -> None:
    sets = RuleSets()
    one, two = (sets.find(header(rules, sha256="same")) for rules in (Rules(), named("standard", **{"nil.made": 70})))
    assert one is not two
    assert (one.sha256, two.sha256) == (rules_hash(one.rules), rules_hash(two.rules))
    assert sets.find(header(Rules(), sha256=None)) is one


def test_what_are_no_rules_is_refused() -> None:
    with pytest.raises(RulesError):
        RuleSets().find({"rules": {"resolved": {"match": {"target": "many"}}}})


def test_only_names_that_are_shared_need_a_hash() -> None:
    first, other, second = sets = found(named("a"), load_rules("whiz"), named("a", **{"nil.made": 70}))
    assert [label(one, sets) for one in sets] == [f"a {first.short}", "whiz", f"a {second.short}"]
    assert [namesake(one, sets) for one in sets] == [None, None, first]
    assert (label(first, [first]), other.name) == ("a", "whiz")


def test_a_name_shared_as_a_second_one_needs_a_hash_too() -> None:
    one, _, two = sets = found(named("a"), named("b"), named("b", **{"nil.made": 70}))
    assert [label(each, [one, two]) for each in (one, two)] == [f"a = b {one.short}", f"b {two.short}"]
    assert len(sets) == 3


def test_many_names_of_one_rule_set_are_counted() -> None:
    one = found(*(named(name) for name in "abcde"))[0]
    assert label(one, [one]) == "a = b = c and 2 more names"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"match.target": 200}, "to 200"),
        ({"match.max_rounds": 8}, "to 500 or 8 rounds"),
        ({"match.max_rounds": 1}, "one round a game"),
    ],
)
def test_how_far_a_match_goes_is_told(changes: dict[str, Any], words: str) -> None:
    assert tell_end(make_rules("standard", **changes)) == words


def test_differences_name_the_key_and_both_values() -> None:
    changes = {
        "nil.made": 70,
        "match.lose_inclusive": False,
        "match.tie": "draw",
        "deck.remove": ("2C", "2D", "2H", "2S"),
    }
    mine, base = found(named("a", **changes), named("a"))
    words = {
        'deck.remove is ["2C", "2D", "2H", "2S"], not []',
        "nil.made is 70, not 100",
        "match.lose_inclusive is false, not true",
        'match.tie is "draw", not "play_on"',
    }
    assert {part for part in tell_differences(mine, base).split("; ") if part} == words
    assert tell_differences(base, base) == ""
    assert tell_differences(mine, base, most=1) == 'deck.remove is ["2C", "2D", "2H", "2S"], not []; and 3 more keys'


def test_a_rule_set_answers_to_its_names_and_to_the_beginning_of_its_hash() -> None:
    (one,) = found(named("a"))
    assert all(map(one.answers_to, ("a", one.short, one.sha256)))
    assert not any(map(one.answers_to, ("b", "", one.sha256[:7], one.sha256 + "0", one.sha256.upper())))
