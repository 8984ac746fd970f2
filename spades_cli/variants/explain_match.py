"""Sentences about how a match ends, and what an illegal answer of a program costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.explain_words import count_of, points, say, side, times, whoever

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spades_cli.engine.rules import Rules
    from spades_cli.variants.explain_words import Sentence


def explain_match(rules: Rules) -> Iterator[Sentence]:
    """The options of ``[match]`` and ``[conduct]``."""
    match, who = rules.match, side(rules)
    yield say(
        f"The match ends when a {who} has {points(match.target)} or more after a round, bag penalties included; "
        "the highest score wins."
        if rules.bags.limit
        else f"The match ends when a {who} has {points(match.target)} or more after a round; the highest score wins.",
        "match.target",
    )
    yield _floor(rules)
    if match.max_rounds:
        rounds = count_of(match.max_rounds, "round")
        yield say(f"After {rounds} the match ends in any case, and the highest score wins.", "match.max_rounds")
    if match.max_sets:
        often, two = times(match.max_sets), len(rules.sides) == 2
        rest = "the other wins" if two else "the best of the others wins"
        yield say(
            f"{whoever(rules)} is set {often} in a match loses it at once, and {rest}; if "
            f"{'both' if two else 'all'} are set that often, the highest score wins.",
            "match.max_sets",
        )
    yield _tie(rules)
    yield say(CONDUCT[rules.conduct.illegal], "conduct.illegal")


def _floor(rules: Rules) -> Sentence:
    match, who = rules.match, side(rules)
    if not match.lose_at:
        return say("Scores may fall below zero, and no low score ends the match.", "match.lose_at")
    bound = (
        f"falls to {match.lose_at} points or lower" if match.lose_inclusive else f"falls below {match.lose_at} points"
    )
    return say(f"The match also ends when a {who} {bound}; the highest score wins then too.",
               "match.lose_at", "match.lose_inclusive")  # fmt: skip


def _tie(rules: Rules) -> Sentence:
    if rules.match.tie == "draw":
        return say("If the highest score is shared when the match ends, the match is drawn.", "match.tie")
    return say("If the highest score is shared then, another round is played.", "match.tie")


CONDUCT = {
    "error": "A computer player that answers against the rules stops the game.",
    "first_legal": "A computer player that answers against the rules has its first legal choice made for it.",
    "forfeit_hand": "A computer player that answers against the rules gives up the round: its side misses every bid, "
    "and all others make theirs exactly.",
}
