"""Objects are found on one line or on several, and one that is broken costs no other."""

from __future__ import annotations

from io import BytesIO

import pytest

from spades_cli import SpadesError
from spades_cli.ui.requests import read_requests


def read(text: str) -> list[tuple[str, object]]:
    found = read_requests(BytesIO(text.encode()), "m")
    return [(place, str(request) if isinstance(request, SpadesError) else request) for place, request in found]


def test_objects_stand_one_a_line_among_comments_and_blanks() -> None:
    assert read('# mine\n\n{"n":1}\r\n{"n":2} # two\n') == [("m:3", {"n": 1}), ("m:4", {"n": 2})]


def test_an_object_may_go_on_over_lines() -> None:
    text = '{\n  "n": 1,\n\n  "bids": {\n    "N": "3"\n  }\n}\n{"n":\n2}{"n":3}\n'
    assert read(text)[0] == ("m:1", {"n": 1, "bids": {"N": "3"}})
    assert read('{"n":\n2}\n{"n":3}')[1:] == [("m:3", {"n": 3})]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "no JSON: Expecting value, not hello"),
        ("[1]", "no JSON object: [1]"),
        ("3", "no JSON object: 3"),
        ('{"n":1,"n":2}', "n: is given twice"),
        ('{"n":1 "m":2}', "no JSON: Expecting ',' delimiter, not \"m\":2}"),
        ("[" * 9000, "no JSON: "),
    ],
)
def test_a_broken_line_is_named_and_the_next_one_read(text: str, message: str) -> None:
    (place, error), after = read(f'{text}\n{{"n":2}}')
    assert place == "m:1"
    assert str(error).startswith(message)
    assert after == ("m:2", {"n": 2})


def test_an_object_without_end_does_not_swallow_the_next_one() -> None:
    (place, error), *after = read('{"n":1\n{"n":2}\n{"n":3')
    assert (place, str(error).split(",")[0]) == ("m:1", "no JSON: Expecting '")
    assert after == [("m:2", {"n": 2}), ("m:3", 'the object does not end: {"n":3')]


def test_the_rest_of_a_broken_object_is_no_error_of_its_own() -> None:
    found = read('{"n": 1,\n"m" 2,\n"k": 3\n}\n{"n":4}')
    assert [place for place, _ in found] == ["m:1", "m:5"]


def test_each_object_comes_before_the_next_line_is_waited_for() -> None:
    class Slow(BytesIO):
        def read1(self, size: int | None = -1) -> bytes:
            line = self.readline()
            assert line, "nobody should wait for more"
            return line

    assert next(read_requests(Slow(b'{"n":1}\n'), "m")) == ("m:1", {"n": 1})
