"""Piped text becomes lines: any usual encoding and line end, at once, and no junk."""

from __future__ import annotations

import os
import random
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_cli.errors import ExitCode, SpadesError
from spades_cli.ui.lines import LONGEST, ScriptLine, clean_line, read_lines

if TYPE_CHECKING:
    from collections.abc import Iterable


class Trickle(BytesIO):
    """A pipe whose bytes arrive in the given pieces."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        super().__init__()
        self.pieces = iter(pieces)

    def read1(self, size: int | None = -1, /) -> bytes:
        return next(self.pieces, b"")


def texts(data: bytes) -> list[str]:
    return [line.text for line in read_lines(BytesIO(data), "moves.txt")]


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"4\nQH\n", ["4", "QH"]),
        (b"4\nQH", ["4", "QH"]),
        (b"\xef\xbb\xbf3\r\n", ["3"]),
        (b"AS\r\nKS \r\n\tQS\n", ["AS", "KS", "QS"]),
        (b"AS\rKS\r", ["AS", "KS"]),
        (b"AS\r\rKS", ["AS", "KS"]),
        (b"# all of it\n  # more\n\n \t \n4 # a bid\n#", ["4"]),
        ("Q♥\n".encode(), ["Q♥"]),
        ("4\r\nQ♥\r\n".encode("utf-16"), ["4", "Q♥"]),
        (b"\xfe\xff" + "4\nQ♥\n".encode("utf-16-be"), ["4", "Q♥"]),
        (b"\xef\xbb\xbf4\n\xef\xbb\xbf5\n", ["4", "5"]),
        (b"\xff\xfe", []),
        (b"\xef", None),
        (b"", []),
        (b"a" * LONGEST, ["a" * LONGEST]),
    ],
)
def test_text_is_decoded_and_split(data: bytes, lines: list[str] | None) -> None:
    if lines is None:
        with pytest.raises(SpadesError):
            texts(data)
    else:
        assert texts(data) == lines


def test_lines_keep_the_numbers_an_editor_shows() -> None:
    data = b"# one\r\n\r\n4\r\n\n5\n"
    assert list(read_lines(BytesIO(data), "x")) == [ScriptLine(3, "4"), ScriptLine(5, "5")]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"4\nAS\x00\n", r"moves.txt:2: control byte \x00 in 'AS\x00'"),
        (b"AS\x1b[2J\n", r"moves.txt:1: control byte \x1b in 'AS\x1b[2J'"),
        (b"# comment \x07\n", r"moves.txt:1: control byte \x07 in '# comment \x07'"),
        (b"AS\x7f\n", r"moves.txt:1: control byte \x7f in 'AS\x7f'"),
        (b"AS\x0b\n", r"moves.txt:1: control byte \x0b in 'AS\x0b'"),
        ("AS\x85\n".encode(), r"moves.txt:1: control byte \x85 in 'AS\x85'"),
        (b"4\n\n\xffAS\n", r"moves.txt:3: not UTF-8 text: byte \xff"),
        (b"J\xe1n\n", r"moves.txt:1: not UTF-8 text: byte \xe1"),
        (b"a" * (LONGEST + 1), "moves.txt:1: a line of more than 10000 bytes is no input for a game"),
        (b"4\n" + b"a" * (LONGEST + 1) + b"\n", "moves.txt:2: a line of more than 10000 bytes is no input for a game"),
        (b"\xff\xfe4\x00\n\x00\x00\x00", r"moves.txt:2: control byte \x00 in '\x00'"),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(data: bytes, message: str) -> None:
    with pytest.raises(SpadesError) as caught:
        texts(data)
    assert str(caught.value) == message
    assert caught.value.exit_code == ExitCode.INPUT


@pytest.mark.parametrize("data", [b"\xff\xfe4\x00\n\x00\x00\xd8\n\x00", b"\xff\xfe4\x00\n\x005"])
def test_torn_utf_16_is_refused_after_the_good_lines(data: bytes) -> None:
    lines = read_lines(BytesIO(data), "x")
    assert next(lines).text == "4"
    with pytest.raises(SpadesError, match="x:2: not UTF-8 text"):
        next(lines)


def test_a_refused_line_is_not_shown_in_full() -> None:
    with pytest.raises(SpadesError) as caught:
        texts(b"\x00" * 5000)
    assert len(str(caught.value)) < 400


def test_good_lines_come_before_a_bad_one() -> None:
    lines = read_lines(BytesIO(b"4\n\xff\n"), "x")
    assert next(lines).text == "4"
    with pytest.raises(SpadesError):
        next(lines)


def test_a_line_is_there_before_the_next_one_is_sent() -> None:
    """On a pipe that stays open, as between two programs; a lone carriage return ends a line just as well."""
    reading, writing = os.pipe()
    with open(reading, "rb") as reader, open(writing, "wb", buffering=0) as writer:
        lines = read_lines(reader, "x")
        for sent, got in ((b"4\n", "4"), (b"QH\r", "QH"), (b"\nKH\r\n", "KH")):
            writer.write(sent)
            assert next(lines).text == got


@given(st.lists(st.text("AQ♥10 #\n\r", max_size=8).map(str.encode), max_size=6), st.data())
def test_where_the_pieces_of_a_pipe_end_does_not_matter(parts: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    pieces = [whole[i:j] for i, j in zip([0, *cuts], [*cuts, len(whole)], strict=True) if i < j]
    assert list(read_lines(Trickle(pieces), "x")) == list(read_lines(BytesIO(whole), "x"))


@given(st.text(st.characters(blacklist_categories=("Cc", "Cs")), max_size=20), st.sampled_from(("utf-8-sig", "utf-16")))
def test_both_encodings_give_the_same_text(text: str, encoding: str) -> None:
    assert texts(text.encode(encoding)) == texts(text.encode())


def test_random_bytes_end_quickly() -> None:
    for seed in range(50):
        with pytest.raises(SpadesError):
            texts(random.Random(seed).randbytes(4096))


def test_a_typed_line_is_cleaned_in_the_same_way() -> None:
    assert clean_line("  QH # ruff", "input") == "QH"
