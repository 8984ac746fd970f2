"""Every key as a Markdown table; ``python -m spades_cli.variants.reference`` prints that of rules/README.md."""

from __future__ import annotations

from spades_cli.variants.keys import Key, all_tables
from spades_cli.variants.problems import show_value


def format_reference() -> str:
    """One row for each key, in the order of the rules reference."""
    rows = [_format_row(key) for keys in all_tables().values() for key in keys.values()]
    return "\n".join(("| key | values | default | what it says |", "|---|---|---|---|", *rows))


def _format_row(key: Key) -> str:
    default = "[]" if key.is_list else show_value(key.default)
    values = key.values.removeprefix("a whole number from ")
    return f"| `{key.dotted}` | {values} | `{default}` | {key.doc} |"


if __name__ == "__main__":
    print(format_reference())
