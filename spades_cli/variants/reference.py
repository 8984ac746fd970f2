"""The reference of every rules key as a Markdown page, with the values that bundled variants have otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.about import TABLES
from spades_cli.variants.keys import all_tables
from spades_cli.variants.writer import format_value, rules_to_dict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.keys import Key
    from spades_cli.variants.writer import Tables

HEAD = """# Every rules key

A rules file holds what differs from its `base`; [rules/README.md](../rules/README.md) shows how to write one, and
`spades-cli rules new` writes one for you. This page is made from the program's own table of keys
(`pytest tests/variants/test_reference.py --update-goldens` writes it anew).

- A key that no table has, a value outside its range, and keys that cannot be played together are refused;
  `spades-cli rules check FILE` tells every mistake with its line and column.
- The defaults are the variant `standard`. A file without `variant.id` is called after itself, and a title is the id
  unless it says otherwise.
- Cards are written `"QH"`, `"10d"` or `"ten of spades"`; the big and the little joker are `"BJ"` and `"LJ"`.
- Numbers are whole. A range is the least and the largest value allowed.
- `spades-cli rules show NAME --explain` says in sentences what the keys of a variant come to.
- For an editor that completes and checks: `spades-cli rules schema --out rules.schema.json` beside the file, and
  `#:schema ./rules.schema.json` as the file's first line ([the schema](rules.schema.json)). `rules new` writes that
  line by itself where it finds the schema.
"""


def format_reference(variants: Mapping[str, Rules]) -> str:
    """The page; ``variants`` are the bundled ones by name."""
    values = {name: rules_to_dict(rules) for name, rules in variants.items()}
    return "\n".join((HEAD, *_sections(values)))


def _sections(values: Mapping[str, Tables]) -> Iterator[str]:
    for table, keys in all_tables().items():
        yield f"## `[{table}]`: {TABLES[table]}"
        yield ""
        yield "| key | values | default | meaning | other values in bundled variants |"
        yield "|---|---|---|---|---|"
        for key in keys.values():
            yield _format_row(key, values)
        yield ""


def _format_row(key: Key, values: Mapping[str, Tables]) -> str:
    default, uses = format_value(key.written_default), _format_uses(key, values)
    return f"| `{key.dotted}` | {key.allowed} | `{default}` | {key.doc} | {uses} |"


def _format_uses(key: Key, values: Mapping[str, Tables]) -> str:
    """``5: solo-4, worldwinner-250; 0: jokers``; nothing for what each variant is called."""
    if key.table == "variant":
        return ""
    uses: dict[str, list[str]] = {}
    for name, tables in values.items():
        value = tables[key.table][key.name]
        if value != key.written_default:
            uses.setdefault(format_value(value), []).append(name)
    return "; ".join(f"`{value}`: {', '.join(names)}" for value, names in uses.items())
