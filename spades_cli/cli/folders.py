"""Where the program keeps what it remembers for the user, and records found there by their names."""

from __future__ import annotations

from pathlib import Path

from spades_cli.errors import RecordError


def state_folder() -> Path:
    """The folder of matches at the prompt and of what was typed there."""
    from platformdirs import user_state_path

    return user_state_path("spades-cli", appauthor=False)


def games_folder() -> Path:
    """Where matches at the prompt are kept."""
    return state_folder() / "games"


def find_record(name: str) -> Path:
    """The record at a path, or of that name among the matches at the prompt; RecordError if there is none."""
    given = Path(name)
    if given.exists():
        return given
    folder = games_folder()
    kept = [folder / name, folder / f"{name}.jsonl"] if name and given.name == name else []
    found = next((path for path in kept if path.is_file()), None)
    if found is None:
        raise RecordError(f"{name}: no such record", hint=f"matches at the prompt are kept in {folder}")
    return found
