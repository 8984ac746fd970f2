"""What one rules file may hold: pydantic models built from the engine's dataclasses, and their errors in our words.

The only module that imports pydantic; nothing imports it before a file is validated.
"""

from __future__ import annotations

from functools import cache
from types import GenericAlias
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from spades_cli.engine.cards import parse_card
from spades_cli.engine.rules import Rules
from spades_cli.variants.keys import NAME, Key, all_tables, table_types
from spades_cli.variants.problems import find_nearest_key, show_value, suggest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spades_cli.variants.locate import Trail


class Flaw(NamedTuple):
    """A value or name that cannot stand: the way to it, its key, and the key that a misspelt name probably means."""

    trail: Trail
    key: str
    message: str
    hint: str = ""
    meant: str = ""


def validate(tables: Mapping[str, Any]) -> tuple[dict[str, dict[str, Any]], list[Flaw]]:
    """The keys of a file that can stand, normalised, and everything that cannot."""
    try:
        return _read(tables), []
    except ValidationError as error:
        trails = [tuple(item["loc"]) for item in error.errors(include_url=False, include_context=False)]
        flaws = {flaw.trail: flaw for flaw in (_explain(tables, trail) for trail in reversed(trails))}
        return _read(_without(tables, trails)), list(reversed(flaws.values()))


def build_rules(tables: Mapping[str, Mapping[str, Any]]) -> Rules:
    """Rules from validated tables; keys that are absent keep their defaults."""
    built = {}
    for table, values in tables.items():
        keys = all_tables()[table]
        fields = {keys[name].field: tuple(value) if keys[name].is_list else value for name, value in values.items()}
        built[table] = table_types()[table](**fields)
    return Rules(**built)


# --- models --------------------------------------------------------------------------------------------------------


@cache
def file_model() -> type[BaseModel]:
    """The model of a whole rules file."""
    tables: dict[str, Any] = {name: (_table_model(name, keys), None) for name, keys in all_tables().items()}
    return create_model("RulesFile", __config__=ConfigDict(extra="forbid"), **tables)


def _table_model(name: str, keys: Mapping[str, Key]) -> type[BaseModel]:
    values: dict[str, Any] = {
        key.name: (_annotate(key), Field(default=key.default, description=key.doc)) for key in keys.values()
    }
    return create_model(name.title().replace("_", "") + "Table", __config__=ConfigDict(extra="forbid"), **values)


def _annotate(key: Key) -> Any:
    """The strict type of a key: ``true`` is no number, ``"500"`` neither."""
    if key.dotted in _TEXTS:
        return Annotated[str, Field(strict=True), AfterValidator(_TEXTS[key.dotted])]
    words: Any = Literal[key.choices] if key.choices else None
    number: Any = Annotated[int, Field(strict=True, ge=key.low, le=key.high)] if key.has_numbers else None
    if key.is_list:
        items: Any = GenericAlias(list, words or Annotated[str, BeforeValidator(_read_card)])
        return Annotated[items, Field(strict=True)]
    if words and number:
        return number | words
    return words or number or Annotated[key.type, Field(strict=True)]


def _read_card(text: object) -> str:
    """The one written form of a card; ValueError (InvalidAction is one) for anything else."""
    if not isinstance(text, str):
        raise ValueError
    return str(parse_card(text))


def _check_name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise ValueError
    return text


def _check_title(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise ValueError
    return text


_TEXTS = {"variant.id": _check_name, "variant.title": _check_title}


def _read(tables: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    read: dict[str, dict[str, Any]] = file_model().model_validate(tables).model_dump(exclude_unset=True)
    return read


def _without(tables: Mapping[str, Any], trails: list[Trail]) -> dict[str, Any]:
    """The tables without the keys (or whole tables) at these trails."""
    kept = {name: dict(table) if isinstance(table, dict) else table for name, table in tables.items()}
    for name, *inner in trails:
        if inner:
            kept[str(name)].pop(inner[0], None)
        else:
            kept.pop(str(name), None)
    return kept


# --- errors in words -----------------------------------------------------------------------------------------------


def _explain(tables: Mapping[str, Any], trail: Trail) -> Flaw:
    table, name = str(trail[0]), str(trail[1]) if len(trail) > 1 else ""
    keys, value = all_tables().get(table), tables[table]
    if keys is None:
        return _unknown_at_top(table, value)
    if not name:
        return Flaw((table,), table, f"must be a table, not {show_value(value)}")
    key = keys.get(name)
    if key is None:
        meant = find_nearest_key(table, name)
        hint = f"did you mean {meant.removeprefix(f'{table}.')!r}?" if meant else f"keys are {', '.join(keys)}"
        return Flaw((table, name), f"{table}.{name}", "unknown key", hint, meant)
    # What follows the key is the place in a list, or the name pydantic gives to a member of a union.
    if len(trail) > 2 and isinstance(trail[2], int):
        return _wrong(key, value[name][trail[2]], (table, name, trail[2]), key.item)
    return _wrong(key, value[name], (table, name), key.values)


def _unknown_at_top(name: str, value: object) -> Flaw:
    if isinstance(value, dict):
        hint = suggest(name, all_tables()) or f"tables are {', '.join(all_tables())}"
        return Flaw((name,), name, "unknown table", hint)
    meant = find_nearest_key("", name)
    hint = f"did you mean {meant!r}?" if meant else "every key stands in a table"
    return Flaw((name,), name, "unknown key", hint, meant)


def _wrong(key: Key, value: object, trail: Trail, expected: str) -> Flaw:
    hint = suggest(value, key.choices) if isinstance(value, str) else ""
    return Flaw(trail, key.dotted, f"must be {expected}, not {show_value(value)}", hint)
