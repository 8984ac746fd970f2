"""Sentences about the play of the tricks: the first lead, what may be led, what must be followed, who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.explain_bids import name_first
from spades_cli.variants.explain_words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.explain_words import Sentence


def explain_play(rules: Rules) -> Iterator[Sentence]:
    """The options of ``[play]`` in the order in which a trick asks for them."""
    play = rules.play
    yield _lead(rules)
    yield say(LEAD_SPADES[play.lead_spades], "play.lead_spades")
    yield _follow(rules)
    if play.must_beat:
        yield say(
            "Whoever follows suit must play a card that beats the best one so far if able, unless the trick has been "
            "trumped; whoever cannot follow must beat a spade that has trumped the trick, if able.",
            "play.must_beat",
        )
    if play.first_trick != "any":
        yield say(FIRST_TRICK[play.first_trick], "play.first_trick")
    yield say(
        "The highest spade wins the trick, or the highest card of the suit led if no spade was played; "
        "the winner leads next."
    )


def _lead(rules: Rules) -> Sentence:
    match rules.play.lead:
        case "high_bidder":
            text = "Whoever bid the most tricks leads to the first trick; of equal bids the earlier one counts."
        case "low_club":
            text = "Whoever holds the lowest club leads it to the first trick."
        case which:
            text = f"{name_first(rules, which)} leads to the first trick."
    return say(text, "play.lead")


#: When spades may be led.
LEAD_SPADES = {
    "broken": "Spades may not be led until they are broken: until a spade has been played to some trick. Whoever holds "
    "only spades may lead one all the same, and that breaks them.",
    "any": "Spades may be led at any time; they need not be broken.",
    "not_first": "Spades may be led at any time but to the first trick, unless the hand holds nothing else.",
}

FIRST_TRICK = {
    "no_spades": "No spade may be played to the first trick by anybody who may play another card.",
    "low_club": "To the first trick the lowest club in the hand is led, and clubs are followed with the lowest club; "
    "whoever has no club plays another card, and a spade only if there is nothing else to play.",
}


def _follow(rules: Rules) -> Sentence:
    if rules.play.must_trump:
        text = "Everybody must follow suit if able; whoever cannot must play a spade, or any card if there is none."
    else:
        text = "Everybody must follow suit if able; whoever cannot may play any card, a spade or another."
        if rules.play.first_trick == "any":
            text = f"{text[:-1]}, to the first trick too."
    return say(text, "play.must_trump", "play.first_trick")
