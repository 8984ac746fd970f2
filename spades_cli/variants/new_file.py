"""A rules file written for people: what differs from its base, with comments, and house rules to switch on by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_cli.variants.about import TABLES
from spades_cli.variants.explain_words import capital
from spades_cli.variants.keys import all_tables
from spades_cli.variants.writer import differing_keys, format_value, rules_to_dict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.keys import Key
    from spades_cli.variants.writer import Value

#: House rules that many tables change.
SUGGESTED = (
    "bidding.team_min",
    "nil.made",
    "nil.failed",
    "nil.pass",
    "blind_nil.allowed",
    "blind_nil.behind",
    "moon.mode",
    "ten.mode",
    "play.lead_spades",
    "play.first_trick",
    "scoring.set",
    "bags.limit",
    "bags.penalty",
    "match.target",
    "match.lose_at",
    "match.max_rounds",
)
#: Those for teams only.
FOR_TEAMS = ("bidding.team_min", "nil.pass")


class NewFile(NamedTuple):
    """What is to be written: the rules, and the base they start from under the name the file gives it.

    ``schema`` is where an editor finds the JSON Schema, if it is known.
    """

    rules: Rules
    base: Rules
    base_name: str
    schema: str = ""

    @property
    def name(self) -> str:
        """What the rules are called."""
        return self.rules.variant.id


def format_new(new: NewFile) -> str:
    """The file as TOML: loading it gives ``new.rules``, also once every suggested line is switched on."""
    return "\n".join(_lines(new)) + "\n"


def _lines(new: NewFile) -> Iterator[str]:
    if new.schema:
        yield f"#:schema {new.schema}"
        yield ""
    yield f"# {new.name}: rules of your own, which start from {new.base.name} ({new.base.variant.title})."
    yield "# Every key that is not set here is as there. Lines that begin with #, without a blank, are settings that"
    yield "# many tables change, as they are now: take the # away and write another value."
    yield ""
    yield "[variant]"
    yield f"id = {format_value(new.name)}"
    title = new.rules.variant.title
    yield f"{'#' if title == new.name else ''}title = {format_value(title)}"
    yield f"base = {format_value(new.base_name)}"
    for table in all_tables():
        keys = list(_table(new, table))
        if keys:
            yield ""
            yield f"[{table}]  # {TABLES[table]}"
            yield from keys


def _table(new: NewFile, table: str) -> Iterator[str]:
    differing = differing_keys(new.rules, new.base)
    values, old = rules_to_dict(new.rules)[table], rules_to_dict(new.base)[table]
    for key in all_tables()[table].values():
        is_set = key.dotted in differing
        if is_set or (key.dotted in SUGGESTED and _fits(key, new.rules)):
            yield f"# {_explain(key, old[key.name])}"
            yield f"{'' if is_set else '#'}{key.name} = {format_value(values[key.name])}"


def _fits(key: Key, rules: Rules) -> bool:
    """Whether a suggestion can mean something under these rules."""
    if key.dotted in FOR_TEAMS:
        return rules.table.teams != "solo"
    return key.dotted != "blind_nil.behind" or rules.blind_nil.allowed


def _explain(key: Key, base: Value) -> str:
    """One line: what the key means, what it may be, its default, and what the base has where that is another value."""
    default = key.written_default
    there = "" if base == default else f", in the base {format_value(base)}"
    return f"{capital(key.doc)} ({key.allowed}; default {format_value(default)}{there})"
