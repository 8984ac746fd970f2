"""The user's own variants: TOML files in the folder ``rules`` of the configuration folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def own_folder() -> Path:
    """Where the user's own variants lie; it need not exist."""
    from platformdirs import user_config_path

    return user_config_path("spades-cli", appauthor=False) / "rules"


def list_own(folder: Path) -> tuple[list[Path], str]:
    """The rules files in the folder, in order, and why it cannot be read, if it cannot.

    Only ordinary files count, and none whose name begins with a dot: editors leave such things behind.
    """
    try:
        names = sorted(path for path in folder.iterdir() if path.suffix == ".toml" and not path.name.startswith("."))
        return [path for path in names if path.is_file()], ""
    except FileNotFoundError:
        return [], ""
    except OSError as error:
        return [], f"{folder}: cannot be read: {error.strerror}"
