"""The steps themselves: each plays a trial its own way and raises Broken where a promise is not kept."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from math import isfinite
from types import FunctionType, ModuleType, TracebackType
from typing import TYPE_CHECKING, Any

from spades_cli.engine.actions import Bid
from spades_cli.engine.cards import Deck
from spades_cli.engine.match import Match
from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules
from spades_cli.errors import ActionError
from spades_cli.players.strategy import Choice, Strategy
from spades_cli.players.trial import Broken, Trial, guarded, lenient, play, strict

if TYPE_CHECKING:
    from spades_cli.engine.actions import Action
    from spades_cli.engine.view import View
    from spades_cli.players.options import Option
    from spades_cli.players.strategy import Player

#: Rounds of a match that must be legal.
ROUNDS = 2


def _legal(trial: Trial) -> None:
    match = Match(trial.rules, seed=trial.seed)
    with trial.seated() as players:
        while match.rounds < ROUNDS and not match.over:
            deal = match.deal()
            play(deal, players, strict)
            match.add(deal.result)
            for seat, player in players.items():
                view = deal.view(seat)
                with guarded("it raised when the round was over", view):
                    player.round_over(view, deal.result)


def _repeats(trial: Trial) -> None:
    runs = []
    for _ in range(2):
        with trial.seated() as players:
            runs.append(play(trial.deal(), players))
    for (view, first), (_, second) in zip(*runs, strict=False):
        if first != second:
            raise Broken(f"with the same seed it chose {first} once and {second} the next time", view)


def _keeps_views(trial: Trial) -> None:
    def answer(deal: Round, player: Player, view: View) -> Action:
        before = _snapshot(view)
        action = lenient(deal, player, view)
        changed = [name for name, value in _snapshot(view).items() if value != before[name]]
        if changed:
            raise Broken(f"it changed view.{changed[0]}", deal.view(view.seat))
        return action

    with trial.seated() as players:
        play(trial.deal(), players, answer)


def _snapshot(view: View) -> dict[str, object]:
    """The fields as they are now, whatever becomes of the view."""
    values = {key.name: getattr(view, key.name) for key in fields(view) if key.name != "rules"}
    plain = {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}
    return plain | {"rules": repr(view.rules)}


def _keeps_no_round(trial: Trial) -> None:
    with trial.seated() as players:
        deal = trial.deal()
        done = play(deal, players)
        for seat, player in players.items():
            own = [inner for cls in type(player).__mro__ if cls is not Strategy for inner in vars(cls).values()]
            if _reaches(deal, player, *own):
                last = next((view for view, _ in reversed(done) if view.seat == seat), None)
                raise Broken("it has got hold of the round itself, which shows all hands; it may keep only views", last)


def _reaches(deal: Round, *start: object) -> bool:
    """Whether this round or its hands can be reached from these objects; modules and classes are not entered."""
    secrets, seen, queue = (deal, deal.hands), set(), list(start)
    while queue:
        item = queue.pop()
        if any(item is secret for secret in secrets):
            return True
        if id(item) not in seen and not isinstance(item, (type, ModuleType, TracebackType, Rules, Deck)):
            seen.add(id(item))
            queue += (
                [item.__closure__, item.__kwdefaults__] if isinstance(item, FunctionType) else gc.get_referents(item)
            )
    return False


def _takes_options(trial: Trial) -> None:
    for values in _option_values(trial.subject.options):
        given = ", ".join(f"{name}={value}" for name, value in values.items())
        try:
            with trial.seated(**values) as players:
                deal = trial.deal()
                seat = deal.turn or deal.rules.seats[0]
                strict(deal, players[seat], deal.view(seat))
        except Broken as broken:
            raise Broken(f"with {given or 'its defaults'}, {broken.what}", broken.view) from broken.__cause__


def _option_values(options: Mapping[str, Option]) -> Iterator[dict[str, Any]]:
    """Nothing, then each option by itself: its default read back from text, its choices, or a sample of its type."""
    yield {}
    samples = {int: "1", float: "0.5", str: "text"}
    for name, option in options.items():
        texts = ["true", "false"] if option.kind is bool else []
        if isinstance(option.kind, tuple):
            texts = [str(choice) for choice in option.kind]
        elif not texts and not option.required:
            texts = [samples[option.kind] if option.default is None else str(option.default)]
        for text in texts:
            try:
                yield {name: option.read(text)}
            except (ValueError, KeyError):
                raise Broken(f"the default {text!r} of option {name!r} is no {option.type_text}") from None


def _survives(trial: Trial) -> None:
    rules, seats = trial.rules, trial.rules.seats
    strong_first = [rules.pack.names[bit] for bit in sorted(rules.pack.order, reverse=True)]
    size = rules.hand_size
    spades = {seat: strong_first[i * size : (i + 1) * size] for i, seat in enumerate(seats)}
    gap = rules.blind_nil.behind + rules.blind_bid.behind + 1
    behind = {side: gap * bool(i) for i, side in enumerate(rules.sides)}
    # Second rounds, for the first one of a match may be played without bids.
    _force(trial, "with all the spades", Round(rules, seed=trial.seed, number=2, dealer=seats[-1], hands=spades))
    _force(trial, "after a nil", Round(rules, seed=trial.seed, number=2), lambda bid: bid.nil and not bid.blind)
    _force(trial, "after a blind bid", Round(rules, seed=trial.seed, number=2, scores=behind), lambda bid: bid.blind)


def _force(trial: Trial, when: str, deal: Round, wanted: Callable[[Bid], bool] = lambda bid: False) -> None:
    """Play a round in which the first seat that may make a ``wanted`` bid makes it, whatever it answers."""
    forced = False

    def answer(deal: Round, player: Player, view: View) -> Action:
        nonlocal forced
        options = [bid for bid in view.legal if isinstance(bid, Bid) and wanted(bid)]
        if forced or not options:
            return strict(deal, player, view)
        forced = True
        strict(deal.copy(), player, view)
        return deal.apply(options[0])

    with trial.seated() as players:
        try:
            play(deal, players, answer)
        except Broken as broken:
            raise Broken(f"{when}, {broken.what}", broken.view) from broken.__cause__


def _keeps_time(trial: Trial) -> None:
    with trial.seated() as players:
        start = time.process_time()
        done = play(trial.deal(), players)
        mean = (time.process_time() - start) / len(done)
    if mean > trial.subject.seconds:
        limit = f"{trial.subject.seconds:g} s at most"
        raise Broken(f"a decision takes {mean:.3g} s of processor time on average; {limit}", done[0][0])


def _ranks(trial: Trial) -> None:
    def answer(deal: Round, player: Player, view: View) -> Action:
        first = _first_choice(deal, player, view)
        action = lenient(deal, player, view)
        if first is not None and first != action:
            raise Broken(f"rank() puts {first} first, but it chose {action}", view)
        return action

    with trial.seated() as players:
        play(trial.deal(), players, answer)


def _first_choice(deal: Round, player: Player, view: View) -> Action | None:
    """What ``rank`` puts first, all its choices checked; None for a player without a ``rank`` of its own."""
    if not isinstance(player, Strategy) or type(player).rank is Strategy.rank:
        return None
    state = player.rng.getstate()
    with guarded("rank() raised", view):
        choices = list(player.rank(view))
    player.rng.setstate(state)
    _check_choices(deal, choices, view)
    return choices[0].action


def _check_choices(deal: Round, choices: Sequence[Choice], view: View) -> None:
    if not choices:
        raise Broken("rank() gave no choice", view)
    for choice in choices:
        if not isinstance(choice, Choice):
            raise Broken(f"rank() gave {choice!r}, which is no Choice", view)
        try:
            deal.copy().apply(choice.action)
        except ActionError as error:
            raise Broken(f"rank() gave an action that is refused: {error}", view) from None
        for name in ("value", "se", "wins"):
            number = getattr(choice, name)
            if number is not None and not isfinite(number):
                raise Broken(f"rank() gave {choice.action} the {name} {number}", view)
        if choice.wins is not None and not 0 <= choice.wins <= 1:
            raise Broken(f"rank() gave {choice.action} the wins {choice.wins}, which is no chance", view)


#: By name: what a step makes sure of, and how.
STEPS: dict[str, tuple[str, Callable[[Trial], None]]] = {
    "legal": ("every answer is legal", _legal),
    "repeat": ("the same seed gives the same play", _repeats),
    "view": ("the view stays as it was given", _keeps_views),
    "round": ("nothing but views is kept", _keeps_no_round),
    "options": ("defaults and every type of option work", _takes_options),
    "hands": ("all spades, nil and blind bids are survived", _survives),
    "time": ("decisions are quick enough", _keeps_time),
    "rank": ("rank() gives legal choices, the chosen one first", _ranks),
}
