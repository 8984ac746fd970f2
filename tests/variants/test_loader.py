"""Files and their bases: found, followed, merged; and everything that can go wrong on the way."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from spades_cli.engine.rules import Rules
from spades_cli.errors import ExitCode, RulesError
from spades_cli.variants import VariantLibrary, load_rules

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, **files: str) -> Path:
    """Write ``NAME.toml`` files and return the path of the first."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(files))}.toml"


def told(path: Path) -> list[str]:
    """The problems of a file, with the paths of its folder made short."""
    return [str(problem).replace(f"{path.parent}{os.sep}", "") for problem in VariantLibrary().check(path)]


# --- one file ---------------------------------------------------------------------------------------------------------


def test_an_empty_file_is_the_defaults_under_the_name_of_the_file(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path, house=""))
    assert (rules.name, rules.variant.title) == ("house", "house")
    assert rules.match == Rules().match
    assert rules.seats == ("N", "E", "S", "W")


@pytest.mark.parametrize(
    ("stem", "name"), [("house", "house"), ("My House Rules", "my-house-rules"), ("Ü", "rules"), ("--", "rules")]
)
def test_a_file_without_an_id_is_called_after_itself(tmp_path: Path, stem: str, name: str) -> None:
    assert load_rules(write(tmp_path, **{stem: "match.target = 300"})).name == name


def test_id_and_title_are_the_file_s_own_and_not_those_of_its_base(tmp_path: Path) -> None:
    path = write(tmp_path, house='[variant]\nid = "our-game"\nbase = "jokers"')
    rules = load_rules(path)
    assert (rules.name, rules.variant.title, rules.variant.base) == ("our-game", "our-game", "")


def test_cards_are_written_in_any_way_and_kept_in_one(tmp_path: Path) -> None:
    text = '[deck]\njokers = 2\nremove = ["2c", "two of diamonds"]\npromote = ["big joker", "lj", "♠10"]'
    deck = load_rules(write(tmp_path, house=text)).deck
    assert (deck.remove, deck.promote) == (("2C", "2D"), ("BJ", "LJ", "TS"))
    assert all(type(card) is str for card in (*deck.remove, *deck.promote))


def test_a_byte_order_mark_and_carriage_returns_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xef\xbb\xbf[match]\r\ntarget = 250\r\n")
    assert load_rules(path).match.target == 250


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load_rules(tmp_path / "none.toml")
    assert caught.value.problems == (f"{tmp_path / 'none.toml'}: no such file",)
    assert caught.value.exit_code == ExitCode.INPUT


def test_a_folder_is_no_rules_file(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="a folder, not a rules file"):
        load_rules(tmp_path)


def test_a_name_that_no_file_can_have_is_told() -> None:
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules("house\0.toml")


def test_a_file_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    path = write(tmp_path, house="")
    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert told(path) == ["house.toml: cannot be read: Permission denied"]


# --- bases ------------------------------------------------------------------------------------------------------------


def test_a_base_is_taken_first_and_the_file_s_keys_over_it(tmp_path: Path) -> None:
    rules = load_rules(
        write(tmp_path, house='variant.base = "jokers"\nmatch.target = 300\ndeck.promote = ["LJ", "BJ"]')
    )
    assert (rules.match.target, rules.bags.limit, rules.deck.promote) == (300, 0, ("LJ", "BJ"))


def test_a_chain_of_bases_is_followed_to_its_end(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        a='variant.base = "b.toml"\nnil.made = 1',
        b='variant.base = "./c.toml"\nnil.made = 2\nnil.failed = 2',
        c='variant.base = "worldwinner-250"\nnil.failed = 3\nbags.limit = 3',
    )
    rules = load_rules(path)
    assert (rules.nil.made, rules.nil.failed, rules.bags.limit, rules.match.target) == (1, 2, 3, 250)


def test_a_base_path_starts_at_the_folder_of_the_file_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inner").mkdir()
    write(tmp_path, base="match.target = 300")
    path = write(tmp_path / "inner", house='variant.base = "../base.toml"')
    monkeypatch.chdir(tmp_path / "inner")
    assert load_rules(path).match.target == load_rules("house.toml").match.target == 300
    assert load_rules(write(tmp_path, full=f"variant.base = '{path}'")).match.target == 300


def test_a_base_of_standard_input_starts_at_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, base="match.target = 300")
    monkeypatch.chdir(tmp_path)
    assert VariantLibrary().load("-", 'variant.base = "base.toml"').match.target == 300


@pytest.mark.parametrize(
    ("base", "message"),
    [
        ("joker", "no variant 'joker' (did you mean 'jokers'?)"),
        ("xyzzy", "no variant 'xyzzy'"),
        ("other", "no variant 'other' (did you mean 'other.toml'?)"),
        ("none.toml", "none.toml: no such file"),
        ("\\u0000.toml", "\\x00.toml: cannot be read: embedded null byte"),
        ("./folder", "folder: a folder, not a rules file"),
        ("house.toml", "goes round in a circle: house.toml -> house.toml"),
        ("./circle.toml", "goes round in a circle: house.toml -> circle.toml -> house.toml"),
    ],
)
def test_a_base_that_cannot_be_had_is_told_at_the_key(tmp_path: Path, base: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    path = write(
        tmp_path, house=f'[variant]\nbase = "{base}"\n', other="", circle='# round\nvariant.base = "house.toml"'
    )
    where = "circle.toml:2:1" if "circle" in base else "house.toml:2:1"
    assert told(path) == [f"{where}: variant.base: {message}"]


def test_mistakes_of_the_file_are_told_though_its_base_is_missing(tmp_path: Path) -> None:
    assert told(write(tmp_path, house='nil.mad = 1\nvariant.base = "joker"\nbags.limit = -1')) == [
        "house.toml:1:1: nil.mad: unknown key (did you mean 'made'?)",
        "house.toml:2:1: variant.base: no variant 'joker' (did you mean 'jokers'?)",
        "house.toml:3:1: bags.limit: must be a whole number from 0 to 1000, not -1",
    ]


def test_mistakes_of_a_base_are_told_with_the_name_of_the_base(tmp_path: Path) -> None:
    path = write(tmp_path, house='variant.base = "base.toml"\nnil.mad = 1', base="\nbags.limit = -1")
    assert told(path) == [
        "house.toml:2:1: nil.mad: unknown key (did you mean 'made'?)",
        "base.toml:2:1: bags.limit: must be a whole number from 0 to 1000, not -1",
    ]


def test_a_base_that_is_no_toml_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, house='variant.base = "base.toml"', base="[nil\n")
    assert told(path) == ["base.toml:1:5: not TOML: expected ']' at the end of a table declaration"]


@pytest.mark.parametrize(
    ("house", "base", "problem"),
    [
        ("deck.jokers = 0", '[variant]\nbase = "jokers"', "house.toml:1:1: deck.promote: BJ is not in the pack"),
        (
            "# nothing\n\nbidding.max = 4",
            "bidding.min = 5",
            "house.toml:3:1: bidding.min: must not be more than bidding.max, which is 4",
        ),
        ("", "\nbidding.min = 14", "base.toml:2:1: bidding.min: must be 13 or less with hands of 13 cards, not 14"),
        ("", 'table.teams = "triples"', 'base.toml:1:1: table.teams: "triples" needs 6 players, not 4'),
        ("table.players = 6\ndeck.remove = ['2C', '2D', '2H', '2S']", 'table.teams = "triples"', ""),
    ],
)
def test_keys_that_do_not_fit_together_are_told_where_the_nearest_file_sets_one(
    tmp_path: Path, house: str, base: str, problem: str
) -> None:
    path = write(tmp_path, house=f"{house}\n[variant]\nbase = 'base.toml'", base=base)
    assert told(path) == ([problem] if problem else [])


def test_a_long_chain_of_bases_is_no_trouble(tmp_path: Path) -> None:
    files = {f"v{number}": f'variant.base = "v{number + 1}.toml"' for number in range(300)}
    assert load_rules(write(tmp_path, **files, v300="match.target = 300")).match.target == 300
