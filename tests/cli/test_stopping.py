"""Ctrl-C comes between two steps of the work, not in the midst of one."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING

import pytest

from spades_cli.cli.stopping import unbroken

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Whatever a test makes of Ctrl-C ends with it."""
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_for_the_end_of_the_block_and_then_comes() -> None:
    done = []

    def work() -> None:
        with unbroken():
            signal.raise_signal(signal.SIGINT)
            done.append("printed")
            signal.raise_signal(signal.SIGINT)
            done.append("counted")
        done.append("more")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["printed", "counted"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_an_error_in_the_block_is_told_and_interrupts_are_as_before() -> None:
    with pytest.raises(OSError, match="full"), unbroken():
        raise OSError("full")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("ignored", [signal.SIG_IGN, signal.SIG_DFL])
def test_what_was_not_caught_before_is_left_alone(ignored: signal.Handlers) -> None:
    signal.signal(signal.SIGINT, ignored)
    with unbroken():
        assert signal.getsignal(signal.SIGINT) is ignored
    assert signal.getsignal(signal.SIGINT) is ignored


def test_in_another_thread_there_is_nothing_to_wait_for() -> None:
    seen = []

    def work() -> None:
        with unbroken():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
