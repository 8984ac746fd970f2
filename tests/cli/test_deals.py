"""Deals as --deal names them: text, files, and one of several deals in a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from spades_cli import Rules, load_rules
from spades_cli.cli.deals import load_deal
from spades_cli.errors import SpadesError
from spades_cli.record.deals import parse_deal

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

PBN = "N:JT6.T8.KQ96.AT54 K732.Q93.A854.KQ Q94.AJ54.JT7.987 A85.K762.32.J632"
OTHER = "E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
SEATS = ("N", "E", "S", "W")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "club.pbn"
    path.write_text(f'[Board "1"]\n[Deal "{PBN}"]\n\n[Board "2"]\n[Deal "{OTHER}"]\n', encoding="utf-8")
    return path


def test_a_deal_is_text_a_file_or_one_of_its_deals(path: Path) -> None:
    rules = Rules()
    for spec, text in (
        (PBN, PBN),
        (f'[Deal "{PBN}"]', PBN),
        (str(path), PBN),
        (f"{path}#1", PBN),
        (f"{path}#2", OTHER),
    ):
        assert load_deal(spec, rules) == parse_deal(text, SEATS)


def test_a_file_whose_name_ends_like_a_number_is_that_file(path: Path) -> None:
    other = path.with_name("club.pbn#2")
    other.write_text(PBN, encoding="utf-8")
    assert load_deal(str(other), Rules()) == parse_deal(PBN, SEATS)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_files_of_other_systems_are_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "d.pbn"
    path.write_bytes(f'[Event "caf\xe9"]\r\n[Deal "{PBN}"]\r\n'.encode(encoding))
    assert load_deal(str(path), Rules()) == parse_deal(PBN, SEATS)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nowhere.pbn", "nowhere.pbn: no such file, and no deal either"),
        ("N:AK.Q.J", "--deal: not a deal for 4 seats, 1 hand: 'N:AK.Q.J'"),
        ("", "--deal: no such file, and no deal either"),
        ("\0", "no such file, and no deal either"),
        ("{path}#3", "club.pbn: no deal 3, only 2"),
        ("{folder}", "cannot be read: Is a directory"),
    ],
)
def test_what_is_no_deal_is_one_line(spec: str, message: str, path: Path) -> None:
    with pytest.raises(SpadesError) as refused:
        load_deal(spec.format(path=path, folder=path.parent), Rules())
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_mistake_in_a_file_is_named_with_its_line(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace("K732.Q93", "K73.Q93"), encoding="utf-8")
    with pytest.raises(SpadesError, match=r"club\.pbn:2: E holds 12 cards, the others 13"):
        load_deal(str(path), Rules())


def test_binary_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.pbn"
    path.write_bytes(b"\x00\x01" * 100)
    with pytest.raises(SpadesError, match=r"d\.pbn: holds bytes that are no text"):
        load_deal(str(path), Rules())


def test_hands_that_are_not_given_come_from_the_seed() -> None:
    text = f"N:{PBN[2:].split()[0]} - - -"
    assert load_deal(text, Rules(), seed=1) == load_deal(text, Rules(), seed=1) != load_deal(text, Rules(), seed=2)


def test_a_draft_reads_a_pack_from_text_or_file(tmp_path: Path) -> None:
    rules = load_rules("two-player")
    pack = " ".join(rules.pack.names[bit] for bit in rules.pack.order)
    path = tmp_path / "pack.txt"
    path.write_text(pack, encoding="utf-8")
    assert load_deal(pack, rules) == load_deal(str(path), rules) == tuple(pack.split())


def test_a_match_begins_with_the_deal_of_a_file(run: Run, path: Path) -> None:
    words = ("play", "-p", "basic", "-s", "1", "-r", "tournament-board-four", "--format", "jsonl")
    ran = run(*words, "--deal", f"{path}#2")
    deals = [json.loads(line) for line in ran.out.splitlines() if '"t":"deal"' in line]
    assert parse_deal(deals[0]["deal"], SEATS) == parse_deal(OTHER, SEATS)
    assert deals[0]["given"] is True
    refused = run(*words, "--deal", f"{path}#3")
    assert (refused.code, refused.out) == (2, "")
    assert "club.pbn: no deal 3, only 2" in refused.err
