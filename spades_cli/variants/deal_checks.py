"""Whether the cards of a rule set can be dealt to its players, and whether its numbers fit the hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.engine.cards import Deck
from spades_cli.errors import RulesError
from spades_cli.variants.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules

#: A dealer throws this many cards away at most; with more, his choices run into the hundred thousands.
MOST_DISCARDS = 6
_PACK = ("deck.packs", "deck.jokers", "deck.remove")


def check_deals(rules: Rules) -> list[Fault]:
    """Every fault of table, pack, deal and sizes, where a later one does not merely follow from an earlier one."""
    table, deck = list(check_table(rules)), list(check_deck(rules))
    # Without a sound pack there is nothing to deal, and without a sound deal there are no hands to measure.
    deal = [] if deck else list(check_deal(rules))
    sizes = [] if table or deck or deal else list(check_sizes(rules))
    return table + deck + deal + sizes


def check_table(rules: Rules) -> Iterator[Fault]:
    players, teams = rules.table.players, rules.table.teams
    keys = ("table.teams", "table.players")
    if teams == "pairs" and (players % 2 or players < 4):
        yield Fault(keys, f'"pairs" needs an even number of players, 4 or 6, not {players}')
    if teams == "triples" and players != 6:
        yield Fault(keys, f'"triples" needs 6 players, not {players}')
    first = rules.deal.first_dealer
    if first != "random" and int(first.removeprefix("seat")) >= players:
        yield Fault(
            ("deal.first_dealer", "table.players"),
            f"a table of {players} has the seats seat0 to seat{players - 1}, not {first}",
        )


def check_deck(rules: Rules) -> Iterator[Fault]:
    deck = rules.deck
    if deck.jokers % 2:
        yield Fault(("deck.jokers",), f"must be 0, 2 or 4, not {deck.jokers}")
        return
    try:
        Deck(packs=deck.packs, jokers=deck.jokers, remove=deck.remove, promote=deck.promote)
    except RulesError as error:
        for problem in error.problems:
            key, _, message = problem.partition(": ")
            yield Fault((key, "deck.remove", "deck.jokers", "deck.promote", "deck.packs"), message)


def check_deal(rules: Rules) -> Iterator[Fault]:
    players, size, hand = rules.table.players, rules.pack.size, rules.deal.hand_size
    if rules.deal.method == "draft":
        if players != 2:
            yield Fault(("deal.method", "table.players"), f"a draft needs 2 players, not {players}")
        if rules.table.teams != "solo":
            yield Fault(("deal.method", "table.teams"), 'a draft needs table.teams = "solo"')
        if size != 52:
            yield Fault(("deal.method", *_PACK), f"a draft needs a pack of 52 cards, not {size}")
        if hand not in (0, 13):
            yield Fault(("deal.hand_size", "deal.method"), f"a draft gives 13 cards, not {hand}")
        return
    each, keys = hand or size // players, ("deal.hand_size", "deal.leftover", "table.players", *_PACK)
    left = size - each * players
    if not each or left < 0:
        yield Fault(keys, f"{size} cards are too few for {players} hands of {max(each, 1)}")
    elif left and rules.deal.leftover == "error":
        few = f"{left} card{' is' if left == 1 else 's are'} left over"
        yield Fault(
            ("deal.leftover", *keys),
            f"of {size} cards for {players} players {few}; set_aside, dealer_discards or another deck would do",
        )
    elif left > MOST_DISCARDS and rules.deal.leftover == "dealer_discards":
        yield Fault(("deal.leftover", *keys), f"the dealer can discard {MOST_DISCARDS} cards at most, not {left}")


def check_sizes(rules: Rules) -> Iterator[Fault]:
    """Numbers of tricks and cards against the cards in a hand."""
    bidding, blind, size = rules.bidding, rules.blind_nil, rules.hand_size
    top = bidding.max or size
    forced, suicide = bidding.mode in ("fixed", "n_or_nil"), bidding.mode == "suicide"
    numbers = (
        ("bidding.max", bidding.max, size, True),
        ("bidding.min", bidding.min, size, True),
        ("bidding.number", bidding.number, size, forced),
        ("bidding.suicide_min", bidding.suicide_min, top, suicide),
        ("blind_bid.min", rules.blind_bid.min, top, rules.blind_bid.allowed),
        ("nil.partner_min", rules.nil.partner_min, top, rules.table.teams != "solo"),
        ("nil.pass", rules.nil.pass_, size, rules.nil.allowed),
        ("blind_nil.exchange_max", blind.exchange_max, size, blind.allowed and blind.exchange != "none"),
    )
    keys = ("deal.hand_size", "bidding.max", "table.players", *_PACK)
    for key, number, most, counts in numbers:
        if counts and number > most:
            yield Fault((key, *keys), f"must be {most} or less with hands of {size} cards, not {number}")
    members = len(next(iter(rules.sides.values())))
    if members > 1 and bidding.team_min > top * members:
        yield Fault(("bidding.team_min", *keys), f"a team can bid {top * members} at most, not {bidding.team_min}")
