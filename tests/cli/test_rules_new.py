"""``spades-cli rules new``, the user's own variants in other commands, and ``rules schema``."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spades_cli.variants import VariantLibrary, load_rules
from spades_cli.variants.json_schema import json_schema

if TYPE_CHECKING:
    from tests.cli.conftest import Ran, Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's variants, which is not there yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "config/spades-cli/rules"


def lines(ran: Ran) -> list[str]:
    return ran.err.splitlines()


# --- new --------------------------------------------------------------------------------------------------------------


def test_a_new_variant_is_written_where_its_name_is_found(run: Run, folder: Path) -> None:
    ran = run("rules", "new", "friday", "--from", "jokers", "--set", "match.target=300", "--set", "bidding.mode=whiz")
    path = folder / "friday.toml"
    assert (ran.code, ran.out) == (0, f"{path}\n")
    assert lines(ran) == [
        f"check it:  spades-cli rules check {path}",
        "play it:   spades-cli play -r friday",
    ]
    assert run("rules", "check", path).out == f"{path}: ok\n"
    shown = tomllib.loads(run("rules", "show", "friday", "--diff", "jokers").out)
    assert shown == {
        "variant": {"id": "friday", "title": "friday", "base": "jokers"},
        "bidding": {"mode": "whiz"},
        "match": {"target": 300},
    }


def test_a_file_is_written_where_out_says(run: Run, folder: Path, tmp_path: Path) -> None:
    ran = run("rules", "new", "whiz", "--set", "match.target=300", "-o", "my own.toml")
    assert (ran.code, ran.out) == (0, "my own.toml\n")
    assert lines(ran) == [
        "check it:  spades-cli rules check 'my own.toml'",
        "play it:   spades-cli play -r 'my own.toml'",
    ]
    assert load_rules(tmp_path / "my own.toml").match.target == 300
    assert not folder.exists()


def test_a_dash_prints_the_file_and_nothing_else(run: Run, folder: Path) -> None:
    ran = run("rules", "new", "friday", "-o", "-")
    assert (ran.code, ran.err) == (0, "")
    assert VariantLibrary().load("-", ran.out).name == "friday"
    assert not folder.exists()


def test_a_setting_that_the_base_has_already_is_told_and_left_out(run: Run, folder: Path) -> None:
    ran = run("rules", "new", "friday", "--set", "bags.limit=10", "-o", "-")
    assert ran.err == "bags.limit is left out: it is the same in standard\n"
    assert "\n#limit = 10\n" in ran.out


def test_a_file_that_is_there_is_kept_unless_forced(run: Run, folder: Path) -> None:
    run("rules", "new", "friday", "--set", "match.target=300")
    ran = run("rules", "new", "friday", "--set", "match.target=400")
    path = folder / "friday.toml"
    assert (ran.code, ran.out) == (2, "")
    assert lines(ran) == [f"error: {path}: exists already", "hint: --force writes over it"]
    assert load_rules(path).match.target == 300
    assert run("rules", "new", "friday", "--set", "match.target=400", "--force").code == 0
    assert load_rules(path).match.target == 400


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Friday Rules", "did you mean 'friday-rules'?"),
        ("../x", "did you mean 'x'?"),
        ("a_b", "did you mean 'a-b'?"),
        ("", "it is like friday-rules: small letters, digits and hyphens"),
        ("♠", "it is like friday-rules: small letters, digits and hyphens"),
    ],
)
def test_a_name_must_be_kebab_case(run: Run, folder: Path, name: str, hint: str) -> None:
    ran = run("rules", "new", name)
    assert (ran.code, ran.out) == (2, "")
    assert lines(ran) == [f"error: {name!r} cannot be the name of a variant", f"hint: {hint}"]


def test_the_name_of_a_bundled_variant_is_refused_in_the_folder(run: Run, folder: Path) -> None:
    ran = run("rules", "new", "whiz")
    assert ran.code == 2
    assert lines(ran) == [
        "error: 'whiz' is a variant of the program already",
        "hint: choose another name, or write to a file with -o FILE",
    ]
    assert not folder.exists()


def test_every_wrong_setting_is_told_at_once_and_nothing_is_written(run: Run, folder: Path) -> None:
    words = ["bags", "nil.mad=1", "match.target=0", "variant.id=x", "variant.base=whiz"]
    ran = run("rules", "new", "friday", *(word for text in words for word in ("--set", text)))
    assert (ran.code, ran.out) == (2, "")
    assert lines(ran) == [
        "error: --set 'bags' is no setting (write it like bags.penalty=50)",
        "error: --set nil.mad: unknown key (did you mean 'made'?)",
        "error: --set match.target: must be a whole number from 1 to 1000000, not 0",
        "error: --set variant.id: the name is what follows rules new",
        "error: --set variant.base: --from names the base",
    ]
    assert not folder.exists()


def test_keys_that_cannot_be_played_together_are_told_as_check_tells_them(run: Run, folder: Path) -> None:
    ran = run("rules", "new", "friday", "--set", "table.teams=solo", "--set", "bidding.team_min=4")
    checked = run("rules", "check", "-", stdin=b'table.teams = "solo"\nbidding.team_min = 4')
    assert ran.code == 2
    told = sorted(line.removeprefix("error: ") for line in lines(ran))
    assert told == sorted(line.split(": ", 1)[1] for line in checked.out.splitlines())
    assert len(told) == 2


@pytest.mark.parametrize(
    ("base", "error"),
    [
        ("whizz", "no variant 'whizz'"),
        ("-", "--from needs a variant's name or a file: a base is looked up again each time"),
        ("./none.toml", "none.toml: no such file"),
    ],
)
def test_a_base_must_be_there(run: Run, folder: Path, base: str, error: str) -> None:
    ran = run("rules", "new", "friday", "--from", base)
    assert ran.code in (2, 4)
    assert lines(ran)[0] == f"error: {error}"


def test_a_base_may_be_a_file_which_the_new_one_finds_from_where_it_lies(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club/house").write_text("match.target = 222", encoding="utf-8")
    for words in ([], ["-o", "mine.toml"], ["-o", "club/mine.toml"]):
        ran = run("rules", "new", "friday", "--from", "club/house", *words)
        assert load_rules(Path(ran.out.strip())).match.target == 222
    (tmp_path / "house").write_text("match.target = 333", encoding="utf-8")
    ran = run("rules", "new", "friday", "--from", "house", "-o", "mine.toml", "--force")
    assert load_rules(tmp_path / "mine.toml").match.target == 333


def test_a_base_that_no_text_can_name_is_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.toml"))
    odd.write_text("", encoding="utf-8")
    ran = run("rules", "new", "friday", "--from", str(odd))
    assert ran.code == 2
    assert lines(ran)[0].endswith("a file cannot name this path")


def test_variants_do_not_become_bases_of_each_other(run: Run, folder: Path) -> None:
    run("rules", "new", "friday", "--set", "match.target=300")
    run("rules", "new", "saturday", "--from", "friday")
    for base in ("friday", "saturday"):
        ran = run("rules", "new", "friday", "--from", base, "--force")
        assert ran.code == 2
        assert "goes round in a circle" in lines(ran)[0]
    assert load_rules(folder / "friday.toml").match.target == 300


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda folder: (folder.parent.mkdir(parents=True), folder.write_text("")), "rules: not a folder"),
        (lambda folder: folder.parents[1].write_text(""), "friday.toml: cannot be written: Not a directory"),
        (lambda folder: (folder / "friday.toml").mkdir(parents=True), "friday.toml is a folder"),
    ],
)
def test_a_place_that_cannot_be_written_is_an_error(run: Run, folder: Path, make: object, error: str) -> None:
    make(folder)  # type: ignore[operator]
    ran = run("rules", "new", "friday")
    assert (ran.code in (2, 4), ran.out) == (True, "")
    assert lines(ran)[0].startswith("error: ")
    assert lines(ran)[0].endswith(error)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_permission_is_an_error(run: Run, folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    ran = run("rules", "new", "friday")
    assert (ran.code, lines(ran)) == (4, [f"error: {folder}/friday.toml: cannot be written: Permission denied"])


def test_an_out_without_a_folder_is_an_error(run: Run, folder: Path) -> None:
    ran = run("rules", "new", "friday", "-o", "none/friday.toml")
    assert (ran.code, ran.out) == (4, "")
    assert lines(ran) == ["error: none/friday.toml: cannot be written: No such file or directory"]


# --- the user's variants in other commands ----------------------------------------------------------------------------


def test_a_variant_of_the_user_is_listed_and_played_by_name(run: Run, folder: Path) -> None:
    run("rules", "new", "friday", "--set", "match.max_rounds=1", "--set", "variant.title=Friday night")
    assert "friday                   4 players to 500   Friday night  [yours]\n" in run("rules", "list").out
    ran = run("match", "random", "lowest", "-n", "2", "-s", "1", "-r", "friday", "-j", "2", "-q")
    assert ran.code == 0
    assert ran.out.startswith("friday, ")


def test_a_broken_variant_of_the_user_is_listed_with_its_problem_and_stops_nothing(run: Run, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("nil.mad = 1", encoding="utf-8")
    (folder / "whiz.toml").write_bytes(b"\xff")
    ran = run("rules", "list")
    assert (ran.code, ran.err) == (0, "")
    rows = [line for line in ran.out.splitlines() if "[yours]" in line]
    assert [row.split()[0] for row in rows] == ["broken", "whiz"]
    assert "nil.mad: unknown key (did you mean 'made'?)" in rows[0]
    assert "is there twice: the program's (" in rows[1]
    assert run("rules", "show", "jokers").code == 0
    assert run("rules", "show", "whiz").code == 2
    assert run("rules", "show", "broken").code == 4


def test_a_folder_that_cannot_be_read_is_told_by_list_alone(run: Run, folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("", encoding="utf-8")
    ran = run("rules", "list")
    assert (ran.code, ran.err) == (0, f"{folder}: cannot be read: Not a directory\n")
    assert run("rules", "show", "whiz").err == ""


def test_an_older_record_is_verified_after_its_variant_has_changed(run: Run, folder: Path, tmp_path: Path) -> None:
    """A record carries its rules."""
    game = ("match", "random", "lowest", "-n", "1", "-s", "1", "-r", "friday", "-q", "-o")
    run("rules", "new", "friday", "--set", "match.max_rounds=1", "--set", "bags.penalty=50")
    assert run(*game, "old.jsonl").code == 0
    before = run("replay", "old.jsonl", "--verify").out
    run("rules", "new", "friday", "--from", "two-player", "--set", "match.max_rounds=1", "--force")
    assert run(*game, "new.jsonl").code == 0
    for name in ("old.jsonl", "new.jsonl"):
        assert run("replay", name, "--verify").code == 0
    assert run("replay", "old.jsonl", "--verify").out == before
    (folder / "friday.toml").unlink()
    assert run("replay", "old.jsonl", "--verify").out == before


# --- schema -----------------------------------------------------------------------------------------------------------


def test_the_schema_is_printed_or_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("rules", "schema")
    assert (json.loads(ran.out), ran.err) == (json_schema(), "")
    assert run("rules", "schema", "-o", "-").out == ran.out
    written = run("rules", "schema", "-o", "rules.schema.json")
    assert (written.code, written.out) == (0, "")
    assert written.err == "wrote rules.schema.json; a rules file beside it begins with: #:schema ./rules.schema.json\n"
    assert (tmp_path / "rules.schema.json").read_text(encoding="utf-8") == ran.out
    assert run("rules", "schema", "-o", "none/x.json").code == 4


def test_a_new_file_beside_the_schema_names_it(run: Run, folder: Path) -> None:
    folder.mkdir(parents=True)
    run("rules", "schema", "-o", folder / "rules.schema.json")
    run("rules", "new", "friday")
    text = (folder / "friday.toml").read_text(encoding="utf-8")
    assert text.startswith("#:schema ./rules.schema.json\n")
    assert "#:schema" not in run("rules", "new", "friday", "-o", "-").out


# --- completion -------------------------------------------------------------------------------------------------------


def test_settings_are_completed_key_by_key_and_then_their_words() -> None:
    from spades_cli.cli.rules_new import complete_setting

    assert [text for text, _ in complete_setting("bags.")] == [
        "bags.limit=", "bags.penalty=", "bags.carry=", "bags.cancel=", "bags.to=",
    ]  # fmt: skip
    assert [text for text, _ in complete_setting("play.lead=f")] == ["play.lead=first"]
    assert [text for text, _ in complete_setting("draft.peek=")] == ["draft.peek=true", "draft.peek=false"]
    assert complete_setting("bags.limit=") == []
    assert complete_setting("xyzzy") == []
