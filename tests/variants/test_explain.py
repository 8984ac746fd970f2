"""Rules in sentences: every key that matters is told, told rightly, and in words of the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from spades_cli.engine.events import MatchEnded, RoundScored
from spades_cli.engine.rules import Rules
from spades_cli.variants import VariantLibrary, check, rules_to_dict
from spades_cli.variants.explain import Change, compare, explain, explain_with_keys
from spades_cli.variants.keys import all_tables
from spades_cli.variants.schema import build_rules
from spades_cli.variants.writer import differing_keys
from tests.engine.builders import make_rules
from tests.engine.test_every_key_matters import CHANGES, default_of
from tests.engine.test_every_key_matters import Change as KeyChange
from tests.support import play
from tests.variants.test_writer import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.variants.keys import Key

LIBRARY = VariantLibrary()
NAMES = LIBRARY.names()
NOTHING = "in this game:"
#: What else a changed key asks for.
NEEDS: dict[str, dict[str, Any]] = {"deck.jokers": {"deck.promote": ("BJ", "LJ")}}


def is_idle(text: str) -> bool:
    """Whether a sentence names the keys that a game makes no use of."""
    return NOTHING in text


def told(rules: Rules) -> set[str]:
    """The keys that some sentence speaks of, those without effect left out."""
    return {key for text, keys in explain_with_keys(rules) if not is_idle(text) for key in keys}


def others(change: KeyChange) -> Iterator[Any]:
    """The changed value of a key, and every other word it may be."""
    table, _, name = change.key.partition(".")
    key = all_tables()[table][name]
    yield change.value
    yield from () if key.is_list else key.choices


@pytest.mark.parametrize("change", CHANGES, ids=[change.key for change in CHANGES])
def test_a_key_that_changes_the_game_changes_the_sentences(change: KeyChange) -> None:
    """The engine's tests show, key by key, a situation that ends otherwise; so the rules must read otherwise."""
    rules = make_rules(change.base, **{**change.given, change.key: default_of(change.key)})
    changed = make_rules(change.base, **{**NEEDS.get(change.key, {}), **change.given, change.key: change.value})
    assert explain(rules) != explain(changed)
    assert change.key in told(changed)


@pytest.mark.parametrize("change", CHANGES, ids=[change.key for change in CHANGES])
def test_no_two_words_of_a_key_read_alike(change: KeyChange) -> None:
    seen: dict[tuple[str, ...], Any] = {}
    for value in dict.fromkeys(others(change)):
        rules = make_rules(change.base, **{**NEEDS.get(change.key, {}), **change.given, change.key: value})
        if not check(rules):
            assert seen.setdefault(tuple(explain(rules)), value) == value


def test_every_key_but_names_is_among_those_changes() -> None:
    keys = {key.dotted for table, keys in all_tables().items() if table != "variant" for key in keys.values()}
    assert keys == {change.key for change in CHANGES} | {"conduct.illegal"}


@pytest.mark.parametrize("value", ["first_legal", "forfeit_hand"])
def test_what_an_illegal_answer_costs_is_told(value: str) -> None:
    rules = make_rules("standard", **{"conduct.illegal": value})
    assert explain(rules)[:-1] == explain(Rules())[:-1]
    assert explain(rules)[-1] != explain(Rules())[-1]
    assert "conduct.illegal" in told(rules)


@pytest.mark.parametrize("name", NAMES)
def test_every_key_in_which_a_bundled_variant_differs_has_a_sentence(name: str) -> None:
    rules = LIBRARY.load(name)
    assert set(differing_keys(rules, Rules())) <= told(rules)
    assert not any(map(is_idle, explain(rules)))


@pytest.mark.parametrize("name", NAMES)
def test_the_sentences_are_plain_english(name: str) -> None:
    texts = explain(LIBRARY.load(name))
    assert 20 <= len(texts) <= 35
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert text[0].isupper()
        assert text.endswith(".")
        assert not re.search(r"[_`=!]|  |\bone cards|\bseat\d", text)
        assert len(text) < 260


@given(TABLES)
def test_every_key_of_any_rules_that_differs_is_told_or_said_to_change_nothing(tables: dict[str, Any]) -> None:
    rules = build_rules(tables)
    if check(rules):
        return
    sentences = explain_with_keys(rules)
    assert set(differing_keys(rules, Rules())) <= {key for _, keys in sentences for key in keys}
    assert all(text.endswith(".") and "  " not in text for text, _ in sentences)


def test_settings_without_effect_are_named_at_the_end() -> None:
    one = make_rules("standard", **{"draft.peek": True})
    assert explain(one)[-1] == "The setting changes nothing in this game: draft.peek."
    assert explain(one)[:-1] == explain(Rules())
    two = make_rules("standard", **{"draft.peek": True, "moon.made": 500})
    assert explain(two)[-1] == "The settings change nothing in this game: draft.peek and moon.made."


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("standard", "Four players play in two teams of two; partners sit opposite each other: N with S, E with W."),
        ("six-triples", "Six players play in two teams of three, seated in turn: P1, P3 and P5 against P2, P4 and P6."),
        ("six-pairs", "Two ordinary packs are shuffled together without both twos of clubs: 102 cards."),
        ("six-solo-short", "One ordinary pack is used without the twos of all four suits: 48 cards."),
        ("jokers", "One ordinary pack is used with both jokers and without the twos of clubs and diamonds: 52 cards."),
        ("openspiel", "W deals first; the same player deals every round."),
        ("two-player", "The player who draws second bids first and the other player follows, one bid each; "
         "bids need not rise, and nobody may pass."),
        ("two-player-first-bids", "The player who draws second leads to the first trick."),
        ("two-player-300", "The player who draws first leads to the first trick."),
        ("two-player", "After the draft and before the bids, whoever has bid blind nil may throw away up to three "
         "cards, chosen all at once, and draws as many at random from the cards discarded before."),
        ("jokers", "A player who bids all 13 tricks shoots the moon and must win every trick alone: made, that scores "
         "100 points; missed, it costs 100 points, either way in place of the usual points; what the partner bid does "
         "not count."),
        ("jokers", "Beside a nil, made or failed, the partner's bid does not count: its tricks score nothing and "
         "missing it costs nothing."),
        ("mirror", "There is no choice: you bid exactly the number of spades you hold; a hand without spades "
         "bids nil."),
        ("whiz", "You bid either nil or exactly the number of spades you hold."),
        ("worldwinner-250", "Each trick over the bid is also a bag, and bags are counted through the whole match: "
         "every five bags give 50 points to the other team."),
        ("jjd", "A team that is set twice in a match loses it at once, and the other wins; if both are set that often, "
         "the highest score wins."),
        ("tournament-board-four", "A team that wins every trick of a round wins the match at once, whatever was bid."),
        ("low-club-start", "Whoever holds the lowest club leads it to the first trick."),
        ("bicycle", "A player who misses the bid, which is called being set, scores nothing for it and loses nothing."),
        ("jjdd", "The bids of a team must add up to at least four, a nil counting as nothing."),
    ],
)  # fmt: skip
def test_a_variant_says(name: str, sentence: str) -> None:
    assert sentence in explain(LIBRARY.load(name))


def test_the_difference_of_two_rule_sets_is_their_sentences_in_place() -> None:
    changes = compare(LIBRARY.load("two-player"), LIBRARY.load("two-player-first-bids"))
    start, end = "The player who draws", "bids first and the other player follows, one bid each; bids need not rise"
    assert changes == [
        Change((f"{start} second {end}, and nobody may pass.",), (f"{start} first {end}, and nobody may pass.",))
    ]
    assert compare(Rules(), Rules()) == []
    (added,) = compare(LIBRARY.load("standard"), make_rules("standard", **{"play.must_beat": True}))
    assert (added.old, len(added.new)) == ((), 1)


# --- what reads alike is played alike ---------------------------------------------------------------------------------


def some_values(key: Key) -> list[Any]:
    """Values of a key, all words and some numbers."""
    if key.is_list:
        return [[word] for word in key.choices] or [["2C"], ["2H", "2D"]]
    if key.type is bool:
        return [True, False]
    numbers = (0, 1, 2, 3, 4, 5, 7, 10, 12, 50, -100) if key.has_numbers else ()
    return [*key.choices, *(number for number in numbers if (key.low or 0) <= number <= (key.high or 0))]


def neighbours(base: Rules) -> Iterator[tuple[str, Rules]]:
    """All rules that can be played and differ from ``base`` in one key that its table obeys."""
    for table, keys in all_tables().items():
        for key in keys.values() if table not in ("variant", "conduct") else ():
            for value in some_values(key):
                tables = rules_to_dict(base)
                tables[table][key.name] = value
                rules = build_rules(tables)
                if rules != base and not check(rules):
                    yield f"{key.dotted} = {value}", rules


def results(rules: Rules, seed: int) -> list[object]:
    """What the rounds and the end of a short match come to."""
    found: list[object] = []
    for event in play(rules, seed=seed, guard=4):
        if isinstance(event, RoundScored):
            found.append((dict(event.result.lines), dict(event.result.bags), dict(event.result.taken)))
        elif isinstance(event, MatchEnded):
            found.append((event.winner, event.reason))
    return found


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_rules_that_read_alike_are_played_alike(name: str) -> None:
    """Whatever a single key changes in play, some sentence tells."""
    base = LIBRARY.load(name)
    texts = [text for text in explain(base) if not is_idle(text)]
    played = {seed: results(base, seed) for seed in range(4)}
    for change, rules in neighbours(base):
        if texts == [text for text in explain(rules) if not is_idle(text)]:
            assert {seed: results(rules, seed) for seed in played} == played, change
