"""Plays a recorded game again through the engine: its events, and every way in which the record differs from them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from spades_cli.engine.cards import parse_cards
from spades_cli.engine.events import Asked, Dealt, Faulted, MatchEnded, RoundScored, advance, describe_deal
from spades_cli.engine.match import GUARD, Match
from spades_cli.errors import RecordError, SpadesError
from spades_cli.record import lines
from spades_cli.record.deals import parse_deal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from spades_cli.engine.events import Event
    from spades_cli.engine.round import Round
    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import GameRecord, Line


class Replay:
    """One recorded game, played again.

    ``events()`` yields what happened, as when it was played, with the faults of a round at its end; the seats in
    ``asked`` are asked for their decisions. Meanwhile ``deal`` is the round that lasts, ``differences`` collects every
    field that the engine finds otherwise, and ``note`` says in words where an unfinished game stops.
    """

    def __init__(self, game: GameRecord, asked: Collection[str] = ()) -> None:
        from spades_cli.variants import rules_from_dict

        self.game, self.asked = game, asked
        self.deal: Round | None = None
        self.rules = rules_from_dict(game.header["rules"]["resolved"])
        self.match = open_match(self.rules, game.header)
        self.differences: list[str] = []
        self.note = ""
        self._check_hash()

    def events(self) -> Iterator[Event]:
        """The game's events from first deal to end, or to the first action that cannot be."""
        try:
            for line in self.game.rounds:
                yield from self._round(line)
                if self.differences and self.differences[-1].endswith(_STOP):
                    return
            yield from self._ending()
        except (SpadesError, KeyError, ValueError, TypeError, AttributeError) as error:
            where = f"round {self.match.rounds + 1}"
            self.differences.append(f"{where}: cannot be played again: {_describe(error)}{_STOP}")

    def _check_hash(self) -> None:
        from spades_cli.variants import rules_hash

        recorded, found = self.game.header["rules"].get("sha256"), rules_hash(self.rules)
        if recorded != found:
            self.differences.append(f"rules: sha256 is {found}, recorded {recorded}")

    def _round(self, line: Line) -> Iterator[Event]:
        deal, start = self._deal(line)
        yield start
        for action in _actions(deal, line):
            yield from self._advance(deal, action)
        if line.get("forfeit") and deal.turn is not None:
            deal.forfeit(line["forfeit"])
        if deal.turn is not None:
            raise RecordError(f"the plays end at {deal.turn}'s turn")
        yield from self._faults(deal.number)
        self.match.add(deal.result)
        if self._lost_the_match(line):
            self.match.forfeit(line["forfeit"])
        scored = RoundScored(deal.number, deal, deal.result, dict(self.match.scores))
        yield scored
        self._compare(line, lines.round_line(self.game.id, start, scored), f"round {line.get('n')}")

    def _lost_the_match(self, line: Line) -> bool:
        """Whether the seat that gave this round up lost the whole match by it."""
        end = self.game.end or {}
        return "forfeit" in line and line is self.game.rounds[-1] and end.get("reason") == "forfeit"

    def _deal(self, line: Line) -> tuple[Round, Dealt]:
        """The round with the recorded cards, which must be those of the seed unless they were given."""
        dealt = self.match.deal()
        own = describe_deal(dealt)
        cards: Any = parse_cards(line["pack"]) if "pack" in line else parse_deal(line["deal"], self.rules.seats)
        same = cards == own.pack if own.pack else _by_name(cards) == _by_name(own.hands)
        if same and not line.get("given"):
            self.deal = dealt
            return dealt, own
        if not line.get("given"):
            self.differences.append(f"round {line['n']}: the cards are not those of the seed")
        self.deal = deal = self.match.deal(cards)
        return deal, describe_deal(deal, given=bool(line.get("given")))

    def _advance(self, deal: Round, action: str) -> Iterator[Event]:
        if deal.turn is not None and deal.turn in self.asked:
            yield Asked(deal.view(deal.turn))
        try:
            yield from advance(deal, action)
        except SpadesError as error:
            place = f"trick {len(deal.tricks) + 1}" if deal.phase == "play" else str(deal.phase)
            raise RecordError(f"{place}: {deal.turn} {error}") from error

    def _ending(self) -> Iterator[Event]:
        if self.match.outcome:
            winner, reason = self.match.outcome
            ended = MatchEnded(winner, reason, dict(self.match.scores), self.match.rounds)
            yield ended
            if self.game.end is None:
                self.note = "the match is over, but the record has no end line"
            else:
                self._compare(self.game.end, lines.end_line(self.game.id, ended), "end")
        elif self.game.end is not None:
            self.differences.append(f"end: recorded, but the match is not over after {self.match.rounds} rounds")
        else:
            yield from self._unfinished()

    def _unfinished(self) -> Iterator[Event]:
        self.note = f"unfinished: the record stops before round {self.match.rounds + 1}"
        if not self.game.loose or self.game.loose[0]["t"] != "deal":
            return
        deal, start = self._deal(self.game.loose[0])
        yield start
        for line in self.game.loose[1:]:
            if line.get("seat") != deal.turn:
                raise RecordError(f"{line.get('seat')} acts, but it is {deal.turn}'s turn")
            yield from self._advance(deal, str(line["action"]))
        yield from self._faults(deal.number)
        place = f"trick {len(deal.tricks) + 1}" if deal.phase == "play" else f"the {deal.phase} phase"
        self.note = f"unfinished: the record stops in round {deal.number}, {place}, at {deal.turn}'s turn"

    def _faults(self, number: int) -> Iterator[Faulted]:
        """What strategies answered wrongly in a round; when in the round, the record does not say."""
        for line in self.game.faults:
            if line.get("n") == number:
                told = (str(line.get(key) or "") for key in ("seat", "kind", "answer", "detail", "remedy"))
                yield Faulted(number, *told)

    def _compare(self, recorded: Line, played: Line, where: str) -> None:
        for key in sorted(recorded.keys() | played.keys()):
            if recorded.get(key) != played.get(key):
                found, told = (_to_text(line, key) for line in (played, recorded))
                self.differences.append(f"{where}: {key} is {found}, recorded {told}")


_STOP = " (the rest of this game is not checked)"


def open_match(rules: Rules, header: Line) -> Match:
    """The match of a header, before its first round; UsageError for a dealer who has no seat."""
    return Match(
        rules,
        seed=header["seed"],
        game=header.get("game", 0),
        dealer=header.get("dealer"),
        guard=header.get("guard", GUARD),
    )


def _to_text(line: Line, key: str) -> str:
    """A field as it stands in the record."""
    return json.dumps(line[key], ensure_ascii=False) if key in line else "absent"


def _describe(error: Exception) -> str:
    return f"no field {error}" if isinstance(error, KeyError) else str(error)


def _by_name(hands: Any) -> dict[str, list[str]]:
    return {seat: sorted(cards) for seat, cards in hands.items()}


def _actions(deal: Round, line: Line) -> Iterator[str]:
    """The recorded actions of a round in the order in which the engine asks for them, while they last."""
    bids = lines.split_by_seat(deal.rules.seats, line["bids"])
    draft = iter(line.get("draft", ""))
    gifts = iter(line.get("exchange", ()))
    plays = iter(line["plays"].split())
    while (seat := deal.turn) is not None:
        bid = bids.get(seat)
        match deal.phase:
            case "draft":
                action = {"k": "keep", "d": "decline"}.get(next(draft, ""))
            case "blind":
                action = bid if bid and bid.startswith("b") else "look"
            case "exchange":
                gift = next(gifts, None)
                action = f"give {gift['cards']}" if gift else None
            case "bid":
                action = bid
            case _:
                action = next(plays, None)
        if action is None:
            return
        yield action
