"""Sentences about the points of a round: bids made and missed, tens, moons, every trick, bags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.explain_words import count_of, is_solo, number, others, partner, points, say, side, whoever

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.explain_words import Sentence


def explain_points(rules: Rules) -> Iterator[Sentence]:
    """What a bid other than nil is worth, and what is added or taken away."""
    yield _made(rules)
    yield _missed(rules)
    scoring = rules.scoring
    if scoring.exact_bonus:
        verb = "scores" if scoring.exact_bonus > 0 else "loses"
        more = f"{points(abs(scoring.exact_bonus))} more" if scoring.exact_bonus > 0 else points(-scoring.exact_bonus)
        yield say(f"{whoever(rules)} wins exactly the number bid {verb} {more}.", "scoring.exact_bonus")
    if scoring.double_bid_penalty:
        bags = " and takes no bags" if rules.bags.limit else ""
        yield say(
            f"{whoever(rules)} wins twice the number bid or more scores nothing for it but loses "
            f"{points(scoring.double_bid_penalty)}{bags}.",
            "scoring.double_bid_penalty",
        )
    yield from _ten(rules)
    yield from _moon(rules)
    yield from _every_trick(rules)
    yield from _bags(rules)


def _made(rules: Rules) -> Sentence:
    trick, over = points(rules.scoring.trick), rules.scoring.overtrick
    extra = f" and {points(over)} for each trick over it"
    if over <= 0:
        extra = f" and loses {points(-over)} for each trick over it" if over else "; tricks over it score nothing"
    return say(f"{whoever(rules)} makes the bid scores {trick} for each trick bid{extra}.",
               "scoring.trick", "scoring.overtrick")  # fmt: skip


def _missed(rules: Rules) -> Sentence:
    trick = points(rules.scoring.trick)
    texts = {
        "bid": f"loses {trick} for each trick bid, however few are missing",
        "zero": "scores nothing for it and loses nothing",
        "shortfall": f"loses {trick} for each trick that is missing",
    }
    return say(f"{whoever(rules)} misses the bid, which is called being set, {texts[rules.scoring.set]}.",
               "scoring.set", "scoring.trick")  # fmt: skip


def _ten(rules: Rules) -> Iterator[Sentence]:
    ten = rules.ten
    if ten.mode == "off":
        return
    bid = "A bid" if is_solo(rules) else "A team's bid"
    if ten.mode == "exact":
        text = f"{bid} of exactly ten scores {points(ten.made)} if it is made and costs {points(ten.failed)} if not"
    else:
        made, failed = f"{ten.made / 10:g} points", f"{ten.failed / 10:g} points"
        text = f"{bid} of ten or more scores {made} for each trick bid if it is made and costs {failed} for each if not"
    rounded = ", rounded down" if ten.mode == "at_least" and (ten.made % 10 or ten.failed % 10) else ""
    yield say(
        f"{text}{rounded}, in place of the usual points for the tricks bid.", "ten.mode", "ten.made", "ten.failed"
    )


def _moon(rules: Rules) -> Iterator[Sentence]:
    moon, tricks = rules.moon, number(rules.hand_size)
    if moon.mode == "off":
        return
    beside = ""
    if moon.mode == "team":
        bid = f"A team whose bids add up to all {tricks} tricks shoots the moon and must win every trick"
    else:
        bid = f"A player who bids all {tricks} tricks shoots the moon and must win every trick alone"
        beside = "" if is_solo(rules) else f"; what the {partner(rules)} bid does not count"
    how = f"made, that scores {points(moon.made)}{MOON_MADE[moon.scoring]}; missed, it costs {points(moon.failed)}"
    where = "on top of the usual points" if moon.scoring == "add" else "in place of the usual points"
    yield say(f"{bid}: {how}, either way {where}{beside}.", "moon.mode", "moon.made", "moon.failed", "moon.scoring")


MOON_MADE = {"replace": "", "add": "", "win": " and wins the match at once"}


def _every_trick(rules: Rules) -> Iterator[Sentence]:
    bonus = rules.moon.boston_bonus
    if bonus:
        gain = "wins the match at once" if bonus == "win" else f"scores {points(int(bonus))} more"
        yield say(f"{whoever(rules)} wins every trick of a round {gain}, whatever was bid.", "moon.boston_bonus")


def _bags(rules: Rules) -> Iterator[Sentence]:
    bags = rules.bags
    if not bags.limit:
        yield say("There are no bags: collecting tricks over the bid is never punished later on.", "bags.limit")
        return
    every = "every bag" if bags.limit == 1 else f"every {count_of(bags.limit, 'bag')}"
    verb, to = ("cost", "") if bags.to == "self" else ("give", f" to {others(rules)}")
    cost = f"{verb}{'s' * (bags.limit == 1)} {points(bags.penalty)}{to}"
    yield say(
        f"Each trick over the bid is also a bag, and bags are counted through the whole match: {every} {cost}.",
        "bags.limit",
        "bags.penalty",
        "bags.to",
    )
    yield from _after_penalty(rules)


def _after_penalty(rules: Rules) -> Iterator[Sentence]:
    bags, over = rules.bags, rules.scoring.overtrick
    if bags.cancel and over:
        had, verb = ("scored", "taken back") if over > 0 else ("cost", "given back")
        back = points(abs(bags.limit * over))
        yield say(f"With a bag penalty, the {back} that those bags had {had} are {verb} too.", "bags.cancel")
    if bags.limit > 1:
        limit = number(bags.limit)
        stay = f"Bags beyond {limit} stay and count towards the next penalty."
        gone = f"After a bag penalty the {side(rules)} starts again from no bags, even if it had more than {limit}."
        yield say(stay if bags.carry else gone, "bags.carry")
