"""Single settings such as ``bags.penalty=50``, checked as a rules file would be."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

from spades_cli.variants.keys import Key, all_tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.writer import Tables


class Settings(NamedTuple):
    """What settings come to: the tables they set, and one text for each that cannot stand."""

    tables: dict[str, dict[str, Any]]
    problems: list[str]


def read_settings(texts: Iterable[str]) -> Settings:
    """Settings written ``table.key=value``; of several for one key the last one counts.

    Values are TOML; a bare word is text, and cards or other items of a list may stand without brackets and quotes.
    """
    found = Settings({}, [])
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            found.problems.append(f"{text!r} is no setting (write it like bags.penalty=50)")
            continue
        _add(found, name.strip(), value.strip())
    return found


def apply(settings: Settings, base: Rules) -> Rules:
    """The rules of ``base`` with these settings."""
    from spades_cli.variants.schema import build_rules
    from spades_cli.variants.writer import rules_to_dict

    tables: Tables = rules_to_dict(base)
    for table, values in settings.tables.items():
        tables[table].update(values)
    return build_rules(tables)


def _add(found: Settings, name: str, value: str) -> None:
    from spades_cli.variants.schema import validate

    table, dot, inner = name.partition(".")
    if not dot and table in all_tables():
        found.problems.append(
            f"{table}: a table, of which one key is set (as in {table}.{next(iter(all_tables()[table]))}=...)"
        )
        return
    key = all_tables().get(table, {}).get(inner)
    read = _read_value(value, key)
    tables, flaws = validate({table: {inner: read}} if dot else {table: read})
    found.problems.extend(f"{flaw.key}: {flaw.message}{f' ({flaw.hint})' if flaw.hint else ''}" for flaw in flaws)
    if not flaws:
        for part, values in tables.items():
            found.tables.setdefault(part, {}).update(values)


def _read_value(text: str, key: Key | None) -> Any:
    """The value that the text writes for a key: TOML, or words as they stand."""
    try:
        tables = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        tables = {}
    value = tables["value"] if list(tables) == ["value"] else text
    if key and key.is_list and not isinstance(value, list):
        words = re.split("," if "," in text else r"\s+", text.strip("[]"))
        return [bare for word in words if (bare := word.strip(" \"'"))]
    # A title may be a number or a word of TOML's.
    return text if key and key.type is str and not key.choices and not isinstance(value, str) else value
