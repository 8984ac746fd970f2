"""Sentences about nil: what it is worth, what becomes of its tricks and of the bid beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.explain_bids import has_nil, may_all_bid_nil
from spades_cli.variants.explain_words import all_partners, count_of, is_solo, partners_own, points, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.explain_words import Sentence


def explain_nil(rules: Rules) -> Iterator[Sentence]:
    """Everything about nil that does not belong to blind nil alone."""
    nil, blind = has_nil(rules), rules.blind_nil.allowed
    if nil:
        yield _worth(rules)
    if nil and rules.nil.pass_ and not is_solo(rules):
        yield _pass(rules)
    if not nil and not blind:
        return
    yield _failed_tricks(rules)
    if is_solo(rules):
        return
    yield _partner_contract(rules)
    if may_all_bid_nil(rules):
        yield _whole_team(rules)


def _worth(rules: Rules) -> Sentence:
    nil = rules.nil
    to = "" if is_solo(rules) else " for the team"
    return say(
        f"Whoever bids nil must win no trick at all: that scores {points(nil.made)}{to}, and a single trick makes it "
        f"fail and costs {points(nil.failed)}.",
        "nil.allowed",
        "nil.made",
        "nil.failed",
    )


def _pass(rules: Rules) -> Sentence:
    cards, to = count_of(rules.nil.pass_, "card"), "the partner"
    if rules.table.teams == "triples":
        to = "the next partner to the left"
    return say(
        f"After the bids, a player who has bid nil passes {cards} to {to}, who looks at them and passes as many back; "
        "nothing is passed to a partner who has bid nil too.",
        "nil.pass",
    )


def _failed_tricks(rules: Rules) -> Sentence:
    own = partners_own(rules)
    bags, over = rules.bags.limit > 0, rules.scoring.overtrick
    worth = f"scores {points(over)}" if over > 0 else f"costs {points(-over)}" if over else "scores nothing"
    as_bag = f"is a bag and {worth}" if bags else worth
    kind = rules.nil.failed_tricks
    solo = {
        "bags": f"Each trick won by a failed nil {as_bag}.",
        "bags_no_points": f"Each trick won by a failed nil {'is a bag but scores' if bags else 'scores'} nothing.",
        "count": f"The tricks won by a failed nil count as tricks over the bid: each {as_bag}.",
        "ignore": f"The tricks won by a failed nil score nothing{' and are no bags' if bags else ''}.",
    }
    team = {
        "bags": f"The tricks won by a failed nil do not help the {own} bid; each {as_bag}.",
        "bags_no_points": (
            f"The tricks won by a failed nil do not help the {own} bid and score nothing"
            f"{', but each is a bag' if bags else ''}."
        ),
        "count": f"The tricks won by a failed nil count towards the {own} bid as if they had been won there.",
        "ignore": (
            f"The tricks won by a failed nil count for nothing: they neither help the {own} bid nor score"
            f"{', and they are no bags' if bags else ''}."
        ),
    }
    keys = ("nil.failed_tricks", "scoring.overtrick", "bags.limit")
    return say((solo if is_solo(rules) else team)[kind], *keys)


def _partner_contract(rules: Rules) -> Sentence:
    own = partners_own(rules)
    texts = {
        "score": f"Beside a nil, the {own} bid is scored as usual.",
        "void": f"Beside a nil, made or failed, the {own} bid does not count: its tricks score nothing and missing it "
        "costs nothing.",
        "void_if_made": f"Beside a nil that is made the {own} bid does not count; beside one that fails it is scored "
        "as usual.",
        "penalty_only": f"Beside a nil the {own} bid wins no points, but missing it costs as much as ever.",
    }
    return say(texts[rules.nil.partner_contract], "nil.partner_contract")


def _whole_team(rules: Rules) -> Sentence:
    start = f"If {all_partners(rules)} bid nil,"
    together = f"{start} the nils score only if all of them are made; if one fails,"
    texts = {
        "separate": f"{start} each nil is scored on its own.",
        "win_or_zero": f"{together} none of them scores or costs anything.",
        "all_or_lose": f"{together} the team loses what all of them cost.",
    }
    return say(texts[rules.nil.both_score], "nil.both", "nil.both_score")
