"""Sentences about the round of bids: who begins, what may be bid, and what limits a team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.explain_words import all_partners, capital, is_solo, number, partner, points, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.explain_words import Sentence


def explain_bids(rules: Rules) -> Iterator[Sentence]:
    """The bids made with the cards in view, nil and its worth left out."""
    yield _order(rules)
    yield from MODES[rules.bidding.mode](rules)
    yield _contract(rules)
    yield from _limits(rules)
    if rules.bidding.first_hand == "itself":
        who = "player" if is_solo(rules) else "team"
        yield say(
            f"In the first round of a match nothing is bid: each trick scores {points(rules.scoring.trick)} for the "
            f"{who} that wins it, and nothing else counts.",
            "bidding.first_hand",
            "scoring.trick",
        )


def name_first(rules: Rules, which: str) -> str:
    """The player that ``first``, ``second`` or ``dealer`` means, as a sentence begins with it."""
    if rules.deal.method == "draft":
        return f"The player who draws {'first' if which == 'first' else 'second'}"
    if which == "dealer" or (which == "second" and rules.table.players == 2):
        return "The dealer"
    return "The player at the dealer's left" if which == "first" else "The second player from the dealer's left"


def has_nil(rules: Rules) -> bool:
    """Whether somebody who has seen the hand may, or has to, bid nil."""
    match rules.bidding.mode:
        case "free" | "suicide":
            return rules.nil.allowed and rules.bidding.zero != "forbidden"
        case "mirror" | "hearts":
            return rules.bidding.mirror_zero == "nil"
        case mode:
            return mode != "fixed"


def is_forced(rules: Rules) -> bool:
    """Whether the hand may leave no choice of bids."""
    return rules.bidding.mode not in ("free", "suicide")


def _order(rules: Rules) -> Sentence:
    others = "the other player follows" if rules.table.players == 2 else "the others follow in turn to the left"
    return say(
        f"{name_first(rules, rules.bidding.first)} bids first and {others}, one bid each; "
        "bids need not rise, and nobody may pass.",
        "bidding.first",
    )


def _contract(rules: Rules) -> Sentence:
    if is_solo(rules):
        return say("You must win at least as many tricks as you bid.", "table.teams")
    return say(
        f"The bids of {all_partners(rules)} are added up, and the team must win at least that many tricks together.",
        "table.teams",
    )


# --- modes ---------------------------------------------------------------------------------------------------------


def _free(rules: Rules) -> Iterator[Sentence]:
    bidding = rules.bidding
    top, zero = bidding.max or rules.hand_size, ""
    nil = has_nil(rules)
    if nil:
        zero = ", or nil" if bidding.zero == "nil" else ", or nil, or zero"
    elif bidding.zero == "zero":
        zero = ", or zero"
    least = max(1, bidding.min)
    range_ = f"any number from {least} to {top}" if least < top else f"the number {top}"
    blind = " but a blind one" if rules.blind_nil.allowed else ""
    none = "" if nil else f"; there is no nil{blind}" if zero else f"; zero cannot be bid, and there is no nil{blind}"
    keys = ("bidding.mode", "bidding.min", "bidding.max", "bidding.zero", "nil.allowed")
    yield say(f"You bid the number of tricks you mean to win: {range_}{zero}{none}.", *keys)
    if bidding.zero == "zero":
        adds = "" if is_solo(rules) else " and adds nothing to the bid of the team"
        yield say(f"Zero is not nil here: it promises no tricks{adds}, but tricks may be won with it.", "bidding.zero")


def _suicide(rules: Rules) -> Iterator[Sentence]:
    yield from _free(rules)
    yield say(
        f"Of each team exactly one player bids nil, and the other bids at least {number(rules.bidding.suicide_min)}.",
        "bidding.mode",
        "bidding.suicide_min",
    )


def _forced_zero(rules: Rules, suit: str, also: str = "") -> str:
    """What a hand without the suit bids."""
    bid = "nil" if rules.bidding.mirror_zero == "nil" else "zero, which promises nothing"
    return f"a hand without {suit} bids {also}{bid}"


def _mirror(rules: Rules) -> Iterator[Sentence]:
    zero = _forced_zero(rules, "spades")
    yield say(f"There is no choice: you bid exactly the number of spades you hold; {zero}.",
              "bidding.mode", "bidding.mirror_zero")  # fmt: skip


def _hearts(rules: Rules) -> Iterator[Sentence]:
    zero = _forced_zero(rules, "hearts")
    yield say(f"There is no choice: you bid exactly the number of hearts you hold; {zero}.",
              "bidding.mode", "bidding.mirror_zero")  # fmt: skip


def _whiz(rules: Rules) -> Iterator[Sentence]:
    zero = "" if rules.bidding.mirror_zero == "nil" else f"; {_forced_zero(rules, 'spades', 'nil or ')}"
    yield say(f"You bid either nil or exactly the number of spades you hold{zero}.",
              "bidding.mode", "bidding.mirror_zero")  # fmt: skip


def _fixed(rules: Rules) -> Iterator[Sentence]:
    yield say(f"There is no choice: everybody bids {number(rules.bidding.number)}.", "bidding.mode", "bidding.number")


def _n_or_nil(rules: Rules) -> Iterator[Sentence]:
    yield say(f"Everybody bids {number(rules.bidding.number)} or nil.", "bidding.mode", "bidding.number")


MODES: dict[str, Callable[[Rules], Iterator[Sentence]]] = {
    "free": _free,
    "suicide": _suicide,
    "mirror": _mirror,
    "hearts": _hearts,
    "whiz": _whiz,
    "fixed": _fixed,
    "n_or_nil": _n_or_nil,
}


# --- limits --------------------------------------------------------------------------------------------------------


def _limits(rules: Rules) -> Iterator[Sentence]:
    """What the bids of a team or of all may not come to; who plays alone has no team's limits."""
    found = list(_team_limits(rules)) if not is_solo(rules) else []
    if rules.bidding.forbid_total:
        tricks = rules.hand_size
        found.append(say(f"The last bid may not bring all bids together to exactly {tricks}, the number of tricks.",
                         "bidding.forbid_total"))  # fmt: skip
    yield from found
    if found and is_forced(rules):
        yield say("Where the hand leaves no other bid, it stands in spite of these limits.", "bidding.mode")


def _team_limits(rules: Rules) -> Iterator[Sentence]:
    bidding, nil = rules.bidding, rules.nil
    if bidding.team_min:
        counting = ", a nil counting as nothing" if has_nil(rules) or rules.blind_nil.allowed else ""
        yield say(f"The bids of a team must add up to at least {number(bidding.team_min)}{counting}.",
                  "bidding.team_min")  # fmt: skip
    if bidding.team_max:
        yield say(f"The bids of a team may not add up to more than {number(bidding.team_max)}.", "bidding.team_max")
    if not (has_nil(rules) or rules.blind_nil.allowed):
        return
    if nil.partner_min:
        yield say(
            f"{capital(partner(rules))} of a player who bids nil must bid at least {number(nil.partner_min)} each, "
            "so that there is one nil in a team at most."
            if rules.table.teams == "triples"
            else f"The partner of a player who bids nil must bid at least {number(nil.partner_min)}, and no nil.",
            "nil.partner_min",
        )
    if not nil.both and rules.bidding.mode != "suicide":
        yield say("Only one player of a team may bid nil, blind or not.", "nil.both")


def may_all_bid_nil(rules: Rules) -> bool:
    """Whether a whole team can be at nil; a forced bid breaks the limits against it."""
    if is_solo(rules) or rules.bidding.mode == "suicide" or not (has_nil(rules) or rules.blind_nil.allowed):
        return False
    return is_forced(rules) or (rules.nil.both and not rules.nil.partner_min)
