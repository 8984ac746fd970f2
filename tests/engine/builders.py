"""Rule sets, short rounds and scripted rounds for the engine's tests."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from spades_cli.engine.actions import Answer, Bid
from spades_cli.engine.cards import format_cards
from spades_cli.engine.round import Round
from spades_cli.engine.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spades_cli.engine.scoring import RoundResult

#: Each rule set names the one it starts from and the keys that differ.
BASES: dict[str, tuple[str, dict[str, Any]]] = {
    "two-player": (
        "standard",
        {
            "table.players": 2,
            "table.teams": "solo",
            "deal.method": "draft",
            "bidding.first": "second",
            "play.lead": "second",
            "nil.failed_tricks": "ignore",
            "blind_nil.behind": 0,
            "blind_nil.declare": "before_draft",
            "blind_nil.exchange": "discards",
            "blind_nil.exchange_min": 0,
            "blind_nil.exchange_max": 3,
            "blind_nil.exchange_when": "before_bids",
        },
    ),
    "two-player-first-bids": ("two-player", {"bidding.first": "first"}),
    "jokers": (
        "standard",
        {
            "deck.jokers": 2,
            "deck.remove": ("2C", "2D"),
            "deck.promote": ("BJ", "LJ"),
            "nil.failed_tricks": "ignore",
            "nil.partner_contract": "void",
            "blind_nil.allowed": False,
            "moon.mode": "player",
            "moon.made": 100,
            "moon.failed": 100,
            "bags.limit": 0,
            "match.target": 1000,
        },
    ),
    "solo": ("standard", {"table.teams": "solo", "blind_nil.exchange": "none"}),
    "three": ("solo", {"table.players": 3, "deck.remove": ("2C",)}),
    "mirror": ("standard", {"bidding.mode": "mirror", "blind_nil.allowed": False, "match.lose_at": -200}),
    "whiz": ("mirror", {"bidding.mode": "whiz"}),
    "suicide": ("mirror", {"bidding.mode": "suicide"}),
    "jjdd": (
        "standard",
        {
            "deck.jokers": 2,
            "deck.remove": ("2H", "2C"),
            "deck.promote": ("BJ", "LJ", "2D", "2S"),
            "bidding.team_min": 4,
            "ten.mode": "exact",
        },
    ),
    "two-packs": ("standard", {"table.players": 6, "deck.packs": 2, "deck.remove": ("2C", "2C")}),
    "sprint": (
        "solo",
        {
            "blind_nil.allowed": False,
            "nil.made": 50,
            "nil.failed": 50,
            "nil.failed_tricks": "ignore",
            "bags.limit": 3,
            "bags.penalty": 30,
            "match.target": 40,
        },
    ),
    "tournament": (
        "standard",
        {"ten.mode": "exact", "ten.failed": 100, "scoring.overtrick": 0, "bags.limit": 0},
    ),
}


def make_rules(base: str = "standard", /, **keys: Any) -> Rules:
    """The rules named ``base`` with some keys changed: ``make_rules("jokers", **{"bags.limit": 5})``."""
    if base != "standard":
        start, settings = BASES[base]
        return make_rules(start, **(settings | keys))
    tables: dict[str, dict[str, Any]] = {}
    for key, value in keys.items():
        table, _, name = key.partition(".")
        tables.setdefault(table, {})["pass_" if name == "pass" else name] = value
    rules = Rules()
    return replace(rules, **{table: replace(getattr(rules, table), **values) for table, values in tables.items()})


def all_keys() -> list[str]:
    """Every key of a rules file, except those of ``[variant]``."""
    tables = [table.name for table in fields(Rules) if table.name != "variant"]
    return [f"{table}.{key.name.rstrip('_')}" for table in tables for key in fields(getattr(Rules(), table))]


# --- rounds ----------------------------------------------------------------------------------------------------------


def apply_all(deal: Round, actions: str) -> Round:
    """Apply actions separated by commas (``"look, 4, nil, give 2C 3D"``); gives back the round."""
    for action in filter(None, map(str.strip, actions.split(","))):
        deal.apply(action)
    return deal


def start_play(rules: Rules, hands: Mapping[str, str], *, dealer: str | None = None, bids: str = "") -> Round:
    """A round of short hands, ready for the first lead; whatever ``bids`` leaves open takes the first legal choice."""
    deal = Round.from_hands(rules, hands, dealer=dealer or rules.seats[-1])
    while deal.phase == "blind":
        deal.apply(Answer.LOOK)
    apply_all(deal, bids)
    while deal.phase != "play":
        deal.apply(deal.legal()[0])
    return deal


def fill(rules: Rules, named: Mapping[str, str]) -> dict[str, str]:
    """Hands that hold the cards named, filled up to one size with the weakest cards nobody has named."""
    held = {seat: named.get(seat, "").split() for seat in rules.seats}
    used = [card for cards in held.values() for card in cards]
    free: list[str] = [card for card in rules.pack.cards(sum(rules.pack.order)) if used.count(card) == 0]
    size = max(map(len, held.values()))
    for cards in held.values():
        while len(cards) < size:
            cards.append(free.pop(0))
    return {seat: " ".join(cards) for seat, cards in held.items()}


def finish(deal: Round) -> RoundResult:
    """Play a round out with the first legal choice every time."""
    while deal.turn:
        deal.apply(Answer.LOOK if deal.phase == "blind" else deal.legal()[0])
    return deal.result


def legal_set(deal: Round) -> set[str]:
    """The legal actions as text."""
    return {str(action) for action in deal.legal()}


def who_wins(rules: Rules, cards: str) -> str:
    """The seat that wins a trick of ``cards``, led by the first seat and played in order."""
    seats = rules.seats
    hands = dict(zip(seats, cards.split(), strict=True))
    deals = (start_play(rules, hands, dealer=dealer) for dealer in reversed(seats))
    deal = next(deal for deal in deals if deal.turn == seats[0])
    while deal.turn:
        deal.apply(deal.legal()[0])
    return seats[deal.tricks[0].winner]


# --- bids and tricks --------------------------------------------------------------------------------------------------


def read_bids(text: str) -> list[Bid]:
    """Bids separated by blanks: ``7``, ``nil``, ``bn`` or ``b6``."""
    return [Bid.parse(bid) for bid in text.split()]


def spread(rules: Rules, side: str, values: Sequence[Any], rest: Any) -> list[Any]:
    """``values`` at the places of ``side`` and ``rest`` everywhere else."""
    spread_out = [rest] * rules.table.players
    for place, value in zip(rules.sides[side], values, strict=True):
        spread_out[place] = value
    return spread_out


def take_tricks(rules: Rules, side: str, tricks: Sequence[int], total: int) -> list[int]:
    """Tricks by place: those of ``side``, and what is left shared out among the others."""
    taken = spread(rules, side, tricks, 0)
    others = [place for place in range(len(taken)) if place not in rules.sides[side]]
    for i in range(total - sum(tricks)):
        taken[others[i % len(others)]] += 1
    return taken


class Script:
    """Hands and plays in which every seat wins as many tricks as asked.

    Each suit gives tricks of neighbouring ranks, the highest of them to the seat that shall win. The cards left over
    make one mixed trick, led with a plain card before the first spade lead, and won by its best spade.
    """

    def __init__(self, rules: Rules, taken: Sequence[int]) -> None:
        seats = rules.seats
        plain, mixed, spades = _split_pack(rules)
        winners = [seat for seat, count in zip(seats, taken, strict=True) for _ in range(count)]
        turn = len(plain)
        if turn < len(winners):
            other = next(i for i, seat in enumerate(winners) if seat != winners[turn - 1])
            winners[turn], winners[other] = winners[other], winners[turn]
        self.tricks: list[dict[str, str]] = []
        leader = seats[0]
        for cards, winner in zip([*plain, mixed, *spades], winners, strict=False):
            others = sorted(set(seats) - {winner}, key=lambda seat: (seat == leader, seat))
            self.tricks.append(dict(zip([winner, *others], cards, strict=True)))
            leader = winner
        #: The hands by seat.
        self.hands = {seat: " ".join(trick[seat] for trick in self.tricks) for seat in seats}

    def play(self, deal: Round) -> RoundResult:
        """Play all the tricks in a round that is ready for the first lead."""
        for trick in self.tricks:
            for _ in trick:
                assert deal.turn is not None
                deal.apply(trick[deal.turn])
        return deal.result


def _split_pack(rules: Rules) -> tuple[list[list[str]], list[str], list[list[str]]]:
    """Tricks of plain suits, the mixed trick (best card first) and tricks of spades; every trick best card first."""
    deck, players = rules.pack, rules.table.players
    plain: list[list[str]] = []
    spades: list[list[str]] = []
    mixed: list[str] = []
    for suit in "SHDC":
        cards: list[str] = format_cards(reversed(deck.cards(deck.suit_mask(suit)))).split()
        full = len(cards) // players * players
        tricks = [cards[i : i + players] for i in range(0, full, players)]
        (spades if suit == "S" else plain).extend(tricks)
        mixed += cards[full:]
    return plain, mixed[:players], spades
