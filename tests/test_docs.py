"""The pages in docs/ show what happens: every block is run, every command and option is told, every link leads on.

``pytest tests/test_docs.py --update-goldens`` writes real output into the pages.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer.main

import spades_cli
import spades_cli.search
from spades_cli.cli.main import app
from tests.docs import BLOCK, ROOT, render, run, steps

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = ROOT / "docs"
#: Pages with tests of their own: their blocks are run there.
ELSEWHERE = {"protocol.md"}
PAGES = sorted(path.name for path in FOLDER.glob("*.md") if path.name not in ELSEWHERE)
#: Pages outside docs/ with tests of their own, and pages none of whose blocks is to be run.
OUTSIDE = {"README.md", "plugins/README.md"}
READ_ONLY = {"CONTRIBUTING.md", "CHANGELOG.md", "rules/README.md"}
#: Kinds of blocks that are run, and kinds that are read only.
RUN = {"console", "python", "pycon"}
READ = {"text", "json", "jsonc", "jsonl", "toml", "sh", "js"}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_its_blocks_print(
    page: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADES_CLI_FAST", "off")
    path = FOLDER / page
    text = path.read_text(encoding="utf-8")
    shown = render(text, tmp_path)
    if shown != text and request.config.getoption("--update-goldens"):
        path.write_text(shown, encoding="utf-8")
    else:
        assert shown == text


@pytest.mark.parametrize("path", [ROOT / "README.md", *FOLDER.glob("*.md")], ids=lambda path: str(path.name))
def test_a_page_has_blocks_of_known_kinds(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    fences = re.findall(r"^```(\w*)$", text, flags=re.M)
    assert fences[1::2] == [""] * (len(fences) // 2), "a block does not end"
    assert set(fences[::2]) <= RUN | READ
    for block in BLOCK.finditer(text):
        if block["kind"] == "console":
            assert steps(block.group()), f"a console block holds no command: {block.group()}"


def test_a_page_that_nothing_runs_holds_no_block_that_is_to_be_run() -> None:
    pages = {str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("[pr]*/*.md"))}
    assert pages == OUTSIDE | READ_ONLY
    for page in READ_ONLY:
        kinds = {block["kind"] for block in BLOCK.finditer((ROOT / page).read_text(encoding="utf-8"))}
        assert kinds <= READ, page


def test_the_index_names_every_page() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    for path in FOLDER.glob("*.md"):
        assert path.name == "README.md" or f"({path.name})" in index, path.name


# --- how pages are run -----------------------------------------------------------------------------------------------

FENCE = "`" * 3
RUNS = [
    ("console\n$ echo one\nold\n$ echo two\n", "console\n$ echo one\none\n$ echo two\ntwo\n"),
    ("console\n$ cat <<END | tr a b\nan a\nEND\nold\n", "console\n$ cat <<END | tr a b\nan a\nEND\nbn b\n"),
    ("python\nx = 2\n", "python\nx = 2\n"),
    ("pycon\n>>> 1 + 1\n3\n", "pycon\n>>> 1 + 1\n2\n"),
    ("pycon\n>>> if 1:\n...     2\n...\n...     3\n2\n", "pycon\n>>> if 1:\n...     2\n...\n...     3\n2\n3\n"),
    ("pycon\n>>> object()\n<object object at ...>\n", "pycon\n>>> object()\n<object object at ...>\n"),
    ("text\n$ echo one\n", "text\n$ echo one\n"),
]


@pytest.mark.parametrize(("block", "shown"), RUNS, ids=[block for block, _ in RUNS])
def test_a_block_is_shown_with_what_it_prints_now(block: str, shown: str, tmp_path: Path) -> None:
    assert render(f"before\n{FENCE}{block}{FENCE}\nafter\n", tmp_path) == f"before\n{FENCE}{shown}{FENCE}\nafter\n"


def test_what_a_program_prints_stands_in_the_block_behind_it(tmp_path: Path) -> None:
    page = f"{FENCE}python\nx = 2\n{FENCE}\n\n{FENCE}python\nprint(x)\n{FENCE}\n"
    printed = f"{page}\n{FENCE}text\n2\n{FENCE}\n"
    assert render(page, tmp_path) == printed
    assert render(printed.replace("text\n2", "text\n3"), tmp_path) == printed


def test_blocks_of_a_page_share_a_folder(tmp_path: Path) -> None:
    page = f"{FENCE}console\n$ echo 7 > n\n{FENCE}\n{FENCE}pycon\n>>> int(open('n').read())\n7\n{FENCE}\n"
    assert render(page, tmp_path) == page


# --- the program and what is told of it ------------------------------------------------------------------------------


def commands(command: Any = None, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command of the program with the words that call it, groups included."""
    command = command or typer.main.get_command(app)
    yield " ".join(("spades-cli", *words)), command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*words, name))


COMMANDS = dict(commands())
#: For each command its options, each with all its names.
OPTIONS = {
    name: [{*param.opts, *param.secondary_opts} for param in command.params if param.param_type_name == "option"]
    for name, command in COMMANDS.items()
}
PROSE = {
    path: path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "plugins/README.md", ROOT / "rules/README.md", *FOLDER.glob("*.md"))
}
EVERYTHING = "\n".join(PROSE.values())
#: What may follow the program's name in a sentence.
PLAIN_WORDS = {"is", "stands", "with"}
#: Options of other programs that the pages use.
FOREIGN = {"--quiet", "--editable", "--unbuffered", "--update-goldens", "--fast"}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_told_somewhere_and_has_help(name: str) -> None:
    assert f"{name} " in EVERYTHING or f"{name}`" in EVERYTHING or f"`{name.removeprefix('spades-cli ')}`" in EVERYTHING
    assert COMMANDS[name].help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_told_somewhere(name: str) -> None:
    told = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", EVERYTHING))
    assert [names for names in OPTIONS[name] if not names & told] == []


@pytest.mark.parametrize("path", PROSE, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_option_that_is_told_exists(path: Path) -> None:
    known = {name for options in OPTIONS.values() for names in options for name in names} | {"--help"} | FOREIGN
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", PROSE[path])) - known == set()


@pytest.mark.parametrize("path", PROSE, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_line_that_is_told_exists(path: Path) -> None:
    """Also in the text between the blocks: the command is one, and it has the options."""
    for line in re.findall(r"spades-cli ([a-z][a-z-]*(?: [^`\n|;>&]*)?)(?:[`|;>&]|$)", PROSE[path], flags=re.M):
        words = line.split()
        name = next(
            (name for name in (f"spades-cli {' '.join(words[:2])}", f"spades-cli {words[0]}") if name in OPTIONS), ""
        )
        if not name:
            assert words[0] in PLAIN_WORDS, line
            continue
        known = {"--help", "--debug"}.union(*OPTIONS[name])
        assert {word for word in words if re.fullmatch(r"--[a-z][a-z-]*", word)} <= known, line


@pytest.mark.parametrize("package", [spades_cli, spades_cli.search], ids=lambda package: str(package.__name__))
def test_every_public_name_stands_in_a_doctest_of_the_api_page(package: Any) -> None:
    page = PROSE[FOLDER / "api.md"]
    examples = "".join(block["body"] for block in BLOCK.finditer(page) if block["kind"] == "pycon")
    code = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", examples, flags=re.M))
    for name in package.__all__:
        assert f"`{name}`" in page, f"{name} is not told"
        assert re.search(rf"\b{name}\b", code), f"{name} is in no example"


OUTPUTS = [
    "play -p basic -s 1 --format jsonl",
    "replay m.jsonl --format jsonl",
    "score --format jsonl < scores.txt",
    "hint position.jsonl --advisor basic --format json",
    "analyze m.jsonl --advisor basic --round 1 --format json",
    "analyze m.jsonl --advisor basic --round 1 --format jsonl",
    "stats m.jsonl --format json",
    "match basic lowest -n 2 -s 1 --rounds -q --format json",
    "tournament basic lowest -n 2 -s 1 --rounds -q --ratings --format json",
    "rules list --format json",
    "rules check broken.toml --format json",
    "strategies list --format json",
    "strategies show search --format json",
    "strategies check lowest --variant whiz --format json",
    "plugins --verbose --plugin ./broken.py --format json",
    "info --format json",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record, rounds to score, a position, a rules file with a mistake, and a plugin that fails."""
    found = tmp_path_factory.mktemp("outputs")
    (found / "broken.toml").write_text("[bags]\nlimitt = 5\n", encoding="utf-8")
    (found / "scores.txt").write_text("N2/3 E4/5 S1/3 W2/2\nscore\nundo\n", encoding="utf-8")
    position = {"id": 1, "type": "play", "seat": "S", "hand": "AH 4H"}
    (found / "position.jsonl").write_text(f"{json.dumps(position)}\n", encoding="utf-8")
    (found / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    run("spades-cli play -p basic -s 1 -q --record m.jsonl", found)
    return found


@pytest.mark.parametrize("command", OUTPUTS)
def test_every_field_of_an_output_is_told(command: str, folder: Path) -> None:
    text = run(f"spades-cli {command} 2> /dev/null", folder)
    found = set(_fields(json.loads(text) if command.endswith("json") else list(map(json.loads, text.splitlines()))))
    assert found
    pages = PROSE[FOLDER / "formats.md"] + PROSE[FOLDER / "hint.md"]
    assert {name for name in found if f"`{name}`" not in pages} == set()


def _fields(value: Any) -> Iterator[str]:
    """The names of fields; what stands below one is told with it, unless it is a list of objects."""
    if isinstance(value, list):
        for item in value:
            yield from _fields(item)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _fields(part) if isinstance(part, list) else ()
