"""What is written about the keys is made from the keys: the reference page and the JSON Schema."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from spades_cli.variants import VariantLibrary
from spades_cli.variants.about import TABLES as ABOUT
from spades_cli.variants.json_schema import json_schema
from spades_cli.variants.keys import all_tables
from spades_cli.variants.reference import format_reference
from spades_cli.variants.schema import validate
from tests.variants.test_writer import TABLES

if TYPE_CHECKING:
    from pathlib import Path

LIBRARY = VariantLibrary()
VALIDATOR = Draft202012Validator(json_schema())
KEYS = [key for keys in all_tables().values() for key in keys.values()]


def compare(path: Path, text: str, request: pytest.FixtureRequest) -> None:
    """A file of the project holds just this text, or is written anew."""
    if request.config.getoption("--update-goldens"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, "write it anew with --update-goldens"


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_of_all_keys_is_current(root: Path, request: pytest.FixtureRequest) -> None:
    page = format_reference({name: LIBRARY.load(name) for name in LIBRARY.names()})
    compare(root / "docs/rules-keys.md", page, request)


def test_every_key_has_a_row_that_names_the_variants_with_another_value(root: Path) -> None:
    page = (root / "docs/rules-keys.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    assert list(rows) == [key.dotted for key in KEYS]
    assert rows["bags.limit"].endswith("bicycle-jokers, jokers, low-club-start, tournament-board-four; "
                                       "`5`: solo-4, worldwinner-250; `3`: solo-sprint-40 |")  # fmt: skip
    assert "| `0`: two-player, two-player-300, two-player-first-bids |" in rows["blind_nil.behind"]
    assert rows["conduct.illegal"].endswith(" |  |")


def test_every_table_is_described() -> None:
    assert list(ABOUT) == list(all_tables())


# --- the schema -------------------------------------------------------------------------------------------------------


def test_the_schema_in_the_docs_is_current(root: Path, request: pytest.FixtureRequest) -> None:
    compare(root / "docs/rules.schema.json", json.dumps(json_schema(), indent=2) + "\n", request)


def test_the_schema_is_one_of_its_dialect_and_describes_every_key() -> None:
    schema = json_schema()
    Draft202012Validator.check_schema(schema)
    assert list(schema["properties"]) == list(all_tables())
    for key in KEYS:
        about = schema["properties"][key.table]["properties"][key.name]
        assert about["title"] == key.dotted
        assert about["description"] == key.doc
        assert about["default"] == ([] if key.is_list else key.default)


@pytest.mark.parametrize("name", LIBRARY.names())
def test_every_bundled_file_fits_the_schema(root: Path, name: str) -> None:
    document = tomllib.loads((root / f"rules/{name}.toml").read_text(encoding="utf-8"))
    assert [error.message for error in VALIDATOR.iter_errors(document)] == []


@pytest.mark.parametrize(
    "document",
    [
        {"bags": {"penality": 50}},
        {"sacks": {}},
        {"match": {"target": 0}},
        {"match": {"target": "500"}},
        {"match": {"target": True}},
        {"deck": {"jokers": 1}},
        {"deck": {"remove": ["2C", 3]}},
        {"bidding": {"mode": "mirorr"}},
        {"deal": {"misdeal": ["no_clubs"]}},
        {"moon": {"boston_bonus": "lose"}},
        {"moon": {"boston_bonus": -1}},
        {"variant": {"id": "My Rules"}},
        {"variant": {"title": " "}},
        {"nil": 5},
    ],
    ids=json.dumps,
)
def test_what_the_loader_refuses_for_its_value_the_schema_refuses_too(document: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(document)
    assert validate(document)[1] or document == {"deck": {"jokers": 1}}


@given(TABLES)
def test_what_the_loader_takes_the_schema_takes_too(tables: dict[str, dict[str, Any]]) -> None:
    if tables["deck"].get("jokers", 0) % 2:
        tables["deck"].pop("jokers")
    assert validate(tables)[1] == []
    assert [error.message for error in VALIDATOR.iter_errors(tables)] == []


@given(st.sampled_from([key for key in KEYS if key.table != "variant"]), st.one_of(
    st.integers(-2_000_000, 2_000_000), st.text(max_size=4), st.booleans(), st.lists(st.integers(), max_size=2)
))  # fmt: skip
def test_any_single_value_is_judged_alike(key: Any, value: object) -> None:
    document = {key.table: {key.name: value}}
    flawed = bool(validate(document)[1])
    if key.dotted in ("deck.jokers", "deck.remove", "deck.promote"):
        return
    assert VALIDATOR.is_valid(document) == (not flawed)
