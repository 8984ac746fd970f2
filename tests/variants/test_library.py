"""Finding variants: by name, by path, from standard input, and those that plugins bring."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from spades_cli.errors import ExitCode, PluginError, RulesError, UsageError
from spades_cli.variants import VariantInfo, VariantLibrary, load_rules

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, text: str = "match.target = 111") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_bundled_name_is_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_rules("whiz").bidding.mode == "whiz"


def test_a_bundled_name_comes_before_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "whiz")
    write(tmp_path / "whiz.toml")
    monkeypatch.chdir(tmp_path)
    assert load_rules("whiz").match.target == 500
    for spec in ("./whiz", "whiz.toml", tmp_path / "whiz"):
        assert load_rules(spec).match.target == 111


def test_another_name_may_be_a_file_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "house-rules")
    monkeypatch.chdir(tmp_path)
    assert load_rules("house-rules").match.target == 111


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("two-players", "did you mean 'two-player'?"),
        ("mirorr", "did you mean 'mirror'?"),
        ("xyzzy", "see spades-cli rules list"),
        ("", "see spades-cli rules list"),
        ("Whiz", "did you mean 'whiz'?"),
    ],
)
def test_an_unknown_name_is_wrong_usage_with_the_nearest_name(spec: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_rules(spec)
    assert (str(caught.value), caught.value.hint) == (f"no variant {spec!r}", hint)
    assert caught.value.exit_code == ExitCode.USAGE


def test_standard_input_is_read_as_text_or_bytes() -> None:
    library = VariantLibrary()
    assert library.load("-", "match.target = 9").match.target == 9
    assert library.load("-", b"\xef\xbb\xbfmatch.target = 9").match.target == 9
    with pytest.raises(RulesError, match=r"^<stdin>:1:1: nil.mad"):
        library.load("-", "nil.mad = 9")
    with pytest.raises(UsageError, match="standard input"):
        library.load("-")


# --- plugins ----------------------------------------------------------------------------------------------------------


def test_a_plugin_brings_files_and_folders_of_files(tmp_path: Path) -> None:
    one, folder = write(tmp_path / "one.toml"), write(tmp_path / "more/two.toml", 'variant.base = "one"').parent
    write(folder / "README.md")
    library = VariantLibrary([("club", one), ("party", folder)])
    assert {"one", "two", "standard"} <= set(library.names())
    assert "README" not in library.names()
    assert library.load("two").match.target == 111
    found = {info.name: info for info in library.list()}
    assert found["one"] == VariantInfo("one", "one", 4, 111, "club")
    assert found["two"].source == "party"
    assert found["standard"] == VariantInfo("standard", "Standard partnership Spades", 4, 500, "bundled")


def test_names_and_list_are_in_one_order() -> None:
    library = VariantLibrary()
    assert [info.name for info in library.list()] == library.names() == sorted(library.names())


def test_a_variant_of_a_plugin_is_a_near_name_too(tmp_path: Path) -> None:
    library = VariantLibrary([("club", write(tmp_path / "thursday.toml"))])
    with pytest.raises(UsageError) as caught:
        library.load("thurday")
    assert caught.value.hint == "did you mean 'thursday'?"


@pytest.mark.parametrize("ask", ["names", "list", "load"])
def test_two_variants_of_one_name_are_an_error_that_names_both_plugins(tmp_path: Path, ask: str) -> None:
    one, two = write(tmp_path / "a/one.toml"), write(tmp_path / "b/one.toml")
    library = VariantLibrary([("club", one), ("party", two.parent)])
    with pytest.raises(PluginError) as caught:
        library.load("standard") if ask == "load" else getattr(library, ask)()
    assert str(caught.value) == f"variant 'one' is there twice: from club ({one}) and from party ({two})"
    assert caught.value.hint == "leave one out: --no-plugin party"


def test_a_plugin_does_not_replace_a_bundled_variant(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"from bundled .* and from club"):
        VariantLibrary([("club", write(tmp_path / "standard.toml"))]).names()


def test_a_file_that_is_given_twice_is_one_variant(tmp_path: Path) -> None:
    path = write(tmp_path / "one.toml")
    assert VariantLibrary([("club", path), ("club", tmp_path)]).names().count("one") == 1


def test_a_broken_file_of_a_plugin_is_listed_with_its_problem_and_spoils_nothing(tmp_path: Path) -> None:
    path, missing = write(tmp_path / "one.toml", "nil.mad = 1\nnil.mode = 1"), tmp_path / "gone.toml"
    library = VariantLibrary([("club", path), ("club", missing)])
    found = {info.name: info for info in library.list()}
    problem = f"{path}:1:1: nil.mad: unknown key (did you mean 'made'?)"
    assert found["one"] == VariantInfo("one", "", 0, 0, "club", problem)
    assert found["gone"].problem == f"{missing}: no such file"
    assert found["standard"].problem == ""
    with pytest.raises(RulesError, match=r"nil\.mode"):
        library.load("one")


# --- weight -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "loads"),
    [
        ("import spades_cli.variants as v; v.VariantLibrary().names(); v.rules_hash(spades_cli.Rules())", False),
        ("import spades_cli.variants as v; v.load_rules('standard')", True),
    ],
)
def test_pydantic_is_loaded_only_to_validate(work: str, loads: bool) -> None:
    code = f"import sys, spades_cli\n{work}\nprint('pydantic' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == str(loads)
