"""Rules as nested tables, as TOML, and as a hash: always resolved, in one order and one spelling."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, TypeAlias

from spades_cli.variants.keys import all_tables

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules
    from spades_cli.variants.keys import Key

#: A rules file as TOML or JSON holds it.
Value: TypeAlias = str | int | list[str]
Tables: TypeAlias = dict[str, dict[str, Value]]


def rules_to_dict(rules: Rules) -> Tables:
    """Every table and key in the order of the rules reference, under the names that files use.

    ``variant.base`` is left out: resolved rules stand for themselves.
    """
    return {
        table: {name: _value(rules, key) for name, key in keys.items() if key.dotted != "variant.base"}
        for table, keys in all_tables().items()
    }


def diff(rules: Rules, base: Rules, *, named: str = "") -> Tables:
    """A rules file that names ``base`` and only what ``rules`` has otherwise; loading it gives ``rules`` again.

    ``named`` is what the file calls its base, where that is not the base's own name.
    """
    old = rules_to_dict(base)
    changed: Tables = {"variant": {"id": rules.variant.id, "title": rules.variant.title, "base": named or base.name}}
    for table, values in rules_to_dict(rules).items():
        kept = {name: value for name, value in values.items() if value != old[table][name]}
        if kept and table != "variant":
            changed[table] = kept
    return changed


def format_tables(tables: Tables) -> str:
    """Tables as TOML, a line a key."""
    blocks = (
        f"[{table}]\n" + "".join(f"{name} = {format_value(value)}\n" for name, value in values.items())
        for table, values in tables.items()
    )
    return "\n".join(blocks)


def format_value(value: Value) -> str:
    """A value as TOML, on one line."""
    import tomli_w

    if isinstance(value, list):
        return f"[{', '.join(map(format_value, value))}]"
    return tomli_w.dumps({"key": value}).removeprefix("key = ").rstrip("\n")


def rules_hash(rules: Rules) -> str:
    """A fingerprint of what is played: equal for equal rules, whatever they are called."""
    tables = {table: values for table, values in rules_to_dict(rules).items() if table != "variant"}
    text = json.dumps(tables, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def differing_keys(rules: Rules, base: Rules) -> list[str]:
    """The dotted keys in which two rule sets differ, in the order of the rules reference; names do not count."""
    old, new = rules_to_dict(base), rules_to_dict(rules)
    return [
        f"{table}.{name}"
        for table, values in new.items()
        if table != "variant"
        for name, value in values.items()
        if value != old[table][name]
    ]


def _value(rules: Rules, key: Key) -> Value:
    value = getattr(getattr(rules, key.table), key.field)
    return [str(item) for item in value] if key.is_list else value
