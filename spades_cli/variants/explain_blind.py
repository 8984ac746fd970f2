"""Sentences about what is bid before anybody looks at a card, and the cards exchanged for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.explain_words import is_solo, others, points, say, span, times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.explain_words import Sentence


def explain_blind(rules: Rules) -> Iterator[Sentence]:
    """Blind nil, its exchange, and blind numbers."""
    blind, number = rules.blind_nil.allowed, rules.blind_bid.allowed
    if not blind and not number:
        yield say("Nothing may be bid blind.", "blind_nil.allowed", "blind_bid.allowed")
        return
    if blind:
        yield _blind_nil(rules)
        yield _worth(rules)
        yield _exchange(rules)
    else:
        yield say("Blind nil may not be bid.", "blind_nil.allowed")
    if number:
        yield _blind_bid(rules)


def _moment(rules: Rules) -> str:
    if rules.blind_nil.declare == "before_draft":
        return "Just before drawing the first card"
    return "Before anybody looks at a card"


def _who(rules: Rules, behind: int) -> str:
    """Who may bid blind, as far as the scores decide it."""
    if not behind:
        return "any player"
    if is_solo(rules):
        ahead = others(rules) if len(rules.sides) == 2 else "the best of the other players"
        return f"a player who is at least {points(behind)} behind {ahead}"
    ahead = others(rules) if len(rules.sides) == 2 else "the best of the other teams"
    return f"a player whose team is at least {points(behind)} behind {ahead}"


def _blind_nil(rules: Rules) -> Sentence:
    name = "blind nil (also called Double Nil)" if rules.deal.method == "draft" else "blind nil"
    return say(
        f"{_moment(rules)}, {_who(rules, rules.blind_nil.behind)} may bid {name}, which stands as that player's bid.",
        "blind_nil.allowed",
        "blind_nil.behind",
        "blind_nil.declare",
    )


def _worth(rules: Rules) -> Sentence:
    blind = rules.blind_nil
    return say(
        f"Blind nil scores {points(blind.made)} if no trick is won and costs {points(blind.failed)} otherwise.",
        "blind_nil.made",
        "blind_nil.failed",
    )


def _exchange(rules: Rules) -> Sentence:
    blind = rules.blind_nil
    if blind.exchange == "none" or not blind.exchange_max:
        return say("No cards are exchanged on a blind nil.", "blind_nil.exchange", "blind_nil.exchange_max")
    cards = span(blind.exchange_min, blind.exchange_max, "card")
    early = blind.exchange_when == "before_bids"
    if blind.exchange == "discards":
        moment = "After the draft and before the bids" if early else "After the bids"
        text = (
            f"{moment}, whoever has bid blind nil may throw away {cards}, chosen all at once, and draws as many at "
            "random from the cards discarded before."
            if not blind.exchange_min
            else f"{moment}, whoever has bid blind nil throws away {cards}, chosen all at once, and draws as many at "
            "random from the cards discarded before."
        )
    else:
        to = "the next partner to the left" if rules.table.teams == "triples" else "the partner"
        verb = "may give" if not blind.exchange_min else "gives"
        text = (
            f"{'Before' if early else 'After'} the other bids, whoever has bid blind nil {verb} {cards} to {to}, who "
            "looks at them and gives as many back; nothing is exchanged with a partner who has bid nil too."
        )
    keys = ("blind_nil.exchange", "blind_nil.exchange_min", "blind_nil.exchange_max", "blind_nil.exchange_when")
    return say(text, *keys)


def _blind_bid(rules: Rules) -> Sentence:
    blind, top = rules.blind_bid, rules.bidding.max or rules.hand_size
    range_ = f"a number from {blind.min} to {top}" if blind.min < top else f"the number {top}"
    count = "as usual" if blind.multiplier == 1 else f"{times(blind.multiplier)} over, made or missed"
    return say(
        f"{_moment(rules)}, {_who(rules, blind.behind)} may bid {range_} blind; the points of a blind bid "
        f"count {count}.",
        "blind_bid.allowed",
        "blind_bid.min",
        "blind_bid.behind",
        "blind_bid.multiplier",
        "blind_nil.declare",
        "bidding.max",
    )
