"""Options that several commands share, declared once."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import typer

Rules: TypeAlias = Annotated[
    str, typer.Option("-r", "--rules", metavar="NAME|PATH|-", help="Rule variant: a name, a TOML file, or - for stdin.")
]
Plugin: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--plugin", metavar="FILE|DIR|MODULE", help="Load one more plugin (repeatable)."),
]
NoPlugin: TypeAlias = Annotated[
    list[str] | None, typer.Option("--no-plugin", metavar="NAME", help="Leave a plugin out (repeatable).")
]
StrictPlugins: TypeAlias = Annotated[
    bool, typer.Option("--strict-plugins", help="A plugin that does not load is an error, not a warning.")
]

StreamFormat: TypeAlias = Annotated[
    Literal["text", "jsonl"], typer.Option("--format", help="Text, or one JSON object a line.")
]
Suits: TypeAlias = Annotated[
    Literal["auto", "symbol", "letter"], typer.Option("--suits", help="Suit signs or letters.")
]
