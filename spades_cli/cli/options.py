"""Options that several commands share, declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from spades_cli.cli import completing

Rules: TypeAlias = Annotated[
    str,
    typer.Option(
        "-r",
        "--rules",
        metavar="NAME|PATH|-",
        help="Rule variant: a name, a TOML file, or - for stdin.",
        autocompletion=completing.variants,
    ),
]
Ranked: TypeAlias = Annotated[
    bool, typer.Option("--ranked", help="Leave casual games out: those with decisions taken back.")
]
Plugin: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--plugin", metavar="FILE|DIR|MODULE", help="Load one more plugin (repeatable)."),
]
NoPlugin: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--no-plugin",
        metavar="NAME",
        help="Leave a plugin out (repeatable).",
        autocompletion=completing.plugin_names,
    ),
]
StrictPlugins: TypeAlias = Annotated[
    bool, typer.Option("--strict-plugins", help="A plugin that does not load is an error, not a warning.")
]

Record: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="A record of play or match, the name of a match at the prompt, or - for stdin.",
        autocompletion=completing.records,
    ),
]
Records: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|-",
        help="Records of play or match, names of matches at the prompt, or - for stdin.",
        autocompletion=completing.records,
    ),
]

StreamFormat: TypeAlias = Annotated[
    Literal["text", "jsonl"], typer.Option("--format", help="Text, or one JSON object a line.")
]
Suits: TypeAlias = Annotated[
    Literal["auto", "symbol", "letter"],
    typer.Option("--suits", help="Suit signs or letters.", envvar="SPADES_CLI_SUITS"),
]
Seed: TypeAlias = Annotated[
    int | None, typer.Option("-s", "--seed", min=0, help="The same seed repeats it; drawn if left out.")
]
Jobs: TypeAlias = Annotated[int, typer.Option("-j", "--jobs", min=0, help="Worker processes; 0 uses all cores.")]
Out: TypeAlias = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="FILE", help="Record every game.", autocompletion=completing.records),
]
Resume: TypeAlias = Annotated[bool, typer.Option("--resume", help="Go on with the record of --out.")]
OnFault: TypeAlias = Annotated[
    Literal["forfeit", "substitute", "stop"], typer.Option("--on-fault", help="What a failing strategy costs.")
]
Executor: TypeAlias = Annotated[
    str | None, typer.Option("--executor", metavar="dask://ADDRESS", help="Play on a cluster (extra: cluster).")
]
Timeout: TypeAlias = Annotated[float, typer.Option("--timeout", min=0.01, help="Seconds a bot has for a decision.")]
Isolate: TypeAlias = Annotated[bool, typer.Option("--isolate", help="Every strategy in a process of its own.")]
SingleRounds: TypeAlias = Annotated[
    bool, typer.Option("--rounds", help="Single rounds from 0 to 0 instead of matches.")
]
TableFormat: TypeAlias = Annotated[
    Literal["text", "json"], typer.Option("--format", help="A table, or one JSON object.")
]
NoProgress: TypeAlias = Annotated[bool, typer.Option("-q", "--quiet", help="No progress.")]

#: Who gives hints if nobody is named.
ADVISOR = "search"
Advisor: TypeAlias = Annotated[
    str,
    typer.Option(
        "--advisor",
        metavar="SPEC",
        help="Who gives hints: a strategy, or a bot as exec:COMMAND.",
        autocompletion=completing.opponents,
    ),
]


def is_typed(ctx: typer.Context, name: str) -> bool:
    """Whether a parameter was given on the command line, and is not somebody's default."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
