"""What the keys of a rule set mean together: the combinations that cannot be played, each said in words.

A check is a small generator of faults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_cli.variants.deal_checks import check_deals
from spades_cli.variants.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spades_cli.engine.rules import Rules


def check(rules: Rules) -> list[Fault]:
    """Every combination of keys that makes ``rules`` unplayable; empty for rules that can be played.

    >>> from spades_cli import Rules
    >>> check(Rules())
    []
    """
    return check_deals(rules) + [fault for one in CHECKS for fault in one(rules)]


def _check_bids(rules: Rules) -> Iterator[Fault]:
    bidding = rules.bidding
    if 0 < bidding.max < bidding.min:
        yield Fault(("bidding.min", "bidding.max"), f"must not be more than bidding.max, which is {bidding.max}")
    if 0 < bidding.team_max < bidding.team_min:
        yield Fault(
            ("bidding.team_min", "bidding.team_max"),
            f"must not be more than bidding.team_max, which is {bidding.team_max}",
        )


def _check_mode(rules: Rules) -> Iterator[Fault]:
    bidding = rules.bidding
    forced_zero = bidding.mode in ("mirror", "hearts")
    needs_nil = bidding.mode in ("whiz", "n_or_nil", "suicide") or (forced_zero and bidding.mirror_zero == "nil")
    if needs_nil and not rules.nil.allowed:
        keys = ("bidding.mode", "nil.allowed", "bidding.mirror_zero")
        yield Fault(keys, f'"{bidding.mode}" needs nil.allowed = true')
    if (needs_nil or forced_zero) and bidding.zero == "forbidden":
        yield Fault(("bidding.mode", "bidding.zero"), f'"{bidding.mode}" needs bids of 0: bidding.zero forbids them')
    if bidding.mode == "suicide" and rules.table.teams != "pairs":
        yield Fault(("bidding.mode", "table.teams"), '"suicide" needs table.teams = "pairs"')


def _check_teams(rules: Rules) -> Iterator[Fault]:
    """What a player without a partner cannot do."""
    blind = rules.blind_nil
    wanted = (
        ("bidding.team_min", rules.bidding.team_min > 0),
        ("bidding.team_max", rules.bidding.team_max > 0),
        ("nil.pass", rules.nil.pass_ > 0),
        ("moon.mode", rules.moon.mode == "team"),
    )
    for key, set_ in wanted:
        if set_ and rules.table.teams == "solo":
            yield Fault((key, "table.teams"), 'needs teams, and table.teams is "solo"')
    if blind.allowed and blind.exchange == "partner" and rules.table.teams == "solo":
        keys = ("blind_nil.exchange", "table.teams", "blind_nil.allowed")
        yield Fault(keys, '"partner" needs teams, and table.teams is "solo"; "none" would do')


def _check_blind(rules: Rules) -> Iterator[Fault]:
    blind, drafted = rules.blind_nil, rules.deal.method == "draft"
    if blind.exchange_min > blind.exchange_max:
        yield Fault(
            ("blind_nil.exchange_min", "blind_nil.exchange_max"),
            f"must not be more than blind_nil.exchange_max, which is {blind.exchange_max}",
        )
    keys = ("deal.method", "blind_nil.allowed", "blind_bid.allowed")
    if blind.allowed and blind.exchange == "discards" and not drafted:
        yield Fault(("blind_nil.exchange", *keys), '"discards" needs deal.method = "draft"')
    if (blind.allowed or rules.blind_bid.allowed) and blind.declare == "before_draft" and not drafted:
        yield Fault(("blind_nil.declare", *keys), '"before_draft" needs deal.method = "draft"')


def _check_target(rules: Rules) -> Iterator[Fault]:
    """A match that nobody can win by points needs another end."""
    sources = {
        "scoring.trick": rules.scoring.trick > 0,
        "scoring.overtrick": rules.scoring.overtrick > 0,
        "scoring.exact_bonus": rules.scoring.exact_bonus > 0,
        "nil.made": rules.nil.allowed and rules.nil.made > 0 and rules.bidding.zero != "forbidden",
        "blind_nil.made": rules.blind_nil.allowed and rules.blind_nil.made > 0,
        "moon.made": rules.moon.mode != "off" and (rules.moon.made > 0 or rules.moon.scoring == "win"),
        "moon.boston_bonus": rules.moon.boston_bonus != 0,
        "ten.made": rules.ten.mode != "off" and rules.ten.made > 0,
        "bags.to": rules.bags.to == "opponents" and rules.bags.limit > 0 and rules.bags.penalty > 0,
    }
    if not rules.match.max_rounds and not any(sources.values()):
        yield Fault(("match.max_rounds", *sources), "must be set: no points lead to the target")


CHECKS: tuple[Callable[[Rules], Iterator[Fault]], ...] = (
    _check_bids,
    _check_mode,
    _check_teams,
    _check_blind,
    _check_target,
)
