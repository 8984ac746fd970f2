"""Why a card or bid is chosen, in a few words for hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._chances import stand
from ._counting import estimate

if TYPE_CHECKING:
    from spades_cli import Bid, View

    from ._table import Facts, Table


def why_card(table: Table, card: int) -> str:
    """What playing ``card`` does."""
    if not table.led:
        return _why_lead(table, card)
    if stand(table, card).holder == table.me:
        if table.winner in table.nil_mates:
            return "saves the partner's nil"
        return "ruffs" if card & table.facts.spades & ~table.led else "takes the trick as it stands"
    discards = not card & table.led
    if table.facts.side_of[table.winner] == table.side and table.winner not in table.nil_mates:
        return "leaves the trick to the partner"
    if table.winner in table.nil_foes:
        return "leaves the trick to a nil bidder"
    return "is thrown away" if discards else "stays under the trick"


def _why_lead(table: Table, card: int) -> str:
    run = stand(table, card).led
    higher = (table.unseen & run & -(card << 1)).bit_count()
    if not higher:
        return "nothing beats it in its suit"
    return f"{higher} higher card{'s' * (higher > 1)} of its suit {'are' if higher > 1 else 'is'} out"


def why_bid(facts: Facts, view: View, bid: Bid) -> str:
    """How the bid compares with what the hand promises."""
    tricks = estimate(facts, facts.hand_bits(view.hand))
    return f"the hand promises {tricks:.1f} tricks" + (" and may take none" if bid.nil else "")
