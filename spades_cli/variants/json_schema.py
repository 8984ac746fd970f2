"""The JSON Schema of a rules file, for editors that complete and check TOML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from spades_cli.variants.about import TABLES
from spades_cli.variants.keys import NAME, all_tables
from spades_cli.variants.schema import file_model

if TYPE_CHECKING:
    from spades_cli.variants.keys import Key

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
#: What the models cannot say by themselves, by key.
_MORE: dict[str, Schema] = {
    "variant.id": {"pattern": f"^{NAME.pattern}$"},
    "variant.title": {"pattern": r"\S"},
    "variant.base": {"examples": ["standard", "two-player", "jokers", "./my-rules.toml"]},
    "deck.jokers": {"enum": [0, 2, 4]},
    "deck.remove": {"examples": [["2C", "2D"]]},
    "deck.promote": {"examples": [["BJ", "LJ"], ["BJ", "LJ", "2D", "2S"]]},
}


def json_schema() -> Schema:
    """The schema (draft 2020-12) of one rules file: every table and key with its meaning, default and limits.

    It knows single values only; what keys mean together, ``spades-cli rules check`` tells.
    """
    models = file_model().model_json_schema()["$defs"]
    tables = {}
    for name, keys in all_tables().items():
        values = models[f"{name.title().replace('_', '')}Table"]["properties"]
        tables[name] = {
            "title": name,
            "description": TABLES[name],
            "type": "object",
            "properties": {key.name: _describe(key, values[key.name]) for key in keys.values()},
            "additionalProperties": False,
        }
    return {
        "$schema": DIALECT,
        "title": "Spades rules",
        "description": "What a Spades variant has otherwise than its base; spades-cli rules check FILE tells more.",
        "type": "object",
        "properties": tables,
        "additionalProperties": False,
    }


def _describe(key: Key, value: Schema) -> Schema:
    return {"title": key.dotted, "description": key.doc} | value | {"title": key.dotted} | _MORE.get(key.dotted, {})
