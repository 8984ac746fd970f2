"""Compiled code is kept under a key of all it depends on, and old keys go."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType

import pytest

from spades_cli.search.caching import KEPT, default_base, holds, key_of, names_in, open_folder


def module_of(path: Path, text: str) -> ModuleType:
    path.write_text(text)
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    return module


def test_the_key_depends_on_every_source_and_version(tmp_path: Path) -> None:
    one, two = module_of(tmp_path / "one.py", "a = 1"), module_of(tmp_path / "two.py", "b = 2")
    keys = [key_of([one, two], ["1.0"]), key_of([one, two], ["1.1"]), key_of([one], ["1.0"])]
    Path(str(two.__file__)).write_text("b = 3")
    keys.append(key_of([one, two], ["1.0"]))
    assert len(set(keys)) == 4
    assert key_of([one, two], ["1.0"]) == keys[-1]


def test_a_module_without_a_file_of_its_own_has_no_key(tmp_path: Path) -> None:
    packed = ModuleType("packed")
    packed.__file__ = str(tmp_path / "library.zip" / "packed.py")
    with pytest.raises(FileNotFoundError):
        key_of([packed], [])


def test_a_new_key_puts_away_all_folders_but_those_used_last(tmp_path: Path) -> None:
    other = tmp_path / "something else"
    other.mkdir()
    for number in range(KEPT + 3):
        folder = open_folder(f"{number}", tmp_path)
        os.utime(folder, (number, number))
    os.utime(tmp_path / "compiled-2", (100, 100))
    newest = open_folder("new", tmp_path)
    kept = {path.name for path in tmp_path.iterdir()} - {newest.name, other.name}
    assert kept == {"compiled-2", *(f"compiled-{number}" for number in range(4, KEPT + 3))}
    assert open_folder("new", tmp_path) == newest
    assert kept <= {path.name for path in tmp_path.iterdir()}


def test_a_folder_used_today_is_never_put_away(tmp_path: Path) -> None:
    folders = {open_folder(f"{number}", tmp_path) for number in range(KEPT + 4)}
    assert set(tmp_path.iterdir()) == folders


def test_a_folder_that_cannot_be_made_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        open_folder("key", tmp_path / "file")


def test_a_folder_holds_a_function_once_its_code_is_there(tmp_path: Path) -> None:
    folder = open_folder("key", tmp_path)
    assert not holds(folder, "kernel.mix")
    (folder / "engine_0").mkdir()
    (folder / "engine_0" / "kernel.mix-30.py311.1.nbc").touch()
    assert holds(folder, "kernel.mix")
    assert not holds(folder, "kernel.mi")


def test_the_functions_of_a_folder_are_told_by_name(tmp_path: Path) -> None:
    folder = open_folder("key", tmp_path)
    assert names_in(folder) == set()
    (folder / "engine_0").mkdir()
    for name in ("kernel.mix-30.py311.nbi", "kernel.mix-30.py311.1.nbc", "kernel.mix-30.py311.2.nbc"):
        (folder / "engine_0" / name).touch()
    assert names_in(folder) == {"kernel.mix"}


def test_the_cache_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if os.name == "posix":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_base().name == "spades-cli"
