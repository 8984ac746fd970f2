"""What ``rules show`` prints: a rules file, the difference of two, or either as sentences."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from spades_cli.cli import console
from spades_cli.errors import UsageError

if TYPE_CHECKING:
    from spades_cli.engine.rules import Rules

#: Sentences are not wrapped wider than this at a terminal.
WIDEST = 100


def show_file(rules: Rules, form: str) -> None:
    """Every key with its value."""
    from spades_cli.variants import rules_to_dict

    _print_tables(rules_to_dict(rules), form)


def show_difference(rules: Rules, base: Rules, named: str, form: str) -> None:
    """A file that names ``base`` as ``named`` and sets what differs."""
    from spades_cli.variants import diff
    from spades_cli.variants.writer import differing_keys

    if named == "-":
        hint = "name a variant or a file; with --explain standard input will do"
        raise UsageError("--diff - would name standard input as the base of a file", hint=hint)
    if not differing_keys(rules, base):
        console.talk(f"{rules.name} and {named} are played alike")
    _print_tables(diff(rules, base, named=named), form)


def show_sentences(rules: Rules, form: str) -> None:
    """The rules as numbered sentences under their title."""
    from spades_cli.variants.explain import explain

    sentences = explain(rules)
    if form == "json":
        console.out_json(sentences, indent=2)
        return
    console.out(rules.variant.title)
    for number, sentence in enumerate(sentences, 1):
        _print_item(f"{number:2}. ", sentence)


def show_changed_sentences(rules: Rules, base: Rules, form: str) -> None:
    """What reads otherwise: ``-`` before a sentence of ``base``, ``+`` before one of ``rules``."""
    from spades_cli.variants.explain import compare

    changes = compare(base, rules)
    if form == "json":
        console.out_json([change._asdict() for change in changes], indent=2)
        return
    console.out(f"- {base.variant.title}")
    console.out(f"+ {rules.variant.title}")
    for change in changes:
        console.out()
        for sign, sentences in (("- ", change.old), ("+ ", change.new)):
            for sentence in sentences:
                _print_item(sign, sentence)
    if not changes:
        console.talk(f"{rules.name} and {base.name} are played alike")


def _print_tables(tables: dict[str, dict[str, str | int | list[str]]], form: str) -> None:
    from spades_cli.variants import format_tables

    if form == "json":
        console.out_json(tables, indent=2)
    else:
        console.out(format_tables(tables).rstrip())


def _print_item(mark: str, text: str) -> None:
    """A sentence behind its mark: on one line, but at a terminal in lines of its width."""
    if not sys.stdout.isatty():
        console.out(mark + text)
        return
    width = max(min(shutil.get_terminal_size().columns, WIDEST), 2 * len(mark))
    for line in textwrap.wrap(text, width, initial_indent=mark, subsequent_indent=" " * len(mark)):
        console.out(line)
