"""The user's own variants: found by name like any other, never in the way of the others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from spades_cli.errors import RulesError, UsageError
from spades_cli.variants import VariantInfo, VariantLibrary
from spades_cli.variants.own import list_own, own_folder

BUNDLED = VariantLibrary().names()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder of variants."""
    (tmp_path / "rules").mkdir()
    return tmp_path / "rules"


def write(path: Path, text: str = "match.target = 111") -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def infos(library: VariantLibrary, name: str) -> list[VariantInfo]:
    return [info for info in library.list() if info.name == name]


def test_the_folder_is_in_the_user_s_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert own_folder() == tmp_path / "spades-cli/rules"


def test_a_file_is_a_variant_by_its_name_and_a_base_of_others(folder: Path) -> None:
    write(folder / "friday.toml", '[variant]\ntitle = "Friday"\nbase = "jokers"\n[match]\ntarget = 300')
    write(folder / "saturday.toml", 'variant.base = "friday"')
    library = VariantLibrary(own=folder)
    assert library.names() == sorted([*BUNDLED, "friday", "saturday"])
    assert library.load("saturday").match.target == 300
    assert library.load("-", 'variant.base = "saturday"').moon.mode == "player"
    assert infos(library, "friday") == [VariantInfo("friday", "Friday", 4, 300, "yours")]
    assert library.check("friday") == []


def test_without_the_folder_there_are_the_others(tmp_path: Path) -> None:
    library = VariantLibrary(own=tmp_path / "none")
    assert (library.names(), library.own_problem) == (BUNDLED, "")


def test_a_near_name_is_suggested(folder: Path) -> None:
    write(folder / "thursday.toml")
    with pytest.raises(UsageError) as caught:
        VariantLibrary(own=folder).load("thurday")
    assert caught.value.hint == "did you mean 'thursday'?"


def test_broken_files_are_listed_with_their_first_problem_and_spoil_nothing(folder: Path) -> None:
    write(folder / "wrong.toml", "nil.mad = 1\nnil.mode = 1")
    (folder / "latin.toml").write_bytes(b"# caf\xe9")
    write(folder / "lost.toml", 'variant.base = "nowhere"')
    library = VariantLibrary(own=folder)
    problems = {info.name: info.problem for info in library.list() if info.source == "yours"}
    assert problems["wrong"] == f"{folder}/wrong.toml:1:1: nil.mad: unknown key (did you mean 'made'?)"
    assert problems["latin"].startswith(f"{folder}/latin.toml:1:6: not UTF-8 text")
    assert problems["lost"].startswith(f"{folder}/lost.toml:1:1: variant.base: no variant 'nowhere'")
    assert library.load("whiz").bidding.mode == "whiz"
    with pytest.raises(RulesError, match=r"nil\.mode"):
        library.load("wrong")


def test_what_editors_leave_behind_is_no_variant(folder: Path) -> None:
    write(folder / "friday.toml~")
    write(folder / ".friday.toml")
    (folder / "folder.toml").mkdir()
    (folder / "gone.toml").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe.toml")
    assert list_own(folder) == ([], "")


@pytest.mark.parametrize("what", ["file", "below a file"])
def test_a_folder_that_is_a_file_is_told_and_spoils_nothing(tmp_path: Path, what: str) -> None:
    write(tmp_path / "rules")
    folder = tmp_path / "rules" if what == "file" else tmp_path / "rules/inner"
    library = VariantLibrary(own=folder)
    assert library.own_problem == f"{folder}: cannot be read: Not a directory"
    assert library.names() == BUNDLED


# --- two files of one name --------------------------------------------------------------------------------------------


def clash(folder: Path, name: str = "whiz") -> str:
    bundled = VariantLibrary().path_of(name)
    return f"variant {name!r} is there twice: the program's ({bundled}) and yours ({folder}/{name}.toml)"


def test_a_bundled_variant_is_not_replaced_but_its_name_is_refused(folder: Path) -> None:
    write(folder / "whiz.toml")
    library = VariantLibrary(own=folder)
    with pytest.raises(UsageError) as caught:
        library.load("whiz")
    assert (str(caught.value), caught.value.hint) == (clash(folder), "rename yours, or give the file as a path")
    assert [str(problem) for problem in library.check("whiz")] == [
        f"whiz: {clash(folder)} (rename yours, or give a path)"
    ]
    assert library.load(folder / "whiz.toml").match.target == 111


def test_both_files_of_a_name_are_listed(folder: Path) -> None:
    write(folder / "whiz.toml")
    one, two = infos(VariantLibrary(own=folder), "whiz")
    assert (one.source, one.problem) == ("bundled", "")
    assert (two.source, two.problem) == ("yours", clash(folder))


def test_no_other_variant_suffers_from_the_clash(folder: Path) -> None:
    """Nearly every bundled file is based on standard."""
    write(folder / "standard.toml")
    library = VariantLibrary(own=folder)
    assert library.load("jokers") == VariantLibrary().load("jokers")
    path = VariantLibrary().path_of("jokers")
    assert path
    assert library.load(Path(os.path.relpath(path))).match.target == 1000
    assert [info.problem for info in library.list() if info.name != "standard"] == [""] * (len(BUNDLED) - 1)


def test_a_base_that_is_there_twice_is_a_problem_of_the_file_that_names_it(folder: Path) -> None:
    write(folder / "whiz.toml")
    write(folder / "friday.toml", 'variant.base = "whiz"')
    (problem,) = VariantLibrary(own=folder).check("friday")
    assert problem.message == clash(folder)
    assert (problem.line, problem.hint) == (1, "rename yours, or give a path")


def test_the_name_of_a_plugin_s_variant_is_refused_too(folder: Path, tmp_path: Path) -> None:
    write(folder / "thursday.toml")
    club = write(tmp_path / "thursday.toml", 'variant.base = "whiz"')
    library = VariantLibrary([("club", club)], folder)
    with pytest.raises(UsageError, match=r"'thursday' is there twice: club's \(.*\) and yours \(.*\)"):
        library.load("thursday")
    assert library.taken("thursday") == "'thursday' is a variant of club already"
    assert library.taken("whiz") == "'whiz' is a variant of the program already"
    assert library.taken("friday") == ""


def test_a_file_that_a_plugin_brings_too_is_one_variant(folder: Path) -> None:
    path = write(folder / "thursday.toml")
    library = VariantLibrary([("club", path)], folder)
    assert library.load("thursday").match.target == 111
    assert [info.source for info in infos(library, "thursday")] == ["club"]


def test_a_plugin_s_variant_does_not_start_from_one_of_the_user_s(folder: Path, tmp_path: Path) -> None:
    """What a plugin brings is the same for everybody who has it."""
    write(folder / "friday.toml")
    club = write(tmp_path / "thursday.toml", 'variant.base = "friday"')
    (problem,) = VariantLibrary([("club", club)], folder).check("thursday")
    assert problem.message == "no variant 'friday'"
