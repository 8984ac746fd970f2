"""For the tests of strategies: ``check_strategy`` plays one under every bundled variant."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from spades_cli.players.conformance import Subject, make_subject, run_steps
from spades_cli.players.strategy import Strategy
from spades_cli.variants import VariantLibrary

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli.players.strategy import Player

__all__ = ["check_strategy"]


def check_strategy(strategy: Callable[..., Player], /, *variants: str, **options: Any) -> None:
    """Play a strategy by every rule of conduct; AssertionError tells each step that failed, and how to see it again.

    ``strategy`` is a class, or a function ``make(seat, seed)`` that returns a player; ``options`` go to either.
    ``variants`` are names or paths of rules files, all bundled variants if there are none. The steps are those of
    ``spades-cli strategies check``.
    """
    library = VariantLibrary()
    rules = {name: library.load(name) for name in variants or library.names()}
    failed = [result for result in run_steps(_subject(strategy, options), rules) if result.failure]
    if failed:
        raise AssertionError("\n".join(map(str, failed)))


def _subject(strategy: Callable[..., Player], options: dict[str, Any]) -> Subject:
    factory: Callable[..., Player] = partial(strategy, **options)
    if isinstance(strategy, type) and issubclass(strategy, Strategy):
        bundled = strategy.__module__.startswith("spades_plugins.")
        return make_subject(strategy, options, () if bundled else ("--plugin", strategy.__module__))
    return Subject((getattr(strategy, "__name__", repr(strategy)),), factory)
